// The entries of the package: their names, files, conditions and declarations.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { joinDeclarations } from "./declarations.mjs";
import { importOf } from "./doors.mjs";
import { STORES } from "./javascript.mjs";
import { root } from "./run.mjs";

/**
 * A row for each entry.
 *
 * - `name`: its name, and its file, without the suffix
 * - `script`: the name of its script, if it is another one
 * - `worker`: the file for Workers and edge functions, which forbid compilation
 * - `native`: the files for React Native, which has no WebAssembly: a module, and a script if there is one
 * - `types`: the entry that has the same declarations
 * - `imports`: the entries whose types its declarations import, by the path in `pkg-template/types/`
 */
const ENTRIES = [
  { name: "index", script: "flakekit", worker: "worker", native: ["no-wasm", "react-native"] },
  { name: "manual", imports: { "./index.js": "index" } },
  { name: "no-wasm", types: "index", native: ["no-wasm", "react-native"] },
  { name: "testing" },
  { name: "sql", imports: { "./index.js": "index" } },
  { name: "hidden", worker: "hidden/no-wasm", native: ["hidden/no-wasm"], imports: { "./index.js": "index" } },
  { name: "hidden/no-wasm", types: "hidden", script: "hidden" },
  {
    name: "inspect",
    worker: "inspect-worker",
    native: ["inspect/no-wasm", "inspect/no-wasm"],
    imports: { "./index.js": "index" },
  },
  { name: "inspect/manual", imports: { "../inspect.js": "inspect" } },
  { name: "inspect/no-wasm", types: "inspect" },
  {
    name: "lease",
    worker: "lease-worker",
    native: ["lease/no-wasm", "lease/no-wasm"],
    imports: { "../index.js": "index" },
  },
  { name: "lease/manual", imports: { "../lease.js": "lease" } },
  { name: "lease/no-wasm", types: "lease" },
  {
    name: "lease/http",
    worker: "lease/http-bundled",
    native: ["lease/http-bundled", "lease/http"],
    imports: { "../index.js": "index", "./lease.js": "lease", "./store.js": "lease" },
  },
  ...STORES.map((store) => ({ name: `lease/${store}`, imports: { "../index.js": "index", "./store.js": "lease" } })),
];

/** The WebAssembly modules that users can load. */
export const WASM_FILES = ["core", "inspect", "lease"];

/** The types of a file of WebAssembly. What importing it gives is the choice of the bundler, so it can have no other one. */
const WASM_TYPES = `/** A compiled module, its bytes or its URL, as your bundler is set up. */
declare const module: any;
export default module;
`;

const scriptNameOf = ({ name, script = name }) => script;
const rowOf = (name) => ENTRIES.find((row) => row.name === name);
/** The row whose declarations an entry has. */
const declaredBy = (row) => (row.types === undefined ? row : rowOf(row.types));

const both = (types, file) => ({ types: `./${types}.d.ts`, default: `./${file}.js` });

/** The conditions of an entry in package.json. */
function conditionsOf(row) {
  const { name, worker, native } = row;
  const declared = declaredBy(row);
  const ofModule = (file) => both(declared.name, file);
  const ofScript = (file) => both(`umd/${scriptNameOf(declared)}`, `umd/${file}`);
  return {
    ...(native && {
      "react-native": { ...(native[1] && { require: ofScript(native[1]) }), default: ofModule(native[0]) },
    }),
    ...(worker && { workerd: ofModule(worker), "edge-light": ofModule(worker) }),
    // By it, Node since 20.19 and 22.12, and bundlers, have one copy of the package, however it is imported.
    "module-sync": ofModule(name),
    require: ofScript(scriptNameOf(row)),
    default: ofModule(name),
  };
}

/** What package.json says of the entries: `typesVersions` is for TypeScript's resolution `node10`, which knows no `exports`. */
export function withEntries(description) {
  const entries = ENTRIES.map((row) => [row.name === "index" ? "." : `./${row.name}`, conditionsOf(row)]);
  const modules = WASM_FILES.map((name) => [
    `./${name}.wasm`,
    {
      require: { types: "./umd/wasm.d.ts", default: `./${name}.wasm` },
      default: { types: "./wasm.d.ts", default: `./${name}.wasm` },
    },
  ]);
  const others = [
    ...ENTRIES.filter(({ types }) => types !== undefined).map(({ name, types }) => [name, [`./${types}.d.ts`]]),
    ...WASM_FILES.map((name) => [`${name}.wasm`, ["./wasm.d.ts"]]),
  ];
  return {
    ...description,
    exports: Object.fromEntries([...entries, ...modules, ["./package.json", "./package.json"]]),
    typesVersions: { "*": Object.fromEntries(others) },
  };
}

/** The declarations of an entry, which import those of others as `pathOf` says. */
function declarationsOf({ name, imports = {} }, pathOf) {
  const paths = Object.entries(imports).map(([path, entry]) => [path, pathOf(rowOf(entry))]);
  return joinDeclarations(join(root, "pkg-template", "types", `${name}.d.ts`), Object.fromEntries(paths));
}

function write(folder, file, text) {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Writes the declarations into a built package, once: those of ES modules point at those of scripts, because a script's types cannot
 * import those of a module (TS1479). TypeScript tells both apart by the package.json of the folder.
 */
export function writeDeclarations(folder) {
  for (const row of ENTRIES.filter(({ types }) => types === undefined)) {
    const script = scriptNameOf(row);
    write(
      folder,
      `umd/${script}.d.ts`,
      declarationsOf(row, (other) => importOf(script, scriptNameOf(other))),
    );
    write(folder, `${row.name}.d.ts`, `export * from "${importOf(row.name, `umd/${script}`)}";\n`);
  }
  for (const file of ["wasm.d.ts", "umd/wasm.d.ts"]) write(folder, file, WASM_TYPES);
  // Deno looks for types in a module's first line, where it is given the file itself.
  const written = new Set();
  for (const row of ENTRIES) {
    const types = `umd/${scriptNameOf(declaredBy(row))}`;
    for (const file of [row.name, `umd/${scriptNameOf(row)}`]) {
      // Two entries can have one script.
      if (written.has(file)) continue;
      written.add(file);
      const code = readFileSync(join(folder, `${file}.js`), "utf8");
      const path = importOf(file, types).replace(/js$/, "d.ts");
      write(folder, `${file}.js`, `/* @ts-self-types="${path}" */\n${code}`);
    }
  }
}

/** Writes the complete declarations of the ES modules. */
export function writeModuleDeclarations(folder) {
  for (const row of ENTRIES.filter(({ types }) => types === undefined)) {
    const text = declarationsOf(row, (other) => importOf(row.name, other.name));
    write(folder, `${row.name}.d.ts`, text);
  }
}
