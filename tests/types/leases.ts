// What the types of leases promise, checked by the compiler. Nothing here runs.

import {
  type Aborting,
  type AnyFormat,
  type AnyFormatWithEpoch,
  batch,
  batchAsync,
  batchBytes,
  defineFormat,
  discord,
  fill,
  nanoflake,
  snapshot,
  sno,
  snowflakeSI,
  twitter,
  uid60,
  withOptions,
} from "flakekit";
import {
  type AnyLease,
  freeSeat,
  type Lease,
  lazyLease,
  lease,
  type LeaseStatus,
  type LeaseStore,
  listSeats,
  memory,
  type MetadataLease,
  migrateSpace,
  prepareSpace,
  resetSpace,
  type SnoLease,
} from "flakekit/lease";
import { conformance } from "flakekit/lease/conformance";
import { file } from "flakekit/lease/file";
import { type Handler, handler, http, nodeHandler } from "flakekit/lease/http";
import * as manual from "flakekit/lease/manual";
import { redis } from "flakekit/lease/redis";
import { tabs } from "flakekit/lease/tabs";
import { durableObjects, FlakekitLeases } from "flakekit/lease/workers";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;
const typeOf = <A>(_: A) => ({ is: <B>(_: Same<A, B>): void => undefined });
type Leased<P> = P extends Promise<infer T> ? T : never;

const store: LeaseStore = file("./ids");
const si = withOptions(snowflakeSI, { epoch: "2024-01-01" });

// The lease of a format makes the IDs of the format. Node fields are optional.
const bigints = lease(discord, { store });
same<Leased<typeof bigints>, Lease<bigint>>(true);
same<ReturnType<Lease<bigint>["next"]>, bigint>(true);
const numbers = lease(si, { store, shares: 4, machineId: 3, onExhausted: "lead" });
same<Leased<typeof numbers>, Lease<number>>(true);
void numbers;
const fields = [{ kind: "time", bits: 40 } as const, { kind: "metadata", bits: 8 } as const] as const;
const tagged = defineFormat({ name: "tagged", epoch: 0, fields: [...fields, { kind: "sequence", bits: 8 }] });
void lease(tagged, { store }).then((ids) => typeOf(ids).is<MetadataLease<bigint>>(true));
const texts = lease(sno, { store, partition: ["A", 1], onRollback: "toggle" });
same<Leased<typeof texts>, SnoLease>(true);
lease(uid60, { store, space: "orders", window: 60_000, clockSkew: 500, maxLag: 5, maxWait: 5_000, nodes: [0, 0] });
declare const signal: Aborting;
lease(twitter, { store, datacenterId: 1, signal });
lease(discord, { store, onChange: ({ state, fields, until }: LeaseStatus) => [state, fields?.["workerId"], until] });

// The entry to which users pass the module exports everything else too, and needs no types of the DOM.
same<typeof manual.lease, typeof lease>(true);
same<typeof manual.memory, typeof memory>(true);
same<Parameters<typeof manual.loadLeases>, [object]>(true);

// Of any format, the names of node fields are checked at run time.
declare const any: AnyFormatWithEpoch;
const anything = lease(any, { store, machineId: 5 });
same<Leased<typeof anything>, AnyLease>(true);
void anything;

// A lazy lease makes the IDs of its format, and the lease itself has everything else.
const lazy = lazyLease(discord, () => ({ store, maxLead: 5, onExhausted: "lead" }), {
  name: "a",
  workerId: 1,
  window: 60_000,
});
same<ReturnType<typeof lazy.nextAsync>, Promise<bigint>>(true);
same<Leased<ReturnType<typeof lazy.opened>>, Lease<bigint>>(true);
const lazyTexts = lazyLease(sno, async () => ({ store }), { partition: ["A", 1] });
typeOf(lazyTexts.nextBytes(5)).is<Uint8Array>(true);
same<Parameters<typeof lazyTexts.next>, [meta?: number | bigint]>(true);
void lazyLease(any, () => ({ store }), { machineId: 5 });
// @ts-expect-error: only sno has bytes
void lazy.nextBytes;
// @ts-expect-error: a term is given beside the name
void lazyLease(discord, () => ({ store, window: 60_000 }));
// @ts-expect-error: the options are those of a function
void lazyLease(discord, { store });
// @ts-expect-error: no field of Discord's
void lazyLease(discord, () => ({ store }), { machineId: 1 });

// A lease has what a generator has, and more.
async function use(): Promise<void> {
  const ids = await lease(discord, { store });
  const one: bigint = await ids.nextAsync();
  const many: BigUint64Array = batch(ids, 5);
  fill(ids, new BigUint64Array(5)).at(one > 0n ? 0 : many.length);
  const { state, fields, sequenceRange, until, offset, lastError } = ids.status();
  const known: "idle" | "claiming" | "held" | "expired" | "closed" = state;
  const times: (number | null)[] = [until, offset, sequenceRange?.[0] ?? null, fields?.["workerId"] ?? null];
  const code: string | undefined = lastError?.code;
  await ids.close();
  void [known, times, code];
}
void use;

