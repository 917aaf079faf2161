// The entry of the command `flakekit`.

import { argv, stderr } from "node:process";
import { FlakeError, type FlakeErrorCode } from "flakekit";
import { type CommandName, COMMANDS } from "./commands.js";
import { printCompletions } from "./completions.js";
import { decodeIds } from "./decode.js";
import { formats } from "./formats.js";
import { commandNamed, help, helpOf } from "./help.js";
import { InputError } from "./input.js";
import { inspectIds } from "./inspect.js";
import { makeIds } from "./new.js";
import { complain, OutputClosed, OutputError, print, visible } from "./output.js";
import { type Given, read } from "./parse.js";
import { printRange } from "./range.js";
import { seats } from "./seats.js";
import { serve } from "./serve.js";
import { inOwnWords, UsageError } from "./usage.js";

declare const VERSION: string;

const RUN: Record<CommandName, (given: Given) => Promise<void>> = {
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

async function main([first, ...args]: string[]): Promise<void> {
  let command: CommandName | undefined;
  try {
    if (first === undefined) throw new UsageError("no command was given");
    if (["--version", "-V", "-v"].includes(first)) {
      await print(`${VERSION}\n`);
      return;
    }
    command = ["--help", "-h"].includes(first) ? "help" : commandNamed(first);
    if (asksForHelp(args)) await print(helpOf(command));
    else await RUN[command](read(command, args));
  } catch (error) {
    fail(error, command);
  }
}

/** Whether there is a help option. Arguments after `--` are no options. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

function fail(error: unknown, command: CommandName | undefined): void {
  // The reader of the output has closed it, as `head` does. That is no error.
  if (error instanceof OutputClosed) return;
  const usage = error instanceof UsageError || (error instanceof FlakeError && USAGE_CODES.includes(error.code));
  process.exitCode = usage ? 2 : 1;
  if (usage || error instanceof FlakeError || error instanceof InputError || error instanceof OutputError) {
    const message = (error as Error).message;
    complain(error instanceof FlakeError && command ? inOwnWords(message, COMMANDS[command].options) : message);
    if (usage) stderr.write(`see flakekit ${command && command !== "help" ? `${command} ` : ""}--help\n`);
  } else {
    for (const line of String((error as Error).stack).split("\n")) stderr.write(`${visible(line)}\n`);
  }
}

await main(argv.slice(2));
