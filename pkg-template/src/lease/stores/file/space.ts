// A space in a directory: one file holds the complete state, and a swap makes the file of the next version.
//
// Why a swap applies only to the state that it has read. H is the highest number that was ever linked. Two assumptions are
// made about the file system: link() is atomic and fails if the new name is taken or the old one is gone; a listing has
// each name that is there from its beginning to its end. A listing need not be atomic.
//
// 1. The version H is never removed: a cleaner removes only versions below a linked one.
// 2. If the highest version M of a listing exists after it, M was H when the listing began, or later. Otherwise the
//    version that was H then has been removed during the listing. The process that removed it had listed before, when a
//    higher one was linked, so with M in the list, and removes in ascending order: M first.
// 3. A writer makes its draft of n + 1 before such a listing with M = n, so before n + 2 is linked. A process that removes
//    the version n + 1 lists after n + 2 is linked, so with the draft in the list, and removes drafts first. So when the
//    writer links its draft as n + 1, that name is taken or the draft is gone, unless H is still n.
//
// So writers and cleaners may be stopped or killed anywhere, and any number of them may run. The names of versions contain a
// random name of the space (the lineage), and a cleaner removes only versions of its own lineage. So a process that was
// stopped takes nothing from a space that was deleted and made again: at most a draft, and then that swap starts over. (If an
// older copy is restored while a process is stopped between the listing and the removals, it may remove versions of that copy.
// Then the space has no version, and fails, or goes back further, as yet another copy.)
//
// Why a version that was removed and comes back is recognised as a copy. When a version is on the disk, the one before it is
// marked as replaced (`markReplaced` in system.ts), before it is removed, and again by each process that reads the later one. A
// backup's hard links are the same file, so they are marked too. If such links come back into the same directory, this is the
// only trace; other copies differ in the `FileMark` of the file or of the directory. A version that is marked is a copy if a
// later listing still has it as the last one. Otherwise it has just been replaced.
//
// Why no swap applies when the clock has reached `before`. The writer compares the time of its draft's file with `before`. But
// it may be stopped between that and its link. So a reader removes each draft whose `before` has passed by the clock that the
// reader will report, and answers only if H is unchanged after that. A draft that its listing lacks was made after the clock
// was read, so its `before` is later. So nobody who has seen the clock at `before` sees the swap apply afterwards.

import fs from "node:fs/promises";
import { join } from "node:path";
import timers from "node:timers/promises";
import type * as api from "../../../../types/lease/store.js";
import { Again, areAsRead, recordsLost, retry, sleep, storeFailed } from "../index.js";
import { directoryMark, isReplacedDirectory, isSameFile, versionMark } from "./original.js";
import { makeSpace, prepareSpace } from "./making.js";
import {
  callFailed,
  codeOf,
  isClock,
  isGone,
  isReplaced,
  linkNew,
  markReplaced,
  openDirectory,
  readClock,
  remove,
  syncDirectory,
  wholeMs,
  writeNew,
  type OpenDirectory,
} from "./system.js";
import {
  draftName,
  highestOf,
  isSpaceName,
  parseDraft,
  parseVersion,
  readSpaceName,
  readState,
  spaceName,
  versionName,
  writeContent,
  type Found,
  type State,
} from "./versions.js";

/** How often a call starts over, because other processes write or remove files at the same time. */
const MAX_TRIES = 100;

/** The longest wait between two tries, in ms. */
const MAX_DELAY_MS = 50;

/** The result of a try; `undefined` if it has changed nothing and has to start over. */
type Try<T> = Promise<T | undefined>;

/** The result of a listing: all names, and the highest version. */
interface Listing {
  _names: string[];
  _highest: Found;
}

/** The remedy if windows may run that the space does not know. */
const START_LATER = "stop all processes that use it, and start them again when the longest window has passed";

/** The last state of a space that this thread has seen. */
export interface Memory {
  /** The state is on the disk: `#load` waits for that before it sets `seen`. */
  seen: State | undefined;
}

function again(): never {
  throw new Again();
}

/** The error of a listing without a version. */
class NoVersion extends Error {}

export class Space {
  readonly #top: string;
  readonly #space: string;
  readonly #path: string;
  readonly #memory: Memory;

  constructor(top: string, space: string, memory: Memory) {
    this.#top = top;
    this.#space = space;
    this.#path = join(top, spaceName(space));
    this.#memory = memory;
  }

