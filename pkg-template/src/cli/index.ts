// A run of the command. `main.ts` gives it the process, and the tests give it stand-ins.
// Holds: the function of each command; the commands `key`, and `seats` for operators.
// May import: `cli/ids`, `cli/io`, `cli/serve`, `cli/words`, `generated`.
// Promises: it imports the package as users do.

import { FlakeError } from "flakekit";
import { BAD_USAGE } from "../generated/contract.js";
import {
  type CommandName,
  commandNamed,
  COMMANDS,
  type Given,
  help,
  helpOf,
  inOwnWords,
  INTRODUCTION,
  printCompletions,
  read,
  UsageError,
} from "./words/index.js";
import {
  checkIds,
  decodeIds,
  findLayout,
  formats,
  inspectIds,
  makeIds,
  printRange,
  printSql,
  scanStdin,
  Unread,
} from "./ids/index.js";
import { complain, InputError, type Io, OutputClosed, OutputError, print, visible } from "./io/index.js";
import { printKey } from "./key.js";
import { seats } from "./seats.js";
import { serve } from "./serve/index.js";

declare const VERSION: string;

const RUN: Record<CommandName, (io: Io, given: Given) => Promise<void>> = {
  new: makeIds,
  decode: decodeIds,
  check: checkIds,
  inspect: inspectIds,
  scan: scanStdin,
  layout: findLayout,
  range: printRange,
  sql: printSql,
  key: printKey,
  formats,
  serve,
  seats,
  completions: printCompletions,
  help,
};

/** Runs the command with arguments. Resolves to its exit code. */
export async function run([first, ...args]: readonly string[], io: Io): Promise<number> {
  let command: CommandName | undefined;
  try {
    if (first === undefined) {
      io.stderr.write(INTRODUCTION);
      return 2;
    }
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

/** Prints why the command failed. Returns its exit code. */
function fail(io: Io, error: unknown, command: CommandName | undefined): number {
  // It is no error if the reader of the output closes it, as `head` does.
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Unread) return 1;
  const usage =
    error instanceof UsageError ||
    (error instanceof FlakeError && (BAD_USAGE as readonly string[]).includes(error.code));
  if (usage || error instanceof FlakeError || error instanceof InputError || error instanceof OutputError) {
    const message = (error as Error).message;
    complain(io, error instanceof FlakeError && command ? inOwnWords(message, COMMANDS[command].options) : message);
    if (usage) io.stderr.write(`see flakekit ${command && command !== "help" ? `${command} ` : ""}--help\n`);
  } else {
    for (const line of String((error as Error).stack).split("\n")) io.stderr.write(`${visible(line)}\n`);
  }
  return usage ? 2 : 1;
}
