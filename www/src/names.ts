// The names of kinds as people use them, and the precision of their times. Only code has the names that the package exports.

import { formats } from "flakekit";

/** A name, and how many ms the smallest step of the kind's time has, if that is not 1. */
type Known = readonly [title: string, unit?: number];

const S = 1000;

const KINDS: Record<string, Known> = {
  twitter: ["X"],
  discord: ["Discord"],
  instagram: ["Instagram"],
  mastodon: ["Mastodon"],
  sonyflake: ["Sonyflake"],
  snowflakeSI: ["Snowflake-SI"],
  nanoflake: ["Nanoflake"],
  tsid: ["TSID"],
  ulid: ["ULID"],
  ksuid: ["KSUID", S],
  xid: ["xid", S],
  objectid: ["MongoDB ObjectId", S],
  typeid: ["TypeID"],
  tid: ["Bluesky"],
  firebase: ["Firebase"],
  timeflake: ["Timeflake"],
  flake: ["Flake"],
  cuid: ["CUID"],
  cuid2: ["CUID2"],
  xray: ["AWS X-Ray", S],
  slack: ["Slack"],
  tiktok: ["TikTok", S],
  linkedin: ["LinkedIn"],
  nextcloud: ["Nextcloud", S],
  nocobase: ["NocoBase", S],
  cosid: ["CosId"],
  pgedge: ["pgEdge"],
  steam: ["Steam"],
  unix: ["Unix time"],
  filetime: ["Windows FILETIME"],
  ticks: [".NET ticks"],
  webkit: ["WebKit time"],
  own: ["Snowflake"],
  custom: ["your own layout"],
  stripe: ["Stripe"],
  github: ["GitHub token"],
  traceparent: ["W3C trace ID"],
  git: ["Git commit"],
  hash: ["hash"],
  nanoid: ["Nano ID"],
  youtube: ["YouTube"],
  reddit: ["Reddit"],
};

/** The name of a kind for people. */
export const titleOf = (kind: string): string => KINDS[kind]?.[0] ?? kind.replace(/^uuid/, "UUID");

/** A Unix time of this length or less is in seconds. */
const SECONDS_LENGTH = 11;

/** The smallest step of the time of an ID, in ms. */
export function unitOf(kind: string, text: string): number {
  if (kind === "unix" && /^\d+$/.test(text) && text.length <= SECONDS_LENGTH) return S;
  const unit = formats().find(({ name }) => name === kind)?.unit ?? KINDS[kind]?.[1];
  return unit ?? 1;
}