  read(keys: readonly string[]): Promise<api.StoreAnswer> {
    return this.#retry(async () => {
      const state = await this.#load();
      if (state === undefined) return undefined;
      const now = await readClock(this.#path);
      const names = await this.#listAt(state);
      if (names === undefined) return undefined;
      const late = names.filter((name) => (parseDraft(name)?._deadline ?? Infinity) <= now);
      await this.#remove(late);
      if (late.length > 0) return undefined;
      const records = keys.map((key) => state._records.get(key) ?? null);
      return { now, generation: state._generation, records };
    });
  }

  keys(): Promise<readonly string[]> {
    return this.#retry(async () => {
      const state = await this.#load();
      return state === undefined ? undefined : [...state._records.keys()];
    });
  }

  swap(key: string, previous: string | null, next: string, guard: api.SwapGuard): Promise<boolean> {
    return this.#retry(async () => {
      const state = await this.#load();
      if (state === undefined) return undefined;
      if (!areAsRead((name) => state._records.get(name) ?? null, state._generation, key, previous, guard)) return false;
      return this.#append(state, new Map(state._records).set(key, next), guard.before);
    });
  }

  /** Whether the directory that this thread has seen is gone, or another one has its name. */
  isLost(): boolean {
    const { seen } = this.#memory;
    return seen !== undefined && isReplacedDirectory(this.#path, seen._found._directory);
  }

  /** Repeats an attempt whose result is `undefined` if it has changed nothing and has to start over. */
  #retry<T>(attempt: () => Try<T>): Promise<T> {
    let cause: unknown;
    return retry(async () => (await attempt()) ?? again(), {
      _isOver: (tries) => tries >= MAX_TRIES,
      _maxDelay: (tries) => Math.min(2 ** tries, MAX_DELAY_MS),
      // The wait does not use the global timers, which a user's test may have replaced by timers that stand still.
      _wait: (ms) => timers.setTimeout(ms),
      _mayPass: (error) => {
        // Another process has removed a file after it was listed. Or a listing, which is not atomic, has no version: the last
        // version was removed, and the version that replaced it came too late for the listing.
        if (!isGone(error) && !(error instanceof NoVersion)) throw callFailed(this.#top, error);
        cause = error;
      },
      // The cause is the last error, although later tries may have ended without an error.
      _giveUp: () => {
        if (cause instanceof NoVersion) {
          throw recordsLost(
            `'${this.#path}' has no version file, so its records are lost; stop all processes that use it, then delete it ` +
              "or restore it from a backup",
          );
        }
        throw storeFailed(
          `'${this.#path}' has changed during each of ${MAX_TRIES} tries; let fewer processes start at once, or try again`,
          cause,
        );
      },
    });
  }

  /**
   * The state of the highest version; `undefined` if the version was replaced meanwhile. The state is on the disk, so no loss
   * of power takes it back.
   */
  async #load(): Try<State> {
    const { seen } = this.#memory;
    const { _names: names, _highest: found } = await this.#list();
    if (seen !== undefined && isSame(seen._found, found)) return seen;
    if (seen !== undefined && seen._found._lineage !== found._lineage) {
      throw recordsLost(`'${this.#path}' was replaced by a new space; ${START_LATER}`);
    }
    const state = await readState(this.#path, this.#space, found);
    // A version that was replaced since the listing is marked too, although it is no copy. So the space is listed
    // again.
    if (state._found._isReplaced && (await this.#listAt(state)) === undefined) return undefined;
    if (seen === undefined) await prepareSpace(this.#top, this.#path);
    if (seen !== undefined && hasGoneBack(seen, state)) {
      const to = found._number < seen._found._number ? `to ${found._number}` : `to another version ${found._number}`;
      throw recordsLost(
        `'${this.#path}' has gone back from version ${seen._found._number} ${to}: somebody has restored or ` +
          "deleted files; stop all processes that use it, and call resetSpace before they start again",
      );
    }
    await syncDirectory(this.#path);
    // The process that had to mark older versions may have been killed.
    await this.#markReplaced(olderThan(found, names));
    if (this.#memory.seen === seen) this.#memory.seen = state;
    return state;
  }

  async #make(): Promise<void> {
    try {
      await makeSpace(this.#top, this.#path, this.#space);
    } catch (error) {
      // An ENOENT must not pass as it is: `#retry` would take it for a version that was removed meanwhile.
      throw callFailed(this.#top, error);
    }
  }

  /**
   * Lists the space. A missing space is created only if it was never seen, because the windows of a space that was seen may
   * still run. Throws ENOENT if it was created, or if the highest version was removed meanwhile.
   */
  async #list(): Promise<Listing> {
    const names = await fs.readdir(this.#path).catch(async (error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
      if (this.#memory.seen !== undefined)
        throw recordsLost(`'${this.#path}' is gone; bring it back, or ${START_LATER}`);
      await this.#make();
      throw error;
    });
    const highest = highestOf(this.#path, names);
    if (highest === undefined) throw new NoVersion();
    const { _number, _lineage } = highest;
    const _name = versionName(_number, _lineage);
    const stats = await fs.stat(join(this.#path, _name));
    const _directory = await directoryMark(this.#path);
    const _file = versionMark(stats, _directory);
    const _isReplaced = isReplaced(stats);
    return { _names: names, _highest: { _number, _lineage, _name, _file, _directory, _isReplaced } };
  }

  /** Lists the space; `undefined` if this state is no longer the last one. */
  async #listAt(state: State): Try<string[]> {
    const { _names, _highest } = await this.#list();
    return isSame(_highest, state._found) ? _names : undefined;
  }

  /** Makes the version that follows a state, if no other process has made it and the clock is below `before`. */
  async #append(state: State, records: ReadonlyMap<string, string>, before: number): Try<boolean> {
    const { _lineage, _directory } = state._found;
    const _number = state._found._number + 1;
    const _name = versionName(_number, _lineage);
    const draft = join(this.#path, draftName(_number, before));
    // The directory is opened first: if too many files are open, this fails before anything is changed.
    const directory = await openDirectory(this.#path);
    try {
      const written = await writeNew(draft, async (stats) => {
        if (!(wholeMs(stats.mtimeMs) < before)) return false;
        if ((await this.#listAt(state)) === undefined) return undefined;
        const _file = versionMark(stats, _directory);
        const found: Found = { _number, _lineage, _name, _file, _directory, _isReplaced: false };
        const next: State = { ...state, _found: found, _records: records };
        return { _text: writeContent(this.#space, _file, _directory, next), _next: next };
      });
      if (!written) return written;
      if (!(await linkNew(draft, join(this.#path, _name)))) return undefined;
      await this.#finish(directory, written._next._found);
      if (this.#memory.seen === state) this.#memory.seen = written._next;
      return true;
    } finally {
      // If one of these steps fails, nothing is lost: the next swap removes the draft.
      await remove(draft).catch(() => undefined);
      await directory._close().catch(() => undefined);
    }
  }

  /** After a version was linked: writes the directory to the disk, and removes drafts, clock files and older versions. */
  async #finish(directory: OpenDirectory, made: Found): Promise<void> {
    const { _number: number } = made;
    try {
      await directory._sync();
      const names = await fs.readdir(this.#path);
      await this.#remove(names.filter((name) => (parseDraft(name)?._number ?? Infinity) <= number || isClock(name)));
      const older = olderThan(made, names);
      await this.#markReplaced(older);
      await this.#remove(older);
    } catch (error) {
      throw callFailed(this.#top, error, "; the swap may have been made");
    }
  }

  /**
   * Marks versions as replaced, when a later version is on the disk. Backups may have hard links of them. So the last
   * version is marked only if it was put back.
   */
  async #markReplaced(names: readonly string[]): Promise<void> {
    for (const name of names) await markReplaced(join(this.#path, name));
  }

  /** Removes files in this order, up to the first file that cannot be removed. */
  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) await remove(join(this.#path, name));
  }
}

/** The names of the spaces in a directory. Other files and directories are left out. */
export async function listSpaces(top: string): Promise<string[]> {
  const entries = await fs.readdir(top).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw callFailed(top, error);
  });
  const named = await Promise.all(entries.filter(isSpaceName).map((name) => nameOf(join(top, name))));
  return named.filter((name) => name !== undefined);
}

/** The name of the space in a directory; `undefined` if it is being written to all the time, or damaged. */
function nameOf(path: string): Promise<string | undefined> {
  const attempt = async (): Promise<string | undefined> => {
    const highest = highestOf(path, await fs.readdir(path));
    if (highest === undefined) return undefined;
    return readSpaceName(join(path, versionName(highest._number, highest._lineage)));
  };
  return retry(attempt, {
    _isOver: (tries) => tries >= MAX_TRIES,
    _maxDelay: () => 0,
    _wait: sleep,
    _mayPass: (error) => {
      if (!isGone(error)) throw callFailed(path, error);
    },
    _giveUp: () => undefined,
  });
}

/** The versions of this space with lower numbers, in ascending order. */
function olderThan({ _number: number, _lineage: lineage }: Found, names: readonly string[]): string[] {
  const versionOf = (name: string): number => {
    const version = parseVersion(name);
    return version?._lineage === lineage ? version._number : Infinity;
  };
  return names.filter((name) => versionOf(name) < number).sort((a, b) => versionOf(a) - versionOf(b));
}

/** Whether the space is older than when it was seen, and has the same generation, so that it is not known as a copy. */
function hasGoneBack(seen: State, state: State): boolean {
  if (seen._generation !== state._generation) return false;
  const [before, after] = [seen._found._number, state._found._number];
  const textOf = ({ _records }: State): string => JSON.stringify([..._records].sort());
  return after < before || (after === before && textOf(state) !== textOf(seen));
}

function isSame(one: Found, other: Found): boolean {
  return (
    one._name === other._name && isSameFile(one._file, other._file) && isSameFile(one._directory, other._directory)
  );
}
