//! The table of built-in formats: everything that is particular to a format, as data.
//!
//! | format | its document |
//! |---|---|
//! | `snowflakeSI` | "Snowflake-SI Algorithm" |
//! | `twitter`, `discord`, `instagram`, `mastodon` | "Announcing Snowflake"; each service's API reference |
//! | `sonyflake` | Sonyflake's README |
//! | `nanoflake` | "Nanoflakes Specification" |
//! | `uid60` | "Unique ID Generator Design" |
//! | `sno` | "sno: A spec for unique IDs in distributed systems based on the Snowflake design" |
//! | `tsid` | the README of tsid-creator |

use super::{Habit, Native, SnapshotForm, Width};
use crate::layout::{Field, Kind};
use crate::sequencer::{OnRollback, Policy, Start};
use crate::text::Encoding;

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    pub name: &'static str,
    pub alias: &'static str,
    /// Ordered from high bits to low bits; the parts of a field follow it.
    pub fields: &'static [Field],
    pub bits: u8,
    pub unit: u64,
    /// Unix ms; `None` if every application chooses its own.
    pub epoch: Option<i64>,
    pub native: Native,
    pub encoding: Encoding,
    pub policy: Policy,
    /// The Unix ms before which no ID was made; 0 if unknown.
    pub since: i64,
    /// The widths that `with` may change. They belong to the first fields.
    pub widths: &'static [Width],
    /// The Unix ms that the time field must reach with every epoch.
    pub reach: i64,
    /// Whether `next` of the npm package makes IDs by a default generator.
    pub has_default_generator: bool,
    /// Whether a node is chosen for generators that are given no node fields.
    pub chooses_node: bool,
    /// The smallest count of sequence numbers of a generator.
    pub min_range_length: u64,
    pub snapshot_form: SnapshotForm,
    /// How many IDs of this format there are, in comparison with the other rows.
    pub prior: u16,
    /// The largest ID that is a counter from before such IDs held times.
    pub counters: u64,
    /// How many times as common IDs of this format are among numbers of 19 digits that a spreadsheet has rounded, in comparison
    /// with other rows.
    pub in_tables: u16,
    /// How many times as common IDs that JSON has rounded are among IDs of this format, in comparison with other rows.
    pub in_json: u16,
    /// Whether the service also writes IDs as the digits of base 64.
    pub has_short_codes: bool,
    /// Which numbers of the fields are common. All numbers of a field without a habit are alike.
    pub habits: &'static [Habit],
}

/// The row of custom formats. The row of a built-in format states only values that differ from it.
/// A built-in format whose epoch is not its row's has the habits of custom formats, too: nobody knows the numbers of a caller's own
/// makers, but half of such numbers are 0 or low.
pub(super) static CUSTOM: Row = Row { habits: &[Habit::below("", 1.0).with_stray(0.5)], ..USUAL };

const USUAL: Row = Row {
    name: "",
    alias: "",
    fields: &[],
    bits: 63,
    unit: 1,
    epoch: None,
    native: Native::BigInt,
    encoding: Encoding::Decimal,
    policy: Policy::standard(1),
    since: 0,
    widths: &[],
    reach: i64::MIN,
    has_default_generator: false,
    chooses_node: false,
    min_range_length: 1,
    snapshot_form: SnapshotForm::General,
    prior: 1,
    counters: 0,
    in_tables: 1,
    in_json: 1,
    has_short_codes: false,
    habits: &[Habit::below("", 4.0)],
};

const fn time(bits: u8) -> Field {
    Field::new(Kind::Time, "timestamp", bits)
}

const fn node(name: &'static str, bits: u8) -> Field {
    Field::new(Kind::Node, name, bits)
}

const fn part(name: &'static str, bits: u8) -> Field {
    Field::new(Kind::Part, name, bits)
}

const fn sequence(bits: u8) -> Field {
    Field::new(Kind::Sequence, "sequence", bits)
}

