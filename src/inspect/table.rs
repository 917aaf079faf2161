//! The table of kinds: everything that is particular to a kind of IDs that the package only reads, as data.
//!
//! | kind | its document |
//! |---|---|
//! | `uuid …` | RFC 9562 |
//! | `ulid`, `ksuid`, `xid`, `objectid`, `cuid`, `cuid2`, `nanoid`, `timeflake` | its README or specification |
//! | `typeid` | "`TypeID` Specification" |
//! | `tid` | AT Protocol, "Timestamp Identifiers" |
//! | `firebase` | "The 2^120 Ways to Ensure Unique Identifiers" |
//! | `aid`, `aidx` | Misskey's source, `misc/id/` |
//! | `flake` | the README of Pleroma's `flake_id` |
//! | `xray` | AWS X-Ray, "Trace ID format" |
//! | `slack` | Slack's `conversations.history`: `ts` |
//! | `traceparent` | W3C Trace Context, clause 3.2 |
//! | `stripe`, `github`, `youtube`, `steam`, `reddit`, `tiktok`, `linkedin` | each service's API reference, or its IDs |
//!
//! The evidence for when the first IDs were made: the first commit of cuid (2012-08-31), xid (2015-11-10), ksuid (2017-05-10),
//! timeflake (2020-01-12), cuid2 (2022-12-26); the first example of documentation, for firebase (2012-02), slack (2012-12) and
//! xray (2016-06); the start of Douyin for tiktok (2016-09); Unfurl's lower bound 6200000000000000000 for linkedin (2016-11 or
//! before); the migration of Pleroma for flake (2019-01-23); the row 7rkrarq81i for aid (2019) in `tests/vectors/kinds/`;
//! Bluesky's first posts for tid (2022-11); the idea of aidx (2023-07-28).

use super::pattern::Piece::{Digits as D, Is, Number, OneOf, Prefix};
use super::pattern::{Bits, Digits, NO, Patterns, Piece, patterns};
use crate::formats::Habit;
use crate::layout::Kind;

/// A kind of IDs that the package only reads.
#[derive(Debug)]
pub(super) struct Row {
    pub name: &'static str,
    pub patterns: Patterns,
    pub digits: Digits,
    /// The width of an ID; 0 if its bits mean nothing to others.
    pub bits: u8,
    /// How many bits of the text are below the ID. They are 0.
    pub padding: u8,
    /// Bits that must have the value `marked`.
    pub mark: Bits,
    pub marked: u64,
    /// `None` if it holds no time.
    pub time: Option<Time>,
    pub fields: &'static [Field],
    /// Whether each word could be such an ID, so that only a rule of sites tells it.
    pub is_only_named: bool,
    /// How many IDs of this kind there are, in comparison with the other rows and with the built-in formats.
    pub prior: f64,
    /// Which numbers of the fields are common. All numbers of a field without a habit are alike.
    pub habits: &'static [Habit],
    /// The kind is a candidate only if it is so many times as likely as each kind without a lead. Otherwise the kind is hidden: its
    /// likelihood lowers the scores of all candidates, and belongs to no candidate.
    pub lead: u8,
}

#[derive(Debug)]
pub(super) struct Time {
    pub bits: Bits,
    pub ticks_per_ms: u64,
    pub ms_per_tick: u64,
    /// Unix ms of tick 0; `None` if each maker has its own.
    pub epoch: Option<i64>,
    /// The Unix ms of the first such ID; without an epoch, of the first epoch.
    pub since: i64,
    /// How far in the future a time may be, in minutes.
    pub ahead: u32,
}

#[derive(Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub kind: Kind,
    /// Whether the field is reported as hexadecimal digits instead of a number.
    pub is_hex: bool,
    pub bits: Bits,
}

const fn hex(kind: Kind, name: &'static str, bits: Bits) -> Field {
    Field { name, kind, is_hex: true, bits }
}

const fn counter(name: &'static str, bits: Bits) -> Field {
    number_of(Kind::Sequence, name, bits)
}

const fn number_of(kind: Kind, name: &'static str, bits: Bits) -> Field {
    Field { name, kind, is_hex: false, bits }
}

