// Routes and pages of Next.js for the programs of all entries: a route of Node, an edge route and a page for each.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram, withProfile } from "../../../tests/runtimes/browsers/profiles.mjs";
import { FLAGS, program } from "../../../tests/runtimes/browsers/program.mjs";
import { writePrograms } from "./entry-programs.mjs";
import { serveEntries } from "./entry-server.mjs";

const ROUTE = `import { run } from "PROGRAM";

SETTING

export async function GET(request) {
  const { searchParams } = new URL(request.url);
  await run(JSON.parse(searchParams.get("context")));
  return Response.json("checked");
}
`;

/**
 * A page reports the result of its program to the server, which answers with the next page, or without a page at the
 * end.
 */
const PAGE = `"use client";

import { useEffect } from "react";
import { run } from "PROGRAM";

async function report() {
  const origin = new URL(location.href).searchParams.get("origin");
  const error = await run({ origin }).then(() => null, (thrown) => String(thrown.stack ?? thrown));
  const body = JSON.stringify({ path: location.pathname, error });
  const { next } = await (await fetch(origin + "/report", { method: "POST", body })).json();
  if (next !== null) location.assign(next);
}

export default function Page() {
  useEffect(() => void report(), []);
  return null;
}
`;

/** The targets of the programs: the file of each, its text, and its setting. */
const TARGETS = {
  node: { file: "route.js", text: ROUTE, setting: 'export const dynamic = "force-dynamic";' },
  edge: { file: "route.js", text: ROUTE, setting: 'export const runtime = "edge";' },
  page: { file: "page.js", text: PAGE, setting: "" },
};

/** How long all pages together may take, in ms. */
const PATIENCE_MS = 120_000;

/** Writes the routes and pages into an application; resolves to the paths of each target. */
export async function writeEntries(application) {
  const paths = {};
  for (const [target, { file, text, setting }] of Object.entries(TARGETS)) {
    const programs = join(application, "programs", target);
    mkdirSync(programs, { recursive: true });
    const written = await writePrograms(programs, target);
    for (const { path } of written) {
      const folder = join(application, "app", "entries", target, path);
      mkdirSync(folder, { recursive: true });
      const imported = `../../../../programs/${target}/${path}.mjs`;
      writeFileSync(join(folder, file), text.replace("PROGRAM", imported).replace("SETTING", setting));
    }
    paths[target] = written.map(({ path }) => `/entries/${target}/${path}`);
  }
  return paths;
}

/**
 * Runs the programs of a served application: `get` asks a route, `site` is its origin. Resolves to the count of
 * programs.
 */
export async function runEntries({ node, edge, page }, get, site) {
  const directory = mkdtempSync(join(tmpdir(), "flakekit-next-"));
  const visited = new Visit();
  const server = await serveEntries({ "/report": (posted) => visited.take(posted) });
  try {
    for (const path of [...node, ...edge]) {
      const context = { origin: server.origin, directory: join(directory, path.replaceAll("/", "-")) };
      await get(`${path}?context=${encodeURIComponent(JSON.stringify(context))}`);
    }
    const urls = page.map((path) => `${site}${path}?origin=${encodeURIComponent(server.origin)}`);
    await withProfile((profile) => visited.inChromium(urls, profile));
    return node.length + edge.length + page.length;
  } finally {
    server.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A visit of pages, one after the other. Each page reports, and gets the URL of the next one. */
class Visit {
  #left;
  #resolve;
  #reject;
  #done = new Promise((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]));

  take({ path, error }) {
    const { value: next = null } = this.#left.next();
    if (error !== null) this.#reject(new Error(`${path}: ${error}`));
    else if (next === null) this.#resolve();
    return { next: error === null ? next : null };
  }

  async inChromium(urls, profile) {
    const chromium = await program("CHROMIUM");
    const [first, ...others] = urls;
    this.#left = others.values();
    const args = ["--headless", `--user-data-dir=${profile}`, ...FLAGS, first];
    const options = { env: { ...process.env, TMPDIR: profile } };
    const { kill } = startProgram(chromium, args, options, this.#reject);
    const timer = setTimeout(() => this.#reject(new Error("the pages have not reported in time")), PATIENCE_MS);
    try {
      await this.#done;
    } finally {
      globalThis.clearTimeout(timer);
      await kill();
    }
  }
}
