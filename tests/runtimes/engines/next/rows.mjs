// Row: a Next.js route on the edge runtime, built for production and served.

import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run } from "../../../../scripts/run.mjs";
import { allDiffer, serving } from "../serving.mjs";

const env = { NEXT_TELEMETRY_DISABLED: "1" };

async function onNext({ folder }) {
  const cwd = join(folder, "next");
  const next = join(folder, "node_modules", "next", "dist", "bin", "next");
  await run("node", [next, "build"], { cwd, env, quiet: true });
  const core = readdirSync(join(cwd, ".next", "server"), { recursive: true }).find((file) =>
    /core.*\.wasm$/.test(file),
  );
  if (core === undefined) throw new Error("the build has no core.wasm");
  const args = [next, "start", "-H", "127.0.0.1", "-p", "0"];
  await serving({ command: "node", args, cwd, listens: /Local: +http:\/\/127\.0\.0\.1:(\d+)\s/, env }, async (get) => {
    allDiffer((await get("/api/id")).instant);
  });
  const { version } = createRequire(import.meta.url)("next/package.json");
  return { version, loads: "edge-light.js, core.wasm as a module" };
}

export const rows = [{ where: "Next.js", how: "edge route, built", run: onNext }];
