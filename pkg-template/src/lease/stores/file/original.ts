// Tells files and directories from copies of them.

import { type Stats, statSync } from "node:fs";
import fs from "node:fs/promises";
import timers from "node:timers/promises";
import { MAX_ANSWER_MS } from "../../../generated/contract.js";
import { codeOf, isReplaced, readClock, wholeMs } from "./system.js";

/** The inode's number of a file or a directory, and its time of birth in whole Unix ms, or 0 if that is unknown. */
export type FileMark = readonly [number: number, born: number];

/** How long a version may take from the creation of its file to its last link, in ms. A store that takes longer has failed. */
const MAX_LINK_MS = MAX_ANSWER_MS;

/** The devices whose directories are known to have no time of birth. */
const birthless = new Set<number>();

export function markOf({ ino, birthtimeMs }: Stats): FileMark {
  return [ino, wholeMs(birthtimeMs) || 0];
}

/**
 * The mark of a directory. Where a file system or a runtime has no times of birth, it gives the time of the last change
 * instead. So if both times are equal, files are made in the directory until the time of its last change differs.
 */
export async function directoryMark(path: string): Promise<FileMark> {
  const first = await fs.stat(path);
  let last = first;
  while (isUnclear(last) && last.ctimeMs === first.ctimeMs && !birthless.has(last.dev)) {
    await readClock(path);
    last = await fs.stat(path);
    if (last.ctimeMs === first.ctimeMs) await timers.setTimeout(1);
  }
  if (!isUnclear(last)) return markOf(last);
  birthless.add(last.dev);
  return [last.ino, 0];
}

/** Whether a directory with this mark is gone, or another one has its name. */
export function isReplacedDirectory(path: string, mark: FileMark): boolean {
  try {
    return !isSameFile(markOf(statSync(path)), mark);
  } catch (error) {
    const code = codeOf(error);
    // An error without a code is no error of the system: the engine's stack is full.
    if (code === undefined) throw error;
    return code === "ENOENT" || code === "ENOTDIR";
  }
}

function isUnclear({ birthtimeMs, ctimeMs }: Stats): boolean {
  return birthtimeMs === ctimeMs;
}

/**
 * The mark of a version's file. Without times of birth, and for a version that was replaced and put back, it has the time of
 * the last change (`ctime`) in its place, which no program can set.
 */
export function versionMark(stats: Stats, directory: FileMark): FileMark {
  return isBirthless(directory) || isReplaced(stats) ? [stats.ino, wholeMs(stats.ctimeMs)] : markOf(stats);
}

/** Whether a file is the one to which its version was written, and not a copy. `written` is the mark in the version's text. */
export function isOriginalFile(written: FileMark, file: FileMark, directory: FileMark): boolean {
  if (!isBirthless(directory)) return isSameFile(written, file);
  // A later file can get the number of a removed one. So a file that was changed too long after it was written counts as a
  // copy. (It may have got a hard link instead, but that can't be told.)
  return written[0] === file[0] && Math.abs(written[1] - file[1]) <= MAX_LINK_MS;
}

function isBirthless([, born]: FileMark): boolean {
  return born === 0;
}

/** Whether two marks are of one file or directory. A copy has another number, or another time of birth. */
export function isSameFile([number, born]: FileMark, [otherNumber, otherBorn]: FileMark): boolean {
  return number === otherNumber && (born === otherBorn || born === 0 || otherBorn === 0);
}
