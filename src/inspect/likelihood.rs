//! The likelihood of an ID in a format: the share of the format's IDs that were made in the same tick, and
//! the share that have the same numbers. The likelihoods are estimates, so `f64` is exact enough.
#![expect(clippy::cast_precision_loss, reason = "estimates")]

use super::candidate::Fit;
use super::reason::{Reason, Reasons};
use crate::formats::{Format, Habit};
use crate::layout::{Kind, Place};
use crate::limits::MS_US;

/// How far in the future the time of an ID may be, because clocks can be fast, in ms.
pub const FAST_CLOCK_MS: i64 = 60_000;

/// An ID of this age, in ms, is a quarter as common as a new one: 10 years.
const AGE_MS: f64 = 315_360_000_000.0;

/// The share of a format's IDs that have a time at which no IDs were made.
const MISDATED: f64 = 1e-6;

/// When an ID was made.
pub(super) struct Made {
    /// ms after the epoch.
    pub ms: u64,
    /// Unix ms.
    pub epoch: Option<i64>,
    /// The Unix ms of the first such ID; without an epoch, the first time that may be the epoch, or 0.
    pub since: i64,
    /// How far in the future the time may be, in ms.
    pub ahead: i64,
    /// The length of a tick in ms.
    pub unit: f64,
    /// The width of the time.
    pub bits: u8,
}

impl Made {
    pub fn by(format: &Format, value: u128) -> Self {
        Self {
            ms: format.ms_of(format.ticks(value)),
            epoch: format.known_epoch(),
            since: format.since(),
            ahead: FAST_CLOCK_MS,
            unit: format.unit_us() as f64 / MS_US as f64,
            bits: format.layout().place(Kind::Time).bits,
        }
    }

    /// Unix ms, if the epoch is known.
    pub fn timestamp(&self) -> Option<i64> {
        self.epoch.map(|epoch| epoch + self.ms as i64)
    }

    /// Whether the time is so far in the future that no such ID can have been made.
    pub fn is_after(&self, now: i64) -> bool {
        self.timestamp().is_some_and(|made| made > now.saturating_add(self.ahead))
    }

    /// How well the time fits, and the share of the kind's IDs that were made in this tick. It adds the reason.
    pub fn weigh(&self, now: i64, reasons: &mut Reasons) -> (Fit, f64) {
        let any_tick = power_of_half(self.bits);
        if self.ms == 0 {
            // Any small number has the time of the first tick.
            reasons.add(Reason::FirstTick, [0; 2]);
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let Some(made) = self.timestamp() else {
            reasons.add(Reason::AfterItsEpoch, [self.ms as i64, 0]);
            return (Fit::Unknown, if self.since > 0 { self.density_after_any_epoch(now) } else { any_tick });
        };
        let last = now.saturating_add(self.ahead);
        if self.is_after(now) {
            reasons.add(Reason::AfterNow, [made, now]);
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let is_early = made < self.since;
        reasons.add(if is_early { Reason::Early } else { Reason::Made }, [made, self.since]);
        if is_early {
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let newest = now.saturating_add(self.ahead.min(FAST_CLOCK_MS));
        let age = newest.saturating_sub(made).max(0) as f64;
        let span = last.abs_diff(self.since) as f64 + 1.0;
        // The integral of the density from an age of 0 to `span` is 1.
        let density = AGE_MS * (AGE_MS + span) / (span * (AGE_MS + age) * (AGE_MS + age));
        (Fit::Plausible, density * self.unit)
    }

    /// The share of the IDs that were made in this tick, if each epoch from `since` to now is as likely, and each time after the epoch.
    fn density_after_any_epoch(&self, now: i64) -> f64 {
        let (span, elapsed) = (now.saturating_sub(self.since) as f64, self.ms as f64 + self.unit / 2.0);
        if elapsed < span { ln(span / elapsed) / span * self.unit } else { 0.0 }
    }
}

/// The values that an integer may have had before its last digits were lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub first: u64,
    pub count: u64,
}

/// A field with numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    /// The position among the fields that are reported.
    pub at: u8,
    pub place: Place,
    pub habit: Option<Habit>,
}

impl Numbers {
    /// The share of the IDs that have the number of this value. It adds the reason.
    fn share(&self, value: u128, reasons: &mut Reasons) -> f64 {
        let any = power_of_half(self.place.bits);
        let Some(habit) = self.habit else { return any };
        let number = self.place.read(value);
        let share = habit.share(number, number, any);
        let reason = if share > any { Reason::Usual } else { Reason::Unusual };
        reasons.add(reason, [self.at.into(), number as i64]);
        share
    }

    /// The share of the IDs whose numbers are in a cell that no carry into the next field crosses.
    fn share_of_cell(&self, first: u64, last: u64) -> f64 {
        let any = power_of_half(self.place.bits);
        let (first, last) = (self.place.read(first.into()), self.place.read(last.into()));
        self.habit.map_or_else(|| (last - first + 1) as f64 * any, |habit| habit.share(first, last, any))
    }

    fn end(&self) -> u8 {
        self.place.shift + self.place.bits
    }
}

/// The fields of a format that have numbers: all but the time, and the parts instead of a field with parts.
pub(super) fn numbers_of(format: &Format) -> Vec<Numbers> {
    let mut numbers = Vec::new();
    let mut rest = format.numbered_fields().peekable();
    let mut at = 0;
    while let Some(field) = rest.next() {
        let has_parts = field.kind != Kind::Part && rest.peek().is_some_and(|next| next.kind == Kind::Part);
        if !has_parts {
            numbers.push(Numbers { at, place: field.place, habit: format.habit(field).copied() });
        }
        at += 1;
    }
    numbers
}

/// The share of the IDs that have the numbers of this value. It adds the reasons.
pub(super) fn share_of(numbers: &[Numbers], value: u128, reasons: &mut Reasons) -> f64 {
    numbers.iter().fold(1.0, |product, field| product * field.share(value, reasons))
}

/// The sum over a cell of the shares of IDs that have the numbers of each value. `time` is the count of bits below the time.
///
/// In a field that is larger than the cell, the sum is that of a range of numbers, and a cell in which a carry crosses the field is cut
/// into two. A field that the cell contains as a whole has all its numbers, with a sum of 1.
pub(super) fn share_of_cell(fields: &[Numbers], time: u8, Cell { first, count }: Cell) -> f64 {
    let last = first.saturating_add(count - 1);
    let mut product = (count >> time).max(1) as f64;
    // From the low fields on.
    for field in fields.iter().rev() {
        let end = field.end();
        if end > 63 || count >> end == 0 {
            if end < 64 && first >> end != last >> end {
                let cut = last >> end << end;
                let below = Cell { first, count: cut - first };
                let above = Cell { first: cut, count: last - cut + 1 };
                return share_of_cell(fields, time, below) + share_of_cell(fields, time, above);
            }
            product *= field.share_of_cell(first, last);
        }
    }
    product
}

/// The natural logarithm of a number from 1 on, to within 9 %: a straight line between the powers of 2. The library's function has 1 KB of
/// code.
pub(super) fn ln(number: f64) -> f64 {
    const STEP: f64 = (1_u64 << 52) as f64;
    (number.to_bits() as f64 / STEP - 1023.0) * std::f64::consts::LN_2
}

/// 2^-bits: the share of each number, if all numbers of this width are alike.
pub(super) fn power_of_half(bits: u8) -> f64 {
    f64::from_bits((1023 - u64::from(bits)) << 52)
}
