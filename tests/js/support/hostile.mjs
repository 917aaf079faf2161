// Hostile values: each could break code that reads it carelessly.

import vm from "node:vm";

/** The error that hostile values throw. */
export class Hostility extends Error {}

/** The count of traps and getters that have run. It detects calls that read without a bound. */
export const work = { count: 0 };

function strike() {
  work.count += 1;
  throw new Hostility("struck");
}

/** A proxy that counts the operations on its target. */
function counting(target) {
  const counted = (trap) => [
    trap,
    (...given) => {
      work.count += 1;
      return Reflect[trap](...given);
    },
  ];
  return new Proxy(target, Object.fromEntries(Object.getOwnPropertyNames(Reflect).map(counted)));
}

/** A proxy that throws in one trap. */
const throwing = (trap, target = {}) => new Proxy(target, { [trap]: strike });

/** A proxy of a list of 2^32 - 1 items, which ends a call that reads a thousand of them. */
function longest() {
  let reads = 0;
  const get = (list, name) => {
    if (name === "length") return 2 ** 32 - 1;
    reads += 1;
    work.count += 1;
    return reads > 1_000 ? strike() : Reflect.get(list, name);
  };
  return new Proxy([], { get });
}

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function detached(array) {
  globalThis.structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

/** An array outside of its buffer, which has been shrunk. */
function outside(Type) {
  const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
  const array = new Type(buffer, 32, 2);
  buffer.resize(8);
  return array;
}

const tagged = (tag) => ({ [Symbol.toStringTag]: tag, length: 8, byteLength: 8 });

const elsewhere = (code) => vm.runInNewContext(`(${code})`);

class Instance {
  #secret = 1;
  get secret() {
    return this.#secret;
  }
}

const manyNames = () => Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`name${i}`, i]));

function* endless(item) {
  for (;;) {
    work.count += 1;
    yield item;
  }
}

const ARRAYS = [Uint8Array, Float64Array, BigUint64Array];
const TRAPS = ["get", "has", "ownKeys", "getOwnPropertyDescriptor", "getPrototypeOf"];

