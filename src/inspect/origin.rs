//! The kinds that the IDs of a column may have, and that they are no IDs.

use super::candidate::Fit;
use super::context::first_given;
use super::joint::{Fitting, Part, Product, Range};
use super::likelihood::{Made, Numbers, power_of_half, share_of, share_of_cell};
use super::maker::{Tried, number_of_row};
use super::nothing;
use super::number::{Damage, Loss, MIN_ROUNDED_DIGITS, power_of_ten};
use super::pattern::low_bits;
use super::reason::Reasons;
use super::table::{Row, TABLE};
use super::weigh::{Reader, Token};
use crate::formats::Habit;
use crate::layout::Kind;

/// How many times as likely each ID of a format that the caller gives is. The caller has IDs of it, and nobody else knows its habits.
const GIVEN: f64 = 4.0;

/// The share of numbers that are alike: see [`nothing::is_alike`].
const ALIKE: f64 = 1e-3;

/// How many ranges of digits there are, from each digit to the same or a larger one.
const RANGES_OF_DIGITS: f64 = 55.0;

/// How many times as common counts of seconds, ms and shorter units are in columns as in other texts: many tables have a column of times.
const UNITS: f64 = 12.0;

/// A number has at most so many digits.
const MAX_DIGITS: usize = 20;

/// A kind to try.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    Format(&'a Tried),
    Row(&'static Row),
    /// Numbers with so many digits that are no IDs.
    Digits(usize),
    /// Texts that are no IDs.
    Nothing,
    /// Numbers that all begin with a date, or are placeholders.
    Alike,
}

/// An ID as one of a kind.
pub(super) struct Read {
    pub made: Option<Made>,
    pub fit: Fit,
    pub at: f64,
    density: f64,
    form: f64,
    /// The share of the numbers, if no field has a habit.
    share: f64,
    pub numbers: Vec<Numbers>,
    value: u128,
    below_time: u8,
}

impl Reader {
    /// The kinds that a column may have. One function for all has less code than a chain of iterators.
    pub(super) fn origins(&self) -> impl Iterator<Item = Origin<'_>> {
        (0..).map_while(|number| self.origin(number))
    }

    fn origin(&self, mut number: usize) -> Option<Origin<'_>> {
        for formats in [&self.given, &self.built_in] {
            if let Some(tried) = formats.get(number) {
                return Some(Origin::Format(tried));
            }
            number -= formats.len();
        }
        if let Some(row) = TABLE.get(number) {
            return Some(Origin::Row(row));
        }
        match number - TABLE.len() {
            0 => Some(Origin::Nothing),
            1 => Some(Origin::Alike),
            digits if digits < MAX_DIGITS + 2 => Some(Origin::Digits(digits - 1)),
            _ => None,
        }
    }

    /// The sum of the priors of all kinds.
    pub(super) fn priors(&self) -> f64 {
        self.origins().map(Origin::prior).sum()
    }
}

impl Read {
    /// The ID, if the last digits of the column are lost or not; `None` if it shows the opposite.
    pub fn fitting(&self, token: &Token<'_>, stray: u32, is_damaged: bool) -> Option<Fitting> {
        let numbers = self.numbers.iter().enumerate().map(|(at, numbers)| Numbers {
            habit: numbers.habit.filter(|_| at > 31 || stray >> at & 1 == 0).map(Habit::of_column),
            ..*numbers
        });
        let numbers: Vec<_> = numbers.collect();
        let is_long = token.number.is_some_and(|number| number.digits >= MIN_ROUNDED_DIGITS);
        let share = match token.loss() {
            Some(Loss { cell, .. }) if is_damaged && self.made.is_none() => self.share * cell.count as f64,
            Some(Loss { cell, .. }) if is_damaged => share_of_cell(&numbers, self.below_time, cell),
            Some(Loss { damage: Damage::Exponent, .. }) => return None,
            None if is_damaged && is_long => return None,
            _ if self.numbers.iter().any(|number| number.habit.is_some()) => {
                share_of(&numbers, self.value, &mut Reasons(None))
            }
            _ => self.share,
        };
        Some(Fitting { at: self.at, density: self.density, share: share * self.form })
    }
}

