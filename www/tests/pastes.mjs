// What the page shows of a pasted text, to compare it with what `scan` says.

import { readFileSync } from "node:fs";
import { scan } from "flakekit/inspect";
import { source } from "./source.mjs";

const { titleOf } = await source("names.ts");

/** 2026-11-25: the texts were collected on this day. */
export const NOW = Date.UTC(2026, 10, 25);

export const PASTES = JSON.parse(readFileSync(new URL("../../tests/vectors/pastes.json", import.meta.url), "utf8")).map(
  ({ text }) => text,
);

/** Characters that the page leaves out, because nobody sees them. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** The kind and the time of each ID that `scan` finds, in order; the time is "" if the ID holds none. */
export function said(given, now = NOW) {
  const text = given.replace(INVISIBLE, "").trim();
  const all = scan(text, { now });
  // Of a link, the page shows the ID that it leads to: the last one of its path.
  const isLink = /^(?:\w+:\/\/|[\w-]+(?:\.[\w-]+)+\/)\S+$/.test(text);
  const inPath = all.filter(({ start }) => !text.slice(0, start).includes("?"));
  const isOne = new Set(all.map((found) => found.text)).size === 1;
  return (isLink ? (inPath.length > 0 ? inPath : all).slice(-1) : isOne ? all.slice(-1) : all).map(
    ({ candidates: [first] }) => [first.format, first.date?.toISOString() ?? ""],
  );
}

/** Kinds and times, with the names of kinds as people use them, which lists show. */
export const named = (all) => all.map(([kind, time]) => [titleOf(kind), time]);

/** Runs in the page: the same as the page shows it. */
export function shown() {
  const isoOf = (text) => {
    const time = Date.parse(text.replace(" UTC", "Z").replace(" ", "T"));
    return Number.isNaN(time) ? "" : new Date(time).toISOString();
  };
  const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  const when = document.querySelector(".when");
  // An unsure answer has a row for the first reading, with its time in UTC.
  const first = document.querySelector(".rows label");
  if (first) return [[first.querySelector("input").value, isoOf(first.querySelector("small").textContent)]];
  const chosen = document.querySelector(".candidates :checked");
  if (when && !chosen) return [];
  if (when) return [[chosen.value, when.querySelector("time")?.dateTime ?? ""]];
  const names = texts(".ids thead th");
  const column = (name) => names.indexOf(name);
  return [...document.querySelectorAll(".ids tbody tr")].map((row) => {
    const cells = [...row.children].map(({ textContent }) => textContent.trim());
    const kind = cells[column("kind")] ?? document.querySelector("select[name=format], .controls select").value;
    const created = cells[column("created")] ?? "";
    return [kind, isoOf(created)];
  });
}
