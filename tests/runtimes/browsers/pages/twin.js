// One of two bundles in a page: each has a copy of the package, and both make IDs as the same machine.
import { discord, FlakeError } from "flakekit";

globalThis.twins ??= [];
globalThis.twins.push({ ids: discord.generator({ workerId: 1, processId: 0 }), FlakeError });
