import type { Format, FormatWithoutEpoch, SimpleFormat } from "./format.js";
import type { SnowflakeSIWithoutEpoch } from "./snowflake-si.js";
import type { SnoFormat } from "./sno.js";

/** Twitter's machine, as one number or as its parts. */
export type TwitterMachine =
  | { machineId: number; datacenterId?: number; workerId?: number }
  | { machineId?: undefined; datacenterId: number; workerId: number };

/**
 * Snowflake-SI: time 40, machineId 5, sequence 8; 53 bits, IDs are safe integers. Its ticks are 1 ms. Has no epoch: set
 * one by `with`.
 */
export const snowflakeSI: SnowflakeSIWithoutEpoch;

/**
 * Twitter/X: time 41, machineId 10 (datacenterId 5, workerId 5), sequence 12; 63 bits. Its ticks are 1 ms since
 * 2010-11-04T01:42:54.657Z.
 */
export const twitter: Format<
  bigint,
  TwitterMachine,
  { machineId: number; datacenterId: number; workerId: number; sequence: number },
  TwitterMachine & { sequence: number }
>;

/** The same format as {@link twitter}. */
export const x: typeof twitter;

/** Discord: time 42, workerId 5, processId 5, increment 12; 64 bits. Its ticks are 1 ms since 2015-01-01. */
export const discord: SimpleFormat<bigint, { workerId: number; processId: number }, { increment: number }>;

/** Instagram: time 41, shardId 13, sequence 10; 64 bits. Its ticks are 1 ms since 2011-08-24T21:07:01.721Z. */
export const instagram: SimpleFormat<bigint, { shardId: number }, { sequence: number }>;

/** Mastodon: time 48, sequence 16; 64 bits. Its ticks are 1 ms since 1970-01-01. */
export const mastodon: SimpleFormat<bigint, object, { sequence: number }>;

/** Sonyflake: time 39, sequence 8, machineId 16; 63 bits. Its ticks are 10 ms since 2014-09-01. */
export const sonyflake: SimpleFormat<bigint, { machineId: number }, { sequence: number }>;

/**
 * Nanoflake: time 41, generatorId 10, sequence 12; 63 bits, written in base36. Its ticks are 1 ms. Has no epoch: set
 * one by `with`.
 */
export const nanoflake: FormatWithoutEpoch<bigint, { generatorId: number }, { generatorId: number; sequence: number }>;

/** uid60: time 42, sequence 9, random 9; 60 bits, written in 10 characters. Its ticks are 1 ms since 2018-03-01. */
export const uid60: SimpleFormat<bigint, object, { sequence: number; random: number }>;

/**
 * sno: time 39, toggle 1, meta 8, partition 16, sequence 16; 80 bits. Its ticks are 4 ms, from 2010-01-01 to
 * 2079-09-07T15:47:35.548Z. IDs are texts of 16 characters that sort by time; so do their bytes and UUIDs.
 */
export const sno: SnoFormat;

/** Any built-in format whose IDs are integers, with or without an epoch. */
export type BuiltInFormat =
  Format | FormatWithoutEpoch<number | bigint, Record<string, number>, Record<string, number>>;

/** All built-in formats. */
export function formats(): (BuiltInFormat | SnoFormat)[];
