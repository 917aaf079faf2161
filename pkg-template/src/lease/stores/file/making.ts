// Makes the directory of a space.

import fs from "node:fs/promises";
import { basename, join } from "node:path";
import timers from "node:timers/promises";
import { MAKING_MS } from "../index.js";
import {
  codeOf,
  exists,
  linkNew,
  makeDirectory,
  makeIn,
  randomName,
  refuseShared,
  remove,
  syncDirectory,
  writeNew,
} from "./system.js";
import { directoryMark, versionMark } from "./original.js";
import { draftName, isBegun, versionName, writeContent } from "./versions.js";

/**
 * Makes a space with its version 0, complete or not at all. So a directory without a version is a damaged space, and no
 * new one. Called when the directory was found missing: it may have been deleted under leases.
 */
export async function makeSpace(top: string, path: string, space: string): Promise<void> {
  await makeDirectory(top);
  await refuseShared(top);
  const made = `${path}.${randomName()}`;
  const draft = join(made, draftName(0, 0));
  const lineage = randomName();
  try {
    await makeIn(top, made);
    await fs.chmod(made, (await fs.stat(top)).mode & 0o7777);
    const empty = { _generation: lineage, _records: new Map() };
    await writeNew(draft, async (stats) => {
      const directory = await directoryMark(made);
      return { _text: writeContent(space, versionMark(stats, directory), directory, empty) };
    });
    await linkNew(draft, join(made, versionName(0, lineage)));
    await remove(draft);
    await syncDirectory(made);
    await timers.setTimeout(MAKING_MS);
    await fs.rename(made, path);
    await syncDirectory(top);
  } catch (error) {
    // Another process may have made the space at the same time. Systems give several codes then, so no code is
    // compared.
    if (!(await exists(path))) throw error;
  } finally {
    await fs.rm(made, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Prepares the use of a space that this process has not seen yet. */
export async function prepareSpace(top: string, path: string): Promise<void> {
  await refuseShared(top);
  await syncDirectory(top);
  // Removes the directories of processes that began to make the space and did not finish.
  const begun = (await fs.readdir(top)).filter((name) => isBegun(name, basename(path)));
  for (const name of begun) await removeBegun(join(top, name));
}

/** Removes the directory of a space that another process has begun to make. A process that still fills it removes it by itself. */
async function removeBegun(made: string): Promise<void> {
  try {
    await fs.rm(made, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY") throw error;
  }
}
