//! The table of formats: everything that is particular to a format, as data.
//!
//! | format | its document |
//! |---|---|
//! | `snowflakeSI` | "Snowflake-SI Algorithm" |
//! | `twitter`, `discord`, `instagram`, `mastodon` | "Announcing Snowflake"; each service's API reference |
//! | `sonyflake` | Sonyflake's README |
//! | `nanoflake` | "Nanoflakes Specification" |
//! | `uid60` | "Unique ID Generator Design" |
//! | `sno` | "sno: A spec for unique IDs in distributed systems based on the Snowflake design" |

use std::borrow::Cow;

use super::{Defaults, Native, Special, Width};
use crate::layout::{Field, Kind, Part};
use crate::sequencer::{OnExhausted, OnRollback, Start};
use crate::snapshot::Form;
use crate::text::Encoding;

/// A row of the table.
pub(super) struct Entry {
    pub name: &'static str,
    pub alias: Option<&'static str>,
    /// High bits first.
    pub fields: &'static [Field],
    pub bits: u8,
    /// ms per tick.
    pub unit: u64,
    /// Unix ms; `None` where every application has its own.
    pub epoch: Option<i64>,
    pub native: Native,
    pub text: Encoding,
    pub defaults: Defaults,
    /// Unix ms before which the service made no such IDs.
    pub since: i64,
    /// The widths that users may change, and the instant that the time field must still reach.
    pub adjustable: Option<Adjustable>,
    pub special: Special,
}

/// What `.with` may change besides the epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Adjustable {
    pub widths: &'static [Width],
    /// Unix ms: less the epoch it must be below 2 to the width of the time field.
    pub reach: i64,
}

const fn field(kind: Kind, name: &'static str, bits: u8, parts: &'static [Part]) -> Field {
    Field { name: Cow::Borrowed(name), kind, bits, parts: Cow::Borrowed(parts) }
}

const fn part(name: &'static str, bits: u8) -> Part {
    Part { name: Cow::Borrowed(name), bits }
}

const fn time(bits: u8) -> Field {
    field(Kind::Time, "timestamp", bits, &[])
}

const fn node(name: &'static str, bits: u8) -> Field {
    field(Kind::Node, name, bits, &[])
}

const fn sequence(bits: u8) -> Field {
    field(Kind::Sequence, "sequence", bits, &[])
}

const TWITTER_MACHINE: &[Part] = &[part("datacenterId", 5), part("workerId", 5)];

pub(super) static TABLE: &[Entry] = &[
    Entry {
        name: "twitter",
        alias: Some("x"),
        fields: &[time(41), field(Kind::Node, "machineId", 10, TWITTER_MACHINE), sequence(12)],
        bits: 63,
        unit: 1,
        epoch: Some(1_288_834_974_657),
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        since: 1_288_834_974_657,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "discord",
        alias: None,
        fields: &[
            time(42),
            node("workerId", 5),
            node("processId", 5),
            field(Kind::Sequence, "increment", 12, &[]),
        ],
        bits: 64,
        unit: 1,
        epoch: Some(1_420_070_400_000),
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        since: 1_420_070_400_000,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "instagram",
        alias: None,
        fields: &[time(41), node("shardId", 13), sequence(10)],
        bits: 64,
        unit: 1,
        epoch: Some(1_314_220_021_721),
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        since: 1_314_220_021_721,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "mastodon",
        alias: None,
        fields: &[time(48), sequence(16)],
        bits: 64,
        unit: 1,
        epoch: Some(0),
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        // 2016-10-06: the first release. IDs of older posts from elsewhere are back-dated.
        since: 1_475_712_000_000,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "sonyflake",
        alias: None,
        fields: &[time(39), sequence(8), node("machineId", 16)],
        bits: 63,
        unit: 10,
        epoch: Some(1_409_529_600_000),
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        since: 1_409_529_600_000,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "uid60",
        alias: None,
        // The document's sentence says 48 bits of time; its drawing, its total and its example, 42.
        fields: &[time(42), sequence(9), field(Kind::Random, "random", 9, &[])],
        bits: 60,
        unit: 1,
        epoch: Some(1_519_862_400_000),
        native: Native::BigInt,
        text: Encoding::RotatedBase64,
        // "Increases from 0 to 511, then back to 0 again" ("Sequence Number").
        defaults: Defaults { start: Start::Rolling, ..Defaults::STANDARD },
        since: 1_519_862_400_000,
        adjustable: None,
        special: Special::NONE,
    },
    Entry {
        name: "sno",
        alias: None,
        // Two blocks of 40 bits, so that no field but the toggle shares a byte ("A sno is simply
        // 80-bits comprised of two 40-bit blocks").
        fields: &[
            time(39),
            field(Kind::Toggle, "toggle", 1, &[]),
            field(Kind::Metadata, "meta", 8, &[]),
            node("partition", 16),
            sequence(16),
        ],
        bits: 80,
        unit: 4,
        epoch: Some(1_262_304_000_000),
        native: Native::Text,
        text: Encoding::Sno,
        defaults: Defaults { on_rollback: OnRollback::Toggle, ..Defaults::STANDARD },
        since: 1_262_304_000_000,
        adjustable: None,
        special: Special {
            // "sane defaults and a unique (in-process) Partition" ("Snapshots").
            chooses_node: true,
            // "the capacity could shrink to 4 per 4msec (smallest allowed)" ("Sequence overflow").
            least_range: 4,
            snapshots: Form::Sno,
        },
    },
    Entry {
        name: "snowflakeSI",
        alias: None,
        fields: &[time(40), node("machineId", 5), sequence(8)],
        bits: 53,
        unit: 1,
        epoch: None,
        native: Native::Number,
        text: Encoding::Decimal,
        defaults: Defaults::STANDARD,
        since: 0,
        // "2147483647000 - BaseClock < Math.pow(2, 40)"; "Algorithm Adjustment".
        adjustable: Some(Adjustable {
            widths: &[
                Width { option: "timeBits", least: 40 },
                Width { option: "machineBits", least: 0 },
                Width { option: "sequenceBits", least: 1 },
            ],
            reach: 2_147_483_647_000,
        }),
        special: Special::NONE,
    },
    Entry {
        name: "nanoflake",
        alias: None,
        // The drawing puts the zero bit last; the prose, "shifting the timestamp 22 bits to the
        // right", puts it first, and so does this.
        fields: &[time(41), node("generatorId", 10), sequence(12)],
        bits: 63,
        unit: 1,
        epoch: None,
        native: Native::BigInt,
        text: Encoding::Base36,
        // "must either wait until the system clock catches up …, or throw" ("Generating Nanoflakes").
        defaults: Defaults { on_rollback: OnRollback::Wait, ..Defaults::STANDARD },
        since: 0,
        adjustable: None,
        special: Special::NONE,
    },
];

impl Defaults {
    /// What holds where a format's document is silent.
    pub(super) const STANDARD: Self = Self {
        on_rollback: OnRollback::Lead,
        on_exhausted: OnExhausted::Wait,
        start: Start::Reset { threshold: 0 },
    };
}
