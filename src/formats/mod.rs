//! Formats: the meaning of a layout's numbers. Immutable data; the built-in ones are a table.

mod define;
mod describe;
mod fields;
mod habits;
mod span;
mod table;

use std::borrow::Cow;
use std::rc::Rc;
use std::str::FromStr;

use crate::error::{Error, refuse};
use crate::layout::{Kind, Layout, Place};
use crate::limits::{DAY_MS, MS_US};
use crate::message::{Word, day_of, say};
use crate::scheme::Scheme;
use crate::sequencer::Policy;
use crate::text::{Encoding, Style, Text, Unreadable, exceeds};

pub use define::{Definition, MAX_CUSTOM_BITS};
pub(crate) use fields::GivenNodes;
pub use fields::{FieldNumbers, Fields};
pub(crate) use habits::Habit;
pub use span::Span;
use table::{Row, TABLE};

/// The name of the option of the epoch.
const EPOCH: &str = "epoch";

/// The JavaScript type of a format's IDs.
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
    /// All types, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Number, Self::BigInt, Self::Text];

    /// The types that custom formats may have, in the order of their numbers.
    pub const CUSTOM: [Self; 2] = [Self::Number, Self::BigInt];

    /// The name in options and descriptions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::BigInt => "bigint",
            Self::Text => "string",
        }
    }
}

/// The form of a generator's snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotForm {
    /// The form that fits every format.
    General,
    /// The fields of sno's specification.
    Sno,
}

/// A width that [`Format::with`] may change.
#[derive(Debug, Clone, Copy)]
pub struct Width {
    /// The name of the option.
    pub option: &'static str,
    /// The smallest width.
    pub min: u8,
    /// The largest width, with which the other fields have their smallest widths.
    pub max: u8,
}

/// Layout, epoch, tick length, JavaScript type, encoding and default policy of IDs.
#[derive(Debug, Clone)]
pub struct Format {
    name: Cow<'static, str>,
    layout: Layout,
    time: Place,
    /// The length of a tick in µs, at least 1. In a format of which IDs are made, it is a whole number of ms.
    unit_us: u64,
    epoch: Option<i64>,
    native: Native,
    encoding: Encoding,
    policy: Policy,
    /// The row of the table from which the format was made, or the row of custom formats.
    row: &'static Row,
    /// What [`Format::with`] has changed, by the names of its options: epochs in Unix ms, and widths.
    changes: Vec<(&'static str, i64)>,
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.row, other.row)
            && self.unit_us == other.unit_us
            && self.epoch == other.epoch
            && self.native == other.native
            && self.encoding == other.encoding
            && self.policy == other.policy
            && self.name == other.name
            && self.layout == other.layout
    }
}

impl Format {
    /// The built-in format with this name or alias.
    pub fn named(name: &str) -> Option<Rc<Self>> {
        let has_name = |row: &Row| row.name == name || (row.alias == name && !name.is_empty());
        let number = TABLE.iter().position(has_name)?;
        Self::built_in(number).ok().map(Rc::new)
    }

    /// The built-in format with this number: its position in [`Format::names`].
    ///
    /// # Errors
    /// None: a test makes the format of each row.
    ///
    /// # Panics
    /// If there is no such number.
    pub fn built_in(number: usize) -> Result<Self, Error> {
        let row = &TABLE[number];
        let layout = Layout::new(row.fields.to_vec(), row.bits)?;
        Ok(Self {
            name: Cow::Borrowed(row.name),
            time: layout.place(Kind::Time),
            layout,
            unit_us: row.unit * MS_US,
            epoch: row.epoch,
            native: row.native,
            encoding: row.encoding,
            policy: row.policy,
            row,
            changes: Vec::new(),
        })
    }

    /// The names of the built-in formats, in the order of their numbers.
    pub fn names() -> impl ExactSizeIterator<Item = &'static str> {
        TABLE.iter().map(|row| row.name)
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives this format a name of its own, by which messages and candidates call it.
    pub fn rename(&mut self, name: String) {
        self.name = Cow::Owned(name);
        self.changes.clear();
    }

