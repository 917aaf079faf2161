// Rows: the command `serve` outside Node.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError, run } from "../../../scripts/run.mjs";
import { serving } from "./serving.mjs";

const COMMAND = ["node_modules/flakekit/cli.js", "serve", "discord", "sno", "--port", "0", "--lease"];

/** Runs a function with the path of a new directory, which the function may use until it ends. */
async function withDirectory(use) {
  const directory = mkdtempSync(join(tmpdir(), "flakekit-serve-"));
  try {
    return await use(join(directory, "ids"));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function version(binary) {
  return (await run(binary, ["--version"], { quiet: true })).match(/\d+\.\d+\.\d+/)[0];
}

async function onDeno({ folder }) {
  const binary = join(folder, "node_modules", ".bin", "deno");
  const flags = ["run", "--quiet", "--no-prompt", "--no-remote", "--node-modules-dir=manual", "--allow-all"];
  await withDirectory(async (ids) => {
    const server = { command: binary, args: [...flags, ...COMMAND, ids], cwd: folder, listens: /127\.0\.0\.1:(\d+)/ };
    await serving(server, async (ask, origin) => {
      if (!(await ask("/health")).healthy) throw new CommandError("the server is not healthy");
      const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(`${origin}/discord/next?n=10000`)));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      const made = new Set(texts.flatMap((text) => text.match(/^\d{18,}$/gm) ?? []));
      if (made.size !== 50_000) throw new CommandError(`of 50 000 IDs, ${made.size} differ`);
      const { length } = await ask("/sno/next?n=10", { headers: { accept: "application/json" } });
      if (length !== 10) throw new CommandError(`asked for 10 IDs, it made ${length}`);
    });
  });
  return { version: await version(binary), loads: "cli.js" };
}

async function onBun({ folder }) {
  const binary = join(folder, "node_modules", ".bin", "bun");
  const said = await withDirectory((ids) =>
    run(binary, [...COMMAND, ids], { cwd: folder, quiet: true }).then(
      () => "nothing",
      ({ message }) => message,
    ),
  );
  if (!said.includes("serve needs Node or Deno")) throw new CommandError(`the command has said ${said}`);
  return { version: await version(binary), loads: "nothing: it is refused" };
}

export const rows = [
  { where: "Deno", how: "flakekit serve", run: onDeno },
  { where: "Bun", how: "flakekit serve is refused", run: onBun },
];
