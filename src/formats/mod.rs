//! Formats: what a layout's numbers stand for. Plain immutable data, the built-in ones in a table.

mod define;
mod describe;
mod fields;
mod table;

use std::borrow::Cow;
use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::instant::LAST_MS;
use crate::layout::{Field, Kind, Layout, Place};
use crate::message::{Word, say};
use crate::sequencer::{OnExhausted, OnRollback, Start};
use crate::snapshot::Form;
use crate::text::{Encoding, Style, Text, Unreadable, exceeds};

pub use define::Definition;
pub use fields::Fields;
use table::{Row, TABLE};

/// The JavaScript type of a format's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Native {
    /// `number`: up to 53 bits.
    Number,
    /// `bigint`: up to 64 bits.
    BigInt,
    /// `string`: the format's own text.
    Text,
}

impl Native {
    /// Those that formats of one's own may have.
    pub const OF_INTEGERS: [Self; 2] = [Self::Number, Self::BigInt];

    fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::BigInt => "bigint",
            Self::Text => "string",
        }
    }
}

/// What a format's generators do unless told otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defaults {
    /// For a clock that went back.
    pub on_rollback: OnRollback,
    /// For a sequence that is used up.
    pub on_exhausted: OnExhausted,
    /// Where the sequence of a new tick starts.
    pub start: Start,
    /// Whether a wait for the next tick becomes a lead once the clock is known to stand still.
    pub leads_when_stalled: bool,
}

/// A width that users may change.
#[derive(Debug)]
struct Width {
    option: &'static str,
    least: u8,
}

/// What the bits of an ID mean, since when and in which units its time counts, and how it is written.
#[derive(Debug, Clone)]
pub struct Format {
    name: Cow<'static, str>,
    layout: Layout,
    time: Place,
    unit: u64,
    epoch: Option<i64>,
    native: Native,
    text: Encoding,
    defaults: Defaults,
    /// What is particular to it beyond that.
    row: &'static Row,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.row, other.row)
            && self.unit == other.unit
            && self.epoch == other.epoch
            && self.native == other.native
            && self.text == other.text
            && self.defaults == other.defaults
            && self.name == other.name
            && self.layout == other.layout
    }
}

impl Format {
    /// The built-in format of this name.
    ///
    /// # Errors
    /// `UNKNOWN_FORMAT` where there is none.
    pub fn named(name: &str) -> Result<Rc<Self>, Error> {
        for (place, row) in TABLE.iter().enumerate() {
            if row.name == name || (row.alias == name && !name.is_empty()) {
                return Self::built_in(place);
            }
        }
        let names: Vec<_> = Self::names().collect();
        Err(refuse!(
            UnknownFormat,
            "no format is named {}; there are {}",
            Word::Quoted(name),
            Word::List(&names)
        ))
    }

    /// The built-in format at a place in [`Format::names`].
    ///
    /// # Errors
    /// None: that each entry of the table makes a format, is tested.
    ///
    /// # Panics
    /// Where there is no such place.
    pub fn built_in(place: usize) -> Result<Rc<Self>, Error> {
        let row = &TABLE[place];
        let layout = Layout::new(row.fields.to_vec(), row.bits)?;
        Ok(Rc::new(Self {
            name: Cow::Borrowed(row.name),
            time: layout.place(Kind::Time),
            layout,
            unit: row.unit,
            epoch: row.epoch,
            native: row.native,
            text: row.text,
            defaults: row.defaults,
            row,
        }))
    }

