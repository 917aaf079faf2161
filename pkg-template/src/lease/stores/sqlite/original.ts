// Whether a database is in the file that it was made in, and not in a copy.

import { statSync } from "node:fs";
import { dirname } from "node:path";

/** What a file is known by. A copy has another number, or was born at another time. */
export interface FileMark {
  readonly _inode: string;
  /** Its time of birth in whole Unix ms; "0" where the runtime or the file system gives none. */
  readonly _born: string;
}

/** A database in memory. */
export const NO_FILE: FileMark = { _inode: "", _born: "" };

/** The mark of the file of a database, whose path is empty if it is in memory. */
export function markOf(path: string): FileMark {
  if (path === "") return NO_FILE;
  const { ino, birthtimeMs } = statSync(path);
  return { _inode: String(ino), _born: String(Math.floor(birthtimeMs) || 0) };
}

export function isSameFile(one: FileMark, other: FileMark, path: string): boolean {
  if (one._inode !== other._inode) return false;
  if (one._born === other._born || one._born === "0" || other._born === "0") return true;
  // Some runtimes give the time of the last change. A directory changes after its birth, so its times tell.
  const { birthtimeMs, ctimeMs } = statSync(dirname(path));
  return birthtimeMs === ctimeMs;
}
