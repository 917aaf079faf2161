// Calls of the core that were refused. Such a call returns a sentinel (-1 or 0) and keeps the reason in the core.

import { core } from "./core.js";
import { FlakeError, type FlakeErrorCode } from "./errors.js";

/** What to do in JavaScript, which the core's messages do not say. */
const REMEDIES: Partial<Record<FlakeErrorCode, string>> = {
  NO_RANDOMNESS: ": a Worker's global scope has none; make generators and IDs in a handler, such as fetch",
};

/**
 * Handles the refusal of the last call. Returns how many ms to wait before the next attempt, or throws the error.
 * Returns 0 if random bits were missing and have been fetched: then the call can be repeated at once. `remedy` ends the message.
 */
export function refusal(remedy = ""): number {
  const wait = core().wait();
  if (wait > 0) return wait;
  const refused = core().refusal() as { code: FlakeErrorCode; message: string } | undefined;
  // The core keeps no reason if it does not know the generator.
  if (refused === undefined) throw new FlakeError("GENERATOR_FREED", "the generator has been freed; make another");
  const { code, message } = refused;
  if (code === "NO_RANDOMNESS" && fetchRandomBits()) return 0;
  throw new FlakeError(code, message + (REMEDIES[code] ?? remedy));
}

/** Returns the number that a call answered with; throws if it is -1, a refusal. */
export function numberOrThrow(answer: number): number {
  if (answer < 0) refusal();
  return answer;
}

/** Throws if a call answered with 0, a refusal. */
export function throwIfRefused(answer: number): void {
  if (answer === 0) refusal();
}

/** Makes a call that may need random bits. Returns the number it answered with, as `numberOrThrow` does. */
export function callWithRandomBits(call: () => number): number {
  const answer = call();
  if (answer >= 0) return answer;
  // Throws unless random bits have been fetched.
  refusal();
  return numberOrThrow(call());
}

let fetching = false;

/**
 * Fetches random bits into the core, and returns whether that succeeded. They come from `crypto.getRandomValues`. A
 * user may have replaced it by a function that makes IDs itself: those calls get no random bits.
 */
function fetchRandomBits(): boolean {
  if (fetching) return false;
  fetching = true;
  try {
    return core().fetch_random_bits() === 1;
  } finally {
    fetching = false;
  }
}
