// Prints the contents of IDs, and reports IDs that could not be read.

import { existsSync } from "node:fs";
import type { Entry } from "./entry.js";
import { complain, type Io, OutputClosed, print, quoted } from "../io/index.js";

/** The error if some of the IDs could not be read. They have been reported before. */
export class Unread extends Error {}

/** The reason why an ID can't be read. */
export class Problem {
  /**
   * `isLoss`: the ID's digits are lost. A damaged column has many such IDs, so `Watch` reports all of them together.
   */
  constructor(
    readonly sentence: string,
    readonly isLoss = false,
  ) {}
}

export type Id = string | bigint;

/** How a command reads many IDs at once, and the text that it prints. */
export interface Command<T> {
  /** Takes IDs. Returns a function that gives the content of the ID at a position. */
  readonly read: (ids: readonly Id[]) => (position: number) => T | Problem;
  /**
   * The text for an entry; an empty text, if nothing is printed for it. `content` is `undefined` if the entry is a row
   * that is only kept.
   */
  readonly write: (entry: Entry, content: T | Problem | undefined) => string;
}

/**
 * Prints each batch of entries. Entries without an ID, and IDs that can't be read, are reported; all other entries are
 * still printed.
 */
export async function printEach<T>(
  io: Io,
  entries: AsyncIterable<readonly Entry[]>,
  { read, write }: Command<T>,
): Promise<void> {
  let reported = false;
  try {
    for await (const batch of entries) {
      const contentAt = read(batch.flatMap(({ id }) => id ?? []));
      let position = 0;
      let text = "";
      for (const entry of batch) {
        const content = contentOf(entry, () => contentAt(position++));
        text += write(entry, content);
        if (!(content instanceof Problem)) continue;
        reported = true;
        if (content.isLoss) continue;
        // The IDs before the problem are printed first, so that a reader of both outputs sees everything in the order
        // of the input.
        if (text !== "") await print(io, text);
        text = "";
        complain(io, `${entry.where}: ${content.sentence}${remedyFor(entry)}`);
      }
      if (text !== "") await print(io, text);
    }
  } catch (error) {
    // It is no error that the reader of the output has closed it. IDs that were reported before still count.
    if (!(error instanceof OutputClosed)) throw error;
  }
  if (reported) throw new Unread();
}

function contentOf<T>({ id, problem }: Entry, read: () => T): T | Problem | undefined {
  if (id !== undefined) return read();
  return problem === undefined ? undefined : new Problem(problem);
}

/** Matches names of files, but no links, which may also end with a dot and letters. */
const FILE_NAME = /^(?!.*:\/\/).*\.[a-z]\w{0,5}$/i;

/** Says how to read a file, if an argument that is no ID looks like the name of one. */
function remedyFor({ argument }: Entry): string {
  if (argument === undefined || !(FILE_NAME.test(argument) || existsSync(argument))) return "";
  const input = `< ${quoted(argument)}`;
  return `; to read a file, write ${input}, for a table also --column, and for JSON --field, as in --column id ${input}`;
}
