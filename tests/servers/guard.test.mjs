// Servers do not outlive the process that started them.

import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isOpen, until } from "./lib/wait.mjs";

describe("servers end, and their folders are removed, when their process is ended", { concurrency: true }, () => {
  for (const signal of ["SIGINT", "SIGKILL"]) {
    test(`by ${signal}`, async () => {
      const child = fork(join(import.meta.dirname, "lib", "abandoned.mjs"));
      const [{ ports, folders }] = await once(child, "message");
      assert.deepEqual(await Promise.all(ports.map(isOpen)), [true, true, true]);
      assert.deepEqual(folders.map(existsSync), [true, true, true]);
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
      for (const port of ports) await until(async () => !(await isOpen(port)));
      for (const folder of folders) await until(() => !existsSync(folder));
    });
  }
});
