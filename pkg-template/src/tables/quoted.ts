const MAX_QUOTED_LENGTH = 64;

/** A text of the user in quotes, shortened if it is long. */
export function quoted(text: string): string {
  return `'${text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text}'`;
}
