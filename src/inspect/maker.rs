//! What could have made an ID: a format, or a kind that is only read.

use std::ptr;
use std::rc::Rc;

use super::candidate::FieldValue;
use super::likelihood::{Made, Numbers, numbers_of, share_of};
use super::pattern::{NO, Wide, number};
use super::reason::Reasons;
use super::table::{Row, TABLE};
use crate::formats::{Format, Native};

/// A format to try.
#[derive(Debug)]
pub(super) struct Tried {
    pub format: Rc<Format>,
    /// The number of the kind.
    pub number: usize,
    /// The fields with numbers.
    pub numbers: Vec<Numbers>,
    pub prior: f64,
    /// Whether the epoch is the caller's guess.
    pub is_guessed: bool,
}

impl Tried {
    pub fn new(format: Rc<Format>, number: usize, prior: f64) -> Self {
        let is_guessed = format.known_epoch().is_none();
        Self { numbers: numbers_of(&format), format, number, prior, is_guessed }
    }
}

/// What could have made an ID.
#[derive(Debug, Clone, Copy)]
pub(super) enum Maker<'a> {
    Format(&'a Tried, u128),
    Row(&'static Row, Wide),
}

impl<'a> Maker<'a> {
    /// The number of the kind: see [`Reader::name_of`](super::Reader::name_of).
    pub fn number(&self) -> usize {
        match self {
            Self::Format(tried, _) => tried.number,
            Self::Row(row, _) => number_of_row(row),
        }
    }

    pub fn prior(&self) -> f64 {
        match self {
            Self::Format(tried, _) => tried.prior,
            Self::Row(row, _) => row.prior,
        }
    }

    /// When the ID was made; `None` if its kind holds no time.
    pub fn made(&self) -> Option<Made> {
        match self {
            Self::Format(Tried { format, .. }, value) => Some(Made::by(format, *value)),
            Self::Row(row, value) => row.made(value),
        }
    }

    /// The version of a UUID that was not made at the time of its bits.
    pub fn version_without_time(&self, made: &Made, now: i64) -> Option<u64> {
        match self {
            Self::Row(row, _) if row.holds_no_time(made, now) => Some(row.version()),
            _ => None,
        }
    }

    /// Whether the makers of the kind have epochs of their own.
    pub fn has_own_epoch(&self) -> bool {
        matches!(self, Self::Row(Row { time: Some(time), .. }, _) if time.epoch.is_none())
    }

    /// Whether IDs of the kind hold a time.
    pub fn has_time(&self) -> bool {
        !matches!(self, Self::Row(Row { time: None, .. }, _))
    }

    /// The largest counter of the kind.
    pub fn counters(&self) -> u64 {
        if let Self::Format(tried, _) = self { tried.format.counters() } else { 0 }
    }

    /// The share of the kind's IDs that have the numbers of this one. It adds the reasons.
    pub fn share(&self, reasons: &mut Reasons) -> f64 {
        match self {
            Self::Format(tried, value) => share_of(&tried.numbers, *value, reasons),
            Self::Row(row, value) => row.share(value, &row.numbers(), reasons),
        }
    }

    /// The value, if the kind's IDs are integers.
    pub fn integer(&self) -> Option<u64> {
        match self {
            Self::Format(tried, value) => (tried.format.native() != Native::Text).then_some(*value as u64),
            Self::Row(row, value) => row.has_integers().then(|| number(value, [(64, 0), NO, NO])),
        }
    }

    /// The numbers of its fields, in order.
    pub fn fields(&self) -> Vec<FieldValue> {
        match self {
            Self::Format(tried, value) => {
                let fields = tried.format.numbered_fields();
                fields.map(|field| FieldValue::Number(field.place.read(*value))).collect()
            }
            Self::Row(row, value) => row.fields_of(value),
        }
    }

    pub fn name(&self) -> &'a str {
        match self {
            Self::Format(tried, _) => tried.format.name(),
            Self::Row(row, _) => row.name,
        }
    }

    /// Whether the time depends on an epoch that is a guess.
    pub fn is_guessed(&self) -> bool {
        matches!(self, Self::Format(tried, _) if tried.is_guessed)
    }

    /// See [`Row::lead`].
    pub fn lead(&self) -> f64 {
        if let Self::Row(row, _) = self { row.lead.into() } else { 0.0 }
    }

    pub fn is_counter(&self) -> bool {
        matches!(self, Self::Format(tried, value) if tried.format.counts(*value))
    }
}

/// The number of the kind of a row.
pub(super) fn number_of_row(row: &Row) -> usize {
    Format::names().len() + TABLE.iter().position(|other| ptr::eq(other, row)).unwrap_or(TABLE.len())
}
