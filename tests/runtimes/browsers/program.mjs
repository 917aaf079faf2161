// Where a browser or its driver is: named by an environment variable, on the PATH, or installed from Debian's packages.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError, run } from "../../../scripts/run.mjs";

/** Programs that the rows use; the first of its names that is found is used. */
const PROGRAMS = {
  CHROMIUM: { debian: "chromium", names: ["chromium", "chromium-browser", "google-chrome"] },
  CHROMEDRIVER: { debian: "chromium-driver", names: ["chromedriver"] },
  FIREFOX: { debian: "firefox-esr", names: ["firefox-esr", "firefox"] },
};

/** Chromium's: enough for a container and for root, and nothing that looks for a network. */
export const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of a program; it is installed if it is missing. */
export async function program(variable) {
  const { debian, names } = PROGRAMS[variable];
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new CommandError(`${variable} names ${named}, which is not there`);
  const path = named || find(names);
  if (path) return path;
  await install(debian).catch((error) => {
    throw new CommandError(
      `${names[0]} is missing and could not be installed. Run: apt-get update && apt-get install -y ${debian} ` +
        `(as root), or let the environment variable ${variable} name one.\n${error.message}`,
    );
  });
  return find(names) ?? fail(`${debian} was installed, but ${names.join(" or ")} is not on the PATH`);
}

/** What a program says of its version. */
export async function versionOf(path) {
  const said = await run(path, ["--version"], { quiet: true });
  return said.match(/\d+(\.\w+)+/)[0];
}

async function install(debian) {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", debian]]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    await run(command, rest, options);
  }
}

function find(names) {
  const folders = process.env.PATH.split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

function fail(message) {
  throw new CommandError(message);
}
