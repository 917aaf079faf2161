// The package's reader, `inspect` and `scan`. Only the reader decides what an ID is.

import { FlakeError } from "flakekit";
import type { Candidate, ForeignFormat, Found, InspectOptions } from "flakekit/inspect";
import { readable, readableWords } from "./readable.ts";

type Inspector = Pick<typeof import("flakekit/inspect"), "inspect" | "scan" | "foreignFormats">;

/**
 * The reader, undefined until it is loaded: it is a third of the bytes that the page loads, and an empty page does not
 * need it.
 */
let inspector: Inspector | undefined;
let loading: Promise<void> | undefined;

/** Whether WebAssembly is missing, such as in Safari's Lockdown Mode. It is remembered, because each attempt compiles the module. */
let isBlocked = false;

export const isInspectorLoaded = (): boolean => inspector !== undefined;

/**
 * Loads the reader. The functions below may be called once it is loaded. If loading fails, the next call tries again.
 */
export function loadInspector(): Promise<void> {
  return (loading ??= import("flakekit/inspect").then(
    (module) => {
      inspector = module;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));
}

/** The IDs of a text: those that `scan` finds. Without WebAssembly, the words that a format reads. */
export const scanned = (text: string, given: InspectOptions = {}): Found[] =>
  inspecting(
    ({ scan }) => scan(text, given),
    () => readableWords(text, given),
  );

/** The candidates of an ID: those that `inspect` lists. Without WebAssembly, each format that reads the text. */
export const candidatesOf = (id: string, given: InspectOptions = {}): Candidate[] =>
  inspecting(
    ({ inspect }) => inspect(id, given),
    () => readable(id, given),
  );

/** The formats of other families that the package describes: none without WebAssembly. */
export const foreignFormats = (): ForeignFormat[] =>
  inspecting(
    ({ foreignFormats }) => foreignFormats(),
    () => [],
  );

/** The result of `use`; or the result of `without`, where WebAssembly is missing. */
function inspecting<T>(use: (inspector: Inspector) => T, without: () => T): T {
  if (!inspector) throw new Error("the inspector is not loaded");
  if (!isBlocked) {
    try {
      return use(inspector);
    } catch (error) {
      if (!(error instanceof FlakeError) || error.code !== "CORE_BLOCKED") throw error;
      isBlocked = true;
    }
  }
  return without();
}
