//! Foreign formats: time-sortable IDs of other families, read only. Each is a row of a table.

use std::borrow::Cow;

use super::likelihood::{Made, power_of_half};
use super::{Candidate, FieldValue, Inspection};
use crate::layout::Kind;
use crate::report::Report;
use crate::text::uuid;

/// A foreign format.
struct Foreign {
    name: &'static str,
    /// The width of an ID.
    bits: u8,
    /// How many bits of the text are below the ID. They are 0.
    padding: u8,
    /// The count of digits, without a UUID's hyphens.
    length: usize,
    digits: &'static [u8],
    /// Whether letters of the other case are read too.
    any_case: bool,
    /// Bits that must have the value `marked`.
    mark: Bits,
    marked: u64,
    time: Bits,
    ticks_per_ms: u64,
    ms_per_tick: u64,
    /// Unix ms of tick 0.
    epoch: i64,
    /// The Unix ms of the first such ID.
    since: i64,
    fields: &'static [Field],
}

struct Field {
    name: &'static str,
    kind: Kind,
    /// Whether the field is reported as hexadecimal digits instead of a number.
    is_hex: bool,
    bits: Bits,
}

/// Groups of bits that make one number, the high bits first: the width and the shift of each group.
type Bits = [(u8, u8); 3];

/// No group.
const NO: (u8, u8) = (0, 0);

const fn hex(kind: Kind, name: &'static str, bits: Bits) -> Field {
    Field { name, kind, is_hex: true, bits }
}

const fn counter(name: &'static str, bits: Bits) -> Field {
    number_of(Kind::Sequence, name, bits)
}

const fn number_of(kind: Kind, name: &'static str, bits: Bits) -> Field {
    Field { name, kind, is_hex: false, bits }
}

const LOWER: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const HEX: &[u8; 16] = b"0123456789abcdef";

/// The version of a UUID, and the variant of RFC 9562 (clauses 4.1 and 4.2).
const fn version(version: u64) -> u64 {
    version << 2 | 0b10
}

const VERSION: (u8, u8) = (4, 76);
const VARIANT: (u8, u8) = (2, 62);

/// The bits of a UUID apart from its version and its variant.
const REST: Bits = [(48, 80), (12, 64), (62, 0)];

/// The common part of all UUID versions.
const UUID: Foreign = Foreign {
    name: "",
    bits: 128,
    padding: 0,
    length: 32,
    digits: HEX,
    any_case: true,
    mark: [VERSION, VARIANT, NO],
    marked: 0,
    time: [NO; 3],
    ticks_per_ms: 10_000,
    ms_per_tick: 1,
    // 1582-10-15: versions 1 and 6 count 100 ns since then.
    epoch: -12_219_292_800_000,
    since: 1_577_836_800_000,
    fields: &[counter("clockSequence", [(14, 48), NO, NO]), hex(Kind::Node, "node", [(48, 0), NO, NO])],
};

/// The common part of IDs that begin with a count of seconds.
const SECONDS: Foreign = Foreign {
    name: "",
    bits: 96,
    padding: 0,
    length: 0,
    digits: HEX,
    any_case: false,
    mark: [NO; 3],
    marked: 0,
    time: [NO; 3],
    ticks_per_ms: 1,
    ms_per_tick: 1000,
    epoch: 0,
    since: 0,
    fields: &[],
};

