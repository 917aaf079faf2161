// Grants that callers should not use: a caller gets nothing by such grants, and changes no other caller's seat.

import assert from "node:assert/strict";
import { test } from "node:test";
import { discord, generator, snowflakeSI, withOptions } from "flakekit";
import { lease, migrateSpace } from "flakekit/lease";
import {
  ask,
  callerOf,
  claim,
  controlled,
  handlerOf,
  leaseOf,
  newName,
  seatsTaken,
  WINDOW,
  windowOf,
} from "../support/lease-http.mjs";
import { Clocks, ControlledStore } from "../support/leases.mjs";

const SI_LAYOUT = "time:40,node:5,sequence:8,unit:1,epoch:1704067200000";

/** All records of a store. */
const recordsOf = (store, space = "discord") => JSON.stringify([...store.records(space)]);

const extend = (ids, caller, { grant }, more) => ask(ids, caller, { task: "extend", grant, ...more });
const release = (ids, caller, { grant }, more) => ask(ids, caller, { task: "release", grant, usedUntil: 0, ...more });

test("a grant that was changed, or is of another caller, space, section, format or secret, changes nothing", async (context) => {
  const { ids, store } = controlled(context);
  const mine = await claim(ids, "ada");
  const { node, until: end } = windowOf(mine);
  const other = (options) => handlerOf({ store, window: WINDOW, ...options });
  const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });
  const forged = [
    mine.grant.replace(`seat ${node}`, `seat ${node === 600 ? 601 : 600}`),
    mine.grant.replace(`seat ${node}`, "seat 1"),
    mine.grant.replace(/owner=./, (text) => `owner=${text.endsWith("0") ? "1" : "0"}`),
    mine.grant.replace(`until=${end}`, `until=${end + 1}`),
    mine.grant.replace(/from=\d/, "from=0"),
    mine.grant.replace(/caller=./, (text) => `caller=${text.endsWith("0") ? "1" : "0"}`),
    mine.grant.replace(/since=\d/, "since=0"),
    mine.grant.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")),
    mine.grant.slice(0, -1),
    `${mine.grant}|`,
    mine.grant.split("|").slice(0, 2).join("|"),
    mine.grant.toUpperCase(),
    "",
    "||",
  ];
  const grants = [
    ...forged.map((grant) => ({ grant })),
    await claim(other({ space: "other" }), "ada"),
    await claim(other({ space: "third", nodes: [0, 1023] }), "ada"),
    await claim(other({ space: "fourth", shares: 2 }), "ada"),
    await claim(other({ secret: "x".repeat(32), space: "fifth" }), "ada"),
    await claim(other({ format: si, nodes: [0, 31], space: "sixth" }), "ada", { layout: SI_LAYOUT }),
  ];
  assert.ok(grants.slice(forged.length).every(({ outcome }) => outcome === "done"));
  const bobs = await claim(ids, "bob");
  const before = recordsOf(store);
  for (const given of [...grants, bobs]) {
    for (const send of [extend, release]) {
      const { status, outcome, grant } = await send(ids, "ada", { grant: given.grant });
      assert.deepEqual([status, outcome, grant], [403, "lost", undefined], given.grant);
    }
  }
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "ada", mine)).outcome, "done");
  assert.equal((await extend(ids, "bob", bobs)).outcome, "done");
});

test("after a migration, grants of the terms before are worth nothing", async (context) => {
  const { ids, store } = controlled(context, { nodes: [512, 513] });
  const mine = await claim(ids, "ada");
  const terms = { nodes: [512, 513], shares: 2, window: WINDOW };
  await migrateSpace(discord, { store, ...terms });
  const migrated = handlerOf({ store, ...terms });
  const before = recordsOf(store);
  for (const send of [extend, release]) assert.equal((await send(migrated, "ada", mine)).status, 403);
  assert.equal(recordsOf(store), before);
  assert.equal((await claim(migrated, "ada")).outcome, "wait");
  // The fault is that of a handler that still has the earlier terms.
  assert.equal((await extend(ids, "ada", mine)).status, 503);
  assert.equal(ids.errors[0].code, "SPACE_MISMATCH");
});

