// Gives the package's own names in the built files short ones: 310 bytes of core.wasm and 400 of index.js, gzipped.

import { readFileSync, writeFileSync } from "node:fs";
import { encodeNumber, encodeText, Reader, readSections, SECTION, withSections } from "./binary.mjs";

/** The kind of an import or export that is a function. */
const FUNCTION = 0;

/**
 * The names to shorten: of the core's imports and exports, if they consist of several words, and of members that begin
 * with an underscore. No name of JavaScript's or of the public API matches.
 */
export const OWN_NAMES = /^[a-z]+(_[a-z]+)+$|^_[a-z]|^__(wb|externref)/;

/**
 * Shortens the names of a module's imports and exports, in place. Returns the short name of each: the JavaScript must use
 * these names. `names` are the short names of other modules that the JavaScript uses too.
 */
export function shortenNames(file, names = {}) {
  const shorten = (name) =>
    OWN_NAMES.test(name) ? (names[name] ??= `$${Object.keys(names).length.toString(36)}`) : name;
  const rewrite = { [SECTION.imports]: rewriteImports, [SECTION.exports]: rewriteExports };
  const bytes = readFileSync(file);
  const sections = readSections(bytes).map(({ id, content }) => ({
    id,
    content: rewrite[id]?.(new Reader(content), shorten) ?? content,
  }));
  writeFileSync(file, withSections(bytes, sections));
  return names;
}

/** The section of imports with short names. Each import is: module, name, kind, number of its type. */
function rewriteImports(reader, shorten) {
  const count = reader.number();
  const written = [...encodeNumber(count)];
  for (let i = 0; i < count; i++) {
    const [module, name, kind, type] = [reader.text(), reader.text(), reader.number(), reader.number()];
    if (kind !== FUNCTION) throw new Error(`the core imports '${name}', which is not a function`);
    written.push(...encodeText(module), ...encodeText(shorten(name)), kind, ...encodeNumber(type));
  }
  return Buffer.from(written);
}

/** The section of exports with short names. Each export is: name, kind, number. */
function rewriteExports(reader, shorten) {
  const count = reader.number();
  const written = [...encodeNumber(count)];
  for (let i = 0; i < count; i++) {
    const [name, kind, number] = [reader.text(), reader.number(), reader.number()];
    written.push(...encodeText(shorten(name)), kind, ...encodeNumber(number));
  }
  return Buffer.from(written);
}
