//! Which formats could have made this ID? Best first, each with its reason.
//!
//! An integer fits most formats of the family, so width and alphabet seldom decide; what remains is
//! whether the time it would say is a time at which such an ID could have been made. Among those
//! for which it is, the order of the table of formats decides.

mod foreign;

use crate::formats::{Format, Native};
use crate::message::{Word, say};
use crate::plain::{Entries, Plain};
use crate::text::Encoding;

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
    pub fields: Plain,
}

impl Candidate {
    /// This candidate as plain data: `format`, `fit`, `reason`, `value`, `timestamp` and `fields`.
    pub fn report(self) -> Plain {
        let mut entries = Entries::default();
        entries.put("format", Plain::Text(self.format));
        entries.text("fit", ["plausible", "unknown", "unlikely"][self.fit as usize]);
        entries.put("reason", Plain::Text(self.reason));
        let value = match self.value {
            Some(value) => Plain::Integer(value),
            None => Plain::Missing,
        };
        entries.put("value", value);
        let timestamp = match self.timestamp {
            Some(timestamp) => Plain::Number(timestamp),
            None => Plain::Missing,
        };
        entries.put("timestamp", timestamp);
        entries.put("fields", self.fields);
        entries.end()
    }
}

/// An ID being looked into.
#[derive(Debug)]
pub struct Inspection<'a> {
    text: &'a [u8],
    /// The ID came as an integer, so no other text than its decimal digits is meant.
    integer: bool,
    now: f64,
    found: Vec<Candidate>,
}

impl<'a> Inspection<'a> {
    /// Inspects a text at the time `now` in Unix ms; `integer` says that the text only writes down
    /// an integer.
    pub fn new(text: &'a [u8], integer: bool, now: f64) -> Self {
        Self { text, integer, now, found: Vec::new() }
    }

    /// Tries one format: the text as decimal digits, if its values are integers, then in the
    /// format's own encoding.
    pub fn format(&mut self, format: &Format) {
        let integers = format.native() != Native::Text;
        for (encoding, allowed) in [(Encoding::Decimal, integers), (format.text(), !self.integer)] {
            if allowed && let Ok(value) = encoding.read(self.text, format.layout().bits(), false) {
                let mut fields = Entries::default();
                for field in format.numbered() {
                    fields.number(&field.name, field.place.read(value) as f64);
                }
                let epoch = format.epoch().ok().map(|epoch| epoch as f64);
                let (ms, since) = (format.ticks(value) * format.unit(), format.since() as f64);
                self.add(format.name(), integers.then_some(value as u64), ms, epoch, since, fields);
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
            foreign::inspect(self);
        }
    }

    /// What has been found, best first.
    pub fn finish(self) -> Vec<Candidate> {
        self.found
    }

    /// Adds an ID of a format, made so many ms after the epoch, if IDs were first made at `since`.
    fn add(
        &mut self,
        format: &str,
        value: Option<u64>,
        ms: u64,
        epoch: Option<f64>,
        since: f64,
        fields: Entries,
    ) {
        let timestamp = epoch.map(|epoch| epoch + ms as f64);
        let (fit, reason) = match timestamp {
            // Any small number says so.
            _ if ms == 0 => (Fit::Unlikely, "made in the very first tick of its epoch".to_owned()),
            None => (Fit::Unknown, say!("made {} ms after its epoch, which has to be told", ms)),
            Some(timestamp) if timestamp > self.now + FAST_CLOCK_MS => {
                (Fit::Unlikely, "in the future".to_owned())
            }
            Some(timestamp) if timestamp < since => {
                (Fit::Unlikely, say!("before there were any, {}", Word::Instant(since)))
            }
            Some(_) => (Fit::Plausible, "in the past, and not before there were any".to_owned()),
        };
        let at = self.found.iter().take_while(|found| found.fit <= fit).count();
        let (format, fields) = (format.to_owned(), fields.end());
        self.found.insert(at, Candidate { format, fit, reason, value, timestamp, fields });
    }
}

/// Lists the built-in formats, and those of others, that could have made this ID, best first.
/// `now` is the clock's reading in Unix ms, by which their times are judged.
pub fn inspect(text: &str, now: f64) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text.as_bytes(), false, now);
    inspection.built_in(None);
    inspection.finish()
}
