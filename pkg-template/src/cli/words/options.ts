// The options of the command: parsing, help and completions use the same definitions.

import * as flakekit from "flakekit";
import type { FieldKind, FormatDescription } from "flakekit";
import type { SqlDialect } from "flakekit/sql";
import { kebab } from "./usage.js";

/** The kind of the value of an option or an argument, for completions. */
export type Kind =
  "bytes" | "command" | "delimiter" | "dialect" | "directory" | "encoding" | "file" | "format" | "inspected" | "shell";

export interface Option {
  /** The option's name without its hyphens, such as `worker-id`. */
  readonly name: string;
  readonly short?: string;
  /** The name of the option's value in help. An option without this name takes no value. */
  readonly value?: string;
  readonly kind?: Kind;
  readonly multiple?: true;
  /** Whether the option can be given without its value. */
  readonly isOptional?: true;
  /** The heading under which help lists the option. Default: "Options". */
  readonly group?: string;
  readonly help: string;
}

/** The names of the fields of a kind, and of their parts. */
export function namesOf(format: FormatDescription, kind: FieldKind): string[] {
  return fieldsOf(format, kind).map(({ name }) => name);
}

/** The fields of a kind and their parts. */
export function fieldsOf({ fields }: FormatDescription, kind: FieldKind): { name: string; bits: number }[] {
  return fields.filter((field) => field.kind === kind).flatMap((field) => [field, ...field.parts]);
}

/** The fields and parts that a user can set. */
export function givenFields(format: FormatDescription): { name: string; bits: number }[] {
  return [...fieldsOf(format, "node"), ...fieldsOf(format, "metadata")];
}

/**
 * The fields that can be written as two ASCII characters, as sno's specification writes partitions. For other fields, a
 * typo such as `1x` must not be read as characters.
 */
export const CHARACTER_FIELDS = ["partition"];

/** The options for the fields of all formats, because the format is known only after the arguments have been parsed. */
export const FIELD_OPTIONS: readonly Option[] = fieldOptions();

function fieldOptions(): Option[] {
  const ranges = new Map<string, Map<string, string[]>>();
  for (const format of flakekit.formats()) {
    for (const { name, bits } of givenFields(format)) {
      const characters = CHARACTER_FIELDS.includes(name) ? ", or two ASCII characters, such as P0" : "";
      const range = `0 to ${2 ** bits - 1}${characters}`;
      const formats = ranges.get(name) ?? new Map<string, string[]>();
      ranges.set(name, formats.set(range, [...(formats.get(range) ?? []), format.name]));
    }
  }
  return [...ranges].map(([name, formats]) => ({
    name: kebab(name),
    value: "NUMBER",
    group: "Fields of the formats",
    help: [...formats].map(([range, names]) => `${names.join(", ")}: ${range}`).join("; "),
  }));
}

export const JSON_OPTION: Option = { name: "json", help: "print JSON, one object per line" };

export const EPOCH_OPTION: Option = {
  name: "epoch",
  value: "INSTANT",
  help: "for formats without an epoch of their own: 2024-01-01, or Unix ms",
};

export const INSPECTED_OPTION: Option = {
  name: "format",
  value: "FORMAT",
  kind: "inspected",
  help: "only this one: a format, or another kind, such as uuid, ulid or objectid",
};

const AS: Option = {
  name: "as",
  value: "ENCODING",
  kind: "encoding",
  help: "the encoding of the texts, such as hex; by default the format's own",
};

const PREFIX: Option = {
  name: "prefix",
  value: "PREFIX",
  help: "the texts begin with it and '_', such as order: order_0bz0ak19otlvk; in base 36 by default",
};

/** The options of commands that find IDs of a format by their prefix. */
export const FOUND_PREFIX_OPTIONS: readonly Option[] = [
  { ...PREFIX, help: "with --format: texts such as order_0bz0ak19otlvk are of this format" },
  { ...AS, help: "with --prefix: the encoding of these texts" },
];

/** The options of commands that write or read IDs of one format. */
export const TEXT_OPTIONS: readonly Option[] = [
  AS,
  { name: "padded", help: "the texts have leading zeros, so that they sort as IDs do" },
  { name: "short", help: "uid60 only: the texts have no leading zero digits" },
  PREFIX,
  EPOCH_OPTION,
  JSON_OPTION,
];

const INPUT = "Standard input other than one ID per line";

const FIELD: Option = {
  name: "field",
  value: "NAME",
  help: "JSON: the property with the ID; author.id is id in author, messages.*.id is that of all messages",
};

const COLUMN: Option = {
  name: "column",
  value: "COLUMN",
  help: "CSV and other tables: the column with the ID, by its number from 1 on, or by its name in the header",
};

/** The options of the command that finds layouts. */
export const SAMPLE_OPTIONS: readonly Option[] = [
  COLUMN,
  FIELD,
  { name: "time", value: "COLUMN", help: "the column or the property with the time at which the ID was made" },
  { name: "tick", value: "MS", help: "the length of the ticks, if it is known; several may explain the times" },
];

/** The options of commands that read IDs from standard input. */
export const INPUT_OPTIONS: readonly Option[] = [
  { ...FIELD, group: INPUT },
  { ...COLUMN, group: INPUT },
  {
    name: "delimiter",
    value: "CHARACTER",
    kind: "delimiter",
    group: INPUT,
    help: "what divides the columns: tab, ';' or another; by default a comma, tab or semicolon is found",
  },
];

