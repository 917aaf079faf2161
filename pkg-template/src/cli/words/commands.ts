// The table of the commands of `flakekit`. The parser, the help texts and the completions are made from it.

import {
  ADD_COLUMNS_OPTION,
  CHECK_OPTIONS,
  CLIENT_OPTIONS,
  DIALECTS,
  EPOCH_OPTION,
  FIELD_OPTIONS,
  FOUND_PREFIX_OPTIONS,
  HIDDEN_SQL_OPTIONS,
  INPUT_OPTIONS,
  JSON_OPTION,
  INSPECTED_OPTION,
  type Kind,
  LEASE_OPTIONS,
  NEXT_SQL_OPTIONS,
  type Option,
  SAMPLE_OPTIONS,
  SPACE_OPTION,
  SQL_OPTIONS,
  STORE_OPTION,
  TERM_OPTIONS,
  TEXT_OPTIONS,
} from "./options.js";

export interface Command {
  /** The arguments as help writes them. */
  readonly takes: string;
  /** The kind of the first argument. */
  readonly kind?: Kind;
  /** Whether all arguments are of this kind. */
  readonly many?: true;
  readonly does: string;
  readonly options: readonly Option[];
  /** Further sentences of the command's help. */
  readonly notes?: string;
  readonly examples: readonly string[];
}

const STDIN_NOTE = `IDs are read from standard input, one per line, if none or - is given. What can't be read is reported on
standard error with its line, and the rest is read. IDs that begin with - come after --. With --json, each line of
output has the line of the input.
--field reads JSON lines, or one value of any size; of a list, each element. If --column is a number, the first row is
a header if its cell looks like a name, such as id or message_id, and not like an ID.`;

