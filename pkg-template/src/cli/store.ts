// The store that the options name.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { LeaseStore } from "flakekit/lease";
import { quoted } from "./output.js";
import { UsageError } from "./usage.js";

/** The options for the terms of a space. */
export const TERM_OPTIONS = {
  nodes: { type: "string" },
  shares: { type: "string" },
  window: { type: "string" },
  "clock-skew": { type: "string" },
} as const;

/** The options of commands that use a store. */
export const STORE_OPTIONS = { store: { type: "string" }, space: { type: "string" }, ...TERM_OPTIONS } as const;

/** How long an ID may take under a lease, in ms: the store may be slow. */
export const MAX_LEASE_WAIT = 5_000;

/** The store in a directory, or the one that a module exports by default: a store, or a function that returns one. */
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

/** What a module of the user exports by default. */
export async function defaultOf(option: string, path: string): Promise<unknown> {
  try {
    const { default: exported } = (await import(pathToFileURL(resolve(path)).href)) as { default?: unknown };
    return exported;
  } catch (error) {
    throw new UsageError(`${option} can't be loaded: ${String(error)}`);
  }
}

/** The terms of a space in the options. */
export function termsOf(values: Record<string, unknown>): Record<string, unknown> {
  const terms: Record<string, unknown> = {};
  if (values.space !== undefined) terms.space = values.space;
  if (values.nodes !== undefined) terms.nodes = numbersOf("--nodes", values.nodes, "-", "0-31");
  if (values.shares !== undefined) terms.shares = wholeNumber("--shares", values.shares);
  if (values.window !== undefined) terms.window = wholeNumber("--window", values.window);
  if (values["clock-skew"] !== undefined) terms.clockSkew = wholeNumber("--clock-skew", values["clock-skew"]);
  return terms;
}

/** Reads two numbers with a separator between them. */
export function numbersOf(name: string, given: unknown, separator: string, example: string): [number, number] {
  const parts = String(given).split(separator);
  const [first, second] = parts.map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length === 2 && first !== undefined && second !== undefined && first >= 0 && second >= 0) {
    return [first, second];
  }
  throw new UsageError(`${name} is ${quoted(String(given))}; it must be two whole numbers, as in ${name} ${example}`);
}

/** Reads a whole number of any size. Its range is checked where it is used. */
export function wholeNumber(name: string, given: unknown): number {
  const text = String(given);
  if (/^\d+$/.test(text)) return Number(text);
  const remedy = text.startsWith("=") ? `, as in ${name} ${text.slice(1) || "3"}` : "";
  throw new UsageError(`${name} is ${quoted(text)}; it must be a whole number${remedy}`);
}