export const ADD_COLUMNS_OPTION: Option = {
  name: "add-columns",
  value: "NAMES",
  isOptional: true,
  group: INPUT,
  help: "print the table with columns added: the time and the fields, or those named, as in time,machineId; each row is kept",
};

/** The options of the check of a column. */
export const CHECK_OPTIONS: readonly Option[] = [
  {
    name: "machines",
    value: "NUMBERS",
    help: "the machines that there are, such as 0-7,12: their node fields as one number",
  },
  { name: "strict", help: "the exit code is 1 if anything was found" },
];

/** The dialects of SQL. */
export const DIALECTS = Object.keys({
  postgres: 1,
  mysql: 1,
  sqlite: 1,
  clickhouse: 1,
  duckdb: 1,
} satisfies Record<SqlDialect, 1>);

/** The lengths of the keys of AES, in bytes. */
export const KEY_BYTES: readonly string[] = ["16", "24", "32"];

export const SQL_OPTIONS: readonly Option[] = [
  { name: "table", value: "NAME", help: "the table, with or without a schema; ids by default" },
  { name: "column", value: "NAME", help: "the column of IDs; id by default" },
  { name: "names", value: "NAME", help: "the beginning of the functions' names; the format's name by default" },
  { name: "at", value: "SQL", help: "the expression of an instant, for first and partition; the present by default" },
  { name: "stored", value: "TYPE", help: "how the column holds IDs: signed, unsigned or text" },
];

const LEASE = "Leases, by which processes repeat no ID";

/** The options for the terms of a space. */
export const TERM_OPTIONS: readonly Option[] = [
  { name: "nodes", value: "FIRST-LAST", group: LEASE, help: "the nodes to choose from, such as 0-31" },
  { name: "shares", value: "COUNT", group: LEASE, help: "divide the sequence of each node into so many seats" },
  { name: "window", value: "MS", group: LEASE, help: "how long a lease is good for at a time; 10000 by default" },
  { name: "clock-skew", value: "MS", group: LEASE, help: "how wrong the store's clock can be; 1000 by default" },
];

export const STORE_OPTION: Option = {
  name: "store",
  value: "MODULE",
  kind: "file",
  group: LEASE,
  help: "another store, or a function that returns one: the default export of a module",
};

export const SPACE_OPTION: Option = {
  name: "space",
  value: "NAME",
  group: LEASE,
  help: "the space of the store; by default the format's name",
};

const OWNER_OPTION: Option = {
  name: "owner",
  value: "ROLE",
  help: "with --next or --hidden: a role that may own what the script finds",
};

const MADE = "IDs that PostgreSQL makes, with the node fields";

/** The options of `sql` for the function that makes IDs. */
export const NEXT_SQL_OPTIONS: readonly Option[] = [
  {
    name: "next",
    group: MADE,
    help: "print the script of the function that makes IDs, such as discord_next(), instead",
  },
  { name: "leases", value: "TABLE", group: MADE, help: "the table of leases, which get no such machine number" },
  { name: "max-lead", value: "MS", group: MADE, help: "how far IDs may be ahead of the clock; 10000 by default" },
  OWNER_OPTION,
  SPACE_OPTION,
  ...TERM_OPTIONS,
];

const HIDDEN = "IDs that PostgreSQL hides, as flakekit/hidden does";

/** The options of `sql` for the functions that hide IDs. */
export const HIDDEN_SQL_OPTIONS: readonly Option[] = [
  {
    name: "hidden",
    group: HIDDEN,
    help: "print the script of the functions that hide IDs, such as discord_hide(id, key) and discord_show(text, key), instead",
  },
  { name: "tweak", value: "TEXT", group: HIDDEN, help: "what the IDs are used for, such as orders: at most 10 bytes" },
  { name: "no-check", group: HIDDEN, help: "the texts have no check, so nearly every text is of some ID" },
  { name: "letter", value: "LETTER", group: HIDDEN, help: "the letter of the key, with which the texts begin" },
  OWNER_OPTION,
];

/** The options of commands that take a lease. */
export const LEASE_OPTIONS: readonly Option[] = [
  { name: "lease", value: "DIR", kind: "directory", group: LEASE, help: "keep the leases in this directory" },
  STORE_OPTION,
  SPACE_OPTION,
  ...TERM_OPTIONS,
];

const CLIENTS = "Seats for browsers, by POST /<format>/lease";

export const CLIENT_OPTIONS: readonly Option[] = [
  {
    name: "clients",
    value: "FIRST-LAST",
    group: CLIENTS,
    help: "the nodes for browsers; --nodes has those of the server",
  },
  { name: "client-shares", value: "COUNT", group: CLIENTS, help: "the shares of their seats" },
  { name: "client-window", value: "MS", group: CLIENTS, help: "the length of their windows" },
  {
    name: "authorize",
    value: "MODULE",
    kind: "file",
    group: CLIENTS,
    help: "exports (request, body) => who sends it, or undefined, by default",
  },
  {
    name: "secret",
    value: "FILE",
    kind: "file",
    multiple: true,
    group: CLIENTS,
    help: "at least 32 random bytes, the same for all servers; of several, the first signs",
  },
];
