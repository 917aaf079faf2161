// The formats that the page can make and draw: the built-in formats and the custom format.

import { type AnyFormat, type AnyFormatWithEpoch, formats, withOptions } from "flakekit";
import { CUSTOM, EPOCH, customFormat } from "./custom.ts";

export const builtIn: readonly AnyFormat[] = formats();

/** Whether the page can make and draw IDs of a format with this name. */
export const isKnown = (name: string): boolean => name === CUSTOM || builtIn.some((format) => format.name === name);

/** Returns the name of the format in the parameters, or `otherwise` if the page does not know it. */
export function formatNameOf(params: URLSearchParams, otherwise: string): string {
  const name = params.get("format") ?? "";
  return isKnown(name) ? name : otherwise;
}

/** Returns the parameters that describe a format. Links to other views keep them. */
export const formatParamsOf = (params: URLSearchParams): Record<string, string | null> =>
  Object.fromEntries(["format", "epoch", "layout", "unit"].map((name) => [name, params.get(name)]));

/**
 * Returns the format of a name for which {@link isKnown} is true, with the epoch and the layout of the parameters. Throws a
 * `FlakeError` if the epoch or the layout is invalid.
 */
export function formatOf(name: string, params: URLSearchParams): AnyFormatWithEpoch {
  const format = builtIn.find((format) => format.name === name);
  if (!format) return customFormat(params);
  return format.epoch === null ? withOptions(format, { epoch: params.get("epoch") ?? EPOCH }) : format;
}

/** Whether the parameters describe the custom format. */
export const usesCustom = (params: URLSearchParams): boolean => params.has("layout") || params.get("format") === CUSTOM;

/** Whether the parameter `epoch` changes what an ID of this format means. */
export const usesEpochParam = (name: string): boolean =>
  name === CUSTOM || builtIn.some((format) => format.name === name && format.epoch === null);
