// Judges the IDs of a column together.

import type * as api from "../../types/inspect.js";
import { bigintOf, collect, type Options } from "../values/index.js";
import { MAX_INSPECTED, WARNINGS } from "../generated/contract.js";
import { copyAnswer, inspector, type InspectorRuntime, writeText } from "./inspector.js";
import { listed } from "./candidates.js";
import { open, type Reader, readerOf } from "./reader.js";
import { toText } from "./inspect.js";

export function inspectAllWith(runtime: InspectorRuntime, ids: unknown, given: Options | undefined): api.Column {
  const asked = readerOf(runtime, "inspectAll()", given);
  const cells = collect("ids", ids, (id) => cellOf(asked, id), "INVALID_ID");
  // The content of a text with a prefix is an ID of the format.
  const reader = { ...asked, formats: [...asked.formats, ...asked.prefixed.map(({ format }) => format)] };
  open(reader);
  inspector().begin_column();
  for (const [text, isInteger] of cells) {
    // A text that is too long for an ID stays too long.
    writeText(text.slice(0, MAX_INSPECTED + 1));
    inspector().add_cell(Number(isInteger));
  }
  const numbers = copyAnswer(inspector().inspect_all());
  const [warning, warningScore, count] = numbers as unknown as [number, number, number];
  const { kinds, minScore } = reader;
  return {
    count: cells.filter(([text]) => text.trim() !== "").length,
    candidates: listed(reader, numbers, 3 + count).filter(
      ({ format, score }) => score >= minScore && (kinds.length === 0 || kinds.includes(format)),
    ),
    warning: [null, ...WARNINGS][warning] as api.Column["warning"],
    warningScore,
    misfits: Array.from(numbers.subarray(3, 3 + count)),
  };
}

/** The text of a cell, and whether it is that of an integer. */
function cellOf({ prefixed }: Reader, id: unknown): readonly [string, boolean] {
  if (id === null || id === undefined) return ["", false];
  const text = toText(bigintOf(id));
  const of = typeof id === "string" ? prefixed.find(({ isValid }) => isValid(text)) : undefined;
  return [of === undefined ? text : of.format.toText(of.fromText(text)), typeof id !== "string"];
}
