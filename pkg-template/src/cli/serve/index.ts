// `flakekit serve`.
// Holds: the server of IDs and its routes, its metrics, and leases for its clients.
// May import: `cli/ids`, `cli/io`, `cli/words`, `generated`.
// Promises: bad requests cost little and change nothing; each answer forbids caching.

export { serve } from "./serve.js";
