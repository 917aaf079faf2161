// The calls that both sides answer. A call has a `command` for the reader, the `outcome` of the package, and a function
// that takes from the reader's answer the part to compare with the outcome (`take`).

import assert from "node:assert/strict";
import * as flakekit from "flakekit";
import { definitionOf, epochOf, fit, LAST_MS, textOf } from "./compare-cases.mjs";
import { encodingNamed, NOW } from "./shared.mjs";

const all = (answer) => answer;

/** The result of a call of the package, or its refusal. Other errors are defects. */
function outcomeOf(work) {
  try {
    return { ok: work() };
  } catch (error) {
    if (!(error instanceof flakekit.FlakeError)) throw error;
    return { code: error.code, message: error.message };
  }
}

/** The calls of a case. If there is no format, the calls of the steps are missing. */
export function callsOf({ format: asked, steps }) {
  const calls = [];
  const call = (command, work, { take = all, quoted } = {}) => {
    const outcome = outcomeOf(work);
    calls.push({ command, outcome, take, quoted });
    return outcome.ok;
  };
  const format = atTime(asked.now, () => makeFormat(asked, call));
  if (format !== undefined) for (const step of steps) STEPS[step.do](new Subject(format, call), step);
  return calls;
}

/** Calls `work` while the system's clock reads `now`. */
function atTime(now, work) {
  const read = Date.now;
  Date.now = () => now;
  try {
    return work();
  } finally {
    Date.now = read;
  }
}

function makeFormat({ now, definition, name, change }, call) {
  let format;
  const make = (command, work) => {
    format = undefined;
    call({ ...command, ...(now > 0 && { now }) }, () => described((format = work())), { take: takeDescription });
  };
  if (definition === undefined) make({ do: "named", name }, () => flakekit.formatNamed(name));
  else {
    const written = definitionOf(definition);
    const { fields, ...others } = written;
    make({ do: "define", ...others, ...unitOf(written), fields: rowsOf(fields) }, () =>
      flakekit.defineFormat({ ...written, text: encodingNamed(written.text) }),
    );
  }
  if (format !== undefined && change !== undefined) {
    const before = format;
    const widths = format.name === "snowflakeSI" ? ["timeBits", "machineBits", "sequenceBits"] : [];
    const given = widths.map((option) => change[option] ?? null);
    const time = format.fields.find(({ kind }) => kind === "time");
    const epoch = epochOf(change.epoch, Math.ceil(2 ** (given[0] ?? time.bits) * format.unit));
    // sno keeps its name, because the comparison recognises sno by its name.
    const own = before.name === "sno" ? undefined : change.name;
    const options = { epoch, name: own, ...Object.fromEntries(widths.map((option) => [option, change[option]])) };
    make({ do: "with", epoch, widths: given, name: own }, () => flakekit.withOptions(before, options));
  }
  return format;
}

/** The length of a tick as the crate takes it: in ms, or in µs, if the ms are no whole number. */
export const unitOf = ({ unit }) => (Number.isInteger(unit) ? { unit } : { unit: null, us: Math.round(unit * 1000) });

/** The fields and parts of a definition, as the crate lists them. */
const rowsOf = (fields) =>
  fields.flatMap(({ kind, name = kind, bits, parts = [] }) => [
    { kind, name: kind === "time" ? "timestamp" : name, bits },
    ...parts.map((part) => ({ kind: "part", ...part })),
  ]);

function described(format) {
  const { name, bits, unit, epoch, native, text, fields } = format.toJSON();
  const machine = machineOf(format);
  return { name, bits, unit, epoch, native, text, fields, snapshotLayout: snapshotLayoutOf(format), machine };
}

const takeDescription = ({ description, machine, refusal }) => {
  const { name, bits, unit, epoch, native, text, fields, snapshotLayout } = description;
  const hasLayout = epoch !== null && name !== "sno";
  return {
    ...{ name, bits, unit, epoch, native, text, fields, machine },
    snapshotLayout: hasLayout ? (refusal ?? snapshotLayout) : undefined,
  };
};

/**
 * The layout that a snapshot must name, or the reason why there is no layout. Snapshots of sno name no layout, and a
 * format without an epoch has no snapshots.
 */
