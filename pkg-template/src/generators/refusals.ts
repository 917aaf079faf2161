// Refused calls of the core. Such a call returns a sentinel (-1 or 0), and the core keeps the reason and its figures.

import { core, isExhausted, numbers } from "../bridge/index.js";
import { fillBraces, FlakeError, type FlakeErrorCode, iso, LAST_MS } from "../values/index.js";
import type { Format } from "../ids/index.js";
import { CAUSES, LONGEST_WAIT_MS, RANDOM_LENGTH, REFUSAL, refusals, REMEDIES } from "../generated/contract.js";

/** The code of an error, and its sentence. Words in braces stand for figures. */
type Row = readonly [code: FlakeErrorCode, sentence: string];

export type Rows = Readonly<Record<number, Row>>;

/** The generator or lease for which the core was called, as far as the error for a refusal depends on it. */
export interface Asker {
  readonly format: Format;
  /** The longest wait for an ID, in ms. */
  readonly _maxWait?: number;
  /** Refusals that only a lease or a snapshot meets. */
  readonly _refusals?: Rows | undefined;
}

/** Follows the sentence of `NO_RANDOMNESS`, which does not say what to do in JavaScript. */
const REMEDY =
  ": in React Native, import react-native-get-random-values; in a Worker, make generators and IDs in a handler, not in the global scope";

/** A wait before the next attempt, in ms. */
export interface Wait {
  readonly _ms: number;
  /** Whether all sequence numbers of the tick are used. */
  readonly _isUsedUp: boolean;
}

/**
 * Handles the refusal of the last call, for which the caller has waited for some ms. Returns the wait before the next attempt, or
 * throws the error. Returns `undefined` if random bits were missing and have been fetched: then the call can be repeated at once.
 */
export function refusal({ format, _maxWait = 0, _refusals }: Asker, waited = 0): Wait | undefined {
  const reason = core().refusal();
  if (reason < 0) throw new FlakeError("GENERATOR_FREED", "the generator has been freed; make another");
  const figures = numbers().slice(0, REFUSAL.length);
  // The reason is `WAIT_TOO_LONG`, the first row. The generator decides which wait is too long, not the core.
  if (reason === 0) {
    const ms = figures[REFUSAL.ms] as number;
    if (ms + waited <= _maxWait) return { _ms: ms, _isUsedUp: figures[REFUSAL.cause] === Cause.usedUp };
    figures[REFUSAL.maxWait] = _maxWait;
  }
  const rows: Rows = { ...refusals(), ..._refusals };
  const [code, sentence] = rows[reason] as Row;
  if (code === "NO_RANDOMNESS" && fetchRandomBits()) return undefined;
  throw new FlakeError(code, say(sentence, figures, format._called) + (code === "NO_RANDOMNESS" ? REMEDY : ""));
}

/** The positions of some causes in `CAUSES`. */
const enum Cause {
  usedUp = 1,
  maxLead = 2,
}

/** A sentence whose words in braces are replaced. */
function say(sentence: string, figures: Float64Array, format: string): string {
  const [cause = 0, , , ms = 0] = figures;
  const word = (key: string): unknown => {
    const isInstant = key.startsWith("i");
    const figure = figures[Number(isInstant ? key.slice(1) : key)] as number;
    // The clock may read more than a `Date` can hold.
    return isInstant && Math.abs(figure) <= LAST_MS ? iso(figure) : figure;
  };
  const words: Record<string, () => unknown> = {
    format: () => format,
    cause: () => say(CAUSES[cause] as string, figures, format),
    remedy: () => REMEDIES[ms > LONGEST_WAIT_MS ? 2 : Number(cause >= Cause.maxLead)],
  };
  return fillBraces(sentence, (key) => (Object.hasOwn(words, key) ? words[key]?.() : word(key)));
}

/** Throws if a call answered with 0, a refusal. */
export function throwIfRefused(asker: Asker, answer: number): void {
  if (answer === 0) refusal(asker);
}

/** Makes a call that opens a generator or takes a seat, and may need memory and random bits. Returns the core's answer. */
export function open(asker: Asker, call: () => number): number {
  const attempt = (): number => {
    try {
      return call();
    } catch (error) {
      // The core traps only if its memory is full. For a full memory, engines throw a RangeError.
      if ((error as Error).name !== "RuntimeError") throw error;
      throw new RangeError("WebAssembly's memory is full", { cause: error });
    }
  };
  for (;;) {
    const answer = attempt();
    if (answer >= 0) return answer;
    // This throws, unless random bits were missing and have been fetched.
    refusal(asker);
  }
}

let fetching = false;

/**
 * Writes random words into the core, and returns whether there were any. They come from `crypto.getRandomValues`. A
 * user may have replaced it by a function that makes IDs itself: those calls get no random bits.
 */
function fetchRandomBits(): boolean {
  if (fetching) return false;
  fetching = true;
  try {
    const words = new Uint32Array(RANDOM_LENGTH);
    crypto.getRandomValues(words);
    new Uint32Array(core().memory.buffer, core().random_address(), RANDOM_LENGTH).set(words);
    core().add_random_words();
    return true;
  } catch (error) {
    // A full stack says nothing about random bits.
    if (isExhausted(error)) throw error;
    return false;
  } finally {
    fetching = false;
  }
}
