// Random numbers of claims.

import { FlakeError } from "../../values/index.js";

let lastRandom: bigint | undefined;

/** A random number of 64 bits. */
export function randomNumber(): bigint {
  const random = readRandom();
  // If two claims had the same name, two leases would use the same seat.
  if (random === undefined || random === lastRandom) {
    throw new FlakeError("NO_RANDOMNESS", `a lease needs random bits, and crypto.getRandomValues repeats ${random}`);
  }
  return (lastRandom = random);
}

function readRandom(): bigint | undefined {
  try {
    return crypto.getRandomValues(new BigUint64Array(1))[0];
  } catch (cause) {
    const message =
      "a lease needs random bits, and crypto.getRandomValues gives none; React Native needs react-native-get-random-values";
    throw new FlakeError("NO_RANDOMNESS", message, { cause });
  }
}

/** A random name of a claim, as text. */
export function randomName(): string {
  return [randomNumber(), randomNumber()].map((number) => number.toString(16).padStart(16, "0")).join("");
}