test("of two who show the same grant, only one gets a longer window, also at the same time", async (context) => {
  const { ids, store, clocks } = controlled(context);
  let grant = (await claim(ids, "ada")).grant;
  for (let round = 0; round < 20; round++) {
    clocks.advance(1_000);
    const replies = await Promise.all(Array.from({ length: 8 }, () => extend(ids, "ada", { grant })));
    const done = replies.filter(({ outcome }) => outcome === "done");
    assert.equal(done.length, 1, JSON.stringify(replies));
    assert.ok(replies.every(({ outcome }) => ["done", "lost"].includes(outcome)));
    // The old grant is worth nothing from now on.
    assert.equal((await extend(ids, "ada", { grant })).outcome, "lost");
    assert.equal((await release(ids, "ada", { grant })).outcome, "done");
    [{ grant }] = done;
  }
  const [{ owner }] = await seatsTaken(store);
  assert.notEqual(owner, null);
});

test("a repeated request gets the same answer, so that an answer that was lost is found", async (context) => {
  const { ids, clocks, store } = controlled(context);
  const [first, second] = [newName(), newName()];
  const mine = await claim(ids, "ada", { name: first });
  clocks.advance(1_000);
  assert.deepEqual(windowOf(await claim(ids, "ada", { name: first })), windowOf(mine));
  const longer = await extend(ids, "ada", mine, { name: second });
  clocks.advance(1_000);
  assert.deepEqual(windowOf(await extend(ids, "ada", mine, { name: second })), windowOf(longer));
  assert.equal((await seatsTaken(store)).length, 1);
});

test("a request that arrives after its answer has been used changes nothing", async (context) => {
  const { ids, store, clocks } = controlled(context);
  const name = newName();
  const first = await claim(ids, "ada");
  const second = await extend(ids, "ada", first, { name });
  clocks.advance(1_000);
  const third = await extend(ids, "ada", second);
  const before = recordsOf(store);
  assert.equal((await extend(ids, "ada", first, { name })).outcome, "lost");
  await release(ids, "ada", first, { name });
  await release(ids, "ada", second);
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "ada", third)).outcome, "done");
});

test("a name that another caller has used finds nothing of it", async (context) => {
  const { ids } = controlled(context, { nodes: [512, 513] });
  const name = newName();
  const [ada, bob] = [await claim(ids, "ada", { name }), await claim(ids, "bob", { name })];
  assert.notEqual(windowOf(ada).key, windowOf(bob).key);
  await extend(ids, "ada", ada, { name });
  assert.equal((await extend(ids, "bob", bob, { name })).outcome, "done");
});

test("a caller who says that it gave its seat back too early harms nobody: others wait for the end of its window", async (context) => {
  const { ids, clocks } = controlled(context, { nodes: [512, 512] });
  const mine = await claim(ids, "ada");
  // The caller goes on using its window, which ends at `until`, and says that it has used nothing.
  assert.equal((await release(ids, "ada", mine, { usedUntil: 0 })).outcome, "done");
  const { until: end } = windowOf(mine);
  for (let ms = 0; ms < WINDOW; ms += WINDOW / 4) {
    assert.deepEqual((await claim(ids, "bob")).outcome, "full");
    clocks.advance(WINDOW / 4);
  }
  assert.equal(windowOf(await claim(ids, "bob")).from, end);
});

test("an old grant is worth nothing after a release, and after somebody else has got the seat", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [512, 512] });
  const mine = await claim(ids, "ada");
  await release(ids, "ada", mine);
  let before = recordsOf(store);
  assert.equal((await extend(ids, "ada", mine)).outcome, "lost");
  assert.equal(recordsOf(store), before);
  clocks.advance(WINDOW);
  const bobs = await claim(ids, "bob");
  before = recordsOf(store);
  assert.equal((await extend(ids, "ada", mine)).outcome, "lost");
  assert.equal((await release(ids, "ada", mine)).outcome, "done");
  assert.equal(recordsOf(store), before);
  assert.equal((await extend(ids, "bob", bobs)).outcome, "done");
});

