// The records of all spaces in shared memory.
//
// The records are divided among buckets, so that a swap writes only one bucket again. The root of a state is the table of
// the buckets' first pages, 0 for an empty bucket. A bucket is a JSON list of texts: for each record its space, its key and
// the record.

import type * as api from "../../../../types/lease/store.js";
import { HEAD_KEY } from "../../../generated/contract.js";
import { areAsRead } from "../index.js";
import { Blocks } from "./blocks.js";
import { Clock, type Readings } from "./clock.js";
import { pagesFor } from "./draft.js";
import { GENERATION, numberOf, type Memory } from "./memory.js";

/** The count of buckets. The table fills two pages. */
const BUCKETS = 125;

/** Three texts for each record: its space, its key, and the record. */
type Bucket = string[];

export class Records {
  readonly _memory: Memory;
  readonly #blocks: Blocks;
  readonly #clock: Clock;
  readonly #generation: string;

  constructor(memory: Memory, readings?: Readings) {
    this._memory = memory;
    this.#blocks = new Blocks(memory);
    const words = this.#blocks._words;
    this.#clock = new Clock(words, readings);
    this.#generation = [...words.subarray(GENERATION, GENERATION + 2)].map((word) => word.toString(16)).join("-");
  }

  _read(space: string, keys: readonly string[]): api.StoreAnswer {
    for (;;) {
      const head = this.#blocks._head();
      const now = this.#clock._now();
      const table = this.#readTable(head);
      const buckets = table && this.#readBuckets(head, table, new Set(keys.map((key) => bucketOf(space, key))));
      if (!buckets) continue;
      return { now, generation: this.#generation, records: keys.map((key) => find(buckets, space, key)) };
    }
  }

  _keysOf(space: string): string[] {
    for (;;) {
      const head = this.#blocks._head();
      const table = this.#readTable(head);
      const buckets = table && this.#readBuckets(head, table, new Set(table.keys()));
      if (buckets) return [...buckets.values()].flatMap((bucket) => bucket.filter((_, i) => isKeyOf(bucket, i, space)));
    }
  }

  _swap(space: string, key: string, previous: string | null, next: string, guard: api.SwapGuard): boolean {
    const changed = bucketOf(space, key);
    for (let shortages = 0; ;) {
      const head = this.#blocks._head();
      const table = this.#readTable(head);
      const buckets = table && this.#readBuckets(head, table, new Set([changed, bucketOf(space, HEAD_KEY)]));
      if (!buckets) continue;
      if (!areAsRead((name) => find(buckets, space, name), this.#generation, key, previous, guard)) return false;

      const used = new Set<number>();
      for (const page of [numberOf(head), ...table]) this.#blocks._addPages(page, used);
      if (previous === null) this.#blocks._reserve(used.size);
      const draft = this.#blocks._draft(head, used);
      const numbers = pack(replaced(buckets.get(changed) as Bucket, space, key, next));
      const page = draft._write(numbers);
      const root = page === 0 ? 0 : draft._write(table.map((other, i) => (i === changed ? page : other)));
      if (root === 0) {
        const needed = pagesFor(numbers.length) + pagesFor(BUCKETS);
        if (this.#blocks._isCurrent(head)) this.#blocks._makeRoom(head, used.size, needed, ++shortages);
        continue;
      }
      // A thread that pauses here may publish after `before`. Such a late swap does no harm. The guard's `before` prevents
      // swaps that do not know of a grant. But a swap is published only if no thread has made another swap since the head
      // was read, and this memory never forgets a record.
      if (this.#clock._now() >= guard.before) return false;
      if (this.#blocks._publish(head, root)) return true;
    }
  }

  #readTable(head: bigint): number[] | undefined {
    const root = numberOf(head);
    const table = root === 0 ? Array.from({ length: BUCKETS }, () => 0) : this.#blocks._read(root);
    return this.#blocks._isCurrent(head, table !== undefined) ? table : undefined;
  }

  #readBuckets(head: bigint, table: readonly number[], indexes: ReadonlySet<number>): Map<number, Bucket> | undefined {
    const blocks = new Map<number, number[] | undefined>();
    for (const index of indexes) {
      const page = table[index] as number;
      blocks.set(index, page === 0 ? [] : this.#blocks._read(page));
    }
    const isReadable = ![...blocks.values()].includes(undefined);
    if (!this.#blocks._isCurrent(head, isReadable)) return undefined;
    return new Map([...blocks].map(([index, numbers]) => [index, unpack(numbers as number[])]));
  }
}

/** The bucket that a record belongs to, by the hash FNV-1a. */
function bucketOf(space: string, key: string): number {
  let hash = 0x811c9dc5;
  for (const text of [space, "\n", key]) {
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0) % BUCKETS;
}

function isKeyOf(bucket: Bucket, index: number, space: string): boolean {
  return index % 3 === 1 && bucket[index - 1] === space;
}

function indexIn(bucket: Bucket, space: string, key: string): number {
  for (let i = 0; i < bucket.length; i += 3) if (bucket[i] === space && bucket[i + 1] === key) return i;
  return -1;
}

function find(buckets: ReadonlyMap<number, Bucket>, space: string, key: string): string | null {
  const bucket = buckets.get(bucketOf(space, key)) as Bucket;
  const index = indexIn(bucket, space, key);
  return index < 0 ? null : (bucket[index + 2] as string);
}

function replaced(bucket: Bucket, space: string, key: string, record: string): Bucket {
  const index = indexIn(bucket, space, key);
  if (index < 0) return [...bucket, space, key, record];
  return bucket.map((text, i) => (i === index + 2 ? record : text));
}

/** A bucket as numbers, each of which has three ASCII characters. */
function pack(bucket: Bucket): number[] {
  const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Two spaces fill the last number. JSON may end with spaces.
  const text = `${JSON.stringify(bucket).replace(/[^ -~]/g, escape)}  `;
  const codeAt = (i: number): number => text.charCodeAt(i);
  const numberAt = (i: number): number => (codeAt(i) << 16) | (codeAt(i + 1) << 8) | codeAt(i + 2);
  return Array.from({ length: Math.floor(text.length / 3) }, (_, i) => numberAt(3 * i));
}

function unpack(numbers: readonly number[]): Bucket {
  if (numbers.length === 0) return [];
  let text = "";
  for (const number of numbers) text += String.fromCharCode(number >> 16, (number >> 8) & 0xff, number & 0xff);
  return JSON.parse(text) as Bucket;
}
