// Programs in a process of their own, where no core runs yet.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs a module and gives what it told by calling `tell`, as it comes out of JSON. */
export function fresh(code) {
  const tell = "const tell = (value) => console.log(JSON.stringify(value));\n";
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", tell + code], {
    cwd: here,
    encoding: "utf8",
  });
  return JSON.parse(said);
}

/** For such programs: `refusal(work)` gives code and message of the FlakeError that `work` throws. */
export const REFUSAL = `
const refusal = (work) => {
  try {
    return String(work());
  } catch (error) {
    return error.name === "FlakeError" ? error.code + ": " + error.message : "another error: " + error.stack;
  }
};
`;
