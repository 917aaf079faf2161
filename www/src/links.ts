// What the links between the views bring along: the format, and what the view "Read" reads.

import { HOME } from "./address.ts";
import { formatParamsOf } from "./formats/catalogue.ts";
import type { State } from "./state.ts";

/** The parameters of "Read" that the other views only keep, for the way back. */
const KEPT = ["id", "named", "as"];

/**
 * Returns the parameters of the link from a view to another one, or from a view to a new start of it. A format that is chosen
 * elsewhere is not that of what is read: the other views keep that one as `readAs`.
 */
export function paramsOfLink(to: string, from: string, { params, text }: State): Record<string, string | null> {
  const isFromRead = from === HOME;
  if (isFromRead && to === HOME) return {};
  const shared = to === from ? {} : formatParamsOf(params);
  if (params.get("id") === null && text === "") return shared;
  const kept = Object.fromEntries(KEPT.map((name) => [name, params.get(name)]));
  const readAs = params.get(isFromRead ? "format" : "readAs");
  return { ...shared, ...kept, ...(to === HOME ? { format: readAs } : { readAs }) };
}
