// Generated from Rust by `npm run build`. Do not edit.

/** The length of the text buffer in bytes. No ID has a longer text. */
export const TEXT_LENGTH = 64;

/** The length of the number buffer in numbers. */
export const NUMBERS_LENGTH = 48;

/** The length of the value buffer in IDs of 64 bits. */
export const VALUES_LENGTH = 4096;

/** The length of the buffer for texts and bytes of a batch, in bytes. */
export const RECORDS_LENGTH = 32768;

/** The largest count of fields and parts of a format. */
export const MAX_FIELDS = 16;

/** The smallest total width of a custom format. */
export const MIN_BITS = 2;

/** The largest total width of a custom format. */
export const MAX_BITS = 64;

/** The largest total width of a custom format whose IDs are numbers. */
export const MAX_NUMBER_BITS = 53;

/** The count of numbers of a snapshot. */
export const SNAPSHOT_NUMBERS = 8;

/** The longest tick, lead and wait in ms: a day. */
export const MAX_DURATION_MS = 86400000;

/** How far in the future the time of a likely ID may be, in ms: clocks can be fast. */
export const FAST_CLOCK_MS = 60000;

/** The longest lead by default, in ms. */
export const DEFAULT_LEAD_MS = 10000;

/** The longest wait for an ID by default, in ms. */
export const DEFAULT_WAIT_MS = 1000;

/** The longest record that every store keeps, in characters. */
export const MAX_RECORD = 4000;

/** The largest number of a node, and of a share, of a lease. */
export const MAX_NODE = 4294967295;

/** The length of the shortest window of a lease, in ticks. */
export const MIN_WINDOW_TICKS = 10;

/** The shortest time between two attempts of a lease, in ms. */
export const MIN_PAUSE_MS = 50;

/** The longest time until the second attempt to claim a seat, in ms. */
export const MAX_PAUSE_MS = 1000;

/** The longest pause after an attempt that failed or got no seat, in ms. */
export const MAX_RETRY_MS = 10000;

/** The longest wait for an answer of a store, in ms. */
export const MAX_ANSWER_MS = 5000;

/** How often a task or an order begins again because others were faster. */
export const MAX_SWAPS = 100;

/** The key of a space's record for all seats. */
export const META_KEY = "meta";

/** What `next_halves` writes. */
export const enum HALVES {
  /** The ID without its low 32 bits. */
  high = 0,
  /** The count of numbers. */
  length = 1,
}

/** The answer of `progress`. */
export const enum PROGRESS {
  /** The lowest sequence number. */
  min = 0,
  /** The highest sequence number. */
  max = 1,
  /** The sequence number handed out last in the tick, or the lowest one. */
  last = 2,
  /** The count of used sequence numbers of the tick. */
  used = 3,
  /** The count of numbers. */
  length = 4,
}

/** The input of `define`. */
export const enum DEFINITION {
  /** The total width. */
  bits = 0,
  /** ms per tick. */
  unit = 1,
  /** Unix ms. */
  epoch = 2,
  /** The number of the JavaScript type. */
  native = 3,
  /** The number of the encoding. */
  text = 4,
  /** The number of the policy. */
  onRollback = 5,
  /** The number of the policy. */
  onExhausted = 6,
  /** The number of the policy. */
  sequence = 7,
  /** The count of numbers. */
  length = 8,
}

/** The input of `adjust`. */
export const enum ADJUSTMENT {
  /** Unix ms. */
  epoch = 0,
  /** The adjustable widths in order. 16 numbers. */
  widths = 1,
  /** The count of numbers. */
  length = 17,
}

