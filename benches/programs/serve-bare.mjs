// A server of Node that answers each request with the same short text. It writes its URL to standard error.

import { createServer } from "node:http";

const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8", "content-length": 3 });
  response.end("id\n");
});
server.listen(0, "127.0.0.1", () => console.error(`http://127.0.0.1:${server.address().port}/`));
