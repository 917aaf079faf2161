// Draws the IDs of the formats that the package does not make, which the package describes.

import type { ForeignField, ForeignFormat } from "flakekit/inspect";
import type { Drawn } from "../bits.ts";
import { coloured } from "../formats/leaves.ts";
import { foreignFormats } from "./inspector.ts";
import { UUID, hex, nameOfText, readDigits, writeDigits } from "./digits.ts";

/** An ID as the page draws it, and a note for the user. */
interface ForeignId {
  drawn: Drawn;
  note?: string | undefined;
}

let known: readonly ForeignFormat[] | undefined;

const HASH = "The bits are a hash of a name, so the ID holds no time.";

/** Notes for the user on UUIDs that hold no time. */
const NOTES: Record<string, string> = {
  "uuid v2": "The low bits of its time are replaced by the number of a user or a group, so the page shows no time.",
  "uuid v3": HASH,
  "uuid v4": "It is random, and holds no time.",
  "uuid v5": HASH,
  "uuid v8": "Its maker defines its bits, so the page cannot know whether it holds a time.",
};

/** The UUIDs whose bits are all equal (RFC 9562, clauses 5.9 and 5.10). */
const SPECIAL = ["uuid nil", "uuid max"];
const ALL_EQUAL = "All of its bits are equal. It stands for no object, and holds no time.";
const WHOLE: ForeignFormat = {
  name: "uuid",
  bits: 128,
  fields: [{ name: "value", kind: "metadata", bits: 128, shift: 0, value: null }],
  text: UUID,
};

/** Returns the ID of a text of this kind; undefined if the page cannot draw IDs of this kind. */
export function foreignId(name: string, text: string): ForeignId | undefined {
  known ??= foreignFormats();
  const isSpecial = SPECIAL.includes(name);
  const format = isSpecial ? WHOLE : known.find((format) => format.name === name);
  const bytes = format && readDigits(format.text, text, format.bits);
  return bytes && { drawn: drawnForeign(format, bytes), note: isSpecial ? ALL_EQUAL : NOTES[name] };
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
