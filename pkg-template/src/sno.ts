import { Format } from "./format.js";
import type { TextGenerator } from "./generator.js";
import { type Saved, savedNames, savedNumbers } from "./options.js";
import { NOTHING, type Options } from "./values.js";

/** The numbers of a snapshot ("Snapshots"), in the core's order. */
const SNAPSHOT = ["sequenceMin", "sequenceMax", "sequence", "now", "wallHi", "wallSafe", "drifts"];

/** Ours, which is there where the others don't say it: how many numbers of the last ID's unit are used. */
const USED = "used";

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

  override _readSnapshot(given: unknown): Saved {
    const snapshot = savedNames(given, ["partition", ...SNAPSHOT, USED]);
    const [partition] = savedNumbers(snapshot, ["partition"]);
    const [used = NOTHING] = snapshot[USED] === undefined ? [] : savedNumbers(snapshot, [USED]);
    return { fields: { partition }, numbers: [...savedNumbers(snapshot, SNAPSHOT), used] };
  }

  protected override _writeSnapshot({ partition }: Options, saved: number[]): Options {
    const snapshot: Options = { partition };
    SNAPSHOT.forEach((name, i) => (snapshot[name] = saved[i]));
    const used = saved[SNAPSHOT.length] as number;
    if (!Number.isNaN(used)) snapshot[USED] = used;
    return snapshot;
  }
}
