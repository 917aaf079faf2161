// A server process of browsers.test.mjs: a handler whose store is in the memory of the parent process.
//
// It runs in target/consumer, where the folders of tests/js/ are beside this one.

import { createServer } from "node:http";
import { threads } from "flakekit/lease/threads";
import { nodeHandler } from "flakekit/lease/http";
import { handlerOf } from "../support/lease-http.mjs";
import { size } from "../support/shared.mjs";

const ids = handlerOf({ store: threads(), shares: 4, window: size(12_000, 24_000), concurrency: 1_000 });
const server = createServer(nodeHandler(ids));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