static TABLE: [Foreign; 7] = [
    // RFC 9562, clauses 5.1, 5.6 and 5.7.
    Foreign {
        name: "uuid v1",
        marked: version(1),
        time: [(12, 64), (16, 80), (32, 96)],
        since: 631_152_000_000,
        ..UUID
    },
    Foreign { name: "uuid v6", marked: version(6), time: [(32, 96), (16, 80), (12, 64)], ..UUID },
    Foreign {
        name: "uuid v7",
        marked: version(7),
        time: [(48, 80), NO, NO],
        ticks_per_ms: 1,
        epoch: 0,
        fields: &[hex(Kind::Random, "random", [(12, 64), (62, 0), NO])],
        ..UUID
    },
    // 48 bits of ms and 80 random bits. 26 digits hold two more bits, which must be 0.
    Foreign {
        name: "ulid",
        bits: 128,
        length: 26,
        digits: CROCKFORD,
        any_case: true,
        mark: [(32, 128), NO, NO],
        time: [(48, 80), NO, NO],
        ms_per_tick: 1,
        since: 1_451_606_400_000,
        fields: &[hex(Kind::Random, "random", [(80, 0), NO, NO])],
        ..SECONDS
    },
    // 32 bits of seconds and 128 random bits.
    Foreign {
        name: "ksuid",
        bits: 160,
        length: 27,
        digits: BASE62,
        time: [(32, 128), NO, NO],
        epoch: 1_400_000_000_000,
        since: 1_400_000_000_000,
        fields: &[hex(Kind::Random, "payload", [(128, 0), NO, NO])],
        ..SECONDS
    },
    // 12 bytes in 100 bits; the last 4 bits are unused.
    Foreign {
        name: "xid",
        padding: 4,
        length: 20,
        digits: LOWER,
        mark: [(4, 0), NO, NO],
        time: [(32, 68), NO, NO],
        since: 1_420_070_400_000,
        fields: &[
            hex(Kind::Node, "machine", [(24, 44), NO, NO]),
            number_of(Kind::Node, "process", [(16, 28), NO, NO]),
            counter("counter", [(24, 4), NO, NO]),
        ],
        ..SECONDS
    },
    // MongoDB's ObjectId: 4 bytes of seconds, 5 random ones, 3 of counter.
    Foreign {
        name: "objectid",
        length: 24,
        any_case: true,
        time: [(32, 64), NO, NO],
        since: 1_234_310_400_000,
        fields: &[hex(Kind::Random, "random", [(40, 24), NO, NO]), counter("counter", [(24, 0), NO, NO])],
        ..SECONDS
    },
];

/// The versions of UUIDs that hold no time, or only a part of one. They are no candidates.
static TIMELESS: [Foreign; 5] = [
    // DCE Security (RFC 9562, clause 5.2): a number of a user or a group replaces the low bits of version 1's time.
    Foreign {
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
        ..UUID
    },
    // RFC 9562, clauses 5.3, 5.4, 5.5 and 5.8.
    Foreign { name: "uuid v3", marked: version(3), fields: &[hex(Kind::Random, "md5", REST)], ..UUID },
    Foreign { name: "uuid v4", marked: version(4), fields: &[hex(Kind::Random, "random", REST)], ..UUID },
    Foreign { name: "uuid v5", marked: version(5), fields: &[hex(Kind::Random, "sha1", REST)], ..UUID },
    Foreign { name: "uuid v8", marked: version(8), fields: &[hex(Kind::Random, "custom", REST)], ..UUID },
];

/// The foreign formats as serializable data: see `ForeignFormat` of the npm package.
pub(super) fn describe() -> Report<'static> {
    Report::List(TABLE.iter().chain(&TIMELESS).map(Foreign::describe).collect())
}

/// The names of the foreign formats. Those of UUID versions begin with the same word: `uuid v1`.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|foreign| foreign.name)
}

/// Adds every foreign format that fits.
pub(super) fn inspect(inspection: &mut Inspection) {
    for foreign in &TABLE {
        let mut value = [0; 5];
        if !foreign.read(inspection.text, &mut value) {
            continue;
        }
        let ms = number(&value, foreign.time) / foreign.ticks_per_ms * foreign.ms_per_tick;
        let fields = foreign.fields.iter().map(|field| {
            let read = if field.is_hex {
                FieldValue::Hex(hex_digits(&value, field.bits))
            } else {
                FieldValue::Number(number(&value, field.bits))
            };
            (Cow::Borrowed(field.name), read)
        });
        let fields = fields.collect();
        let made = Made {
            ms,
            epoch: Some(foreign.epoch),
            since: foreign.since,
            unit: foreign.ms_per_tick,
            bits: width(foreign.time),
        };
        let mut reasons = Vec::new();
        let (fit, density) = made.weigh(inspection.now, &mut reasons);
        let other_bits = foreign.fields.iter().map(|field| width(field.bits)).sum();
        inspection.add(Candidate {
            format: Cow::Borrowed(foreign.name),
            fit,
            score: density * power_of_half(other_bits),
            reasons,
            value: None,
            timestamp: made.timestamp(),
            fields,
        });
    }
}

