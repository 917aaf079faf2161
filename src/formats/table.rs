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

use super::{Defaults, Native, Width};
use crate::layout::{Field, Kind};
use crate::sequencer::{OnExhausted, OnRollback, Start};
use crate::snapshot::Form;
use crate::text::Encoding;

/// A row of the table.
#[derive(Debug)]
pub(super) struct Row {
    pub name: &'static str,
    pub alias: &'static str,
    /// High bits first, each field's parts after it.
    pub fields: &'static [Field],
    pub bits: u8,
    /// ms per tick.
    pub unit: u64,
    /// Unix ms; `None` where every application has its own.
    pub epoch: Option<i64>,
    pub native: Native,
    pub text: Encoding,
    pub defaults: Defaults,
    /// Unix ms before which the service made no such IDs; 0 where nobody knows.
    pub since: i64,
    /// The widths that `.with` may change: those of the first fields.
    pub widths: &'static [Width],
    /// Unix ms, that the time field must still reach whatever the epoch.
    pub reach: i64,
    /// Generators without a node field get one that no other of the process has.
    pub chooses_node: bool,
    /// How many sequence numbers a generator must have at the least.
    pub least_range: u64,
    pub snapshots: Form,
}

/// What goes for formats of one's own, and for the rows of the table where nothing else is said.
pub(super) static OWN: Row = USUAL;

const USUAL: Row = Row {
    name: "",
    alias: "",
    fields: &[],
    bits: 63,
    unit: 1,
    epoch: None,
    native: Native::BigInt,
    text: Encoding::Decimal,
    defaults: Defaults::STANDARD,
    since: 0,
    widths: &[],
    reach: i64::MIN,
    chooses_node: false,
    least_range: 1,
    snapshots: Form::General,
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

pub(super) static TABLE: [Row; 9] = [
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
        ..USUAL
    },
    Row {
        name: "instagram",
        fields: &[time(41), node("shardId", 13), sequence(10)],
        bits: 64,
        epoch: Some(1_314_220_021_721),
        since: 1_314_220_021_721,
        ..USUAL
    },
    Row {
        name: "mastodon",
        fields: &[time(48), sequence(16)],
        bits: 64,
        epoch: Some(0),
        // 2016-10-06: the first release. IDs of older posts from elsewhere are back-dated.
        since: 1_475_712_000_000,
        ..USUAL
    },
    Row {
        name: "sonyflake",
        fields: &[time(39), sequence(8), node("machineId", 16)],
        unit: 10,
        epoch: Some(1_409_529_600_000),
        since: 1_409_529_600_000,
        ..USUAL
    },
    Row {
        name: "uid60",
        // The document's sentence says 48 bits of time; its drawing, its total and its example, 42.
        fields: &[time(42), sequence(9), Field::new(Kind::Random, "random", 9)],
        bits: 60,
        epoch: Some(1_519_862_400_000),
        text: Encoding::RotatedBase64,
        // "Increases from 0 to 511, then back to 0 again" ("Sequence Number").
        defaults: Defaults { start: Start::Rolling, ..Defaults::STANDARD },
        since: 1_519_862_400_000,
        ..USUAL
    },
    Row {
        name: "sno",
        // Two blocks of 40 bits, so that no field but the toggle shares a byte ("A sno is simply
        // 80-bits comprised of two 40-bit blocks").
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
        text: Encoding::Sno,
        defaults: Defaults { on_rollback: OnRollback::Toggle, ..Defaults::STANDARD },
        since: 1_262_304_000_000,
        // "sane defaults and a unique (in-process) Partition" ("Snapshots").
        chooses_node: true,
        // "the capacity could shrink to 4 per 4msec (smallest allowed)" ("Sequence overflow").
        least_range: 4,
        snapshots: Form::Sno,
        ..USUAL
    },
    Row {
        name: "snowflakeSI",
        fields: &[time(40), node("machineId", 5), sequence(8)],
        bits: 53,
        native: Native::Number,
        // "2147483647000 - BaseClock < Math.pow(2, 40)"; "Algorithm Adjustment".
        widths: &[
            Width { option: "timeBits", least: 40 },
            Width { option: "machineBits", least: 0 },
            Width { option: "sequenceBits", least: 1 },
        ],
        reach: 2_147_483_647_000,
        ..USUAL
    },
    Row {
        name: "nanoflake",
        // The drawing puts the zero bit last; the prose, "shifting the timestamp 22 bits to the
        // right", puts it first, and so does this.
        fields: &[time(41), node("generatorId", 10), sequence(12)],
        text: Encoding::Base36,
        // "must either wait until the system clock catches up …, or throw"; "must either wait until the
        // next millisecond, or throw" ("Generating Nanoflakes").
        defaults: Defaults { on_rollback: OnRollback::Wait, leads_when_stalled: false, ..Defaults::STANDARD },
        ..USUAL
    },
];

impl Defaults {
    /// What holds where a format's document is silent.
    pub const STANDARD: Self = Self {
        on_rollback: OnRollback::Lead,
        on_exhausted: OnExhausted::Wait,
        start: Start::Reset { threshold: 0 },
        leads_when_stalled: true,
    };
}
