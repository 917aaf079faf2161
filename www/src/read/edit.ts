// Changes of the ID that is shown: of a bit, of a field, of the time. The text that is read follows.

import type { AnyFormatWithEpoch } from "flakekit";
import { type Drawn, type LeafBits, withBits } from "../bits.ts";
import { builtIn } from "../formats/catalogue.ts";
import { attempt } from "../attempt.ts";
import { announce } from "../parts/copy.ts";
import { change, redraw, state } from "../state.ts";
import { END_OF_TIME, instantOf } from "../when.ts";

declare module "../state.ts" {
  interface State {
    /** Whether the bits and the fields of the ID can be changed. */
    isEditing?: boolean;
  }
}

/** Switches the changes of bits and fields on or off. */
export function toggleEditing(): void {
  state.isEditing = !state.isEditing;
  redraw();
}

/** Reads an ID with other bits in the same format, as a step of the history. Says why if the format has no such ID. */
export function enterBits(drawn: Drawn, format: string, bytes: Uint8Array): void {
  const { result: id, error } = attempt(() => textOf(drawn, format, bytes));
  if (id === undefined) return announce(error ?? "");
  const { changedFrom, isSecret } = state;
  const from = changedFrom || textOf(drawn, format, drawn.bytes);
  change({ params: { id: null, named: null, as: null, format }, text: id, changedFrom: from, isSecret }, true);
}

/** The usual text. A text of digits only is read as a decimal number, so such an integer is written in decimal. */
function textOf({ texts }: Drawn, format: string, bytes: Uint8Array): string {
  const usual = texts[0]?.write(bytes, false) ?? "";
  const isInteger = builtIn.some(({ name, native }) => name === format && native !== "string");
  const decimal = isInteger && /^\d+$/.test(usual) ? texts.find(({ name }) => name === "decimal") : undefined;
  return decimal?.write(bytes, false) ?? usual;
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
  const ticks = Math.floor((instantOf(input.value.trim()) - format.epoch) / format.unit);
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
