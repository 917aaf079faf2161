// Functions that few formats need. These formats import them, so that the bundles of other formats do not contain them.

import { FlakeError } from "../values/index.js";
import { type Format, highPart, type IdSchema, type Style, textSchema, Word, words } from "../ids/index.js";

/**
 * The hint for a refused text that is an ID in decimal. It is for formats of integers whose texts are not decimal: drivers of
 * databases return integers as decimal digits.
 */
export const decimalHint = (format: Format, text: string): string =>
  format._tryLoad(text, format._style("decimal")) ? '; with as: "decimal" it is an ID' : "";

/** The error of formats without an epoch. */
export const noEpoch = (name: string): FlakeError =>
  new FlakeError("EPOCH_REQUIRED", `${name} has no epoch; set one, as in withOptions(format, { epoch: '2024-01-01' })`);

/** The value as a number. For formats whose IDs are numbers. */
export const valueAsNumber = (): number => highPart() * Word.values + (words[0] as number);

/** The JSON Schema of texts and numbers. For formats whose IDs are numbers. */
export const numberSchema = (style: Style, { bits }: Format): IdSchema => ({
  anyOf: [textSchema(style), { type: "integer", minimum: 0, maximum: 2 ** bits - 1 }],
});

/** Refuses an instant that is later than the time of the value. For formats whose ticks are longer than a ms. */
export function checkBegin(format: Format, ms: number): void {
  const begin = format._loadedTime();
  if (ms === begin) return;
  throw new FlakeError(
    "INVALID_TIME",
    `${ms} is not at the beginning of a tick of ${format.unit} ms; its tick begins at ${begin}`,
  );
}

/** Refuses half-open ranges if IDs do not sort by time, because another field is above the time. For custom formats. */
export function checkHalfOpen({ _called, _time, bits }: Format): void {
  if (_time._ticks * 2 ** _time._below === 2 ** bits) return;
  throw new FlakeError("INVALID_OPTION", `halfOpen is true, but IDs of ${_called} do not sort by time: omit it`);
}
