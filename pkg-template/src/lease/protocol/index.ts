// The protocol of leases, which is in Rust: who gets which seat, and when a keeper asks again.
// Holds: the start of its module, and its calls with texts.
// May import: `bridge`, `generated`, `glue`, `lease/stores`, `values`.
// Promises: the protocol decides and does no I/O: it says which records to read and to swap, and takes the answers.

export { Attempts, spread } from "./attempts.js";
export { loadLeases } from "./lease-core.js";
export {
  type Action,
  carryOut,
  type Held,
  layoutOf,
  type Head,
  Claimant,
  randomName,
  readHead,
  readSeat,
  readSeatKey,
  seatKey,
  type Section,
  type Task,
  type View,
} from "./protocol.js";
