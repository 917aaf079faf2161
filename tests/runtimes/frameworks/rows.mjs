// Rows: applications of frameworks, edited in development, built without a store, served, and ended by SIGTERM. Their modules of IDs are the
// files of examples/frameworks/.

import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listSeats } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { writeTypeScript } from "../../../scripts/documents.mjs";
import { run } from "../../../scripts/run.mjs";
import { startsCore } from "../../../tests/runtimes/core.mjs";
import { serving } from "../../../tests/runtimes/engines/serving.mjs";
import { freePort } from "../../../tests/servers/lib/user.mjs";

const EDITS = 10;

/** Between a change of a file and a request, in ms. Watchers of files ignore a change that follows another one at once, so it is repeated. */
const PAUSE_MS = 50;

/** How many IDs are asked for at the same time in production. */
const IDS = 200;

/** The time of the ID that the pages show. */
const SHOWN = "2026-11-28T20:37:30.131Z";

/** Asks for an ID, as a page does. */
const order = (get) => get("/id", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

/** The states of the seats in a directory. */
async function statesIn(directory) {
  const { seats } = await listSeats(file(directory), "twitter");
  return seats.map(({ state }) => state);
}

function requireDistinct(made) {
  const differ = new Set(made.map(({ id }) => id)).size;
  if (differ < made.length) throw new Error(`of ${made.length} IDs ${differ} differ`);
}

/** Edits the module of the lease, and makes IDs until the server has the edit, each time. Resolves to the IDs. */
async function edit(module, get) {
  const text = readFileSync(module, "utf8");
  const made = [];
  for (let edits = 1; edits <= EDITS; edits++) {
    do {
      // A server that reads the file never sees a part of it.
      writeFileSync(`${module}.new`, text.replace(/edit = \d+/, `edit = ${edits}`));
      renameSync(`${module}.new`, module);
      await sleep(PAUSE_MS);
      made.push(await order(get));
    } while (made.at(-1).edit !== edits);
  }
  return made;
}

/** Throws if a script of a built page contains the core, or none contains the package. */
function checkScripts(folder) {
  const scripts = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  if (!scripts.some((code) => code.includes("FlakeError"))) throw new Error("no script contains the package");
  if (scripts.some(startsCore)) throw new Error("a page that only reads IDs loads the core");
}

/**
 * What is added to the module of IDs: a number, by which the tests see when the server has an edit; and a store without the
 * location by which stores of files are known to be the same one. A store of a database has none either.
 */
const ADDED = `
export const edit = 0;

function newStore(directory: string) {
  const store = file(directory);
  return { durable: true, read: store.read.bind(store), swap: store.swap.bind(store) };
}
`;

/** An application in a folder; the steps of its development, of its build and of its production. */
class Application {
  #cwd;
  #node;
  #tools;
  #module;
  #commands = 0;
  #directory = mkdtempSync(join(tmpdir(), "flakekit-frameworks-"));

  constructor(folder, name, modules) {
    this.#cwd = join(folder, name);
    this.#tools = join(folder, "node_modules");
    this.#node = join(this.#tools, "node24", "bin", "node");
    const into = join(this.#cwd, modules);
    writeTypeScript("examples/frameworks", into);
    this.#module = join(into, "ids.server.ts");
    const text = readFileSync(this.#module, "utf8");
    writeFileSync(this.#module, text.replace("store: file(", "store: newStore(") + ADDED);
  }

  /** The command of a tool, with a directory of leases of its own, which does not exist. */
  async #command([tool, ...args], env) {
    const leases = join(this.#directory, String(this.#commands++));
    // `react-router-serve` does not print the port that it has chosen.
    const port = String(await freePort());
    const all = { NO_COLOR: "1", HOST: "127.0.0.1", PORT: port, LEASES: leases, ...env };
    return { leases, args: [join(this.#tools, tool), ...args], env: all };
  }

  /** Serves the application; throws unless it has one seat then. Resolves to the directory of leases. */
  async #serve(tool, env, question) {
    const command = await this.#command(tool, env);
    const listens = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/;
    await serving({ command: this.#node, cwd: this.#cwd, listens, ...command }, async (get, origin) => {
      await question(get, origin);
      const states = await statesIn(command.leases);
      if (states.join() !== "held") throw new Error(`the seats are ${states}, not one that is held`);
    });
    return command.leases;
  }

  async develop(tool, env) {
    const made = [];
    await this.#serve(tool, env, async (get) => void made.push(...(await edit(this.#module, get))));
    requireDistinct(made);
  }

  async build(tool) {
    const { leases, args, env } = await this.#command(tool);
    await run(this.#node, args, { cwd: this.#cwd, env, quiet: true });
    if (existsSync(leases)) throw new Error("the build has opened a store");
  }

  async produce(tool, env, client) {
    const leases = await this.#serve(tool, env, async (get, origin) => {
      requireDistinct(await Promise.all(Array.from({ length: IDS }, () => order(get))));
      if (client === undefined) return;
      const page = await (await fetch(origin)).text();
      if (!page.includes(SHOWN)) throw new Error(`the page shows ${page}`);
      checkScripts(join(this.#cwd, client));
    });
    const states = await statesIn(leases);
    // Windows has no SIGTERM: the process ends at once, and the seat is free when its window has ended.
    if (process.platform !== "win32" && states.join() !== "free") throw new Error("SIGTERM has not released the seat");
  }

  version(name) {
    return JSON.parse(readFileSync(join(this.#tools, name, "package.json"), "utf8")).version;
  }

  remove() {
    rmSync(this.#directory, { recursive: true });
  }
}

const VITE = "vite/bin/vite.js";
const REACT_ROUTER = "@react-router/dev/bin.cjs";

/** How each framework is developed, built and served. `modules` is the folder of its modules of IDs, `client` that of its scripts for pages. */
const FRAMEWORKS = {
  SvelteKit: {
    folder: "svelte-kit",
    version: "@sveltejs/kit",
    modules: "src/lib",
    develop: [[[VITE, "dev", "--host", "127.0.0.1", "--port", "0"]]],
    build: [VITE, "build"],
    produce: ["../svelte-kit/build/index.js"],
    client: "build/client",
  },
  "React Router": {
    folder: "react-router",
    version: "react-router",
    modules: "app",
    develop: [[[REACT_ROUTER, "dev", "--host", "127.0.0.1", "--port", "0"]]],
    build: [REACT_ROUTER, "build"],
    produce: ["@react-router/serve/bin.cjs", "build/server/index.js"],
    client: "build/client",
  },
  "Vite SSR": {
    folder: "vite-ssr",
    version: "vite",
    modules: ".",
    develop: ["ssrLoadModule", "runner"].map((name) => [["../vite-ssr/server.mjs"], { VITE_INTERFACE: name }]),
    build: [VITE, "build", "--ssr", "entry-server.js"],
    produce: ["../vite-ssr/server.mjs"],
  },
};

export const rows = Object.entries(FRAMEWORKS).map(([where, framework]) => ({
  where,
  how: `${EDITS} edits, a build without a store, SIGTERM`,
  run: async ({ folder }) => {
    const application = new Application(folder, framework.folder, framework.modules);
    try {
      for (const [tool, env] of framework.develop) await application.develop(tool, env);
      await application.build(framework.build);
      await application.produce(framework.produce, {}, framework.client);
    } finally {
      application.remove();
    }
    return { version: application.version(framework.version), loads: `after ${EDITS} edits 1 seat` };
  },
}));
