// The text in which IDs were found, with each ID marked.

import { type TemplateResult, nothing } from "lit-html";
import { type Mark, annotated } from "../parts/annotated.ts";
import { titleOf } from "../names.ts";
import { state } from "../state.ts";
import { utc } from "../when.ts";
import { visible } from "../paste/pasted.ts";
import { type List, kindOf, linkOf } from "./list.ts";
import type { Shown } from "./shown.ts";

/** Draws the text of a list; nothing if the text is long, or only a list. */
export function textOf({ source, holder }: Shown): TemplateResult | typeof nothing {
  const list = holder?.list;
  if (typeof source !== "string" || !list || list.starts.length === 0) return nothing;
  const marks = list.starts.map((start, row) => markOf(start, row, list));
  const text = visible(source);
  return hasWords(text, marks) ? annotated(text, marks) : nothing;
}

function markOf(start: number, row: number, list: List): Mark {
  const id = list.ids[row] ?? "";
  const kind = titleOf(kindOf(list, row));
  const link = state.isSecret ? undefined : linkOf(list, row);
  const time = list.timestamps[row] ?? NaN;
  const title = Number.isNaN(time) ? kind : `${kind}, ${utc(new Date(time))}`;
  return { start, end: start + id.length, ...(link !== undefined && { link }), title: list.errors.get(row) ?? title };
}

/** Whether there is a word beside the IDs. */
function hasWords(text: string, marks: readonly Mark[]): boolean {
  const words = marks.map(({ start }, n) => text.slice(marks[n - 1]?.end ?? 0, start));
  return /[\p{L}\p{N}]/u.test(words.join("") + text.slice(marks.at(-1)?.end));
}
