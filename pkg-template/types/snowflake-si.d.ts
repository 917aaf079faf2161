import type { Format, FormatWithoutEpoch } from "./format.js";
import type { Instant } from "./text.js";

/** The widths that Snowflake-SI's `with` takes, in bits. They sum to 53. */
export interface SnowflakeSIWidths {
  /** 40 to 52. Default: 40. */
  timeBits?: number | undefined;
  /** 0 to 12. Default: 5. */
  machineBits?: number | undefined;
  /** 1 to 13. Default: the rest of the 53 bits. */
  sequenceBits?: number | undefined;
}

/** Snowflake-SI with an epoch: a {@link Format} whose widths can be changed. */
export interface SnowflakeSI<Node extends object = { machineId: number }> extends Omit<
  Format<number, Node, { machineId: number; sequence: number }, { machineId?: number; sequence: number }>,
  "with"
> {
  /**
   * The same format with another epoch or other widths. With `machineBits: 0` no `machineId` is needed, and up to 8192
   * IDs can be made per ms.
   *
   * @throws FlakeError `INVALID_LAYOUT` if the widths do not sum to 53 or one is out of range; `INVALID_EPOCH` if
   * 2147483647000 - epoch is not below 2^timeBits, or the epoch is not a whole number of ms or in the future
   */
  with<const O extends SnowflakeSIWidths & { epoch?: Instant | undefined }>(
    this: void,
    options: O,
  ): SnowflakeSI<
    O extends { machineBits: 0 } ? { machineId?: 0 } : O extends { machineBits: number } ? { machineId: number } : Node
  >;
}

/** Snowflake-SI without an epoch. */
export interface SnowflakeSIWithoutEpoch extends Omit<
  FormatWithoutEpoch<number, { machineId: number }, { machineId: number; sequence: number }>,
  "with"
> {
  /**
   * The format with an epoch, and optionally other widths. The epoch must never change once IDs have been made.
   *
   * @throws FlakeError the same as {@link SnowflakeSI.with}
   */
  with<const O extends SnowflakeSIWidths & { epoch: Instant }>(
    this: void,
    options: O,
  ): SnowflakeSI<O extends { machineBits: 0 } ? { machineId?: 0 } : { machineId: number }>;
}
