// The smallest named groups of bits of a layout.

import type { FieldKind, FormatDescription } from "flakekit";

/** A part of a field, or a field without parts. */
export interface Leaf {
  name: string;
  /** The name of the field that contains this part, or the leaf's own name if it is a field. */
  parent: string;
  kind: FieldKind;
  bits: number;
  /** The hue of its colour, in degrees. */
  hue: number;
}

export const HUES: Record<FieldKind, number> = {
  time: 255,
  node: 75,
  sequence: 155,
  random: 310,
  metadata: 15,
  toggle: 200,
};
/** The difference in hue between consecutive leaves of one kind, in degrees. */
const HUE_STEPS: Record<FieldKind, number> = {
  time: -25,
  node: -40,
  sequence: 25,
  random: -20,
  metadata: 20,
  toggle: 20,
};

/** Gives each leaf its colour. Leaves of 0 bits are left out. */
export function coloured(leaves: readonly Omit<Leaf, "hue">[]): Leaf[] {
  const seen = new Map<FieldKind, number>();
  return leaves
    .filter(({ bits }) => bits > 0)
    .map((leaf) => {
      const nth = seen.get(leaf.kind) ?? 0;
      seen.set(leaf.kind, nth + 1);
      return { ...leaf, hue: HUES[leaf.kind] + nth * HUE_STEPS[leaf.kind] };
    });
}

/** Returns the leaves of a format, high bits first. */
export const leavesOf = (format: FormatDescription): Leaf[] =>
  coloured(
    format.fields.flatMap(({ name, kind, bits, parts }) =>
      (parts.length > 0 ? parts : [{ name, bits }]).map((part) => ({ ...part, parent: name, kind })),
    ),
  );

/** The names under which a leaf is highlighted: its own, and the name of the field that contains it. */
export const namesOf = ({ name, parent }: Leaf): string => (name === parent ? name : `${name} ${parent}`);
