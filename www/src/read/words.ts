// Texts that look like IDs, but that no clock made: each with what the page says of it.

import type { TemplateResult } from "lit-html";
import { secretIn } from "../paste/tokens.ts";

/** What the page says of a text instead of a time. */
export interface Words {
  title: string;
  says: string | TemplateResult;
}

/** Says something of a text; undefined if it has nothing to say. */
export type Rule = (text: string) => Words | undefined;

export const matches =
  (pattern: RegExp, title: string, says: string | ((match: RegExpExecArray) => string | TemplateResult)): Rule =>
  (text) => {
    const match = pattern.exec(text);
    return match ? { title, says: typeof says === "string" ? says : says(match) } : undefined;
  };

const PLACEHOLDER = "Its digits are in order, or all alike, as people type them. No clock made it.";

/** Numbers of which at least 12 digits follow each other, also as 9, 0 and 1 do, or are alike. */
const isTyped: Rule = (text) => {
  if (!/^\d{10,}$/.test(text)) return undefined;
  const steps = [...text].slice(1).map((digit, n) => (Number(digit) - Number(text[n]) + 10) % 10);
  const isOf = (step: number) => steps.filter((one) => one === step).length >= Math.max(8, 0.75 * steps.length);
  return [0, 1, 9].some(isOf) ? { title: "A placeholder", says: PLACEHOLDER } : undefined;
};

const EXAMPLE = "Documents use it as an example. No clock made it.";

const secret: Rule = (text) => {
  const name = secretIn(text);
  return name === undefined
    ? undefined
    : { title: "A secret", says: `It looks like ${name}. It is not stored, and it is in no link.` };
};

/** Texts that look like IDs. */
export const NOT_MADE: readonly Rule[] = [
  secret,
  isTyped,
  matches(/^123e4567-e89b-12d3-a456-42661[0-9a-f]{7}$/i, "An example", EXAMPLE),
  matches(
    /^(?:deadbeef|cafebabe|01234567-89ab)/i,
    "A placeholder",
    "Its digits are words or in order, as people type them.",
  ),
];

/** What the page says of a text that may be an ID by its digits, but was not made by a clock. */
export const wordsOf: Rule = (text) => firstOf(NOT_MADE, text);

/** What the first rule says that has something to say of a text. */
export function firstOf(rules: readonly Rule[], text: string): Words | undefined {
  for (const rule of rules) {
    const words = rule(text);
    if (words) return words;
  }
  return undefined;
}
