//! Time-sortable IDs of others, read only. What is particular to each is a row of a table.

use super::{Candidate, judge};
use crate::plain::Plain;

/// An ID of another family.
struct Foreign {
    name: &'static str,
    /// How many digits, in which base, and whether their case matters.
    length: usize,
    digits: &'static [u8],
    any_case: bool,
    /// What the bits of these slices must be.
    marks: &'static [(Slice, u128)],
    /// Where the time is: the slices of it, the high one first.
    time: &'static [Slice],
    /// ms per tick, or else ticks per ms.
    unit: f64,
    ticks_per_ms: f64,
    /// Unix ms of tick 0.
    epoch: f64,
    /// Unix ms before which there were none.
    since: f64,
    fields: &'static [(&'static str, Show, &'static [Slice])],
}

/// So many bits, with so many below them.
type Slice = (u32, u32);

/// How a field is shown.
#[derive(PartialEq)]
enum Show {
    Hex,
    Number,
}

use Show::{Hex, Number};

const LOWER: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const HEX: &[u8] = LOWER.split_at(16).0;

/// The version and the variant of RFC 9562 (clauses 4.1 and 4.2).
const fn uuid(name: &'static str, marks: &'static [(Slice, u128)], time: &'static [Slice]) -> Foreign {
    Foreign {
        name,
        length: 32,
        digits: HEX,
        any_case: true,
        marks,
        time,
        unit: 1.0,
        ticks_per_ms: 10_000.0,
        // 1582-10-15, from which versions 1 and 6 count intervals of 100 ns.
        epoch: -12_219_292_800_000.0,
        since: 1_577_836_800_000.0,
        fields: &[("clockSequence", Number, &[(14, 48)]), ("node", Hex, &[(48, 0)])],
    }
}

const VARIANT: (Slice, u128) = ((2, 62), 0b10);

static TABLE: [Foreign; 7] = [
    // RFC 9562, clauses 5.1, 5.6 and 5.7.
    Foreign {
        since: 631_152_000_000.0,
        ..uuid("uuid v1", &[((4, 76), 1), VARIANT], &[(12, 64), (16, 80), (32, 96)])
    },
    uuid("uuid v6", &[((4, 76), 6), VARIANT], &[(48, 80), (12, 64)]),
    Foreign {
        ticks_per_ms: 1.0,
        epoch: 0.0,
        fields: &[("random", Hex, &[(12, 64), (62, 0)])],
        ..uuid("uuid v7", &[((4, 76), 7), VARIANT], &[(48, 80)])
    },
    // 48 bits of ms and 80 random bits; 26 digits would hold two bits more.
    Foreign {
        name: "ulid",
        length: 26,
        digits: CROCKFORD,
        any_case: true,
        marks: &[((32, 128), 0)],
        time: &[(48, 80)],
        unit: 1.0,
        ticks_per_ms: 1.0,
        epoch: 0.0,
        since: 1_451_606_400_000.0,
        fields: &[("random", Hex, &[(80, 0)])],
    },
    // 32 bits of seconds and 128 random bits.
    Foreign {
        name: "ksuid",
        length: 27,
        digits: BASE62,
        any_case: false,
        marks: &[],
        time: &[(32, 128)],
        unit: 1000.0,
        ticks_per_ms: 1.0,
        epoch: 1_400_000_000_000.0,
        since: 1_400_000_000_000.0,
        fields: &[("payload", Hex, &[(128, 0)])],
    },
    // 12 bytes; the last 4 of 100 bits are no part of them.
    Foreign {
        name: "xid",
        length: 20,
        digits: LOWER.split_at(32).0,
        any_case: false,
        marks: &[((4, 0), 0)],
        time: &[(32, 68)],
        unit: 1000.0,
        ticks_per_ms: 1.0,
        epoch: 0.0,
        since: 1_420_070_400_000.0,
        fields: &[
            ("machine", Hex, &[(24, 44)]),
            ("process", Number, &[(16, 28)]),
            ("counter", Number, &[(24, 4)]),
        ],
    },
    // MongoDB's ObjectId: 4 bytes of seconds, 5 random ones, 3 of counter.
    Foreign {
        name: "objectid",
        length: 24,
        digits: HEX,
        any_case: true,
        marks: &[],
        time: &[(32, 64)],
        unit: 1000.0,
        ticks_per_ms: 1.0,
        epoch: 0.0,
        since: 1_234_310_400_000.0,
        fields: &[("random", Hex, &[(40, 24)]), ("counter", Number, &[(24, 0)])],
    },
];

/// Every reading that fits, given the clock's reading.
pub(super) fn candidates(text: &[u8], now: f64, found: &mut Vec<Candidate>) {
    let text = without_hyphens(text);
    for foreign in &TABLE {
        found.extend(foreign.read(&text).map(|value| foreign.candidate(&value, now)));
    }
}

/// A UUID without its hyphens; any other text as it is.
fn without_hyphens(text: &[u8]) -> Vec<u8> {
    let mut digits = text.to_vec();
    if text.len() == 36 && [8, 13, 18, 23].iter().all(|&at| text[at] == b'-') {
        digits.retain(|&character| character != b'-');
    }
    digits
}

/// 160 bits, the high ones first.
type Wide = [u32; 5];

impl Foreign {
    fn read(&self, text: &[u8]) -> Option<Wide> {
        if text.len() != self.length {
            return None;
        }
        let mut value = [0; 5];
        for &character in text {
            let character = if self.any_case { character.to_ascii_lowercase() } else { character };
            let mut carry = self.digits.iter().position(|&digit| digit == character)? as u64;
            for word in value.iter_mut().rev() {
                carry += u64::from(*word) * self.digits.len() as u64;
                *word = carry as u32;
                carry >>= 32;
            }
            if carry > 0 {
                return None;
            }
        }
        let marked = self.marks.iter().all(|(slice, mark)| bits(&value, &[*slice]).0 == *mark);
        marked.then_some(value)
    }

    fn candidate(&self, value: &Wide, now: f64) -> Candidate {
        let ticks = bits(value, self.time).0 as u64 as f64;
        let timestamp = (ticks / self.ticks_per_ms).floor() * self.unit + self.epoch;
        let (fit, reason) = judge(timestamp, self.since, now);
        let mut fields = Vec::new();
        for (name, show, slices) in self.fields {
            let (number, width) = bits(value, slices);
            let shown =
                if *show == Number { Plain::Number(number as u64 as f64) } else { hex(number, width) };
            fields.push(((*name).to_owned(), shown));
        }
        Candidate {
            format: self.name.to_owned(),
            fit,
            reason,
            value: None,
            timestamp: Some(timestamp),
            fields,
        }
    }
}

/// The bits of slices put together, and how many there are: 128 at the most.
fn bits(value: &Wide, slices: &[Slice]) -> (u128, u32) {
    let (mut number, mut width) = (0, 0);
    for &(count, below) in slices {
        for at in (below..below + count).rev() {
            let word = value[4 - at as usize / 32];
            number = number << 1 | u128::from(word >> (at % 32) & 1);
        }
        width += count;
    }
    (number, width)
}

fn hex(number: u128, width: u32) -> Plain {
    let mut text = String::new();
    for at in (0..width.div_ceil(4)).rev() {
        text.push(char::from(HEX[(number >> (4 * at)) as usize & 15]));
    }
    Plain::Text(text)
}