/** The names of hostile values, and functions that make them. */
export const hostile = Object.entries({
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  "-0": () => -0,
  NaN: () => Number.NaN,
  Infinity: () => Infinity,
  "-Infinity": () => -Infinity,
  "-1": () => -1,
  1.5: () => 1.5,
  "the smallest number": () => Number.MIN_VALUE,
  "2 ** 31": () => 2 ** 31,
  "2 ** 53": () => 2 ** 53,
  "1e300": () => 1e300,
  "-1n": () => -1n,
  "2n ** 64n": () => 2n ** 64n,
  "a bigint of 30 million bits": () => HUGE,
  "a negative bigint of 30 million bits": () => -HUGE,
  "an empty text": () => "",
  "a lone surrogate": () => "\ud800",
  "another lone surrogate": () => "1\udc00",
  "a text of zeros": () => "\0".repeat(100),
  "a long text": () => "1".repeat(1_000_000),
  __proto__name: () => "__proto__",
  "a symbol": () => Symbol("hostile"),
  "Symbol.iterator": () => Symbol.iterator,
  "a function": () => () => 1,
  "an async function": () => async () => 1,
  "a generator function": () => endless,
  "a class": () => Instance,
  "a function that throws": () => strike,
  "an instance": () => new Instance(),
  "an empty list": () => [],
  "a list of holes": () => new Array(3),
  "the longest list, of holes": () => new Array(2 ** 32 - 1),
  "a list with a far element": () => Object.assign([], { 4_000_000_000: 1 }),
  "a nested list": () => [[[[]]]],
  "a list that contains itself": () => {
    const list = [1];
    list.push(list);
    return list;
  },
  "a list with own methods": () =>
    Object.assign([0, 1], { map: strike, flatMap: strike, [Symbol.iterator]: strike, toString: strike }),
  "a list whose element throws": () => Object.defineProperty([0, 1], 1, { get: strike }),
  "an object whose getter throws": () => ({
    get machineId() {
      return strike();
    },
    get as() {
      return strike();
    },
    get epoch() {
      return strike();
    },
    get timestamp() {
      return strike();
    },
    get version() {
      return strike();
    },
    get name() {
      return strike();
    },
  }),
  "an object that contains itself": () => {
    const cycle = {};
    cycle.snapshot = cycle.fields = cycle.parts = cycle;
    return cycle;
  },
  "an object whose conversions throw": () => ({ valueOf: strike, toString: strike, [Symbol.toPrimitive]: strike }),
  "an object whose iterator throws": () => ({ [Symbol.iterator]: strike }),
  "an iterable that throws later": () => ({ [Symbol.iterator]: () => ({ next: strike }) }),
  "an iterable without an iterator": () => ({ [Symbol.iterator]: () => 5 }),
  "an endless iterable": () => endless({}),
  "an object without a prototype": () => Object.create(null),
  "an object named __proto__": () => JSON.parse('{ "__proto__": { "machineId": 1 } }'),
  "an object with 10 000 names": () => counting(manyNames()),
  "an object like a list": () => ({ length: 2 ** 53 - 1, 0: 1 }),
  "a thenable": () => ({ then: strike }),
  "a boxed number": () => new Number(5),
  "a boxed text": () => new String("5"),
  "a long boxed text": () => new String("x".repeat(2_000_000)),
  "a boxed bigint": () => Object(5n),
  "a boxed symbol": () => Object(Symbol("boxed")),
  "an invalid Date": () => new Date(Number.NaN),
  "a Date with an own getTime": () => Object.assign(new Date(Number.NaN), { getTime: strike, valueOf: strike }),
  "an Error": () => new Error("hostile"),
  "a Map": () => new Map([["machineId", 1]]),
  "a Set": () => new Set([1]),
  "a RegExp": () => /hostile/,
  "a Promise": () => Promise.resolve(1),
  "an ArrayBuffer": () => new ArrayBuffer(8),
  "a DataView": () => new DataView(new ArrayBuffer(8)),
  "2 MB of bytes": () => new Uint8Array(2_000_000),
  "bytes with own length and methods": () =>
    Object.defineProperties(new Uint8Array(8), {
      length: { get: strike },
      subarray: { get: strike },
      set: { get: strike },
    }),
  ...Object.fromEntries(
    ARRAYS.flatMap((Type) => [
      [`a detached ${Type.name}`, () => detached(new Type(8))],
      [`a ${Type.name} outside of its buffer`, () => outside(Type)],
      [`a ${Type.name} of another realm`, () => elsewhere(`new ${Type.name}(2)`)],
      [`an object that pretends to be a ${Type.name}`, () => tagged(Type.name)],
      [`an object that inherits from ${Type.name}`, () => Object.create(Type.prototype)],
      [`a proxy of a ${Type.name}`, () => counting(new Type(8))],
    ]),
  ),
  ...Object.fromEntries(
    ["Date", "Array", "String", "Map", "WebAssembly.Module", "Error"].map((tag) => [
      `an object that pretends to be a ${tag}`,
      () => tagged(tag),
    ]),
  ),
  "an object that inherits from Date": () => Object.create(Date.prototype),
  "an object that inherits from Array": () => Object.create(Array.prototype, { length: { value: 2 ** 32 } }),
  "an object whose tag throws": () => Object.defineProperty({}, Symbol.toStringTag, { get: strike }),
  "a Date of another realm": () => elsewhere("new Date(NaN)"),
  "a list of another realm": () => elsewhere("[1, {}]"),
  "an object of another realm": () => elsewhere("{ wrong: 1 }"),
  "a function of another realm": () => elsewhere("() => 1"),
  "a revoked proxy": () => revoked({}),
  "a revoked proxy of a list": () => revoked([]),
  "a revoked proxy of a function": () => revoked(() => 1),
  "a proxy of a list": () => counting([{}, {}]),
  "a proxy of the longest list": longest,
  "a proxy of a list that lies about its length": () =>
    new Proxy([], { get: (list, name) => (name === "length" ? 2 ** 53 : Reflect.get(list, name)) }),
  "a proxy of a list whose length is no number": () =>
    new Proxy([], { get: (list, name) => (name === "length" ? { valueOf: strike } : Reflect.get(list, name)) }),
  "a proxy of a Date": () => counting(new Date()),
  "a proxy of a function": () => counting(() => 1),
  "a proxy in a proxy": () => counting(counting({})),
  ...Object.fromEntries(TRAPS.map((trap) => [`a proxy that throws at ${trap}`, () => throwing(trap)])),
  ...Object.fromEntries(TRAPS.map((trap) => [`a list's proxy that throws at ${trap}`, () => throwing(trap, [0, 1])])),
  "a proxy that throws a revoked proxy": () =>
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw revoked({});
        },
      },
    ),
  "a proxy with an impossible name": () => new Proxy({}, { ownKeys: () => [1] }),
});

const HUGE = 1n << 30_000_000n;
