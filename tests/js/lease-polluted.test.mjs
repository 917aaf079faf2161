// Leases and handlers in a process where somebody has given properties to `Object.prototype`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fresh } from "./fresh.mjs";
import { temporaryDirectory } from "./temporary.mjs";

/** Leases by a handler, from a store in memory and from files, and gives an operator's orders. `before` runs first. */
const told = (directory, before, after) =>
  fresh(`
    import { discord } from "flakekit";
    import { freeSeat, lease, listSeats, memory, migrateSpace, resetSpace } from "flakekit/lease";
    import { file } from "flakekit/lease/file";
    import { handler, http, nodeHandler } from "flakekit/lease/http";

    const store = memory();
    const authorize = (request) => request.headers.get("x-caller");
    const secret = "the secret of a handler, of 32 bytes";
    const errors = [];
    const onError = ({ message }) => errors.push(message);
    const work = async () => {
      const ids = handler({ format: discord, store, nodes: [512, 1023], window: 300, authorize, secret, onError });
      const fetch = (url, options) => ids(new Request(url, options));
      const headers = { "x-caller": "ada" };
      const url = "http://localhost/ids";
      const own = await lease(discord, { store: http(url, { headers, fetch }), maxWait: 20_000 });
      const id = await own.nextAsync();
      const { until } = own.status();
      // The window is extended.
      while (own.status().until === until) await new Promise((resolve) => setTimeout(resolve, 5));
      const owns = await ids.owns(id, "ada");
      await own.close();
      const refused = await (await fetch(url, { method: "POST", headers, body: "{}" })).json();
      const replied = await new Promise((resolve) => {
        const head = { method: "GET", url: "/", headers: { host: "localhost" }, complete: true };
        const request = { ...head, on: () => undefined, pause: () => undefined, resume: () => undefined };
        const response = { writeHead: () => undefined, end: (content) => resolve(new TextDecoder().decode(content)) };
        void nodeHandler(() => new Response("a reply"))(request, response);
      });
      const kept = [];
      for (const one of [store, file(${JSON.stringify(directory)})]) {
        const ids = await lease(discord, { store: one, nodes: [0, 511], window: 300, maxWait: 20_000 });
        await ids.nextAsync();
        await ids.close();
        const { space, sections, seats } = await listSeats(one, "discord");
        kept.push([space, sections.length, seats.length > 0]);
        await resetSpace(one, "discord");
        await migrateSpace(discord, { store: one, nodes: [0, 511], window: 300, shares: 2 });
        kept.push(await freeSeat(one, "discord", { node: 5 }));
      }
      return { owns, refused, replied, kept, errors };
    };
    ${before}
    const found = await work().catch((error) => ({ error: String(error) }));
    ${after}
  `);

const EXPECTED = {
  owns: true,
  refused: { code: "INVALID_OPTION", message: "the content type must be application/json" },
  replied: "a reply",
  kept: [["discord", 2, true], false, ["discord", 1, true], false],
  errors: [],
};

test("options and answers are not taken from Object.prototype, by leases, handlers and operators", () => {
  for (const polluted of [
    "{ space: 'evil', shares: 2, nodes: [0, 1], clockSkew: 5 }",
    "{ isSuperseded: () => true, usedUntil: 7, canTake: () => false }",
    "{ status: 200, code: 'NO_FREE_SEAT', message: 'evil', outcome: 'lost', grant: 'evil', section: [0, 1, 2, 300] }",
    "{ quota: 1, concurrency: 1, onError: 5, fetch: 5, claim: 'c', extend: 'e', ask: () => ({}), raw: {} }",
  ]) {
    const found = told(
      temporaryDirectory(),
      `const polluted = ${polluted};
      Object.assign(Object.prototype, polluted);`,
      "for (const name of Object.keys(polluted)) delete Object.prototype[name]; tell(found);",
    );
    assert.deepEqual(found, EXPECTED, polluted);
  }
});

/** The words of the package that may be names of properties. Those of the language and of JSON are read by the engine. */
function namesOfPackage() {
  const dist = new URL("./node_modules/flakekit/", import.meta.url);
  const files = ["lease.js", "shared-lease.js", "lease/http.js", "lease/shared-http.js", "lease/file.js"];
  const texts = files.map((file) => readFileSync(fileURLToPath(new URL(file, dist)), "utf8"));
  const words = new Set(texts.flatMap((text) => text.match(/(?<![\w$])[A-Za-z_$][\w$]*/g)));
  const engine = ["then", "toJSON", "get", "set", "value", "writable", "configurable", "enumerable", "return", "name"];
  return [...words].filter((word) => !(word in Object.prototype) && !engine.includes(word));
}

test("no property that an object lacks is looked for in Object.prototype, by leases, handlers and operators", () => {
  const names = namesOfPackage();
  for (const name of ["space", "isSuperseded", "status", "grant", "usedUntil", "code", "section"]) {
    assert.ok(names.includes(name), name);
  }
  const found = told(
    temporaryDirectory(),
    `
    const names = ${JSON.stringify(names)};
    const read = new Set();
    for (const name of names) {
      Object.defineProperty(Object.prototype, name, {
        __proto__: null,
        configurable: true,
        get() {
          // The runtime's own code reads options so.
          if (/flakekit\\/(lease|shared-lease)/.test(new Error().stack.split("\\n")[2])) read.add(name);
        },
        set(value) {
          const descriptor = { __proto__: null, value, writable: true, configurable: true, enumerable: true };
          Object.defineProperty(this, name, descriptor);
        },
      });
    }`,
    "for (const name of names) delete Object.prototype[name]; tell({ found, read: [...read] });",
  );
  assert.deepEqual(found, { found: EXPECTED, read: [] });
});
