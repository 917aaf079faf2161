// How TypeScript differs from the Rust crate by design. All other differences are defects.
//
// Beside these differences, members of only one side are not compared: names of options, of which TypeScript also lists
// `machineId`; and sentences about values of a wrong JavaScript type.

import { isDeepStrictEqual } from "node:util";

const REMEDY = ", as in withOptions(format, { epoch: '2024-01-01' })";

/** How much of a text TypeScript searches for a mistake. */
const SEARCHED = 80;

/** Each `adapts` returns the answer that TypeScript gives in place of Rust's, or `undefined`. */
export const DIFFERENCES = [
  {
    why: "TypeScript names the function that sets an epoch",
    adapts: ({ code, message }) => code === "EPOCH_REQUIRED" && { code, message: message + REMEDY },
  },
  {
    why: "TypeScript knows a form of an instant that is no number, which Rust does not have",
    adapts: ({ code, message }, { command: { epoch } }) =>
      code === "INVALID_EPOCH" &&
      isDoubtful(epoch) && {
        code,
        message: `${message}, or the text '${new Date(epoch).toISOString()}'`,
      },
  },
  {
    why: "TypeScript refuses numbers that may be seconds as instants; in Rust, the type says that they are ms",
    adapts: (_, { command: { do: what, from, to, ms }, outcome }) =>
      (what === "range" ? [from, to] : what === "tick" ? [ms] : []).some(isDoubtful) &&
      isType(outcome, "INVALID_TIME", "(?:from|to|time)") &&
      outcome.message.includes(" as ms and ") &&
      outcome,
  },
  {
    why: "TypeScript quotes an ID as it was given: a bigint with its n, or bytes",
    adapts: ({ code, message }, { quoted }) =>
      code === "INVALID_ID" && {
        code,
        message: message.replace(/^(\d+|a number of 2\^64 or more) is/, `${quoted} is`),
      },
  },
  {
    why: "TypeScript says how to read a text that only the decimal encoding can read, because drivers of databases return them",
    adapts: ({ code, message }) =>
      code === "INVALID_TEXT" && { code, message: `${message}; with as: "decimal" it is an ID` },
  },
  {
    why: "TypeScript searches only the beginning of a long text for a wrong character, and counts its UTF-16 code units",
    adapts: ({ code }, { command, outcome }) =>
      code === "INVALID_TEXT" &&
      command.text.length > SEARCHED &&
      outcome.message.includes(` has length ${command.text.length}; `) &&
      outcome,
  },
  {
    why: "TypeScript counts the characters of a text whose metadata it reads, and Rust its bytes; neither reads the others",
    adapts: (_, { command, outcome }) =>
      command.do === "metadataFromText" && Buffer.byteLength(command.text) > command.text.length && outcome,
  },
  {
    why: "TypeScript reads instants of several types, and all options, before it checks the layout",
    adapts: ({ code }, { command, outcome }) =>
      code !== undefined &&
      (Math.abs(command.epoch) > 8.64e15 || isDoubtful(command.epoch)) &&
      isType(outcome, "INVALID_EPOCH", "epoch") &&
      outcome,
  },
  {
    why: "TypeScript refuses lists that are too long before it reads them",
    adapts: ({ code }, { command, outcome }) =>
      code !== undefined && command.fields?.length > 16 && isType(outcome, "INVALID_OPTION", "fields") && outcome,
  },
  {
    why: "TypeScript refuses names that are empty, or those of options and of what results have, which Rust keeps apart",
    adapts: (_, { command, outcome: { code, message = "" } = {} }) =>
      command.do === "define" &&
      (message === "name is ''; it must be a text of 1 to 1024 characters, well-formed" ||
        message.startsWith("a field can't be named ")) && { code, message },
  },
];

const isType = ({ code, message }, expected, name) => code === expected && new RegExp(`^${name} is `).test(message);

/** Whether an instant, as a number of ms, may be a number of seconds. */
const isDoubtful = (ms) => typeof ms === "number" && ms >= 1e8 && ms <= 1e11;

/** Whether an answer of the reader is the outcome of a call. Counts the differences that are by design. */
export function agrees(call, answer, counts) {
  const { outcome, take } = call;
  const expected = answer?.ok === undefined ? answer : { ok: take(answer.ok) };
  if (isDeepStrictEqual(expected, outcome)) return true;
  const found = DIFFERENCES.find(({ adapts }) => isDeepStrictEqual(adapts(answer ?? {}, call), outcome));
  if (found !== undefined) counts.set(found.why, (counts.get(found.why) ?? 0) + 1);
  return found !== undefined;
}
