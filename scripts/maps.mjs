// Source maps of minified bundles. The package has none: a release has them beside it, for stack traces that users send.

import { SourceMap } from "node:module";

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
export async function movedMap({ map, code, moved, moves }) {
  // Imported here because the set-up may have installed it in this process.
  const { addMapping, GenMapping, setSourceContent, toEncodedMap } = await import("@jridgewell/gen-mapping");
  const old = new SourceMap(map);
  const [before, after] = [positionsIn(code), positionsIn(moved)];
  const made = new GenMapping();
  for (const { from, to } of moves) {
    const at = before(from);
    const { originalSource, originalLine, originalColumn } = old.findEntry(at.line, at.column);
    if (originalSource === undefined) continue;
    const { line, column } = after(to);
    // Here, lines begin at 1.
    addMapping(made, {
      generated: { line: line + 1, column },
      original: { line: originalLine + 1, column: originalColumn },
      source: originalSource,
    });
  }
  for (const [i, source] of map.sources.entries()) setSourceContent(made, source, map.sourcesContent?.[i] ?? null);
  return toEncodedMap(made);
}
