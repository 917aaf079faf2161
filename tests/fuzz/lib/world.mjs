// The state of a trial: processes, generators, clocks, and the IDs that were made.

import { Clock, ClockError } from "./clock.mjs";
import { Defect, display, ensure } from "./defect.mjs";
import { layoutOf, nodeOptions, T0 } from "./layouts.mjs";
import { checkFields, Order, Scope } from "./ledger.mjs";
import { seeded, startProcess } from "./process.mjs";
import { checkRefusal } from "./refusals.mjs";

/** The maximum number of generators in a trial. */
const MOST_GENERATORS = 24;

export class World {
  clock = new Clock(T0);
  generators = [];
  saved = [];
  /** Whether to assert that `nextAsync` sleeps for at most `maxWait`. */
  boundedWaits = false;
  /** Whether to assert that no ID leads the clock. */
  noLead = false;
  /** Whether to assert that IDs increase. */
  ordered = true;
  #labels = 0;
  #random;
  #scopes;
  #process;
  /** The indexes of the formats whose definition the reproduction contains already. */
  #shown;

  /**
   * @param family - the formats of the trial
   * @param stats - counts the calls
   * @param trace - if given, receives each line of the reproduction
   */
  constructor(family, seed, stats, trace) {
    this.family = family;
    this.stats = stats;
    this.trace = trace;
    this.#random = seeded(seed);
    this.startProcess();
  }

  /** Starts a new process without generators. */
  startProcess() {
    this.#process = startProcess({ now: this.clock.read, random: this.#random, sleep: (f, ms) => this.#sleep(f, ms) });
    this.#scopes = new Map();
    this.clock.fault = undefined;
    this.generators = [];
    this.formats = this.family.map((entry, i) => {
      const format = entry.make(this.#process.flakekit);
      return { name: this.family.length > 1 ? `format${i}` : "format", format, layout: layoutOf(format) };
    });
    this.stats.count("cores");
    this.trace?.(`// a new process`);
    this.#shown = new Set();
  }

  /** The realm's setTimeout: advances the clocks instead of sleeping. */
  #sleep(wake, ms) {
    for (const clock of new Set([this.clock, ...this.generators.map((generator) => generator.clock)])) clock.sleep(ms);
    queueMicrotask(wake);
  }

