import { Format } from "./format.js";
import type { TextGenerator } from "./generator.js";

/** sno, with what its specification gives besides: a ready-made generator, and UUIDs. */
export class Sno extends Format {
  #ready: TextGenerator | undefined;

  /** An ID of a generator that is ready-made, with a partition that no other of the process has. */
  next(meta: unknown = 0): string {
    this.#ready ??= this.generator() as TextGenerator;
    return this.#ready.next(meta);
  }

  toUUID(id: unknown): string {
    return this.toText(id, { as: "snoUuid" });
  }

  fromUUID(uuid: unknown): string {
    return this.fromText(uuid, { as: "snoUuid" }) as string;
  }
}