test("after a store has forgotten everything, no seat is granted while an old grant for it can still be used", async (context) => {
  const clocks = new Clocks(context);
  const store = Object.assign(new ControlledStore({ clock: clocks.store }), { durable: false });
  const ids = handlerOf({ store, nodes: [512, 513], window: WINDOW });
  const first = await claim(ids, "ada");
  assert.equal(first.outcome, "wait");
  clocks.advance(WINDOW + 3_000);
  const released = await claim(ids, "ada");
  const held = await claim(ids, "bob");
  await release(ids, "ada", released);
  clocks.advance(WINDOW / 2);
  store.records("discord").clear();
  store.generation = "g2";
  // Whoever still has a window continues, as a server does.
  const again = await extend(ids, "bob", held);
  assert.deepEqual([again.outcome, windowOf(again).key], ["done", windowOf(held).key]);
  // Nobody else has got the released seat, so its old holder takes it from nobody.
  const taken = await extend(ids, "ada", released);
  assert.deepEqual([taken.outcome, windowOf(taken).key], ["done", windowOf(released).key]);
  assert.equal((await claim(ids, "cy")).outcome, "wait");
  clocks.advance(WINDOW + 3_000);
  const others = [await claim(ids, "cy"), await claim(ids, "dan")];
  assert.deepEqual(
    others.map(({ outcome }) => outcome),
    ["done", "done"],
  );
  const windows = [released, held, again, taken].map(windowOf);
  for (const other of others.map(windowOf)) {
    assert.ok(windows.every(({ key, until }) => key !== other.key || until <= other.from));
  }
});

test("no request gets a window in the past or far in the future", async (context) => {
  const { ids, clocks } = controlled(context);
  for (const usedUntil of [0, 1, clocks.store() + 1e9, Number.MAX_SAFE_INTEGER]) {
    const mine = await claim(ids, `caller ${usedUntil}`);
    const longer = await extend(ids, `caller ${usedUntil}`, mine, { usedUntil });
    for (const { from, until: end } of [mine, longer].map(windowOf)) {
      assert.ok(from >= clocks.store() && end <= clocks.store() + WINDOW);
    }
    await release(ids, `caller ${usedUntil}`, longer, { usedUntil });
    const again = await claim(ids, `caller ${usedUntil}`);
    assert.ok(windowOf(again).from >= clocks.store() && windowOf(again).until <= clocks.store() + WINDOW);
  }
});

test("no caller gets a seat outside of the handler's nodes, or more seats than its quota, also by two servers at once", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [600, 663], quota: 5 });
  const servers = [ids, handlerOf({ store, window: WINDOW, nodes: [600, 663], quota: 5 })];
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(Array.from({ length: 24 }, (_, i) => claim(servers[i % 2], "ada")));
    const done = replies.filter(({ outcome }) => outcome === "done").map(windowOf);
    assert.equal(done.length, 5);
    assert.ok(done.every(({ node }) => node >= 600 && node <= 663));
    const refused = replies.filter(({ outcome }) => outcome !== "done");
    assert.ok(refused.every(({ status, code }) => status === 429 && code === "NO_FREE_SEAT"));
    assert.equal((await seatsTaken(store)).length, 5);
    assert.equal((await claim(ids, "bob")).outcome, "done");
    // A seat counts also when its entry in the list is older than any decision.
    clocks.advance(3_000);
    assert.equal((await claim(servers[1], "ada")).status, 429);
    clocks.advance(WINDOW + 1);
  }
});

test("the quota counts a seat until its window ends, and a lease that waits for one gets it then", async (context) => {
  const store = new ControlledStore();
  const ids = handlerOf({ store, window: 400, quota: 1 });
  const one = await claim(ids, "ada");
  const refusals = [];
  const two = await leaseOf(context, callerOf(ids, "ada"), {
    onChange: ({ lastError }) => refusals.push([lastError?.code, lastError?.message]),
  });
  assert.ok(two.status().until >= windowOf(one).until);
  assert.ok(refusals.some(([code, message]) => code === "NO_FREE_SEAT" && message?.includes("quota of 1 seats")));
});

test("a server that dies between two writes leaks no seat: the quota is whole again when the windows have ended", async (context) => {
  const { ids, store, clocks } = controlled(context, { quota: 3 });
  let left = 0;
  store.before = (call) => {
    if (call === "swap" && left-- <= 0) throw new Error("killed");
  };
  for (let writes = 0; writes < 6; writes++) {
    left = writes;
    await claim(ids, "ada");
    left = Number.POSITIVE_INFINITY;
    // A seat that was only listed is forgotten after the age of a decision. A granted seat is forgotten when its window
    // has ended.
    clocks.advance(writes < 2 ? 2_001 : WINDOW + 2_001);
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await claim(ids, "ada"));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    clocks.advance(WINDOW + 2_001);
  }
});

