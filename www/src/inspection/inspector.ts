// The package's reader, `inspect` and `scan`. Only the reader decides what an ID is.

import { FlakeError } from "flakekit";
import type { Candidate, ForeignFormat, Found, InspectOptions } from "flakekit/inspect";

type Inspector = Pick<typeof import("flakekit/inspect"), "inspect" | "scan" | "foreignFormats">;

/**
 * The reader, undefined until it is loaded: it is a third of the bytes that the page loads, and an empty page does not
 * need it.
 */
let inspector: Inspector | undefined;
let loading: Promise<void> | undefined;

export const isInspectorLoaded = (): boolean => inspector !== undefined;

/**
 * Loads the reader. The functions below may be called once it is loaded. If loading fails, the next call tries again.
 */
export function loadInspector(): Promise<void> {
  return (loading ??= load().then(
    (loaded) => {
      inspector = loaded;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));
}

/** Where WebAssembly is missing, such as in Safari's Lockdown Mode, the reader is its translation to JavaScript. */
async function load(): Promise<Inspector> {
  const usual = await import("flakekit/inspect");
  try {
    usual.inspect("1");
    return usual;
  } catch (error) {
    if (!(error instanceof FlakeError) || error.code !== "CORE_BLOCKED") throw error;
    return import("flakekit/inspect/no-wasm");
  }
}

function loaded(): Inspector {
  if (!inspector) throw new Error("the inspector is not loaded");
  return inspector;
}

/** The IDs of a text: those that `scan` finds. */
export const scanned = (text: string, given: InspectOptions = {}): Found[] => loaded().scan(text, given);

/** The candidates of an ID: those that `inspect` lists. */
export const candidatesOf = (id: string, given: InspectOptions = {}): Candidate[] => loaded().inspect(id, given);

/** The formats of other families that the package describes. */
export const foreignFormats = (): ForeignFormat[] => loaded().foreignFormats();
