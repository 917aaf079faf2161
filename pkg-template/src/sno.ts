import { Format } from "./format.js";
import { type ReadSnapshot, readSnoSnapshot } from "./snapshots.js";
import type { TextGenerator } from "./typed-generators.js";

/** sno, with the functions that only its specification has: a shared default generator, and UUIDs. */
export class Sno extends Format {
  #defaultGenerator: TextGenerator | undefined;

  override get _readSnapshot(): ReadSnapshot {
    return readSnoSnapshot;
  }

  next(meta: unknown = 0): string {
    this.#defaultGenerator ??= this.generator() as TextGenerator;
    return this.#defaultGenerator.next(meta);
  }

  toUUID(id: unknown): string {
    return this.toText(id, { as: "snoUuid" });
  }

  fromUUID(uuid: unknown): string {
    return this.fromText(uuid, { as: "snoUuid" }) as string;
  }
}
