/**
 * For tests of programs that use flakekit. No program needs it.
 *
 * ```js
 * import { afterEach, test } from "node:test";
 * import { resetGenerators } from "flakekit/testing";
 *
 * afterEach(resetGenerators);
 * ```
 *
 * @packageDocumentation
 */

/**
 * Frees every generator of the realm and forgets which IDs were made, so that the next test starts anew, with any clock.
 * Afterwards, generators made before throw `GENERATOR_FREED`, and new generators may repeat IDs.
 *
 * @throws FlakeError `INVALID_OPTION` while a lease is open: then nothing is freed
 *
 * @example
 * ```js
 * import { discord, generator } from "flakekit";
 * import { resetGenerators } from "flakekit/testing";
 *
 * const options = { workerId: 1, processId: 0 };
 * generator(discord, options).next();
 * resetGenerators(); // between two tests
 * generator(discord, options).next();
 * ```
 */
export function resetGenerators(): void;
