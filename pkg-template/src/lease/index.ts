// Leases: `flakekit/lease`. Holds: `lease` and `leaseFromServer`, whose generators make the IDs of a seat; `lazyLease`; the calls of
// operators.
// May import: `bridge`, `generated`, `generators`, `ids`, `lease/keeper`, `lease/protocol`, `lease/stores`, `lease/terms`, `types`,
// `values`. Promises: no two leases of a space make the same ID; a lease without a window makes no ID.

export { lazyLease } from "./lazy.js";
export { openLease } from "./lease.js";
export { freeSeat, listSeats, migrateSpace, prepareSpace, resetSpace } from "./operator.js";
export { memory } from "./stores/index.js";
