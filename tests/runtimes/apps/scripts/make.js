// What a page or a worker makes: IDs of docs/frameworks.md, and an ID of the entry with WebAssembly, or the code of its error.

import { discord, generator } from "flakekit";
import { nextId } from "./local-ids.js";

function makeWithWasm() {
  try {
    return generator(discord, { workerId: 1, processId: 0 }).nextText();
  } catch (error) {
    return error.code;
  }
}

export async function make() {
  // First, because the entry that is used first provides the core of both.
  const wasm = makeWithWasm();
  return { wasm, made: [await nextId(), await nextId()] };
}

globalThis.make = make;
