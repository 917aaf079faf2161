// Colour, for people at a terminal.

import * as util from "node:util";
import type { Io } from "./io.js";

type Style = "bold" | "dim" | "red";

/** Where a text goes to. */
interface Target {
  readonly isTTY: boolean;
}

/**
 * Whether a text gets colour: on terminals, unless `NO_COLOR` is set to anything (https://no-color.org). `FORCE_COLOR`
 * decides for other targets too, as in Node.
 */
function isColoured({ isTTY }: Target, { FORCE_COLOR, NO_COLOR, TERM }: Io["env"]): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTTY && TERM !== "dumb";
}

/** A text of this package in a style. It must be free of what the user gave, or have only its printable characters. */
export function styled(style: Style, text: string, target: Target, env: Io["env"]): string {
  // Node has had it since 20.12. Newer ones would look at the stream themselves.
  return "styleText" in util && isColoured(target, env) ? util.styleText(style, text, { validateStream: false }) : text;
}
