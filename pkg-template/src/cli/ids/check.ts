// Checks a column of IDs: IDs that occur more than once, and why; steps back in time, gaps, the future, unknown machines.

import { FAST_CLOCK_MS } from "../../generated/contract.js";
import { inputOf, type Io, jsonOf, OutputClosed, print } from "../io/index.js";
import { type Given, requiredFormat, UsageError, withEpoch } from "../words/index.js";
import { Course } from "./course.js";
import { entriesOf } from "./entries.js";
import { Machines, machinesOf } from "./machines.js";
import { type Finding, Places } from "./places.js";
import { printEach, Problem, Unread } from "./print.js";
import { Repeats } from "./repeats.js";
import { contentsOf, likenessOf, textsOf } from "./texts.js";
import { Watch } from "./watch.js";

export async function checkIds(io: Io, { values, rest, ...given }: Given): Promise<void> {
  const [name, file, ...more] = rest;
  if (more.length > 0) throw new UsageError(`check takes a format and a file, and was given ${rest.length} arguments`);
  const texts = textsOf(withEpoch(requiredFormat(name), values.epoch), values);
  const machines = new Machines(texts.format, values.machines === undefined ? undefined : machinesOf(values.machines));
  const found = { ids: 0, unread: 0, empty: 0 };
  const [repeats, course, future, watch] = [new Repeats(texts), new Course(), new Places(), new Watch()];
  const asRows = { ...given, rest: [], values: { ...values, keepsRows: true } };
  const entries = entriesOf(inputOf(io, file), asRows, [], 2, (text) => likenessOf(texts, text));
  const isAllRead = await reads(() =>
    printEach(io, entries, {
      read: (batch) => contentsOf(texts, batch),
      write: (entry, content) => {
        watch.see(entry, content);
        if (entry.isHeading === true && entry.row !== undefined) repeats.heading(entry.row);
        if (entry.isEmpty === true) found.empty += 1;
        if (content instanceof Problem) found.unread += 1;
        if (content === undefined || content instanceof Problem) return "";
        found.ids += 1;
        repeats.add(entry, content);
        course.add(entry.where, content.timestamp);
        machines.add(entry.where, content.fields);
        if (content.timestamp > Date.now() + FAST_CLOCK_MS) future.add(entry.where);
        return "";
      },
    }),
  );
  watch.report(io);
  const findings = [repeats.finding(), ...course.findings(), futureOf(future), machines.finding()];
  await report(io, values.json === true, found, findings);
  const isStrict = values.strict === true && findings.some(({ lines }) => lines.length > 0);
  if (!isAllRead || repeats.areDifferent || isStrict) throw new Unread();
}

/** Whether all IDs could be read. Those that could not have been reported. */
async function reads(run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof Unread) return false;
    throw error;
  }
}

function futureOf({ count, list }: Places): Finding {
  const report = { future: count };
  if (count === 0) return { lines: [], report };
  return { lines: [`Times in the future: ${count} (${list}).`], report };
}

async function report(
  io: Io,
  isJson: boolean,
  { ids, unread, empty }: Record<"ids" | "unread" | "empty", number>,
  findings: readonly Finding[],
): Promise<void> {
  const reports = findings.map((finding) => finding.report);
  const counts = [
    ids === 1 ? "1 ID" : `${ids} IDs`,
    ...(unread > 0 ? [`${unread} unreadable`] : []),
    ...(empty > 0 ? [`${empty} empty`] : []),
  ];
  const lines = findings.flatMap((finding) => finding.lines);
  const text = [`${counts.join(", ")}.`, ...(lines.length > 0 ? lines : ["Nothing was found."])].join("\n");
  try {
    await print(io, isJson ? `${jsonOf(Object.assign({ ids, unread, empty }, ...reports))}\n` : `${text}\n`);
  } catch (error) {
    // It is no error that the reader of the output has closed it, and the exit code still counts.
    if (!(error instanceof OutputClosed)) throw error;
  }
}
