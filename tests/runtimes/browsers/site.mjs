// A server on a port of its own, for one page: it serves a folder and waits for what the page reports.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const PATIENCE_MS = 60_000;

/** Serves a folder, with a Content-Security-Policy if one is given. `reported` resolves to what a page tells `/report`. */
export async function serve(folder, csp) {
  const { promise: reported, resolve, reject } = withResolvers();
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      resolve(JSON.parse(await textOf(request)));
      response.writeHead(204).end();
      return;
    }
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const body = await readFile(join(folder, path));
      const headers = { "Content-Type": TYPES[extname(path)], ...(csp && { "Content-Security-Policy": csp }) };
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404).end();
      reject(new Error(`the page asked for ${path}, which is not there`));
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const timer = setTimeout(() => reject(new Error(`the page told nothing in ${PATIENCE_MS} ms`)), PATIENCE_MS);
  const close = () => {
    clearTimeout(timer);
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, reported, fail: reject, close };
}
