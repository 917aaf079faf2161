//! Which formats could have made an ID, the likeliest first, each with its score and its reasons.
//!
//! An integer fits most formats, so width and alphabet rarely decide. Facts about each service decide: when
//! it began, how many IDs it has made, and which numbers are common in them.

mod candidate;
mod foreign;
mod likelihood;

use std::borrow::Cow;

use crate::formats::{Format, Native};
use crate::limits::DAY_MS;
use crate::message::say;
use crate::report::Report;
use crate::text::{Encoding, Zeros};

pub use candidate::{Candidate, FieldValue, Fit};
pub use likelihood::FAST_CLOCK_MS;
use likelihood::{Made, share_of_numbers};

/// The prior of a format that the caller gives; those of the built-in formats are 1 to 256.
const GIVEN: f64 = 1024.0;

/// A candidate is called likely, too, if the first one is less than this many times as likely. The facts
/// about the services are not more exact.
const NEARLY: f64 = 2.0;

/// The names of the formats of other families that an inspection reads.
pub fn foreign_names() -> impl Iterator<Item = &'static str> {
    foreign::names()
}

/// The formats of other families as serializable data, and the versions of UUIDs that hold no time: their fields, and how
/// they are written.
pub fn foreign_formats() -> Report<'static> {
    foreign::describe()
}

/// The inspection of one ID.
#[derive(Debug)]
pub struct Inspection<'a> {
    text: &'a [u8],
    /// Whether the ID was an integer, so that only its decimal digits are meant.
    is_integer: bool,
    now: i64,
    /// The likeliest first. Until the end, the scores are likelihoods, whose sum is not 1.
    candidates: Vec<Candidate>,
}

impl<'a> Inspection<'a> {
    /// Begins to inspect a text at the time `now` in Unix ms. `is_integer` means that the text is the
    /// decimal digits of an integer.
    pub fn new(text: &'a [u8], is_integer: bool, now: i64) -> Self {
        Self { text, is_integer, now, candidates: Vec::new() }
    }

    /// Tries a format whose IDs the caller has: the text as decimal digits, if its IDs are integers, then in
    /// its own encoding.
    pub fn format(&mut self, format: &Format) {
        self.try_format(format, GIVEN);
    }

    fn try_format(&mut self, format: &Format, prior: f64) {
        let has_integers = format.native() != Native::Text;
        for (encoding, allowed) in [(Encoding::Decimal, has_integers), (format.encoding(), !self.is_integer)]
        {
            if allowed && let Ok(value) = encoding.read(self.text, format.layout().bits(), Zeros::Usual) {
                let made = Made::by(format, value);
                // Otherwise each short word would be a candidate: it is the text of a small value.
                if encoding != Encoding::Decimal && made.epoch.is_none() && made.ms < DAY_MS {
                    return;
                }
                let mut reasons = Vec::new();
                let (fit, density) = made.weigh(self.now, &mut reasons);
                let score = prior * density * share_of_numbers(format, value, &mut reasons);
                let fields = format.numbered_fields();
                let fields = fields
                    .map(|field| (field.name.clone(), FieldValue::Number(field.place.read(value))))
                    .collect();
                self.add(Candidate {
                    format: Cow::Owned(format.name().to_owned()),
                    fit,
                    score,
                    reasons,
                    value: has_integers.then_some(value as u64),
                    timestamp: made.timestamp(),
                    fields,
                });
                return;
            }
        }
    }

    /// Tries all built-in formats, with `epoch` for those that have none; and foreign formats: UUID versions
    /// 1, 6 and 7, ULID, KSUID, xid and MongoDB's `ObjectId`.
    pub fn built_in(&mut self, epoch: Option<i64>) {
        for number in 0..Format::names().len() {
            let Ok(format) = Format::built_in(number) else { continue };
            let format = match epoch {
                // A format that cannot have this epoch has not made the ID.
                Some(_) if format.known_epoch().is_none() => format.with(epoch, &[], None),
                _ => Ok(format),
            };
            if let Ok(format) = format {
                self.try_format(&format, format.prior());
            }
        }
        if !self.is_integer {
            foreign::inspect(self);
        }
    }

    /// The candidates, the likeliest first. Their scores have the sum 1.
    pub fn finish(mut self) -> Vec<Candidate> {
        let all = &mut self.candidates;
        let best = all.first().map_or(0.0, |best| best.score);
        let likely = all.iter().take_while(|candidate| candidate.score * NEARLY > best).count();
        for at in 0..likely {
            // The first one is compared with the second one, and the others with the first one.
            let other = usize::from(at == 0);
            if other < likely {
                let reason = say!("{} is also likely", &all[other].format);
                all[at].reasons.push(reason);
            }
        }
        let sum: f64 = all.iter().map(|candidate| candidate.score).sum();
        for candidate in all {
            candidate.score /= sum;
        }
        self.candidates
    }

    /// Adds a candidate, whose score is its likelihood. Among equals, the one that was added first comes first.
    fn add(&mut self, candidate: Candidate) {
        let place = self.candidates.iter().position(|other| other.score < candidate.score);
        self.candidates.insert(place.unwrap_or(self.candidates.len()), candidate);
    }
}

/// The built-in and foreign formats that could have made an ID, the likeliest first. `now` is the clock's
/// reading in Unix ms.
pub fn inspect(text: &str, now: i64) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text.as_bytes(), false, now);
    inspection.built_in(None);
    inspection.finish()
}
