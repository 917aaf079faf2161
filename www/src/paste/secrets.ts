// Names of secrets. The page writes no text beside one into the address, the title or the history of the browser.

import type { Found } from "flakekit/inspect";

/** Parts of names that are long enough to be looked for in words, such as that of `dbpassword`. */
const PARTS = /pass|pwd|token|secret|credential|bearer|signature|session|cookie|kennwort|private|csrf|xsrf|oauth/;

/** Words that are looked for as a whole or at the end of another one, such as that of `apikey`. */
const WORDS =
  /(?:^|[^a-z])(?:pw|sid|sig|otp|totp|mfa|pin|jwt|hash|hmac|nonce|salt|seed|code|invite|reset|verify|confirm|ticket|magic|login|senha|clave|\w*keys?|\w*auth\w*)(?:[^a-z]|$)/;

/** Words with `auth` that name no secret. */
const AUTHORS = /\bauthors?\b/g;

/** Whether a text contains the name of a secret, such as `DB_PASSWORD`, `apiKey` or `Authorization`. */
function namesSecret(text: string): boolean {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\d]+/g, " ")
    .toLowerCase()
    .replace(AUTHORS, "");
  return PARTS.test(words) || WORDS.test(words);
}

/** Whether the text around an ID says that it is a secret, or its own prefix, such as that of `session_01h455vb4pex5vsknk084sn02q`. */
export const isSecret = (text: string, found: Found): boolean =>
  namesSecret(`${surroundings(text, found)} ${/^[A-Za-z_]+_/.exec(found.text)?.[0] ?? ""}`);

/** What separates the parts of a link that have names of their own. */
const BOUNDARY = /[?#&;/]/;

/** What may say that an ID is a secret: in a link, its own parameter, or its folder and the one before; else the whole text. */
function surroundings(text: string, { start, end }: Found): string {
  const linkStart = text.slice(0, start).search(/\S+$/);
  const before = linkStart < 0 ? "" : text.slice(linkStart, start);
  const isLink = /:\/\/|^[\w-]+(?:\.[\w-]+)+\//.test(before);
  if (!isLink) return `${text.slice(0, start)} ${text.slice(end)}`;
  const [after = ""] = text.slice(end).split(/[\s?#&;/]/);
  const parts = before.split(BOUNDARY);
  // A folder may name the next one; a parameter names itself.
  const isFolder = before.at(-(parts.at(-1) ?? "").length - 1) === "/";
  return `${parts.slice(isFolder ? -2 : -1).join(" ")} ${after}`;
}
