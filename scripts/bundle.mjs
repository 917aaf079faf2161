// Bundles the wrapper's TypeScript, and makes it small.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { movedMap } from "./maps.mjs";
import { root } from "./run.mjs";
import { OWN_NAMES } from "./wasm/names.mjs";

/**
 * What all bundles have in common. `coreNames` are the short names of the core. All bundles use the same, because copies
 * of the package share a core.
 */
export function bundleOptions(folder, version, coreNames) {
  return {
    absWorkingDir: folder,
    bundle: true,
    define: { VERSION: JSON.stringify(version) },
    format: "esm",
    logLevel: "warning",
    mangleCache: { ...coreNames, ...readerNames() },
    mangleProps: OWN_NAMES,
    // Not the white space, because that would remove the marks of calls without side effects. terser, which runs next, keeps them.
    minifySyntax: true,
    platform: "neutral",
    target: "es2022",
  };
}

/** The rooms with the modules that every program needs, also one that only reads IDs. */
const READER = ["ids", "values"];

/** The letters in the order in which minifiers use them for variables, so that gzip finds them again. */
const LETTERS = "etrinasohlucdmbpfgywvxkTEAIRNOSDCLVMUPFBGHWYKXZQJqjz";

/**
 * Short names of the reader's members: the most frequent ones of its rooms have one letter. The bundles of one format are 16 to 25 bytes
 * smaller, gzipped, and that of everything 46.
 */
function readerNames() {
  const counts = new Map();
  for (const room of READER.map((name) => join(root, "pkg-template", "src", name))) {
    for (const file of readdirSync(room)) {
      for (const [name] of readFileSync(join(room, file), "utf8").matchAll(/\b_[a-z]\w*/gi))
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const names = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  return Object.fromEntries(Array.from(LETTERS, (letter, i) => [names[i], letter]));
}

/** The most characters of a line. Engines print the line that has thrown an error which nobody catches. */
const MAX_LINE = 500;

/**
 * Minifies a bundle: index.js is 370 bytes smaller, gzipped, than esbuild leaves it. It contains only ASCII: with one
 * other character, V8 holds the whole file with two bytes per character, and an import takes 0.4 ms longer. Its lines end
 * where semicolons would be, which costs 30 bytes, gzipped; with semicolons and broken lines it would be 130. Annotations stay, and functions that are
 * used once are not inlined (`reduce_funcs`): otherwise bundlers keep the formats that a program does not import. Three passes make
 * the tarball 650 bytes smaller, and `unsafe_arrows` another 850: it writes functions without `this` as arrows, and nothing calls
 * them with `new`. Functions come first (`hoist_funs`): the bundle of one format is 30 bytes smaller, gzipped.
 *
 * Resolves to the code, and, if the source map of the bundle is given, to the map of the code.
 */
export async function minify(source, sourceMap) {
  // Imported here because the set-up may have installed it in this process.
  const { minify } = await import("terser");
  const format = { ascii_only: true, comments: /@ts-self-types/, preserve_annotations: true, semicolons: false };
  const { code, map } = await minify(source, {
    compress: { hoist_funs: true, passes: 3, reduce_funcs: false, unsafe_arrows: true },
    ecma: 2020,
    format,
    module: true,
    ...(sourceMap && { sourceMap: { content: sourceMap } }),
  });
  const { broken, moves } = await breakLines(code);
  return { code: broken, map: map && (await movedMap({ map: JSON.parse(map), code, moved: broken, moves })) };
}

/** Removes only the white space of a bundle, which takes 1 % of the time. Scripts can be made of such modules too. */
export async function removeSpace(source) {
  const { transform } = await import("esbuild");
  const { code } = await transform(source, { charset: "ascii", minifyWhitespace: true });
  return { code };
}

/**
 * Breaks lines that are too long, after tokens at which no semicolon is inserted. Templates get their line breaks as such,
 * unless a tag such as `String.raw` reads their source. Returns also where each token was and is.
 */
async function breakLines(code) {
  const { parse } = await import("acorn");
  const tokens = [];
  parse(code, { allowHashBang: true, ecmaVersion: 2022, onToken: tokens, sourceType: "module" });
  /** Whether each template that is open has a tag. */
  const tagged = [];
  const moves = [];
  let broken = "";
  let read = 0;
  let breakAt = 0;
  let previous;
  for (const { type, start, end } of tokens) {
    const isTemplate = type.label === "template";
    if (type.label === "`") {
      if (previous === "template") tagged.pop();
      else tagged.push(TAG_ENDS.includes(previous));
    }
    const token = code.slice(start, end);
    broken += code.slice(read, start);
    moves.push({ from: start, to: broken.length });
    broken += isTemplate && !tagged.at(-1) ? withLineBreaks(token) : token;
    read = end;
    const lineStart = broken.lastIndexOf("\n") + 1;
    if (broken.length - lineStart > MAX_LINE && breakAt > lineStart) {
      broken = `${broken.slice(0, breakAt)}\n${broken.slice(breakAt)}`;
      for (let i = moves.length - 1; i >= 0 && moves[i].to >= breakAt; i--) moves[i].to++;
    }
    if (/^[,{([;:?=]$/.test(token) && !isTemplate) breakAt = broken.length;
    previous = type.label;
  }
  return { broken: broken + code.slice(read), moves };
}

/** The last tokens of a tag. */
const TAG_ENDS = ["name", "privateId", ")", "]"];

/** The source of a part of a template with line breaks in the place of their escape sequences. */
function withLineBreaks(template) {
  return template.replace(/\\(n|[^])/g, (escape, character) => (character === "n" ? "\n" : escape));
}
