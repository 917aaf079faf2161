// Starts servers and waits to be killed. See guard.test.mjs.

import { Bouncer } from "./bouncer.mjs";
import { Server } from "./postgres.mjs";
import { RedisServer } from "./redis.mjs";

const redis = await RedisServer.start({ after: () => undefined });
const postgres = await Server.start("-c fsync=off");
const bouncer = await Bouncer.start(postgres.port);
const servers = [redis, postgres, bouncer];
process.send({ ports: servers.map(({ port }) => port), folders: servers.map(({ folder }) => folder) });
