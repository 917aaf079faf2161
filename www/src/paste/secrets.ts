// Names of secrets. The page writes no text beside such a name into the address, the title or the history of the
// browser.

import type { Found } from "flakekit/inspect";

/** An ID, and its place in a text. */
type Place = Pick<Found, "text" | "start" | "end">;

/** Parts of names that are long enough to be looked for within words, such as `password` in `dbpassword`. */
const PARTS =
  /pass|pwd|token|secret|credential|bearer|signature|session|sessid|cookie|kennwort|geheim|wachtwoord|contrasen|parola|private|csrf|xsrf|oauth|recovery|пароль|密码|密碼|パスワード|비밀번호/;

/** Words that are looked for as a whole or at the end of another word, such as `key` in `apikey`. */
const WORDS =
  /(?:^|[^a-z])(?:pw|sid|sig|otp|totp|mfa|pin|jwt|hash|hmac|nonce|salt|seed|code|invite|reset|verify|confirm|ticket|magic|login|senha|clave|mdp|heslo|has[lł]o|sifre|sk|rk|hrku|\w*keys?|\w*auth\w*)(?:[^a-z]|$)/;

/** Words with `auth` that name no secret. */
const AUTHORS = /\bauthors?\b/g;

/** The text without percent encoding, accents and wide forms of letters. */
const plain = (text: string): string =>
  text
    .replace(/%[2-7][\da-f]/gi, decodeURIComponent)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");

/** Whether a text contains the name of a secret, such as `DB_PASSWORD`, `apiKey` or `Authorization`. */
function namesSecret(text: string): boolean {
  const words = plain(text)
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\d]+/g, " ")
    .toLowerCase()
    .replace(AUTHORS, "");
  return PARTS.test(words) || WORDS.test(words);
}

/** Whether the text around an ID says that it is a secret, or the ID itself does. */
export const isSecret = (text: string, found: Place): boolean =>
  namesSecret(surroundings(text, found)) || namesItself(text, found);

/** Whether the prefix of an ID names a secret, such as `session` in `session_01h455vb4pex5vsknk084sn02q`. */
const hasSecretPrefix = (id: string): boolean => namesSecret(/^[A-Za-z_]+_/.exec(id)?.[0] ?? "");

/** Matches the login of a link: a password or a token before the `@` of the host. */
const LOGIN = /^[^\s/?#"'`,;<>(){}[\]|=&]*@/;

const namesItself = (text: string, { text: id, end }: Place): boolean =>
  hasSecretPrefix(id) || LOGIN.test(text.slice(end));

/** Whether the name of a column says that its cells are secrets, or a cell says that its ID is a secret. */
export const isSecretCell = (column: string, cell: string, found: Place | undefined): boolean =>
  namesSecret(column) || (found !== undefined && isSecret(cell, found));

/**
 * Tells which IDs of a text with several IDs are secrets. The text before or above an ID counts until other words
 * follow.
 */
export class SecretsOfList {
  #isNamed = false;

  /** Whether the next ID of a text is a secret; `from` is the end of the ID before it. */
  isSecret(text: string, found: Place, from: number): boolean {
    this.pass(text.slice(from, found.start));
    return this.#isNamed || namesItself(text, found);
  }

  /** Takes a text without IDs. */
  pass(text: string): void {
    const words = text.split("\n").findLast((line) => /\p{L}/u.test(line));
    if (words !== undefined) this.#isNamed = namesSecret(words);
  }
}

/** Matches characters between parts of a link that have names of their own. */
const BOUNDARY = /[?#&;/]/;

/**
 * The text that may say that an ID is a secret: in a link, the ID's parameter, or its folder and the folder before it;
 * otherwise the whole text.
 */
function surroundings(text: string, { start, end }: Place): string {
  const linkStart = text.slice(0, start).search(/\S+$/);
  const before = linkStart < 0 ? "" : text.slice(linkStart, start);
  const isLink = /:\/\/|^[\w-]+(?:\.[\w-]+)+\//.test(before);
  if (!isLink) return `${text.slice(0, start)} ${text.slice(end)}`;
  const [after = ""] = text.slice(end).split(/[\s?#&;/]/);
  const parts = before.split(BOUNDARY);
  // A folder may be the name of the next folder. A parameter contains its own name.
  const isFolder = before.at(-(parts.at(-1) ?? "").length - 1) === "/";
  return `${parts.slice(isFolder ? -2 : -1).join(" ")} ${after}`;
}
