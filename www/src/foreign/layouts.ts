// The layouts of IDs that the page reads and the package does not make: UUID, ULID, KSUID, xid and ObjectId.

import type { FieldKind } from "flakekit";
import { type Leaf, coloured } from "../formats/leaves.ts";
import { type Digits, UUID, base32, base62, crockford, hex } from "./digits.ts";

export interface Foreign {
  name: string;
  /** The sum of the leaves' widths. */
  bits: number;
  leaves: readonly Leaf[];
  /** How such IDs are written, the usual text first. The page reads the first one. */
  texts: readonly Digits[];
  /** What the reader should know of an ID that holds no time. */
  note?: string;
  /** The value that the leaf `version` must have. */
  version?: number;
}

type Fields = readonly (readonly [name: string, kind: FieldKind, bits: number])[];

function foreign(name: string, fields: Fields, texts: readonly Digits[], rest: Partial<Foreign> = {}): Foreign {
  const leaves = coloured(fields.map(([name, kind, bits]) => ({ name, parent: name, kind, bits })));
  return { name, bits: fields.reduce((sum, [, , bits]) => sum + bits, 0), leaves, texts, ...rest };
}

/** A UUID of a version: 48 bits, the version, 12 bits, the variant, 62 bits (RFC 9562, clause 4). */
function uuid(version: number, first: Fields, second: Fields, third: Fields, note?: string): Foreign {
  const fields = [
    ...first,
    ["version", "metadata", 4] as const,
    ...second,
    ["variant", "metadata", 2] as const,
    ...third,
  ];
  return foreign(`uuid v${version}`, fields, [UUID, hex(32)], { version, ...(note && { note }) });
}

const random = (name: string, bits: number): Fields => [[name, "random", bits]];
const NODE: Fields = [
  ["clockSequence", "sequence", 14],
  ["node", "node", 48],
];
const HASH = "The bits are a hash of a name, so the ID holds no time.";
const hash = (version: number, name: string): Foreign =>
  uuid(version, random(`${name}High`, 48), random(`${name}Mid`, 12), random(`${name}Low`, 62), HASH);

export const FOREIGN: readonly Foreign[] = [
  uuid(
    1,
    [
      ["timeLow", "time", 32],
      ["timeMid", "time", 16],
    ],
    [["timeHigh", "time", 12]],
    NODE,
  ),
  // DCE Security (RFC 9562, clause 5.2): a number of a user or a group replaces the low bits of the time.
  uuid(
    2,
    [
      ["localId", "metadata", 32],
      ["timeMid", "time", 16],
    ],
    [["timeHigh", "time", 12]],
    [
      ["clockSequence", "sequence", 6],
      ["domain", "metadata", 8],
      ["node", "node", 48],
    ],
    "The low bits of its time are replaced by the number of a user or a group, so the page shows no time.",
  ),
  hash(3, "md5"),
  uuid(
    4,
    random("randomHigh", 48),
    random("randomMid", 12),
    random("randomLow", 62),
    "It is random, and holds no time.",
  ),
  hash(5, "sha1"),
  uuid(
    6,
    [
      ["timeHigh", "time", 32],
      ["timeMid", "time", 16],
    ],
    [["timeLow", "time", 12]],
    NODE,
  ),
  uuid(7, [["timestamp", "time", 48]], random("randomHigh", 12), random("randomLow", 62)),
  uuid(
    8,
    random("customHigh", 48),
    random("customMid", 12),
    random("customLow", 62),
    "Its maker defines its bits, so the page cannot know whether it holds a time.",
  ),
  foreign(
    "ulid",
    [
      ["timestamp", "time", 48],
      ["random", "random", 80],
    ],
    [crockford, { ...UUID }, hex(32)],
  ),
  foreign(
    "ksuid",
    [
      ["timestamp", "time", 32],
      ["payload", "random", 128],
    ],
    [base62, hex(40)],
  ),
  foreign(
    "xid",
    [
      ["timestamp", "time", 32],
      ["machine", "node", 24],
      ["process", "node", 16],
      ["counter", "sequence", 24],
    ],
    [base32, hex(24)],
  ),
  foreign(
    "objectid",
    [
      ["timestamp", "time", 32],
      ["random", "random", 40],
      ["counter", "sequence", 24],
    ],
    [hex(24)],
  ),
];
