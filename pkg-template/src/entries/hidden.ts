// The entries of hidden IDs. They differ in how they get the module with the cipher: see main.ts. Workers and edge functions, which forbid
// compilation, get the translation, because a module as a file is for few of them.

import { instantiate } from "../../core/hidden-translated.js";
import { moduleOf, once } from "../bridge/index.js";
import { hiddenWith, newHiddenCore, Table } from "../hidden/index.js";

const newCore = FLAVOUR === "no-wasm" ? instantiate : () => newHiddenCore(() => moduleOf(CORE));
const table = /* @__PURE__ */ once(() => new Table(newCore()));

export const hidden = (format: unknown, options: unknown) => hiddenWith(table, format, options);
