// Whether a text is an ID that is no secret.

import type { Found } from "flakekit/inspect";
import { scanned } from "../inspection/inspector.ts";
import { isSecret } from "./secrets.ts";

/** Whether a text is an ID as a whole, and nothing says that it is a secret. */
export function isPublicId(text: string): boolean {
  const [found] = scanned(text);
  return found?.text === text && isPublic(found) && !isSecret(text, found);
}

/**
 * Whether an ID has a time, or is a UUID. All other IDs may be secrets: the tokens of GitHub are a known kind without a
 * time, and random texts look like IDs of kinds without a time.
 */
export const isPublic = ({ candidates: [first] }: Found): boolean =>
  first !== undefined && (first.date !== null || first.format.startsWith("uuid"));
