// Failures of stores that a lease without a seat reports at once, and failures after which it tries again.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { discord } from "flakekit";
import { lease, memory } from "flakekit/lease";
import { file } from "flakekit/lease/file";
import { handler, http } from "flakekit/lease/http";
import { mysql } from "flakekit/lease/mysql";
import { postgres } from "flakekit/lease/postgres";
import { redis } from "flakekit/lease/redis";
import { sqlite } from "flakekit/lease/sqlite";
import { ControlledStore, rejected, until } from "../support/leases.mjs";
import { temporaryDirectory } from "../support/temporary.mjs";
import { project } from "../support/project.mjs";

const withCode = (code, more) => Object.assign(new Error(`the client says ${code}`), { code, ...more });

/** Stores that fail as the client of each does. `fail` is called with each call, and throws. */
const STORES = {
  "a store of the user": (fail) => ({ read: async () => fail(), swap: async () => fail() }),
  postgres: (fail) => postgres(async () => fail()),
  "a client of postgres that wraps errors": (fail) =>
    postgres(async () => {
      try {
        return fail();
      } catch (cause) {
        throw new Error("the query failed", { cause });
      }
    }),
  mysql: (fail) => mysql(async () => fail()),
  redis: (fail) => redis(async () => fail()),
  "a cluster of redis": (fail) =>
    redis({ isOpen: true, eval: async () => fail(), evalSha: async () => fail(), nodeClient: () => undefined }),
  sqlite: (fail) => sqlite({ exec: fail, prepare: fail }),
  http: (fail) => http("http://localhost/ids", { fetch: async () => fail() }),
};

const answering = (status) => () => new Response("no handler", { status });
const throwing = (error) => () => {
  throw error;
};
const saying = (message) => throwing(new Error(message));

const PERMANENT = [
  ...["EACCES", "EROFS", "ERR_ACCESS_DENIED", "ERR_INVALID_URL"].map((code) => [
    "a store of the user",
    throwing(withCode(code)),
    code,
  ]),
  [
    "a store of the user",
    throwing(Object.assign(new Error("Requires net access"), { name: "NotCapable" })),
    "net access",
  ],
  ...["28P01", "28000", "3D000", "42P01", "42703", "42501", "P1000", "P1003"].flatMap((code) =>
    ["postgres", "a client of postgres that wraps errors"].map((store) => [store, throwing(withCode(code)), ""]),
  ),
  ...[1045, 1049, 1146, 1142].map((errno) => ["mysql", throwing(withCode("ER", { errno })), ""]),
  ["mysql", saying("Server does not support secure connection"), "without SSL"],
  ["mysql", () => "no rows", "list of rows"],
  ["postgres", saying("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"), "password"],
  ["postgres", throwing(withCode("ERR_INVALID_URL")), "ERR_INVALID_URL"],
  ["postgres", saying("The server does not support SSL connections"), "without SSL"],
  [
    "postgres",
    throwing(Object.assign(new Error("Authentication failed against the database server"), { errorCode: "P1000" })),
    "Authentication",
  ],
  ["postgres", () => "no rows", "list of rows"],
  ["redis", throwing(withCode("ERR_ACCESS_DENIED")), "ERR_ACCESS_DENIED"],
  ["redis", saying("WRONGPASS invalid username-password pair or user is disabled."), "password"],
  ["redis", saying("NOAUTH Authentication required."), "password"],
  ["redis", saying("NOPERM this user has no permissions to run the 'evalsha' command"), "EVALSHA"],
  ["redis", saying("ERR DB index is out of range"), "number of a database"],
  [
    "redis",
    saying("ERR AUTH <password> called without any password configured for the default user. Are you sure?"),
    "has no password",
  ],
  ["redis", saying("ERR Client sent AUTH, but no password is set"), "has no password"],
  ["redis", saying("ERR invalid password"), "user and a password"],
  ["redis", saying("DENIED Redis is running in protected mode because protected mode is enabled"), "password"],
  ["redis", saying("MOVED 866 127.0.0.1:7001"), "knows clusters"],
  ["redis", throwing(Object.assign(new Error("MOVED 866 127.0.0.1:7001"), { name: "ReplyError" })), "knows clusters"],
  ["redis", saying("CROSSSLOT Keys in request don't hash to the same slot"), "knows clusters"],
  ["redis", () => "failed\nHGET\nWRONGTYPE Operation against a key holding the wrong kind of value", "another prefix"],
  ["sqlite", saying("attempt to write a readonly database"), "readonly"],
  ["sqlite", saying("file is not a database"), "not a database"],
  ["http", answering(404), "address is that of a handler"],
  ["http", answering(401), "authorize does not know"],
  ["http", answering(403), "authorize refuses"],
  ["http", answering(405), "address is that of a handler"],
  ["http", answering(410), "address is that of a handler"],
  ["http", answering(501), "address is that of a handler"],
];