/// 160 bits, the high ones first.
type Wide = [u32; 5];

impl Foreign {
    fn describe(&self) -> Report<'static> {
        let text = Report::Object(vec![
            ("digits", Report::text(str::from_utf8(self.digits).unwrap_or_default())),
            ("length", Report::number(self.length as u64)),
            ("anyCase", Report::Bool(self.any_case)),
            ("hyphens", Report::Bool(self.has_version())),
            ("padding", Report::number(self.padding.into())),
        ]);
        Report::Object(vec![
            ("name", Report::text(self.name)),
            ("bits", Report::number(self.bits.into())),
            ("fields", Report::List(self.describe_fields())),
            ("text", text),
        ])
    }

    /// Whether this is a version of UUIDs.
    fn has_version(&self) -> bool {
        self.mark[0] == VERSION
    }

    /// The fields from high bits to low bits, in pieces if another field is in between.
    fn describe_fields(&self) -> Vec<Report<'static>> {
        let mut pieces: Vec<(u8, Report<'static>)> = Vec::new();
        for (name, kind, groups, value) in self.meanings() {
            let mut below = width(groups);
            for (bits, at) in groups.into_iter().filter(|&group| group != NO) {
                below -= bits;
                let piece = Report::Object(vec![
                    ("name", Report::text(name)),
                    ("kind", Report::text(kind.name())),
                    ("bits", Report::number(bits.into())),
                    ("shift", Report::number(below.into())),
                    ("value", value.map_or(Report::Null, Report::number)),
                ]);
                let place = pieces.iter().position(|&(other, _)| other < at);
                pieces.insert(place.unwrap_or(pieces.len()), (at, piece));
            }
        }
        pieces.into_iter().map(|(_, piece)| piece).collect()
    }

    /// All fields: the name, the meaning, the bits, and the value that all IDs have.
    fn meanings(&self) -> Vec<(&'static str, Kind, Bits, Option<u64>)> {
        let mut all = vec![("timestamp", Kind::Time, self.time, None)];
        for field in self.fields {
            all.push((field.name, field.kind, field.bits, None));
        }
        if self.has_version() {
            all.push(("version", Kind::Metadata, [VERSION, NO, NO], Some(self.marked >> 2)));
            all.push(("variant", Kind::Metadata, [VARIANT, NO, NO], Some(self.marked & 3)));
        }
        all
    }

    /// Reads the value of a text, and returns whether the text has this format.
    fn read(&self, text: &[u8], value: &mut Wide) -> bool {
        let mut count = 0;
        for (at, &character) in text.iter().enumerate() {
            if character == b'-' && text.len() == uuid::LENGTH && uuid::is_hyphen(at) {
                continue;
            }
            count += 1;
            let is_same =
                |digit: &u8| *digit == character || (self.any_case && digit.eq_ignore_ascii_case(&character));
            let Some(digit) = self.digits.iter().position(is_same) else { return false };
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
        count == self.length && number(value, self.mark) == self.marked
    }
}

/// The count of the bits of all groups.
fn width(groups: Bits) -> u8 {
    groups.iter().map(|&(width, _)| width).sum()
}

/// The number that the groups make, of at most 64 bits.
fn number(value: &Wide, groups: Bits) -> u64 {
    let mut number = 0;
    for (width, shift) in groups {
        for at in (shift..shift + width).rev() {
            number = number << 1 | bit(value, at);
        }
    }
    number
}

/// The hexadecimal digits that the groups make; the first digit may have less than 4 bits.
fn hex_digits(value: &Wide, groups: Bits) -> String {
    let (mut digits, mut digit, mut left) = (String::new(), 0, 0);
    for (width, _) in groups {
        left += width;
    }
    for (width, shift) in groups {
        for at in (shift..shift + width).rev() {
            digit = digit << 1 | bit(value, at);
            left -= 1;
            if left % 4 == 0 {
                digits.push(char::from(HEX[digit as usize & 15]));
            }
        }
    }
    digits
}

/// The bit at a position, counted from the low end.
fn bit(value: &Wide, at: u8) -> u64 {
    u64::from(value[4 - usize::from(at / 32)] >> (at % 32) & 1)
}
