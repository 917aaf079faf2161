// One of several bundles in a page. Each bundle contains a copy of the package.
import * as flakekit from "flakekit";

globalThis.copies ??= [];
globalThis.copies.push(flakekit);
