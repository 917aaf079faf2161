//! What an inspection finds.

use std::borrow::Cow;

use super::reason::{Reason, Said};

/// How well the time of an ID fits a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Such IDs were made at that time.
    Plausible,
    /// The time is unknown without an epoch.
    Unknown,
    /// No such IDs were made at that time.
    Unlikely,
}

impl Fit {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Plausible, Self::Unknown, Self::Unlikely];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plausible => "plausible",
            Self::Unknown => "unknown",
            Self::Unlikely => "unlikely",
        }
    }
}

/// The value of a field in a report.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldValue {
    /// A number of at most 53 bits.
    Number(u64),
    /// Bytes in hexadecimal digits.
    Hex(String),
}

/// A format that could have made an ID.
#[derive(Debug)]
pub struct Candidate {
    /// The name of the format.
    pub format: Cow<'static, str>,
    /// How well the time fits.
    pub fit: Fit,
    /// How likely it is that this format has made the ID: 0 to 1. The scores of all candidates have a sum of at most 1.
    /// The rest to 1 is the probability that the text is no ID of a known kind.
    pub score: f64,
    /// The reasons for the score, in words.
    pub reasons: Vec<String>,
    /// The value, if the format's IDs are integers.
    pub value: Option<u64>,
    /// Unix ms; `None` if the epoch is unknown.
    pub timestamp: Option<i64>,
    /// The other fields in the order of the format.
    pub fields: Vec<(Cow<'static, str>, FieldValue)>,
}

/// The candidates that are reported. To put a candidate into words takes longer than to weigh it.
#[derive(Debug, Default)]
pub(super) struct Only {
    /// The names of their kinds. An empty list stands for all kinds.
    pub kinds: Vec<String>,
    /// Their lowest score.
    pub least: f64,
}

impl Only {
    pub fn wants(&self, name: &str, score: f64) -> bool {
        score >= self.least && (self.kinds.is_empty() || self.kinds.iter().any(|kind| kind == name))
    }
}

/// A kind that the IDs of a column may have.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnCandidate {
    /// The number of the kind: see [`Reader::name_of`](super::Reader::name_of).
    pub kind: usize,
    /// How well the times fit.
    pub fit: Fit,
    /// How likely it is that an ID of the column is of this kind: 0 to 1. The scores of all candidates have a sum of at most 1.
    pub score: f64,
    /// Unix ms of the first and of the last ID of this kind; `None` if their dates are unknown.
    pub times: Option<(i64, i64)>,
    /// Whether IDs of the kind hold a time.
    pub holds_time: bool,
}

impl ColumnCandidate {
    /// Adds the time of an ID that is of the kind.
    pub(super) fn add_times(&mut self, other: &Self) {
        self.fit = other.fit;
        self.times = match (self.times, other.times) {
            (Some((first, last)), Some(more)) => Some((first.min(more.0), last.max(more.1))),
            (times, more) => times.or(more),
        };
    }

    /// The reasons for the score.
    pub fn reasons(&self) -> Vec<Said> {
        let (reason, figures) = match self.times {
            Some((first, last)) => (Reason::MadeBetween, [first, last]),
            None if self.holds_time => (Reason::OwnEpoch, [0; 2]),
            None => (Reason::Timeless, [0; 2]),
        };
        vec![Said { reason, figures }]
    }
}
