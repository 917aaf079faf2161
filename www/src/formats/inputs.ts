// The values that the user enters for a format: the values of its node and metadata fields.

import type { AnyFormatWithEpoch, AnyId, FormatDescription } from "flakekit";
import { type Leaf, leavesOf } from "./leaves.ts";

/** Returns the leaves whose values the user enters. */
export const inputFieldsOf = (format: FormatDescription): Leaf[] =>
  leavesOf(format).filter(({ kind }) => kind === "node" || kind === "metadata");

export const maxValue = ({ bits }: Leaf): number => 2 ** bits - 1;

/** The name of the first of these leaves whose input is empty. */
export const emptyInputOf = (format: FormatDescription, params: URLSearchParams): string | undefined =>
  inputFieldsOf(format).find(({ name }) => params.get(name)?.trim() === "")?.name;

/** Returns the values of these leaves. The default is 1. */
export function inputValuesOf(format: FormatDescription, params: URLSearchParams): Record<string, number> {
  return Object.fromEntries(inputFieldsOf(format).map(({ name }) => [name, parseFloat(params.get(name) ?? "1")]));
}

/** Returns the entered values as a generator's options (`nodes`) and as the argument of `next` (`meta`). */
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
