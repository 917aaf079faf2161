// Properties of the reader: random texts, mutations of vectors, and short patterns that are repeated.

import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { inspect, scan } from "flakekit/inspect";
import { display, ensure } from "./lib/defect.mjs";

const NOW = Date.UTC(2026, 10, 25);

const WARNINGS = ["rounded", "exponent", "counter", null];

/** The rounding errors of a sum of scores. */
const ROUNDING = 1e-9;

/** The kind `own` is listed only where it is so many times as likely as each other kind. Otherwise its probability is in no score. */
const LEAD = 30;

/** The characters of IDs, links, marks and tables. Patterns consist of these characters. */
const MEANINGFUL = `aA0-_./:@<#%,;"'(){}= \n+&!*1x`;

/** The texts of the vectors that have texts of people and of kinds. */
const texts = ["pastes", "ours", ...readdirSync(at("kinds")).map((name) => `kinds/${name}`)]
  .filter((name) => !name.includes(".") || name.endsWith(".json"))
  .flatMap((name) => JSON.parse(readFileSync(at(name.endsWith(".json") ? name : `${name}.json`), "utf8")))
  .map(({ text }) => text);

function at(name) {
  return new URL(`../vectors/${name}`, import.meta.url);
}

const meaningful = fc.constantFrom(...MEANINGFUL);

/** Any UTF-16 unit: NUL and lone surrogates too. */
const units = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

const pieces = fc.oneof(
  fc.constantFrom(...texts),
  fc.array(meaningful, { maxLength: 40 }).map((all) => all.join("")),
  fc.array(units, { maxLength: 40 }).map((all) => all.join("")),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 65n }).map(String),
  fc.bigInt({ min: 0n, max: 2n ** 64n }).map((id) => `0x${id.toString(16)}`),
  fc.double().map(String),
  fc.base64String({ maxLength: 60 }),
  fc.webUrl(),
  fc.uuid(),
  fc.ulid(),
);

/** A change of a text at a position, which is a share of its length. */
const changes = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(4),
  added: fc.oneof(
    { withCrossShrink: true },
    fc.constant(""),
    meaningful,
    units,
    fc.constantFrom(..."0١٩９e+E", "000", "https://", "%2F", '="', "0x", "\u2066", "\ud800"),
  ),
});

function changed(text, { place, removed, added }) {
  const start = Math.floor(place * text.length);
  return text.slice(0, start) + added + text.slice(start + removed);
}

const mutated = fc
  .record({ text: pieces, made: fc.array(changes, { maxLength: 4 }) })
  .map(({ text, made }) => made.reduce(changed, text));

const trials = fc.record({
  parts: fc.array(mutated, { minLength: 1, maxLength: 12 }),
  between: fc.constantFrom("\n", " ", ",", ";", "\t", "", '","', "/", "-", "\0"),
  // Texts of more than 65 536 units are read in pieces.
  times: fc.oneof(
    { weight: 60, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 400 }) },
  ),
});

function readText({ parts, between, times }, stats, trace) {
  const text = `${parts.join(between)}${between}`.repeat(times);
  trace?.(`scan(${display(text.slice(0, 2000))}, { now: ${NOW} })`);
  const found = scan(text, { now: NOW });
  stats.count("scan");
  stats.ids += found.length;
  let last = 0;
  for (const { text: id, start, end, warning } of found) {
    ensure(start >= last && end > start, () => `the ID at ${start} to ${end} follows one that ends at ${last}`);
    ensure(text.slice(start, end) === id, () => `the text of the ID at ${start} to ${end} is ${display(id)}`);
    ensure(WARNINGS.includes(warning), () => `the warning of ${display(id)} is ${display(warning)}`);
    last = end;
  }
  // Each ID of a repeated text has a copy in the first repetition.
  for (const { text: id, candidates } of found.slice(0, 20)) {
    const sum = ensureCandidates(id, candidates);
    const unlisted = /\p{Nd}/u.test(id) ? LEAD * candidates[0].score : 0;
    ensure(sum + unlisted > 0.5 - ROUNDING, () => `${display(id)} is found, but its scores add up to ${sum}`);
  }
  for (const part of [text, ...parts]) {
    trace?.(`inspect(${display(part.slice(0, 2000))}, { now: ${NOW} })`);
    ensureCandidates(part, inspect(part, { now: NOW }));
    stats.count("inspect");
  }
}

/** Asserts the promises of each list of candidates. Returns the sum of their scores. */
function ensureCandidates(id, candidates) {
  let sum = 0;
  let last = 1;
  for (const { format, score, timestamp, date, reasons } of candidates) {
    const what = () => `${format} of ${display(id.slice(0, 200))}`;
    ensure(score >= 0 && score <= last, () => `the score of ${what()} is ${score}, after ${last}`);
    ensure(
      (date?.getTime() ?? null) === timestamp,
      () => `the time of ${what()} is ${timestamp}, and its date ${date}`,
    );
    ensure(timestamp !== null || reasons.length > 0, () => `${what()} has no time and no reason`);
    last = score;
    sum += score;
  }
  ensure(sum <= 1 + ROUNDING, () => `the scores of ${display(id.slice(0, 200))} add up to ${sum}`);
  return sum;
}

/** The lengths of two texts of a pattern, in units. Both are read as one piece. */
const [SHORT, LONG] = [8000, 64_000];

/**
 * A text of eight times the length takes eight times as long; a quadratic reader would take 64 times as long. The
 * factor is larger than 8, because the first times are of cold code.
 */
const MOST_TIMES = 24;
const MOST_TRIES = 6;

/** Times below this are too short to be compared. */
const LEAST_MS = 1;

function readPattern({ pattern, before }, stats, trace) {
  trace?.(`scan(${display(before)} + ${display(pattern)}.repeat(…), { now: ${NOW} })`);
  const [short, long] = [SHORT, LONG].map((length) => before + pattern.repeat(length / pattern.length));
  let [least, most] = [Infinity, Infinity];
  const isLinear = () => most < Infinity && most <= MOST_TIMES * Math.max(least, LEAST_MS);
  for (let tries = 0; tries < MOST_TRIES && !isLinear(); tries += 1) {
    least = Math.min(least, timeOf(short));
    most = Math.min(most, timeOf(long));
  }
  stats.count("patterns");
  const times = () => `${SHORT} units take ${least} ms, and ${LONG} take ${most} ms`;
  ensure(isLinear(), times);
}

/** The time of a scan as the processor's time in ms, because other programs take a part of the clock's time. */
function timeOf(text) {
  const before = process.cpuUsage();
  scan(text, { now: NOW });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const patterns = fc.record({
  pattern: fc.oneof(
    { weight: 4, arbitrary: fc.array(meaningful, { minLength: 1, maxLength: 6 }).map((all) => all.join("")) },
    { weight: 1, arbitrary: mutated.filter((text) => text.length > 0) },
  ),
  // The text before the IDs may be the beginning of a link.
  before: fc.constantFrom("", "https://x.com/", "https://www.reddit.com/r/a/comments/", "urn:li:", "</"),
});

export const properties = [
  {
    name: "scans.texts",
    about: "random texts and mutations of the vectors: IDs in order, with their offsets; scores add up to at most 1",
    share: 1,
    arbitrary: trials,
    run: readText,
  },
  {
    name: "scans.patterns",
    about: "repeated patterns: the time of a scan is linear in the length",
    share: 1,
    arbitrary: patterns,
    run: readPattern,
  },
];
