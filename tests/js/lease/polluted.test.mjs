// Leases and handlers in a process where somebody has given properties to `Object.prototype`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fresh } from "../support/fresh.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";

/** Leases by a handler, from a store in memory and from files, and gives an operator's orders. `before` runs first. */
const told = (directory, before, after) =>
  fresh(`
    import { discord } from "flakekit";
    import { freeSeat, lease, listSeats, memory, migrateSpace, prepareSpace, resetSpace } from "flakekit/lease";
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
      const refused = await (await fetch(url, { __proto__: null, method: "POST", headers, body: "{}" })).json();
      const replied = await new Promise((resolve) => {
        const head = { method: "GET", url: "/", headers: { host: "localhost" }, complete: true };
        const request = { ...head, on: () => undefined, pause: () => undefined, resume: () => undefined };
        const response = { writeHead: () => undefined, end: (content) => resolve(new TextDecoder().decode(content)) };
        void nodeHandler(() => new Response("a reply"))(request, response);
      });
      const kept = [];
      for (const one of [store, file(${JSON.stringify(directory)})]) {
        await prepareSpace(discord, { store: one, nodes: [0, 511], window: 300 });
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

/** The words of the package that may be names of properties. The engine reads the words of the language and of JSON. */
function namesOfPackage() {
  const dist = new URL("../node_modules/flakekit/", import.meta.url);
  const files = ["shared.js", "lease.js", "shared-lease.js", "lease/http.js", "shared-http.js", "lease/file.js"];
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
          if (/flakekit\\/(lease|shared)/.test(new Error().stack.split("\\n")[2])) read.add(name);
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

/** The functions of the runtime that the package calls with options. */
const WATCHED = ["ReadableStream", "Request", "Response", "decode", "digest", "importKey", "json", "sign", "verify"];

test("no options for functions of the runtime are ordinary objects, which have what Object.prototype has", () => {
  const found = told(
    temporaryDirectory(),
    `
    const ordinary = new Set();
    const watched = new Set();
    const isOrdinary = (value) =>
      typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
    const watch = (object, name, firstOption) => {
      const original = object[name];
      const check = (args) => {
        // The runtime's own code calls these functions, too.
        const isOurs = /flakekit\\/(lease|shared)/.test(new Error().stack.split("\\n")[3]);
        if (isOurs) {
          watched.add(name);
          args.slice(firstOption).forEach((value) => isOrdinary(value) && ordinary.add(name));
        }
        return args;
      };
      object[name] = new Proxy(original, {
        apply: (target, self, args) => Reflect.apply(target, self, check(args)),
        construct: (target, args, newTarget) => Reflect.construct(target, check(args), newTarget),
      });
    };
    watch(Response, "json", 1);
    for (const name of ["Request", "Response"]) watch(globalThis, name, 1);
    watch(globalThis, "ReadableStream", 0);
    watch(TextDecoder.prototype, "decode", 1);
    for (const name of ["importKey", "sign", "verify", "digest"]) watch(crypto.subtle, name, 0);`,
    `
    // A Request that the runtime refuses, too.
    await new Promise((end) => {
      const head = { method: "GET", url: "http://[", headers: {}, complete: true, on: () => undefined };
      void nodeHandler(() => undefined)(head, { writeHead: () => undefined, end });
    });
    // And one with a body.
    await new Promise((end) => {
      const listeners = {};
      const flow = { on: (name, listener) => (listeners[name] = listener), pause: () => undefined };
      const head = { method: "POST", url: "/", headers: {}, complete: true, resume: () => listeners.end() };
      void nodeHandler(async (request) => new Response(await request.text(), { __proto__: null }))(
        { ...flow, ...head },
        { writeHead: () => undefined, end },
      );
    });
    tell({ found, ordinary: [...ordinary], watched: [...watched].sort() });`,
  );
  assert.deepEqual(found, { found: EXPECTED, ordinary: [], watched: WATCHED });
});

test("requests and replies have no options of Object.prototype", () => {
  const found = fresh(`
    import { discord } from "flakekit";
    import { lease, memory } from "flakekit/lease";
    import { file } from "flakekit/lease/file";
    import { handler, http, nodeHandler } from "flakekit/lease/http";

    const sent = [];
    const replies = [];
    const calls = [];
    let ids;
    globalThis.fetch = async (url, init) => {
      const request = new Request(url, init);
      // The values of the request are not compared, because Node's own class takes them from Object.prototype.
      sent.push([init.method, init.credentials, init.mode, init.redirect, init.referrerPolicy, init.headers.host]);
      const response = await ids(request);
      replies.push([response.status, response.statusText]);
      return response;
    };
    const polluted = {
      credentials: "omit", mode: "same-origin", redirect: "follow", referrerPolicy: "no-referrer", statusText: "evil",
      href: "file:///evil", host: "evil.example", size: () => 0,
    };
    for (const [name, value] of Object.entries(polluted)) {
      Object.defineProperty(Object.prototype, name, { __proto__: null, configurable: true, writable: true, value });
    }
    Object.defineProperty(Object.prototype, "owns", {
      __proto__: null, configurable: true, set: () => calls.push("owns"), get: () => "evil",
    });
    let path, url, owns;
    try {
      const options = { format: discord, store: memory(), nodes: [0, 9], authorize: () => "ada", secret: "s".repeat(32) };
      ids = handler(options);
      owns = typeof ids.owns;
      const own = await lease(discord, { store: http("http://localhost/ids"), maxWait: 20_000 });
      await own.close();
      try { file({}); } catch ({ code }) { path = code; }
      await new Promise((end) => {
        const head = { method: "GET", url: "/", headers: {}, complete: true, on: () => undefined, pause: () => undefined };
        void nodeHandler((request) => ((url = request.url), new Response("")))(head, { writeHead: () => undefined, end });
      });
    } finally {
      for (const name of [...Object.keys(polluted), "owns"]) delete Object.prototype[name];
    }
    tell({ sent, replies, calls, owns, path, url });
  `);
  const usual = ["POST", null, null, "manual", null, null];
  assert.deepEqual(found, {
    sent: [usual, usual],
    replies: [
      [200, ""],
      [200, ""],
    ],
    calls: [],
    owns: "function",
    path: "INVALID_OPTION",
    url: "http://localhost/",
  });
});
