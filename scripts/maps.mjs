// Source maps of minified bundles. The package has none: a release has them beside it, for stack traces that users send.

import { SourceMap } from "node:module";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** An integer as source maps write it: groups of 5 bits, the lowest first, with the sign in the lowest bit. */
function encoded(number) {
  let rest = number < 0 ? -number * 2 + 1 : number * 2;
  let text = "";
  do {
    const group = rest % 32;
    rest = Math.floor(rest / 32);
    text += DIGITS[rest > 0 ? group + 32 : group];
  } while (rest > 0);
  return text;
}

/** A function that gives the line and the column, from 0, of an offset in a text. Offsets must grow. */
function positionsIn(text) {
  let line = 0;
  let lineStart = 0;
  return (offset) => {
    for (let end = text.indexOf("\n", lineStart); end >= 0 && end < offset; end = text.indexOf("\n", lineStart)) {
      line++;
      lineStart = end + 1;
    }
    return { line, column: offset - lineStart };
  };
}

/**
 * The map of a text whose tokens have been moved. `map` is that of the text before, `code`, and `moves` are the offsets of each token
 * before (`from`) and after (`to`) in `moved`.
 */
export function movedMap({ map, code, moved, moves }) {
  const old = new SourceMap(map);
  const [before, after] = [positionsIn(code), positionsIn(moved)];
  const sources = map.sources;
  const lines = [];
  const last = { source: 0, line: 0, column: 0 };
  let column = 0;
  for (const { from, to } of moves) {
    const at = before(from);
    const { originalSource, originalLine, originalColumn } = old.findEntry(at.line, at.column);
    const target = after(to);
    while (lines.length <= target.line) {
      lines.push([]);
      column = 0;
    }
    if (originalSource === undefined) continue;
    const source = sources.indexOf(originalSource);
    const deltas = [
      target.column - column,
      source - last.source,
      originalLine - last.line,
      originalColumn - last.column,
    ];
    lines.at(-1).push(deltas.map(encoded).join(""));
    Object.assign(last, { source, line: originalLine, column: originalColumn });
    column = target.column;
  }
  return { ...map, mappings: lines.map((segments) => segments.join(",")).join(";") };
}
