//! The kinds of IDs that the package only reads, each a row of a table.

use super::likelihood::{FAST_CLOCK_MS, Made, Numbers, power_of_half, share_of};
use super::number::Number;
use super::pattern::{
    NO, Wide, count_of_digits, hex_digits, low_bits, number, only_digits, read, wide, width,
};
use super::reason::Reasons;
use super::table::{FIRST_UUID, Field, Row, TABLE, VARIANT, VERSION};
use super::{BOTH_CASES, FieldValue, UNUSUAL, has_both_cases};
use crate::layout::{Kind, Place};
use crate::report::Report;

/// The share of times that are whole seconds, and of those that are whole ms, where the time is all that a text holds.
const WHOLE: f64 = 0.1;

/// The names of the kinds, each once. The names of all UUID versions begin with one word: `uuid v1`.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    TABLE.iter().map(|row| row.name).filter(move |name| std::mem::replace(&mut last, name) != *name)
}

/// The kinds whose texts are a number in a base, as serializable data: see `ForeignFormat` of the npm package.
pub(super) fn describe() -> Report<'static> {
    Report::List(TABLE.iter().filter_map(Row::describe).collect())
}

impl Row {
    /// The value of a text of this kind, and the share of the kind's texts that have the form of this one.
    /// `None` if the text is of no such kind.
    pub fn read(&self, text: &[u8], decimal: Option<&Number>, is_integer: bool) -> Option<(Wide, f64)> {
        let ((count, value), form) = match (decimal, self.number_lengths()) {
            (Some(decimal), Some((min, max))) if (min..=max).contains(&decimal.digits) => {
                let is_usual = decimal.is_plain || decimal.loss.is_some();
                ((decimal.digits, wide(decimal.value)), if is_usual { 1.0 } else { UNUSUAL })
            }
            _ if is_integer => return None,
            _ => {
                let skips_first = self.number_lengths().is_some();
                let read = read(self.patterns, skips_first, self.digits, self.bits > 0, text)?;
                let has_both = self.digits.any_case && has_both_cases(text);
                (read, if has_both { BOTH_CASES } else { 1.0 })
            }
        };
        if number(&value, self.mark) != self.marked {
            return None;
        }
        // Where no bits have a meaning, all texts of a length are alike.
        let opaque = if self.bits > 0 { 0 } else { count };
        Some((value, (0..opaque).fold(form, |share, _| share / self.digits.all.len() as f64)))
    }

    /// The share of the kind's IDs that have the numbers of this one in the fields, and the fraction of a second. It adds the reasons.
    /// `numbers` are those of the row.
    pub fn share(&self, value: &Wide, numbers: &[Numbers], reasons: &mut Reasons) -> f64 {
        let fields = if self.habits.is_empty() {
            power_of_half(self.fields.iter().map(|field| width(field.bits)).sum())
        } else {
            share_of(numbers, low_bits(value), reasons)
        };
        fields * self.share_of_fraction(value)
    }

    /// The fields of decimal digits, which are in one piece. The time is none of them. A kind of other digits has none.
    pub fn numbers(&self) -> Vec<Numbers> {
        let mut numbers = Vec::new();
        if !self.has_decimal_digits() {
            return numbers;
        }
        for (at, field) in self.fields.iter().enumerate() {
            if self.time.as_ref().is_none_or(|time| time.bits != field.bits) {
                numbers.push(Numbers {
                    at: at as u8,
                    place: Place { bits: field.bits[0].0, shift: field.bits[0].1 },
                    habit: self.habits.iter().find(|habit| habit.name == field.name).copied(),
                });
            }
        }
        numbers
    }

    /// Whether the whole number is a count of ms or another unit.
    pub fn is_unit(&self) -> bool {
        self.fields.is_empty() && self.time.is_some()
    }

    /// The count of bits below the time; 0 without a time.
    pub fn bits_below_time(&self) -> u8 {
        self.time.as_ref().map_or(0, |time| time.bits[0].1)
    }

