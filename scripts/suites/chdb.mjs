// ClickHouse for the tests: PyPI's chdb-core in a virtual environment, because Debian's ClickHouse is of 2018.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { program } from "../debian.mjs";
import { CommandError, root, run } from "../run.mjs";

const VERSION = "26.9.0";

/**
 * The path of a Python that has chdb. Installs it if it is missing and `CI` is set; otherwise throws an error with the
 * commands that install it.
 */
export async function clickHousePython() {
  const folder = join(root, "target", `chdb-${VERSION}`);
  const python = join(folder, "bin", "python");
  const note = join(folder, "installed");
  if (existsSync(note)) return python;
  const system = await program("PYTHON");
  const commands = [
    [system, ["-m", "venv", folder]],
    // chdb-core needs no dependencies to run statements.
    [python, ["-m", "pip", "install", "--quiet", "--no-deps", `chdb-core==${VERSION}`]],
    ["touch", [note]],
  ];
  if (!process.env.CI) {
    const lines = commands.map(([command, args]) => `  ${[command, ...args].join(" ")}`);
    throw new CommandError(`ClickHouse is missing. These commands install it:\n\n${lines.join("\n")}`);
  }
  for (const [command, args] of commands) await run(command, args, { quiet: true });
  return python;
}