const TEMPORARY = [
  ...["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "ENOSPC"].map((code) => [
    "a store of the user",
    throwing(withCode(code)),
  ]),
  ...["ECONNREFUSED", "ENOTFOUND", "57P03", "53300", "25006"].map((code) => ["postgres", throwing(withCode(code))]),
  ["mysql", throwing(withCode("ECONNREFUSED", { errno: -111 }))],
  ...[1205, 1290, 1040, 1053].map((errno) => ["mysql", throwing(withCode("ER", { errno }))]),
  ["redis", throwing(withCode("ECONNREFUSED"))],
  ["redis", saying("LOADING Redis is loading the dataset in memory")],
  ["redis", saying("READONLY You can't write against a read only replica.")],
  ["redis", saying("TASK aborted")],
  ["redis", saying("Too many Cluster redirections. Last error: ReplyError: MOVED 866 127.0.0.1:7001")],
  ["redis", saying("CLUSTERDOWN The cluster is down")],
  ["a cluster of redis", saying("MOVED 866 127.0.0.1:7001")],
  ["sqlite", saying("disk I/O error")],
  ["sqlite", saying("database or disk is full")],
  ["http", throwing(new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }))],
  ["http", answering(503)],
  ["http", answering(502)],
];

test("a failure that somebody must correct rejects lease() at once, with what the error says", async () => {
  for (const [name, fail, words] of PERMANENT) {
    let calls = 0;
    const store = STORES[name](() => {
      // A second attempt would wait for ever.
      calls += 1;
      return fail();
    });
    const states = [];
    const waiting = lease(discord, { store, maxWait: 600_000, onChange: ({ lastError }) => states.push(lastError) });
    const error = await rejected("STORE_FAILED", waiting, words);
    assert.equal(calls, 1, `${name}: ${error.message}`);
    assert.ok(states.includes(error));
  }
});

test("a failure that may heal is tried again, and onChange gets the state with lastError", async () => {
  for (const [name, fail] of TEMPORARY) {
    const controller = new AbortController();
    const errors = [];
    let attempts = 0;
    const store = STORES[name](() => {
      attempts += 1;
      if (attempts > 1) controller.abort();
      return fail();
    });
    const onChange = ({ state, lastError }) => errors.push([state, lastError?.code]);
    await assert.rejects(lease(discord, { store, signal: controller.signal, onChange }), { name: "AbortError" }, name);
    assert.deepEqual(errors[0], ["claiming", "STORE_FAILED"], name);
  }
});

test("a store that does not answer is reported after 2 s, and not only when the call has failed", async (context) => {
  const store = new ControlledStore();
  store.before = () => new Promise(() => undefined);
  const controller = new AbortController();
  context.after(() => controller.abort());
  const status = await new Promise((resolve) => {
    lease(discord, { store, signal: controller.signal, onChange: resolve }).catch(() => undefined);
  });
  assert.deepEqual([status.state, status.lastError.code], ["claiming", "STORE_FAILED"]);
  assert.match(status.lastError.message, /has not answered within 2000 ms/);
});

