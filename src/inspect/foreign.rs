//! Time-sortable IDs of others, read only. What is particular to each is a row of a table.

use super::Inspection;
use crate::message::{HEX as DIGITS, Word, join, say};
use crate::text::uuid;

/// An ID of another family.
struct Foreign {
    name: &'static str,
    /// How many digits it has, without a UUID's hyphens.
    length: usize,
    digits: &'static [u8],
    /// Whether capitals are read too.
    any_case: bool,
    /// Bits that must say this number.
    mark: Bits,
    marked: u64,
    time: Bits,
    ticks_per_ms: f64,
    ms_per_tick: u64,
    /// Unix ms of tick 0.
    epoch: i64,
    /// Unix ms before which there were none.
    since: f64,
    fields: &'static [Field],
}

struct Field {
    name: &'static str,
    /// Whether it is shown as hex, not as a number.
    hex: bool,
    bits: Bits,
}

/// The bits that belong together, the high ones first: so many, with so many below them.
type Bits = [(u8, u8); 3];

/// No bits, or no more.
const NO: (u8, u8) = (0, 0);

const fn hex(name: &'static str, bits: Bits) -> Field {
    Field { name, hex: true, bits }
}

const fn number(name: &'static str, bits: Bits) -> Field {
    Field { name, hex: false, bits }
}

const LOWER: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const HEX: &[u8] = DIGITS;

/// A version of a UUID, and the variant of RFC 9562 (clauses 4.1 and 4.2).
const fn version(version: u64) -> u64 {
    version << 2 | 0b10
}

/// A UUID of any version.
const UUID: Foreign = Foreign {
    name: "",
    length: 32,
    digits: HEX,
    any_case: true,
    mark: [(4, 76), (2, 62), NO],
    marked: 0,
    time: [NO; 3],
    ticks_per_ms: 10_000.0,
    ms_per_tick: 1,
    // 1582-10-15, from which versions 1 and 6 count intervals of 100 ns.
    epoch: -12_219_292_800_000,
    since: 1_577_836_800_000.0,
    fields: &[number("clockSequence", [(14, 48), NO, NO]), hex("node", [(48, 0), NO, NO])],
};

/// An ID that begins with so many seconds.
const SECONDS: Foreign = Foreign {
    name: "",
    length: 0,
    digits: HEX,
    any_case: false,
    mark: [NO; 3],
    marked: 0,
    time: [NO; 3],
    ticks_per_ms: 1.0,
    ms_per_tick: 1000,
    epoch: 0,
    since: 0.0,
    fields: &[],
};

static TABLE: [Foreign; 7] = [
    // RFC 9562, clauses 5.1, 5.6 and 5.7.
    Foreign {
        name: "uuid v1",
        marked: version(1),
        time: [(12, 64), (16, 80), (32, 96)],
        since: 631_152_000_000.0,
        ..UUID
    },
    Foreign { name: "uuid v6", marked: version(6), time: [(48, 80), (12, 64), NO], ..UUID },
    Foreign {
        name: "uuid v7",
        marked: version(7),
        time: [(48, 80), NO, NO],
        ticks_per_ms: 1.0,
        epoch: 0,
        fields: &[hex("random", [(12, 64), (62, 0), NO])],
        ..UUID
    },
    // 48 bits of ms and 80 random bits; 26 digits would hold two bits more.
    Foreign {
        name: "ulid",
        length: 26,
        digits: CROCKFORD,
        any_case: true,
        mark: [(32, 128), NO, NO],
        time: [(48, 80), NO, NO],
        ms_per_tick: 1,
        since: 1_451_606_400_000.0,
        fields: &[hex("random", [(80, 0), NO, NO])],
        ..SECONDS
    },
    // 32 bits of seconds and 128 random bits.
    Foreign {
        name: "ksuid",
        length: 27,
        digits: BASE62,
        time: [(32, 128), NO, NO],
        epoch: 1_400_000_000_000,
        since: 1_400_000_000_000.0,
        fields: &[hex("payload", [(128, 0), NO, NO])],
        ..SECONDS
    },
    // 12 bytes; the last 4 of 100 bits are no part of them.
    Foreign {
        name: "xid",
        length: 20,
        digits: LOWER,
        mark: [(4, 0), NO, NO],
        time: [(32, 68), NO, NO],
        since: 1_420_070_400_000.0,
        fields: &[
            hex("machine", [(24, 44), NO, NO]),
            number("process", [(16, 28), NO, NO]),
            number("counter", [(24, 4), NO, NO]),
        ],
        ..SECONDS
    },
    // MongoDB's ObjectId: 4 bytes of seconds, 5 random ones, 3 of counter.
    Foreign {
        name: "objectid",
        length: 24,
        any_case: true,
        time: [(32, 64), NO, NO],
        since: 1_234_310_400_000.0,
        fields: &[hex("random", [(40, 24), NO, NO]), number("counter", [(24, 0), NO, NO])],
        ..SECONDS
    },
];

/// Adds every reading that fits.
pub(super) fn inspect(inspection: &mut Inspection) {
    for foreign in &TABLE {
        let mut value = [0; 5];
        if !foreign.read(inspection.text, &mut value) {
            continue;
        }
        let ticks = bits(&value, &foreign.time, None) as f64;
        let ms = (ticks / foreign.ticks_per_ms) as u64 * foreign.ms_per_tick;
        let mut fields = String::new();
        for field in foreign.fields {
            let mut text = String::new();
            let number = bits(&value, &field.bits, Some(&mut text));
            let shown = if field.hex { Word::Json(&text) } else { Word::Number(number) };
            join(&mut fields, &say!(r#""{}":{}"#, field.name, shown));
        }
        inspection.add(foreign.name, None, ms, Some(foreign.epoch), foreign.since, &fields);
    }
}

/// 160 bits, the high ones first.
type Wide = [u32; 5];

impl Foreign {
    /// Whether the text is such an ID; then this is its value.
    fn read(&self, text: &[u8], value: &mut Wide) -> bool {
        let mut count = 0;
        for (at, &character) in text.iter().enumerate() {
            if character == b'-' && text.len() == uuid::LENGTH && uuid::is_hyphen(at) {
                continue;
            }
            count += 1;
            let digit = if self.any_case { character.to_ascii_lowercase() } else { character };
            let Some(digit) = self.digits.iter().position(|&known| known == digit) else { return false };
            let mut carry = digit as u64;
            for word in value.iter_mut().rev() {
                carry += u64::from(*word) * self.digits.len() as u64;
                *word = carry as u32;
                carry >>= 32;
            }
            if carry > 0 {
                return false;
            }
        }
        count == self.length && bits(value, &self.mark, None) == self.marked
    }
}

/// The number that bits say, if there are up to 64 of them, and all of them as hex on request.
fn bits(value: &Wide, bits: &[(u8, u8)], mut hex: Option<&mut String>) -> u64 {
    let (mut number, mut left) = (0, 0);
    for &(count, _) in bits {
        left += count;
    }
    for &(count, below) in bits {
        for at in (below..below + count).rev() {
            let word = value[4 - usize::from(at / 32)];
            number = number << 1 | u64::from(word >> (at % 32) & 1);
            left -= 1;
            if left % 4 == 0
                && let Some(hex) = &mut hex
            {
                hex.push(char::from(HEX[number as usize & 15]));
            }
        }
    }
    number
}
