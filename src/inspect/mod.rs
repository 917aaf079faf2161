//! Which formats could have made an ID, best first, each with its reason.
//!
//! An integer fits most formats, so width and alphabet rarely decide. The time of the ID decides: whether
//! such an ID could have been made then. The order of the table of formats decides among the rest.

mod foreign;

use std::borrow::Cow;

use crate::formats::{Format, JsType};
use crate::message::{Sentence, Word};
use crate::report::Report;
use crate::text::{Encoding, Zeros};

/// How far in the future the time of an ID may be, because clocks can be fast, in ms.
const FAST_CLOCK_MS: i64 = 60_000;

/// How well a format fits; the best first.
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
    /// How well it fits.
    pub fit: Fit,
    /// Why it fits so well, in words.
    pub reason: String,
    /// The value of an integer ID.
    pub value: Option<u64>,
    /// Unix ms; `None` if the epoch is unknown.
    pub timestamp: Option<i64>,
    /// The other fields in the order of the format.
    pub fields: Vec<(Cow<'static, str>, FieldValue)>,
}

impl Candidate {
    /// The candidate as serializable data: an object with the fields of this struct. `value` is a `bigint`.
    pub fn report(&self) -> Report<'_> {
        let fields = self.fields.iter().map(|(name, value)| {
            let value = match value {
                FieldValue::Number(number) => Report::number(*number),
                FieldValue::Hex(digits) => Report::text(digits),
            };
            (&**name, value)
        });
        Report::Object(vec![
            ("format", Report::text(&self.format)),
            ("fit", Report::text(self.fit.name())),
            ("reason", Report::text(&self.reason)),
            ("value", self.value.map_or(Report::Null, Report::BigInt)),
            ("timestamp", self.timestamp.map_or(Report::Null, |ms| Report::Number(ms as f64))),
            ("fields", Report::Object(fields.collect())),
        ])
    }
}

/// The inspection of one ID.
#[derive(Debug)]
pub struct Inspection<'a> {
    text: &'a [u8],
    /// Whether the ID was an integer, so that only its decimal digits are meant.
    is_integer: bool,
    now: i64,
    /// By fit.
    candidates: [Vec<Candidate>; 3],
}

impl<'a> Inspection<'a> {
    /// Begins to inspect a text at the time `now` in Unix ms. `is_integer` means that the text is the
    /// decimal digits of an integer.
    pub fn new(text: &'a [u8], is_integer: bool, now: i64) -> Self {
        Self { text, is_integer, now, candidates: Default::default() }
    }

    /// Tries one format: the text as decimal digits, if its IDs are integers, then in its own encoding.
    pub fn format(&mut self, format: &Format) {
        let has_integers = format.js_type() != JsType::Text;
        for (encoding, allowed) in [(Encoding::Decimal, has_integers), (format.encoding(), !self.is_integer)]
        {
            if allowed && let Ok(value) = encoding.read(self.text, format.layout().bits(), Zeros::Usual) {
                let fields = format.numbered_fields();
                let fields = fields
                    .map(|field| (field.name.clone(), FieldValue::Number(field.place.read(value))))
                    .collect();
                let ms = format.ticks(value) * format.tick_ms();
                let name = Cow::Owned(format.name().to_owned());
                let value = has_integers.then_some(value as u64);
                self.add(name, value, ms, format.known_epoch(), format.since(), fields);
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
                self.format(&format);
            }
        }
        if !self.is_integer {
            foreign::inspect(self);
        }
    }

    /// The candidates, best first.
    pub fn finish(self) -> Vec<Candidate> {
        let [mut all, unknown, unlikely] = self.candidates;
        all.extend(unknown);
        all.extend(unlikely);
        all
    }

    /// Adds an ID of a format, made `ms` after the epoch. The first IDs of the format were made at `since`.
    fn add(
        &mut self,
        format: Cow<'static, str>,
        value: Option<u64>,
        ms: u64,
        epoch: Option<i64>,
        since: i64,
        fields: Vec<(Cow<'static, str>, FieldValue)>,
    ) {
        let timestamp = epoch.map(|epoch| epoch + ms as i64);
        let nothing = Word::Text("");
        let (fit, reason, word) = match timestamp {
            // Any small number has this time.
            _ if ms == 0 => (Fit::Unlikely, "made in the very first tick of its epoch", nothing),
            None => (Fit::Unknown, "made {} ms after its epoch, which is not given", Word::Number(ms)),
            Some(timestamp) if timestamp > self.now.saturating_add(FAST_CLOCK_MS) => {
                (Fit::Unlikely, "in the future", nothing)
            }
            Some(timestamp) if timestamp < since => {
                (Fit::Unlikely, "before the first such ID, {}", Word::Instant(since))
            }
            Some(_) => (Fit::Plausible, "in the past, and not before the first such ID", nothing),
        };
        let mut sentence = Sentence::new(reason);
        sentence.fill(word);
        let reason = sentence.written;
        self.candidates[fit as usize].push(Candidate { format, fit, reason, value, timestamp, fields });
    }
}

/// The built-in and foreign formats that could have made an ID, best first. `now` is the clock's reading in
/// Unix ms.
pub fn inspect(text: &str, now: i64) -> Vec<Candidate> {
    let mut inspection = Inspection::new(text.as_bytes(), false, now);
    inspection.built_in(None);
    inspection.finish()
}