function snapshotLayoutOf(format) {
  if (format.epoch === null || format.name === "sno") return undefined;
  const { message } = outcomeOf(() => flakekit.resume(format, { version: 1, layout: "?" }));
  const [before, after] = ["snapshot: layout is '?'; it must be '", "'; it is of another identity"];
  return message.startsWith(before) && message.endsWith(after) ? message.slice(before.length, -after.length) : message;
}

/** The name of the field whose number can also be given as `machineId`, or `null`. */
function machineOf(format) {
  const names = namesOf(format).map(({ name }) => name);
  if (names.includes("machineId")) return null;
  const { code } = outcomeOf(() => format.encode({ machineId: 0, timestamp: format.epoch ?? 0 }, { partial: true }));
  const isUnknown = code === "INVALID_FIELD";
  return isUnknown ? null : format.fields.find(({ kind }) => kind === "node").name;
}

/** The fields and parts except the time: names, widths, and the position of a part in its field. */
function namesOf({ fields }) {
  return fields.flatMap(({ kind, name, bits, parts }) => {
    if (kind === "time") return [];
    let below = bits;
    return [{ name, bits }, ...parts.map((part) => ({ ...part, of: name, below: (below -= part.bits) }))];
  });
}

/** A format whose methods are called. */
class Subject {
  constructor(format, call) {
    this.format = format;
    this.call = call;
    this.largest = 2n ** BigInt(format.bits) - 1n;
    const at = format.fields.findIndex(({ kind }) => kind === "time");
    this.below = BigInt(format.fields.slice(at + 1).reduce((sum, { bits }) => sum + bits, 0));
    this.ticks = 2n ** BigInt(format.fields[at].bits);
  }

  /** The bytes of an ID of the format. The value is cut to the width of the format. */
  bytes(value) {
    const bytes = new Uint8Array(Math.ceil(this.format.bits / 8));
    for (let i = bytes.length, rest = value; i-- > 0; rest >>= 8n) bytes[i] = Number(rest & 255n);
    return bytes;
  }

  hasBytes(value) {
    return value < 256n ** BigInt(Math.ceil(this.format.bits / 8));
  }

  /**
   * An ID in a form, or in the nearest form that can hold the value, and the text with which a message quotes it;
   * `undefined` if no form can hold the value.
   */
  id(value, form) {
    const isText = this.format.native === "string";
    if (isText && !this.hasBytes(value)) return undefined;
    if (form === "text" && value <= this.largest) return { id: this.format.toText(this.bytes(value)) };
    if ((form === "bytes" || isText) && this.hasBytes(value)) {
      const bytes = this.bytes(value);
      return { id: bytes, quoted: `a Uint8Array of ${bytes.length}` };
    }
    if (form === "number" && value <= Number.MAX_SAFE_INTEGER) return { id: Number(value), quoted: String(value) };
    const quoted = value < 10n ** 24n ? `${value}n` : "a bigint of more than 24 digits";
    return { id: form === "object" ? { toBigInt: () => value } : value, quoted };
  }

  /** The value of an ID that the package has returned. */
  digits(id) {
    if (id === null) return null;
    if (typeof id !== "string") return String(id);
    return String(this.format.toBytes(id).reduce((value, byte) => value * 256n + BigInt(byte), 0n));
  }

  /** Unix ms, within the range of a `Date`. */
  ms({ near, pick, any, ticks, ms }) {
    const [epoch, us] = [this.format.epoch ?? NOW, Math.round(this.format.unit * 1000)].map(BigInt);
    const end = epoch + (this.ticks * us - 1n) / 1000n;
    const tick = fit({ ...pick, beyond: 0n }, this.ticks - 1n);
    const at = { first: epoch, end, tick: epoch + (tick * us) / 1000n, any: BigInt(any) }[near];
    return Math.max(-LAST_MS, Math.min(LAST_MS, Number(at + (BigInt(ticks) * us) / 1000n + BigInt(ms))));
  }
}

/** An instant as users give it, exactly. */
function exactly(form, ms) {
  if (form === "date") return new Date(ms);
  if (form === "iso") return new Date(ms).toISOString();
  return form === "bigint" ? BigInt(ms) : ms;
}

/** An instant as users give it where a fraction of a ms is cut off. */
const roughly = (form, ms) => (form === "fraction" && Math.abs(ms) < 2 ** 50 ? ms + 0.5 : exactly(form, ms));

