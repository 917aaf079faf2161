// The store that the options name.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { LeaseStore } from "flakekit/lease";
import { quoted } from "../io/index.js";
import { UsageError } from "./usage.js";
import { numbersOf, wholeNumber } from "./values.js";

/** How long a seat or an ID of a lease may take, in ms: the store may be slow. */
export const MAX_LEASE_WAIT = 5_000;

/**
 * The store in a directory, or the store of a module, whose default export is a store or a function that returns one.
 */
export async function openStore(directory: string | undefined, module: unknown): Promise<LeaseStore> {
  if (module === undefined) {
    if (directory === undefined) throw new UsageError("no store was given; give a directory, or --store ./store.mjs");
    const { file } = await import("flakekit/lease/file");
    return file(directory);
  }
  if (directory !== undefined) throw new UsageError("a directory and --store were given; give one of them");
  const path = String(module);
  const exported = await defaultOf("--store", path);
  const store: unknown = typeof exported === "function" ? await (exported as () => unknown)() : exported;
  if (typeof store === "object" && store !== null) return store as LeaseStore;
  throw new UsageError(`${quoted(path)} must export a store, or a function that returns one, by default`);
}

/** The default export of a user's module. */
export async function defaultOf(option: string, path: string): Promise<unknown> {
  try {
    const { default: exported } = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    return exported;
  } catch (error) {
    throw new UsageError(`${option} can't be loaded: ${String(error)}`);
  }
}

/** The terms of a space in the options. */
export function termsOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const terms: Record<string, unknown> = {};
  if (values.space !== undefined) terms.space = values.space;
  if (values.nodes !== undefined) terms.nodes = numbersOf("--nodes", values.nodes, "-", "0-31");
  if (values.shares !== undefined) terms.shares = wholeNumber("--shares", values.shares);
  if (values.window !== undefined) terms.window = wholeNumber("--window", values.window);
  if (values["clock-skew"] !== undefined) terms.clockSkew = wholeNumber("--clock-skew", values["clock-skew"]);
  return terms;
}
