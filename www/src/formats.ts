// The package's formats as the page uses them: all alike, whatever the type of their IDs.

import { type FieldKind, type FormatDescription, type TextOptions, defineFormat, formats } from "flakekit";

export type Id = number | bigint | string;

export interface Generator {
  next(meta?: number): Id;
  batch(count: number, meta?: number): Float64Array | BigUint64Array | string[];
  /** Only of formats whose IDs are texts. */
  nextBytes(meta?: number): Uint8Array;
  batchBytes(count: number, meta?: number): Uint8Array;
}

/** A format with an epoch. */
export interface Format extends FormatDescription {
  readonly epoch: number;
  readonly zero: Id;
  generator(options: Record<string, unknown>): Generator;
  decode(id: Id): { timestamp: number; date: Date } & Record<string, unknown>;
  encode(fields: Record<string, unknown>): Id;
  range(from: string, to: string): { min: Id; max: Id };
  toText(id: Id, options?: TextOptions): string;
  fromText(text: string): Id;
  toBytes(id: Id): Uint8Array;
  fromBytes(bytes: Uint8Array): Id;
}

export const builtIn: readonly FormatDescription[] = formats();

/** The format of one's own that the address describes, by this name. */
export const CUSTOM = "custom";

/** The fields of a layout of one's own, the high bits first, and what they are. */
export const KINDS = { time: "time", machine: "node", sequence: "sequence", random: "random" } as const;
export type Widths = Record<keyof typeof KINDS, number>;
export const WIDTHS = Object.keys(KINDS) as (keyof Widths)[];

/** A layout as the address has it: `41.10.12.0`, in the order of {@link WIDTHS}. */
export function widthsOf(layout: string | null): Widths {
  const bits = (layout ?? "41.10.12.0").split(".").map(Number);
  return Object.fromEntries(WIDTHS.map((name, at) => [name, bits[at] ?? 0])) as Widths;
}

/** The format of one's own that such parameters describe. Throws what `defineFormat` does. */
function custom(params: URLSearchParams): Format {
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
  }) as unknown as Format;
}

/** Whether this is the name of a format that the page can make and draw. */
export const isKnown = (name: string): boolean => name === CUSTOM || builtIn.some((format) => format.name === name);

/** The epoch of formats that every application gives its own, until it is told. */
export const EPOCH = "2024-01-01";

/** The name of the format that the address asks for, where it is known; or else another. */
export function askedFor(params: URLSearchParams, otherwise: string): string {
  const name = params.get("format") ?? "";
  return isKnown(name) ? name : otherwise;
}

/** What the address says of a format, to be kept where it leads elsewhere. */
export const describing = (params: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(["format", "epoch", "layout", "unit"].map((name) => [name, params.get(name)]));

/**
 * The format of that name, which is known, with the epoch and the layout that the address says. Throws a `FlakeError`
 * where these are none.
 */
export function formatOf(name: string, params: URLSearchParams): Format {
  if (name === CUSTOM) return custom(params);
  const format = builtIn.find((format) => format.name === name) as FormatDescription;
  const ready = needsEpoch(format) ? format.with({ epoch: params.get("epoch") ?? EPOCH }) : format;
  return ready as unknown as Format;
}

interface WithoutEpoch extends FormatDescription {
  with(options: { epoch: string }): FormatDescription;
}

/** Whether a built-in format has no epoch of its own. */
const needsEpoch = (format: FormatDescription): format is WithoutEpoch => format.epoch === null;

/** Whether what an ID of this format says depends on an epoch that the address has. */
export const asksEpoch = (name: string): boolean =>
  name === CUSTOM || builtIn.some((format) => format.name === name && needsEpoch(format));

/** A field that the bits are drawn by: a field without parts, or a part of one. */
export interface Leaf {
  name: string;
  /** The field that it is a part of, or itself. */
  of: string;
  kind: FieldKind;
  bits: number;
  /** Its colour, in degrees. */
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
/** How far the colours of two neighbours of one kind are apart. */
const HUE_STEP = -40;

/** The fields of a format down to their parts, the high bits first. */
export function leavesOf(format: FormatDescription): Leaf[] {
  const seen = new Map<FieldKind, number>();
  return format.fields
    .filter((field) => field.bits > 0)
    .flatMap(({ name, kind, bits, parts }) =>
      (parts.length > 0 ? parts : [{ name, bits }]).map((part) => {
        const nth = seen.get(kind) ?? 0;
        seen.set(kind, nth + 1);
        return { ...part, of: name, kind, hue: HUES[kind] + nth * HUE_STEP };
      }),
    );
}

/** The fields that are the maker's own: who makes it, and what it carries. */
export const askedOf = (format: FormatDescription): Leaf[] =>
  leavesOf(format).filter(({ kind }) => kind === "node" || kind === "metadata");

export const highest = ({ bits }: Leaf): number => 2 ** bits - 1;

/** What such parameters say of the maker's own fields; an empty one is no number, and is refused as such. */
export function givenOf(format: FormatDescription, params: URLSearchParams): Record<string, number> {
  return Object.fromEntries(askedOf(format).map(({ name }) => [name, parseFloat(params.get(name) ?? "1")]));
}

/** The same as a generator takes it: its options, and what each ID carries. */
export function asked(
  format: FormatDescription,
  params: URLSearchParams,
): { nodes: Record<string, number>; meta: number } {
  const nodes = givenOf(format, params);
  const metadata = leavesOf(format).find(({ kind }) => kind === "metadata");
  if (!metadata) return { nodes, meta: 0 };
  const { [metadata.name]: meta = 0, ...others } = nodes;
  return { nodes: others, meta };
}

/** An ID of the tick that an instant is in, with some fields given and 0 in the others. */
export function sample(format: Format, at: number, given: Record<string, number>): Id {
  const timestamp = Math.floor((at - format.epoch) / format.unit) * format.unit + format.epoch;
  const others = leavesOf(format).filter(({ kind }) => kind !== "time");
  return format.encode({ timestamp, ...Object.fromEntries(others.map(({ name }) => [name, given[name] ?? 0])) });
}

const widthOf = (format: FormatDescription, kind: FieldKind): number =>
  format.fields.reduce((sum, field) => (field.kind === kind ? sum + field.bits : sum), 0);

/** What a layout allows: IDs a second on each machine, machines, and the ms from its epoch to its end. */
export function powersOf(format: FormatDescription): { rate: number; machines: number; span: number } {
  return {
    rate: (2 ** widthOf(format, "sequence") * 1000) / format.unit,
    machines: 2 ** widthOf(format, "node"),
    span: 2 ** widthOf(format, "time") * format.unit,
  };
}
