// The layout that was found: the format that `defineFormat` makes of it, and the code that makes the format.

import { type AnyFormat, type FieldDefinition, type FormatDefinition, defineFormat } from "flakekit";
import { builtIn } from "../formats/catalogue.ts";
import { CUSTOM, MOST_BITS } from "../formats/custom.ts";
import { attempt } from "../attempt.ts";
import type { Low } from "./fields.ts";
import type { Finding, Known } from "./solve.ts";
import { isDefinable } from "./ticks.ts";

/** The layouts of the package's formats, and of other kinds whose IDs are integers that begin with a time. */
export const KNOWN: readonly Known[] = [
  ...builtIn.map(({ name, fields, unit, epoch }) => {
    const widths = fields
      .slice(1)
      .flatMap(({ bits, parts }) => (parts.length > 0 ? parts.map(({ bits }) => bits) : bits));
    return { name, tick: unit, epoch, widths, shift: widths.reduce((sum, bits) => sum + bits, 0) };
  }),
  { name: "LinkedIn", tick: 1, epoch: 0, widths: [22], shift: 22 },
  { name: "TikTok", tick: 1000, epoch: 0, widths: [32], shift: 32 },
];

/** The found layout as a format of the package. */
export interface Layout {
  format: AnyFormat;
  /** The code that imports or defines the format. */
  code: string;
  /** The parameters of the address for the layout, if the other views can show it. */
  params: Record<string, string | number> | undefined;
  /** The evidence for the fields below the time, in their order. */
  low: Low[];
}

/** The usual widths of IDs: those of a `number`, of a signed integer and of an unsigned integer. */
const TOTALS = [53, 63, MOST_BITS];
const MOST_TIME = 53;
const MOST_OTHER = 32;

/** A field, and the bits from which it was found. */
type Field = FieldDefinition & { from?: Low };

/** Returns undefined if the package has no format for the layout. */
export function layoutOf(finding: Finding): Layout | undefined {
  const own = builtIn.find(({ name }) => name === finding.known);
  if (own) return ofPackage(own, finding);
  const total = TOTALS.find((bits) => bits >= finding.width);
  if (total === undefined || !isDefinable(finding.tick)) return undefined;
  return custom(finding, total);
}

function ofPackage(format: AnyFormat, { low }: Finding): Layout {
  return {
    format,
    code: `import { ${format.name} } from "flakekit";`,
    params: { format: format.name },
    low,
  };
}

function custom({ epoch, tick, shift, low, width }: Finding, total: number): Layout | undefined {
  const above = epoch.above === 0n ? 0 : epoch.above.toString(2).replace(/0+$/, "").length;
  const time = above > 0 ? width - above - shift : Math.min(MOST_TIME, total - shift);
  if (time > MOST_TIME || above + time + shift < width) return undefined;
  const fields: Field[] = [
    ...(above > 0 ? [{ kind: "node", name: "tag", bits: above } as const] : []),
    { kind: "time", bits: time },
    ...lowFields(low),
  ];
  const bits = above + time + shift;
  const definition = {
    name: CUSTOM,
    bits,
    unit: tick,
    epoch: epoch.at,
    native: bits <= 53 ? ("number" as const) : ("bigint" as const),
    fields: fields.map(({ from: _, ...field }) => field),
  };
  const { result: format } = attempt(() => defineFormat(definition) as AnyFormat);
  if (!format) return undefined;
  return {
    format,
    code: codeOf(definition),
    params: paramsOf(definition),
    low: fields.flatMap(({ from }) => from ?? []),
  };
}

/**
 * A layout has one sequence and one field of random bits. All other fields are nodes, of which a layout may have any
 * number.
 */
function lowFields(low: readonly Low[]): Field[] {
  const pieces = low.flatMap((from) => {
    const rest = from.bits % MOST_OTHER;
    const whole = Array.from({ length: Math.floor(from.bits / MOST_OTHER) }, () => ({ from, bits: MOST_OTHER }));
    return rest > 0 ? [...whole, { from, bits: rest }] : whole;
  });
  const sequence = pieces.findLast(({ from }) => from.behaviour === "counts");
  const random = pieces.findLast(({ from }) => from.behaviour === "random");
  let nodes = 0;
  return pieces.map((piece): Field => {
    if (piece === sequence) return { kind: "sequence", ...piece };
    if (piece === random) return { kind: "random", ...piece };
    nodes += 1;
    return { kind: "node", name: nodes === 1 ? "machineId" : `node${nodes}`, ...piece };
  });
}

/** An epoch as code and addresses write it: a date, if the epoch is a midnight. */
export const epochText = (at: number): string => new Date(at).toJSON().replace("T00:00:00.000Z", "");

type Definition = Required<Pick<FormatDefinition, "name" | "bits" | "unit" | "fields" | "native">> & { epoch: number };

function codeOf({ name, bits, unit, epoch, native, fields }: Definition): string {
  const lines = fields.map((field) => {
    const name = field.kind === "node" ? `, name: "${field.name}"` : "";
    return `    { kind: "${field.kind}"${name}, bits: ${field.bits} },`;
  });
  return [
    'import { defineFormat } from "flakekit";',
    "",
    "const format = defineFormat({",
    `  name: "${name}",`,
    `  bits: ${bits},`,
    `  unit: ${unit},`,
    `  epoch: "${epochText(epoch)}",`,
    ...(native === "number" ? ['  native: "number",'] : []),
    "  fields: [",
    ...lines,
    "  ],",
    "});",
  ].join("\n");
}

/**
 * The parameters of the custom layout: see `formats/custom.ts`. The custom layout has at most one node, and its fields
 * have a fixed order.
 */
function paramsOf({ unit, epoch, fields }: Definition): Layout["params"] {
  const order = ["time", "node", "sequence", "random"];
  const kinds = fields.map(({ kind }) => kind);
  const isPlain = kinds.every((kind, n) => n === 0 || order.indexOf(kind) > order.indexOf(kinds[n - 1] as string));
  if (!isPlain || !kinds.includes("sequence") || unit % 1 !== 0) return undefined;
  const widths = order.map((kind) => fields.find((field) => field.kind === kind)?.bits ?? 0);
  return { format: CUSTOM, layout: widths.join("."), unit, epoch: epochText(epoch) };
}
