// The IDs of a server of NestJS.

import { Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from "@nestjs/common";
import { lazyLease } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { format } from "./format.ts";

@Injectable()
export class Ids implements OnModuleInit, OnApplicationShutdown {
  readonly #ids = lazyLease(format, () => ({ store: file(process.env.LEASES ?? "leases") }), { name: "orders" });

  /** The server listens when this process has a seat. */
  async onModuleInit() {
    await this.#ids.opened();
  }

  /** All requests have ended. */
  async onApplicationShutdown() {
    await this.#ids.close();
  }

  next() {
    return this.#ids.nextText();
  }
}

@Module({ providers: [Ids], exports: [Ids] })
export class IdsModule {}
