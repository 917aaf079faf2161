//! The contract between the core's WebAssembly module and the TypeScript wrapper: the sizes of the shared
//! memory, and records of numbers in it.
//!
//! The crate `bindings` uses these constants. The program of this crate writes them, and everything else
//! that both languages know, to `pkg-template/src/generated/`.

use flakekit::layout::MAX_NAMES;
use flakekit::snapshot;

/// The length of the text buffer in bytes. A longer text is no ID in any encoding.
pub const TEXT_LENGTH: usize = 64;

/// The length of the number buffer in `f64`s: that of the longest record.
pub const NUMBERS_LENGTH: usize = 48;

/// The length of the value buffer in 64-bit integers: 32 KiB. A batch is written in chunks of this length.
pub const VALUES_LENGTH: usize = 4096;

/// The length of the buffer for texts and bytes of a batch, in bytes.
pub const RECORDS_LENGTH: usize = 1 << 15;

/// A number in a record.
pub struct Item {
    /// The name in TypeScript.
    pub name: &'static str,
    /// The count of consecutive numbers.
    pub count: usize,
    /// The meaning.
    pub doc: &'static str,
}

/// A record: numbers with names, at fixed positions of the number buffer, or of memory that another record states.
pub struct Record {
    /// The name in TypeScript.
    pub name: &'static str,
    /// When it is valid.
    pub doc: &'static str,
    /// The numbers in order.
    pub items: &'static [Item],
}

impl Record {
    /// The position of an item.
    const fn position(&self, name: &str) -> usize {
        let (mut i, mut position) = (0, 0);
        while !is_equal(self.items[i].name, name) {
            position += self.items[i].count;
            i += 1;
        }
        position
    }

    /// The count of numbers.
    const fn length(&self) -> usize {
        let (mut i, mut length) = (0, 0);
        while i < self.items.len() {
            length += self.items[i].count;
            i += 1;
        }
        length
    }
}

const fn is_equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

macro_rules! records {
    ($(#[doc = $doc:literal] $module:ident $name:literal {
        $(#[doc = $item_doc:literal] $item:ident $item_name:literal $([$count:expr])?,)+
    })+) => {
        $(
            #[doc = $doc]
            pub mod $module {
                use super::*;
                const RECORD: &Record = &Record {
                    name: $name,
                    doc: $doc,
                    items: &[$(Item { name: $item_name, count: records!(@count $($count)?), doc: $item_doc },)+],
                };
                $(
                    #[doc = $item_doc]
                    pub const $item: usize = RECORD.position($item_name);
                )+
                pub(super) const ALL: &Record = RECORD;
                const _: () = assert!(RECORD.length() <= NUMBERS_LENGTH, "the number buffer is too short");
            }
        )+

        /// All records.
        pub const RECORDS: &[&Record] = &[$($module::ALL),+];
    };
    (@count) => { 1 };
    (@count $count:expr) => { $count };
}

records! {
    /// What `next_halves` writes.
    halves "HALVES" {
        /// The ID without its low 32 bits.
        HIGH "high",
    }
    /// The answer of `progress`.
    progress "PROGRESS" {
        /// The lowest sequence number.
        MIN "min",
        /// The highest sequence number.
        MAX "max",
        /// The sequence number handed out last in the tick, or the lowest one.
        LAST "last",
        /// The count of used sequence numbers of the tick.
        USED "used",
    }
    /// The input of `define`.
    definition "DEFINITION" {
        /// The total width.
        BITS "bits",
        /// ms per tick.
        UNIT "unit",
        /// Unix ms.
        EPOCH "epoch",
        /// The number of the JavaScript type.
        NATIVE "native",
        /// The number of the encoding.
        TEXT "text",
        /// The number of the policy.
        ON_ROLLBACK "onRollback",
        /// The number of the policy.
        ON_EXHAUSTED "onExhausted",
        /// The number of the policy.
        SEQUENCE "sequence",
    }
    /// The input of `adjust`.
    adjustment "ADJUSTMENT" {
        /// Unix ms.
        EPOCH "epoch",
        /// The adjustable widths in order.
        WIDTHS "widths" [MAX_NAMES],
    }
    /// The input of `open_generator`, and of the calls of leases.
    options "OPTIONS" {
        /// The node fields and their parts, each at its position among all fields and parts except the time.
        FIELDS "fields" [MAX_NAMES],
        /// The number of the policy.
        ON_ROLLBACK "onRollback",
        /// The number of the policy.
        ON_EXHAUSTED "onExhausted",
        /// The number of the policy.
        SEQUENCE "sequence",
        /// One end of the sequence range.
        RANGE_FIRST "rangeFirst",
        /// The other end of the sequence range.
        RANGE_LAST "rangeLast",
        /// See `sequenceResetThreshold`.
        RESET_THRESHOLD "resetThreshold",
        /// ms.
        MAX_LEAD "maxLead",
        /// ms.
        MAX_WAIT "maxWait",
        /// The numbers of a snapshot.
        SNAPSHOT "snapshot" [snapshot::NUMBERS],
        /// ms. Of leases only, as what follows.
        MAX_LAG "maxLag",
        /// One end of the range of nodes.
        NODES_FIRST "nodesFirst",
        /// The other end of the range of nodes.
        NODES_LAST "nodesLast",
        /// How many seats share a sequence.
        SHARES "shares",
        /// ms; also in the answer of `lease_terms`.
        WINDOW "window",
        /// ms.
        CLOCK_SKEW "clockSkew",
    }
}