/** The options of a style; no options for the style of the format. */
const optionsOf = ({ as, zeros }) =>
  as === undefined && zeros === "" ? undefined : { as: encodingNamed(as), ...(zeros !== "" && { [zeros]: true }) };

const decodedOf = (format, decoded) => {
  const names = namesOf(format).map(({ name }) => name);
  const numbers = names.map((name) => [name, Object.hasOwn(decoded, name) ? decoded[name] : undefined]);
  return { timestamp: decoded.timestamp, numbers, ticks: decoded.ticks ?? null, count: Object.keys(decoded).length };
};

const takeDecoded = ({ timestamp, numbers, ticks }) => ({
  ...{ timestamp, numbers, ticks },
  count: numbers.length + (ticks === null ? 1 : 2),
});

const takeTime = ({ timestamp }) => timestamp;

/** A text as the crate gets it, without halves of surrogate pairs. */
const wellFormed = (text) => text.toWellFormed();

/** The smallest digit of each encoding. */
const ZERO = { rotatedBase64: "A", sno: "2", snoUuid: "2", base64url: "A", bwmarrin32: "y", bwmarrin58: "1" };

const STEPS = {
  decode(subject, { pick, form }) {
    const { format, call, largest } = subject;
    const value = fit(pick, largest);
    const given = subject.id(value, form);
    if (given === undefined) return;
    const { id, quoted } = given;
    const command = { do: "decode", value: String(value) };
    call(command, () => decodedOf(format, format.decode(id)), { take: takeDecoded, quoted });
    call(command, () => format.timestamp(id), { take: takeTime, quoted });
    call({ ...command, do: "holds" }, () => format.isValid(id));
  },

  read(subject, { pick, written, style, changes, other }) {
    const { format, call, largest } = subject;
    const { id } = subject.id(fit({ ...pick, beyond: 0n }, largest), "bytes");
    const own = format.toText(id);
    const { ok: canonical = own } = outcomeOf(() => format.toText(id, optionsOf(written)));
    const text = other ?? textOf(canonical, changes, ZERO[written.as ?? format.text] ?? "0");
    const command = { text: wellFormed(text), ...style };
    const options = optionsOf(style);
    call({ do: "read", ...command }, () => subject.digits(format.fromText(text, options)));
    call({ do: "decodeText", ...command }, () => decodedOf(format, format.decode(text, options)), {
      take: takeDecoded,
    });
    call({ do: "isText", ...command }, () => format.isValid(text, options));
    if (options === undefined) call({ do: "read", ...command }, () => validate(format, text), { take: () => true });
  },

  write(subject, { pick, style, form }) {
    const { format, call, largest } = subject;
    const value = fit(pick, largest);
    const given = subject.id(value, form);
    if (given === undefined) return;
    const { id, quoted } = given;
    const command = { do: "write", value: String(value), ...style };
    call(command, () => format.toText(id, optionsOf(style)), { quoted });
  },

  encode(subject, { instant, all, given, partial, byTicks }) {
    const { format, call, ticks } = subject;
    const ms = subject.ms(instant);
    const { form } = instant;
    const tick = byTicks && format.unit % 1 > 0 ? safe(fit(instant.pick, ticks - 1n)) : undefined;
    const time = tick === undefined ? { [form === "date" ? "date" : "timestamp"]: exactly(form, ms) } : { ticks: tick };
    const fields = { __proto__: null, ...time };
    const machine = given.at(-1).isGiven ? machineOf(format) : null;
    const numbers = numbersOf(format, given);
    const chosen = numbers.filter((_, i) => all || given[i].isGiven);
    chosen.forEach(({ name, number, isBigint }) => {
      fields[name === machine ? "machineId" : name] = isBigint ? BigInt(number) : number;
    });
    const command = {
      do: "encode",
      ms,
      ticks: tick,
      partial,
      numbers: chosen.map(({ name, number }) => ({ name, number })),
    };
    call(command, () => subject.digits(format.encode(fields, { partial })));
  },

  range(subject, { from, to, clamp, halfOpen }) {
    const { format, call } = subject;
    const [first, last] = [from, to].map((instant) => instant && subject.ms(instant));
    const ends = [from, to].map((instant, i) => instant && roughly(instant.form, [first, last][i]));
    call({ do: "range", from: first, to: last, clamp, halfOpen }, () => {
      const { min, max, end } = format.range(...ends, { clamp, halfOpen });
      return [min, halfOpen ? end : max].map((id) => subject.digits(id));
    });
  },

  firstAt(subject, { instant, clamp }) {
    const { format, call, below, ticks } = subject;
    const ms = subject.ms(instant);
    const work = () => subject.digits(format.firstAt(roughly(instant.form, ms), { clamp }));
    if (!clamp) return call({ do: "tick", ms }, work, { take: (tick) => String(BigInt(tick) << below) });
    // If no tick begins from the instant on, the first ID at the instant is the first ID of the last tick.
    const take = ([min, max]) => (max === "0" ? String((ticks - 1n) << below) : min);
    return call({ do: "range", from: ms, to: null, clamp, halfOpen: false }, work, { take });
  },

  columns(subject, { picks, list }) {
    const { format, call, largest } = subject;
    const values = picks.map((pick) => fit({ ...pick, beyond: 0n }, largest));
    const [held, ids] = listOf(subject, list, values);
    // In a list, IDs may be missing. In this list, an ID is missing before each ID.
    const isList = list === "list";
    const given = isList ? ids.flatMap((id) => [null, id]) : ids;
    const { ok, ...refusal } = outcomeOf(() => flakekit.decodeColumns(format, given));
    const { missing, ...columns } = ok ?? {};
    if (ok !== undefined) assert.deepEqual([...missing], isList ? ids.map((_, i) => 2 * i) : []);
    held.forEach((value, i) => {
      const decoded = () => {
        if (ok === undefined) throw new flakekit.FlakeError(refusal.code, refusal.message);
        return decodedOf(
          format,
          Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[isList ? 2 * i + 1 : i]])),
        );
      };
      call({ do: "decode", value: String(value) }, decoded, { take: takeDecoded });
    });
  },

  metadata(subject, { pick, meta, changes }) {
    const { format, call, largest } = subject;
    if (format.name !== "sno") return;
    const value = fit({ ...pick, beyond: 0n }, largest);
    const own = format.toText(subject.bytes(value));
    const text = textOf(own, changes, "2");
    call({ do: "metadataFromText", text: wellFormed(text) }, () => format.meta(text));
    const metadata = safe(fit(meta, 255n));
    const command = { do: "withMetadata", value: String(value), metadata };
    call(command, () => subject.digits(format.withMeta(own, metadata)));
  },
};

