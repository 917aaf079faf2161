// The protocol of leases in JavaScript: stands for `lease-core.ts` in `flakekit/lease/no-wasm`.

import type { LeaseCore } from "../../../core/lease.js";
import { instantiate } from "../../../core/lease-translated.js";

let running: LeaseCore | undefined;

/** The module. The first call starts it. */
export function leaseCore(): LeaseCore {
  return (running ??= instantiate());
}
