//! How many IDs of a format there are, and which of their numbers are common.

use super::Format;
use super::table::CUSTOM;
use crate::layout::{Field, Kind};

/// One number in 64 does not follow a habit, where nothing else is known.
const STRAY: f64 = 1.0 / 64.0;

/// Which numbers of a field are common: half of the numbers in IDs are less than `half` away from the range
/// `from..=to`. The further away a number is, the rarer it is. The share `stray` of the numbers does not follow
/// the habit: in it, all numbers are alike.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Habit {
    /// The name of the field; empty for all node fields, parts and sequences that have no habit of their own.
    pub name: &'static str,
    /// The first and the last number of the range, both inclusive.
    pub from: u64,
    pub to: u64,
    pub half: f64,
    pub stray: f64,
}

impl Habit {
    /// A habit of low numbers: half of the numbers in IDs are below `half`.
    pub const fn below(name: &'static str, half: f64) -> Self {
        Self { name, from: 0, to: 0, half, stray: STRAY }
    }

    /// A habit of numbers near a range.
    pub const fn near(name: &'static str, from: u64, to: u64, half: f64) -> Self {
        Self { from, to, ..Self::below(name, half) }
    }

    /// This habit, which a larger share of the numbers does not follow.
    pub const fn with_stray(self, stray: f64) -> Self {
        Self { stray, ..self }
    }

    /// The habit in a column that follows it. `stray` is mostly the share of makers that do not follow the habit at all.
    pub fn of_column(self) -> Self {
        Self { stray: self.stray.min(STRAY), ..self }
    }

    /// The share of the numbers from `first` to `last` among those that a field has in IDs. The shares of all numbers sum to 1, or
    /// to less in a narrow field. `any` is the share of each number if all numbers of the field are alike.
    pub fn share(&self, first: u64, last: u64, any: f64) -> f64 {
        let (from, to, half) = (self.from, self.to, self.half);
        let mut habitual = 0.0;
        if first < from {
            habitual += self.share_at(from - last.min(from - 1), from - first);
        }
        if last > to {
            habitual += self.share_at(first.max(to + 1) - to, last - to);
        }
        let (inner, end) = (first.max(from), last.min(to));
        if inner <= end {
            habitual += count(inner, end) / count(from, to) / (1.0 + half);
        }
        self.stray * any * count(first, last) + (1.0 - self.stray) * habitual
    }

    /// The habitual share of the numbers that are `near` to `far` away from the range, on one side of it. The shares at the distances
    /// from `d` on sum to `half / (d + half)`, so a sum takes no longer than one share.
    fn share_at(&self, near: u64, far: u64) -> f64 {
        let half = self.half;
        let sides = if self.from > 0 { 2.0 } else { 1.0 };
        half * count(near, far) / ((near as f64 + half) * (far as f64 + 1.0 + half) * sides)
    }
}

/// The count of the numbers of a range, both ends inclusive.
fn count(first: u64, last: u64) -> f64 {
    (last - first) as f64 + 1.0
}

impl Format {
    /// How many IDs of this format there are, in comparison with other formats.
    pub(crate) fn prior(&self) -> f64 {
        self.row.prior.into()
    }

    /// Whether the IDs may be IDs of the row's service, because the epoch is the service's, or the row has none.
    pub(crate) fn has_epoch_of_row(&self) -> bool {
        self.row.epoch.is_none() || self.epoch == self.row.epoch
    }

    /// The largest ID that is a counter from before such IDs held times; 0 if no ID is a counter.
    pub(crate) fn counters(&self) -> u64 {
        if self.epoch == self.row.epoch { self.row.counters } else { 0 }
    }

    /// How many times as common IDs of this format are among IDs that a spreadsheet has rounded, in comparison with other
    /// formats.
    pub(crate) fn share_in_tables(&self) -> f64 {
        self.row.in_tables.into()
    }

    /// How many times as common rounded IDs are among IDs of this format, in comparison with other formats.
    pub(crate) fn share_in_json(&self) -> f64 {
        self.row.in_json.into()
    }

    /// Whether a value is a counter from before such IDs held times.
    pub(crate) fn counts(&self, value: u128) -> bool {
        self.counters() > 0 && value <= self.counters().into()
    }

    /// Whether the service also writes IDs as the digits of base 64.
    pub(crate) fn has_short_codes(&self) -> bool {
        self.row.has_short_codes
    }

    /// Which numbers of a field are common; `None` if all numbers of the field are alike.
    pub(crate) fn habit(&self, field: &Field) -> Option<&'static Habit> {
        let habits: &'static [Habit] = if self.has_epoch_of_row() { self.row.habits } else { CUSTOM.habits };
        let is_counted = matches!(field.kind, Kind::Node | Kind::Part | Kind::Sequence);
        let of = |name: &str| habits.iter().find(|habit| habit.name == name);
        of(&field.name).or_else(|| of("").filter(|_| is_counted))
    }
}
