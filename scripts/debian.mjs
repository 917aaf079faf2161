// Finds the programs that `npm run test:full` needs and that npm does not bring. They come from Debian's packages.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { CommandError, run } from "./run.mjs";

/**
 * Each program by the environment variable that can name its path: its Debian package; its names on the PATH, of which
 * the first is used that exists, and that `works`; and further folders into which Debian puts it.
 */
const PROGRAMS = {
  // The variables are not BASH, FISH and ZSH, because shells and their frameworks give these variables other values.
  BASH_PROGRAM: { debian: "bash", names: ["bash"] },
  CHROMIUM: { debian: "chromium", names: ["chromium", "chromium-browser", "google-chrome"] },
  // A browser without windows and extensions. The page's tests take 60 % of the processor's time that they take in the whole browser.
  CHROMIUM_SHELL: { debian: "chromium-headless-shell", names: ["chromium-headless-shell", "chrome-headless-shell"] },
  CHROMEDRIVER: { debian: "chromium-driver", names: ["chromedriver"] },
  ETCD: { debian: "etcd-server", names: ["etcd"] },
  // The variable is not FAKETIME, because faketime's library reads the time from FAKETIME.
  FAKETIME_PROGRAM: { debian: "faketime", names: ["faketime"] },
  FISH_PROGRAM: { debian: "fish", names: ["fish"] },
  FIREFOX: { debian: "firefox-esr", names: ["firefox-esr", "firefox"] },
  // Spark is a program of Java.
  JAVA: { debian: "default-jre-headless", names: ["java"] },
  // Each version of WebKit brings its own MiniBrowser.
  MINIBROWSER: { debian: "webkit2gtk-driver", names: ["MiniBrowser"], folders: webkits },
  // The program is not on the PATH of users, because it is a daemon.
  MARIADB: { debian: "mariadb-server", names: ["mariadbd"], folders: () => ["/usr/sbin"] },
  MARIADB_INSTALL_DB: { debian: "mariadb-server", names: ["mariadb-install-db"] },
  PGBOUNCER: { debian: "pgbouncer", names: ["pgbouncer"], folders: () => ["/usr/sbin"] },
  // Debian keeps each version in a folder of its own.
  POSTGRES: { debian: "postgresql", names: ["postgres"], folders: postgresVersions },
  // Debian's Python makes no virtual environments without this package.
  PYTHON: { debian: "python3-venv", names: ["python3"], works: makesEnvironments },
  REDIS_SERVER: { debian: "redis-server", names: ["redis-server"] },
  // The program `script` of util-linux, which takes the command as an option.
  SCRIPT_PROGRAM: { debian: "bsdutils", names: ["script"] },
  WEBKIT_DRIVER: { debian: "webkit2gtk-driver", names: ["WebKitWebDriver"] },
  XVFB: { debian: "xvfb", names: ["Xvfb"] },
  ZSH_PROGRAM: { debian: "zsh", names: ["zsh"] },
};

/** The path of a program, by its environment variable. */
export async function program(variable) {
  await requirePrograms([variable]);
  return find(variable);
}

/**
 * Makes sure that programs are there. If the environment variable `CI` is set, it installs the missing programs;
 * otherwise it throws an error with the command that installs them.
 */
export async function requirePrograms(variables, { env = process.env, install = aptInstall } = {}) {
  const missing = () => variables.filter((variable) => find(variable, env) === undefined);
  if (missing().length > 0 && env.CI) await install(packages(missing()));
  if (missing().length === 0) return;
  throw new CommandError(
    `These programs are missing: ${missing()
      .map((variable) => PROGRAMS[variable].names[0])
      .join(", ")}. On Debian, this command installs them (as root):\n\n` +
      `  apt-get install ${packages(missing()).join(" ")}\n\n` +
      `Elsewhere, install them and set these environment variables to their paths: ${missing().join(", ")}.`,
  );
}

function packages(variables) {
  return [...new Set(variables.map((variable) => PROGRAMS[variable].debian))];
}

function find(variable, env = process.env) {
  const named = env[variable];
  if (named && !existsSync(named)) throw new CommandError(`${variable} is ${named}, but there is no such file`);
  if (named) return named;
  const { names, folders: others = () => [], works = existsSync } = PROGRAMS[variable];
  const folders = [...(env.PATH ?? "").split(delimiter), ...others()];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(works);
}

function makesEnvironments(path) {
  return existsSync(path) && spawnSync(path, ["-c", "import ensurepip"]).status === 0;
}

function postgresVersions() {
  return foldersIn("/usr/lib/postgresql").map((version) => join(version, "bin"));
}

/** The folders of WebKitGTK's versions, such as /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1. */
function webkits() {
  const libraries = foldersIn("/usr/lib").filter((folder) => folder.includes("-linux-gnu"));
  return libraries.flatMap(foldersIn).filter((folder) => /^webkit2?gtk-/.test(basename(folder)));
}

function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

async function aptInstall(names) {
  // The option `-n` lets sudo fail if it needs a password.
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...names]]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    await run(command, rest, options);
  }
}
