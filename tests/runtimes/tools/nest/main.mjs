// A server with the module of examples/frameworks/: `ids.module.js` is made of `ids.module.ts`.

import "reflect-metadata";
import { NestFactory } from "@nestjs/core";
import { Ids, IdsModule } from "./ids.module.js";

const app = await NestFactory.create(IdsModule, { logger: ["error"] });
app.enableShutdownHooks();
const ids = app.get(Ids);
app.getHttpAdapter().post("/id", (_request, response) => response.json({ id: ids.next() }));
await app.listen(0, "127.0.0.1");
console.log(await app.getUrl());
