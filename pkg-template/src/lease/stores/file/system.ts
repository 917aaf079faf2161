// Calls of the file system for the store of files.

import type { Stats } from "node:fs";
import fs from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { platform } from "node:process";
import { FlakeError, readProperties } from "../../../values/index.js";
import { storeFailed } from "../index.js";

/** Remedies for errors of the system, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  __proto__: null as never,
  EACCES: "let the user of this process read and write there",
  EDQUOT: "free some space there",
  EEXIST: "give a directory, not a file",
  EMFILE: "raise the limit of open files",
  ENFILE: "raise the limit of open files",
  ENOSPC: "free some space there",
  ENOTDIR: "give a directory, not a file",
  EPERM: "let the user of this process read and write there",
  EROFS: "give a directory that can be written",
};

/** The codes with which link() fails in file systems without hard links. EISDIR: exFAT on Windows. */
const NO_HARD_LINKS: readonly unknown[] = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EISDIR"];

/**
 * The types that Linux gives to file systems whose directories may be shared with other hosts, where listings may be
 * old and clocks differ. FUSE is among them because sshfs, GlusterFS and buckets look like a local file system.
 */
const SHARED_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xfe534d42, "SMB2"],
  [0xff534d42, "CIFS"],
  [0x65735546, "FUSE"],
  [0x01021997, "9p"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
  [0x564c, "NCP"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x01161970, "GFS2"],
  [0x7461636f, "OCFS2"],
  [0x47504653, "GPFS"],
  [0x19830326, "BeeGFS"],
  [0x20030528, "OrangeFS"],
  [0xaad7aaea, "PanFS"],
  [0x786f4256, "vboxsf"],
  [0xbacbacbc, "vmhgfs"],
]);

/** The code of an error of the system. */
export function codeOf(error: unknown): unknown {
  return readProperties(error, ["code"])["code"];
}

/** Whether a call failed because another process has removed the file. */
export function isGone(error: unknown): boolean {
  // Windows keeps the name of a removed file while a process reads it, and lets no other process open it.
  const codes = platform === "win32" ? ["ENOENT", "EPERM", "EACCES", "EBUSY"] : ["ENOENT"];
  return codes.includes(String(codeOf(error)));
}

/**
 * The error for a directory in which a call failed. `outcome` says what may have been changed, and `isPermanent` whether another
 * attempt fails too.
 */
export function callFailed(
  directory: string,
  error: unknown,
  outcome = "",
  isPermanent = isGone(error) ? false : undefined,
): FlakeError {
  if (error instanceof FlakeError) return error;
  const remedy = REMEDIES[String(codeOf(error))];
  const reason = error instanceof Error ? error.message : String(error);
  const advice = remedy === undefined ? "" : `; ${remedy}`;
  return storeFailed(`the directory '${directory}' can't be used: ${reason}${advice}${outcome}`, error, isPermanent);
}

/** 64 random bits as text, for a name that no other process uses. */
export function randomName(): string {
  return randomBytes(8).toString("hex");
}

/** A time of the file system, in whole Unix ms. */
export function wholeMs(time: number): number {
  return Math.floor(time);
}

/** Removes a file, unless it is gone. */
export async function remove(path: string): Promise<void> {
  try {
    await fs.unlink(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

/**
 * Marks a version's file as replaced: sets its times to 0, which all of its hard links have in common. So each hard link
 * is recognised if it comes back. Only the owner of the file and the superuser can set times; for other users this does
 * nothing.
 */
export async function markReplaced(path: string): Promise<void> {
  await fs.utimes(path, 0, 0).catch(() => undefined);
}

export function isReplaced({ mtimeMs }: Stats): boolean {
  return mtimeMs === 0;
}

/** Whether there is a file or a directory of this name. */
export async function exists(path: string): Promise<boolean> {
  return fs.stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes a new file. `write` gets the `stat` of the file, and returns the file's text, which is on the disk when this
 * function returns. If `write` returns `false` or `undefined`, the file remains empty. Returns the result of `write`.
 */
export async function writeNew<T extends { _text: string } | false | undefined>(
  path: string,
  write: (stats: Stats) => Promise<T>,
): Promise<T> {
  const file = await fs.open(path, "wx");
  try {
    const written = await write(await file.stat());
    if (written) {
      await file.writeFile(written._text);
      await file.sync();
    }
    return written;
  } finally {
    await file.close();
  }
}

/** The clock of the file system: the time that it gives to a new file in a directory. */
export async function readClock(directory: string): Promise<number> {
  const path = join(directory, `clock-${randomName()}`);
  const file = await fs.open(path, "wx");
  try {
    return wholeMs((await file.stat()).mtimeMs);
  } finally {
    await file.close().finally(() => remove(path));
  }
}

/** Whether a name is that of a file from which a process reads the clock. */
export function isClock(name: string): boolean {
  return /^clock-[0-9a-f]{16}$/.test(name);
}

/** Links a file to a new name. Returns false if that name is taken, or the file is gone. */
export async function linkNew(file: string, name: string): Promise<boolean> {
  try {
    await fs.link(file, name);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") return false;
    if (!NO_HARD_LINKS.includes(codeOf(error))) throw error;
    throw storeFailed(
      `the file system of '${dirname(name)}' has no hard links; give a directory on one that has them, such as ext4, ` +
        "XFS, Btrfs, APFS or NTFS",
      error,
      true,
    );
  }
}

/** An open directory, whose entries `_sync` writes to the disk. */
export interface OpenDirectory {
  _sync(): Promise<void>;
  _close(): Promise<void>;
}

export async function openDirectory(path: string): Promise<OpenDirectory> {
  // Windows can't open directories in this way. It writes their entries to the disk in order.
  if (platform === "win32") return { _sync: async () => undefined, _close: async () => undefined };
  const handle = await fs.open(path, "r");
  return { _sync: () => handle.sync(), _close: () => handle.close() };
}

/** Writes the entries of a directory to the disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await openDirectory(path);
  try {
    await directory._sync();
  } finally {
    await directory._close();
  }
}

/**
 * Creates a directory, and the directories above it. They are on the disk when this returns. Node's `recursive` is not
 * used: it never ends where nothing can be created, as in /proc.
 */
export async function makeDirectory(path: string): Promise<void> {
  if (await exists(path)) return;
  if (dirname(path) !== path) await makeDirectory(dirname(path));
  try {
    await makeIn(dirname(path), path);
  } catch (error) {
    // Another process may have made it.
    if (!(await exists(path))) throw error;
  }
  await syncDirectory(dirname(path));
}

/** Creates a directory in another one. Where nothing can be created, as in /proc, Linux fails with ENOENT. */
export async function makeIn(above: string, path: string): Promise<void> {
  try {
    await fs.mkdir(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || !(await exists(above))) throw error;
    throw callFailed(above, error, "; nothing can be created in it: give another directory", true);
  }
}

/** Throws if a directory may be shared with other hosts. */
export async function refuseShared(path: string): Promise<void> {
  // Other systems number their types in other ways, and Deno before 2.6 can't tell the type.
  if (platform !== "linux" || typeof fs.statfs !== "function") return;
  const { type } = await fs.statfs(path);
  // Where `long` has 32 bits, the type is negative.
  const name = SHARED_TYPES.get(type >>> 0);
  if (name === undefined) return;
  throw storeFailed(
    `'${path}' is on a file system of type ${name}, which may be shared with other hosts; give a directory on a local ` +
      "disk (in a container: a volume), or use a store that has a server",
    undefined,
    true,
  );
}
