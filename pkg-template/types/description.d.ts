import type { Encoding, FieldKind, ImportedEncodingName } from "./generated/names.js";

/** A field of a format. */
export interface FieldDescription {
  readonly name: string;
  readonly kind: FieldKind;
  /** The width in bits. */
  readonly bits: number;
  /** Named groups of the field's bits, the high bits first. Empty for most fields. */
  readonly parts: readonly { readonly name: string; readonly bits: number }[];
}

/** The properties of a format as plain data. */
export interface FormatDescription {
  readonly name: string;
  /** The total width in bits, 2 to 80. */
  readonly bits: number;
  /** The length of a tick in ms, a multiple of 0.001; a whole number for all formats of which IDs are made. */
  readonly unit: number;
  /** The Unix time of tick 0 in ms; `null` if the format needs an epoch and has none yet. */
  readonly epoch: number | null;
  /** The JavaScript type of IDs. */
  readonly native: "number" | "bigint" | "string";
  /** The encoding in which IDs are usually written. */
  readonly text: Encoding | ImportedEncodingName;
  /** The fields, the high bits first. */
  readonly fields: readonly FieldDescription[];
}
