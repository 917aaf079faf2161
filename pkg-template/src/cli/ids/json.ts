// Finds a value in the source text of JSON, because JSON.parse rounds the digits of large numbers.

/** The names of the properties on the way to a value: `author.id`. A dot in a name is written as `\.`. */
export function pathOf(field: string): string[] {
  return field.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));
}

/**
 * The source text of the value at a path, in valid JSON. Elements of arrays are named by their positions. As in
 * JSON.parse, the last of several properties of one name counts.
 */
export function sourceAt(json: string, path: readonly string[]): string | undefined {
  let [start, end] = [skipSpace(json, 0), json.trimEnd().length];
  for (const name of path) {
    const found = memberOf(json, start, name);
    if (found === undefined) return undefined;
    [start, end] = found;
  }
  return json.slice(start, end);
}

/** The positions at which the value of a property begins and ends. */
function memberOf(json: string, start: number, name: string): [start: number, end: number] | undefined {
  const isObject = json[start] === "{";
  if (!isObject && json[start] !== "[") return undefined;
  let found: [number, number] | undefined;
  let at = skipSpace(json, start + 1);
  for (let position = 0; json[at] !== "}" && json[at] !== "]"; position++) {
    let key = String(position);
    if (isObject) {
      const keyEnd = endOfText(json, at);
      key = JSON.parse(json.slice(at, keyEnd)) as string;
      // After the colon.
      at = skipSpace(json, skipSpace(json, keyEnd) + 1);
    }
    const end = endOfValue(json, at);
    if (key === name) found = [at, end];
    at = skipSpace(json, end);
    if (json[at] === ",") at = skipSpace(json, at + 1);
  }
  return found;
}

function skipSpace(json: string, at: number): number {
  let next = at;
  while (json.charCodeAt(next) <= 0x20) next += 1;
  return next;
}

/** The end of a text in quotes. */
function endOfText(json: string, at: number): number {
  let end = at;
  let isEscaped: boolean;
  do {
    end = json.indexOf('"', end + 1);
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") slashes += 1;
    isEscaped = slashes % 2 === 1;
  } while (isEscaped);
  return end + 1;
}

function endOfValue(json: string, at: number): number {
  if (json[at] === '"') return endOfText(json, at);
  const isNested = json[at] === "{" || json[at] === "[";
  const marks = isNested ? /["[\]{}]/g : /[\s,\]}]/g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(json); mark !== null; mark = marks.exec(json)) {
    if (!isNested) return mark.index;
    if (mark[0] === '"') marks.lastIndex = endOfText(json, mark.index);
    else depth += mark[0] === "{" || mark[0] === "[" ? 1 : -1;
    if (depth === 0) return mark.index + 1;
  }
  return json.length;
}
