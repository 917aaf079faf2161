// The texts and numbers that calls of the module exchange.

import type { ClaimantCore } from "../../../core/claimant.js";
import { FlakeError, type FlakeErrorCode, fromUtf8 } from "../../values/index.js";
import { HEAD_KEY, KEEPER_LENGTH, LEASE_WORDS } from "../../generated/contract.js";

/** Writes ASCII text to the module. */
export function write(core: ClaimantCore, text: string): void {
  const { length } = text;
  const address = core.text_room(length);
  const bytes = new Uint8Array(core.memory.buffer, address, length);
  for (let i = 0; i < length; i++) bytes[i] = text.charCodeAt(i);
}

/** Reads the lines of the text that belongs to an answer. */
export function readLines(core: ClaimantCore): string[] {
  const bytes = new Uint8Array(core.memory.buffer, core.text_address(), core.text_length());
  return fromUtf8(bytes).split("\n");
}

/** Reads the numbers that belong to an answer. */
export function readNumbers(core: ClaimantCore): Float64Array {
  return new Float64Array(core.memory.buffer, core.numbers_address(), KEEPER_LENGTH);
}

/**
 * A swap that the protocol has decided on: the key, the record that replaces the record that was read, and the guard's
 * `before`.
 */
export interface Swap {
  readonly key: string;
  readonly next: string;
  readonly before: number;
}

/** The answer to a read of a store. */
export interface View {
  readonly now: number;
  readonly generation: string;
  /** By key; `null` if the record is missing. */
  readonly records: ReadonlyMap<string, string | null>;
}

type Word = Exclude<(typeof LEASE_WORDS)[number], "error">;

/** The word of an answer. Throws if it is an error. */
export function wordOf(core: ClaimantCore, answer: number): Word {
  const word = LEASE_WORDS[answer] as (typeof LEASE_WORDS)[number];
  if (word !== "error") return word;
  const [code, ...message] = readLines(core);
  throw new FlakeError(code as FlakeErrorCode, message.join("\n"));
}

/** The swap that belongs to an answer. */
export function readSwap(core: ClaimantCore): Swap {
  const [key, next] = readLines(core) as [string, string];
  return { key, next, before: readNumbers(core)[0] as number };
}

/** A view as text: its generation, its head record, and two lines for each other record. */
export function viewText({ generation, records }: View): string {
  const others = [...records].filter(([key]) => key !== HEAD_KEY).flatMap(([key, record]) => [key, record ?? ""]);
  return [generation, records.get(HEAD_KEY) ?? "", ...others].join("\n");
}
