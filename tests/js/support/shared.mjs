// Shared by the suites.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as flakekit from "flakekit";
import { builtIns, encodings } from "./generated/formats.mjs";

/** A built-in format of the package. */
function builtIn(name) {
  const format = flakekit[name];
  assert.ok(
    format,
    `flakekit has no export ${name}, a row of src/formats/table.rs: run npm run build, which writes it`,
  );
  return format;
}

/** Every built-in format, with an epoch, and the options of one node. */
export const allFormats = builtIns.map(({ name, hasEpoch, nodes }) => [
  hasEpoch ? builtIn(name) : flakekit.withOptions(builtIn(name), { epoch: "2024-01-01" }),
  nodes,
]);

/** The formats whose IDs are integers. sno's IDs are texts: sno.test.mjs tests the differences. */
export const formats = allFormats.filter(([format]) => format.native !== "string");

/**
 * The value that the options `as` and `text` take for the name of an encoding: the name, or the export with this name.
 */
export const encodingNamed = (name) => (name?.startsWith("bwmarrin") ? flakekit[name] : name);

/** The encodings, each with the value that options take. */
const withOptions = encodings.map((encoding) => ({ ...encoding, as: encodingNamed(encoding.name) }));

/** The encodings that custom formats may have. */
export const customEncodings = withOptions.filter(({ width }) => width === null || width <= 64);

/** The encodings that are defined for IDs of this width. */
export function encodingsOf(bits) {
  return withOptions.filter(({ width }) => width === null || width === bits);
}

/** The promises of the table of formats about a format's generators. */
export function promised(format) {
  return builtIns.find(({ name }) => name === format.name);
}

/** How many IDs a format can make in this time, but at most `most`. */
export function countWithin(format, ms, most) {
  const { capacity, unit } = promised(format);
  return Math.min(most, Math.floor((capacity / unit) * ms));
}

/** The result of `decode` as a plain object, with the date that the result inherits. */
export function allOf(decoded) {
  return { ...decoded, date: decoded.date };
}

/** The sequence number of an ID. */
export function sequenceOf(format, id) {
  return format.decode(id)[format.fields.find(({ kind }) => kind === "sequence").name];
}

export const NOW = Date.UTC(2026, 0, 1);

/** Whether this is `npm run test:long`, which repeats more and tries more values than `npm test`. */
const isLong = process.env.FLAKEKIT_LONG === "1";

/** The size of a test in `npm test`, and in `npm run test:long`. */
export const size = (short, long) => (isLong ? long : short);

/** Reads a file of reference vectors. */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), "utf8"));
}

/** Asserts that `work` throws a FlakeError with this code and a message that contains these words. */
export function refused(code, work, ...words) {
  let thrown;
  assert.throws(work, (error) => {
    thrown = error;
    return true;
  });
  assert.ok(thrown instanceof flakekit.FlakeError, `not a FlakeError: ${thrown?.stack}`);
  assert.equal(thrown.code, code, thrown.message);
  for (const word of words) assert.ok(thrown.message.includes(word), `'${word}' is not in: ${thrown.message}`);
}

/** The count of repeated IDs. */
export function repeats(ids) {
  const sorted = Array.isArray(ids) ? ids.slice() : ids.slice().sort();
  if (Array.isArray(ids)) sorted.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  let count = 0;
  for (let i = 1; i < sorted.length; i++) count += sorted[i] === sorted[i - 1] ? 1 : 0;
  return count;
}

/** Whether each ID is larger than the previous one. */
export function increasing(ids) {
  for (let i = 1; i < ids.length; i++) if (!(ids[i] > ids[i - 1])) return false;
  return true;
}

/** Asserts that no ID repeats and, if the format promises it, that the IDs increase. */
export function assertInOrder(format, ids) {
  if (promised(format).increases) assert.ok(increasing(ids), format.name);
  else assert.equal(repeats(ids), 0, format.name);
}

/** The definition of a format with metadata, and with a node field that has parts. */
export const WITH_PARTS = {
  name: "own",
  bits: 63,
  epoch: "2024-01-01",
  fields: [
    { kind: "time", bits: 41 },
    {
      kind: "node",
      name: "place",
      bits: 6,
      parts: [
        { name: "rack", bits: 2 },
        { name: "slot", bits: 4 },
      ],
    },
    { kind: "metadata", bits: 4 },
    { kind: "sequence", bits: 12 },
  ],
};
