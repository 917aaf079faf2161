// The command `flakekit`.

import { argv, exit, stderr, stdout } from "node:process";
import { FlakeError } from "flakekit";
import { formats } from "./formats.js";
import { inspectIds } from "./inspect.js";
import { makeIds } from "./new.js";
import { printRange } from "./range.js";
import { UsageError } from "./usage.js";

declare const VERSION: string;

const HELP = `flakekit ${VERSION}: compact, time-sortable unique IDs

  flakekit new <format> [-n COUNT] [--FIELD VALUE …]   make IDs, one a line
      --machine-id 3, --worker-id 1 …  who makes them: the format's own fields
      --meta 3                         for formats with a field for your own data
      --epoch 2024-01-01               for formats without one of their own
      --as ENCODING                    decimal, hex, base36, base62, rotatedBase64, snoUuid or text (the format's own)
      --padded                         with leading zeros, so that texts sort as IDs do
      --json                           one JSON object a line, with the fields

  flakekit inspect <id …>              which formats could have made it, and what it says
      -                                read IDs from standard input, one a line; so without any ID
      --epoch 2024-01-01               for formats without one of their own
      --json                           one JSON object a line

  flakekit range <format> <from> <to>  the smallest and the largest ID made between two instants
      --epoch, --as, --padded, --json  as for new

  flakekit formats [--json]            the formats, their fields and epochs

Exit codes: 0, all went well; 1, an ID could not be read or made; 2, the command was not understood.
`;

const COMMANDS: Record<string, (args: string[]) => void | Promise<void>> = {
  new: makeIds,
  inspect: inspectIds,
  range: printRange,
  formats,
};

/** Codes that tell of a wrong argument rather than of a clock or an ID. */
const USAGE_CODES: string[] = [
  "EPOCH_REQUIRED",
  "INVALID_COUNT",
  "INVALID_EPOCH",
  "INVALID_FIELD",
  "INVALID_LAYOUT",
  "INVALID_OPTION",
  "INVALID_TIME",
  "UNKNOWN_FORMAT",
];

async function main([command, ...args]: string[]): Promise<void> {
  if (command === undefined) throw new UsageError("no command was given");
  if (command === "--version" || command === "-V") return void stdout.write(`${VERSION}\n`);
  if (["help", "--help", "-h"].includes(command) || args.includes("--help") || args.includes("-h")) {
    return void stdout.write(HELP);
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) throw new UsageError(`there is no command '${command}'`);
  await run(args);
}

// A reader that has had enough, such as `head`, closes the pipe: that is no error.
for (const stream of [stdout, stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => exit(error.code === "EPIPE" ? 0 : 1));
}

main(argv.slice(2)).catch((error: unknown) => {
  const usage = error instanceof UsageError || (error instanceof FlakeError && USAGE_CODES.includes(error.code));
  const known = usage || error instanceof FlakeError;
  stderr.write(`flakekit: ${known ? error.message : (error as Error).stack}\n`);
  if (usage) stderr.write("flakekit --help tells how to use it\n");
  process.exitCode = usage ? 2 : 1;
});
