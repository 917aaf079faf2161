// The sizes of bundles that the README states.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = import.meta.dirname;

const LEASE = 'import { discord } from "flakekit"; import { lease } from "flakekit/lease";';

/** The programs of the README's rows. */
const PROGRAMS = {
  "one function of one format": 'import { twitter } from "flakekit"; console.log(twitter.decode(input));',
  "everything of `flakekit`": 'import * as everything from "flakekit"; console.log(everything);',
  "IDs under a lease, with the store for pages, `http`": `${LEASE}
    import { http } from "flakekit/lease/http"; console.log(await lease(discord, { store: http("/ids") }));`,
  "IDs under a lease, with the store in files": `${LEASE}
    import { file } from "flakekit/lease/file"; console.log(await lease(discord, { store: file("ids") }));`,
};

/** A bundle of a program: minified, gzipped and with brotli, in KiB. */
async function sizesOf(contents) {
  const { outputFiles } = await build({
    bundle: true,
    external: ["node:*"],
    format: "esm",
    minify: true,
    stdin: { contents, resolveDir: here },
    target: "es2022",
    write: false,
  });
  const [{ contents: code }] = outputFiles;
  return [code, gzipSync(code, { level: 9 }), brotliCompressSync(code)].map(({ length }) => length / 1024);
}

const readme = readFileSync(join(here, "README.md"), "utf8");

for (const [name, program] of Object.entries(PROGRAMS)) {
  test(`a bundle with ${name} has the sizes that the README states`, async () => {
    const row = readme.split("\n").find((line) => line.startsWith(`| ${name} |`));
    const stated = [...row.matchAll(/([\d.]+) KiB/g)].map(([, size]) => Number(size));
    const measured = await sizesOf(program);
    console.log(`${name}: ${measured.map((size) => `${size.toFixed(1)} KiB`).join(", ")}`);
    assert.equal(stated.length, 3);
    for (const [i, size] of measured.entries())
      assert.ok(Math.abs(size - stated[i]) < 0.5, `${size} KiB, not ${stated[i]}`);
  });
}