    /// The names of the built-in formats, in the table's order.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        TABLE.iter().map(|row| row.name)
    }

    /// The format's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fields and their widths.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many ms a tick lasts.
    pub fn unit(&self) -> u64 {
        self.unit
    }

    /// The instant of tick 0 in Unix ms.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED` where every application has its own and none is set.
    pub fn epoch(&self) -> Result<i64, Error> {
        self.epoch.ok_or_else(|| {
            let name = self.name();
            refuse!(
                EpochRequired,
                "{} has no epoch of its own; set yours, as in {}.with({ epoch: '2024-01-01T00:00:00Z' })",
                name,
                name
            )
        })
    }

    /// The instant of tick 0 in Unix ms, if there is one.
    pub(crate) fn known_epoch(&self) -> Option<i64> {
        self.epoch
    }

    /// The JavaScript type of the values.
    pub fn native(&self) -> Native {
        self.native
    }

    /// The encoding that IDs of this format are usually written in.
    pub fn text(&self) -> Encoding {
        self.text
    }

    /// What generators do unless told otherwise.
    pub fn defaults(&self) -> Defaults {
        self.defaults
    }

    /// The instant before which no ID of this format can have been made, in Unix ms; 0 where nobody knows.
    pub fn since(&self) -> i64 {
        self.row.since.max(self.epoch.unwrap_or(0))
    }

    /// Whether generators that are given no node field get one that no other of the process has.
    pub fn chooses_node(&self) -> bool {
        self.row.chooses_node
    }

    /// How many sequence numbers a generator must have at the least.
    pub fn least_range(&self) -> u64 {
        self.row.least_range
    }

    /// The form of its generators' snapshots.
    pub(crate) fn snapshots(&self) -> Form {
        self.row.snapshots
    }

    /// The caller's own data in place; 0 is allowed where the format has no field for it.
    ///
    /// # Errors
    /// `INVALID_FIELD` where it doesn't fit.
    pub fn metadata(&self, metadata: f64) -> Result<u128, Error> {
        let none = Field::new(Kind::Metadata, "metadata", 0);
        let field = self.layout.field(Kind::Metadata).unwrap_or(&none);
        Ok(field.place.put(fields::checked(field, metadata)?))
    }

    /// The metadata of a text in the format's own encoding, from no more characters than have to be
    /// read: enough to tell types apart in a stream. 0 where the format has no such field.
    ///
    /// # Errors
    /// What is wrong first, and where, of what is read.
    pub fn peek_metadata(&self, text: &[u8]) -> Result<u64, Unreadable> {
        let place = self.layout.place(Kind::Metadata);
        if place.bits == 0 {
            return Ok(0);
        }
        self.text.read_part(text, self.layout.bits(), place)
    }

    /// A value with other metadata, as for sno's versions of one ID ("increment its metabyte").
    ///
    /// # Errors
    /// `INVALID_FIELD` where the metadata doesn't fit, `INVALID_ID` where the value is too wide.
    pub fn with_metadata(&self, value: u128, metadata: f64) -> Result<u128, Error> {
        let metadata = self.metadata(metadata)?;
        let place = self.layout.place(Kind::Metadata);
        let field = place.put(place.max());
        Ok(self.check(value)? & !field | metadata)
    }

    /// The last tick.
    pub fn last_tick(&self) -> u64 {
        self.time.max()
    }

    /// The tick of an instant in Unix ms, rounded down.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`, or `INVALID_TIME` before the epoch and past the last tick.
    pub fn tick(&self, ms: f64) -> Result<u64, Error> {
        let epoch = self.epoch()?;
        self.tick_from(epoch, ms).ok_or_else(|| {
            let (time, name, span) = (Word::Instant(ms), &self.name, self.span(epoch));
            refuse!(InvalidTime, "{} is no time that {} can hold: {}", time, name, &span)
        })
    }

    pub(crate) fn tick_from(&self, epoch: i64, ms: f64) -> Option<u64> {
        let since_epoch = ms - epoch as f64;
        // Not `<`: NaN must not pass.
        if !(since_epoch >= 0.0 && since_epoch <= LAST_MS as f64 * 2.0) {
            return None;
        }
        let tick = since_epoch as u64 / self.unit;
        (tick <= self.last_tick()).then_some(tick)
    }

    /// The ticks since the epoch that a value says.
    pub(crate) fn ticks(&self, value: u128) -> u64 {
        self.time.read(value)
    }

    /// The instant at which a tick begins, in Unix ms.
    pub(crate) fn instant(&self, epoch: i64, tick: u64) -> i64 {
        epoch + (tick * self.unit) as i64
    }

    /// The times a format can hold, for messages.
    pub(crate) fn span(&self, epoch: i64) -> String {
        let last = self.instant(epoch, self.last_tick()) + self.unit as i64 - 1;
        say!("{} to {}", Word::Instant(epoch as f64), Word::Instant(last as f64))
    }

    /// The smallest and the largest value made between two instants in Unix ms, both inclusive.
    ///
    /// # Errors
    /// `INVALID_TIME` where the format can't hold one of them or they are the wrong way round.
    pub fn range(&self, from: f64, to: f64) -> Result<(u128, u128), Error> {
        let (first, last) = (self.tick(from)?, self.tick(to)?);
        if first > last {
            let (from, to) = (Word::Instant(from), Word::Instant(to));
            return Err(refuse!(InvalidTime, "from, {}, is later than to, {}", from, to));
        }
        let below = self.layout.max() & !self.time.put(self.time.max());
        Ok((self.time.put(first), self.time.put(last) | below))
    }

    /// Whether a value is one of this format's: not wider than its bits.
    pub fn holds(&self, value: u128) -> bool {
        !exceeds(value, self.layout.bits())
    }

    /// The value, if it is one of this format's.
    ///
    /// # Errors
    /// `INVALID_ID` where it is too wide.
    pub fn check(&self, value: u128) -> Result<u128, Error> {
        if self.holds(value) { Ok(value) } else { Err(self.refuse_id(&shown(value))) }
    }

    /// Why this text of so many characters, of which the first suffice, can't be read in this style:
    /// `INVALID_TEXT`.
    #[cold]
    pub fn refuse_text(&self, text: &str, length: usize, style: Style) -> Error {
        match self.read(text.as_bytes(), style) {
            Err(why) => why.explain(text, length, style.encoding.unwrap_or(self.text), self.layout.bits()),
            Ok(value) => self.refuse_id(&shown(value)),
        }
    }

    /// Why what is given, in words, is no ID of this format: `INVALID_ID`.
    #[cold]
    pub fn refuse_id(&self, given: &str) -> Error {
        let (name, encoding) = (self.name(), self.text.name());
        if self.native == Native::Text {
            return refuse!(
                InvalidId,
                "{} is no {} ID: it must be its {} text or its {} bytes",
                given,
                name,
                encoding,
                self.layout.bytes() as u64
            );
        }
        refuse!(
            InvalidId,
            "{} is no {} ID: it must be a whole number from 0 to {} ({} bits), as a bigint or a safe integer, or its {} text",
            given,
            name,
            self.layout.max() as u64,
            u64::from(self.layout.bits()),
            encoding
        )
    }

    /// Writes a value as text.
    ///
    /// # Errors
    /// `INVALID_ID` where the value is too wide, `INVALID_OPTION` where the encoding doesn't fit.
    pub fn write(&self, value: u128, style: Style) -> Result<Text, Error> {
        let mut text = Text::EMPTY;
        self.write_to(&mut text, value, style)?;
        Ok(text)
    }

    /// As [`Format::write`], in the place of another text.
    ///
    /// # Errors
    /// As [`Format::write`].
    pub fn write_to(&self, text: &mut Text, value: u128, style: Style) -> Result<(), Error> {
        let encoding = style.encoding.unwrap_or(self.text);
        encoding.write_to(text, self.check(value)?, self.layout.bits(), style.padded)
    }

    /// Reads what [`Format::write`] writes in the same style.
    ///
    /// # Errors
    /// What is wrong first; [`Unreadable::explain`] makes it a sentence.
    pub fn read(&self, text: &[u8], style: Style) -> Result<u128, Unreadable> {
        style.encoding.unwrap_or(self.text).read(text, self.layout.bits(), style.padded)
    }
}

/// A value as people write it; past 64 bits, that it is one.
fn shown(value: u128) -> String {
    if value >> 64 == 0 { say!("{}", value as u64) } else { "a number of 2^64 or more".to_owned() }
}
