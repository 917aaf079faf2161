// A server with Vite's SSR. In development, Vite evaluates its modules, and again after each edit.

import { createServer } from "node:http";

/** The two interfaces by which a server has Vite evaluate a module. */
const INTERFACES = {
  ssrLoadModule: (vite) => vite.ssrLoadModule("/entry-server.js"),
  // Vite evaluates everything again, the package too.
  runner: (vite) => vite.environments.ssr.runner.import("/entry-server.js"),
};

async function development(name) {
  const { createServer: createVite } = await import("vite");
  const server = { middlewareMode: true, ws: false };
  const vite = await createVite({ server, appType: "custom", ssr: { noExternal: true }, logLevel: "error" });
  return { load: () => INTERFACES[name](vite), close: () => vite.close() };
}

async function production() {
  const entry = await import("./dist/entry-server.js");
  return { load: () => entry, close: () => undefined };
}

const name = process.env.VITE_INTERFACE;
const { load, close } = await (name === undefined ? production() : development(name));
const server = createServer(async (_request, response) => {
  const { answer } = await load();
  response.end(JSON.stringify(await answer()));
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
// The process ends when all is closed, and releases its seat.
process.once("SIGTERM", () => {
  server.close();
  close();
});
