// Code that reads the ID that is shown.

import { formatCode } from "../parts/format-code.ts";
import type { Reading } from "./readings.ts";

export function codeOf({ own, date, drawn }: Reading, id: string, params: URLSearchParams): string {
  if (own) {
    const { lines, format } = formatCode(own.format.name, params);
    return [...lines, `${format}.decode(${own.argument});`].join("\n");
  }
  if (!drawn && date) return `new Date(${date.getTime()});`;
  return ['import { inspect } from "flakekit/inspect";', "", `inspect(${JSON.stringify(id)});`].join("\n");
}
