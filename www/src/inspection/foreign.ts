// Reads and draws the IDs of the formats that the package does not make, which the package describes.

import { type ForeignField, type ForeignFormat, foreignFormats } from "flakekit/inspect";
import type { Drawn } from "../bits.ts";
import { coloured } from "../formats/leaves.ts";
import { inspecting } from "./blocked.ts";
import { UUID, hex, nameOfText, readDigits, writeDigits } from "./digits.ts";

/** An ID as the page draws it, with the name of its format and what the reader should know of it. */
export interface ForeignId {
  name: string;
  drawn: Drawn;
  note?: string | undefined;
}

let known: readonly ForeignFormat[] | undefined;

/** The formats that the package describes: none without WebAssembly. */
const allFormats = (): readonly ForeignFormat[] =>
  inspecting(
    () => (known ??= foreignFormats()),
    () => [],
  );

const formatNamed = (name: string): ForeignFormat | undefined => allFormats().find((format) => format.name === name);

const HASH = "The bits are a hash of a name, so the ID holds no time.";

/** What the reader should know of UUIDs that hold no time. */
const NOTES: Record<string, string> = {
  "uuid v2": "The low bits of its time are replaced by the number of a user or a group, so the page shows no time.",
  "uuid v3": HASH,
  "uuid v4": "It is random, and holds no time.",
  "uuid v5": HASH,
  "uuid v8": "Its maker defines its bits, so the page cannot know whether it holds a time.",
};

/** Returns the ID of a text in a foreign format; undefined if the text is no such ID. */
export function foreignId(name: string, text: string): ForeignId | undefined {
  const format = formatNamed(name);
  const bytes = format && readDigits(format.text, text, format.bits);
  return bytes && { name, drawn: drawnForeign(format, bytes), note: NOTES[name] };
}

/** The UUIDs whose bits are all equal (RFC 9562, clauses 5.9 and 5.10). */
const SPECIAL: Record<number, string> = { 0x00: "uuid nil", 0xff: "uuid max" };
const ALL_EQUAL = "All of its bits are equal. It stands for no object, and holds no time.";
const WHOLE: ForeignFormat = {
  name: "uuid",
  bits: 128,
  fields: [{ name: "value", kind: "metadata", bits: 128, shift: 0, value: null }],
  text: UUID,
};

/** Returns the UUID of a text, of any version; undefined if the text is no UUID. */
export function uuidOf(text: string): ForeignId | undefined {
  const bytes = readDigits(UUID, text, 128);
  if (!bytes) return undefined;
  const special = bytes.every((byte) => byte === bytes[0]) ? SPECIAL[bytes[0] as number] : undefined;
  if (special) return { name: special, drawn: drawnForeign(WHOLE, bytes), note: ALL_EQUAL };
  const version = (bytes[6] as number) >> 4;
  const isStandard = (bytes[8] as number) >> 6 === 0b10;
  return isStandard ? foreignId(`uuid v${version}`, text) : undefined;
}

/** The texts in which an ID is shown: the usual one, the UUID if it has that width, and hex. */
function textsOf({ bits, text }: ForeignFormat) {
  const all = [text, ...(bits === UUID.length * 4 ? [UUID] : []), hex(bits / 4)];
  const names = all.map(nameOfText);
  return all.filter((_, n) => names.indexOf(names[n] as string) === n);
}

/** The name of a piece of a field: its field's, and whether it has the high or the low bits. RFC 9562 names times so. */
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
