// The layout that was found: the format that `defineFormat` makes of it, and the code that makes the format.

import type { Low } from "./fields.js";
import type { Finding, Known } from "./solve.js";
import { isDefinable } from "./ticks.js";

/** A group of bits of a format: a part of a field, or a field without parts. */
export interface Leaf {
  name: string;
  kind: string;
  bits: number;
}

/** A format of the package, as far as it is needed here. */
export interface Format {
  readonly name: string;
  readonly unit: number;
  readonly epoch: number | null;
  readonly fields: readonly (Readonly<Leaf> & { readonly parts: readonly { name: string; bits: number }[] })[];
}

/** The parts of a format's fields, and the fields without parts, high bits first. */
export const leavesOf = ({ fields }: Format): Leaf[] =>
  fields.flatMap(({ name, kind, bits, parts }) =>
    (parts.length > 0 ? parts : [{ name, bits }]).map((part) => ({ ...part, kind })),
  );

/** The layouts of formats, and of other kinds whose IDs are integers that begin with a time. */
export const knownOf = (formats: readonly Format[]): Known[] => [
  ...formats.map((format) => {
    const widths = leavesOf(format)
      .slice(1)
      .map(({ bits }) => bits);
    const { name, unit, epoch } = format;
    return { name, tick: unit, epoch, widths, shift: widths.reduce((sum, bits) => sum + bits, 0) };
  }),
  { name: "LinkedIn", tick: 1, epoch: 0, widths: [22], shift: 22 },
  { name: "TikTok", tick: 1000, epoch: 0, widths: [32], shift: 32 },
];

type FieldDefinition =
  | { kind: "time"; bits: number }
  | { kind: "node"; name: string; bits: number }
  | { kind: "sequence" | "random"; name?: string; bits: number };

/** What `defineFormat` takes. */
export interface Definition {
  name: string;
  bits: number;
  unit: number;
  epoch: number;
  native: "number" | "bigint";
  fields: FieldDefinition[];
}

/** The found layout as a format. */
export interface Layout<F> {
  format: F;
  /** The definition of the format; undefined if the package has the format. */
  definition: Definition | undefined;
  /** The code that imports or defines the format. */
  code: string;
  /** The evidence for the fields below the time, in their order. */
  low: Low[];
}

/** The name of the format that the code defines. */
const CUSTOM = "custom";

/** The usual widths of IDs: those of a `number`, of a signed integer and of an unsigned integer. */
const TOTALS = [53, 63, 64];
const MOST_TIME = 53;
const MOST_OTHER = 32;

/** A field, and the bits from which it was found. */
type Field = FieldDefinition & { from?: Low };

/**
 * Returns undefined if the package has no format for the layout. `define` makes a format, or returns undefined if it cannot.
 */
export function layoutOf<F extends Format>(
  finding: Finding,
  formats: readonly F[],
  define: (definition: Definition) => F | undefined,
): Layout<F> | undefined {
  const format = formats.find(({ name }) => name === finding.known);
  const { low } = finding;
  if (format) return { format, definition: undefined, code: `import { ${format.name} } from "flakekit";`, low };
  const total = TOTALS.find((bits) => bits >= finding.width);
  if (total === undefined || !isDefinable(finding.tick)) return undefined;
  return (
    custom(finding, lowFields(low), total, define) ??
    // The name of a column may be none that a field can have.
    custom(finding, lowFields(low.map(({ name: _, ...field }) => field)), total, define)
  );
}

function custom<F>(
  { epoch, tick, low, width }: Finding,
  below: Field[],
  total: number,
  define: (definition: Definition) => F | undefined,
): Layout<F> | undefined {
  const shift = low.reduce((sum, { bits }) => sum + bits, 0);
  const above = epoch.above === 0n ? 0 : epoch.above.toString(2).replace(/0+$/, "").length;
  const time = above > 0 ? width - above - shift : Math.min(MOST_TIME, total - shift);
  if (time > MOST_TIME || above + time + shift < width) return undefined;
  const fields: Field[] = [
    ...(above > 0 ? [{ kind: "node", name: "tag", bits: above } as const] : []),
    { kind: "time", bits: time },
    ...below,
  ];
  const bits = above + time + shift;
  const definition: Definition = {
    name: CUSTOM,
    bits,
    unit: tick,
    epoch: epoch.at,
    native: bits <= 53 ? "number" : "bigint",
    fields: fields.map(({ from: _, ...field }) => field),
  };
  const format = define(definition);
  if (!format) return undefined;
  return { format, definition, code: codeOf(definition), low: fields.flatMap(({ from }) => from ?? []) };
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
  const sequence = pieces.filter(({ from }) => from.behaviour === "counts").at(-1);
  const random = pieces.filter(({ from }) => from.behaviour === "random").at(-1);
  let nodes = 0;
  return pieces.map((piece): Field => {
    const { name } = piece.from;
    const named = name === undefined ? {} : { name: camel(name) };
    if (piece === sequence) return { kind: "sequence", ...named, ...piece };
    if (piece === random) return { kind: "random", ...named, ...piece };
    if (name === undefined) nodes += 1;
    return { kind: "node", name: nodes <= 1 ? "machineId" : `node${nodes}`, ...named, ...piece };
  });
}

/** The name of a column as names in JavaScript are written: `shop_id` is `shopId`. */
const camel = (name: string): string =>
  name.replace(/[^a-z\d]+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase());

/** An epoch as code and addresses write it: a date, if the epoch is a midnight. */
export const epochText = (at: number): string => new Date(at).toJSON().replace("T00:00:00.000Z", "");

function codeOf({ name, bits, unit, epoch, native, fields }: Definition): string {
  const lines = fields.map((field) => {
    const name = "name" in field && field.name !== field.kind ? `, name: ${JSON.stringify(field.name)}` : "";
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