impl Origin<'_> {
    /// The number of the kind, as in [`Reader::name_of`]; `None` if the texts are no IDs.
    pub fn kind(&self) -> Option<usize> {
        match self {
            Self::Format(tried) => Some(tried.number),
            Self::Row(row) => Some(number_of_row(row)),
            _ => None,
        }
    }

    pub fn has_time(&self) -> bool {
        !matches!(self, Self::Row(Row { time: None, .. }))
    }

    pub fn is_guessed(&self) -> bool {
        matches!(self, Self::Format(tried) if tried.is_guessed)
    }

    pub fn share_in_json(&self) -> f64 {
        if let Self::Format(tried) = self { tried.format.share_in_json() } else { 1.0 }
    }

    pub fn share_in_tables(&self) -> f64 {
        if let Self::Format(tried) = self { tried.format.share_in_tables() } else { 1.0 }
    }

    pub fn prior(self) -> f64 {
        match self {
            Self::Format(tried) => tried.prior,
            Self::Row(row) if row.is_unit() => row.prior * UNITS,
            Self::Row(row) => row.prior,
            Self::Digits(digits) => nothing::PRIOR * nothing::share_of_length(digits),
            Self::Nothing => nothing::PRIOR,
            Self::Alike => nothing::PRIOR * ALIKE,
        }
    }

    /// The ID of a text; `None` if it is no ID of the kind, or of a time at which the kind made none.
    pub fn read(self, token: &Token<'_>, is_integer: bool, now: i64) -> Option<Read> {
        let mut read = Read {
            made: None,
            fit: Fit::Unknown,
            at: 0.0,
            density: 1.0,
            form: 1.0,
            share: 1.0,
            numbers: Vec::new(),
            value: 0,
            below_time: 0,
        };
        match self {
            Self::Format(tried) => {
                let (value, form) = tried.read(token, is_integer, false, false)?;
                let format = &tried.format;
                if format.counts(value) {
                    return None;
                }
                read.made = Some(Made::by(format, value));
                read.form = form * if tried.number >= first_given() { GIVEN } else { 1.0 };
                read.value = value;
                read.numbers.clone_from(&tried.numbers);
                read.share = share_of(&read.numbers, value, &mut Reasons(None));
                read.below_time = format.layout().place(Kind::Time).shift;
            }
            Self::Row(row) => {
                if row.is_only_named || (token.number.is_some() && !row.has_decimal_digits()) {
                    return None;
                }
                let (value, form) = row.read(token.text, token.number.as_ref(), is_integer)?;
                read.made = row.made(&value);
                read.form = form;
                read.value = low_bits(&value);
                read.numbers = row.numbers();
                read.share = row.share(&value, &read.numbers, &mut Reasons(None));
                read.below_time = row.bits_below_time();
            }
            Self::Digits(digits) => {
                read.at = token.number.filter(|number| number.digits == digits)?.value as f64;
                read.density = 1.0 / count_of_numbers(digits);
            }
            Self::Nothing | Self::Alike => {
                if matches!(self, Self::Alike) {
                    token.number.filter(|number| nothing::is_alike(number.value, number.digits))?;
                    read.form = 1.0 / ALIKE;
                }
                read.share = nothing::likelihood(token.text, token.number.as_ref()) / nothing::PRIOR;
                // The likelihood of an exponent is that of the whole cell.
                if let Some(Loss { damage: Damage::Exponent, cell, .. }) = token.loss() {
                    read.share /= cell.count as f64;
                }
            }
        }
        if let Some(made) = &read.made {
            (read.fit, read.density) = made.weigh(now, &mut Reasons(None));
            if read.fit == Fit::Unlikely || read.density == 0.0 {
                return None;
            }
            read.at = made.ms as f64 / made.unit;
        }
        Some(read)
    }

    /// When the kind made IDs.
    pub fn range(&self, read: &Read, now: i64) -> Range {
        if let Self::Digits(digits) = self {
            return Range { ticks: count_of_numbers(*digits), shortest: 1.0, is_open: false };
        }
        let Some(made) = &read.made else { return Range { ticks: 0.0, shortest: 1.0, is_open: false } };
        let last = if made.epoch.is_some() { now.saturating_add(made.ahead) } else { now };
        let has_first = made.epoch.is_some() || made.since > 0;
        let ticks = if has_first {
            last.abs_diff(made.since) as f64 / made.unit
        } else {
            1.0 / power_of_half(made.bits)
        };
        Range { ticks, shortest: (1.0 / made.unit).max(1.0), is_open: made.epoch.is_none() && has_first }
    }

    /// The likelihood of numbers that fill all numbers with their first digits, as random digits do. IDs do not: they were made in some
    /// part of their range.
    pub fn fills(&self, part: &Part, ids: &[Option<Fitting>], backgrounds: &[f64]) -> Product {
        let Self::Digits(digits) = *self else { return Product::ZERO };
        let mut unit = 10.0;
        while (part.first / unit).floor() != (part.last / unit).floor() {
            unit *= 10.0;
        }
        // The numbers with the same first digits, and those whose next digit is in the same range.
        let of = |unit: f64, share: f64| {
            let (first, last) =
                ((part.first / unit).floor() * unit, ((part.last / unit).floor() + 1.0) * unit);
            // Large numbers are further apart as `f64` than the unit.
            let numbers = (last - first).max(unit).min(count_of_numbers(digits));
            let all =
                Part { first: first.min(part.first), last: last.max(part.last), density: 1.0 / numbers };
            all.likelihood(share * unit / count_of_numbers(digits), ids, backgrounds)
        };
        of(unit, 1.0).plus(of(unit / 10.0, 10.0 / RANGES_OF_DIGITS))
    }
}

/// How many numbers have so many digits.
fn count_of_numbers(digits: usize) -> f64 {
    (power_of_ten(digits as u32 - 1) as f64) * 9.0
}
