// Grants with a message authentication code (MAC), and the numbers of callers in the store.

import type { SpaceTerms } from "../keeper/index.js";
import { hexOf, joinTexts } from "../stores/index.js";

/** The name of the hash function. */
const SHA_256 = "SHA-256";
const HMAC = { __proto__: null, name: "HMAC", hash: SHA_256 };

/** A seat's key and record. */
export type Granted = readonly [key: string, record: string];

/** The encoder is made in a call, because phones import this file too, and have no encoder. */
const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * The keys of a handler. The first secret signs and names callers; all secrets verify.
 *
 * A MAC covers the space, its terms, the caller, the key of the seat and its record, which has the token, the beginning and
 * the end of the window. So a grant is worth nothing to another caller, or in another space.
 */
export class Keys {
  readonly #secrets: readonly Uint8Array<ArrayBuffer>[];
  readonly #context: readonly [space: string, terms: string];
  #keys: Promise<CryptoKey[]> | undefined;

  constructor(secrets: readonly Uint8Array<ArrayBuffer>[], { space, text }: SpaceTerms) {
    this.#secrets = secrets;
    this.#context = [space, text];
  }

  /** A grant as text. */
  async _sign(caller: string, [key, record]: Granted): Promise<string> {
    const [first] = await this.#imported();
    const mac = await crypto.subtle.sign(HMAC, first as CryptoKey, this.#message("grant", caller, key, record));
    return [key, record, hexOf(new Uint8Array(mac))].join("|");
  }

  /** The seat and the record of a grant; `undefined` if the handler has not given it to the caller. */
  async _verify(caller: string, grant: string): Promise<Granted | undefined> {
    const [key, record, mac, ...rest] = grant.split("|");
    if (key === undefined || record === undefined || !/^[0-9a-f]{64}$/.test(mac ?? "") || rest.length > 0)
      return undefined;
    const message = this.#message("grant", caller, key, record);
    const bytes = Uint8Array.from({ length: 32 }, (_, i) =>
      Number.parseInt((mac as string).slice(2 * i, 2 * i + 2), 16),
    );
    for (const secret of await this.#imported()) {
      if (await crypto.subtle.verify(HMAC, secret, bytes, message)) return [key, record];
    }
    return undefined;
  }

  /** The numbers of a caller in the store's records: one for each secret, in the same order. */
  async _callerNumbers(caller: string): Promise<bigint[]> {
    // The message does not have the terms, so a caller keeps its numbers after a migration.
    const message = toUtf8(joinTexts("flakekit 1 caller", this.#context[0], caller));
    const secrets = await this.#imported();
    return Promise.all(secrets.map(async (secret) => firstWord(await crypto.subtle.sign(HMAC, secret, message))));
  }

  /**
   * The token of a claim. The token depends on the caller, so that no caller can name another caller's claim. It does not
   * depend on the secret, so that a repeated request finds a lost answer while secrets are replaced.
   */
  async _token(caller: string, name: string): Promise<bigint> {
    return firstWord(await crypto.subtle.digest(SHA_256, this.#message("token", caller, name)));
  }

  #message(...parts: readonly string[]): Uint8Array<ArrayBuffer> {
    const [purpose, ...rest] = parts;
    return toUtf8(joinTexts(`flakekit 1 ${purpose}`, ...this.#context, ...rest));
  }

  #imported(): Promise<CryptoKey[]> {
    return (this.#keys ??= Promise.all(
      this.#secrets.map((secret) => crypto.subtle.importKey("raw", secret, HMAC, false, ["sign", "verify"])),
    ));
  }
}

function firstWord(bytes: ArrayBuffer): bigint {
  return new DataView(bytes).getBigUint64(0);
}

/** The number of a caller as text, as in records. */
export function callerText(number: bigint): string {
  return number.toString(16).padStart(16, "0");
}
