// What formats have whose ticks are longer than a ms.

import { FlakeError } from "./errors.js";
import type { Format } from "./format.js";

/** Refuses an instant that is later than the time of the value. */
export function checkBegin(format: Format, ms: number): void {
  const begin = format._loadedTime();
  if (ms === begin) return;
  throw new FlakeError(
    "INVALID_TIME",
    `${ms} is not at the beginning of a tick of ${format.unit} ms; its tick begins at ${begin}`,
  );
}
