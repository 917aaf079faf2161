// The parts of a browser's page that Node does not have, for the blocks of documents that are for pages: relative URLs,
// which lead to a server in this process; IndexedDB; and the events of a page. The parts of a bundler: addresses of
// files, `?url`.

import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler } from "flakekit/lease/http";

const secret = "a secret of the tests, with 32 bytes or more";
const ids = handler({ format: discord, store: memory(), nodes: [0, 15], window: 600, authorize: () => "ada", secret });

/** A file of the package. */
const wasm = (name) => () =>
  new Response(readFileSync(fileURLToPath(import.meta.resolve(`flakekit/${name}`))), {
    headers: { "content-type": "application/wasm" },
  });

const paths = {
  "/core.wasm": wasm("core.wasm"),
  "/inspect.wasm": wasm("inspect.wasm"),
  "/lease.wasm": wasm("lease.wasm"),
  "/ids": ids,
};

globalThis.location = { href: "http://localhost/" };
globalThis.fetch = async (url, options) => {
  const { href, pathname } = new URL(url, globalThis.location.href);
  return paths[pathname](new Request(href, options));
};
globalThis.addEventListener = () => undefined;

/** The addresses of the package's files, as Vite gives them. */
const addresses = `export function resolve(specifier, context, next) {
  const [, name] = /^flakekit(\\/.*\\.wasm)\\?url$/.exec(specifier) ?? [];
  if (name === undefined) return next(specifier, context);
  return { url: "data:text/javascript,export default " + JSON.stringify(name), shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(addresses)}`);
