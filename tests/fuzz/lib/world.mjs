// A trial: processes, their generators and clocks, and what all of them have handed out.

import { Clock, ClockError } from "./clock.mjs";
import { Defect, promise, shown } from "./defect.mjs";
import { layoutOf, nodeOptions, T0 } from "./layouts.mjs";
import { checkFields, Order, Scope } from "./ledger.mjs";
import { seeded, startProcess } from "./process.mjs";
import { checkRefusal } from "./refusals.mjs";

/** No trial keeps more generators than these. */
const MOST_GENERATORS = 24;

export class World {
  clock = new Clock(T0);
  generators = [];
  saved = [];
  /** Whether `nextAsync` must not sleep for longer than `maxWait`, and no ID may lead the clock. */
  boundedWaits = false;
  punctual = false;
  /** Whether the order of IDs is looked at. */
  ordered = true;
  #labels = 0;
  #random;
  #scopes;
  #process;
  /** The formats that the reproduction has shown. */
  #shown;

  /**
   * @param family - the formats
   * @param stats - counts what was done
   * @param trace - is passed each line of a reproduction, if there is to be one
   */
  constructor(family, seed, stats, trace) {
    this.family = family;
    this.stats = stats;
    this.trace = trace;
    this.#random = seeded(seed);
    this.startProcess();
  }

  /** A new process, in which nothing lives yet. */
  startProcess() {
    this.#process = startProcess({ now: this.clock.read, random: this.#random, sleep: (f, ms) => this.#sleep(f, ms) });
    this.#scopes = new Map();
    this.clock.trick = undefined;
    this.generators = [];
    this.formats = this.family.map((entry, i) => {
      const format = entry.make(this.#process.flakekit);
      return { name: this.family.length > 1 ? `format${i}` : "format", format, layout: layoutOf(format) };
    });
    this.stats.count("cores");
    this.trace?.(`// a new process`);
    this.#shown = new Set();
  }

  /** No thread sleeps: time passes. */
  #sleep(wake, ms) {
    for (const clock of new Set([this.clock, ...this.generators.map((generator) => generator.clock)])) clock.sleep(ms);
    queueMicrotask(wake);
  }

