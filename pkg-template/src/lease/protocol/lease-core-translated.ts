// Starts the protocol of leases that was translated to JavaScript. In `flakekit/lease/no-wasm` it replaces `lease-core.ts`.

import type { LeaseCore } from "../../../core/lease.js";
import { instantiate } from "../../../core/lease-translated.js";

let running: LeaseCore | undefined;

/** The module. The first call starts it. */
export function leaseCore(): LeaseCore {
  return (running ??= instantiate());
}

export { leaseCore as claimantCore };

/** The translation is complete. */
export const useComplete = (): void => undefined;
