// Changes of the ID that is shown: of a bit, of a field, of the time. The text that is read follows.

import type { AnyFormatWithEpoch } from "flakekit";
import { type Drawn, type LeafBits, withBits } from "../bits.ts";
import { attempt } from "../parts/attempt.ts";
import { announce } from "../parts/copy.ts";
import { change, state } from "../state.ts";
import { END_OF_TIME } from "../when.ts";

/**
 * Reads an ID with other bits in the same format. Says why if the format has no such ID. The address gets it only if it had the
 * ID before: most of a secret is left in it.
 */
export function enterBits(drawn: Drawn, format: string, bytes: Uint8Array): void {
  const { result: id, error } = attempt(() => drawn.texts[0]?.write(bytes, false));
  if (id === undefined) announce(error ?? "");
  else {
    const isKept = state.params.has("id");
    change({ params: { id: isKept ? id : null, format, as: null, named: null }, text: isKept ? "" : id });
  }
}

/** Takes the value that was entered for a field, as a decimal number. */
export function enterField(drawn: Drawn, format: string, field: LeafBits, input: HTMLInputElement): void {
  const text = input.value.trim();
  const largest = (1n << BigInt(field.bits)) - 1n;
  const isValue = /^\d+$/.test(text) && BigInt(text) <= largest;
  refuse(input, isValue ? "" : `Enter a whole number from 0 to ${largest}.`);
  if (isValue) enterBits(drawn, format, withBits(drawn, field, BigInt(text)));
}

/** Takes the time that was entered: the tick that contains it. */
export function enterTime(drawn: Drawn, format: AnyFormatWithEpoch, field: LeafBits, input: HTMLInputElement): void {
  const ticks = Math.floor((Date.parse(input.value.trim()) - format.epoch) / format.unit);
  const isTime = ticks >= 0 && ticks < 2 ** field.bits;
  const last = format.epoch + (2 ** field.bits - 1) * format.unit;
  const range = [format.epoch, Math.min(last, END_OF_TIME)].map((ms) => new Date(ms).toISOString());
  refuse(input, isTime ? "" : `Enter a time from ${range[0]} to ${range[1]}.`);
  if (isTime) enterBits(drawn, format.name, withBits(drawn, field, BigInt(ticks)));
}

function refuse(input: HTMLInputElement, reason: string): void {
  input.setCustomValidity(reason);
  input.reportValidity();
}
