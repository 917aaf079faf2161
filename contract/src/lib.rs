//! The contract between the core's WebAssembly module and the TypeScript wrapper: the sizes of the buffers, and frames
//! of numbers in them.
//!
//! The crate `bindings` uses these constants. The program of this crate writes them, and everything else
//! that both languages know, to `pkg-template/src/generated/`.

use flakekit::refusal::FIGURES;
use flakekit::snapshot;

/// The length of the number buffer in `f64`s: that of the longest frame.
pub const NUMBERS_LENGTH: usize = {
    let (mut i, mut longest) = (0, 0);
    while i < FRAMES.len() {
        if FRAMES[i].length() > longest {
            longest = FRAMES[i].length();
        }
        i += 1;
    }
    longest
};

/// The length of the value buffer in 64-bit integers: 32 KiB. A batch is written in chunks of this length.
pub const VALUES_LENGTH: usize = 4096;

/// The length of the buffer for texts and bytes of a batch, in bytes.
pub const ENCODED_LENGTH: usize = 1 << 15;

/// The count of random words that the wrapper writes at a time.
pub const RANDOM_LENGTH: usize = 1024;

/// The module of hidden IDs.
#[cfg(feature = "hidden")]
pub mod hidden {
    use flakekit::hidden::MAX_TWEAK;

    /// The count of ciphers in its table.
    pub const CIPHERS: usize = 16;

    /// The count of bytes of the longest key. A tweak follows the bytes of a key.
    pub const MAX_KEY: usize = 32;

    /// The count of words of 32 bits that it exchanges with the wrapper.
    pub const EXCHANGED: usize = (MAX_KEY + MAX_TWEAK).div_ceil(size_of::<u32>());
}

/// A number in a frame.
pub struct Item {
    /// The name in TypeScript.
    pub name: &'static str,
    /// The count of consecutive numbers.
    pub count: usize,
    /// The meaning.
    pub doc: &'static str,
}

/// A frame: numbers with names, at fixed positions of the number buffer.
pub struct Frame {
    /// The name in TypeScript.
    pub name: &'static str,
    /// The meaning, and the call that uses it.
    pub doc: &'static str,
    /// The numbers in order.
    pub items: &'static [Item],
}

impl Frame {
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

macro_rules! frames {
    ($(#[doc = $doc:literal] $module:ident $name:literal {
        $(#[doc = $item_doc:literal] $item:ident $item_name:literal $([$count:expr])?,)+
    })+) => {
        $(
            #[doc = $doc]
            pub mod $module {
                use super::*;
                const FRAME: &Frame = &Frame {
                    name: $name,
                    doc: $doc,
                    items: &[$(Item { name: $item_name, count: frames!(@count $($count)?), doc: $item_doc },)+],
                };
                $(
                    #[doc = $item_doc]
                    pub const $item: usize = FRAME.position($item_name);
                )+
                pub(super) const ALL: &Frame = FRAME;
                /// The count of numbers.
                pub const LENGTH: usize = FRAME.length();
            }
        )+

        /// All frames.
        pub const FRAMES: &[&Frame] = &[$($module::ALL),+];
    };
    (@count) => { 1 };
    (@count $count:expr) => { $count };
}

frames! {
    /// What `next_halves` writes.
    halves "HALVES" {
        /// The ID without its low 32 bits.
        HIGH "high",
    }
    /// The figures of a refusal: see `Reason` of the crate `flakekit`.
    refusal "REFUSAL" {
        /// The cause of a wait; or the first figure of another refusal.
        CAUSE "cause",
        /// The next two figures.
        MORE "more" [2],
        /// The ms of a wait; or the fourth figure.
        MS "ms",
        /// The last figure. That of a wait is `maxWait`, which the wrapper writes.
        MAX_WAIT "maxWait" [FIGURES - 4],
    }
    /// The answer of `snapshot`. Times are ticks.
    state "STATE" {
        /// The numbers of a general snapshot.
        NUMBERS "numbers" [snapshot::NUMBERS],
        /// The reading of the clock.
        NOW "now",
    }
    /// How a candidate begins in an answer of inspection. Its fields, its reasons and their figures follow.
    candidate "CANDIDATE" {
        /// The number of the kind.
        KIND "kind",
        /// The number of the fit.
        FIT "fit",
        /// The score.
        SCORE "score",
        /// Unix ms, or NaN.
        TIME "time",
        /// The value without its low 32 bits, or NaN.
        HIGH "high",
        /// The low 32 bits of the value.
        LOW "low",
        /// The count of the fields.
        FIELDS "fields",
    }
    /// The input of `open_generator`, and of the calls of leases: a scheme, the identity, and the options.
    opening "OPENING" {
        /// Unix ms.
        EPOCH "epoch",
        /// ms per tick.
        UNIT "unit",
        /// How many ticks the low bits of the time count before its high bits count one more; not given if all bits count together.
        PER "per",
        /// The shift and the width of the time, the node, the sequence, the random bits, the metadata and the toggle.
        PLACES "places" [12],
        /// The value of the node fields without its low 32 bits; not given if a node is to be chosen.
        NODE_HIGH "nodeHigh",
        /// The low 32 bits of the value of the node fields.
        NODE_LOW "nodeLow",
        /// The first sequence number.
        FIRST "first",
        /// The last sequence number.
        LAST "last",
        /// The number of the policy.
        ON_ROLLBACK "onRollback",
        /// The number of the policy.
        ON_EXHAUSTED "onExhausted",
        /// The number of the policy.
        SEQUENCE_START "sequenceStart",
        /// See `sequenceResetThreshold`.
        RESET_THRESHOLD "resetThreshold",
        /// 1 if IDs lead a clock that stalls.
        LEADS_WHEN_STALLED "leadsWhenStalled",
        /// Ticks.
        MAX_LEAD "maxLead",
        /// Ticks. It is `maxLead`, except for leases.
        MAX_LAG "maxLag",
        /// The state of a snapshot: the numbers of a general snapshot without its range.
        SAVED "saved" [snapshot::NUMBERS - 2],
    }
}
