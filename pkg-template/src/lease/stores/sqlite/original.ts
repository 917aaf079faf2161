// Tells the file of a database from copies of it.

import { statSync } from "node:fs";
import { dirname } from "node:path";

/** The mark of a file. A copy has another inode, or another time of birth. */
export interface FileMark {
  readonly _inode: string;
  /** Its time of birth in whole Unix ms; "0" where the runtime or the file system gives none. */
  readonly _born: string;
}

/** The mark of a database in memory. */
export const NO_FILE: FileMark = { _inode: "", _born: "" };

/** The mark of the file of a database, whose path is empty if it is in memory. */
export function markOf(path: string): FileMark {
  if (path === "") return NO_FILE;
  const { ino, birthtimeMs } = statSync(path);
  return { _inode: String(ino), _born: String(Math.floor(birthtimeMs) || 0) };
}

/** Whether the file of a database that a connection has open is gone, or another one has its name. */
export function isReplacedFile(path: string, { _inode }: FileMark): boolean {
  if (path === "") return false;
  // As long as the file is open, no other file can have its inode's number.
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined || String(stats.ino) !== _inode;
}

export function isSameFile(one: FileMark, other: FileMark, path: string): boolean {
  if (one._inode !== other._inode) return false;
  if (one._born === other._born || one._born === "0" || other._born === "0") return true;
  // Some runtimes give the time of the last change as the time of birth. Then both times of the directory are equal, too,
  // although it was changed after its birth; and times of birth say nothing.
  const { birthtimeMs, ctimeMs } = statSync(dirname(path));
  return birthtimeMs === ctimeMs;
}
