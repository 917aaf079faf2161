// Finds the files that a Rust file imports: the files of the paths that it names, in `use` or elsewhere.

/** Comments, strings and characters of Rust. A lifetime is no character. */
const TEXTS = /\/\/.*|\/\*[^]*?\*\/|\br(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\.[^']*|[^'\\])'/g;

/** The crates of the workspace that other crates use, by their names in DESIGN.md. */
const CRATES = { core: /(^|[^\w:])flakekit\s*::/, contract: /(^|[^\w:])flakekit_contract\s*::/ };

/**
 * The paths, from the root of the crate, of the files that are imported; `core` and `contract` are other crates. `files` are the paths
 * of all files, and `texts` has the text of each.
 */
export function rustImports({ path, files, texts }) {
  const code = codeOf(texts.get(path));
  const reexports = reexportsOf(codeOf(texts.get("lib.rs") ?? ""), files);
  const here = moduleOf(path);
  const found = [];
  for (const match of code.matchAll(/\b(crate|super(?:\s*::\s*super)*)\s*::\s*/g)) {
    const supers = match[1].match(/super/g)?.length ?? 0;
    const base = supers === 0 ? [] : here.slice(0, -supers);
    for (const names of usedPaths(code, match.index + match[0].length)) {
      found.push(fileOf([...base, ...names], files) ?? (base.length === 0 ? reexports.get(names[0]) : undefined));
    }
  }
  if (path === "lib.rs") found.push(...reexports.values());
  const external = Object.keys(CRATES).filter((name) => CRATES[name].test(code));
  return [
    ...external.map((name) => ({ external: name })),
    ...found.filter((target) => target !== undefined).map((target) => ({ path: target })),
  ];
}

const codeOf = (text) => text.replace(TEXTS, " ");

/** The names of a file's module: `["text", "base"]` of text/base.rs, `["text"]` of text/mod.rs. */
function moduleOf(path) {
  const names = path.replace(/\.rs$/, "").split("/");
  return ["mod", "lib", "main"].includes(names.at(-1)) ? names.slice(0, -1) : names;
}

/** The file of the longest beginning of a path that is a module, without the root of the crate. */
function fileOf(names, files) {
  for (let length = names.length; length > 0; length--) {
    const module = names.slice(0, length).join("/");
    const file = [`${module}.rs`, `${module}/mod.rs`].find((candidate) => files.has(candidate));
    if (file !== undefined) return file;
  }
  return undefined;
}

/** The paths that begin at a place of the code: `a::b` and `a::c` of `a::{b, c::D}`, as lists of names. */
function usedPaths(code, start) {
  const tokens = code.slice(start).matchAll(/\w+|::|[{},]|\s+|[^]/g);
  const paths = [];
  const prefixes = [];
  let current = [];
  let isAfterName = false;
  const end = () => void (current.length > (prefixes.at(-1)?.length ?? 0) && paths.push(current));
  for (const [token] of tokens) {
    if (/^\s/.test(token)) continue;
    if (token === "{" && !isAfterName) prefixes.push(current);
    else if (token === "," && prefixes.length > 0) {
      end();
      current = prefixes.at(-1);
    } else if (token === "}" && prefixes.length > 0) {
      end();
      current = prefixes.pop();
      if (prefixes.length === 0) return paths;
      // The paths in the braces have been returned already.
      current = prefixes.at(-1);
    } else if (/^\w/.test(token) && !isAfterName) current = [...current, token];
    else if (token !== "::" && prefixes.length === 0) break;
    isAfterName = /^\w/.test(token);
  }
  if (current.length > 0) paths.push(current);
  return paths;
}

/** The names that a crate's lib.rs re-exports, each with the file that it comes from. */
function reexportsOf(code, files) {
  const reexports = new Map();
  for (const [, module, rest] of code.matchAll(/\buse\s+(?:(?:crate|self)\s*::\s*)?(\w+)\s*::\s*([^;]+);/g)) {
    const file = fileOf([module], files);
    if (file !== undefined) for (const [name] of rest.matchAll(/\w+/g)) reexports.set(name, file);
  }
  return reexports;
}
