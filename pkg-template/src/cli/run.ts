// A run of the command.

import { FlakeError, type FlakeErrorCode } from "flakekit";
import { type CommandName, COMMANDS } from "./commands.js";
import { printCompletions } from "./completions.js";
import { decodeIds } from "./decode.js";
import { formats } from "./formats.js";
import { commandNamed, help, helpOf } from "./help.js";
import { Unread } from "./ids.js";
import { InputError } from "./input.js";
import { inspectIds } from "./inspect.js";
import type { Io } from "./io.js";
import { makeIds } from "./new.js";
import { complain, OutputClosed, OutputError, print, visible } from "./output.js";
import { type Given, read } from "./parse.js";
import { printRange } from "./range.js";
import { seats } from "./seats.js";
import { serve } from "./serve.js";
import { inOwnWords, UsageError } from "./usage.js";

declare const VERSION: string;

const RUN: Record<CommandName, (io: Io, given: Given) => Promise<void>> = {
  new: makeIds,
  decode: decodeIds,
  inspect: inspectIds,
  range: printRange,
  formats,
  serve,
  seats,
  completions: printCompletions,
  help,
};

/** The error codes for wrong arguments. The others are about clocks and IDs. */
const USAGE_CODES: FlakeErrorCode[] = [
  "EPOCH_REQUIRED",
  "INVALID_COUNT",
  "INVALID_EPOCH",
  "INVALID_FIELD",
  "INVALID_LAYOUT",
  "INVALID_OPTION",
  "INVALID_TIME",
];

/** Runs the command with arguments. Resolves to its exit code. */
export async function run([first, ...args]: readonly string[], io: Io): Promise<number> {
  let command: CommandName | undefined;
  try {
    if (first === undefined) throw new UsageError("no command was given");
    if (["--version", "-V", "-v"].includes(first)) {
      await print(io, `${VERSION}\n`);
      return 0;
    }
    command = ["--help", "-h"].includes(first) ? "help" : commandNamed(first);
    if (asksForHelp(args)) await print(io, helpOf(io, command));
    else await RUN[command](io, read(command, args));
    return 0;
  } catch (error) {
    return fail(io, error, command);
  }
}

/** Whether there is a help option. Arguments after `--` are no options. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

/** Says why the command failed. Returns its exit code. */
function fail(io: Io, error: unknown, command: CommandName | undefined): number {
  // The reader of the output has closed it, as `head` does. That is no error.
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Unread) return 1;
  const usage = error instanceof UsageError || (error instanceof FlakeError && USAGE_CODES.includes(error.code));
  if (usage || error instanceof FlakeError || error instanceof InputError || error instanceof OutputError) {
    const message = (error as Error).message;
    complain(io, error instanceof FlakeError && command ? inOwnWords(message, COMMANDS[command].options) : message);
    if (usage) io.stderr.write(`see flakekit ${command && command !== "help" ? `${command} ` : ""}--help\n`);
  } else {
    for (const line of String((error as Error).stack).split("\n")) io.stderr.write(`${visible(line)}\n`);
  }
  return usage ? 2 : 1;
}
