// Generated from Rust by `npm run build`. Do not edit.

/** The longest text with an ID that is inspected, in UTF-16 units. */
export const MAX_INSPECTED = 4096;

/** The number of the first format that the caller of `inspect` gives, as the number of a kind. */
export const GIVEN_KINDS = 62;

/** The length of the number buffer in numbers. */
export const NUMBERS_LENGTH = 32;

/** The length of the value buffer in IDs of 64 bits. */
export const VALUES_LENGTH = 4096;

/** The length of the buffer for texts and bytes of a batch, in bytes. */
export const ENCODED_LENGTH = 32768;

/** The count of random words that are written at a time. */
export const RANDOM_LENGTH = 1024;

/** The largest count of fields and parts of a format. */
export const MAX_FIELDS = 16;

/** The smallest total width of a custom format. */
export const MIN_BITS = 2;

/** The largest total width of a custom format. */
export const MAX_BITS = 64;

/** The largest total width of a custom format whose IDs are numbers. */
export const MAX_NUMBER_BITS = 53;

/** The longest tick, lead and wait in ms: a day. */
export const MAX_DURATION_MS = 86400000;

/** The first number that may be seconds, where Unix ms must be given. */
export const FIRST_DOUBTFUL_MS = 100000000;

/** The last such number. */
export const LAST_DOUBTFUL_MS = 100000000000;

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

/** The longest age of a decision of a lease, in ms. */
export const MAX_AGE_MS = 2000;

/** The end of the window of a seat that is reserved for a database, in Unix ms. */
export const LAST_WINDOW_MS = 8640000000000000;

/** The longest wait that other settings can help against, in ms. */
export const LONGEST_WAIT_MS = 86400000;

/** The length of the shortest window of a lease, in ticks. */
export const MIN_WINDOW_TICKS = 10;

/** The count of numbers that are the state of a keeper. */
export const KEEPER_LENGTH = 7;

/** The longest wait for an answer of a store, in ms. */
export const MAX_ANSWER_MS = 5000;

/** The smallest width of hidden IDs. */
export const MIN_HIDDEN_BITS = 20;

/** The longest tweak of hidden IDs, in bytes. */
export const MAX_TWEAK = 10;

/** The width of the check of hidden IDs. */
export const CHECK_BITS = 20;

/** The count of ciphers in the table of the module of hidden IDs. */
export const CIPHERS = 16;

/** The longest key of hidden IDs, in bytes. In the words of the module, a tweak follows. */
export const MAX_KEY = 32;

/** The count of words of 32 bits that the module of hidden IDs exchanges with the wrapper. */
export const EXCHANGED = 11;

/** How often a task or an order begins again because others were faster. */
export const MAX_SWAPS = 100;

/** The key of a space's record for all seats, its head. */
export const HEAD_KEY = "head";

/** The owner of seats that are reserved for a database. */
export const DATABASE_NAME = "6461746162617365";

/** The answers of the protocol of leases. Attempts end with the first four. */
export const LEASE_WORDS = ["done", "wait", "full", "lost", "read", "swap", "error", "unknown"] as const;

/** The tasks of a claimant. */
export const LEASE_TASKS = ["claim", "extend", "release"] as const;

/** The orders of an operator. */
export const LEASE_ORDERS = ["free", "reset", "migrate"] as const;

/** The states of a seat. */
export const SEAT_STATES = ["free", "held", "ahead", "reserved"] as const;

/** The states of a keeper. */
export const KEEPER_STATES = ["claiming", "held", "expired"] as const;

/** What a keeper does when IDs are wanted. */
export const KEEPER_DEMANDS = ["nothing", "renew", "suspend"] as const;

/** What `next_halves` writes. */
export const enum HALVES {
  /** The ID without its low 32 bits. */
  high = 0,
  /** The count of numbers. */
  length = 1,
}

/** The figures of a refusal: see `Reason` of the crate `flakekit`. */
export const enum REFUSAL {
  /** The cause of a wait; or the first figure of another refusal. */
  cause = 0,
  /** The next two figures. 2 numbers. */
  more = 1,
  /** The ms of a wait; or the fourth figure. */
  ms = 3,
  /** The last figure. That of a wait is `maxWait`, which the wrapper writes. */
  maxWait = 4,
  /** The count of numbers. */
  length = 5,
}

/** The answer of `snapshot`. Times are ticks. */
export const enum STATE {
  /** The numbers of a general snapshot. 8 numbers. */
  numbers = 0,
  /** The reading of the clock. */
  now = 8,
  /** The count of numbers. */
  length = 9,
}

/** How a candidate begins in an answer of inspection. Its fields, its reasons and their figures follow. */
export const enum CANDIDATE {
  /** The number of the kind. */
  kind = 0,
  /** The number of the fit. */
  fit = 1,
  /** The score. */
  score = 2,
  /** Unix ms, or NaN. */
  time = 3,
  /** The value without its low 32 bits, or NaN. */
  high = 4,
  /** The low 32 bits of the value. */
  low = 5,
  /** The count of the fields. */
  fields = 6,
  /** The count of numbers. */
  length = 7,
}