test("the path of a file, and a directory that the process may not use, reject lease() at once", async () => {
  const directory = temporaryDirectory();
  const path = join(directory, "a-file");
  writeFileSync(path, "");
  for (const wrong of [path, join(path, "below")]) {
    await rejected("STORE_FAILED", lease(discord, { store: file(wrong), maxWait: 600_000 }), "give a directory");
  }
  for (const wrong of process.platform === "linux" ? ["/proc/ids", "/proc/ids/below", "/proc"] : []) {
    await rejected("STORE_FAILED", lease(discord, { store: file(wrong), maxWait: 600_000 }), "nothing can be created");
  }
  const flag = ["--permission", "--experimental-permission"].find((name) =>
    process.allowedNodeEnvironmentFlags.has(name),
  );
  const said = execFileSync(
    process.execPath,
    [
      ...[flag ?? "--experimental-permission", "--no-warnings", "--allow-fs-read=*", "--input-type=module", "--eval"],
      `import { discord } from "flakekit";
      import { lease } from "flakekit/lease";
      import { file } from "flakekit/lease/file";
      const store = file(${JSON.stringify(join(directory, "ids"))});
      await lease(discord, { store, maxWait: 600_000 }).catch(({ code, cause }) => console.log(code, cause.code));`,
    ],
    { encoding: "utf8", timeout: 60_000, cwd: project },
  );
  assert.equal(said.trim(), "STORE_FAILED ERR_ACCESS_DENIED");
});

test("a caller whom authorize fails to judge is tried again, and one whom it does not know or refuses is not", async () => {
  const cases = [
    [() => undefined, "answered 401"],
    [() => new Response("no", { status: 403 }), "answered 403"],
    [async () => Promise.reject(new Response("no", { status: 403 })), "answered 403"],
  ];
  const failures = [new Error("the database of sessions is down"), new TypeError("fetch failed"), "a text", undefined];
  const serverOf = (authorize, count) => {
    const options = {
      format: discord,
      store: memory(),
      nodes: [0, 9],
      secret: "s".repeat(32),
      onError: () => undefined,
    };
    const ids = handler({ ...options, authorize });
    return http("http://localhost/ids", {
      fetch: (url, init) => {
        count();
        return ids(new Request(url, init));
      },
    });
  };
  for (const [authorize, words] of cases) {
    let asked = 0;
    const store = serverOf(authorize, () => (asked += 1));
    await rejected("STORE_FAILED", lease(discord, { store, maxWait: 600_000 }), words);
    assert.equal(asked, 1);
  }
  await Promise.all(
    failures.map(async (failure) => {
      let isDown = true;
      const authorize = () => {
        if (!isDown) return "ada";
        isDown = false;
        throw failure;
      };
      const states = [];
      const onChange = ({ state, lastError }) => states.push([state, lastError?.message]);
      const store = serverOf(authorize, () => undefined);
      const ids = await lease(discord, { store, maxWait: 600_000, onChange });
      await ids.close();
      assert.match(states[0][1], /answered 503/);
      assert.doesNotMatch(states[0][1], /sessions/);
    }),
  );
});

test("once a seat is held, a failure that somebody must correct rejects nothing: the lease goes on when it is corrected", async (context) => {
  const store = new ControlledStore();
  const ids = await lease(discord, { store, window: 300, maxLag: 0, maxWait: 600_000 });
  context.after(() => ids.close());
  let failures = 0;
  store.before = () => {
    failures += 1;
    throw withCode("EACCES");
  };
  await until(() => ids.status().state === "expired" && failures > 2);
  assert.equal(ids.status().lastError.code, "STORE_FAILED");
  const waiting = ids.nextAsync();
  const before = failures;
  await until(() => failures > before + 1);
  store.before = () => undefined;
  assert.equal(typeof (await waiting), "bigint");
  assert.equal(ids.status().state, "held");
});
