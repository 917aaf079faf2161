// The whole API in a process where Object.prototype and Array.prototype have properties whose names are numbers: lists
// read these properties in the place of items that they lack, and call their setters for items that are added.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fresh } from "../support/fresh.mjs";

/** Calls the API, alters the prototypes by `alter`, calls it again, and tells both results and the setters that were called. */
const told = (alter) =>
  fresh(`
    import * as flakekit from "flakekit";
    import { inspect, scan } from "flakekit/inspect";
    import { freeSeat, lease, listSeats, memory, migrateSpace, resetSpace } from "flakekit/lease";
    import { conformance } from "flakekit/lease/conformance";
    import { handler, http } from "flakekit/lease/http";
    import { threads } from "flakekit/lease/threads";
    import { hiddenSql, nextSql, sql } from "flakekit/sql";
    import { allFormats, encodingsOf, NOW } from "./support/shared.mjs";

    const { batch, batchAsync, decodeColumns, defineFormat, generator, jsonSchema, prefixed, sort, withOptions } = flakekit;
    const NAMES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "16", "31", "32", "-1", "-2", "1.5", "NaN", "Infinity"];
    const DIALECTS = ["postgres", "mysql", "sqlite", "clickhouse", "duckdb"];
    const clock = () => NOW;
    const fields = [
      { kind: "time", bits: 41 },
      { kind: "node", name: "place", bits: 6, parts: [{ name: "rack", bits: 2 }, { name: "slot", bits: 4 }] },
      { kind: "metadata", bits: 4 },
      { kind: "sequence", bits: 12 },
    ];
    const own = () => defineFormat({ name: "own", bits: 63, epoch: "2024-01-01", fields });

    function* callsOf(format, options) {
      const ids = generator(format, { ...options, clock });
      const id = ids.next();
      const text = format.toText(id);
      yield () => [id, ids.nextText(), ...batch(ids, 40)];
      yield () => flakekit.resume(format, flakekit.snapshot(ids), { clock }).next();
      yield () => [format.decode(id), format.encode({ ...format.decode(id) }), format.fields, format.toJSON()];
      yield () => [format.range(NOW, NOW + 5), format.range(NOW, null, { clamp: true }), format.firstAt(NOW)];
      yield () => [decodeColumns(format, [id, null, text]), decodeColumns(format, format.toBytes(id))];
      yield () => [sort(format, [text, format.zero]), jsonSchema(format), format["~standard"].validate("")];
      yield () => withOptions(format, { epoch: 1.6e12 }).decode(text);
      yield () => withOptions(format, { machineBits: 3 }).fields;
      yield () => prefixed(format, "order").decode(prefixed(format, "order").toText(id));
      yield () => generator(format, { ...options, clock, sequenceRange: [0, 9], onExhausted: "lead" }).next();
      for (const wrong of ["", "x", "12x4", "!!", "AAAAAAAAAAA", "9".repeat(40)]) yield () => format.decode(wrong);
      for (const { as } of encodingsOf(format.bits)) {
        yield () => [format.toText(id, { as, padded: true }), format.decode(format.toText(id, { as }), { as })];
        for (const wrong of ["", "x", "12x4", "A===", "====", "1-2"]) yield () => format.fromText(wrong, { as });
        yield () => DIALECTS.map((dialect) => sql(format, dialect, { as }));
      }
      yield () => DIALECTS.map((dialect) => sql(format, dialect));
      yield () => nextSql(format, "postgres", options);
      yield () => hiddenSql(format, "postgres", { tweak: "äbc", letter: "a" });
      yield () => [format.toUUID(id), format.fromUUID("x")];
    }

    function outcome(call) {
      try {
        return call();
      } catch (error) {
        if (!(error instanceof flakekit.FlakeError || error instanceof TypeError)) throw error;
        return error.code === undefined ? "a TypeError" : error.code + ": " + error.message;
      }
    }

    function now() {
      // The IDs of uid60 are random.
      const all = [...allFormats.filter(([{ name }]) => name !== "uid60"), [own(), { place: 5 }]];
      const read = all.map(([format, options]) => [...callsOf(format, options)].map(outcome));
      const texts = "x.com/NASA/status/1541815603606036480 <@175928847299117063> order_0bppc0m3ju134 01ARZ3NDEKTSV4RRFFQ69G5FAV";
      const options = { now: NOW, formats: [prefixed(flakekit.discord, "order"), own()] };
      const found = [undefined, options].map((given) => scan(texts, given ?? { now: NOW }));
      const candidates = ["1541815603606036480", "order_0bppc0m3ju134", "x", 5n].map((id) => inspect(id, options));
      return [read, found, candidates, flakekit.formats().map(({ name }) => name)];
    }

    async function later(space) {
      const store = memory();
      const nodes = [512, 1023];
      const secret = ["s".repeat(32), new Uint8Array(32)];
      const errors = [];
      const onError = ({ message }) => errors.push(message);
      const ids = handler({ format: flakekit.discord, store, nodes, window: 300, authorize: () => "ada", secret, onError });
      const fetch = (url, options) => ids(new Request(url, options));
      const found = [];
      for (const one of [http("http://localhost/ids", { headers: { "x-caller": "ada" }, fetch }), store, threads()]) {
        const terms = "read" in one ? { nodes: [0, 511], window: 300, space } : {};
        const own = await lease(flakekit.discord, { store: one, maxWait: 20_000, ...terms });
        const id = await own.nextAsync();
        const { until } = own.status();
        // The window is extended.
        while (own.status().until === until) await new Promise((resolve) => setTimeout(resolve, 5));
        const made = await batchAsync(own, 3);
        await own.close();
        if (!("read" in one)) {
          found.push([await ids.owns(id, "ada"), await ids.owns(id, "bob"), made.length]);
          continue;
        }
        const { sections, seats } = await listSeats(one, space);
        await resetSpace(one, space);
        await migrateSpace(flakekit.discord, { store: one, ...terms, shares: 2 });
        found.push([sections, seats.length > 0, await freeSeat(one, space, { node: 5 })]);
      }
      return [found, await conformance(memory()), errors];
    }

    /** The results of all calls as texts. */
    const textsOf = (value) =>
      value.flat(2).map((result) =>
        JSON.stringify(result, (_, item) =>
          typeof item === "bigint" ? String(item) : ArrayBuffer.isView(item) ? Array.from(item, String) : item,
        ),
      );
    const set = new Set();
    /** Notes a setter that the package calls, and sets the property, because the runtime's own code needs it. */
    const noteSetter = (object, name, value) => {
      const callers = new Error().stack.split("\\n").slice(3);
      const [caller = ""] = callers.filter((line) => !line.includes("<anonymous>"));
      if (caller.includes("flakekit/")) set.add(name + caller.replace(/.*flakekit./, " in "));
      Object.defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    };
    const expected = [...now(), await later("before")];
    const prototypes = [Object.prototype, Array.prototype];
    for (const prototype of prototypes) {
      for (const name of NAMES) Object.defineProperty(prototype, name, { __proto__: null, configurable: true, ...(${alter})(name) });
    }
    const found = await (async () => [...now(), await later("after")])().catch((error) => [error.stack]);
    for (const prototype of prototypes) for (const name of NAMES) delete prototype[name];
    const [before, after] = [textsOf(expected), textsOf(found)];
    tell({ calls: before.length, changed: after.filter((text, i) => text !== before[i]), set: [...set] });
  `);

const noteSetter = "set(value) { noteSetter(this, name, value); }";

for (const [what, alter] of [
  ["values", "(name) => ({ value: 'evil ' + name, writable: true, enumerable: true })"],
  ["getters", `(name) => ({ get: () => ({ evil: true }), ${noteSetter} })`],
  ["setters", `(name) => ({ get: () => undefined, ${noteSetter} })`],
]) {
  test(`${what} of prototypes for indexes and other numbers change nothing, and no setter is called`, () => {
    const { calls, changed, set } = told(alter);
    assert.ok(calls > 500, `${calls} calls`);
    assert.deepEqual(changed, []);
    assert.deepEqual(set, []);
  });
}
