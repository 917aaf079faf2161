// Texts that the reader does not take for IDs: each with what the page says of it.

import { type TemplateResult, html, nothing } from "lit-html";
import { linkTo } from "../address.ts";
import { attempt } from "../attempt.ts";
import { builtIn } from "../formats/catalogue.ts";
import { CUSTOM } from "../formats/custom.ts";
import { titleOf } from "../names.ts";
import { copyButton } from "../parts/copy.ts";
import { instantOf, utc } from "../when.ts";
import { NOT_MADE, type Rule, type Words, firstOf, matches } from "./words.ts";

/** Hosts, and what is known of the IDs in their links. */
const SITES: Record<string, string> = {
  "youtube.com": "YouTube's IDs are random: no time.",
  "spotify.com": "Spotify's IDs are random: no time.",
  "facebook.com": "The page cannot read Facebook's IDs: they are counters or hide their times.",
  "fb.watch": "Facebook's short links are random: no time.",
  "reddit.com": "Reddit counts its IDs: no time.",
  "github.com": "GitHub counts its issues and users: no time.",
  "twitch.tv": "Twitch counts its videos: no time.",
  "vimeo.com": "Vimeo counts its videos: no time.",
  "wikipedia.org": "Wikipedia counts its pages: no time.",
  "amazon.com": "Amazon's product numbers hold no time.",
  "google.com": "The IDs in Google's links are random: no time.",
  "pinterest.com": "Pinterest's IDs hold a shard and a counter: no time.",
  "vk.com": "VK counts its posts: no time.",
  "t.me": "Telegram counts the messages of each chat: no time.",
  "imgur.com": "Imgur's IDs are random: no time.",
  "tumblr.com": "The page does not know Tumblr's IDs.",
  "x.com": "This link has no ID of a post.",
  "twitter.com": "This link has no ID of a post.",
  "discord.gg": "Discord's invites are random: no time.",
  "instagram.com": "This link has no ID of a post.",
};

const HOST = /^(?:https?:\/\/)?(?:[\w-]+\.)*?([\w-]+\.[a-z]{2,6})(?:[/?#:]\S*)?$/i;

const link: Rule = (text) => {
  const host = HOST.exec(text)?.[1]?.toLowerCase();
  if (host === undefined || !/[/:]/.test(text)) return undefined;
  return {
    title: "A link without a time",
    says: SITES[host] ?? `The page finds no ID with a time in this link of ${host}.`,
  };
};

/** The formats whose first ID of a time is shown. */
const SHOWN = ["twitter", "discord", "mastodon"];

/** The first IDs of a time, and the view that finds all IDs of a day. */
function idsAt(ms: number): TemplateResult {
  const [from, to] = [ms, ms + DAY].map((ms) => new Date(ms).toISOString().slice(0, 19));
  const firsts = builtIn
    .filter(({ name }) => SHOWN.includes(name))
    .flatMap(({ name, firstAt }) => {
      const id = attempt(() => firstAt(new Date(ms))).result;
      return id === undefined ? [] : [{ name: titleOf(name), id: String(id) }];
    });
  return html`${utc(new Date(ms), 1000)}. ${firsts.length > 0 ? "The first IDs of this time:" : nothing}
    ${firsts.map(({ name, id }) => html`<span class="first">${name} <code>${id}</code> ${copyButton(`the ID of ${name}`, () => id)}</span>`)}
    <a href=${linkTo("range", { from, to })}>Find all IDs of the 24 hours from then</a>`;
}

const DAY = 86_400_000;

/** Dates with the name of a month: `17 May 2024`, `May 17, 2024 12:34`. */
const NAMED =
  /^(?:[a-z]{3,9},? )?(?:\d\d? [a-z]{3,9}|[a-z]{3,9} \d\d?),? \d{4}(?:,? \d\d?:\d\d(?::\d\d)?)?( UTC| GMT)?$/i;

const date: Rule = (text) => {
  const named = NAMED.exec(text);
  const ms = named
    ? Date.parse(named[1] ? text : `${text} UTC`)
    : instantOf(text.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, "$3-$2-$1"));
  return Number.isNaN(ms) ? undefined : { title: "A date", says: idsAt(ms) };
};

/** A date in digits, and a count: `202405171234570001`. */
const dateInDigits: Rule = (text) => {
  const digits = /^(20\d\d)(\d\d)(\d\d)([0-2]\d)([0-5]\d)([0-5]\d)\d{0,6}$/.exec(text)?.slice(1);
  if (!digits) return undefined;
  const [year, month, day, ...clock] = digits;
  const ms = instantOf(`${year}-${month}-${day}T${clock.join(":")}`);
  if (Number.isNaN(ms)) return undefined;
  return {
    title: "A date in digits",
    says: html`It begins as ${utc(new Date(ms), 1000)} is written. The zone is that of its maker. ${idsAt(ms)}`,
  };
};

/** The check digit of GS1 makes the sum of the digits, of which every second one counts three times, a multiple of 10. */
const isChecked = (digits: string): boolean =>
  [...digits].reverse().reduce((sum, digit, n) => sum + Number(digit) * (n % 2 === 0 ? 1 : 3), 0) % 10 === 0;

const parcel: Rule = (text) =>
  /^00\d{18}$/.test(text) && isChecked(text)
    ? { title: "A parcel's number", says: "It is an SSCC of GS1, which counts what a company ships: no time." }
    : undefined;

const UNKNOWN: readonly Rule[] = [
  dateInDigits,
  parcel,
  date,
  matches(/^-100\d{9,10}$/, "A chat of Telegram", "Telegram counts its channels and groups: no time."),
  matches(
    /^-\d{6,}$/,
    "A negative number",
    "No ID that the page knows is negative. Telegram's groups have such numbers, which hold no time.",
  ),
  (text) =>
    text.startsWith("PK\u0003\u0004")
      ? { title: "A ZIP archive", says: "Unpack it, and open the file that has the IDs." }
      : undefined,
  matches(/^%PDF-/, "A PDF", "Copy its text, and paste the text."),
  matches(/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, "An address of e-mail", "It holds no time."),
  matches(/^(?:\d{1,3}\.){3}\d{1,3}(?:[:/]\d+)?$/, "An IP address", "It holds no time."),
  matches(/^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i, "A MAC address", "It holds no time."),
  matches(/^\d\d?:\d\d(?::\d\d)?$/, "A time of day", "Paste it with its date to get the IDs of that time."),
  matches(/^\+[\d ()/-]{7,}$/, "A phone number", "It holds no time."),
  matches(
    /^-?\d+(?:\.\d+)?e[+-]?\d+$/i,
    "A rounded number",
    "A number with an exponent has lost the last digits of its ID. Let its source write the ID as a text.",
  ),
  link,
  matches(/\s/, "No ID", "The text contains no ID that this page knows."),
];

/** What the page says of a text that the reader does not take for an ID. */
export const wordsOfUnknown = (text: string): Words =>
  firstOf([...NOT_MADE, ...UNKNOWN], text) ?? { title: "No ID that this page knows", says: NEXT };

/** Whether the user is asked for the kind. */
export const isNext = ({ says }: Words): boolean => says === NEXT;

const NEXT = html`If you know the kind of this ID, choose it. If its layout is your own,
  <a href=${linkTo("make", { format: CUSTOM })}>define it</a>. If nobody knows its layout,
  <a href=${linkTo("layout")}>find it</a> from some IDs and their times.`;