/** The answer of a Standard Schema about a text. */
function validate(format, text) {
  const { issues } = format["~standard"].validate(text);
  if (issues !== undefined) throw new flakekit.FlakeError("INVALID_TEXT", issues[0].message);
  return true;
}

/** A number that is exact in JavaScript, because all other numbers are values of a wrong type. */
const safe = (number) => Number(number < Number.MAX_SAFE_INTEGER ? number : Number.MAX_SAFE_INTEGER);

/** A number for each field and part except the time. Most numbers of parts agree with the number of their field. */
function numbersOf(format, given) {
  const numbers = {};
  return namesOf(format).map(({ name, bits, of, below }, i) => {
    const { agrees, pick, isBigint } = given[i];
    const largest = 2n ** BigInt(bits) - 1n;
    const isImplied = of !== undefined && agrees;
    const number = safe(isImplied ? (BigInt(numbers[of]) >> BigInt(below)) & largest : fit(pick, largest));
    numbers[name] = number;
    return { name, number, isBigint };
  });
}

/** IDs in a list of a type, and the values that it holds. */
function listOf(subject, list, values) {
  const isText = subject.format.native === "string";
  const held = (bits) => values.map((value) => BigInt.asUintN(bits, value));
  if (list === "list")
    return [values, values.map((value, i) => subject.id(value, ["bytes", "text", "number"][i % 3]).id)];
  if (list === "bytes" || isText)
    return [values, Uint8Array.from(values.flatMap((value) => [...subject.bytes(value)]))];
  if (list === "BigUint64Array") return [values, BigUint64Array.from(values)];
  if (list === "BigInt64Array") return [held(63), BigInt64Array.from(held(63))];
  return [held(53), Float64Array.from(held(53), Number)];
}
