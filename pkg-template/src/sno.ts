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
    return this.#defaultGenerator.next(meta);
  };

  readonly toUUID = (id: unknown): string => this.toText(id, { as: "snoUuid" });

  readonly fromUUID = (uuid: unknown): string => this.fromText(uuid, { as: "snoUuid" }) as string;
}
