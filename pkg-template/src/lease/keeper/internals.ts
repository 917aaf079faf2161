// The functions that the handler of HTTP requests uses. The handler is another bundle, and imports these functions from the entry
// of leases of its kind.

import { requiredFormat } from "../../ids/index.js";
import type { Format } from "../../ids/index.js";
import type { Engine } from "../../generators/index.js";
import type { Options } from "../../values/index.js";
import {
  type CallerRequest,
  claimantOfCaller,
  type LeaseCore,
  seatKey,
  seatsOf,
  type View,
} from "../protocol/index.js";
import { type AnyStore, readStore, requiredStore } from "./connection.js";
import { withHolder } from "./holder.js";
import { readTerms } from "./options.js";
import { perform } from "./perform.js";
import { canTake } from "./seat.js";
import { Timers } from "./timers.js";

export const internalsOf = (engine: Engine, core: () => LeaseCore) => ({
  _Timers: Timers,
  _canTake: canTake,
  // The holder is no part of the handler's own terms, which grants are signed for: they are valid in each process of a server.
  _newClaimant: (terms: string, request: CallerRequest) => claimantOfCaller(core(), withHolder(terms), request),
  _perform: perform,
  _readStore: readStore,
  _readTerms: (format: Format, store: AnyStore, options: Options) => readTerms(engine, format, store, options),
  _requiredFormat: requiredFormat,
  _requiredStore: requiredStore,
  _seatKey: (node: number, share: number) => seatKey(core(), node, share),
  _seatsOf: (view: View) => seatsOf(core(), view),
});

export type LeaseInternals = ReturnType<typeof internalsOf>;
