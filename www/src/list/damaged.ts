// Whether an ID has lost its last digits.

import { isLost, mayBeDamaged } from "../../../pkg-template/src/tables/index.ts";
import { scanned } from "../inspection/inspector.ts";

/**
 * Whether a spreadsheet or JSON.parse may have rounded an ID: see `Found.warning`. Without WebAssembly, no ID is known
 * to be rounded.
 */
export const isDamaged = (id: string): boolean =>
  mayBeDamaged(id) && scanned(id).some(({ warning }) => isLost(warning));
