// Upstash's REST interface in front of a real Redis, as far as its client uses it in the tests: one command, or a list
// of them.

import { once } from "node:events";
import { createServer } from "node:http";
import { createClient } from "redis";

/** Starts a bridge to a server, which ends with the test. Resolves to its URL. */
export async function bridge(context, { url }) {
  const client = createClient({ url });
  client.on("error", () => undefined);
  await client.connect();
  const run = async (command) => {
    try {
      return { result: encoded(await client.sendCommand(command.map(String))) };
    } catch (error) {
      return { error: error.message };
    }
  };
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()));
    const isList = request.url === "/pipeline";
    const answer = isList ? await Promise.all(body.map(run)) : await run(body);
    response.statusCode = answer.error === undefined ? 200 : 400;
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/** Upstash's client asks for texts in base64. */
function encoded(reply) {
  if (Array.isArray(reply)) return reply.map(encoded);
  return typeof reply === "string" && reply !== "OK" ? Buffer.from(reply).toString("base64") : reply;
}
