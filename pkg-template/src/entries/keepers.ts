// The module of leases with the states of keepers only, for pages that ask a server. The build leaves it in a file of its own. So
// bundlers leave it out where nothing needs it.

/** The module's bytes as hex digits. The build adds the declaration to the file. */
declare const CORE: string;

export const keepers = CORE;
