// Names of secrets. The page writes no text beside one into the address, the title or the history of the browser.

/** Parts of names that are long enough to be looked for in words, such as that of `dbpassword`. */
const PARTS = /pass|pwd|token|secret|credential|bearer|signature|session|cookie|kennwort|private|csrf|xsrf|oauth/;

/** Words that are looked for as a whole or at the end of another one, such as that of `apikey`. */
const WORDS =
  /(?:^|[^a-z])(?:pw|sid|sig|otp|totp|mfa|pin|jwt|hash|hmac|nonce|salt|seed|code|invite|reset|verify|confirm|ticket|magic|login|senha|clave|\w*keys?|\w*auth\w*)(?:[^a-z]|$)/;

/** Words with `auth` that name no secret. */
const AUTHORS = /\bauthors?\b/g;

/** Whether a text contains the name of a secret, such as `DB_PASSWORD`, `apiKey` or `Authorization`. */
export function namesSecret(text: string): boolean {
  const words = text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\d]+/g, " ")
    .toLowerCase()
    .replace(AUTHORS, "");
  return PARTS.test(words) || WORDS.test(words);
}
