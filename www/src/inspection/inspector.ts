// The package's reader. Only the reader decides what an ID is.

import { FlakeError } from "flakekit";
import type { Candidate, Column, ForeignFormat, Found, InspectOptions } from "flakekit/inspect";

type Package = typeof import("flakekit/inspect");
type Inspector = Pick<Package, "inspect" | "scan" | "foreignFormats"> & Partial<Pick<Package, "inspectAll">>;

/**
 * The reader, undefined until it is loaded: it is a third of the bytes that the page loads, and an empty page does not
 * need it. It reads single IDs, until a list loads the reader that judges columns, too.
 */
let inspector: Inspector | undefined;
let loading: Promise<void> | undefined;

export const isInspectorLoaded = (): boolean => inspector !== undefined;

/**
 * Loads the reader. The functions below may be called once it is loaded. If loading fails, the next call tries again.
 */
export function loadInspector(): Promise<void> {
  return (loading ??= loadWith(async () => {
    const single = await import("./single.ts");
    single.inspect("1");
    return single;
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  }));
}

/** Loads a reader. Where WebAssembly is missing, such as in Safari's Lockdown Mode, it is the translation to JavaScript. */
export async function loadWith(load: () => Promise<Inspector>): Promise<void> {
  const reader = await load().catch((error: unknown) => {
    if (!(error instanceof FlakeError) || error.code !== "CORE_FAILED") throw error;
    return import("flakekit/inspect/no-wasm");
  });
  // The reader of lists may have been loaded meanwhile.
  if (!inspector?.inspectAll) inspector = reader;
}

function loaded(): Inspector {
  if (!inspector) throw new Error("the inspector is not loaded");
  return inspector;
}

/** The IDs of a text: those that `scan` finds. */
export const scanned = (text: string, given: InspectOptions = {}): Found[] => loaded().scan(text, given);

/** The candidates of an ID: those that `inspect` lists. */
export const candidatesOf = (id: string, given: InspectOptions = {}): Candidate[] => loaded().inspect(id, given);

/** What the IDs of a column are together: the judgement of `inspectAll`. The reader of lists must be loaded. */
export const columnOf = (ids: readonly string[], given: InspectOptions): Column =>
  (loaded() as Package).inspectAll(ids, given);

/** The formats of other families that the package describes. */
export const foreignFormats = (): ForeignFormat[] => loaded().foreignFormats();
