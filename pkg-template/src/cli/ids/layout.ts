// Finds the layout of IDs of an unknown kind from the times at which they were made.

import { type AnyFormat, defineFormat, FlakeError, formats } from "flakekit";
import {
  type Definition,
  delays,
  FieldReader,
  type Finding,
  headline,
  hints,
  knownOf,
  type Layout,
  layoutOf,
  leavesOf,
  notesOf,
  percent,
  type Samples,
  settling,
  solve,
  Table,
  tickAndShift,
} from "../../layout/index.js";
import {
  announceInput,
  complain,
  inputOf,
  type Io,
  jsonOf,
  notify,
  print,
  quoted,
  table,
  textOfStdin,
} from "../io/index.js";
import { type Given, UsageError } from "../words/index.js";
import { Unread } from "./print.js";

/** How many lines a message lists. */
const MAX_LISTED = 5;

export async function findLayout(io: Io, { values, rest }: Given): Promise<void> {
  const [file, ...more] = rest;
  if (more.length > 0) throw new UsageError(`layout takes a file, and was given ${rest.length} arguments`);
  const tick = tickOf(values.tick);
  const samples = await samplesFrom(inputOf(io, file), values);
  const answer = solve(samples.samples, knownOf(formats()), Date.now(), { fields: samples.fields, tick });
  const isJson = values.json === true;
  if (answer.problem) return refuse(io, isJson, answer.problem.why, answer.problem.help);
  const explanations = [answer, ...answer.others].map(({ tick, shift, probability }) => ({ tick, shift, probability }));
  const settles = settling(answer, samples);
  if (settles !== undefined) {
    const likeliest = explanations
      .slice(0, MAX_LISTED)
      .map((one) => `${tickAndShift(one)} (${percent(one.probability)})`);
    const why = `The samples do not tell which: ${likeliest.join(", ")}.`;
    return refuse(io, isJson, why, `${settles} If you know the ticks, give --tick.`, { explanations });
  }
  const layout = layoutOf(answer, formats(), define);
  if (layout === undefined) {
    const help = "The package has no format for such ticks, or for so many bits.";
    return refuse(io, isJson, `${headline(answer)}.`, help, { explanations });
  }
  for (const hint of hints(answer, samples)) notify(io, hint);
  await print(io, isJson ? `${jsonOf(reportOf(answer, layout, samples))}\n` : textOf(io, answer, layout, samples));
}

/** Reads IDs and their times, and says in which columns they are. */
async function samplesFrom(io: Io, { column, field, time }: Given["values"]): Promise<Samples> {
  if (field !== undefined && column !== undefined) {
    throw new UsageError("--field is for JSON and --column for tables such as CSV; give one of them");
  }
  announceInput(io, "IDs and their times");
  const read = new Table(field === undefined ? undefined : new FieldReader(String(field)));
  for await (const text of textOfStdin(io)) read.read(text);
  read.end();
  const places = read.placesOf({ id: positionOf("column", column, read), time: positionOf("time", time, read) });
  const samples = read.samples(places);
  notify(io, `the IDs are in ${quoted(read.nameOf(places.id))}, the times in ${quoted(read.nameOf(places.time))}`);
  const { length } = samples.unread;
  const listed = samples.unread.slice(0, MAX_LISTED).map(({ line, why }) => `line ${line}: ${why}`);
  if (length > 0) notify(io, `${length} not read: ${listed.join("; ")}${length > MAX_LISTED ? "; …" : ""}`);
  return samples;
}

/** The length of the ticks that the user knows, in ms. */
function tickOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (/^(?:\d+|\d*\.\d+)$/.test(String(given)) && Number(given) > 0) return Number(given);
  throw new UsageError(`--tick is ${quoted(String(given))}; it must be a number of ms above 0, such as 10 or 0.001`);
}

/** The format of a definition; `undefined` if `defineFormat` refuses it. */
function define(definition: Definition): AnyFormat | undefined {
  try {
    return defineFormat(definition) as AnyFormat;
  } catch (error) {
    if (error instanceof FlakeError) return undefined;
    throw error;
  }
}

/** The position of a column that is given by its number or its name. */
function positionOf(option: string, given: unknown, { names, width }: Table): number | undefined {
  if (given === undefined) return undefined;
  const column = String(given);
  const at = /^\d+$/.test(column) ? Number(column) - 1 : names.findIndex((name) => name.trim() === column);
  if (at >= 0 && at < width) return at;
  const listed = names.length > 0 ? names.map(quoted).join(", ") : `${width} columns, and no header`;
  throw new UsageError(`--${option} is ${quoted(column)}; the input has ${listed}`);
}

/** Says why there is no layout, and what helps. The exit code is 1. */
async function refuse(io: Io, isJson: boolean, problem: string, help: string, more: object = {}): Promise<never> {
  if (isJson) await print(io, `${jsonOf({ problem, help, ...more })}\n`);
  else complain(io, `${problem} ${help}`);
  throw new Unread();
}

function reportOf(finding: Finding, layout: Layout<AnyFormat>, { samples, lines }: Samples): object {
  const { known, alike, tick, shift, probability, epoch, count, delay, outliers } = finding;
  const notes = notesOf(finding, layout);
  return {
    format: known ?? null,
    alike,
    tick,
    shift,
    probability,
    epoch: epoch.at,
    epochProbability: epoch.probability,
    epochWithin: epoch.within,
    fields: leavesOf(layout.format).map((leaf, n) => ({ ...leaf, note: notes[n] })),
    samples: samples.length,
    agree: count,
    outliers: outliers.map((n) => lines[n]),
    delay,
    definition: layout.definition ?? null,
    code: layout.code,
  };
}

function textOf(io: Io, finding: Finding, layout: Layout<AnyFormat>, { samples, lines }: Samples): string {
  const { known, alike, epoch, count, delay, outliers, probability } = finding;
  const notes = notesOf(finding, layout);
  const listed = outliers.slice(0, MAX_LISTED).map((n) => lines[n]);
  const about = [
    `${headline(finding)}.`,
    ...(known === undefined ? [] : [`These are IDs of ${known}.`]),
    ...(known === undefined && alike.length > 0
      ? [`Formats with an epoch of their own have it: ${alike.join(", ")}.`]
      : []),
    `How sure: ticks and bits ${percent(probability)}, epoch ${percent(epoch.probability)}, ${epoch.why}.`,
    `${count} of ${samples.length} samples agree; their times are ${delays(delay)}.`,
    ...(outliers.length > 0 ? [`Other lines: ${listed.join(", ")}${outliers.length > MAX_LISTED ? ", …" : ""}.`] : []),
  ];
  const rows = leavesOf(layout.format).map(({ name, bits }, n) => [name, String(bits), notes[n] ?? ""]);
  return `${about.join("\n")}\n\n${table(io, [["field", "bits", "in the samples"], ...rows])}\n${layout.code}\n`;
}
