// Arguments: read by Node's own parser, named after the formats' fields.

import { parseArgs } from "node:util";
import * as flakekit from "flakekit";
import { quoted } from "./output.js";

/** The command was not understood. */
export class UsageError extends Error {}

/** An ID of any format. */
export type Id = number | bigint | string;

/** A format as the command uses it, whichever it is. */
export interface AnyFormat extends flakekit.FormatDescription {
  generator(fields: Record<string, number>): { batch(count: number, meta?: number): ArrayLike<Id> };
  decode(id: Id): flakekit.Made & Record<string, unknown>;
  range(from: flakekit.Instant, to: flakekit.Instant): { min: Id; max: Id };
  toText(id: Id, options?: flakekit.TextOptions): string;
  with(options: { epoch: flakekit.Instant }): AnyFormat;
}

/** The format of this name: exactly, or in other letter case or with hyphens, as in `snowflake-si`. */
export function formatNamed(name: string | undefined): AnyFormat {
  const formats = flakekit.formats();
  const names = formats.map((format) => format.name).join(", ");
  if (name === undefined) throw new UsageError(`no format was given; there are ${names}`);
  const plain = (text: string): string => text.toLowerCase().replaceAll("-", "");
  const wanted = plain(name) === "x" ? flakekit.x.name : plain(name);
  const found = formats.find((format) => plain(format.name) === wanted);
  if (found === undefined) throw new UsageError(`no format is named ${quoted(name)}; there are ${names}`);
  // One that has no epoch yet says so itself when it is used.
  return found as unknown as AnyFormat;
}

/** `machineId` as an option: `machine-id`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>["options"];

/** Reads the arguments of a command. What the parser does not know is a usage error, and so is a value given twice. */
export function read(args: string[], options: Options): { values: Record<string, unknown>; rest: string[] } {
  const { values, positionals, tokens } = parse(args, options ?? {});
  const named = tokens.flatMap((token) => (token.kind === "option" && token.value !== undefined ? [token.name] : []));
  const twice = named.find((name, i) => named.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once`);
  return { values, rest: positionals };
}

function parse(args: string[], options: NonNullable<Options>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    // Some of the parser's messages have several lines.
    throw new UsageError((error as Error).message.replaceAll("\n", " "));
  }
}

/** Options of commands that write IDs of one format. */
export const WRITING = {
  epoch: { type: "string" },
  as: { type: "string" },
  padded: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** The format with the epoch given. */
export function withEpoch(format: AnyFormat, epoch: unknown): AnyFormat {
  return epoch === undefined ? format : format.with({ epoch: instant(epoch) });
}

/** An instant as given on a command line, where Unix ms are a text too. */
export function instant(given: unknown): string | number {
  const text = String(given);
  return /^-?\d{5,}$/.test(text) ? Number(text) : text;
}

/** How to write an ID as the options say. */
export function writer(format: AnyFormat, values: Record<string, unknown>): (id: Id) => string {
  const options: flakekit.TextOptions = { padded: values.padded === true };
  if (values.as !== undefined && values.as !== "text") options.as = values.as as flakekit.Encoding;
  return (id) => format.toText(id, options);
}
