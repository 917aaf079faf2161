// Hostile values. They are described as data, so that fast-check can print and shrink them.

import vm from "node:vm";
import fc from "fast-check";
import { display } from "./defect.mjs";

const fail = () => {
  throw new Error("hostile");
};

/** The error that hostile iterators throw. The package may pass it on. */
export class IteratorError extends Error {}

const failIterating = () => {
  throw new IteratorError("hostile");
};

/** A proxy whose traps all throw. */
const trapped = () => new Proxy({}, new Proxy({}, { get: () => fail }));

function revoked(target) {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function detached() {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}

function outOfBounds() {
  const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
  const bytes = new Uint8Array(buffer, 8, 8);
  buffer.resize(4);
  return bytes;
}

function cyclic() {
  const value = {};
  value.self = value;
  return value;
}

/** Special values: their descriptions, and functions that make them. */
const SPECIAL = {
  "a revoked proxy": () => revoked({}),
  "a revoked proxy of a list": () => revoked([]),
  "a revoked proxy of a function": () => revoked(() => 0),
  "a proxy that throws": trapped,
  "a proxy of a Date": () => new Proxy(new Date(0), {}),
  "a proxy of a Uint8Array": () => new Proxy(new Uint8Array(8), {}),
  "a detached Uint8Array": detached,
  "a Uint8Array out of bounds": outOfBounds,
  "a Uint8Array of another realm": () => vm.runInNewContext("new Uint8Array(8)"),
  "a list of another realm": () => vm.runInNewContext("[0, 7]"),
  "a pretended Uint8Array": () => ({ [Symbol.toStringTag]: "Uint8Array", length: 8 }),
  "a pretended BigUint64Array": () => ({ [Symbol.toStringTag]: "BigUint64Array", length: 3 }),
  "a pretended Date": () => ({ [Symbol.toStringTag]: "Date", getTime: () => 0 }),
  "a pretended module": () => ({ [Symbol.toStringTag]: "WebAssembly.Module" }),
  "an object whose tag throws": () => Object.defineProperty({}, Symbol.toStringTag, { get: fail }),
  "an object whose epoch throws": () => Object.defineProperty({}, "epoch", { get: fail, enumerable: true }),
  "an object whose as throws": () => Object.defineProperty({}, "as", { get: fail, enumerable: true }),
  "an object that cannot be converted to a primitive": () => ({
    [Symbol.toPrimitive]: fail,
    toString: fail,
    valueOf: fail,
  }),
  "an object without a prototype": () => Object.create(null),
  "a list with its own map": () => Object.assign([0, 7], { map: () => "mapped" }),
  "a list whose items throw": () => Object.defineProperty([0, 7], 1, { get: fail }),
  "an iterable that throws": () => ({ [Symbol.iterator]: failIterating }),
  "an iterator that throws": () => ({ [Symbol.iterator]: () => ({ next: failIterating }) }),
  "an invalid Date": () => new Date(Number.NaN),
  "a Date with its own getTime": () => Object.assign(new Date(0), { getTime: fail, valueOf: fail }),
  "a boxed number": () => Object(5),
  "a boxed text": () => Object("5"),
  "a boxed bigint": () => Object(5n),
  "a symbol": () => Symbol("hostile"),
  "a function": () => () => 5,
  "a function that throws": () => fail,
  "a class": () => class Hostile {},
  "a cyclic object": cyclic,
  "a long text": () => "7".repeat(100_000),
  "a text of surrogates": () => "\ud800".repeat(20),
  "a text with a zero": () => "12\u00003",
  "a large bigint": () => 1n << 10_000n,
  "a negative bigint": () => -1n,
  "2 ** 64": () => 2n ** 64n,
  "-0": () => -0,
  "2 ** 53": () => 2 ** 53,
  "a constructor's name": () => "constructor",
  __proto__name: () => "__proto__",
  "a WeakMap": () => new WeakMap(),
  "a DataView": () => new DataView(new ArrayBuffer(8)),
  "a large typed array": () => new Float64Array(1000),
  "a Buffer": () => Buffer.alloc(8),
  "a Promise": () => Promise.resolve(5),
  "an object with a method then": () => ({ then: fail }),
};

/** Names of options, and names that no option has. */
const NAMES = [
  ...["epoch", "timeBits", "machineBits", "sequenceBits", "machineId", "datacenterId", "workerId", "partition"],
  ...["clock", "onRollback", "onExhausted", "maxLead", "maxWait", "sequenceStart", "sequenceRange", "snapshot"],
  ...["sequenceResetThreshold", "onOverflow", "as", "padded", "now", "formats", "timestamp", "date", "toggle", "meta"],
  ...["name", "bits", "unit", "native", "text", "fields", "kind", "parts", "version", "layout", "tick", "constructor"],
  ...["__proto__", "toString", "length", "nonsense"],
];

/** Values that some calls accept, so that not every call fails at its first argument. */
const USUAL = [
  ...[0, 1, 5, 1767225600000, 1541815603606036480n, "1541815603606036480", "brpk4q72xwf2m63l", "2024-01-01", ""],
  ...["hex", "sno", "lead", "wait", "rolling", "time", "node", "sequence", "number", undefined, null, true],
];

/** The arbitrary of descriptions: special, random and accepted values, and lists and objects of these. */
export const { hostile } = fc.letrec((tie) => ({
  hostile: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: fc.record({ usual: fc.nat(USUAL.length - 1) }) },
    { weight: 5, arbitrary: fc.record({ special: fc.constantFrom(...Object.keys(SPECIAL)) }) },
    {
      weight: 3,
      arbitrary: fc.record({ value: fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ object: fc.array(fc.tuple(fc.constantFrom(...NAMES), tie("hostile")), { maxLength: 6 }) }),
    },
    { weight: 1, arbitrary: fc.record({ list: fc.array(tie("hostile"), { maxLength: 4 }) }) },
  ),
}));

/** Makes the value of a description. */
export function valueOf(described) {
  if ("usual" in described) return USUAL[described.usual];
  if ("special" in described) return SPECIAL[described.special]();
  if ("list" in described) return described.list.map(valueOf);
  if (!("object" in described)) return described.value;
  const value = {};
  for (const [name, given] of described.object) {
    Object.defineProperty(value, name, { value: valueOf(given), enumerable: true, configurable: true, writable: true });
  }
  return value;
}

/** Writes a description as text. */
export function describe(described) {
  if ("usual" in described) return display(USUAL[described.usual]);
  if ("special" in described) return `<${described.special}>`;
  if ("list" in described) return `[${described.list.map(describe).join(", ")}]`;
  if (!("object" in described)) return fc.stringify(described.value);
  return `{ ${described.object.map(([name, given]) => `${name}: ${describe(given)}`).join(", ")} }`;
}
