import type { FlakeError } from "./errors.js";
import { Format } from "./format.js";
import { type ReadSnapshot, readSnoSnapshot } from "./snapshots.js";
import type { TextGenerator } from "./typed-generators.js";

/** sno, with the functions that only its specification has: a shared default generator, and UUIDs. */
export class Sno extends Format {
  #defaultGenerator: TextGenerator | undefined;

  override get _readSnapshot(): ReadSnapshot {
    return readSnoSnapshot;
  }

  readonly next = (meta: unknown = 0): string => {
    this.#defaultGenerator ??= this.generator() as TextGenerator;
    try {
      return this.#defaultGenerator.next(meta);
    } catch (error) {
      // Only `resetGenerators` of `flakekit/testing` frees it.
      if ((error as FlakeError).code !== "GENERATOR_FREED") throw error;
      this.#defaultGenerator = undefined;
      return this.next(meta);
    }
  };

  readonly toUUID = (id: unknown): string => this.toText(id, { as: "snoUuid" });

  readonly fromUUID = (uuid: unknown): string => this.fromText(uuid, { as: "snoUuid" }) as string;
}
