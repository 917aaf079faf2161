// The protocol of leases, which is in Rust: who gets which seat, and when a keeper asks again. A page that asks a server has the
// states of keepers only. Holds: the start of its modules, and their calls with numbers and texts. May import: `bridge`,
// `generated`, `glue`, `lease/stores`, `lease/terms`, `values`. Promises: the protocol decides and does no I/O: it says which
// records to read and to swap, and takes the answers.

export { KeeperState, type Moment } from "./keeper-state.js";
export {
  type ClaimantCore,
  givenLeaseCore,
  type KeeperCore,
  type LeaseCore,
  loadLeases,
  newLeaseCore,
} from "./lease-core.js";
export {
  type Action,
  type CallerRequest,
  Claimant,
  claimantOfCaller,
  claimantOfOperator,
  type Held,
  type SeatText,
  type Taken,
  type Task,
} from "./claimant.js";
export type { Swap, View } from "./exchange.js";
export { randomName } from "./randomness.js";
export { carryOut, keysIn, seatKey, seatsAmong, seatsOf, type Space, spaceOf } from "./space.js";
export type { Section } from "../terms/index.js";
