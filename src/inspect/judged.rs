//! A candidate in numbers.

use super::candidate::{FieldValue, Fit};
use super::maker::Maker;
use super::reason::Said;

/// A candidate in numbers.
#[derive(Debug)]
pub struct Judged<'a> {
    pub(super) maker: Maker<'a>,
    /// How well the time fits.
    pub fit: Fit,
    /// See [`Candidate::score`](super::Candidate::score).
    pub score: f64,
    /// Unix ms; `None` if the ID holds no time, or the epoch is unknown.
    pub timestamp: Option<i64>,
    pub(super) has_fields: bool,
    /// The reasons for the score.
    pub reasons: Vec<Said>,
}

impl Judged<'_> {
    /// The number of the kind: see [`Reader::name_of`](super::Reader::name_of).
    pub fn kind(&self) -> usize {
        self.maker.number()
    }

    /// The value, if the kind's IDs are integers.
    pub fn value(&self) -> Option<u64> {
        self.maker.integer()
    }

    /// The fields besides the time, in order. A counter has none, and those of a damaged ID are lost.
    pub fn fields(&self) -> Vec<FieldValue> {
        if self.has_fields { self.maker.fields() } else { Vec::new() }
    }
}
