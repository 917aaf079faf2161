// How many IDs, nodes and years a layout has room for.

import type { FieldKind, FormatDescription } from "flakekit";

const widthOf = (format: FormatDescription, kind: FieldKind): number =>
  format.fields.reduce((sum, field) => (field.kind === kind ? sum + field.bits : sum), 0);

/** Returns the IDs per second and node, the number of nodes, and the time range in ms. */
export function capacityOf(format: FormatDescription): { rate: number; nodes: number; span: number } {
  return {
    rate: (2 ** widthOf(format, "sequence") * 1000) / format.unit,
    nodes: 2 ** widthOf(format, "node"),
    span: 2 ** widthOf(format, "time") * format.unit,
  };
}