/** The input of `open_generator`, and of the calls of leases: a scheme, the identity, and the options. */
export const enum OPENING {
  /** Unix ms. */
  epoch = 0,
  /** ms per tick. */
  unit = 1,
  /** How many ticks the low bits of the time count before its high bits count one more; not given if all bits count together. */
  per = 2,
  /** The shift and the width of the time, the node, the sequence, the random bits, the metadata and the toggle. 12 numbers. */
  places = 3,
  /** The value of the node fields without its low 32 bits; not given if a node is to be chosen. */
  nodeHigh = 15,
  /** The low 32 bits of the value of the node fields. */
  nodeLow = 16,
  /** The first sequence number. */
  first = 17,
  /** The last sequence number. */
  last = 18,
  /** The number of the policy. */
  onRollback = 19,
  /** The number of the policy. */
  onExhausted = 20,
  /** The number of the policy. */
  sequenceStart = 21,
  /** See `sequenceResetThreshold`. */
  resetThreshold = 22,
  /** 1 if IDs lead a clock that stalls. */
  leadsWhenStalled = 23,
  /** Ticks. */
  maxLead = 24,
  /** Ticks. It is `maxLead`, except for leases. */
  maxLag = 25,
  /** The state of a snapshot: the numbers of a general snapshot without its range. 6 numbers. */
  saved = 26,
  /** The count of numbers. */
  length = 32,
}

/** The encodings that are known by their names, in the order of their numbers. */
export const ENCODINGS = [
  "decimal",
  "hex",
  "base36",
  "base62",
  "rotatedBase64",
  "sno",
  "snoUuid",
  "crockford",
  "base2",
  "base64url",
] as const;

/** The encodings that users import. Their numbers follow. */
export const IMPORTED_ENCODINGS = ["bwmarrin32", "bwmarrin58", "bwmarrin64"] as const;

/** The pattern of the texts of snoUuid, which are not just digits. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** The pattern of the texts of bwmarrin64, which are not just digits. */
export const BASE64_PATTERN =
  "(?:[MNO][DTjz][AEIMQUYcgk][0-5w-z]){0,8}(?:[MNO][DTjz][AEIMQUYcgk][0-5w-z=]|[MNO][AQgw]==)";

/** The kinds of fields, and of their parts, in the order of their numbers. */
export const FIELD_KINDS = ["time", "node", "sequence", "random", "metadata", "toggle", "part"] as const;

/** A part belongs to the node field before it. */
export type Kind = (typeof FIELD_KINDS)[number];

/** The smallest and the largest count of fields of each kind in a layout; 255 stands for any. */
export const FIELD_COUNTS = [
  [1, 1],
  [0, 255],
  [0, 1],
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
  sequenceStart: ["reset", "rolling", "random"],
} as const;

/** The names of options that generators and leases have, beside the policies. */
export const COMMON_NAMES = ["maxLead", "maxWait", "sequenceResetThreshold", "onOverflow"] as const;

/** The names of options that only generators have. */
export const GENERATOR_NAMES = ["sequenceRange", "clock"] as const;

/** The names of options that make up the terms of a space. */
export const TERM_NAMES = ["space", "nodes", "shares", "window", "clockSkew"] as const;

/** The names of options that only leases have, beside the terms. */
export const LEASE_NAMES = ["store", "maxLag", "signal", "onChange"] as const;

