// The main entry of leases, which contains the module of their protocol.

import { engine } from "../index.js";
import { useEngine, useProtocol } from "../lease/keeper/index.js";
import * as leases from "../lease/index.js";
import { useComplete } from "../lease/protocol/index.js";
import { platform } from "../bridge/index.js";
import { complete } from "./complete.js";
import { inlinedModule } from "./inlined-module.js";

platform.source = inlinedModule;
useEngine(engine);
useProtocol();

export { lease, memory } from "../lease/index.js";

/** A call of an operator, which needs the complete module. */
const ofOperator =
  <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    useComplete(complete);
    return call(...args);
  };

export const listSeats = /* @__PURE__ */ ofOperator(leases.listSeats);
export const freeSeat = /* @__PURE__ */ ofOperator(leases.freeSeat);
export const resetSpace = /* @__PURE__ */ ofOperator(leases.resetSpace);
export const migrateSpace = /* @__PURE__ */ ofOperator(leases.migrateSpace);