  /**
   * Makes a generator, or restores one from a snapshot.
   *
   * @param options - `format` (its index), `node` (a number), `ownClock`, and options of the API
   * @param saved - the snapshot
   */
  open({ format: formatIndex, node: nodeNumber, ownClock, ...options }, saved) {
    if (this.generators.length >= MOST_GENERATORS) return undefined;
    const { name, format, layout } = this.formats[formatIndex];
    const node = saved?.node ?? (nodeNumber === undefined ? {} : nodeOptions(layout, nodeNumber));
    const highest = Number(layout.sequence.mask);
    const { sequenceRange = saved?.range ?? [0, highest] } = options;
    const range = sequenceRange.toSorted((a, b) => a - b);
    const clock = ownClock ? new Clock(this.clock.time) : this.clock;
    const given = { ...(saved === undefined ? node : {}), ...options };
    const [how, ...state] = saved === undefined ? ["generator"] : ["resume", JSON.parse(saved.json)];
    const label = `g${this.#labels++}`;
    if (!this.#shown.has(formatIndex)) this.trace?.(`${name} = ${this.family[formatIndex].code}`);
    this.#shown.add(formatIndex);
    const written = [...state, given].map(display).join(", ");
    this.trace?.(`${label} = ${how}(${name}, ${written}${ownClock ? ", with its own clock" : ""})`);
    if (ownClock) given.clock = clock.read;
    let api;
    try {
      api = this.#process.flakekit[how](format, ...state, given);
    } catch (error) {
      const overlap = layout.toggle !== undefined && error.code === "INVALID_OPTION";
      ensure(overlap, () => `${label}: ${how}() throws ${error.stack}`);
      this.stats.count("generator refused");
      this.trace?.(`  // ${error.code}`);
      return undefined;
    }
    const scope = ownClock ? new Scope() : this.#scopeOf(formatIndex);
    const { sequenceStart = this.family[formatIndex].sequenceStart, sequenceResetThreshold = 0 } = options;
    const identity = scope.identity(JSON.stringify([name, node, range, sequenceStart, sequenceResetThreshold]));
    if (saved !== undefined) scope.restore(saved, identity);
    const generator = { label, name, format, layout, api, clock, ownClock, scope, identity, freed: false };
    generator.options = { ...options, node, range };
    // If this generator leads, other generators of its identity may lead too.
    if ([options.onRollback, options.onExhausted].includes("lead")) this.noLead = false;
    generator.ordered = this.ordered && sequenceStart === "reset" && sequenceResetThreshold === 0;
    generator.order = new Order();
    generator.formatIndex = formatIndex;
    this.generators.push(generator);
    this.stats.count(saved === undefined ? "generator" : "restore");
    return generator;
  }

  /** The formats of a family share a scope, unless the family is marked as `separate`. */
  #scopeOf(formatIndex) {
    const key = this.family.separate ? formatIndex : 0;
    if (!this.#scopes.has(key)) this.#scopes.set(key, new Scope());
    return this.#scopes.get(key);
  }

  /** The package in this process. */
  get flakekit() {
    return this.#process.flakekit;
  }

  /** The memory of this process's core. */
  get memory() {
    return this.#process.memoryOf();
  }

  /** Returns the generator with this index, modulo their number. */
  pick(number) {
    return this.generators.length === 0 ? undefined : this.generators[number % this.generators.length];
  }

  /**
   * Makes a call of a generator and passes the result to `onResult`. If the call throws, checks the error and returns it.
   *
   * @param call - the call's text in the reproduction
   * @param work - makes the call; it is given the generator, and the package of its process
   */
  call(generator, kind, call, work, onResult) {
    const frame = generator.clock.enter();
    const last = generator.order.begin();
    try {
      const given = work(generator.api, this.flakekit);
      this.trace?.(`${call} // ${display(given)}`);
      onResult?.(given, frame, last);
      this.stats.count(kind);
      return undefined;
    } catch (error) {
      return this.#refused(generator, kind, call, error, frame);
    } finally {
      generator.clock.leave();
    }
  }

  /** Like `call`, for promises. Meanwhile only clocks may make other calls. */
  async callAsync(generator, kind, call, work, onResult) {
    const frame = generator.clock.enter();
    const last = generator.order.begin();
    try {
      for (const { status, value, reason } of await Promise.allSettled(work(generator.api))) {
        if (status === "rejected") {
          this.#refused(generator, kind, call, reason, frame);
          continue;
        }
        this.trace?.(`await ${call} // ${display(value)}`);
        onResult(value, frame, last);
        this.stats.count(kind);
      }
      return frame;
    } finally {
      generator.clock.leave();
    }
  }

  #refused(generator, kind, call, error, frame) {
    if (error instanceof Defect) throw error;
    this.trace?.(`${call} // throws ${error?.code ?? ""} ${error?.message ?? error}`);
    if (!(error instanceof ClockError)) checkRefusal(generator, error, frame);
    this.stats.count(`${kind} refused`);
    return error;
  }

  /** Records an ID that was made, and asserts that it is correct. */
  record(generator, id, meta, frame, last) {
    const { layout, format, options, scope, identity, label } = generator;
    const value = typeof id === "string" ? valueOf(format.toBytes(id)) : BigInt(id);
    const describe = () => `${label} made ${display(id)}, ${display(format.decode(id))}`;
    this.stats.ids += 1;
    checkFields(layout, value, this.noLead ? { ...options, maxLead: 0 } : options, meta, frame, describe);
    scope.record(layout.key(value), identity, describe);
    if (generator.ordered) generator.order.check(layout, value, last, describe);
    // decode is checked only for one of 16 IDs, to save time.
    if (this.stats.ids % 16 === 0) checkDecoded(format, layout, id, value);
  }
}

/** Converts bytes to a bigint, high byte first. */
export function valueOf(bytes) {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

/** Asserts that `decode` and `encode` agree with the layout. */
function checkDecoded(format, layout, id, value) {
  const decoded = format.decode(id);
  for (const { name, kind, shift, mask } of layout.fields) {
    const number = Number((value >> shift) & mask);
    const right =
      kind === "time" ? decoded.timestamp === number * layout.unit + layout.epoch : decoded[name] === number;
    ensure(right, () => `decode(${display(id)}) returns ${display(decoded)}; the ${name} is ${number}`);
  }
  ensure(format.encode(decoded) === id, () => `encode(${display(decoded)}) is not ${display(id)}`);
}
