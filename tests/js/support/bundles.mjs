// Bundles of programs that use the package, as users make them.

import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { project } from "./project.mjs";

const READ = `ids.decode, ids.timestamp, ids.date, ids.encode, ids.firstAt, ids.range, ids.toText, ids.fromText, ids.toBytes,
  ids.fromBytes, ids.isValid, ids.compare, ids["~standard"], FlakeError`;

const reading = (format) => `import { ${format} as ids, FlakeError } from "flakekit"; use(${READ});`;

const LEASE = 'import { discord } from "flakekit"; import { lease } from "flakekit/lease";';

/** A program for each row of PLATFORM.md's table of bundles. */
export const PROGRAMS = {
  "one format, Discord's: every member": reading("discord"),
  "one format with a prefix: every member": `import { prefixed } from "flakekit"; ${reading("discord")} use(prefixed(ids, name));`,
  "sno: every member": reading("sno"),
  "all formats: every member": 'import { FlakeError, formats } from "flakekit"; use(formats, FlakeError);',
  "one format: make, read and check": `import { discord, generator } from "flakekit";
    const ids = generator(discord, options); use(ids.next(), ids.nextText(), discord.decode(id), discord.isValid(id));`,
  "everything of `flakekit`": 'import * as everything from "flakekit"; use(everything);',
  "one format, hidden: every member": `import { hidden } from "flakekit/hidden"; ${reading("discord")} use(hidden(ids, options));`,
  "`inspect` of `flakekit/inspect`": 'import { inspect } from "flakekit/inspect"; use(inspect);',
  "`inspectAll` of `flakekit/inspect`": 'import { inspectAll } from "flakekit/inspect"; use(inspectAll);',
  "IDs under a lease of a server, for a page: `leaseFromServer` of `flakekit/lease`, with `http`": `import { discord } from "flakekit";
    import { leaseFromServer } from "flakekit/lease"; import { http } from "flakekit/lease/http";
    use(await leaseFromServer(discord, { store: http("/ids") }));`,
  "IDs under a lease of `flakekit/lease`, with `http`": `${LEASE}
    import { http } from "flakekit/lease/http"; use(await lease(discord, { store: http("/ids") }));`,
  "one format of `flakekit/no-wasm`: make, read and check": `import { discord, generator } from "flakekit/no-wasm";
    const ids = generator(discord, options); use(ids.next(), ids.nextText(), discord.decode(id), discord.isValid(id));`,
  "IDs under a lease of `flakekit/lease/no-wasm`, with `http`": `import { discord } from "flakekit/no-wasm";
    import { http } from "flakekit/lease/http"; import { lease } from "flakekit/lease/no-wasm";
    use(await lease(discord, { store: http("/ids") }));`,
  "IDs under a lease, with the store in files": `${LEASE}
    import { file } from "flakekit/lease/file"; use(await lease(discord, { store: file("ids") }));`,
};

/** The code of a program's bundle, minified. */
export async function bundleOf(contents, options) {
  const { outputFiles } = await build({
    bundle: true,
    external: ["node:*"],
    format: "esm",
    minify: true,
    stdin: { contents, resolveDir: project },
    target: "es2022",
    write: false,
    ...options,
  });
  return outputFiles[0].contents;
}

/** The bytes of a bundle: minified, gzipped, and with brotli. */
export async function sizesOf(contents, options) {
  const code = await bundleOf(contents, options);
  return [code, gzipSync(code, { level: 9 }), brotliCompressSync(code)].map(({ length }) => length);
}