test("the records of the store grow with the seats, not with the callers", async (context) => {
  const { ids, store, clocks } = controlled(context, { nodes: [512, 519] });
  for (let i = 0; i < 500; i++) {
    assert.equal((await claim(ids, `caller ${i}`)).outcome, "done");
    if (i % 8 === 7) clocks.advance(WINDOW + 2_001);
  }
  const records = [...store.records("discord")];
  assert.ok(records.length <= 1 + 8 + 1, `${records.length} records`);
  assert.ok(records.every(([, record]) => record.length <= 4_000));
});

test("after the store has forgotten a list, seats that are extended count again", async (context) => {
  const { ids, store } = controlled(context, { quota: 2 });
  const replies = [await claim(ids, "ada"), await claim(ids, "ada")];
  for (const key of store.records("discord").keys()) {
    if (key.startsWith("callers")) store.records("discord").delete(key);
  }
  for (const reply of replies) await extend(ids, "ada", reply);
  assert.equal((await claim(ids, "ada")).status, 429);
});

/** The secret number `i` of the secrets that replace each other. */
const secretOf = (i) => `secret ${i} `.repeat(4);

/** The secrets of the servers, step by step, while the first secret is replaced this many times. */
const rotations = (times) =>
  Array.from({ length: times }, (_, i) => {
    const [old, next] = [secretOf(i), secretOf(i + 1)];
    return [[old, next], [next, old], [next]];
  }).flat();

/** The count of seats that replies have granted and that have a window now. */
function countSeats(replies, now) {
  const windows = replies.filter(({ outcome }) => outcome === "done").map(windowOf);
  return new Set(windows.filter(({ until }) => until > now).map(({ key }) => key)).size;
}

test("a caller who asks for seats and then shows its old grants has no more than its quota, however often the secret was replaced", async (context) => {
  const { store, clocks } = controlled(context);
  const serverOf = (secret) => handlerOf({ store, window: WINDOW, quota: 2, secret });
  const counts = [];
  let replies = [];
  for (const secrets of [[secretOf(0)], ...rotations(3).filter(([, second]) => second !== undefined)]) {
    const ids = serverOf(secrets);
    const claims = [];
    for (let i = 0; i < 4; i++) claims.push(await claim(ids, "ada"));
    const old = replies.filter(({ grant }) => grant !== undefined);
    replies = claims;
    for (const mine of old) replies.push(await extend(ids, "ada", mine));
    counts.push(countSeats(replies, clocks.store()));
    clocks.advance(1_000);
  }
  assert.deepEqual(counts, [2, 2, 2, 2, 2, 2, 2]);
});

test("after its secret was replaced, a caller extends its seats, and gets again what it gave back", async (context) => {
  const { store } = controlled(context);
  const serverOf = (secret) => handlerOf({ store, window: WINDOW, quota: 2, secret });
  const before = serverOf([secretOf(0), secretOf(1)]);
  const [kept, released] = [await claim(before, "ada"), await claim(before, "ada")];
  await release(before, "ada", released);
  const after = serverOf([secretOf(1), secretOf(0)]);
  assert.equal(windowOf(await claim(after, "ada")).key, windowOf(released).key);
  const longer = await extend(after, "ada", kept);
  assert.equal(windowOf(longer).key, windowOf(kept).key);
  await release(after, "ada", longer);
  const last = serverOf(secretOf(1));
  assert.equal(windowOf(await claim(last, "ada")).key, windowOf(kept).key);
  assert.equal((await claim(last, "ada")).status, 429);
});

test("seats of a secret that the servers did not know count when they are extended under another one", async (context) => {
  const { store } = controlled(context);
  const serverOf = (...secret) => handlerOf({ store, window: WINDOW, quota: 2, secret });
  const replies = [];
  for (const ids of [serverOf(secretOf(0)), serverOf(secretOf(1))]) {
    for (let i = 0; i < 2; i++) replies.push(await claim(ids, "ada"));
  }
  const ids = serverOf(secretOf(2), secretOf(1), secretOf(0));
  const longer = await Promise.all(replies.map((reply) => extend(ids, "ada", reply)));
  assert.deepEqual(longer.map(({ status }) => status).sort(), [200, 200, 429, 429]);
  assert.ok(longer.filter(({ status }) => status === 429).every(({ message }) => message.includes("quota of 2 seats")));
});