// Leases make many IDs as generators do.
void bigints.then((ids) => typeOf(batch(ids, 5)).is<BigUint64Array>(true));
void numbers.then((ids) => typeOf(batchAsync(ids, 5)).is<Promise<Float64Array>>(true));
void texts.then((ids) => typeOf(batch(ids, 5, 3)).is<string[]>(true));
void texts.then((ids) => batchBytes(ids, 5).length);
void anything.then((ids) => typeOf(batch(ids, 5)).is<Float64Array | BigUint64Array | string[]>(true));
// @ts-expect-error: Discord's IDs have no metadata
void bigints.then((ids) => batch(ids, 5, 3));

// @ts-expect-error: a lease needs no snapshot
void bigints.then((ids) => snapshot(ids));
// @ts-expect-error: nor does one of sno
void texts.then((ids) => snapshot(ids));
// @ts-expect-error: nor does one of any format
void anything.then((ids) => snapshot(ids));
// @ts-expect-error: an ID of another time would not be in the window
void texts.then((ids) => ids.nextWithTime(0));
// @ts-expect-error: the store's clock counts
lease(discord, { store, clock: () => 0 });
// @ts-expect-error: the sequence is divided by shares
lease(discord, { store, sequenceRange: [0, 1] });
// @ts-expect-error: no field of Discord's
lease(discord, { store, machineId: 1 });
// @ts-expect-error: only sno has two timelines
lease(discord, { store, onRollback: "toggle" });
// @ts-expect-error: a store is needed
lease(discord, {});
// @ts-expect-error: it has no epoch yet
lease(nanoflake, { store });
declare const unknown: AnyFormat;
// @ts-expect-error: it may have no epoch
lease(unknown, { store });

// Operators and authors of stores.
void listSeats(store, "orders").then(({ seats, sections }) => [seats[0]?.state, sections[0]?.nodes[0]]);
void freeSeat(store, "orders", { node: 5 }).then((wasTaken: boolean) => wasTaken);
void resetSpace(store, "orders");
void prepareSpace(discord, { store, nodes: [0, 31], workerId: 3 }).then(({ isNew, now, grantsFrom }) =>
  isNew ? grantsFrom - now : 0,
);
// @ts-expect-error: it has no epoch yet
void prepareSpace(nanoflake, { store });
void migrateSpace(discord, { store, space: "orders", shares: 2, workerId: 3 });
void conformance([memory(), memory({ clock: Date.now })], { timeout: 5 }).then(([first]) => first?.reason);
// @ts-expect-error: a store has swap
const half: LeaseStore = { read: () => Promise.resolve({ now: 0, generation: "g", records: [] }) };
void half;

// A client of Redis has eval or send, or is a function.
const functionStore: LeaseStore = redis((command, ...args) => Promise.resolve([command, ...args]), { prefix: "a" });
declare const nodeRedis: { eval(script: string, options?: { keys?: string[] }): Promise<unknown> };
declare const bun: { send(command: string, args: string[]): Promise<unknown> };
lease(discord, { store: redis(nodeRedis, { durable: true }) });
lease(discord, { store: redis(bun, { replicas: 1 }) });
void functionStore;
// @ts-expect-error: a URL is no client.
redis("redis://localhost");
// @ts-expect-error: an option that does not exist.
redis(bun, { ttl: 1 });

// A server of leases in the place of a store, and its handler.
lease(discord, { store: http("/ids", { headers: { authorization: "secret" }, credentials: "include" }) });
lease(si, { store: http({ href: "https://localhost/ids" }, { headers: () => Promise.resolve({ a: "b" }) }) });
lease(si, { store: { ask: (request) => Promise.resolve({ outcome: request.task }) } });
const ids: Handler = handler({
  format: discord,
  store,
  space: "orders",
  nodes: [512, 1023],
  shares: 4,
  window: 60_000,
  authorize: (request) => ("headers" in request ? "ada" : null),
  secret: ["new", new Uint8Array(32)],
  quota: 4,
  concurrency: 10,
  onError: (error: unknown) => error,
});
void ids.owns(5n, "ada").then((owns: boolean) => owns);
nodeHandler(ids);
// @ts-expect-error: the nodes of callers must be named
handler({ format: discord, store, authorize: () => "ada", secret: "a" });
// @ts-expect-error: a number is no caller
handler({ format: discord, store, nodes: [0, 1], authorize: () => 5, secret: "a" });
// @ts-expect-error: a format without an epoch
handler({ format: nanoflake, store, nodes: [0, 1], authorize: () => "ada", secret: "a" });
// @ts-expect-error: no option of http
http("/ids", { header: {} });
// The store in IndexedDB has a name, and needs none.
lease(discord, { store: tabs() });
lease(discord, { store: tabs({ name: "ids", durable: true }) });
// @ts-expect-error: a name is no options
tabs("ids");
// @ts-expect-error: no such option
tabs({ version: 2 });

// A binding of Durable Objects. With Cloudflare's types: tests/runtimes/tools/cloudflare/.
declare const namespace: { idFromName(name: string): { name?: string }; get(id: object): { fetch(): unknown } };
const objectStore: LeaseStore = durableObjects(namespace, { jurisdiction: "eu", locationHint: "weur" });
void [objectStore, new FlakekitLeases({ storage: {} }, {})];
// @ts-expect-error: the name of a binding is no binding.
durableObjects("LEASES");
// @ts-expect-error: an option that does not exist.
durableObjects(namespace, { prefix: "a" });
