// Makes IDs of one format for the requests of a server.

import type { AnyFormatWithEpoch, AnyId } from "flakekit";
import type { AnyLease } from "flakekit/lease";
import { makeChunk } from "../ids/index.js";
import type { AnswerClient } from "./clients.js";

/** How many IDs are made at a time. It is small, so that requests take turns even if a format has few IDs in a ms. */
const CHUNK = 100;

/** A format, and the lease that makes its IDs. */
export interface Issuer {
  readonly format: AnyFormatWithEpoch;
  readonly lease: AnyLease;
  /** Answers clients that ask for a seat; `undefined` if they get none. */
  readonly answerClient: AnswerClient | undefined;
  /** How many IDs were made. */
  made: number;
}

/** Makes IDs in chunks, of at least one ID each. */
export async function* issue(issuer: Issuer, count: number, metadata: number[]): AsyncGenerator<AnyId[]> {
  for (let made = 0; made < count;) {
    const chunk = await makeChunk(issuer.lease, Math.min(CHUNK, count - made), metadata);
    made += chunk.length;
    issuer.made += chunk.length;
    yield Array.from(chunk);
  }
}
