// What few formats have, as functions. Each format imports its own, so that the bundles of others do not contain them.

import { FlakeError } from "../values/index.js";
import { type Format, highPart, Word, words } from "../ids/index.js";

/**
 * Of formats of integers whose texts are not decimal: what follows the refusal of a text that is an ID in decimal. Drivers of
 * databases return the decimal digits of integers.
 */
export const decimalHint = (format: Format, text: string): string =>
  format._tryLoad(text, format._style("decimal")) ? '; with as: "decimal" it is an ID' : "";

/** Of formats without an epoch. */
export const noEpoch = (name: string): FlakeError =>
  new FlakeError(
    "EPOCH_REQUIRED",
    `${name} has no epoch of its own; set one, as in withOptions(format, { epoch: '2024-01-01T00:00:00Z' })`,
  );

/** Of formats whose IDs are numbers: the value as one. */
export const valueAsNumber = (): number => highPart() * Word.values + (words[0] as number);

/** Of formats whose ticks are longer than a ms: refuses an instant that is later than the time of the value. */
export function checkBegin(format: Format, ms: number): void {
  const begin = format._loadedTime();
  if (ms === begin) return;
  throw new FlakeError(
    "INVALID_TIME",
    `${ms} is not at the beginning of a tick of ${format.unit} ms; its tick begins at ${begin}`,
  );
}

/** Of custom formats: refuses half-open ranges if IDs do not sort by time, because another field is above it. */
export function checkHalfOpen({ _time, bits, name }: Format): void {
  if (_time._ticks * 2 ** _time._below === 2 ** bits) return;
  throw new FlakeError("INVALID_OPTION", `halfOpen is true, but IDs of ${name} do not sort by time: omit it`);
}
