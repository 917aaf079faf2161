// Words the errors of IndexedDB.

import { FlakeError, reason } from "../../../values/index.js";
import { recordsLost, storeFailed } from "../index.js";

/** Remedies by the name of the browser's error. */
const REMEDIES: Readonly<Record<string, string>> = {
  SecurityError:
    "the browser refuses storage to this page: allow cookies and data of this site; a sandboxed frame needs allow-same-origin",
  InvalidStateError: "this browser has no IndexedDB in private windows, or blocks data of this site: allow it",
  NotFoundError: "the database belongs to something else: give tabs() another name",
  VersionError: "a newer version of flakekit has made the database: load this page again",
  QuotaExceededError: "the disk is full, or the site has used up its storage: delete data that is not needed",
};

export function failed(name: string, error: unknown): FlakeError {
  if (error instanceof FlakeError) return error;
  const remedy = REMEDIES[String((error as { name?: unknown } | null)?.name)];
  const suffix = remedy === undefined ? "" : `; ${remedy}`;
  return storeFailed(`the database '${name}' of IndexedDB failed: ${reason(error)}${suffix}`, error);
}

/** The error of a store whose user has promised that nobody deletes records. */
export function promiseBroken(name: string): FlakeError {
  return recordsLost(
    `the records of the database '${name}' were deleted or changed by something else, although durable: true promises that ` +
      `nobody does that: close all pages and workers of this site, delete the database by indexedDB.deleteDatabase, and open them ` +
      "when the longest window has passed; or give tabs() no durable",
  );
}

export function noIndexedDB(): FlakeError {
  return storeFailed(
    "there is no IndexedDB here: tabs() is for pages and workers of browsers; in Node.js, Deno and Bun use file() of " +
      "flakekit/lease/file",
  );
}
