// A server of static files, with the page in one of its folders.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { built } from "../../scripts/site/page.mjs";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * A script that requests `/drawn` after the browser has drawn the part of the document that it has received. It is a file,
 * because the page's policy forbids scripts in the document.
 */
const REPORT_DRAWN = 'requestAnimationFrame(() => requestAnimationFrame(() => fetch("/drawn")));';

/**
 * Serves the built page in a folder, such as `/` or `/some/where/`.
 *
 * @param cutAfter - a part of `index.html`; what follows it is sent after the browser has drawn what precedes it
 * @param script - a script that runs before those of the page
 * @param cacheControl - gets a path, and returns the value of the header `Cache-Control`, if there is one
 */
export async function serve(folder = "/", { cutAfter, script, cacheControl = () => undefined } = {}) {
  let sendRest;
  let files = built;
  /** The method and the address of each request. */
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    if (name === "/drawn" && sendRest) {
      sendRest();
      response.writeHead(204).end();
      return;
    }
    if (name === "/report-drawn.js" && sendRest) {
      response.writeHead(200, { "Content-Type": TYPES[".js"] }).end(REPORT_DRAWN);
      return;
    }
    if (name === "/first.js" && script) {
      response.writeHead(200, { "Content-Type": TYPES[".js"] }).end(script);
      return;
    }
    try {
      if (!name.startsWith(folder)) throw new Error(`${name} is not below ${folder}`);
      const body = await readFile(join(files, name.slice(folder.length)));
      const isDocument = extname(name) === ".html";
      const caching = cacheControl(name);
      response.writeHead(200, { "Content-Type": TYPES[extname(name)], ...(caching && { "Cache-Control": caching }) });
      if (!isDocument) {
        response.end(body);
        return;
      }
      const page = script ? body.toString().replace("<head>", '$&<script src="/first.js"></script>') : body.toString();
      if (cutAfter === undefined) {
        response.end(page);
        return;
      }
      const [before, ...after] = page.split(cutAfter);
      sendRest = () => response.end(after.join(cutAfter));
      response.write(`${before}${cutAfter}<script src="/report-drawn.js"></script>`);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  /** Serves the page of another folder from now on. */
  const deploy = (other) => (files = other);
  return { deploy, requests, origin: `http://127.0.0.1:${server.address().port}`, folder, close };
}
