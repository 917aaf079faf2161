// The custom layout, and what the parameters of the address say about it.

import { type AnyFormatWithEpoch, defineFormat, FlakeError } from "flakekit";

/** The name of the custom format that the parameters describe. */
export const CUSTOM = "custom";

/** The default epoch of formats whose epoch each application chooses. */
export const EPOCH = "2024-01-01";

/** The fields of a custom layout, high bits first, and their kinds. */
export const KINDS = { time: "time", machine: "node", sequence: "sequence", random: "random" } as const;
export type Widths = Record<keyof typeof KINDS, number>;
export const WIDTHS = Object.keys(KINDS) as (keyof Widths)[];

/** Parses the parameter `layout`, such as `41.10.12.0`: widths in bits, in the order of {@link WIDTHS}. */
export function widthsOf(layout: string | null): Widths {
  const bits = (layout ?? "41.10.12.0").split(".").map(Number);
  return Object.fromEntries(WIDTHS.map((name, at) => [name, bits[at] ?? 0])) as Widths;
}

/** The largest total width of a layout in bits. */
export const MOST_BITS = 64;

export const totalOf = (widths: Widths): number => WIDTHS.reduce((sum, name) => sum + widths[name], 0);

/** The fields as `defineFormat` takes them. */
export const customFields = ({ time, machine, sequence, random }: Widths) => [
  { kind: "time", bits: time } as const,
  ...(machine ? [{ kind: "node", name: "machineId", bits: machine } as const] : []),
  { kind: "sequence", bits: sequence } as const,
  ...(random ? [{ kind: "random", bits: random } as const] : []),
];

/** Returns the custom format that the parameters describe. Throws the `FlakeError` of `defineFormat`. */
export function customFormat(params: URLSearchParams): AnyFormatWithEpoch {
  const widths = widthsOf(params.get("layout"));
  const bits = totalOf(widths);
  const unit = Number(params.get("unit") ?? 1);
  // The page makes IDs of this format, which needs ticks of whole ms.
  if (unit % 1 !== 0) throw new FlakeError("INVALID_OPTION", `unit is ${unit}; it must be a whole number of ms`);
  return defineFormat({
    name: CUSTOM,
    bits,
    unit,
    epoch: params.get("epoch") ?? EPOCH,
    native: bits <= 53 ? "number" : "bigint",
    fields: customFields(widths),
  });
}
