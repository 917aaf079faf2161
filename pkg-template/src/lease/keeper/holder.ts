// The process in which leases run. Its number and a hash of its host's name are written into the records of its seats, so that a
// process that finds no free seat can say how many seats its own process and its own host have.

import { quoted, readProperties } from "../../values/index.js";
import type { Taken } from "../protocol/index.js";

/** A process of a host that has a name. */
interface Holder {
  readonly process: number;
  readonly host: string;
  /** The end of the terms as text. */
  readonly terms: string;
}

/** What Node and Bun have in `process`. */
interface NodeProcess {
  readonly pid: number;
  getBuiltinModule(name: "node:os"): { hostname(): string };
}

/** The name that runtimes without a host report. */
const NO_NAME = "localhost";

/**
 * The process of this thread; `undefined` where there is none, or where its host has no name: in browsers and Workers, in Node
 * before 20.16, and in Deno, which asks the user before it tells a name.
 */
function holderOfThread(): Holder | undefined {
  try {
    const { process, Deno } = readProperties(globalThis, ["process", "Deno"]) as {
      process?: NodeProcess;
      Deno?: unknown;
    };
    if (Deno !== undefined) return undefined;
    const host = process?.getBuiltinModule("node:os").hostname();
    if (process === undefined || !host || host === NO_NAME) return undefined;
    return { process: process.pid, host, terms: ` holder=${hex(hashOf(host))}${hex(process.pid)}` };
  } catch {
    return undefined;
  }
}

const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, "0");

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** The terms as text, with the holder. */
export const withHolder = (terms: string): string => terms + (holderOfThread()?.terms ?? "");

/** How many seats there are, and how many of them leases of this thread have. */
export type SeatCounts = readonly [all: number, ofThread: number];

/** Who has the seats, as far as it is known: `4 in all; leased by this thread: 1, by process 4211: 2, by host 'web-1': 3`. */
export function whoHas([all, ofThread]: SeatCounts, [read, ofHost, ofProcess]: Taken): string {
  const holder = holderOfThread();
  if (holder === undefined) return `${all} in all; leased by this thread: ${ofThread}`;
  const of = read < all ? `${all} in all, of which ${read} were read` : `${all} in all`;
  const { process, host } = holder;
  return `${of}; leased by this thread: ${ofThread}, by process ${process}: ${ofProcess}, by host ${quoted(host)}: ${ofHost}`;
}
