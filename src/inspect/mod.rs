//! Which formats could have made this ID? Best first, each with its reason.
//!
//! An integer fits most formats of the family, so width and alphabet seldom decide; what remains is
//! whether the time it would say is a time at which such an ID could have been made. Among those
//! for which it is, the order of the table of formats decides.

mod foreign;

use crate::formats::{Format, Instant, Native};
use crate::plain::Plain;
use crate::text::{Encoding, Style};

/// How far an ID's time may lie in the future and still count as made by a clock that is a little fast, in ms.
const FAST_CLOCK_MS: f64 = 60_000.0;

/// How well a reading fits; the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It fits, and its time is one at which such IDs were made.
    Plausible,
    /// It fits; whether its time makes sense depends on an epoch that nobody told.
    Unknown,
    /// It fits, but its time is not one at which such IDs were made.
    Unlikely,
}

/// A format that could have made an ID.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The format's name.
    pub format: String,
    /// How well it fits.
    pub fit: Fit,
    /// Why.
    pub reason: String,
    /// The value, for formats of up to 64 bits.
    pub value: Option<u64>,
    /// When it would have been made, in Unix ms; `None` where the epoch is unknown.
    pub timestamp: Option<f64>,
    /// What else it says, in the format's order: numbers, and bytes as hex.
    pub fields: Vec<(String, Plain)>,
}

impl Candidate {
    /// This candidate as plain data: `format`, `fit`, `reason`, `value`, `timestamp` and `fields`.
    pub fn report(&self) -> Plain {
        let fit = match self.fit {
            Fit::Plausible => "plausible",
            Fit::Unknown => "unknown",
            Fit::Unlikely => "unlikely",
        };
        Plain::map([
            ("format", (&*self.format).into()),
            ("fit", fit.into()),
            ("reason", (&*self.reason).into()),
            ("value", self.value.map_or(Plain::Missing, Plain::Integer)),
            ("timestamp", self.timestamp.map_or(Plain::Missing, Plain::Number)),
            ("fields", Plain::Map(self.fields.clone())),
        ])
    }
}

/// An ID being looked into.
#[derive(Debug)]
pub struct Inspection {
    text: String,
    /// The ID came as an integer, so no other text than its decimal digits is meant.
    integer: bool,
    now: f64,
    found: Vec<Candidate>,
}

impl Inspection {
    /// Inspects a text at the time `now` in Unix ms; `integer` says that the text only writes down
    /// an integer.
    pub fn new(text: &str, integer: bool, now: f64) -> Self {
        Self { text: text.to_owned(), integer, now, found: Vec::new() }
    }

    /// Tries one format: the text as decimal digits, if its values are integers, then in the
    /// format's own encoding.
    pub fn format(&mut self, format: &Format) {
        let decimal = (format.native() != Native::Text).then_some(Encoding::Decimal);
        let own = (!self.integer && Some(format.text()) != decimal).then_some(format.text());
        for encoding in decimal.into_iter().chain(own) {
            if let Ok(value) =
                format.read(self.text.as_bytes(), Style { encoding: Some(encoding), padded: false })
            {
                self.found.push(self.candidate(format, value));
                return;
            }
        }
    }

    /// Tries all built-in formats, those without an epoch with this one, and the formats of others:
    /// UUID versions 1, 6 and 7, ULID, KSUID, xid and MongoDB's `ObjectId`.
    pub fn built_in(&mut self, epoch: Option<f64>) {
        for name in Format::names() {
            let Ok(format) = Format::named(name) else { continue };
            let Some(epoch) = epoch.filter(|_| format.epoch().is_err()) else {
                self.format(&format);
                continue;
            };
            // A format that can't have this epoch has not made the ID.
            if let Ok(format) = format.with(&[("epoch".to_owned(), epoch.into())], None) {
                self.format(&format);
            }
        }
        if !self.integer {
            let now = self.now;
            self.found.extend(foreign::candidates(&self.text).map(|found| found.judge(now)));
        }
    }

    /// What has been found, best first.
    pub fn finish(self) -> Vec<Candidate> {
        let of = |fit| self.found.iter().filter(move |candidate| candidate.fit == fit).cloned();
        [Fit::Plausible, Fit::Unknown, Fit::Unlikely].into_iter().flat_map(of).collect()
    }

    fn candidate(&self, format: &Format, value: u128) -> Candidate {
        let timestamp = format.decode(value).ok().map(|fields| fields.timestamp as f64);
        let ticks = format.ticks(value);
        let (fit, reason) = match timestamp {
            // Any small number says so.
            _ if ticks == 0 => (Fit::Unlikely, "made in the very first tick of its epoch".to_owned()),
            Some(timestamp) => judge(timestamp, format.since() as f64, self.now),
            None => {
                let ms = ticks * format.unit();
                (Fit::Unknown, format!("made {ms} ms after its epoch, which has to be told"))
            }
        };
        let fields =
            format.numbers(value).map(|(name, number)| (name.to_owned(), Plain::Number(number as f64)));
        Candidate {
            format: format.name().to_owned(),
            fit,
            reason,
            value: u64::try_from(value).ok().filter(|_| format.native() != Native::Text),
            timestamp,
            fields: fields.collect(),
        }
    }
}

/// Whether IDs that were first made at `since` can have been made at `timestamp`, and why.
fn judge(timestamp: f64, since: f64, now: f64) -> (Fit, String) {
    if timestamp > now + FAST_CLOCK_MS {
        (Fit::Unlikely, "in the future".to_owned())
    } else if timestamp < since {
        (Fit::Unlikely, format!("before there were any, {}", Instant(since)))
    } else {
        (Fit::Plausible, "in the past, and not before there were any".to_owned())
    }
}

/// Lists the built-in formats, and those of others, that could have made this ID, best first.
/// `now` is the clock's reading in Unix ms, by which their times are judged.
pub fn inspect(text: &str, now: f64) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text, false, now);
    inspection.built_in(None);
    inspection.finish()
}