    /// How many times as common as other fractions of a second the fraction in this value is: programs often write
    /// whole seconds.
    fn share_of_fraction(&self, value: &Wide) -> f64 {
        match &self.time {
            Some(time) if self.fields.is_empty() && time.ms_per_tick == 1 => {
                let (ms, second) = (time.ticks_per_ms, time.ticks_per_ms * 1000);
                let is_whole = |unit: &u64| *unit > 1 && number(value, time.bits).is_multiple_of(*unit);
                [second, ms].iter().find(|unit| is_whole(unit)).map_or(1.0, |&unit| WHOLE * unit as f64)
            }
            _ => 1.0,
        }
    }

    /// Whether the texts write integers.
    pub fn has_integers(&self) -> bool {
        self.number_lengths().is_some()
    }

    /// The smallest and the largest count of digits, if texts of this kind are decimal digits and nothing else. So an integer can be of
    /// this kind.
    fn number_lengths(&self) -> Option<(usize, usize)> {
        only_digits(self.patterns).filter(|_| self.has_decimal_digits())
    }

    /// Whether the digits are `0-9`.
    pub fn has_decimal_digits(&self) -> bool {
        self.digits.all.len() == 10
    }

    /// When a value was made; `None` if it holds no time.
    pub fn made(&self, value: &Wide) -> Option<Made> {
        let time = self.time.as_ref()?;
        Some(Made {
            ms: (number(value, time.bits) / time.ticks_per_ms).saturating_mul(time.ms_per_tick),
            epoch: time.epoch,
            since: time.since,
            ahead: i64::from(time.ahead) * FAST_CLOCK_MS,
            unit: time.ms_per_tick as f64 / time.ticks_per_ms as f64,
            bits: width(time.bits),
        })
    }

    /// Whether no UUID can have been made at the time of this one, so that its bits are not a time. The version tells the kind even then.
    pub fn holds_no_time(&self, made: &Made, now: i64) -> bool {
        let is_early = made.timestamp().is_some_and(|made| made < FIRST_UUID);
        self.has_version() && (is_early || made.is_after(now))
    }

    /// The version of a UUID.
    pub fn version(&self) -> u64 {
        self.marked >> 2
    }

    /// The fields of a value.
    pub fn fields_of(&self, value: &Wide) -> Vec<FieldValue> {
        let read = |field: &Field| {
            if field.is_hex {
                FieldValue::Hex(hex_digits(value, field.bits))
            } else {
                FieldValue::Number(number(value, field.bits))
            }
        };
        self.fields.iter().map(read).collect()
    }

    fn describe(&self) -> Option<Report<'static>> {
        let length = count_of_digits(self.patterns, self.has_version())
            .filter(|_| self.bits > 0 && !self.has_decimal_digits())?;
        let text = Report::Object(vec![
            ("digits", Report::text(str::from_utf8(self.digits.all).unwrap_or_default())),
            ("length", Report::number(length)),
            ("anyCase", Report::Bool(self.digits.any_case)),
            ("hyphens", Report::Bool(self.has_version())),
            ("padding", Report::number(self.padding.into())),
        ]);
        Some(Report::Object(vec![
            ("name", Report::text(self.name)),
            ("bits", Report::number(self.bits.into())),
            ("fields", Report::List(self.describe_fields())),
            ("text", text),
        ]))
    }

    /// Whether this is a version of UUIDs.
    fn has_version(&self) -> bool {
        self.mark[0] == VERSION
    }

    /// The fields from high bits to low bits. A field is in pieces if another field is in between.
    fn describe_fields(&self) -> Vec<Report<'static>> {
        let mut pieces: Vec<(u8, Report<'static>)> = Vec::new();
        let time = self.time.as_ref().map_or([NO; 3], |time| time.bits);
        let mut meanings = vec![("timestamp", Kind::Time, time, None)];
        meanings.extend(self.fields.iter().map(|field| (field.name, field.kind, field.bits, None)));
        if self.has_version() {
            meanings.push(("version", Kind::Metadata, [VERSION, NO, NO], Some(self.version())));
            meanings.push(("variant", Kind::Metadata, [VARIANT, NO, NO], Some(self.marked & 3)));
        }
        for (name, kind, groups, value) in meanings {
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
}
