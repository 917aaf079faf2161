//! Which formats could have made this ID? Best first, each with its reason.
//!
//! An integer fits most formats of the family, so width and alphabet seldom decide; what remains is
//! whether the time it would say is a time at which such an ID could have been made. Among those
//! for which it is, the order of the table of formats decides.

mod foreign;

use crate::formats::{Format, Native};
use crate::instant::Instant;
use crate::plain::{Entries, Plain};
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
        let mut entries = Entries::default();
        entries.text("format", &self.format);
        entries.text("fit", ["plausible", "unknown", "unlikely"][self.fit as usize]);
        entries.text("reason", &self.reason);
        entries.put("value", self.value.map_or(Plain::Missing, Plain::Integer));
        entries.put("timestamp", self.timestamp.map_or(Plain::Missing, Plain::Number));
        entries.put("fields", Plain::Map(self.fields.clone()));
        entries.end()
    }
}

/// An ID being looked into.
#[derive(Debug)]
pub struct Inspection {
    text: Vec<u8>,
    /// The ID came as an integer, so no other text than its decimal digits is meant.
    integer: bool,
    now: f64,
    found: Vec<Candidate>,
}

impl Inspection {
    /// Inspects a text at the time `now` in Unix ms; `integer` says that the text only writes down
    /// an integer.
    pub fn new(text: &[u8], integer: bool, now: f64) -> Self {
        Self { text: text.to_vec(), integer, now, found: Vec::new() }
    }

    /// Tries one format: the text as decimal digits, if its values are integers, then in the
    /// format's own encoding.
    pub fn format(&mut self, format: &Format) {
        let mut encodings = [None, None];
        if format.native() != Native::Text {
            encodings[0] = Some(Encoding::Decimal);
        }
        if !self.integer && format.text() != Encoding::Decimal {
            encodings[1] = Some(format.text());
        }
        for encoding in encodings {
            let style = Style { encoding, padded: false };
            if encoding.is_some()
                && let Ok(value) = format.read(&self.text, style)
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
            let format = match epoch {
                // A format that can't have this epoch has not made the ID.
                Some(epoch) if format.epoch().is_err() => format.with(epoch, &[], None),
                _ => Ok(format),
            };
            if let Ok(format) = format {
                self.format(&format);
            }
        }
        if !self.integer {
            foreign::candidates(&self.text, self.now, &mut self.found);
        }
    }

    /// What has been found, best first.
    pub fn finish(mut self) -> Vec<Candidate> {
        let mut best_first = Vec::new();
        for fit in [Fit::Plausible, Fit::Unknown, Fit::Unlikely] {
            best_first.extend(self.found.extract_if(.., |candidate| candidate.fit == fit));
        }
        best_first
    }

    fn candidate(&self, format: &Format, value: u128) -> Candidate {
        let ticks = format.ticks(value);
        let timestamp = format.epoch().ok().map(|epoch| format.instant(epoch, ticks) as f64);
        let (fit, reason) = match timestamp {
            // Any small number says so.
            _ if ticks == 0 => (Fit::Unlikely, "made in the very first tick of its epoch".to_owned()),
            Some(timestamp) => judge(timestamp, format.since() as f64, self.now),
            None => {
                let ms = ticks * format.unit();
                (Fit::Unknown, format!("made {ms} ms after its epoch, which has to be told"))
            }
        };
        let mut fields = Vec::new();
        for field in format.numbered() {
            fields.push((field.name.clone().into_owned(), Plain::Number(field.place.read(value) as f64)));
        }
        let value = (format.native() != Native::Text).then_some(value as u64);
        Candidate { format: format.name().to_owned(), fit, reason, value, timestamp, fields }
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
    let mut inspection = Inspection::new(text.as_bytes(), false, now);
    inspection.built_in(None);
    inspection.finish()
}
