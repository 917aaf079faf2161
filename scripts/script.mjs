// Turns an ES module of the package into a script, for `require` and for pages.

/** A statement of a minified module that imports: a default, all, or names. */
const IMPORT = /\bimport(?: ([\w$]+) |\*as ([\w$]+) |\{([^}]*)\})from"([^"]+)"/g;
const EXPORT = /export\{([^{}]*)\};?\s*$/;

/**
 * The code of a minified module as a script, whose members are the module's exports.
 *
 * @param global - the name of the global that it defines in a page, if it is for pages
 * @param names - the names for users. The other exports are for scripts of the package, and cannot be enumerated
 * @param sourceOf - the expression that gives what a path of an import stands for
 * @param head - code that stands before that of the module
 * @param base - the path of an import whose other members the script has too
 */
export function asScript(code, { global, names, sourceOf, head = "", base }) {
  const [exported, list] = code.match(EXPORT);
  const members = list.split(/,\s*/).map((member) => member.trim().split(" as ").toReversed());
  const body = code.slice(0, -exported.length).replace(IMPORT, (_, byDefault, all, some, path) => {
    const source = sourceOf(path);
    return `const ${byDefault ?? all ?? `{${some.replaceAll(" as ", ":")}}`}=${source}`;
  });
  const listed = (wanted) => members.filter(([name]) => names.includes(name) === wanted);
  const literal = listed(true).map(([name, local]) => `${name}:${local ?? name}`);
  const hidden = listed(false).map(([name, local]) => `${name}:{value:${local ?? name}}`);
  const own = `Object.defineProperties({${literal}},\n{${["__esModule:{value:!0}", ...hidden].join(",\n")}})`;
  const described = [base && sourceOf(base), own].map((one) => `\n...Object.getOwnPropertyDescriptors(${one})`);
  const value = base === undefined ? own : `Object.defineProperties({},{${described}})`;
  // Node finds the names that can be imported in the assignment that is never executed.
  const lexed = `0&&(module.exports={${names}})`;
  // The first line of the module is as long as a line may be.
  const made = `(()=>{${head}\n${body}return ${value}})()`;
  return global === undefined
    ? `"use strict";module.exports=${made};${lexed}\n`
    : `"use strict";var ${global}=${made};\nif(typeof module==="object"){module.exports=${global};${lexed}}\n`;
}
