// Generated from Rust by `npm run build`. Do not edit.

import type { Format, FormatWithoutEpoch, OneNode } from "../format.js";
import type { SnowflakeSIWithoutEpoch } from "../snowflake-si.js";
import type { SnoFormat } from "../sno.js";

/** The `machineId` of `twitter`, as one number or as its parts. */
export type TwitterMachine =
  | { machineId: number; datacenterId?: number; workerId?: number }
  | { machineId?: undefined; datacenterId: number; workerId: number };

/** The type of the format {@link twitter}. */
export interface TwitterFormat extends Format<
  bigint,
  TwitterMachine,
  { machineId: number; datacenterId: number; workerId: number; sequence: number },
  TwitterMachine & { sequence: number }
> {}

/**
 * time 41, machineId 10 (datacenterId 5, workerId 5), sequence 12; 63 bits, written in `decimal`. Ticks of 1 ms since 2010-11-04T01:42:54.657Z.
 *
 * @example
 * ```js
 * import { generator, twitter } from "flakekit";
 *
 * const ids = generator(twitter, { machineId: 1 });
 * twitter.isValid(ids.next()); // → true
 * ```
 */
export const twitter: TwitterFormat;

/**
 * The same format as {@link twitter}.
 *
 * @example
 * ```js
 * import { generator, x } from "flakekit";
 *
 * const ids = generator(x, { machineId: 1 });
 * x.isValid(ids.next()); // → true
 * ```
 */
export const x: typeof twitter;

/** The type of the format {@link discord}. */
export interface DiscordFormat extends Format<
  bigint,
  { workerId: number; processId: number },
  { workerId: number; processId: number; increment: number },
  { workerId: number; processId: number; increment: number }
> {}

/**
 * time 42, workerId 5, processId 5, increment 12; 64 bits, written in `decimal`. Ticks of 1 ms since 2015-01-01.
 *
 * @example
 * ```js
 * import { discord, generator } from "flakekit";
 *
 * const ids = generator(discord, { workerId: 1, processId: 1 });
 * discord.isValid(ids.next()); // → true
 * ```
 */
export const discord: DiscordFormat;

/** The type of the format {@link instagram}. */
export interface InstagramFormat extends Format<
  bigint,
  OneNode<"shardId">,
  { shardId: number; sequence: number },
  OneNode<"shardId"> & { sequence: number }
> {}

/**
 * time 41, shardId 13, sequence 10; 64 bits, written in `decimal`. Ticks of 1 ms since 2011-08-24T21:07:01.721Z.
 *
 * @example
 * ```js
 * import { generator, instagram } from "flakekit";
 *
 * const ids = generator(instagram, { shardId: 1 });
 * instagram.isValid(ids.next()); // → true
 * ```
 */
export const instagram: InstagramFormat;

/** The type of the format {@link mastodon}. */
export interface MastodonFormat extends Format<bigint, object, { sequence: number }, { sequence: number }> {}

/**
 * time 48, sequence 16; 64 bits, written in `decimal`. Ticks of 1 ms since 1970-01-01.
 *
 * @example
 * ```js
 * import { generator, mastodon } from "flakekit";
 *
 * const ids = generator(mastodon);
 * mastodon.isValid(ids.next()); // → true
 * ```
 */
export const mastodon: MastodonFormat;

/** The type of the format {@link sonyflake}. */
export interface SonyflakeFormat extends Format<
  bigint,
  { machineId: number },
  { sequence: number; machineId: number },
  { sequence: number; machineId: number }
> {}

/**
 * time 39, sequence 8, machineId 16; 63 bits, written in `decimal`. Ticks of 10 ms since 2014-09-01.
 *
 * @example
 * ```js
 * import { generator, sonyflake } from "flakekit";
 *
 * const ids = generator(sonyflake, { machineId: 1 });
 * sonyflake.isValid(ids.next()); // → true
 * ```
 */
export const sonyflake: SonyflakeFormat;

/** The type of the format {@link uid60}. */
export interface Uid60Format extends Format<
  bigint,
  object,
  { sequence: number; random: number },
  { sequence: number; random: number }
> {}

/**
 * time 42, sequence 9, random 9; 60 bits, written in `rotatedBase64`. Ticks of 1 ms since 2018-03-01.
 *
 * @example
 * ```js
 * import { generator, uid60 } from "flakekit";
 *
 * const ids = generator(uid60);
 * uid60.isValid(ids.next()); // → true
 * ```
 */
export const uid60: Uid60Format;

/**
 * time 39, toggle 1, meta 8, partition 16, sequence 16; 80 bits, written in `sno`. Ticks of 4 ms since 2010-01-01.
 *
 * @example
 * ```js
 * import { generator, sno } from "flakekit";
 *
 * const ids = generator(sno, { partition: 1 });
 * sno.isValid(ids.next()); // → true
 * ```
 */
export const sno: SnoFormat;

/**
 * time 40, machineId 5, sequence 8; 53 bits, written in `decimal`. Ticks of 1 ms. It has no epoch: set one by `withOptions`.
 *
 * @example
 * ```js
 * import { generator, snowflakeSI, withOptions } from "flakekit";
 *
 * const format = withOptions(snowflakeSI, { epoch: "2024-01-01" });
 * const ids = generator(format, { machineId: 1 });
 * format.isValid(ids.next()); // → true
 * ```
 */
export const snowflakeSI: SnowflakeSIWithoutEpoch;

/** The type of the format {@link nanoflake} with an epoch. */
export interface NanoflakeFormat extends Format<
  bigint,
  OneNode<"generatorId">,
  { generatorId: number; sequence: number },
  OneNode<"generatorId"> & { sequence: number }
> {}

/** The type of the format {@link nanoflake}. */
export interface NanoflakeWithoutEpoch extends FormatWithoutEpoch<
  bigint,
  { generatorId: number; sequence: number },
  NanoflakeFormat
> {}

/**
 * time 41, generatorId 10, sequence 12; 63 bits, written in `base36`. Ticks of 1 ms. It has no epoch: set one by `withOptions`.
 *
 * @example
 * ```js
 * import { generator, nanoflake, withOptions } from "flakekit";
 *
 * const format = withOptions(nanoflake, { epoch: "2024-01-01" });
 * const ids = generator(format, { generatorId: 1 });
 * format.isValid(ids.next()); // → true
 * ```
 */
export const nanoflake: NanoflakeWithoutEpoch;

/** The type of the format {@link tsid}. */
export interface TsidFormat extends Format<
  bigint,
  OneNode<"node">,
  { node: number; sequence: number },
  OneNode<"node"> & { sequence: number }
> {}

/**
 * time 42, node 10, sequence 12; 64 bits, written in `crockford`. Ticks of 1 ms since 2020-01-01.
 *
 * @example
 * ```js
 * import { generator, tsid } from "flakekit";
 *
 * const ids = generator(tsid, { node: 1 });
 * tsid.isValid(ids.next()); // → true
 * ```
 */
export const tsid: TsidFormat;

/** The built-in formats by name. */
export interface BuiltInFormats {
  twitter: typeof twitter;
  x: typeof x;
  discord: typeof discord;
  instagram: typeof instagram;
  mastodon: typeof mastodon;
  sonyflake: typeof sonyflake;
  uid60: typeof uid60;
  sno: typeof sno;
  snowflakeSI: typeof snowflakeSI;
  nanoflake: typeof nanoflake;
  tsid: typeof tsid;
}
