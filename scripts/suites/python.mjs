// Packages of PyPI for the tests, in virtual environments.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { program } from "../debian.mjs";
import { CommandError, root, run } from "../run.mjs";

/** What pip installs into each environment. */
const ENVIRONMENTS = {
  // ClickHouse as a library, because Debian's ClickHouse is of 2018. It needs no dependencies to run statements.
  clickhouse: ["--no-deps", "chdb-core==26.9.0"],
  data: ["duckdb==2.0.1", "pandas==3.1.1", "polars==2.1.0", "pyarrow==26.0.1", "pyspark==4.3.0"],
};

/**
 * The path of the Python of an environment. Installs the environment if it is missing and the variable `CI` is set;
 * otherwise throws an error with the commands that install it.
 */
export async function pythonWith(name) {
  const folder = join(root, "target", "python", name);
  const python = join(folder, "bin", "python");
  // The file exists if exactly these packages were installed.
  const note = join(folder, ENVIRONMENTS[name].join("+"));
  if (existsSync(note)) return python;
  const system = await program("PYTHON");
  const commands = [
    [system, ["-m", "venv", "--clear", folder]],
    [python, ["-m", "pip", "install", "--quiet", ...ENVIRONMENTS[name]]],
    ["touch", [note]],
  ];
  if (!process.env.CI) {
    const lines = commands.map(([command, args]) => `  ${[command, ...args].join(" ")}`);
    throw new CommandError(`Packages of Python are missing. These commands install them:\n\n${lines.join("\n")}`);
  }
  for (const [command, args] of commands) await run(command, args, { quiet: true });
  return python;
}
