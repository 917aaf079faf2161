// What the page shows of a pasted text, to compare it with what `scan` says.

import { readFileSync } from "node:fs";
import { scan } from "flakekit/inspect";

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
  // Of a link, the page shows the ID that it leads to.
  const isLink = /^(?:\w+:\/\/|[\w-]+(?:\.[\w-]+)+\/)\S+$/.test(text);
  return (isLink ? all.slice(-1) : all).map(({ candidates: [first] }) => [
    first.format,
    first.date?.toISOString() ?? "",
  ]);
}

/** Runs in the page: the same as the page shows it. */
export function shown() {
  const texts = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  const when = document.querySelector(".when");
  if (when) {
    const time = when.querySelector("time")?.dateTime ?? "";
    return [[document.querySelector(".candidates :checked + span b").textContent, time]];
  }
  const names = texts(".ids thead th");
  const column = (name) => names.indexOf(name);
  return [...document.querySelectorAll(".ids tbody tr")].map((row) => {
    const cells = [...row.children].map(({ textContent }) => textContent.trim());
    const kind = cells[column("kind")] ?? document.querySelector("select[name=format], .controls select").value;
    const created = cells[column("created")] ?? "";
    return [kind, created === "" ? "" : new Date(created.replace(" UTC", "Z").replace(" ", "T")).toISOString()];
  });
}
