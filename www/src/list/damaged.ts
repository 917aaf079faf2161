// Whether an ID has lost its last digits.

import { scan } from "flakekit/inspect";
import { inspecting } from "../inspection/blocked.ts";

/** All damaged numbers end so. This only saves the time of looking at the others. */
const END = /(?:00|[eE]\+?\d{1,2})$/;

/** Whether a spreadsheet or JSON.parse may have rounded an ID: see `Found.warning`. Without WebAssembly, none is known to be. */
export function isDamaged(id: string): boolean {
  if (!END.test(id)) return false;
  const warnings = inspecting(
    () => scan(id).map(({ warning }) => warning),
    () => [],
  );
  return warnings.some((warning) => warning === "rounded" || warning === "exponent");
}
