// The bytes of a sno, the bits of an ID by its fields, and the IDs that a damaged text can have been.

import { FlakeError, formats, lost, sno } from "flakekit";
import type { AnyId } from "flakekit";
import type { Candidate } from "flakekit/inspect";

/** The bytes of a sno in hex; `undefined` for other kinds. */
export function bytesOf({ date, fields, format }: Candidate): string | undefined {
  if (format !== sno.name || date === null) return undefined;
  return Buffer.from(sno.toBytes(sno.encode({ date, ...fields } as Parameters<typeof sno.encode>[0]))).toString("hex");
}

/** A field with the bits of an ID that it has. */
export type FieldBits = readonly [name: string, bits: string];

/** The bits of an ID, grouped by the fields of its format; `undefined` if its kind is no format of this package. */
export function bitsOf(candidate: Candidate): FieldBits[] | undefined {
  const bytes = bytesOf(candidate);
  const value = bytes === undefined ? candidate.value : BigInt(`0x${bytes}`);
  const known = formats().find(({ name }) => name === candidate.format);
  if (value === null || known === undefined) return undefined;
  let bits = value.toString(2).padStart(known.bits, "0");
  return known.fields.map((field) => {
    const own = bits.slice(0, field.bits);
    bits = bits.slice(field.bits);
    return [field.name, own];
  });
}

/** The smallest and the largest ID that a damaged text of a format can have been; `undefined` if no digits are lost. */
export function spanOf({ format }: Candidate, text: string): { min: AnyId; max: AnyId } | undefined {
  const known = formats().find(({ name }) => name === format);
  if (known === undefined) return undefined;
  try {
    const { min, max } = lost(known as Parameters<typeof lost>[0], text);
    return min === max ? undefined : { min, max };
  } catch (error) {
    // IDs of sno are texts; and the text of the ID may have more than a number in it.
    if (error instanceof FlakeError) return undefined;
    throw error;
  }
}
