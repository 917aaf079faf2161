import type { Format, FormatWithoutEpoch } from "./format.js";

/** The widths that {@link withOptions} takes for Snowflake-SI, in bits. The widths sum to 53. */
export interface SnowflakeSIWidths {
  /** 40 to 52. Default: 40. */
  timeBits?: number | undefined;
  /** 0 to 12. Default: 5. */
  machineBits?: number | undefined;
  /** 1 to 13. Default: the rest of the 53 bits. */
  sequenceBits?: number | undefined;
}

/** Snowflake-SI with an epoch: a {@link Format} whose widths {@link withOptions} can change. */
export interface SnowflakeSI<Node extends object = { machineId: number }> extends Format<
  number,
  Node,
  { machineId: number; sequence: number },
  { machineId?: number; sequence: number }
> {
  /** For the compiler only, never set: it takes the options and the result of `withOptions` from here. */
  readonly "~widths"?: SnowflakeSIWidths;
}

/** Snowflake-SI without an epoch. */
export interface SnowflakeSIWithoutEpoch extends FormatWithoutEpoch<
  number,
  { machineId: number; sequence: number },
  SnowflakeSI
> {
  /** For the compiler only, never set: it takes the options and the result of `withOptions` from here. */
  readonly "~widths"?: SnowflakeSIWidths;
}
