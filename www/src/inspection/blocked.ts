// Where WebAssembly is missing, such as in Safari's Lockdown Mode.

import { FlakeError } from "flakekit";

let isBlocked = false;

/** The result of `use`, which needs the module of inspection; or that of `without`, where WebAssembly is missing. */
export function inspecting<T>(use: () => T, without: () => T): T {
  if (!isBlocked) {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof FlakeError) || error.code !== "CORE_BLOCKED") throw error;
      // Remembered, because each attempt compiles the module.
      isBlocked = true;
    }
  }
  return without();
}