    /// What messages call the format: its name, and what [`Format::with`] has changed, as in `twitter with epoch 2024-01-01`.
    pub fn called(&self) -> String {
        let mut called = self.name.to_string();
        for (at, &(option, value)) in self.changes.iter().enumerate() {
            called.push_str(if at == 0 { " with " } else { ", " });
            let text = match option {
                EPOCH if value.rem_euclid(DAY_MS as i64) == 0 => day_of(value),
                EPOCH => say!("{}", Word::Instant(value)),
                _ => say!("{}", value),
            };
            called.push_str(&say!("{} {}", option, &text));
        }
        called
    }

    /// The other name of a built-in format, or an empty text.
    pub fn alias(&self) -> &'static str {
        self.row.alias
    }

    /// The fields.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The length of a tick in ms, rounded up: exact for all formats of which IDs are made.
    pub fn unit(&self) -> u64 {
        self.unit_us.div_ceil(MS_US)
    }

    /// The length of a tick in µs.
    pub fn unit_us(&self) -> u64 {
        self.unit_us
    }

    /// The length of a tick in ms, in decimal digits: `0.01`.
    pub(crate) fn unit_text(&self) -> String {
        ms_text(self.unit_us)
    }

    /// Checks that IDs of this format are made: that it has a sequence, and ticks of whole ms. IDs of all other formats are only
    /// read, written and encoded.
    ///
    /// # Errors
    /// `INVALID_LAYOUT`.
    pub fn check_making(&self) -> Result<(), Error> {
        if self.layout.field(Kind::Sequence).is_none() {
            return Err(refuse!(InvalidLayout, "{} has no sequence; define one to make IDs", &self.called()));
        }
        if !self.unit_us.is_multiple_of(MS_US) {
            return Err(refuse!(
                InvalidLayout,
                "{} has ticks of {} ms; define whole ms to make IDs",
                &self.called(),
                &*self.unit_text()
            ));
        }
        Ok(())
    }

    /// The Unix ms of tick 0.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED` if every application chooses its own epoch, and no epoch is set.
    pub fn epoch(&self) -> Result<i64, Error> {
        self.epoch.ok_or_else(|| refuse!(EpochRequired, "{} has no epoch; set one", &self.called()))
    }

    /// The Unix ms of tick 0, if set.
    pub fn known_epoch(&self) -> Option<i64> {
        self.epoch
    }

    /// The epoch as ISO 8601; empty if it is not set.
    pub fn epoch_text(&self) -> String {
        self.epoch.map_or_else(String::new, |epoch| say!("{}", Word::Instant(epoch)))
    }

    /// The JavaScript type of IDs.
    pub fn native(&self) -> Native {
        self.native
    }

    /// The encoding of the format's texts.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The default policy of generators.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The Unix ms before which no ID of this format was made; 0 if unknown.
    pub fn since(&self) -> i64 {
        let since = if self.has_epoch_of_row() { self.row.since } else { 0 };
        since.max(self.epoch.unwrap_or(0))
    }

    /// Whether a node is chosen for generators that are given no node fields.
    pub fn chooses_node(&self) -> bool {
        self.row.chooses_node
    }

    /// Whether `next` of the npm package makes IDs by a default generator.
    pub fn has_default_generator(&self) -> bool {
        self.row.has_default_generator
    }

    /// The Unix ms that the time must reach with every epoch; `i64::MIN` if there is no such rule.
    pub fn reach(&self) -> i64 {
        self.row.reach
    }

    /// The smallest count of sequence numbers of a generator.
    pub fn min_range_length(&self) -> u64 {
        self.row.min_range_length
    }

    /// The form of its generators' snapshots.
    pub fn snapshot_form(&self) -> SnapshotForm {
        self.row.snapshot_form
    }

    /// The value of metadata. A format without a metadata field accepts 0.
    ///
    /// # Errors
    /// `INVALID_FIELD` if the metadata is out of range.
    pub fn metadata(&self, metadata: u64) -> Result<u128, Error> {
        match self.layout.field(Kind::Metadata) {
            Some(field) => Ok(field.place.to_value(fields::check_number(field, metadata)?)),
            None if metadata == 0 => Ok(0),
            None => Err(refuse!(
                InvalidField,
                "metadata is {}; it must be omitted: {} has no metadata field",
                metadata,
                &self.called()
            )),
        }
    }

    /// The metadata of a text in the format's own encoding; 0 if the format has no metadata field. In sno's
    /// encoding, it reads only the characters that contain the metadata.
    ///
    /// # Errors
    /// The first mistake in the characters that are read.
    pub fn metadata_from_text(&self, text: &[u8]) -> Result<u64, Unreadable> {
        let place = self.layout.place(Kind::Metadata);
        if place.bits == 0 {
            return Ok(0);
        }
        self.encoding.read_place(text, self.layout.bits(), place)
    }

    /// The value with other metadata, as for sno's versions of one ID ("increment its metabyte").
    ///
    /// # Errors
    /// `INVALID_FIELD` if the metadata is out of range; `INVALID_ID` if the value is too wide.
    pub fn with_metadata(&self, value: u128, metadata: u64) -> Result<u128, Error> {
        let metadata = self.metadata(metadata)?;
        let place = self.layout.place(Kind::Metadata);
        let field = place.to_value(place.max());
        Ok(self.check(value)? & !field | metadata)
    }

    /// The numbers of the format that generators need.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_LAYOUT` if its IDs are only read: see [`Format::check_making`].
    pub fn scheme(&self) -> Result<Scheme, Error> {
        self.check_making()?;
        let [sequence, random, metadata, toggle, node] =
            [Kind::Sequence, Kind::Random, Kind::Metadata, Kind::Toggle, Kind::Node]
                .map(|kind| self.layout.place(kind));
        let (epoch, unit, time) = (self.epoch()?, self.unit(), self.time);
        Ok(Scheme { epoch, unit, time, per: 1, node, sequence, random, metadata, toggle })
    }

    /// The last tick.
    pub fn last_tick(&self) -> u64 {
        self.time.max()
    }

    /// The tick of an instant in Unix ms, rounded down.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_TIME` before the epoch or after the last tick.
    pub fn tick(&self, ms: i64) -> Result<u64, Error> {
        let epoch = self.epoch()?;
        self.tick_since(epoch, ms).ok_or_else(|| {
            let (time, span) = (Word::Instant(ms), self.span(epoch));
            refuse!(InvalidTime, "{} is out of range; {} can hold {}", time, &self.called(), &span)
        })
    }

    /// The last tick that begins in a ms or before it. It is the tick of the instant, unless ticks are shorter than a ms or begin
    /// within a ms.
    ///
    /// # Errors
    /// As [`Format::tick`].
    pub(crate) fn last_tick_of(&self, ms: i64) -> Result<u64, Error> {
        let first = self.tick(ms)?;
        // The last µs of the ms is 999 µs later. The instant is in range, so the product is far from the limit of its
        // type.
        let since = self.epoch()?.abs_diff(ms) * MS_US + (MS_US - 1);
        Ok((since / self.unit_us).clamp(first, self.last_tick()))
    }

    /// The tick of an instant for an epoch; `None` if the format cannot hold it.
    pub(crate) fn tick_since(&self, epoch: i64, ms: i64) -> Option<u64> {
        // The epoch is within the range of a `Date`, so this overflows only for instants far outside of it.
        let since = u64::try_from(ms.checked_sub(epoch)?).ok()?.checked_mul(MS_US)?;
        let tick = since / self.unit_us;
        (tick <= self.last_tick()).then_some(tick)
    }

    /// The tick of a value.
    pub fn ticks(&self, value: u128) -> u64 {
        self.time.read(value)
    }

    /// The Unix ms in which a tick begins.
    pub(crate) fn instant(&self, epoch: i64, tick: u64) -> i64 {
        epoch + self.ms_of(tick) as i64
    }

    /// The ms from the epoch to the beginning of a tick, rounded down.
    pub(crate) fn ms_of(&self, tick: u64) -> u64 {
        // The sum is not made of µs, because the µs of the last tick may exceed 64 bits.
        let (ms, us) = (self.unit_us / MS_US, self.unit_us % MS_US);
        tick * ms + tick / MS_US * us + tick % MS_US * us / MS_US
    }

    /// The first and the last instant of the format, for messages.
    pub(crate) fn span(&self, epoch: i64) -> String {
        // The ms that contains the last µs. A `Date` can hold this ms, so the µs fit into 64 bits.
        let last = epoch + (((self.last_tick() + 1) * self.unit_us - 1) / MS_US) as i64;
        say!("{} to {}", Word::Instant(epoch), Word::Instant(last))
    }

    /// Whether a value is not wider than the format.
    pub fn holds(&self, value: u128) -> bool {
        !exceeds(value, self.layout.bits())
    }

    /// Checks that a value is not wider than the format.
    ///
    /// # Errors
    /// `INVALID_ID`.
    pub fn check(&self, value: u128) -> Result<u128, Error> {
        if self.holds(value) { Ok(value) } else { Err(self.refuse_id(&words_for_value(value))) }
    }

    /// Why a text is refused in a style: the mistake that [`Format::read`] finds, or `INVALID_ID` if it finds
    /// none. `text` is the text or its beginning, `length` the count of all characters of the text.
    #[cold]
    pub fn refuse_text(&self, text: &str, length: usize, style: Style) -> Error {
        match self.read(text.as_bytes(), style) {
            Err(why) => {
                why.explain(text, length, style.encoding.unwrap_or(self.encoding), self.layout.bits())
            }
            Ok(value) => self.refuse_id(&words_for_value(value)),
        }
    }

    /// The error that a value is no ID of this format: `INVALID_ID`. `given` describes the value in words.
    #[cold]
    pub fn refuse_id(&self, given: &str) -> Error {
        let (name, encoding) = (self.called(), self.encoding.name());
        if self.native == Native::Text {
            return refuse!(
                InvalidId,
                "{} is no ID of {}: it must be its {} text or its {} bytes",
                given,
                &name,
                encoding,
                self.layout.bytes() as u64
            );
        }
        refuse!(
            InvalidId,
            "{} is no ID of {}: it must be {} ({} bits), its {} text or its {} bytes",
            given,
            &name,
            0..=self.layout.max() as u64,
            u64::from(self.layout.bits()),
            encoding,
            self.layout.bytes() as u64
        )
    }

    /// Writes a value as text.
    ///
    /// # Errors
    /// `INVALID_ID` if the value is too wide; `INVALID_OPTION` if the encoding is not defined for the width, or has no
    /// short form.
    pub fn write(&self, value: u128, style: Style) -> Result<Text, Error> {
        let mut text = Text::EMPTY;
        self.write_to(&mut text, value, style)?;
        Ok(text)
    }

    /// As [`Format::write`], into a text that exists.
    ///
    /// # Errors
    /// As [`Format::write`].
    pub fn write_to(&self, text: &mut Text, value: u128, style: Style) -> Result<(), Error> {
        let encoding = style.encoding.unwrap_or(self.encoding);
        encoding.write_to(text, self.check(value)?, self.layout.bits(), style.zeros)
    }

    /// Reads a text that [`Format::write`] has written in this style, or another text that the encoding accepts.
    ///
    /// # Errors
    /// The first mistake; [`Unreadable::explain`] turns it into a sentence.
    pub fn read(&self, text: &[u8], style: Style) -> Result<u128, Unreadable> {
        style.encoding.unwrap_or(self.encoding).read(text, self.layout.bits(), style.zeros)
    }

    /// The value of a text in the format's own encoding.
    ///
    /// # Errors
    /// `INVALID_TEXT`, which names the first mistake.
    pub fn parse(&self, text: &str) -> Result<u128, Error> {
        self.read(text.as_bytes(), Style::OWN)
            .map_err(|_| self.refuse_text(text, text.chars().count(), Style::OWN))
    }
}

impl FromStr for Format {
    type Err = Error;

    /// The built-in format with this name or alias.
    fn from_str(name: &str) -> Result<Self, Error> {
        Self::named(name).map(Rc::unwrap_or_clone).ok_or_else(|| {
            let names = Self::names().collect::<Vec<_>>().join(", ");
            refuse!(UnknownFormat, "{} is no built-in format; there are {}", Word::Quoted(name), &names)
        })
    }
}

/// A duration in µs as ms, in decimal digits.
fn ms_text(us: u64) -> String {
    let mut text = say!("{}", us / MS_US);
    let mut rest = us % MS_US;
    if rest > 0 {
        text.push('.');
    }
    while rest > 0 {
        text.push(char::from(b'0' + (rest / 100) as u8));
        rest = rest % 100 * 10;
    }
    text
}

/// A value for messages.
fn words_for_value(value: u128) -> String {
    if value >> 64 == 0 { say!("{}", value as u64) } else { "a number of 2^64 or more".to_owned() }
}
