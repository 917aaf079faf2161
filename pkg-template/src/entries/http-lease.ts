// `lease` for pages that ask a server. The build leaves it in a file of its own. So bundlers can leave it out where only `http` is
// used, and with it the entry that it is from, which has side effects.

export { lease } from "./lease-of-server.js";