/** The input of `open_generator`, and of the calls of leases. */
export const enum OPTIONS {
  /** The node fields and their parts, each at its position among all fields and parts except the time. 16 numbers. */
  fields = 0,
  /** The number of the policy. */
  onRollback = 16,
  /** The number of the policy. */
  onExhausted = 17,
  /** The number of the policy. */
  sequence = 18,
  /** One end of the sequence range. */
  rangeFirst = 19,
  /** The other end of the sequence range. */
  rangeLast = 20,
  /** See `sequenceResetThreshold`. */
  resetThreshold = 21,
  /** ms. */
  maxLead = 22,
  /** ms. */
  maxWait = 23,
  /** The numbers of a snapshot. 8 numbers. */
  snapshot = 24,
  /** ms. Of leases only, as what follows. */
  maxLag = 32,
  /** One end of the range of nodes. */
  nodesFirst = 33,
  /** The other end of the range of nodes. */
  nodesLast = 34,
  /** How many seats share a sequence. */
  shares = 35,
  /** ms; also in the answer of `lease_terms`. */
  window = 36,
  /** ms. */
  clockSkew = 37,
  /** The count of numbers. */
  length = 38,
}

/** The encodings in the order of their numbers. */
export const ENCODINGS = [
  "decimal",
  "hex",
  "base36",
  "base62",
  "rotatedBase64",
  "sno",
  "snoUuid",
  "crockford",
] as const;

/** The patterns of texts that are not just digits, by the names of their encodings. */
export const PATTERNS: Readonly<Record<string, string>> = {
  snoUuid: "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
};

/** The kinds of fields, and of their parts, in the order of their numbers. */
export const FIELD_KINDS = ["time", "node", "sequence", "random", "metadata", "toggle", "part"] as const;

/** A part belongs to the node field before it. */
export type Kind = (typeof FIELD_KINDS)[number];

/** The smallest and the largest count of fields of each kind in a layout; 255 stands for any. */
export const FIELD_COUNTS = [
  [1, 1],
  [0, 255],
  [1, 1],
  [0, 1],
  [0, 1],
  [0, 1],
  [0, 255],
] as const;

/** The smallest and the largest width of each kind. */
export const FIELD_BITS = [
  [1, 53],
  [0, 32],
  [1, 32],
  [1, 32],
  [1, 32],
  [1, 1],
  [0, 32],
] as const;

/** The JavaScript types of custom formats in the order of their numbers. */
export const CUSTOM_TYPES = ["number", "bigint"] as const;

/** The JavaScript types of all formats in the order of their numbers. */
export const NATIVE_TYPES = ["number", "bigint", "string"] as const;

/** The words of each policy in the order of their numbers. */
export const POLICIES = {
  onRollback: ["lead", "wait", "throw", "toggle"],
  onExhausted: ["wait", "lead", "throw"],
  sequence: ["reset", "rolling", "random"],
} as const;

/** The names of options that generators and leases have, beside the policies. */
export const COMMON_NAMES = ["maxLead", "maxWait", "sequenceResetThreshold", "onOverflow"] as const;

/** The names of options that only generators have. */
export const GENERATOR_NAMES = ["sequenceRange", "snapshot", "clock"] as const;

/** The names of options that make up the terms of a space. */
export const TERM_NAMES = ["space", "nodes", "shares", "window", "clockSkew"] as const;

/** The names of options that only leases have, beside the terms. */
export const LEASE_NAMES = ["store", "maxLag", "signal", "onChange"] as const;

/** What results of `decode` have beside the fields. */
export const RESULT_NAMES = [
  "timestamp",
  "date",
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toJSON",
  "toLocaleString",
  "toString",
  "valueOf",
] as const;

/** The codes of errors whose `statusCode` is 400. */
export const BAD_INPUT = ["INVALID_ID", "INVALID_TEXT", "INVALID_FIELD", "INVALID_TIME", "INVALID_COUNT"] as const;

/** The formats of other families that `inspect` reads. */
export const FOREIGN_FORMATS = ["uuid v1", "uuid v6", "uuid v7", "ulid", "ksuid", "xid", "objectid"] as const;

/** The numbers of a general snapshot in order. */
export const GENERAL_SNAPSHOT = ["first", "last", "tick", "seen", "next", "used", "safe", "drifts"] as const;

/** The numbers of a sno snapshot in order. */
export const SNO_SNAPSHOT = [
  "sequenceMin",
  "sequenceMax",
  "sequence",
  "now",
  "wallHi",
  "wallSafe",
  "drifts",
  "used",
] as const;
