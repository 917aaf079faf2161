// Whether an ID has lost its last digits.

import { scan } from "flakekit/inspect";
import { isLost, mayBeDamaged } from "../../../pkg-template/src/cli/ids/damage.ts";
import { inspecting } from "../inspection/blocked.ts";

/** Whether a spreadsheet or JSON.parse may have rounded an ID: see `Found.warning`. Without WebAssembly, none is known to be. */
export function isDamaged(id: string): boolean {
  if (!mayBeDamaged(id)) return false;
  const warnings = inspecting(
    () => scan(id).map(({ warning }) => warning),
    () => [],
  );
  return warnings.some(isLost);
}