/** What results of `decode` and `decodeColumns` have beside the fields. */
export const RESULT_NAMES = [
  "timestamp",
  "date",
  "ticks",
  "missing",
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

/** The codes of errors of wrong arguments of the command. */
export const BAD_USAGE = [
  "INVALID_FIELD",
  "INVALID_OPTION",
  "INVALID_LAYOUT",
  "INVALID_EPOCH",
  "UNKNOWN_FORMAT",
  "EPOCH_REQUIRED",
  "INVALID_TIME",
  "INVALID_COUNT",
  "INVALID_SNAPSHOT",
] as const;

/** The codes of errors that another attempt may not have. */
export const TEMPORARY = [
  "CLOCK_BEHIND",
  "CLOCK_STALLED",
  "SEQUENCE_EXHAUSTED",
  "WAIT_TOO_LONG",
  "LEASE_EXPIRED",
  "LEASE_NOT_OPEN",
  "NO_FREE_SEAT",
  "STORE_FAILED",
] as const;

/** The formats of other families that `inspect` reads. */
export const FOREIGN_FORMATS = [
  "uuid v1",
  "uuid v6",
  "uuid v7",
  "ulid",
  "ksuid",
  "xid",
  "objectid",
  "typeid",
  "tid",
  "firebase",
  "timeflake",
  "flake",
  "aid",
  "aidx",
  "cuid",
  "xray",
  "slack",
  "tiktok",
  "linkedin",
  "nextcloud",
  "nocobase",
  "cosid",
  "pgedge",
  "own",
  "unix",
  "filetime",
  "ticks",
  "webkit",
  "uuid v2",
  "uuid v3",
  "uuid v4",
  "uuid v5",
  "uuid v8",
  "uuid nil",
  "uuid max",
  "uuid microsoft",
  "stripe",
  "github",
  "traceparent",
  "git",
  "hash",
  "nanoid",
  "cuid2",
  "youtube",
  "steam",
  "reddit",
] as const;

/** What a reader should know of the digits of an ID that was found, in the order of the numbers, from 1 on. */
export const WARNINGS = ["rounded", "exponent", "counter"] as const;

/** How the time of an ID fits a kind, in the order of the numbers. */
export const FITS = ["plausible", "unknown", "unlikely"] as const;

/** The reasons for the scores of candidates, in the order of their numbers: see `Reason` of the crate's `inspect`. */
export const REASONS = [
  "made in the very first tick of its epoch",
  "made {0} ms after its epoch, which is not given",
  "made {i0}, after now, {i1}",
  "made {d0}, before the first such ID, {d1}",
  "made {d0}, after the first such ID, {d1}",
  "made {d0} to {d1}",
  "version {0} by its bits; {d1} is no time at which it was made",
  "the epoch of its service, or other IDs of it, would tell the date",
  "{f0} {1} is usual",
  "{f0} {1} is unusual",
  "numbers up to {0} are counters",
  "holds no time",
  "its last {0} digits are lost",
  "{k0} is also likely",
  "a service with an epoch of its own is likelier",
] as const;

/** The number of a reason. */
export const enum REASON {
  /** Another candidate is almost as likely. */
  rival = 13,
}

/** The numbers of a general snapshot in order, and their limits. */
export const GENERAL_SNAPSHOT = [
  ["first", 4294967295],
  ["last", 4294967295],
  ["tick", 9007199254740991],
  ["seen", 9007199254740991],
  ["next", 4294967295],
  ["used", 4294967296],
  ["safe", 9007199254740991],
  ["drifts", 4294967295],
] as const;

/** The numbers of a sno snapshot in order, and their limits. */
export const SNO_SNAPSHOT = [
  ["sequenceMin", 65535],
  ["sequenceMax", 65535],
  ["sequence", 4294967295],
  ["now", 9007199254740991],
  ["wallHi", 9007199254740991],
  ["wallSafe", 9007199254740991],
  ["drifts", 4294967295],
  ["used", 65536],
] as const;

/** The core's refusals, by their numbers: the code and the sentence. */
export const refusals = () =>
  ({
    0: ["WAIT_TOO_LONG", "{cause}; the next ID is {3} ms away, more than maxWait ({4} ms): {remedy}"],
    1: [
      "CLOCK_BEHIND",
      "the clock went back by {0} ms, to {i1}, and onRollback is 'throw': ask again later, or use 'lead' or 'wait'",
    ],
    2: ["SEQUENCE_EXHAUSTED", "{cause}, and onExhausted is 'throw': ask again later, or use 'lead' or 'wait'"],
    3: ["CLOCK_STALLED", "{cause}, and the clock stands still at {i3}: ask again when it advances"],
    4: ["CLOCK_OUT_OF_RANGE", "the clock reads {i0}; {format} can hold {i1} to {i2}"],
    5: ["CLOCK_OUT_OF_RANGE", "no tick is left: the clock reads {i0}; {format} can hold {i1} to {i2}"],
    6: ["INVALID_TIME", "{i0} is out of range; {format} can hold {i1} to {i2}"],
    7: ["NO_RANDOMNESS", "there are no random bits"],
    8: ["NO_RANDOMNESS", "there are no random bits to choose a node; give the node field"],
    9: ["INVALID_FIELD", "all {0} nodes of {format} are in use, none with this sequenceRange: give one of them"],
    10: ["INVALID_FIELD", "an own-clock generator needs its node field"],
    11: ["INVALID_FIELD", "a lease has or had these node fields of {format}: give others, or use a lease"],
    12: [
      "INVALID_OPTION",
      "sequenceRange is [{0}, {1}], but another generator has [{2}, {3}]; ranges must be disjoint, or equal with the same sequence",
    ],
  }) as const;

/** The core's refusals that only `resume` meets, by their numbers: the code and the sentence. */
export const SNAPSHOT_REFUSALS = {
  13: ["INVALID_SNAPSHOT", "the snapshot is damaged: tick {0}, seen {1}, next {2} and used {3} contradict each other"],
} as const;

/** The core's refusals that only leases meet, by their numbers: the code and the sentence. */
export const LEASE_REFUSALS = {
  14: [
    "LEASE_EXPIRED",
    "the window of the lease is used up or over, and the store's clock reads {i0}: use nextAsync, or choose a longer window",
  ],
  15: ["INVALID_FIELD", "a generator has or had the numbers of this seat of {format}: lease another seat"],
} as const;

/** The causes of waits in the order of their numbers. */
export const CAUSES = [
  "the clock went back",
  "all {1} sequence numbers of this tick ({2} ms) are used up",
  "the last ID leads the clock by maxLead ({1} ms) or more",
  "the window of the lease begins later than maxLead ({1} ms) from now",
] as const;

/** What to do about waits that are too long. */
export const REMEDIES = [
  "raise maxWait, or ask again later",
  "raise maxWait or maxLead, or ask again later",
  "the clock was set back: correct it or restart; in tests, use flakekit/testing",
] as const;
