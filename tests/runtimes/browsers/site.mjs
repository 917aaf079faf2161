// Serves a folder to one page on a free port, and waits for the page's report.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { arrayBuffer } from "node:stream/consumers";
import { discord } from "flakekit";
import { memory } from "flakekit/lease";
import { handler, nodeHandler } from "flakekit/lease/http";

/** A handler of leases, with a store of its own. The cookie names the caller. */
function leaseHandler() {
  return nodeHandler(
    handler({
      format: discord,
      store: memory(),
      nodes: [512, 1023],
      window: 60_000,
      quota: 4,
      authorize: (request) => request.headers.get("cookie"),
      secret: "s".repeat(32),
    }),
  );
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};
const PATIENCE_MS = 60_000;

/** Resolves to the bytes that a page posts; to `undefined` if the page dies before the end, as tests let pages do. */
function bytesOf(request) {
  return arrayBuffer(request).catch(() => undefined);
}

/**
 * Serves a folder, with headers beside the type. `reported` resolves to the report that a page posts to `/report`. It
 * rejects after `patience` ms, if a file is missing, or if `fail` is called. `served` are the paths of the files that
 * were served. `answers` has functions for other paths: they are called with the URL, the bytes that a page posts, and
 * the response, and their results are sent as JSON.
 */
export async function serve(folder, headers, { answers = {}, patience = PATIENCE_MS } = {}) {
  const served = [];
  // Each site has a handler of its own, because the pages of two rows that run at a time are the same caller.
  const answerLeases = leaseHandler();
  let resolveReport, fail;
  const reported = new Promise((resolve, reject) => ([resolveReport, fail] = [resolve, reject]));
  // A rejection before anybody awaits it must not end the process.
  reported.catch(() => {});
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, "http://localhost");
    const { pathname } = url;
    if (pathname in answers) {
      const posted = await bytesOf(request);
      if (posted !== undefined) response.end(JSON.stringify(answers[pathname](url, posted, response)));
      return;
    }
    if (pathname === "/ids") {
      answerLeases(request, response);
      return;
    }
    if (pathname === "/redirect") {
      // A page that follows the redirect fails: the file does not exist, and a request with a body is taken for a
      // report.
      response.writeHead(Number(url.searchParams.get("status")), { location: "/moved" }).end();
      return;
    }
    if (request.method === "POST") {
      const posted = await bytesOf(request);
      if (posted === undefined) return;
      resolveReport(JSON.parse(Buffer.from(posted)));
      response.writeHead(204).end();
      return;
    }
    try {
      const body = await readFile(join(folder, pathname));
      served.push(pathname);
      response.writeHead(200, { "Content-Type": TYPES[extname(pathname)], ...headers }).end(body);
    } catch (error) {
      response.writeHead(404).end();
      fail(new Error(`the page asked for ${pathname}: ${error.message}`));
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const timer = setTimeout(() => fail(new Error(`the page reported nothing within ${patience} ms`)), patience);
  const close = () => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, reported, served, fail, close };
}
