// The entry of the command `flakekit`.

import { argv, stderr } from "node:process";
import { FlakeError, type FlakeErrorCode } from "flakekit";
import { formats } from "./formats.js";
import { InputError } from "./input.js";
import { inspectIds } from "./inspect.js";
import { makeIds } from "./new.js";
import { complain, OutputClosed, OutputError, print, quoted, visible } from "./output.js";
import { printRange } from "./range.js";
import { seats } from "./seats.js";
import { serve } from "./serve.js";
import { UsageError } from "./usage.js";

declare const VERSION: string;

const HELP = `flakekit ${VERSION}: compact, time-sortable unique IDs

  flakekit new <format> [-n COUNT] [--FIELD VALUE …]   make IDs, one per line
      --machine-id 3, --worker-id 1 …  the node: the format's own fields
      --meta 3                         for formats with a metadata field
      --epoch 2024-01-01               for formats without an epoch of their own
      --as ENCODING                    an encoding such as decimal, hex or base62, or text (the format's own)
      --padded                         with leading zeros, so that texts sort as IDs do
      --json                           one JSON object per line, with the fields
      --lease DIR                      with a node that no other process of this directory has
      --store ./store.mjs              the same, by any store, which the module exports by default
      --space NAME --nodes 0-31 --shares 4 --window 10000 --clock-skew 1000
                                       the terms of the lease

  flakekit seats DIR                   list the seats of leases: owner, window, held, free, or far ahead of the clock
      --store ./store.mjs --space NAME of any store
      --free 5                         end the window of a seat whose process is dead
      --reset                          grant nothing until all windows granted so far have ended, as after a restored backup
      --migrate <format> --nodes … --shares … --window … --clock-skew …
                                       give the space these terms
      --yes, --json                    do not ask; one JSON object per space

  flakekit serve <format …>            an HTTP server that makes IDs and reads them, for programs in any language
      --lease DIR, or --store …        as for new
      --port 8080 --host 127.0.0.1     where it listens; --port 0 takes any that is free
      --max-count 10000                the most IDs of a request
                                       GET /discord/next?n=100 (lines, or JSON), /decode/<id>, /health, /metrics
      --nodes 0-511 --clients 512-1023 --client-shares … --client-window …
                                       POST /discord/lease gives browsers seats of 512-1023: see http() of flakekit/lease/http
      --authorize ./authorize.mjs      exports (request, body) => who sends it, or undefined, by default
      --secret FILE                    at least 32 random bytes, the same for all servers; several, to replace it: the first signs

  flakekit inspect <id …>              list the formats that could have made an ID, with time and fields
      -                                read IDs from standard input, one per line; the default if no ID is given
      --                               all following arguments are IDs, even if they begin with -
      --epoch 2024-01-01               for formats without an epoch of their own
      --json                           one JSON object per line

  flakekit range <format> <from> <to>  the smallest and the largest ID of the time between two instants
      --epoch, --as, --padded, --json  as for new

  flakekit formats [--json]            list the formats with their fields and epochs

Exit codes: 0, success; 1, an ID could not be read, made or written; 2, the arguments are invalid.
`;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  new: makeIds,
  inspect: inspectIds,
  range: printRange,
  formats,
  seats,
  serve,
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

async function main([command, ...args]: string[]): Promise<void> {
  if (command === undefined) throw new UsageError("no command was given");
  if (command === "--version" || command === "-V") return print(`${VERSION}\n`);
  if (["help", "--help", "-h"].includes(command) || asksForHelp(args)) return print(HELP);
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run === undefined) throw new UsageError(`there is no command ${quoted(command)}`);
  await run(args);
}

/** Whether there is a help option. Arguments after `--` are no options. */
function asksForHelp(args: string[]): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
}

main(argv.slice(2)).catch((error: unknown) => {
  // The reader of the output has closed it, as `head` does. That is no error.
  if (error instanceof OutputClosed) return;
  const usage = error instanceof UsageError || (error instanceof FlakeError && USAGE_CODES.includes(error.code));
  process.exitCode = usage ? 2 : 1;
  if (usage || error instanceof FlakeError || error instanceof InputError || error instanceof OutputError) {
    complain(error.message);
    if (usage) stderr.write("see flakekit --help\n");
  } else {
    for (const line of String((error as Error).stack).split("\n")) stderr.write(`${visible(line)}\n`);
  }
});
