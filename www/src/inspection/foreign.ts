// Draws the IDs of the formats that the package does not make, which the package describes.

import type { Candidate, ForeignField, ForeignFormat } from "flakekit/inspect";
import type { Drawn } from "../bits.ts";
import { coloured } from "../formats/leaves.ts";
import { foreignFormats } from "./inspector.ts";
import { UUID, hex, nameOfText, readDigits, writeDigits } from "./digits.ts";

let known: readonly ForeignFormat[] | undefined;

const HASH = "The bits are a hash of a name, so the ID holds no time.";

const ALL_EQUAL = "All of its bits are equal. It stands for no object, and holds no time.";

/** Notes for the user on kinds that hold no time, or whose time needs an epoch. Some notes name the numbers of the ID. */
const NOTES: Record<string, string | ((fields: Candidate["fields"]) => string)> = {
  own: ({ msSinceEpoch, secondsSinceEpoch, machine, sequence }) =>
    `A snowflake with an epoch of its own: ${msSinceEpoch === undefined ? `${secondsSinceEpoch} s` : `${msSinceEpoch} ms`} ` +
    `since its epoch, machine ${machine}, sequence ${sequence}. ` +
    "The epoch of your service (withOptions), or more of its IDs, would settle it.",
  // The UUIDs whose bits are all equal (RFC 9562, clauses 5.9 and 5.10).
  "uuid nil": ALL_EQUAL,
  "uuid max": ALL_EQUAL,
  "uuid v2": "The low bits of its time are replaced by the number of a user or a group, so the page shows no time.",
  "uuid v3": HASH,
  "uuid v4": "It is random, and holds no time.",
  "uuid v5": HASH,
  youtube: "YouTube's IDs are random: no time.",
  reddit: "Reddit counts its IDs: no time.",
  "uuid v8": "Its maker defines its bits, so the page cannot know whether it holds a time.",
};

/** UUIDs whose bits are all equal, which are drawn as one piece. */
const WHOLE: ForeignFormat = {
  name: "uuid",
  bits: 128,
  fields: [{ name: "value", kind: "metadata", bits: 128, shift: 0, value: null }],
  text: UUID,
};

/** Returns the ID of a text of this kind as the page draws it; undefined if the page cannot draw IDs of this kind. */
export function foreignId(name: string, text: string): Drawn | undefined {
  known ??= foreignFormats();
  const format = NOTES[name] === ALL_EQUAL ? WHOLE : known.find((format) => format.name === name);
  const bytes = format && readDigits(format.text, text, format.bits);
  return bytes && drawnForeign(format, bytes);
}

/** Returns what the user should know of an ID without a date; undefined if the page has nothing to add. */
export function noteOf({ format, fit, date, fields, reasons }: Candidate): string | undefined {
  const note = NOTES[format];
  if (typeof note === "function") return note(fields);
  // The first reason of a UUID whose bits are no time says so.
  return note ?? (date === null && fit === "unlikely" ? reasons[0] : undefined);
}

/** The texts in which an ID is shown: the usual text, the UUID if the ID has 128 bits, and hex. */
function textsOf({ bits, text }: ForeignFormat) {
  const all = [text, ...(bits === UUID.length * 4 ? [UUID] : []), hex(bits / 4)];
  const names = all.map(nameOfText);
  return all.filter((_, n) => names.indexOf(names[n] as string) === n);
}

/**
 * The name of a piece of a field: the name of the field, and whether the piece has the high or the low bits. RFC 9562
 * names the pieces of times in this way.
 */
function nameOfPiece({ name, shift }: ForeignField, fields: readonly ForeignField[]): string {
  const shifts = fields.filter((field) => field.name === name).map(({ shift }) => shift);
  if (shifts.length === 1) return name;
  const short = name === "timestamp" ? "time" : name;
  if (shift === Math.max(...shifts)) return `${short}High`;
  return shift === 0 ? `${short}Low` : `${short}Mid`;
}

function drawnForeign(format: ForeignFormat, bytes: Uint8Array): Drawn {
  const pieces = format.fields.map((field) => {
    const name = nameOfPiece(field, format.fields);
    return { name, parent: name, kind: field.kind, bits: field.bits };
  });
  const texts = textsOf(format).map((text) => ({
    name: nameOfText(text),
    write: (bytes: Uint8Array) => writeDigits(text, bytes),
  }));
  return { bits: format.bits, bytes, leaves: coloured(pieces), texts };
}