pub(super) static TABLE: &[Row] = &[
    Row {
        name: "twitter",
        alias: "x",
        fields: &[
            time(41),
            node("machineId", 10),
            part("datacenterId", 5),
            part("workerId", 5),
            sequence(12),
        ],
        epoch: Some(1_288_834_974_657),
        since: 1_288_834_974_657,
        prior: 256,
        // Tweets were counted until 2010-11-04.
        counters: 29_700_859_247,
        in_tables: 8,
        // Its first API wrote them as JSON numbers.
        in_json: 4,
        // Datacenters 10 and 11 made most tweets.
        habits: &[Habit::near("datacenterId", 10, 11, 4.0), Habit::below("sequence", 2.0)],
        ..USUAL
    },
    Row {
        name: "discord",
        fields: &[
            time(42),
            node("workerId", 5),
            node("processId", 5),
            Field::new(Kind::Sequence, "increment", 12),
        ],
        bits: 64,
        epoch: Some(1_420_070_400_000),
        since: 1_420_070_400_000,
        prior: 256,
        habits: &[
            Habit::below("workerId", 2.0),
            Habit::below("processId", 1.0),
            Habit::below("increment", 32.0),
        ],
        ..USUAL
    },
    Row {
        name: "instagram",
        fields: &[time(41), node("shardId", 13), sequence(10)],
        bits: 64,
        epoch: Some(1_314_220_021_721),
        since: 1_314_220_021_721,
        prior: 160,
        has_short_codes: true,
        // No habit of the sequence: it is the shard's counter modulo 1024.
        habits: &[Habit::below("shardId", 1024.0)],
        ..USUAL
    },
    Row {
        name: "mastodon",
        fields: &[time(48), sequence(16)],
        bits: 64,
        epoch: Some(0),
        // 2016-10-06: the first release. IDs of older remote posts are back-dated.
        since: 1_475_712_000_000,
        prior: 128,
        // Servers before version 2.0 (2017) counted their posts; no server has counted up to this number.
        counters: 9_999_999_999,
        // No habit of the sequence: it is the sum of a hash and a counter.
        habits: &[],
        ..USUAL
    },
    Row {
        name: "sonyflake",
        fields: &[time(39), sequence(8), node("machineId", 16)],
        unit: 10,
        epoch: Some(1_409_529_600_000),
        policy: Policy::standard(10),
        since: 1_409_529_600_000,
        prior: 16,
        // No habit of the machine: it is the lower half of an IP address.
        habits: &[Habit::below("sequence", 2.0)],
        ..USUAL
    },
    Row {
        name: "uid60",
        // The document's text says 48 bits of time. Its drawing, its total and its example say 42.
        fields: &[time(42), sequence(9), Field::new(Kind::Random, "random", 9)],
        bits: 60,
        epoch: Some(1_519_862_400_000),
        encoding: Encoding::RotatedBase64,
        has_default_generator: true,
        // "Increases from 0 to 511, then back to 0 again" ("Sequence Number").
        policy: Policy { start: Start::Rolling, ..Policy::standard(1) },
        since: 1_519_862_400_000,
        habits: &[],
        ..USUAL
    },
    Row {
        name: "sno",
        // "A sno is simply 80-bits comprised of two 40-bit blocks": only the toggle shares a byte with
        // another field.
        fields: &[
            time(39),
            Field::new(Kind::Toggle, "toggle", 1),
            Field::new(Kind::Metadata, "meta", 8),
            node("partition", 16),
            sequence(16),
        ],
        bits: 80,
        unit: 4,
        epoch: Some(1_262_304_000_000),
        native: Native::Text,
        encoding: Encoding::Sno,
        policy: Policy { on_rollback: OnRollback::Toggle, ..Policy::standard(4) },
        since: 1_262_304_000_000,
        // "the package-level (global) generator" ("Usage").
        has_default_generator: true,
        // "sane defaults and a unique (in-process) Partition" ("Snapshots").
        chooses_node: true,
        // "the capacity could shrink to 4 per 4msec (smallest allowed)" ("Sequence overflow").
        min_range_length: 4,
        snapshot_form: SnapshotForm::Sno,
        habits: &[],
        ..USUAL
    },
    Row {
        name: "snowflakeSI",
        fields: &[time(40), node("machineId", 5), sequence(8)],
        bits: 53,
        native: Native::Number,
        // "2147483647000 - BaseClock < Math.pow(2, 40)"; "Algorithm Adjustment".
        widths: &[
            Width { option: "timeBits", min: 40, max: 52 },
            Width { option: "machineBits", min: 0, max: 12 },
            Width { option: "sequenceBits", min: 1, max: 13 },
        ],
        reach: 2_147_483_647_000,
        ..USUAL
    },
    Row {
        name: "nanoflake",
        // The drawing puts the zero bit last. The prose ("shifting the timestamp 22 bits to the right")
        // puts it first, and so does this row.
        fields: &[time(41), node("generatorId", 10), sequence(12)],
        encoding: Encoding::Base36,
        // "must either wait until the system clock catches up …, or throw"; "must either wait until the
        // next millisecond, or throw" ("Generating Nanoflakes").
        policy: Policy { on_rollback: OnRollback::Wait, leads_when_stalled: false, ..Policy::standard(1) },
        ..USUAL
    },
    Row {
        name: "tsid",
        fields: &[time(42), node("node", 10), sequence(12)],
        bits: 64,
        epoch: Some(1_577_836_800_000),
        encoding: Encoding::Crockford,
        since: 1_577_836_800_000,
        prior: 8,
        // No habits: the node and the counter's start are random by default.
        habits: &[],
        ..USUAL
    },
];
