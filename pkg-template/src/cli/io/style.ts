// Styles of texts at a terminal.

import * as util from "node:util";
import type { Io } from "./io.js";

type Style = "bold" | "dim" | "red";

/** The stream to which a text is written. */
interface Target {
  readonly isTTY: boolean;
}

/**
 * Whether a text gets a style: at terminals, unless `NO_COLOR` is set to a text that is not empty (https://no-color.org).
 * `FORCE_COLOR` decides for other streams too, as in Node.
 */
function isColoured({ isTTY }: Target, { FORCE_COLOR, NO_COLOR, TERM }: Io["env"]): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && TERM !== "dumb";
}

/** A text in a style. Texts of the user must be made printable before, by `visible`. */
export function styled(style: Style, text: string, target: Target, env: Io["env"]): string {
  // `styleText` exists since Node 20.12. Without `validateStream: false`, newer versions look at the stream themselves.
  return "styleText" in util && isColoured(target, env) ? util.styleText(style, text, { validateStream: false }) : text;
}
