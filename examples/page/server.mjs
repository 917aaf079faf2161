// Serves the page, and leases seats to it.

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { discord } from "flakekit";
import { file } from "flakekit/lease/file";
import { handler, nodeHandler } from "flakekit/lease/http";

const PAGE = fileURLToPath(new URL("public/", import.meta.url));
const PACKAGE = dirname(fileURLToPath(import.meta.resolve("flakekit")));
const ORIGIN = "http://localhost";
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript", wasm: "application/wasm" };

/** Each visitor is a caller. Take the user of your log-in instead: a quota counts for each caller. */
const sessionOf = (cookies) => /(?:^|; )session=([\w-]{36})/.exec(cookies ?? "")?.[1];

const leases = nodeHandler(
  handler({
    format: discord,
    store: file("./ids"),
    nodes: [512, 1023], // servers would lease from [0, 511]
    shares: 16,
    window: 600_000,
    authorize: (request) => sessionOf(request.headers.get("cookie")),
    // The secret of this run. Several servers need the same, from their configuration.
    secret: process.env.LEASE_SECRET ?? randomUUID() + randomUUID(),
  }),
);

const server = createServer(async (request, response) => {
  // Also what is no URL comes, for example "//[".
  if (!URL.canParse(request.url, ORIGIN)) return response.writeHead(400).end();
  const { pathname } = new URL(request.url, ORIGIN);
  if (pathname === "/ids") return leases(request, response);
  const path = pathname.startsWith("/flakekit/")
    ? join(PACKAGE, pathname.slice("/flakekit".length))
    : join(PAGE, pathname === "/" ? "index.html" : pathname);
  try {
    const content = await readFile(path);
    response.setHeader("content-type", TYPES[path.split(".").at(-1)] ?? "application/octet-stream");
    if (sessionOf(request.headers.cookie) === undefined) {
      response.setHeader("set-cookie", `session=${randomUUID()}; HttpOnly; SameSite=Strict`);
    }
    response.end(content);
  } catch {
    response.writeHead(404).end();
  }
});

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