export const COMMANDS = {
  new: {
    takes: "<format>",
    kind: "format",
    does: "make IDs, one per line",
    options: [
      { name: "count", short: "n", value: "COUNT", help: "how many; 1 by default" },
      ...TEXT_OPTIONS,
      ...FIELD_OPTIONS,
      ...LEASE_OPTIONS,
    ],
    notes: "Numbers of fields can be hexadecimal: the partition of the characters 12 is 0x3132.",
    examples: [
      "new discord --worker-id 1 --process-id 0 -n 3",
      "new sno --partition P0 --json",
      "new tsid --node 5 --prefix order",
      "new tsid --lease ./ids",
    ],
  },
  decode: {
    takes: "<format> [id …]",
    kind: "format",
    does: "read IDs of a known format: their time and fields",
    options: [...TEXT_OPTIONS, ...INPUT_OPTIONS, ADD_COLUMNS_OPTION],
    notes: STDIN_NOTE,
    examples: [
      "decode discord 175928847299117063",
      "decode twitter --field id --json < tweets.jsonl",
      "decode discord --field 'messages.*.id' < channel.json",
      "decode tsid --column order_id --add-columns < orders.csv",
    ],
  },
  check: {
    takes: "<format> [file]",
    kind: "format",
    does: "check a column of IDs: repeats and why, steps back, gaps, unknown machines",
    options: [...TEXT_OPTIONS, ...INPUT_OPTIONS, ...CHECK_OPTIONS],
    notes: `The exit code is 1 if different rows have one ID, or if an ID can't be read; with --strict, if anything was found.
IDs are read from the file, or from standard input: one per line, a table with --column, or JSON with --field.`,
    examples: [
      "check discord --column id orders.csv",
      "check twitter --column tweet_id --machines 0-7,12 --strict < tweets.csv",
    ],
  },
  inspect: {
    takes: "[id …]",
    does: "list the formats that could have made an ID, the likeliest first",
    options: [
      INSPECTED_OPTION,
      ...FOUND_PREFIX_OPTIONS,
      { name: "bits", help: "the bits, grouped by the fields of the likeliest format" },
      EPOCH_OPTION,
      JSON_OPTION,
      ...INPUT_OPTIONS,
    ],
    notes: STDIN_NOTE,
    examples: [
      "inspect 1541815603606036480",
      "inspect --bits brpk4q72xwf2m63l",
      "inspect --format uuid --column 2 < users.csv",
    ],
  },
  scan: {
    takes: "",
    does: "print standard input, and behind each line the times of the IDs in it",
    options: [INSPECTED_OPTION, ...FOUND_PREFIX_OPTIONS, EPOCH_OPTION, JSON_OPTION],
    notes: `Each line stays as it came. With --json, an object is printed for each ID: its line, where it begins and ends in
it, and its format, time and score.`,
    examples: [
      "scan < app.log",
      "scan --format discord --json < bot.log",
      "scan --format discord --prefix order < shop.log",
    ],
  },
  layout: {
    takes: "[file]",
    kind: "file",
    does: "find the layout of IDs of an unknown kind from the times at which they were made",
    options: [...SAMPLE_OPTIONS, JSON_OPTION],
    notes: `It reads CSV and other tables of any columns, JSON, and lines such as 175928847299117063 2016-04-30T11:18:25.796Z:
at least 3 IDs, better 20 or more. It finds the columns with the IDs and the times, and columns with numbers that are in
the IDs, such as those of machines. Times without a zone are read as UTC. The exit code is 1 if no layout explains the
times, or if several do; then it says which sample would tell.`,
    examples: ["layout orders.csv", "layout --column order_id --time created_at --json < orders.csv"],
  },
  range: {
    takes: "<format> <from> <to>",
    kind: "format",
    does: "print the smallest and the largest ID of the time between two instants",
    options: TEXT_OPTIONS,
    examples: ["range twitter 2022-06-28 2022-06-29", "range discord 2024-01-01T12:00:00Z 1704153600000 --json"],
  },
  sql: {
    takes: "<dialect> <format>",
    kind: "dialect",
    does: "print SQL for IDs in a database: functions of their times, fields and texts",
    options: [
      ...SQL_OPTIONS,
      EPOCH_OPTION,
      JSON_OPTION,
      ...new Set([...NEXT_SQL_OPTIONS, ...HIDDEN_SQL_OPTIONS]),
      ...FIELD_OPTIONS,
    ],
    notes: `The dialects are ${DIALECTS.join(", ")}. With --json, it prints the expressions too.`,
    examples: [
      "sql postgres discord | psql",
      "sql mysql twitter --column tweet_id --json",
      "sql postgres discord --next --worker-id 31 --process-id 31 | psql",
      "sql postgres discord --hidden --tweak orders | psql",
    ],
  },
  key: {
    takes: "",
    does: "print a new random key in hex, by which IDs are hidden; it is a secret",
    options: [{ name: "bytes", value: "COUNT", kind: "bytes", help: "16, 24 or 32 bytes; 32 by default" }],
    notes:
      "Who has the key can read hidden IDs, and write others. Without it, nobody can: keep a copy in a safe place.",
    examples: ["key", "key > hidden.key"],
  },
  formats: {
    takes: "",
    does: "list the formats with their fields and epochs",
    options: [JSON_OPTION],
    examples: ["formats"],
  },
  serve: {
    takes: "<format …>",
    kind: "format",
    many: true,
    does: "make and read IDs over HTTP, for programs in any language",
    options: [
      { name: "port", value: "PORT", help: "8080 by default; 0 takes any that is free" },
      { name: "host", value: "HOST", help: "the address to listen on; 127.0.0.1 by default" },
      { name: "max-count", value: "COUNT", help: "the most IDs of a request; 10000 by default" },
      {
        name: "max-connections",
        value: "COUNT",
        help: "the most connections; by default as many as the process can open, and 4096 at most",
      },
      { name: "max-waiting", value: "COUNT", help: "the most requests that wait for IDs; 1000 by default" },
      EPOCH_OPTION,
      ...LEASE_OPTIONS,
      ...CLIENT_OPTIONS,
    ],
    notes: "It answers GET /discord/next?n=100 (lines, or JSON), /decode/<id>, /health and /metrics.",
    examples: ["serve discord --lease ./ids", "serve discord sno --store ./store.mjs --port 80 --host 0.0.0.0"],
  },
  seats: {
    takes: "[directory]",
    kind: "directory",
    does: "list the seats of leases: owner, window, held or free",
    options: [
      STORE_OPTION,
      SPACE_OPTION,
      {
        name: "prepare",
        value: "FORMAT",
        kind: "format",
        help: "in a deployment: let a new space begin now, so that the first lease need not wait; it takes no seat",
      },
      { name: "free", value: "SEAT", help: "end the window of a seat whose process is dead, such as 5, or 5.2" },
      { name: "reset", help: "grant nothing until all windows have ended, as after a restored backup" },
      {
        name: "migrate",
        value: "FORMAT",
        kind: "format",
        help: "give the space other terms: those of the options below",
      },
      { name: "yes", help: "do not ask; needed if standard input is no terminal" },
      JSON_OPTION,
      EPOCH_OPTION,
      ...TERM_OPTIONS,
      ...FIELD_OPTIONS,
    ],
    notes: "The epoch, the terms of leases and the fields are for --prepare and --migrate.",
    examples: [
      "seats ./ids",
      "seats ./ids --free 5",
      "seats --store ./store.mjs --prepare discord --space orders",
      "seats ./ids --migrate discord --shares 4",
    ],
  },
  completions: {
    takes: "<shell>",
    kind: "shell",
    does: "print a script that completes commands, options and formats",
    options: [],
    notes: `bash, in ~/.bashrc:               eval "$(flakekit completions bash)"
zsh, in ~/.zshrc after compinit:  eval "$(flakekit completions zsh)"
fish, once:                       flakekit completions fish > ~/.config/fish/completions/flakekit.fish`,
    examples: ["completions bash"],
  },
  help: {
    takes: "[command]",
    kind: "command",
    does: "explain a command and its options",
    options: [],
    examples: ["help new"],
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** The shells for which there are completions. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
