// The files of a space: their names, and the text of a version.
//
// ```text
// version-7-9f3a…              the state, complete; of all versions the one with the highest number counts
// draft-8-1790000002000-51c0…  a draft of version 8, which may be linked while the clock is below this time
// clock-77ab…                  a file from which a process reads the clock
// ```

import type { Stats } from "node:fs";
import fs from "node:fs/promises";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { quoted } from "../../../values/index.js";
import { storeFailed } from "../index.js";
import { isOriginalFile, isSameFile, versionMark, type FileMark } from "./original.js";
import { isReplaced, randomName } from "./system.js";

/** The version number of the form and the meaning of a version's text. */
const FORMAT = 1;

/** The longest name of a space in the name of a directory, which has less than 144 characters with all additions. */
const MAX_NAME_LENGTH = 120;

/** A version that was found. */
export interface Found {
  _number: number;
  /** The random name of the space, which copies of its directory have too. */
  _lineage: string;
  _name: string;
  _file: FileMark;
  /** The mark of its directory. Hard links put one file into several directories, so the directory must be the same too. */
  _directory: FileMark;
  /** Whether it is marked as replaced. */
  _isReplaced: boolean;
}

/** The content of a version. */
export interface State {
  _found: Found;
  _generation: string;
  _records: ReadonlyMap<string, string>;
}

/** The JSON in a version's file. */
interface Content {
  flakekit: typeof FORMAT;
  space: string;
  generation: string;
  file: FileMark;
  directory: FileMark;
  records: Record<string, string>;
}

/** The name of a space's directory. Names that differ only in upper and lower case become different names of directories. */
export function spaceName(space: string): string {
  const bytes = Array.from(new TextEncoder().encode(space));
  const plain = (byte: number): string => String.fromCharCode(byte);
  const escaped = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;
  const name = bytes.map((byte) => (/[a-z0-9_-]/.test(plain(byte)) ? plain(byte) : escaped(byte))).join("");
  return `space-${name.length <= MAX_NAME_LENGTH ? name : `~${createHash("sha256").update(space).digest("hex")}`}`;
}

/** Whether a directory is that of a space which is being made: its name is `finished` and a random suffix. */
export function isBegun(name: string, finished: string): boolean {
  return name.startsWith(`${finished}.`) && /^[0-9a-f]{16}$/.test(name.slice(finished.length + 1));
}

/** Whether a directory of this name may be that of a space. The directories of spaces that are being made have a suffix. */
export function isSpaceName(name: string): boolean {
  return /^space-[^.]*$/.test(name);
}

/** The name of the space of a version; `undefined` if it has no records, or cannot be read. */
export async function readSpaceName(path: string): Promise<string | undefined> {
  const content = parseContent((await readFile(path))._text);
  return content === undefined || Object.keys(content.records).length === 0 ? undefined : content.space;
}

export function versionName(number: number, lineage: string): string {
  return `version-${number}-${lineage}`;
}

/** A new name for a draft. `before` may be any number; the draft's name has a whole number. */
export function draftName(number: number, before: number): string {
  const deadline = Math.min(Math.max(Math.ceil(before), 0), Number.MAX_SAFE_INTEGER);
  return `draft-${number}-${deadline}-${randomName()}`;
}

/** The number and the lineage of a version; `undefined` for other names. */
export function parseVersion(name: string): { _number: number; _lineage: string } | undefined {
  const [, number, lineage] = /^version-(\d+)-([0-9a-f]{16})$/.exec(name) ?? [];
  return number === undefined || lineage === undefined ? undefined : { _number: Number(number), _lineage: lineage };
}

/** The number and the deadline of a draft; `undefined` for other names. */
export function parseDraft(name: string): { _number: number; _deadline: number } | undefined {
  const [, number, deadline] = /^draft-(\d+)-(\d+)-[0-9a-f]{16}$/.exec(name) ?? [];
  return number === undefined ? undefined : { _number: Number(number), _deadline: Number(deadline) };
}

/** The highest version among the names in a directory. `undefined` if there is no version. */
export function highestOf(
  directory: string,
  names: readonly string[],
): { _number: number; _lineage: string } | undefined {
  const versions = names.map(parseVersion).filter((version) => version !== undefined);
  const lineage = versions.at(0)?._lineage;
  if (lineage === undefined) return undefined;
  if (versions.some((version) => version._lineage !== lineage)) {
    throw storeFailed(
      `'${directory}' has files of two spaces; stop all processes that use it, then delete it or restore it from a backup`,
    );
  }
  return { _number: Math.max(...versions.map((version) => version._number)), _lineage: lineage };
}

/** The text of a state that is written to a file. */
export function writeContent(
  space: string,
  file: FileMark,
  directory: FileMark,
  state: Pick<State, "_generation" | "_records">,
): string {
  const content: Content = {
    flakekit: FORMAT,
    space,
    generation: state._generation,
    file,
    directory,
    records: Object.fromEntries(state._records),
  };
  return `${JSON.stringify(content)}\n`;
}

/** Reads a version. Throws ENOENT if it was removed. */
export async function readState(directory: string, space: string, found: Found): Promise<State> {
  const path = join(directory, found._name);
  const { _stats: stats, _text: text } = await readFile(path);
  const content = parseContent(text);
  if (content?.space !== space) {
    throw storeFailed(
      `'${path}' is not a state of the space ${quoted(space)} that this version of flakekit can read; it begins with ` +
        `${quoted(text)}; stop all processes that use it, then restore it from a backup or delete its directory`,
    );
  }
  const { _lineage, _directory } = found;
  const _file = versionMark(stats, _directory);
  const _isReplaced = isReplaced(stats);
  // A copy lacks later writes, so it has another generation, which the next swap writes into its version.
  const isCopy = _isReplaced || !isOriginal(content, _file, _directory);
  return {
    _found: { ...found, _file, _isReplaced },
    _generation: isCopy ? [_lineage, ..._file, ..._directory].join(".") : content.generation,
    _records: new Map(Object.entries(content.records)),
  };
}

/** The text of a file, and the `stat` of the same file. */
async function readFile(path: string): Promise<{ _stats: Stats; _text: string }> {
  const file = await fs.open(path, "r");
  try {
    return { _stats: await file.stat(), _text: await file.readFile("utf8") };
  } finally {
    await file.close();
  }
}

/** The content of a text; `undefined` if no version of this `FORMAT` has such a text. */
function parseContent(text: string): Content | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const content = parsed as Content | null;
  const isContent =
    content?.flakekit === FORMAT &&
    typeof content.space === "string" &&
    typeof content.generation === "string" &&
    isMark(content.file) &&
    isMark(content.directory) &&
    typeof content.records === "object" &&
    (content.records as unknown) !== null &&
    Object.values(content.records).every((record) => typeof record === "string");
  return isContent ? content : undefined;
}

function isMark(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === "number");
}

/** Whether a version is in the file and the directory that it was written to, and not in a copy. */
function isOriginal(content: Content, file: FileMark, directory: FileMark): boolean {
  return isSameFile(content.directory, directory) && isOriginalFile(content.file, file, directory);
}
