// Secrets: texts that the page neither stores nor writes into links.

/** Tokens whose beginnings tell who made them. */
const TOKENS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:sk|rk|pk)_(?:live|test)_\w{8}/, "a key of Stripe"],
  [/\b(?:gh[opusr]_\w{16}|github_pat_\w{16})/, "a token of GitHub"],
  [/\bglpat-[\w-]{16}/, "a token of GitLab"],
  [/\bxox[abeoprs]-[\w-]{10}/, "a token of Slack"],
  [/\bAKIA[0-9A-Z]{16}\b/, "a key of AWS"],
  [/\bAIza[\w-]{30}/, "a key of Google"],
  [/\bnpm_\w{30}/, "a token of npm"],
  [/\bsk-[\w-]{20}/, "a key of an API"],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\./, "a JSON Web Token"],
  [/\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}/, "a token of Discord"],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, "a private key"],
  [/:\/\/[^\s/:@]*:[^\s/@]+@/, "a login in a link"],
  [
    /(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?keys?|auth(?:orization)?|cookie|credentials?|session(?:[_-]?id)?)["']?\s*(?:[:=]|=>|\(["'])\s*\S/i,
    "a secret by its name",
  ],
  [/\bbearer\s+\S{8}/i, "a token"],
];

/** The name of the secret in a text; undefined if it has none. */
export const secretIn = (text: string): string | undefined => TOKENS.find(([pattern]) => pattern.test(text))?.[1];

export const isSecret = (text: string): boolean => secretIn(text) !== undefined;
