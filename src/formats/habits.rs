//! How many IDs of a format there are, and which of their numbers are common.

use super::Format;
use crate::layout::{Field, Kind};

/// Which numbers of a field are common: half of the numbers in IDs are less than `half` away from the range
/// `from..=to`. The further away a number is, the rarer it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Habit {
    /// The name of the field; empty for all node fields, parts and sequences that have no habit of their own.
    pub name: &'static str,
    /// The first and the last number of the range, both inclusive.
    pub from: u64,
    pub to: u64,
    pub half: u64,
}

impl Habit {
    /// A habit of low numbers: half of the numbers in IDs are below `half`.
    pub const fn below(name: &'static str, half: u64) -> Self {
        Self { name, from: 0, to: 0, half }
    }

    /// The share of a number among those that a field has in IDs. The shares sum to 1, or to less in a narrow
    /// field.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn share(self, number: u64) -> f64 {
        let distance = self.from.saturating_sub(number).max(number.saturating_sub(self.to));
        // The count of numbers at this distance.
        let count = match distance {
            0 => self.to - self.from + 1,
            _ => 1 + u64::from(self.from > 0),
        };
        let (distance, half) = (distance as f64, self.half as f64);
        half / ((distance + half) * (distance + half + 1.0) * count as f64)
    }
}

impl Format {
    /// How many IDs of this format there are, in comparison with other formats.
    pub(crate) fn prior(&self) -> f64 {
        self.row.prior.into()
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

    /// Whether a value is a counter from before such IDs held times.
    pub(crate) fn counts(&self, value: u128) -> bool {
        self.counters() > 0 && value <= self.counters().into()
    }

    /// Whether the service also writes IDs as the digits of base 64.
    pub(crate) fn has_short_codes(&self) -> bool {
        self.row.has_short_codes
    }

    /// Which numbers of a field are common; `None` if all numbers of the field are alike.
    pub(crate) fn habit(&self, field: &Field) -> Option<Habit> {
        let habits = self.row.habits;
        let is_counted = matches!(field.kind, Kind::Node | Kind::Part | Kind::Sequence);
        let of = |name: &str| habits.iter().copied().find(|habit| habit.name == name);
        of(&field.name).or_else(|| of("").filter(|_| is_counted))
    }
}
