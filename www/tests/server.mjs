// A server of static files, with the page in one of its folders.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { built } from "../../scripts/page.mjs";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml" };

/** Serves the built page in a folder, such as `/` or `/some/where/`. */
export async function serve(folder = "/") {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    try {
      if (!name.startsWith(folder)) throw new Error(`${name} is not below ${folder}`);
      const body = await readFile(join(built, name.slice(folder.length)));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, folder, close };
}
