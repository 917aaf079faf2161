// The module of hidden IDs, and the table of its ciphers.

import { exportsOf, startModule } from "../bridge/index.js";
import { CIPHERS, EXCHANGED, MAX_KEY } from "../generated/contract.js";
import type { HiddenCore } from "../../core/hidden.js";

const LOADING = { _entry: "flakekit/hidden", _file: "the module of flakekit/hidden" };

/** Starts the module that an entry has. `compile` returns it. */
export const newHiddenCore = (compile: () => WebAssembly.Module): HiddenCore =>
  startModule(LOADING, () => exportsOf(compile()));

/** What a cipher is made from. */
export interface CipherParts {
  readonly _key: Uint8Array;
  /** The code of the letter with which texts of the key begin; 0 if they begin with none. */
  readonly _letter: number;
  readonly _tweak: readonly number[];
  readonly _bits: number;
}

/**
 * The ciphers that are open in the module. A new cipher takes the place of the one that was opened first, which is opened again at its
 * next call. So a program can have any count of keys and tweaks, and the module needs no allocator.
 */
export class Table {
  readonly _core: HiddenCore;
  /** The words of an ID, the low ones first, after a call of the module. */
  readonly _words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #owners: (Cipher | undefined)[] = [];
  #next = 0;

  constructor(core: HiddenCore) {
    const address = core.words_address();
    this._core = core;
    this._words = new Uint32Array(core.memory.buffer, address, EXCHANGED);
    this.#bytes = new Uint8Array(core.memory.buffer, address, EXCHANGED * 4);
  }

  _has(cipher: Cipher, at: number): boolean {
    return this.#owners[at] === cipher;
  }

  /** Opens a cipher, and returns its place. */
  _open(cipher: Cipher, { _key, _letter, _tweak, _bits }: CipherParts): number {
    const at = this.#next;
    // The owner is set last, because the module may not return if the stack is full.
    this.#owners[at] = undefined;
    for (let i = 0; i < _key.length; i++) this.#bytes[i] = _key[i] as number;
    for (let i = 0; i < _tweak.length; i++) this.#bytes[MAX_KEY + i] = _tweak[i] as number;
    this._core.open_cipher(at, _key.length, _letter, _tweak.length, _bits);
    this.#next = (at + 1) % CIPHERS;
    this.#owners[at] = cipher;
    return at;
  }
}

/** The cipher of a key and a tweak. */
export class Cipher {
  readonly #table: Table;
  readonly #parts: CipherParts;
  #at = 0;

  constructor(table: Table, parts: CipherParts) {
    this.#table = table;
    this.#parts = parts;
  }

  /** Hides the ID in the first words of a list, and writes the hidden number into others. Returns the check of the ID. */
  _hide(from: Uint32Array, to: Uint32Array): number {
    const { _core } = this.#table;
    return this.#call((at) => _core.hide_id(at, from[0] as number, from[1] as number, from[2] as number), to);
  }

  /** The reverse of `_hide`: it reads a hidden number, and writes the ID. Returns the check of the ID, too. */
  _show(from: Uint32Array, to: Uint32Array): number {
    const { _core } = this.#table;
    return this.#call((at) => _core.show_id(at, from[0] as number, from[1] as number, from[2] as number), to);
  }

  #call(call: (at: number) => number, to: Uint32Array): number {
    const table = this.#table;
    // The module has lost the cipher if the stack was full in an earlier call.
    let check = table._has(this, this.#at) ? call(this.#at) : -1;
    if (check < 0) {
      this.#at = table._open(this, this.#parts);
      check = call(this.#at);
    }
    const { _words } = table;
    for (let i = 0; i < 3; i++) to[i] = _words[i] as number;
    return check;
  }
}
