// Reads the arguments of a command by its row of the table.

import { parseArgs } from "node:util";
import { type Command, COMMANDS, type CommandName } from "./commands.js";
import type { Option } from "./options.js";
import { quoted } from "../io/index.js";
import { camel, kebab, suggestion, UsageError } from "./usage.js";
import { findFormat } from "./values.js";

/** The arguments of a command. */
export interface Given {
  /** The options by name: texts, lists of texts where several can be given, and `true` for options that have no value. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The options as the user typed them, such as `-n`, by name. */
  readonly typed: Readonly<Record<string, string>>;
  /** The arguments that are no options. */
  readonly rest: readonly string[];
  /** How many members of `rest` were given before `--`. */
  readonly beforeDashes: number;
}

/** Matches texts that begin with a hyphen, but are values. */
const NEGATIVE_NUMBER = /^-[\d.]/;

/** Reads arguments. Unknown options, and second values of options that take one value, are usage errors. */
export function read(name: CommandName, args: string[]): Given {
  const command: Command = COMMANDS[name];
  const tokens = tokensOf(withOptionalValues(args, command.options), command.options);
  const values: Record<string, unknown> = {};
  const typed: Record<string, string> = {};
  const rest: string[] = [];
  let beforeDashes: number | undefined;
  for (const token of tokens) {
    if (token.kind === "positional") rest.push(token.value);
    if (token.kind === "option-terminator") beforeDashes = rest.length;
    if (token.kind !== "option") continue;
    const option = command.options.find((known) => known.name === kebab(token.name));
    if (option === undefined) throw unknownOption(name, args[token.index] ?? token.rawName);
    const flag = token.rawName.startsWith("--") ? `--${option.name}` : token.rawName;
    const value = valueOf(option, flag, token.value, token.inlineValue === true);
    if (option.multiple === true) {
      values[option.name] = [...((values[option.name] as unknown[] | undefined) ?? []), value];
    } else if (option.value !== undefined && values[option.name] !== undefined) {
      throw new UsageError(`--${option.name} is given more than once`);
    } else {
      values[option.name] = value;
    }
    typed[option.name] = flag;
  }
  return { values, typed, rest, beforeDashes: beforeDashes ?? rest.length };
}

/** The parsed arguments. Options can also be written as the API writes them: `--workerId`. */
function tokensOf(args: string[], options: readonly Option[]) {
  const config = options.flatMap(({ name, short, value, isOptional }) => {
    const type = value === undefined || isOptional === true ? ("boolean" as const) : ("string" as const);
    return [
      [camel(name), { type }],
      [name, short === undefined ? { type } : { type, short }],
    ] as const;
  });
  return parseArgs({ args, options: Object.fromEntries(config), strict: false, allowPositionals: true, tokens: true })
    .tokens;
}

/**
 * Joins the values of options that can be given without one, so that `--add-columns time` is `--add-columns=time`. A
 * format, another option and `-` for standard input are no such values.
 */
function withOptionalValues(args: readonly string[], options: readonly Option[]): string[] {
  const flags = options.filter(({ isOptional }) => isOptional).flatMap(({ name }) => [`--${name}`, `--${camel(name)}`]);
  const end = args.indexOf("--");
  return args.flatMap((arg, i) => {
    const isBefore = end < 0 || i < end;
    const takes = (at: number, value: string | undefined): boolean =>
      isBefore && flags.includes(args[at] ?? "") && value !== undefined && /^[^-]/.test(value) && !findFormat(value);
    if (takes(i - 1, arg)) return [];
    return takes(i, args[i + 1]) ? `${arg}=${args[i + 1]}` : arg;
  });
}

/** The value of an option, or `true` for an option that takes no value. */
function valueOf(option: Option, flag: string, value: string | undefined, isInline: boolean): string | true {
  if (option.isOptional === true) return value ?? true;
  if (option.value === undefined) {
    if (value === undefined) return true;
    throw new UsageError(`${flag} takes no value, and was given ${quoted(value)}`);
  }
  if (value === undefined) throw new UsageError(`${flag} has no value; it takes one, as in ${flag} ${option.value}`);
  if (isInline || !/^-./.test(value) || NEGATIVE_NUMBER.test(value)) return value;
  const joined = flag.startsWith("--") ? `${flag}=${value}` : `${flag}${value}`;
  throw new UsageError(
    `${flag} has no value, because ${value} looks like an option; if it is the value, give ${joined}`,
  );
}

function unknownOption(name: CommandName, typed: string): UsageError {
  const { options }: Command = COMMANDS[name];
  const [flag = ""] = typed.split("=");
  const names = options.map((option) => option.name);
  const listed = names.length > 0 ? `; ${name} has ${names.map((known) => `--${known}`).join(", ")}` : "";
  const meant = flag.startsWith("--") ? suggestion(flag, names, "--") : undefined;
  const dashes = flag.startsWith("--") ? "" : "; an argument that begins with - and is no option comes after --";
  return new UsageError(`there is no option ${quoted(flag).slice(1, -1)}${meant ?? listed}${dashes}`);
}
