// Takes what several entries share out of their bundles. A shared module has the exports of some rooms, of which only those that other
// bundles import: esbuild's own splitting would make many small files.

import { dirname, join, posix } from "node:path";
import { root } from "./run.mjs";

const sources = join(root, "pkg-template", "src");

/** The file of a room's door. */
const fileOf = (room) => join(sources, room, "index.ts");

/** The name of a room's export in a shared module: rooms may export the same names. The room `.` has those for users. */
const aliasOf = (room, name) => (room === "." ? name : `${room.replaceAll("/", "_")}_${name}`);

/** What a file of the package, whose suffix is left out, writes to import another one. */
export function importOf(from, file) {
  if (file.startsWith("flakekit/")) return file;
  const path = posix.relative(posix.dirname(from), `${file}.js`);
  return path.startsWith(".") ? path : `./${path}`;
}

const IMPORT = /^import \{([^}]*)\} from "([^"]+)";$/gm;

/** The shared modules, whose rows `javascript.mjs` has, and what bundles have imported from each. */
export class Doors {
  #shared;
  /** The exports of each room. */
  #names;
  /** The statements that export what bundles import, by shared module. */
  #exports;

  static async open(shared, bundle) {
    const names = new Map();
    for (const room of shared.flatMap(({ doors }) => doors)) {
      if (!names.has(room)) names.set(room, (await bundle({ entryPoints: [fileOf(room)] })).exports);
    }
    return new Doors(shared, names);
  }

  constructor(shared, names) {
    this.#shared = shared;
    this.#names = names;
    this.#exports = new Map(shared.map(({ file }) => [file, new Set()]));
  }

  /**
   * The plugin of esbuild for a file that is based on these shared modules, and whose entry imports other entries: `base` gives the file
   * or the name of each by its source.
   */
  plugin({ file, on = [], base = {} }) {
    const shared = this.#shared.filter((row) => on.includes(row.file));
    const resolve = ({ path, resolveDir }) => {
      const target = join(resolveDir, path).replace(/\.js$/, ".ts");
      const entry = base[posix.basename(path, ".js")];
      if (entry !== undefined && dirname(target) === join(sources, "entries")) return external(importOf(file, entry));
      for (const row of shared) {
        const room = row.doors.find((door) => fileOf(door) === target);
        if (room !== undefined) return stub("door", room, row);
      }
      return undefined;
    };
    // A stub for each name, because esbuild keeps all names of a statement that exports from another file.
    const exportEach = ({ path: room, pluginData: row }) => {
      const statements = this.#names.get(room).map((name) => `export { ${name} } from "${aliasOf(room, name)}";`);
      return {
        contents: statements.join("\n"),
        pluginData: { row, names: new Map(this.#names.get(room).map((name) => [aliasOf(room, name), name])) },
      };
    };
    const exportOne = ({ path: alias, pluginData: { row, names } }) => {
      return {
        contents: `export { ${alias} as ${names.get(alias)} } from ${JSON.stringify(importOf(file, row.file))};`,
      };
    };
    return {
      name: "doors",
      setup(build) {
        build.onResolve({ filter: /\.wasm\?module$/ }, ({ path }) => external(path));
        build.onResolve({ filter: /./, namespace: "door" }, ({ path, pluginData }) => stub("name", path, pluginData));
        build.onResolve({ filter: /./, namespace: "name" }, ({ path }) => external(path));
        build.onResolve({ filter: /^\.\.?\// }, resolve);
        build.onLoad({ filter: /./, namespace: "door" }, exportEach);
        build.onLoad({ filter: /./, namespace: "name" }, exportOne);
      },
    };
  }

  /** Remembers what a bundle imports from shared modules. Returns its code, which imports from each of them once. */
  note({ file, on = [] }, code) {
    const members = new Map(on.map((shared) => [shared, []]));
    const rest = code.replace(IMPORT, (statement, list, path) => {
      const shared = on.find((one) => importOf(file, one) === path);
      if (shared === undefined) return statement;
      members.get(shared).push(...list.split(",").map((member) => member.trim()));
      // No line moves, because the map of the bundle has their numbers.
      return statement.replace(/[^\n]+/g, "");
    });
    const imports = [...members].filter(([, list]) => list.length > 0);
    for (const [shared, list] of imports) {
      for (const member of list) this.#exports.get(shared).add(member.split(" as ")[0]);
    }
    return imports.map(([shared, list]) => `import { ${list} } from "${importOf(file, shared)}";`).join("") + rest;
  }

  /** The code that exports what bundles have imported from a shared module. Its folder is `pkg-template/src`. */
  exportsOf({ file, doors }) {
    const wanted = this.#exports.get(file);
    const statements = doors.map((room) => {
      const names = this.#names.get(room).filter((name) => wanted.has(aliasOf(room, name)));
      return `export { ${names.map((name) => `${name} as ${aliasOf(room, name)}`)} } from "./${posix.join(room, "index.js")}";`;
    });
    return statements.join("\n");
  }
}

/** A module that stands for others in a bundle. */
const stub = (namespace, path, pluginData) => ({ namespace, path, pluginData, sideEffects: false });

/** An import that stays, and that may be left out if nothing uses it. */
const external = (path) => ({ path, external: true, sideEffects: false });