const LOWER_CASE: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BASE62: Digits =
    Digits { all: b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", any_case: false };
const BASE64_URL: Digits =
    Digits { all: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", any_case: false };
const BASE36: Digits = Digits { all: LOWER_CASE, any_case: false };
const CROCKFORD: Digits = Digits { all: b"0123456789ABCDEFGHJKMNPQRSTVWXYZ", any_case: true };
const LOWER_CROCKFORD: Digits = Digits { all: b"0123456789abcdefghjkmnpqrstvwxyz", any_case: false };
const DECIMAL: Digits = Digits { all: LOWER_CASE.split_at(10).0, any_case: false };
const HEX: Digits = Digits { all: LOWER_CASE.split_at(16).0, any_case: false };
const ANY_HEX: Digits = Digits { any_case: true, ..HEX };

/// Unix ms of the beginnings of years.
const fn year(year: i64) -> i64 {
    let days = (year - 1970) * 365 + (year - 1969) / 4;
    days * 86_400_000
}

/// The version of a UUID, and the variant of RFC 9562 (clauses 4.1 and 4.2).
const fn version(version: u64) -> u64 {
    version << 2 | 0b10
}

pub(super) const VERSION: (u8, u8) = (4, 76);
pub(super) const VARIANT: (u8, u8) = (2, 62);

/// No UUID was made before 1990.
pub(super) const FIRST_UUID: i64 = year(1990);

/// The bits of a UUID apart from its version and its variant.
const REST: Bits = [(48, 80), (12, 64), (62, 0)];

const HYPHEN: Piece = Is("-");
const POINT: Piece = Is(".");
const UUID_TEXTS: Patterns =
    patterns![[D(8, 8), HYPHEN, D(4, 4), HYPHEN, D(4, 4), HYPHEN, D(4, 4), HYPHEN, D(12, 12)], [D(32, 32)]];

/// A kind without a time whose bits mean nothing to others.
const OPAQUE: Row = Row {
    name: "",
    patterns: &[],
    digits: BASE62,
    bits: 0,
    padding: 0,
    mark: [NO; 3],
    marked: 0,
    time: None,
    fields: &[],
    is_only_named: false,
    prior: 16.0,
    habits: &[],
    lead: 0,
};

/// The common part of all versions of UUIDs.
const UUID: Row = Row {
    patterns: UUID_TEXTS,
    digits: ANY_HEX,
    bits: 128,
    mark: [VERSION, VARIANT, NO],
    prior: 64.0,
    ..OPAQUE
};

const SECONDS: Time =
    Time { bits: [NO; 3], ticks_per_ms: 1, ms_per_tick: 1000, epoch: Some(0), since: 0, ahead: 1 };
const MILLISECONDS: Time = Time { ms_per_tick: 1, ..SECONDS };
const MICROSECONDS: Time = Time { ticks_per_ms: 1000, ..MILLISECONDS };

/// 1582-10-15: versions 1 and 6 of UUIDs count 100 ns since then.
const UUID_TICKS: Time =
    Time { ticks_per_ms: 10_000, epoch: Some(-12_219_292_800_000), since: year(2020), ..MILLISECONDS };
const UUID_NODE: &[Field] =
    &[counter("clockSequence", [(14, 48), NO, NO]), hex(Kind::Node, "node", [(48, 0), NO, NO])];

/// A count of units since 1970, in decimal digits.
const UNIX: Row = Row { name: "unix", digits: DECIMAL, bits: 64, prior: 8.0, ..OPAQUE };
const ALL: Bits = [(64, 0), NO, NO];

/// A count of ms: a time from 2000 to a year after now is plausible, because programs also write when something will end.
const UNIT: Time = Time { bits: ALL, since: year(2000), ahead: 365 * 24 * 60, ..MILLISECONDS };
const YEAR_1601: i64 = -11_644_473_600_000;

/// The layout of most libraries: 41 bits of ms, 10 of the machine, 12 of the sequence.
const USUAL_LAYOUT: Row = Row {
    patterns: patterns![[D(15, 19)]],
    digits: DECIMAL,
    bits: 64,
    mark: [(1, 63), NO, NO],
    fields: &[MACHINE, SEQUENCE],
    habits: &[
        Habit::below("machine", 8.0).with_stray(OTHER_MACHINES),
        Habit::below("sequence", 1.0).with_stray(BUSY),
    ],
    ..OPAQUE
};
const MACHINE: Field = number_of(Kind::Node, "machine", [(10, 12), NO, NO]);
const SEQUENCE: Field = counter("sequence", [(12, 0), NO, NO]);
const USUAL_TIME: Time = Time { bits: [(41, 22), NO, NO], ..MILLISECONDS };

/// The share of machines whose numbers are random, or are made of an address.
const OTHER_MACHINES: f64 = 0.3;

/// The share of IDs of makers that count on from ms to ms, or make thousands of IDs in one.
const BUSY: f64 = 1.0 / 32.0;

/// Accounts of Steam.
const STEAM: Row = Row {
    name: "steam",
    patterns: patterns![[D(17, 17)]],
    digits: DECIMAL,
    bits: 64,
    mark: [(32, 32), NO, NO],
    fields: &[number_of(Kind::Random, "account", [(32, 0), NO, NO])],
    ..OPAQUE
};

pub(super) static TABLE: &[Row] = &[
    // RFC 9562, clauses 5.1, 5.6 and 5.7.
    Row {
        name: "uuid v1",
        marked: version(1),
        time: Some(Time { bits: [(12, 64), (16, 80), (32, 96)], since: FIRST_UUID, ..UUID_TICKS }),
        fields: UUID_NODE,
        ..UUID
    },
    Row {
        name: "uuid v6",
        marked: version(6),
        time: Some(Time { bits: [(32, 96), (16, 80), (12, 64)], ..UUID_TICKS }),
        fields: UUID_NODE,
        prior: 8.0,
        ..UUID
    },
    Row {
        name: "uuid v7",
        marked: version(7),
        time: Some(Time { bits: [(48, 80), NO, NO], since: year(2020), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "random", [(12, 64), (62, 0), NO])],
        ..UUID
    },
    // 48 bits of ms and 80 random bits. 26 digits hold two more bits, which must be 0.
    Row {
        name: "ulid",
        patterns: patterns![[D(26, 26)]],
        digits: CROCKFORD,
        bits: 128,
        mark: [(32, 128), NO, NO],
        time: Some(Time { bits: [(48, 80), NO, NO], since: year(2016), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "random", [(80, 0), NO, NO])],
        prior: 64.0,
        ..OPAQUE
    },
    // 32 bits of seconds and 128 random bits.
    Row {
        name: "ksuid",
        patterns: patterns![[D(27, 27)]],
        bits: 160,
        time: Some(Time {
            bits: [(32, 128), NO, NO],
            epoch: Some(1_400_000_000_000),
            since: 1_400_000_000_000,
            ..SECONDS
        }),
        fields: &[hex(Kind::Random, "payload", [(128, 0), NO, NO])],
        ..OPAQUE
    },
    // 12 bytes in 100 bits; the last 4 bits are unused.
    Row {
        name: "xid",
        patterns: patterns![[D(20, 20)]],
        digits: Digits { all: LOWER_CASE.split_at(32).0, any_case: false },
        bits: 96,
        padding: 4,
        mark: [(4, 0), NO, NO],
        // The example of its README has this year.
        time: Some(Time { bits: [(32, 68), NO, NO], since: year(2011), ..SECONDS }),
        fields: &[
            hex(Kind::Node, "machine", [(24, 44), NO, NO]),
            number_of(Kind::Node, "process", [(16, 28), NO, NO]),
            counter("counter", [(24, 4), NO, NO]),
        ],
        ..OPAQUE
    },
    // MongoDB's ObjectId: 4 bytes of seconds, 5 random ones, 3 of counter.
    Row {
        name: "objectid",
        patterns: patterns![[D(24, 24)]],
        digits: ANY_HEX,
        bits: 96,
        time: Some(Time { bits: [(32, 64), NO, NO], since: 1_234_310_400_000, ..SECONDS }),
        fields: &[hex(Kind::Random, "random", [(40, 24), NO, NO]), counter("counter", [(24, 0), NO, NO])],
        prior: 64.0,
        ..OPAQUE
    },
    // A UUID of version 7 in base 32, after a prefix. 26 digits hold two more bits, which must be 0.
    Row {
        name: "typeid",
        patterns: patterns![[Prefix, Is("_"), D(26, 26)]],
        digits: LOWER_CROCKFORD,
        bits: 128,
        mark: [(2, 128), VERSION, VARIANT],
        marked: version(7),
        time: Some(Time { bits: [(48, 80), NO, NO], since: year(2020), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "random", [(12, 64), (62, 0), NO])],
        ..OPAQUE
    },
    // The highest bit is 0; 53 bits of µs, 10 of the clock.
    Row {
        name: "tid",
        patterns: patterns![[D(13, 13)]],
        digits: Digits { all: b"234567abcdefghijklmnopqrstuvwxyz", any_case: false },
        bits: 63,
        mark: [(2, 63), NO, NO],
        time: Some(Time { bits: [(53, 10), NO, NO], since: 1_667_260_800_000, ..MICROSECONDS }),
        fields: &[number_of(Kind::Node, "clockId", [(10, 0), NO, NO])],
        ..OPAQUE
    },
    // 48 bits of ms and 72 random bits.
    Row {
        name: "firebase",
        patterns: patterns![[D(20, 20)]],
        digits: Digits {
            all: b"-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
            any_case: false,
        },
        bits: 120,
        time: Some(Time { bits: [(48, 72), NO, NO], since: year(2012), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "random", [(72, 0), NO, NO])],
        ..OPAQUE
    },
    // 48 bits of ms and 80 random bits.
    Row {
        name: "timeflake",
        patterns: patterns![[D(22, 22)]],
        bits: 128,
        mark: [(32, 128), NO, NO],
        time: Some(Time { bits: [(48, 80), NO, NO], since: year(2020), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "random", [(80, 0), NO, NO])],
        prior: 1.0,
        ..OPAQUE
    },
    // 64 bits of ms, 48 of the node, 16 of a counter.
    Row {
        name: "flake",
        patterns: patterns![[D(18, 18)]],
        bits: 128,
        time: Some(Time { bits: [(64, 64), NO, NO], since: year(2018), ..MILLISECONDS }),
        fields: &[hex(Kind::Node, "node", [(48, 16), NO, NO]), counter("counter", [(16, 0), NO, NO])],
        prior: 4.0,
        ..OPAQUE
    },
    // 8 digits of ms since 2000, 2 of a counter.
    Row {
        name: "aid",
        patterns: patterns![[Number(8, 42), Number(2, 11)]],
        digits: BASE36,
        bits: 53,
        time: Some(Time {
            bits: [(42, 11), NO, NO],
            epoch: Some(year(2000)),
            since: year(2018),
            ..MILLISECONDS
        }),
        fields: &[counter("counter", [(11, 0), NO, NO])],
        prior: 2.0,
        ..OPAQUE
    },
    // 8 digits of ms since 2000, 4 of the node, 4 of a counter.
    Row {
        name: "aidx",
        patterns: patterns![[Number(8, 42), Number(4, 21), Number(4, 21)]],
        digits: BASE36,
        bits: 84,
        time: Some(Time {
            bits: [(42, 42), NO, NO],
            epoch: Some(year(2000)),
            since: year(2023),
            ..MILLISECONDS
        }),
        fields: &[number_of(Kind::Node, "node", [(21, 21), NO, NO]), counter("counter", [(21, 0), NO, NO])],
        prior: 1.0,
        ..OPAQUE
    },
    // `c`, 8 digits of ms, 4 of a counter, 4 of a fingerprint of the host, 8 random ones.
    Row {
        name: "cuid",
        patterns: patterns![[Is("c"), Number(8, 42), Number(4, 21), Number(4, 21), Number(8, 42)]],
        digits: BASE36,
        bits: 126,
        time: Some(Time { bits: [(42, 84), NO, NO], since: year(2012), ..MILLISECONDS }),
        fields: &[
            counter("counter", [(21, 63), NO, NO]),
            hex(Kind::Node, "fingerprint", [(21, 42), NO, NO]),
            hex(Kind::Random, "random", [(42, 0), NO, NO]),
        ],
        ..OPAQUE
    },
    // Version 1, 8 digits of seconds, 24 random ones.
    Row {
        name: "xray",
        patterns: patterns![[Is("1-"), D(8, 8), HYPHEN, D(24, 24)]],
        digits: HEX,
        bits: 128,
        time: Some(Time { bits: [(32, 96), NO, NO], since: year(2016), ..SECONDS }),
        fields: &[hex(Kind::Random, "random", [(64, 32), (32, 0), NO])],
        ..OPAQUE
    },
    // Seconds and µs.
    Row {
        name: "slack",
        patterns: patterns![[D(10, 10), POINT, D(6, 6)], [Is("p"), D(16, 16)]],
        digits: DECIMAL,
        bits: 54,
        time: Some(Time { bits: [(54, 0), NO, NO], since: year(2012), ..MICROSECONDS }),
        prior: 32.0,
        ..OPAQUE
    },
    // Seconds in the high 32 bits.
    Row {
        name: "tiktok",
        patterns: patterns![[D(19, 19)]],
        digits: DECIMAL,
        bits: 64,
        // 2016-09-01: Douyin began in this month.
        time: Some(Time { bits: [(32, 32), NO, NO], since: 1_472_688_000_000, ..SECONDS }),
        // The ms of most IDs (arXiv 2504.13279).
        fields: &[
            number_of(Kind::Time, "ms", [(10, 22), NO, NO]),
            hex(Kind::Random, "rest", [(22, 0), NO, NO]),
        ],
        prior: 40.0,
        ..OPAQUE
    },
    // ms since 1970 above 22 bits.
    Row {
        name: "linkedin",
        patterns: patterns![[D(19, 19)]],
        digits: DECIMAL,
        bits: 63,
        time: Some(Time { bits: [(41, 22), NO, NO], since: year(2011), ..MILLISECONDS }),
        fields: &[hex(Kind::Random, "rest", [(10, 12), NO, NO]), counter("sequence", [(12, 0), NO, NO])],
        prior: 32.0,
        // The sequences of all published IDs are 0 to 2.
        habits: &[Habit::below("sequence", 1.0).with_stray(1.0 / 32.0)],
        ..OPAQUE
    },
    // Seconds since 2025-10 in the high bits, and ms in a field of their own. Version 33 was released on 2026-02-18.
    Row {
        name: "nextcloud",
        patterns: patterns![[D(16, 19)]],
        digits: DECIMAL,
        bits: 64,
        mark: [(1, 63), NO, NO],
        time: Some(Time {
            bits: [(31, 32), NO, NO],
            epoch: Some(1_759_276_800_000),
            since: 1_771_372_800_000,
            ..SECONDS
        }),
        fields: &[
            number_of(Kind::Time, "ms", [(10, 22), NO, NO]),
            number_of(Kind::Node, "server", [(9, 13), NO, NO]),
            number_of(Kind::Metadata, "cli", [(1, 12), NO, NO]),
            counter("sequence", [(12, 0), NO, NO]),
        ],
        prior: 4.0,
        habits: &[Habit::below("sequence", 1.0)],
        ..OPAQUE
    },
    // Seconds since 2020-11-10T16:00Z above 21 bits, in integers of JavaScript. It has such IDs since 2025-06.
    Row {
        name: "nocobase",
        patterns: patterns![[D(14, 16)]],
        digits: DECIMAL,
        bits: 53,
        time: Some(Time {
            bits: [(32, 21), NO, NO],
            epoch: Some(1_605_024_000_000),
            since: 1_748_736_000_000,
            ..SECONDS
        }),
        fields: &[
            number_of(Kind::Node, "workerId", [(5, 16), NO, NO]),
            counter("sequence", [(16, 0), NO, NO]),
        ],
        prior: 1.0,
        habits: &[Habit::below("sequence", 1.0)],
        ..OPAQUE
    },
    // The usual layout, with an epoch of its own: 2019-12-24T16:00Z. The first version is of 2021.
    Row {
        name: "cosid",
        time: Some(Time { epoch: Some(1_577_203_200_000), since: year(2021), ..USUAL_TIME }),
        prior: 0.5,
        ..USUAL_LAYOUT
    },
    // The counter stands above the node. The extension is of 2023.
    Row {
        name: "pgedge",
        time: Some(Time { epoch: Some(year(2023)), since: year(2023), ..USUAL_TIME }),
        fields: &[counter("counter", [(12, 10), NO, NO]), number_of(Kind::Node, "node", [(10, 0), NO, NO])],
        prior: 4.0,
        habits: &[Habit::below("counter", 1.0), Habit::near("node", 1, 8, 4.0).with_stray(OTHER_MACHINES)],
        ..USUAL_LAYOUT
    },
    // Makers with an epoch that nobody else knows: the layout of most libraries, and seconds in the high bits. Otherwise, their IDs
    // would be read with the epochs of services. Published IDs of services look like them too, so they must be far more likely.
    Row {
        name: "own",
        time: Some(Time { epoch: None, since: year(2006), ..USUAL_TIME }),
        fields: &[number_of(Kind::Time, "msSinceEpoch", USUAL_TIME.bits), MACHINE, SEQUENCE],
        prior: 64.0,
        lead: 30,
        ..USUAL_LAYOUT
    },
    Row {
        name: "own",
        time: Some(Time { bits: [(31, 32), NO, NO], epoch: None, since: year(2006), ..SECONDS }),
        fields: &[
            number_of(Kind::Time, "secondsSinceEpoch", [(31, 32), NO, NO]),
            number_of(Kind::Node, "machine", [(20, 12), NO, NO]),
            SEQUENCE,
        ],
        prior: 10.0,
        habits: &[Habit::below("sequence", 1.0).with_stray(BUSY)],
        lead: 30,
        ..USUAL_LAYOUT
    },
    // Seconds since 1970, ms, µs and ns: so many digits mean 2001 to 2286.
    Row {
        patterns: patterns![[D(10, 10)]],
        time: Some(Time { ms_per_tick: 1000, ..UNIT }),
        // Phones, orders and accounts have as many digits.
        prior: 4.0,
        ..UNIX
    },
    Row {
        patterns: patterns![[D(13, 13)], [D(10, 10), POINT, D(3, 3)]],
        time: Some(UNIT),
        prior: 16.0,
        ..UNIX
    },
    Row {
        patterns: patterns![[D(16, 16)], [D(10, 10), POINT, D(6, 6)]],
        time: Some(Time { ticks_per_ms: 1000, ..UNIT }),
        prior: 2.0,
        ..UNIX
    },
    // With a larger prior, IDs of Instagram would be read as times.
    Row {
        patterns: patterns![[D(19, 19)], [D(10, 10), POINT, D(9, 9)]],
        time: Some(Time { ticks_per_ms: 1_000_000, ..UNIT }),
        prior: 6.0,
        ..UNIX
    },
    // 100 ns since 1601 and since the year 1, and µs since 1601. Such numbers are rarer than IDs with as many digits.
    Row {
        name: "filetime",
        patterns: patterns![[D(18, 18)]],
        time: Some(Time { ticks_per_ms: 10_000, epoch: Some(YEAR_1601), ..UNIT }),
        prior: 1.0,
        ..UNIX
    },
    Row {
        name: "ticks",
        patterns: patterns![[D(18, 18)]],
        time: Some(Time { ticks_per_ms: 10_000, epoch: Some(-62_135_596_800_000), ..UNIT }),
        prior: 1.0,
        ..UNIX
    },
    Row {
        name: "webkit",
        patterns: patterns![[D(17, 17)]],
        time: Some(Time { ticks_per_ms: 1000, epoch: Some(YEAR_1601), ..UNIT }),
        prior: 1.0,
        ..UNIX
    },
    // DCE Security (RFC 9562, clause 5.2): a number of a user or a group replaces the low bits of version 1's time.
    Row {
        name: "uuid v2",
        marked: version(2),
        fields: &[
            number_of(Kind::Metadata, "localId", [(32, 96), NO, NO]),
            number_of(Kind::Time, "timeHigh", [(12, 64), NO, NO]),
            number_of(Kind::Time, "timeMid", [(16, 80), NO, NO]),
            counter("clockSequence", [(6, 56), NO, NO]),
            number_of(Kind::Metadata, "domain", [(8, 48), NO, NO]),
            hex(Kind::Node, "node", [(48, 0), NO, NO]),
        ],
        prior: 1.0,
        ..UUID
    },
    // RFC 9562, clauses 5.3, 5.4, 5.5 and 5.8.
    Row { name: "uuid v3", marked: version(3), fields: &[hex(Kind::Random, "md5", REST)], ..UUID },
    Row {
        name: "uuid v4",
        marked: version(4),
        fields: &[hex(Kind::Random, "random", REST)],
        prior: 512.0,
        ..UUID
    },
    Row { name: "uuid v5", marked: version(5), fields: &[hex(Kind::Random, "sha1", REST)], ..UUID },
    Row {
        name: "uuid v8",
        marked: version(8),
        fields: &[hex(Kind::Random, "custom", REST)],
        prior: 8.0,
        ..UUID
    },
    // RFC 9562, clauses 5.9 and 5.10.
    Row { name: "uuid nil", patterns: patterns![[Is("00000000-0000-0000-0000-000000000000")]], ..OPAQUE },
    Row {
        name: "uuid max",
        patterns: patterns![
            [Is("ffffffff-ffff-ffff-ffff-ffffffffffff")],
            [Is("FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")],
        ],
        ..OPAQUE
    },
    // RFC 9562, clause 4.1: "Reserved, Microsoft Corporation backward compatibility".
    Row {
        name: "uuid microsoft",
        mark: [(3, 61), NO, NO],
        marked: 0b110,
        fields: &[hex(Kind::Random, "custom", [(64, 64), (61, 0), NO])],
        prior: 0.25,
        ..UUID
    },
    Row {
        name: "stripe",
        patterns: patterns![
            [OneOf(STRIPE), D(14, 14)],
            [OneOf(STRIPE), D(16, 16)],
            [OneOf(STRIPE), D(24, 24)],
            [OneOf(&["cs_live_", "cs_test_"]), D(50, 70)],
        ],
        ..OPAQUE
    },
    Row {
        name: "github",
        patterns: patterns![
            [OneOf(&["ghp_", "gho_", "ghu_", "ghs_", "ghr_"]), D(36, 36)],
            [Is("github_pat_"), D(22, 22), Is("_"), D(59, 59)],
        ],
        ..OPAQUE
    },
    Row {
        name: "traceparent",
        patterns: patterns![[Is("00-"), D(32, 32), HYPHEN, D(16, 16), HYPHEN, D(2, 2)]],
        digits: HEX,
        ..OPAQUE
    },
    Row { name: "git", patterns: patterns![[D(40, 40)]], digits: HEX, prior: 64.0, ..OPAQUE },
    Row {
        name: "hash",
        patterns: patterns![[D(32, 32)], [D(40, 40)], [D(56, 56)], [D(64, 64)], [D(96, 96)], [D(128, 128)]],
        digits: ANY_HEX,
        ..OPAQUE
    },
    Row { name: "nanoid", patterns: patterns![[D(21, 21)]], digits: BASE64_URL, prior: 64.0, ..OPAQUE },
    Row { name: "cuid2", patterns: patterns![[D(24, 24)]], digits: BASE36, ..OPAQUE },
    Row { name: "youtube", patterns: patterns![[D(11, 11)]], digits: BASE64_URL, ..OPAQUE },
    // The universe 1, the type (1 of people, 7 of groups) and the instance stand above the number of the account.
    Row { marked: 0x0110_0001, ..STEAM },
    Row { patterns: patterns![[D(18, 18)]], marked: 0x0170_0000, ..STEAM },
    Row {
        name: "reddit",
        patterns: patterns![[OneOf(&["t1_", "t2_", "t3_", "t4_", "t5_", "t6_"]), D(4, 8)]],
        digits: BASE36,
        ..OPAQUE
    },
    Row { name: "reddit", patterns: patterns![[D(4, 8)]], digits: BASE36, is_only_named: true, ..OPAQUE },
];

/// The prefixes of Stripe's IDs.
const STRIPE: &[&str] = &[
    "acct_",
    "ch_",
    "cus_",
    "dp_",
    "evt_",
    "fee_",
    "file_",
    "il_",
    "in_",
    "link_",
    "pi_",
    "plan_",
    "pm_",
    "po_",
    "price_",
    "prod_",
    "promo_",
    "py_",
    "re_",
    "req_",
    "seti_",
    "si_",
    "src_",
    "sub_",
    "sub_sched_",
    "tok_",
    "tr_",
    "txn_",
    "txr_",
    "we_",
];
