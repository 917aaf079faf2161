// IDs in links: which part of a link is the ID, and what its host says about the format.

import { namesSecret } from "./secrets.ts";
import { idOfShortcode } from "./shortcode.ts";

/** An ID in a link. */
export interface LinkedId {
  /** The IDs of the link, the one that it leads to first. */
  ids: string[];
  /** Words that may be IDs, and that the link names as secrets. */
  secrets: string[];
  host: string;
  /** The format that the host uses, if the page knows the host. */
  format?: string;
}

interface Site {
  format: string;
  host: RegExp;
  /** Matches each ID in the path; its first group is the ID. */
  ids: RegExp;
  /** Reads the ID from its group, if it is not written in decimal. */
  read?: (text: string) => string;
}

/** A site's own host, or a part of it. */
const SITES: readonly Site[] = [
  { format: "twitter", host: /(^|\.)(x|twitter)\.com$/, ids: /\/(?:status(?:es)?|lists|communities|spaces)\/(\d+)/g },
  { format: "discord", host: /(^|\.)discord(app)?\.(com|net|gg)$/, ids: /\/(\d{15,20})(?=[/.]|$)/g },
  {
    format: "instagram",
    host: /(^|\.)instagram\.com$/,
    ids: /\/(?:p|tv|reels?)\/([\w-]{10,11})(?=\/|$)/g,
    read: idOfShortcode,
  },
  // Any host may be an instance of Mastodon. The path tells.
  { format: "mastodon", host: /./, ids: /\/(?:@[\w.-]+(?:@[\w.-]+)?|statuses)\/(\d{15,20})(?=\/|$)/g },
];

/** Parts of other links that can be IDs, if they have digits. */
const OTHER = /[\w-]{9,}/g;

const LINK = /^(?:[a-z][a-z0-9+.-]*:\/\/|(?=[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/))\S+$/i;

/** Returns the IDs in a link; undefined if the text is no link, or has none. */
export function linkedIds(text: string): LinkedId | undefined {
  if (!LINK.test(text)) return undefined;
  const link = urlOf(text);
  if (!link) return undefined;
  const host = link.hostname.replace(/^www\./, "");
  for (const { format, host: hosts, ids, read } of SITES) {
    if (!hosts.test(link.hostname)) continue;
    const found = [...link.pathname.matchAll(ids)].map(([, id = ""]) => (read ? read(id) : id));
    // The last one is the most exact: a message is after its channel.
    if (found.length > 0) return { ids: found.reverse(), secrets: [], host, format };
  }
  const found: Pick<LinkedId, "ids" | "secrets"> = { ids: [], secrets: [] };
  for (const part of unescaped(`${link.search} ${link.hash}`).split(/[?#&;\s]/)) addWords(part, "", found);
  const folders = unescaped(link.pathname).split("/");
  folders.forEach((folder, i) => addWords(folder, folders[i - 1] ?? "", found));
  return found.ids.length + found.secrets.length > 0 ? { ...found, host } : undefined;
}

/** Adds the words of a part of a link that can be IDs: to the secrets, if the rest of the part or the name before it says so. */
function addWords(part: string, name: string, { ids, secrets }: Pick<LinkedId, "ids" | "secrets">): void {
  const words: string[] = [];
  const rest = part.replace(OTHER, (word) => {
    if (!/\d/.test(word)) return word;
    words.push(word);
    return " ";
  });
  (namesSecret(`${name} ${rest}`) ? secrets : ids).push(...words);
}

/**
 * Decodes the escapes of a link, each to one character: those of IDs are ASCII. A % without two digits stays. So no link is
 * refused, as `decodeURIComponent` refuses some.
 */
const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

function urlOf(text: string): URL | undefined {
  const withScheme = text.includes("://") ? text : `https://${text}`;
  return URL.canParse(withScheme) ? new URL(withScheme) : undefined;
}
