// The built-in formats and the custom format, and what the address says about them.

import {
  type AnyFormat,
  type AnyFormatWithEpoch,
  type AnyId,
  type FieldKind,
  type FormatDescription,
  defineFormat,
  formats,
} from "flakekit";

export const builtIn: readonly AnyFormat[] = formats();

/** The name of the custom format that the address describes. */
export const CUSTOM = "custom";

/** The fields of a custom layout, high bits first, and their kinds. */
export const KINDS = { time: "time", machine: "node", sequence: "sequence", random: "random" } as const;
export type Widths = Record<keyof typeof KINDS, number>;
export const WIDTHS = Object.keys(KINDS) as (keyof Widths)[];

/** Parses the address's parameter `layout`, such as `41.10.12.0`: widths in bits, in the order of {@link WIDTHS}. */
export function widthsOf(layout: string | null): Widths {
  const bits = (layout ?? "41.10.12.0").split(".").map(Number);
  return Object.fromEntries(WIDTHS.map((name, at) => [name, bits[at] ?? 0])) as Widths;
}

/** Returns the custom format that the parameters describe. Throws the `FlakeError` of `defineFormat`. */
function custom(params: URLSearchParams): AnyFormatWithEpoch {
  const { time, machine, sequence, random } = widthsOf(params.get("layout"));
  const bits = time + machine + sequence + random;
  return defineFormat({
    name: CUSTOM,
    bits,
    unit: Number(params.get("unit") ?? 1),
    epoch: params.get("epoch") ?? EPOCH,
    native: bits <= 53 ? "number" : "bigint",
    fields: [
      { kind: "time", bits: time },
      ...(machine ? [{ kind: "node", name: "machineId", bits: machine } as const] : []),
      { kind: "sequence", bits: sequence },
      ...(random ? [{ kind: "random", bits: random } as const] : []),
    ],
  });
}

/** Whether the page can make and draw IDs of a format with this name. */
export const isKnown = (name: string): boolean => name === CUSTOM || builtIn.some((format) => format.name === name);

/** The default epoch of formats whose epoch each application chooses. */
export const EPOCH = "2024-01-01";

/** Returns the name of the format in the address, or `otherwise` if the page does not know it. */
export function formatNameOf(params: URLSearchParams, otherwise: string): string {
  const name = params.get("format") ?? "";
  return isKnown(name) ? name : otherwise;
}

/** Returns the parameters that describe a format. Links to other views keep them. */
export const formatParamsOf = (params: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(["format", "epoch", "layout", "unit"].map((name) => [name, params.get(name)]));

/**
 * Returns the format of a name for which {@link isKnown} is true, with the address's epoch and layout. Throws a
 * `FlakeError` if the epoch or the layout is invalid.
 */
export function formatOf(name: string, params: URLSearchParams): AnyFormatWithEpoch {
  const format = builtIn.find((format) => format.name === name);
  if (!format) return custom(params);
  return format.epoch === null ? format.with({ epoch: params.get("epoch") ?? EPOCH }) : format;
}

/** Whether the parameter `epoch` of the address changes what an ID of this format means. */
export const usesEpochParam = (name: string): boolean =>
  name === CUSTOM || builtIn.some((format) => format.name === name && format.epoch === null);

/** The smallest named group of bits: a part of a field, or a field without parts. */
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
const HUE_STEP = -40;

/** Returns the leaves of a format, high bits first. Fields of 0 bits are left out. */
export function leavesOf(format: FormatDescription): Leaf[] {
  const seen = new Map<FieldKind, number>();
  return format.fields
    .filter((field) => field.bits > 0)
    .flatMap(({ name, kind, bits, parts }) =>
      (parts.length > 0 ? parts : [{ name, bits }]).map((part) => {
        const nth = seen.get(kind) ?? 0;
        seen.set(kind, nth + 1);
        return { ...part, parent: name, kind, hue: HUES[kind] + nth * HUE_STEP };
      }),
    );
}

/** Returns the leaves whose values the user enters: node and metadata. */
export const inputFieldsOf = (format: FormatDescription): Leaf[] =>
  leavesOf(format).filter(({ kind }) => kind === "node" || kind === "metadata");

export const maxValue = ({ bits }: Leaf): number => 2 ** bits - 1;

/** Returns the values of these leaves in the address. The default is 1. Empty inputs give NaN, which is refused. */
export function inputValuesOf(format: FormatDescription, params: URLSearchParams): Record<string, number> {
  return Object.fromEntries(inputFieldsOf(format).map(({ name }) => [name, parseFloat(params.get(name) ?? "1")]));
}

/** Returns the same values as a generator's options (`nodes`) and as the argument of `next` (`meta`). */
export function generatorInputOf(
  format: FormatDescription,
  params: URLSearchParams,
): { nodes: Record<string, number>; meta: number } {
  const nodes = inputValuesOf(format, params);
  const metadata = leavesOf(format).find(({ kind }) => kind === "metadata");
  if (!metadata) return { nodes, meta: 0 };
  const { [metadata.name]: meta = 0, ...others } = nodes;
  return { nodes: others, meta };
}

/** Returns an ID for the tick that contains a Unix time in ms. Fields that are not given are 0. */
export function exampleId(format: AnyFormatWithEpoch, at: number, given: Record<string, number>): AnyId {
  const timestamp = Math.floor((at - format.epoch) / format.unit) * format.unit + format.epoch;
  const others = leavesOf(format).filter(({ kind }) => kind !== "time");
  return format.encode({ timestamp, ...Object.fromEntries(others.map(({ name }) => [name, given[name] ?? 0])) });
}

const widthOf = (format: FormatDescription, kind: FieldKind): number =>
  format.fields.reduce((sum, field) => (field.kind === kind ? sum + field.bits : sum), 0);

/** Returns what a layout can hold: IDs per second and node, the number of nodes, and its time range in ms. */
export function capacityOf(format: FormatDescription): { rate: number; nodes: number; span: number } {
  return {
    rate: (2 ** widthOf(format, "sequence") * 1000) / format.unit,
    nodes: 2 ** widthOf(format, "node"),
    span: 2 ** widthOf(format, "time") * format.unit,
  };
}
