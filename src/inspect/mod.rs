//! Which formats could have made this ID? Best first, each with its reason.
//!
//! An integer fits most formats of the family, so width and alphabet seldom decide; what remains is
//! whether the time it would say is a time at which such an ID could have been made. Among those
//! for which it is, the order of the table of formats decides.

mod foreign;

use crate::formats::{Format, Native};
use crate::message::{Sentence, Word, join, say};
use crate::text::Encoding;

/// How far an ID's time may lie in the future and still count as made by a clock that is a little fast, in ms.
const FAST_CLOCK_MS: f64 = 60_000.0;

/// How well a reading fits; the best first.
#[derive(Clone, Copy)]
enum Fit {
    /// It fits, and its time is one at which such IDs were made.
    Plausible,
    /// It fits; whether its time makes sense depends on an epoch that nobody told.
    Unknown,
    /// It fits, but its time is not one at which such IDs were made.
    Unlikely,
}

/// Their names, and how many there are.
const FITS: &[&str; 3] = &["plausible", "unknown", "unlikely"];

/// An ID being looked into.
#[derive(Debug)]
pub struct Inspection<'a> {
    text: &'a [u8],
    /// The ID came as an integer, so no other text than its decimal digits is meant.
    integer: bool,
    now: f64,
    /// The reports of what fits, by how well it does, in JSON with commas between them.
    found: [String; FITS.len()],
}

impl<'a> Inspection<'a> {
    /// Inspects a text at the time `now` in Unix ms; `integer` says that the text only writes down
    /// an integer.
    pub fn new(text: &'a [u8], integer: bool, now: f64) -> Self {
        Self { text, integer, now, found: Default::default() }
    }

    /// Tries one format: the text as decimal digits, if its values are integers, then in the
    /// format's own encoding.
    pub fn format(&mut self, format: &Format) {
        let integers = format.native() != Native::Text;
        for (encoding, allowed) in [(Encoding::Decimal, integers), (format.text(), !self.integer)] {
            if allowed && let Ok(value) = encoding.read(self.text, format.layout().bits(), false) {
                let mut fields = String::new();
                for field in format.numbered() {
                    join(&mut fields, &say!("{}:{}", Word::Json(&field.name), field.place.read(value)));
                }
                let epoch = format.known_epoch();
                let (ms, since) = (format.ticks(value) * format.unit(), format.since() as f64);
                let value = integers.then_some(value as u64);
                self.add(format.name(), value, ms, epoch, since, &fields);
                return;
            }
        }
    }

    /// Tries all built-in formats, those without an epoch with this one, and the formats of others:
    /// UUID versions 1, 6 and 7, ULID, KSUID, xid and MongoDB's `ObjectId`.
    pub fn built_in(&mut self, epoch: Option<f64>) {
        for place in 0..Format::names().len() {
            let Ok(format) = Format::built_in(place) else { continue };
            let format = match epoch {
                // A format that can't have this epoch has not made the ID.
                Some(epoch) if format.known_epoch().is_none() => format.with(epoch, &[], None),
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

    /// What has been found, best first, as a list in JSON: of each format that could have made the ID its
    /// name (`format`), how well it fits (`fit`: `plausible`, `unknown` or `unlikely`) and why (`reason`),
    /// the `value` of an integer (a text, since numbers of JSON may not hold it; empty where it is none),
    /// the `timestamp` in Unix ms (`null` where the epoch is unknown), and `fields`: what else it says, in
    /// the format's order, numbers, and bytes as hex.
    pub fn finish(self) -> String {
        let mut all = String::new();
        for found in &self.found {
            if !found.is_empty() {
                join(&mut all, found);
            }
        }
        say!("[{}]", &all)
    }

    /// Adds an ID of a format, made so many ms after the epoch, if IDs were first made at `since`.
    fn add(
        &mut self,
        format: &str,
        value: Option<u64>,
        ms: u64,
        epoch: Option<i64>,
        since: f64,
        fields: &str,
    ) {
        let timestamp = epoch.map(|epoch| epoch + ms as i64);
        let nothing = Word::Text("");
        let (fit, reason, word) = match timestamp {
            // Any small number says so.
            _ if ms == 0 => (Fit::Unlikely, "made in the very first tick of its epoch", nothing),
            None => (Fit::Unknown, "made {} ms after its epoch, which has to be told", Word::Number(ms)),
            Some(timestamp) if timestamp as f64 > self.now + FAST_CLOCK_MS => {
                (Fit::Unlikely, "in the future", nothing)
            }
            Some(timestamp) if (timestamp as f64) < since => {
                (Fit::Unlikely, "before there were any, {}", Word::Instant(since))
            }
            Some(_) => (Fit::Plausible, "in the past, and not before there were any", nothing),
        };
        let mut because = Sentence::new(reason);
        because.put(word);
        let report = say!(
            r#"{"format":{},"fit":"{}","reason":"{}","value":"{}","timestamp":{},"fields":{{}}}"#,
            Word::Json(format),
            FITS[fit as usize],
            &because.written,
            value.map_or(Word::Text(""), Word::Number),
            timestamp.map_or(Word::Text("null"), Word::Integer),
            fields
        );
        join(&mut self.found[fit as usize], &report);
    }
}

/// Lists the built-in formats, and those of others, that could have made this ID, best first.
/// `now` is the clock's reading in Unix ms, by which their times are judged. See [`Inspection::finish`].
pub fn inspect(text: &str, now: f64) -> String {
    let mut inspection = Inspection::new(text.as_bytes(), false, now);
    inspection.built_in(None);
    inspection.finish()
}