for (const seed of [1, 4, 5]) {
  test(`the quota holds at every moment while secrets are replaced, whatever a caller asks two servers for at once (seed ${seed})`, async (context) => {
    const { store, clocks } = controlled(context);
    // There are as few lists as possible, so that servers write the same lists.
    const options = { store, window: WINDOW, quota: 3, nodes: [512, 527] };
    let state = seed;
    const random = (count) => (state = (state * 48_271) % 2_147_483_647) % count;
    store.before = () => (random(2) === 0 ? undefined : new Promise(setImmediate));
    const replies = [];
    let granted = 0;
    // Asks a server as `ada`, by a new name or an earlier one, and with any grant that she ever got; or as somebody else.
    const askAnything = async (ids) => {
      if (random(4) === 0) return void (await claim(ids, `other ${random(4)}`));
      const mine = replies[Math.max(0, replies.length - 1 - random(12))];
      const name = random(4) === 0 ? `one of some names ${random(8)}` : newName();
      const send = mine === undefined ? claim : [claim, claim, extend, extend, release][random(5)];
      const reply = await (send === claim ? claim(ids, "ada", { name }) : send(ids, "ada", mine, { name }));
      if (reply.seat !== undefined) replies.push(reply);
      granted += reply.seat === undefined ? 0 : 1;
    };
    const steps = [[secretOf(0)], ...rotations(3)];
    for (const [i, next] of steps.entries()) {
      const servers = [steps[Math.max(0, i - 1)], next].map((secret) => handlerOf({ ...options, secret }));
      for (let round = 0; round < 40; round++) {
        // In the last rounds, the new servers have replaced all other servers.
        const known = round < 20 ? servers : servers.slice(1);
        await Promise.all(Array.from({ length: 1 + random(4) }, () => askAnything(known[random(known.length)])));
        const count = countSeats(replies, clocks.store());
        assert.ok(count <= 3, `${count} seats at step ${i}, round ${round}`);
        clocks.advance(random(WINDOW / 4));
      }
      assert.deepEqual(
        servers.flatMap(({ errors }) => errors),
        [],
      );
      clocks.advance(next.length === 2 ? WINDOW : 0);
    }
    assert.ok(granted > 100, `only ${granted} grants`);
  });
}

test("a handler leases no seat whose numbers a generator of its process has", async (context) => {
  const ids = handlerOf({ nodes: [700, 701] });
  const own = generator(discord, { workerId: 21, processId: 28 });
  own.next();
  context.after(() => own.free());
  assert.equal((await claim(ids, "ada")).seat[0], 701);
  assert.equal((await claim(ids, "bob")).outcome, "full");
});

test("a lease that cannot use a seat gives it back and asks for another one", async (context) => {
  const ids = handlerOf({ nodes: [702, 703] });
  const requests = [];
  let taken;
  const fetch = async (url, options) => {
    const response = await ids(new Request(url, options));
    requests.push(JSON.parse(options.body));
    if (taken === undefined) {
      // While the reply is on its way, this process makes a generator with the numbers of the seat.
      [taken] = (await response.clone().json()).seat;
      const own = generator(discord, { workerId: taken >> 5, processId: taken & 31 });
      context.after(() => own.free());
      own.next();
    }
    return response;
  };
  const one = await leaseOf(context, callerOf(ids, "ada", fetch), { maxWait: 20_000 });
  assert.deepEqual(one.status().fields, { workerId: 21, processId: taken === 702 ? 31 : 30 });
  assert.deepEqual(
    requests.map(({ task, avoid }) => [task, avoid]),
    [
      ["claim", []],
      ["release", undefined],
      ["claim", [[taken, 0]]],
    ],
  );
});

test("a server lease of the same space is not reachable by requests", async (context) => {
  const { ids, store } = controlled(context);
  const server = await lease(discord, { store, nodes: [0, 511] });
  context.after(() => server.close());
  const [{ node, owner, from, until: end }] = await seatsTaken(store);
  const grant = `seat ${node}.0|1 owner=${owner} from=${from} until=${end}|${"0".repeat(64)}`;
  const before = recordsOf(store);
  assert.equal((await extend(ids, "ada", { grant })).status, 403);
  assert.equal((await release(ids, "ada", { grant })).status, 403);
  assert.equal(recordsOf(store), before);
});
