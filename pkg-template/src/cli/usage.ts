// Reads the arguments of the command. Options for fields are named after the formats' fields.

import { parseArgs } from "node:util";
import * as flakekit from "flakekit";
import type { AnyFormat, AnyFormatWithEpoch, AnyId } from "flakekit";
import { quoted } from "./output.js";

/** The arguments are invalid. */
export class UsageError extends Error {}

/** Finds a format by its name. Letter case and hyphens do not matter, as in `snowflake-si`. */
export function formatNamed(name: string | undefined): AnyFormat {
  const formats: AnyFormat[] = flakekit.formats();
  const names = formats.map((format) => format.name).join(", ");
  if (name === undefined) throw new UsageError(`no format was given; there are ${names}`);
  const plain = (text: string): string => text.toLowerCase().replaceAll("-", "");
  const wanted = plain(name) === "x" ? flakekit.x.name : plain(name);
  const found = formats.find((format) => plain(format.name) === wanted);
  if (found === undefined) throw new UsageError(`no format is named ${quoted(name)}; there are ${names}`);
  return found;
}

/** Converts a field name to the name of its option: `machineId` to `machine-id`. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>["options"];

/** Parses the arguments of a command. Unknown options, and second values of options that take one, are usage errors. */
export function read(args: string[], options: Options): { values: Record<string, unknown>; rest: string[] } {
  const { values, positionals, tokens } = parse(args, options ?? {});
  const named = tokens.flatMap((token) => (token.kind === "option" && token.value !== undefined ? [token.name] : []));
  const twice = named.find((name, i) => options?.[name]?.multiple !== true && named.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`--${twice} is given more than once`);
  return { values, rest: positionals };
}

function parse(args: string[], options: NonNullable<Options>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    // Messages of the parser may have several lines.
    throw new UsageError((error as Error).message.replaceAll("\n", " "));
  }
}

/** The options of commands that write IDs of one format. */
export const WRITE_OPTIONS = {
  epoch: { type: "string" },
  as: { type: "string" },
  padded: { type: "boolean" },
  json: { type: "boolean" },
} as const;

/** The format with the given epoch, or with its own. */
export function withEpoch(format: AnyFormat, epoch: unknown): AnyFormatWithEpoch {
  if (epoch !== undefined) return format.with({ epoch: instant(epoch) });
  if (format.epoch !== null) return format;
  throw new UsageError(`${format.name} has no epoch of its own; give one, as in --epoch 2024-01-01`);
}

/** An instant from the command line, where Unix ms are a text too. */
export function instant(given: unknown): string | number {
  const text = String(given);
  return /^-?\d{5,}$/.test(text) ? Number(text) : text;
}

/** A function that writes an ID as the options `--as` and `--padded` say. */
export function textWriter(format: AnyFormat, values: Record<string, unknown>): (id: AnyId) => string {
  const options: flakekit.TextOptions = { padded: values.padded === true };
  if (values.as !== undefined && values.as !== "text") options.as = values.as as flakekit.Encoding;
  return (id) => format.toText(id, options);
}