  /**
   * Makes a generator, perhaps from a snapshot.
   *
   * @param asked - `format` (its place), `node` (a number), `own` (a clock of its own), and options as the API has them
   */
  open({ format: place, node: joined, own, ...options }, saved) {
    if (this.generators.length >= MOST_GENERATORS) return undefined;
    const { name, format, layout } = this.formats[place];
    const node = saved?.node ?? (joined === undefined ? {} : nodeOptions(layout, joined));
    const highest = Number(layout.sequence.mask);
    const { sequenceRange = saved?.range ?? [0, highest] } = options;
    const range = sequenceRange.toSorted((a, b) => a - b);
    const clock = own ? new Clock(this.clock.time) : this.clock;
    const given = { ...(saved === undefined ? node : { snapshot: JSON.parse(saved.json) }), ...options };
    const label = `g${this.#labels++}`;
    if (!this.#shown.has(place)) this.trace?.(`${name} = ${this.family[place].code}`);
    this.#shown.add(place);
    this.trace?.(`${label} = ${name}.generator(${shown(given)}${own ? ", with a clock of its own" : ""})`);
    if (own) given.clock = clock.read;
    let api;
    try {
      api = format.generator(given);
    } catch (error) {
      const overlap = layout.toggle !== undefined && error.code === "INVALID_OPTION";
      promise(overlap, () => `${label}: a generator is refused with ${error.stack}`);
      this.stats.count("generator refused");
      this.trace?.(`  // ${error.code}`);
      return undefined;
    }
    const scope = own ? new Scope() : this.#scopeOf(place);
    const { sequence = this.family[place].sequence, sequenceResetThreshold = 0 } = options;
    const lane = scope.lane(JSON.stringify([name, node, range, sequence, sequenceResetThreshold]));
    if (saved !== undefined) scope.restore(saved, lane);
    const generator = { label, name, format, layout, api, clock, own, scope, lane, freed: false };
    generator.options = { ...options, node, range };
    // Those that share its numbers go where it led.
    if ([options.onRollback, options.onExhausted].includes("lead")) this.punctual = false;
    generator.ordered = this.ordered && sequence === "reset" && sequenceResetThreshold === 0;
    generator.order = new Order();
    generator.asked = { format: place, ...options, own };
    this.generators.push(generator);
    this.stats.count(saved === undefined ? "generator" : "restore");
    return generator;
  }

  /** Formats of the same bits have one scope, others one each. */
  #scopeOf(place) {
    const key = this.family.separate ? place : 0;
    if (!this.#scopes.has(key)) this.#scopes.set(key, new Scope());
    return this.#scopes.get(key);
  }

  /** The package, as this process has it. */
  get flakekit() {
    return this.#process.flakekit;
  }

  /** The memory of this process's core. */
  get memory() {
    return this.#process.memory;
  }

  /** The generator of this number, round and round. */
  pick(number) {
    return this.generators.length === 0 ? undefined : this.generators[number % this.generators.length];
  }

  /**
   * Calls a generator; what it gives is noted by `take`. A refusal is checked, and answered with its error.
   *
   * @param call - how the call is written in the reproduction
   */
  call(generator, kind, call, work, take) {
    const frame = generator.clock.enter();
    const last = generator.order.begin();
    try {
      const given = work(generator.api);
      this.trace?.(`${generator.label}.${call} // ${shown(given)}`);
      take?.(given, frame, last);
      this.stats.count(kind);
      return undefined;
    } catch (error) {
      return this.#refused(generator, kind, call, error, frame);
    } finally {
      generator.clock.leave();
    }
  }

  /** As `call`, of what is answered later. Nothing else is to be called meanwhile, but by clocks. */
  async callAsync(generator, kind, call, work, take) {
    const frame = generator.clock.enter();
    const last = generator.order.begin();
    try {
      for (const { status, value, reason } of await Promise.allSettled(work(generator.api))) {
        if (status === "rejected") {
          this.#refused(generator, kind, call, reason, frame);
          continue;
        }
        this.trace?.(`await ${generator.label}.${call} // ${shown(value)}`);
        take(value, frame, last);
        this.stats.count(kind);
      }
      return frame;
    } finally {
      generator.clock.leave();
    }
  }

  #refused(generator, kind, call, error, frame) {
    if (error instanceof Defect) throw error;
    this.trace?.(`${generator.label}.${call} // throws ${error?.code ?? error}`);
    if (!(error instanceof ClockError)) checkRefusal(generator, error, frame);
    this.stats.count(`${kind} refused`);
    return error;
  }

  /** Notes an ID that was handed out, and asserts that it may be. */
  take(generator, id, meta, frame, last) {
    const { layout, format, options, scope, lane, label } = generator;
    const value = typeof id === "string" ? valueOf(format.toBytes(id)) : BigInt(id);
    const told = () => `${label} made ${shown(id)}, ${shown(format.decode(id))}`;
    this.stats.ids += 1;
    checkFields(layout, value, this.punctual ? { ...options, maxLead: 0 } : options, meta, frame, told);
    scope.take(layout.key(value), lane, told);
    if (generator.ordered) generator.order.check(layout, value, last, told);
    // Reading is not what is fuzzed here; one ID of many is read.
    if (this.stats.ids % 16 === 0) checkDecoded(format, layout, id, value);
  }
}

/** The number that bytes are, the high one first. */
export function valueOf(bytes) {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** Asserts that the package reads an ID as its layout says. */
function checkDecoded(format, layout, id, value) {
  const decoded = format.decode(id);
  for (const { name, kind, shift, mask } of layout.fields) {
    const number = Number((value >> shift) & mask);
    const right =
      kind === "time" ? decoded.timestamp === number * layout.unit + layout.epoch : decoded[name] === number;
    promise(right, () => `decode(${shown(id)}) says ${shown(decoded)}; its ${name} is ${number}`);
  }
  promise(format.encode(decoded) === id, () => `encode(${shown(decoded)}) is not ${shown(id)}`);
}
