import type { AnyFormat } from "flakekit";
import { hiddenSql, nextSql, type NextSqlOptions, sql, type SqlDialect, type SqlOptions } from "flakekit/sql";
import { type Io, jsonOf, print } from "../io/index.js";
import {
  DIALECTS,
  fieldNumbers,
  fieldsOf,
  type Given,
  HIDDEN_SQL_OPTIONS,
  kebab,
  NEXT_SQL_OPTIONS,
  refuseForeignFields,
  requiredFormat,
  SQL_OPTIONS,
  termsOf,
  UsageError,
  wholeNumber,
  withEpoch,
} from "../words/index.js";

export async function printSql(io: Io, { values, rest }: Given): Promise<void> {
  const [dialect, name, ...more] = rest;
  if (dialect === undefined || name === undefined || more.length > 0) {
    throw new UsageError(
      `sql takes a dialect (${DIALECTS.join(", ")}) and a format, and was given ${rest.length} arguments`,
    );
  }
  const named = requiredFormat(name);
  refuseForeignFields(named, values);
  const script = scriptOf(named, values);
  const given = SQL_OPTIONS.filter(({ name }) => values[name] !== undefined).map(({ name }) => [name, values[name]]);
  const options = Object.fromEntries(given) as Record<string, unknown>;
  if (script === undefined) {
    const texts = sql(withEpoch(named, values.epoch), dialect as SqlDialect, options as SqlOptions);
    await print(io, values.json ? `${jsonOf(texts)}\n` : texts.script);
    return;
  }
  if (values.json === true) throw new UsageError(`--${script} prints one script; leave out --json`);
  await print(io, SCRIPTS[script].print(named, dialect as "postgres", values, options));
}

/** The scripts other than those of all dialects, by the options that ask for them. */
const SCRIPTS = {
  next: { makes: "the function that makes IDs", options: NEXT_SQL_OPTIONS, print: nextScript },
  hidden: { makes: "the functions that hide IDs", options: HIDDEN_SQL_OPTIONS, print: hiddenScript },
};

type Script = keyof typeof SCRIPTS;

/** The script that is asked for, if it is one of `SCRIPTS`. Refuses options of other scripts. */
function scriptOf(format: AnyFormat, values: Given["values"]): Script | undefined {
  const [script, ...others] = (Object.keys(SCRIPTS) as Script[]).filter((name) => values[name] === true);
  if (others.length > 0) throw new UsageError(`--${[script, ...others].join(" and --")} were given; give one of them`);
  const nodes = Object.keys(fieldNumbers(fieldsOf(format, "node"), values)).map(kebab);
  const own = script === undefined ? [] : SCRIPTS[script].options.map(({ name }) => name);
  for (const [name, { makes, options }] of Object.entries(SCRIPTS)) {
    const given = options.map(({ name }) => name).filter((option) => values[option] !== undefined);
    const foreign = [...given, ...(name === "next" && script !== "next" ? nodes : [])].find(
      (option) => !own.includes(option),
    );
    if (foreign !== undefined) {
      const remedy = script === undefined ? "give it too" : "leave it out";
      throw new UsageError(`--${foreign} is for --${name}, ${makes}; ${remedy}`);
    }
  }
  return script;
}

function nextScript(
  named: AnyFormat,
  dialect: "postgres",
  values: Given["values"],
  given: Record<string, unknown>,
): string {
  const format = withEpoch(named, values.epoch);
  const nodes = fieldNumbers(fieldsOf(format, "node"), values);
  const options: Record<string, unknown> = { ...given, ...nodes, ...termsOf(values) };
  if (values.leases !== undefined) options.leases = values.leases;
  if (values.owner !== undefined) options.owner = values.owner;
  if (values["max-lead"] !== undefined) options.maxLead = wholeNumber("--max-lead", values["max-lead"]);
  return nextSql(format, dialect, options as NextSqlOptions & object);
}

function hiddenScript(
  named: AnyFormat,
  dialect: "postgres",
  values: Given["values"],
  given: Record<string, unknown>,
): string {
  // Hidden texts do not depend on the epoch.
  const format = values.epoch === undefined ? named : withEpoch(named, values.epoch);
  const { tweak, letter, owner } = values;
  return hiddenSql(format, dialect, { ...given, tweak, letter, owner, check: values["no-check"] !== true } as object);
}
