// Generators of formats, and the default generators.

import { type Format, GENERATOR_KEY, type Id, requiredFormat, requireMaking } from "../ids/index.js";
import { type Runtime, startCore, writeFrame } from "../bridge/index.js";
import { defineValue, FlakeError } from "../values/index.js";
import { Generator } from "./generator.js";
import { readGeneratorOptions, type SavedState } from "./options.js";
import { policyOf } from "./opening.js";
import { open } from "./refusals.js";
import { BigintGenerator, TypedGenerator } from "./typed-generators.js";
import type { numberGenerators } from "./number-generators.js";
import type { textGenerators } from "./text-generators.js";

/** Makes the class of the generators of numbers or texts. */
type MakeClass = typeof numberGenerators | typeof textGenerators;

type GeneratorClass = typeof BigintGenerator | ReturnType<MakeClass>;

export type AnyGenerator = InstanceType<GeneratorClass>;

/** The classes that were made. */
const classes = /* @__PURE__ */ new WeakMap<MakeClass, GeneratorClass>();

/** The class of a format's generators. */
export function classOf({ _extras }: Format): GeneratorClass {
  const { prototype } = Generator;
  // The member is not declared in the class: computed names in a class keep all generators in bundles that only read
  // IDs.
  if (!Object.hasOwn(prototype, GENERATOR_KEY)) {
    defineValue(prototype, GENERATOR_KEY, prototype._brand, false);
    // The statement `using` calls this method.
    if (Symbol.dispose !== undefined) defineValue(prototype, Symbol.dispose, dispose, false);
  }
  const make = _extras._generators as MakeClass | undefined;
  if (make === undefined) return BigintGenerator;
  const made = classes.get(make) ?? make(TypedGenerator);
  classes.set(make, made);
  return made;
}

function dispose(this: AnyGenerator): void {
  this.free();
}

export function makeGenerator(runtime: Runtime, given: unknown, options: unknown): AnyGenerator {
  const format = requiredFormat(given);
  return openGenerator(runtime, format, options, `generator(${format.name})`);
}

/** Opens a generator, which goes on from `saved` if it is given. `what` is the user's call, for messages. */
export function openGenerator(
  runtime: Runtime,
  format: Format,
  options: unknown,
  what: string,
  saved?: SavedState,
): AnyGenerator {
  requireMaking(format);
  const { _workerClock } = runtime;
  const isWorker = _workerClock !== undefined;
  const { clock, frame, maxWait, onOverflow } = readGeneratorOptions(format, options, what, saved, isWorker);
  const hasOwnClock = clock !== undefined;
  const number = open({ format, _refusals: saved?._refusals }, () => {
    const core = startCore(runtime._newCore);
    // No other call comes between these two: a user's replacement of a function could open a generator and write its frame.
    writeFrame(frame);
    return core.open_generator(hasOwnClock ? 1 : 0, saved === undefined ? 0 : 1);
  });
  // Without a clock of its own, `undefined` is `Date.now`.
  const usual = clock ?? _workerClock;
  const policy = policyOf(frame);
  return new (classOf(format))(format, number, usual, hasOwnClock, onOverflow, isWorker, policy, maxWait);
}

/** The default generators, by format. */
const defaults = new WeakMap<object, AnyGenerator>();

export function makeNext(runtime: Runtime, given: unknown, meta: unknown): Id {
  const format = requiredFormat(given);
  let ids = defaults.get(format);
  if (ids === undefined) {
    if (format._descriptor._hasDefault !== true) {
      format._extras._refuseMaking?.(format);
      const remedy = "make one by generator(format, options)";
      throw new FlakeError("INVALID_OPTION", `${format._called} has no default generator; ${remedy}`);
    }
    defaults.set(format, (ids = makeGenerator(runtime, format, undefined)));
  }
  try {
    return ids.next(meta);
  } catch (error) {
    // Only `resetGenerators` of `flakekit/testing` frees a default generator.
    if (!(error instanceof FlakeError) || error.code !== "GENERATOR_FREED") throw error;
    defaults.delete(format);
    return makeNext(runtime, format, meta);
  }
}
