// Rows: routes of Next.js, built for production and served.

import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { discord } from "flakekit";
import { lease } from "flakekit/lease";
import { http } from "flakekit/lease/http";
import { run } from "../../../../scripts/run.mjs";
import { allDiffer, serving } from "../serving.mjs";

const env = { NEXT_TELEMETRY_DISABLED: "1" };

/** Leases a seat by a route, and makes an ID. */
async function leaseBy(url) {
  const ids = await lease(discord, { store: http(url, { headers: { authorization: "ada" } }) });
  ids.next();
  await ids.close();
}

async function onNext({ folder }) {
  const cwd = join(folder, "next");
  const next = join(folder, "node_modules", "next", "dist", "bin", "next");
  await run("node", [next, "build"], { cwd, env, quiet: true });
  const files = readdirSync(join(cwd, ".next", "server"), { recursive: true });
  for (const name of ["core", "inspect"]) {
    const isModule = (file) => file.endsWith(".wasm") && file.includes(name);
    if (!files.some(isModule)) throw new Error(`the build has no ${name}.wasm`);
  }
  const args = [next, "start", "-H", "127.0.0.1", "-p", "0"];
  const listens = /Local: +http:\/\/127\.0\.0\.1:(\d+)\s/;
  await serving({ command: "node", args, cwd, listens, env }, async (get, origin) => {
    allDiffer((await get("/api/id")).instant);
    for (const path of ["leases", "edge-leases"]) await leaseBy(`${origin}/api/${path}`);
  });
  const { version } = createRequire(import.meta.url)("next/package.json");
  return {
    version,
    loads:
      "edge-light.js, inspect-edge-light.js, core.wasm and inspect.wasm as modules; lease/http.js, lease/http-edge-light.js",
  };
}

export const rows = [
  { where: "Next.js", how: "edge route; leases over HTTP, also by an edge route; built", run: onNext },
];
