// The parameters that links between the views carry: the format, and the text of the view "Read".

import { HOME } from "./address.ts";
import { formatParamsOf } from "./formats/catalogue.ts";
import type { State } from "./state.ts";

/** The parameters of "Read" that the other views only keep, for the way back. */
const KEPT = ["id", "named", "as"];

/**
 * Returns the parameters of the link from a view to another view, or to a new start of the view itself. A format that
 * is chosen in another view does not change the format that "Read" uses: the other views keep the format of "Read" as
 * `readAs`.
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
