// One of several bundles in a page, each with a copy of the package in it.
import * as flakekit from "flakekit";

globalThis.copies ??= [];
globalThis.copies.push(flakekit);
