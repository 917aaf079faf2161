// Runs programs in new processes, in which no core runs yet.

import { execFileSync } from "node:child_process";
import { project } from "./project.mjs";

/** How long a module may take, in ms. The runner of tests cannot end a test that waits for it. */
const TIMEOUT_MS = 120_000;

/** Runs a module in a new process, with flags of Node. Returns the value that it passes to `tell`, through JSON. */
export function fresh(code, flags = []) {
  const tell = "const tell = (value) => console.log(JSON.stringify(value));\n";
  const said = execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", tell + code], {
    cwd: project,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
  });
  return JSON.parse(said);
}

/** For these programs: `refusal(work)` returns code and message of the FlakeError that `work` throws. */
export const REFUSAL = `
const refusal = (work) => {
  try {
    return String(work());
  } catch (error) {
    return error.name === "FlakeError" ? error.code + ": " + error.message : "another error: " + error.stack;
  }
};
`;

/**
 * For these programs: `limitedModule` and `limitedInstance` are the constructors of WebAssembly as they are on a page's main
 * thread in Chromium before 115.
 */
export const LIMIT = `
const limited = (constructor, name, remedy) => {
  const construct = () => {
    throw new RangeError(
      \`WebAssembly.\${name} is disallowed on the main thread, if the buffer size is larger than 4KB. \${remedy}\`,
    );
  };
  return new Proxy(constructor, { construct });
};
const limitedModule = limited(WebAssembly.Module, "Compile", "Use WebAssembly.compile, or compile on a worker thread.");
const limitedInstance = limited(WebAssembly.Instance, "Instance", "Use WebAssembly.instantiate.");
`;
