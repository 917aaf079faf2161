// The store of files. An import has no effects: nothing is read before the first use.
// May import: `bridge`, `generated`, `lease/stores`, `types`, `values`.

import { HAS_LOST, joinTexts } from "../index.js";
import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type * as api from "../../../../types/lease/file.js";
import type { LeaseStore, StoreAnswer, SwapGuard } from "../../../../types/lease/store.js";
import { sharedValue } from "../../../bridge/index.js";
import { invalid, readGuarded, readProperties } from "../../../values/index.js";
import { listSpaces, Space, type Memory } from "./space.js";

export const file: typeof api.file = (directory) => new FileStore(readDirectory(directory));

class FileStore implements LeaseStore {
  readonly durable = true;
  readonly #directory: string;
  readonly #spaces = new Map<string, Space>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  get location(): string {
    return `file ${realPath(this.#directory)}`;
  }

  read(space: string, keys: readonly string[]): Promise<StoreAnswer> {
    return this.#space(space).read(keys);
  }

  swap(space: string, key: string, previous: string | null, next: string, guard: SwapGuard): Promise<boolean> {
    return this.#space(space).swap(key, previous, next, guard);
  }

  spaces(): Promise<readonly string[]> {
    return listSpaces(this.#directory);
  }

  keysOf(space: string): Promise<readonly string[]> {
    return this.#space(space).keys();
  }

  [HAS_LOST](space: string): boolean {
    return this.#space(space).isLost();
  }

  #space(name: string): Space {
    const space = this.#spaces.get(name) ?? new Space(this.#directory, name, memoryOf(this.#directory, name));
    this.#spaces.set(name, space);
    return space;
  }
}

/**
 * The memory of a space in this thread, which all stores of all copies of this version share. A lease may go on with the store
 * of a later lease, and that store must notice that the space is gone, and must not make it again. The memory is found by the
 * given path, and by the path without symbolic links.
 */
function memoryOf(directory: string, space: string): Memory {
  const all = sharedValue(" files", () => new Map<string, Memory>());
  const keys = [directory, realPath(directory)].map((path) => joinTexts(path, space));
  const memory = keys.map((key) => all.get(key)).find((known) => known !== undefined) ?? { seen: undefined };
  for (const key of keys) if (!all.has(key)) all.set(key, memory);
  return memory;
}

/** The absolute path of a directory that a user gives. */
function readDirectory(given: unknown): string {
  return readGuarded("INVALID_OPTION", "directory", () => {
    const { href } = readProperties(given, ["href"]);
    const path = typeof href === "string" && /^file:/i.test(href) ? fileURLToPath(href) : given;
    // A text that still begins with `file:` was meant as a URL. As a path, it would name a directory `file:`.
    if (typeof path !== "string" || path === "" || path.includes("\0") || /^file:/i.test(path)) {
      throw invalid("INVALID_OPTION", "directory", path, "the path of a directory, or a URL object with file:");
    }
    return resolve(path);
  });
}

/** The path without symbolic links. The end of the path may not exist yet, and is left as it is. */
function realPath(path: string): string {
  for (let existing = path; existing !== dirname(existing); existing = dirname(existing)) {
    try {
      return join(realpathSync.native(existing), relative(existing, path));
    } catch {
      // The path does not exist, or can't be read: look at the directory above it.
    }
  }
  return path;
}
