//! Custom formats: new ones, and built-in ones with another epoch or other widths.

use std::borrow::Cow;
use std::rc::Rc;

use super::table::CUSTOM;
use super::{EPOCH, Format, Native, Width, ms_text};
use crate::error::{Code, Error, refuse};
use crate::instant::LAST_MS;
use crate::layout::{Field, Kind, Layout, MIN_BITS};
use crate::limits::{DAY_MS, DOUBTFUL_MS, MS_US, check_limits};
use crate::message::{Word, day_of, say};
use crate::sequencer::{OnExhausted, OnRollback, Policy, Start};
use crate::text::Encoding;

/// The width of the widest custom format: that of a `bigint` column.
pub const MAX_CUSTOM_BITS: u8 = 64;

/// The definition of a custom format, not checked yet.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// Ordered from high bits to low bits; the parts of a field follow it. Only the widths of their places
    /// are read.
    pub fields: Vec<Field>,
    /// The sum of the widths, 2 to 64. Default: the sum of the widths.
    pub bits: Option<u64>,
    /// µs per tick, 1 to 86 400 000 000. Default: 1000. IDs are made only of a format whose ticks have a whole number of ms.
    pub unit_us: Option<u64>,
    /// Unix ms; not later than now. Numbers from 10^8 to 10^11 may be seconds, so [`Format::define`] refuses them.
    pub epoch: i64,
    /// `Number` or `BigInt`.
    pub native: Native,
    /// The encoding of the format's texts.
    pub encoding: Encoding,
    /// See [`Policy::on_rollback`]. Default of this and the next two policies: [`Policy::standard`].
    pub on_rollback: Option<OnRollback>,
    /// See [`Policy::on_exhausted`].
    pub on_exhausted: Option<OnExhausted>,
    /// See [`Policy::start`].
    pub start: Option<Start>,
}

impl Definition {
    /// The width of the format, checked: as it is given, or the sum of the widths.
    fn checked_bits(&self) -> Result<u8, Error> {
        let (min, max) = (MIN_BITS.into(), MAX_CUSTOM_BITS.into());
        let checked = if let Some(bits) = self.bits {
            check_limits("bits", bits, min, max)
        } else {
            let is_counted = |field: &&Field| field.kind != Kind::Part;
            let sum = self.fields.iter().filter(is_counted).map(|field| u64::from(field.place.bits)).sum();
            check_limits("the sum of the fields' bits", sum, min, max)
                .map_err(|error| error.with_code(Code::InvalidLayout))
        };
        checked.map(|bits| bits as u8)
    }
}

impl Format {
    /// A custom format. `now` is the clock's reading in Unix ms, or `None` if the clock cannot be read.
    ///
    /// # Errors
    /// `INVALID_LAYOUT`, `INVALID_EPOCH` or `INVALID_OPTION`.
    pub fn define(definition: Definition, now: Option<i64>) -> Result<Rc<Self>, Error> {
        check_unit(definition.epoch)?;
        Self::defined(definition, now).map(Rc::new)
    }

    /// As [`Format::define`], but with any epoch: an epoch that was given as a text cannot be in seconds.
    fn defined(definition: Definition, now: Option<i64>) -> Result<Self, Error> {
        let bits = definition.checked_bits()?;
        let Definition { name, fields, epoch, native, encoding, .. } = definition;
        let unit_us = definition.unit_us.unwrap_or(MS_US);
        if !(1..=DAY_MS * MS_US).contains(&unit_us) {
            return Err(refuse!(
                InvalidOption,
                "unit is {}; it must be a multiple of 0.001 from 0.001 to {}",
                &*ms_text(unit_us),
                DAY_MS
            ));
        }
        let layout = Layout::new(fields, bits)?;
        let standard = Policy::standard(unit_us.div_ceil(MS_US));
        let mut format = Self {
            name: Cow::Owned(name),
            time: layout.place(Kind::Time),
            layout,
            unit_us,
            epoch: None,
            native,
            encoding,
            policy: Policy {
                on_rollback: definition.on_rollback.unwrap_or(standard.on_rollback),
                on_exhausted: definition.on_exhausted.unwrap_or(standard.on_exhausted),
                start: definition.start.unwrap_or(standard.start),
                ..standard
            },
            row: &CUSTOM,
            changes: Vec::new(),
        };
        format.check_js_type()?;
        format.set_epoch(epoch, now)?;
        Ok(format)
    }

    /// The format that a definition describes: a built-in one, perhaps with another epoch or other widths, or
    /// a custom one. It is a built-in one if [`Format::with`] makes a format with this name, tick length,
    /// type, encoding and these fields from it; the policies are not compared. If `has_epoch` is false, the
    /// format has no epoch, and that of the definition is ignored.
    ///
    /// # Errors
    /// As [`Format::define`]; `EPOCH_REQUIRED` if `has_epoch` is false and the format is no built-in one.
    pub fn described(definition: Definition, has_epoch: bool) -> Result<Self, Error> {
        if let Some(format) = Self::of_row(&definition, has_epoch.then_some(definition.epoch)) {
            return Ok(format);
        }
        if !has_epoch {
            return Err(refuse!(EpochRequired, "{} has no epoch; set one", &definition.name));
        }
        Self::defined(definition, None)
    }

    /// The built-in format that a definition describes, perhaps with another epoch or other widths. This function has less code
    /// than [`Format::with`].
    fn of_row(definition: &Definition, epoch: Option<i64>) -> Option<Self> {
        let number = Self::names().position(|name| name == definition.name)?;
        let mut format = Self::built_in(number).ok()?;
        let (fields, others) = (format.layout.fields(), &definition.fields);
        let is_same = |at: usize| {
            let (field, other) = (&fields[at], &others[at]);
            let (min, max) = match format.widths().get(at) {
                Some(width) => (width.min, width.max),
                None => (field.place.bits, field.place.bits),
            };
            field.kind == other.kind && field.name == other.name && (min..=max).contains(&other.place.bits)
        };
        let is_of_row = definition.bits.is_none_or(|bits| bits == u64::from(format.layout.bits()))
            && Some(format.unit_us) == definition.unit_us
            && format.native == definition.native
            && format.encoding == definition.encoding
            && fields.len() == others.len()
            && (0..fields.len()).all(is_same);
        if !is_of_row {
            return None;
        }
        format.layout = Layout::new(others.clone(), format.layout.bits()).ok()?;
        format.time = format.layout.place(Kind::Time);
        match epoch {
            None if format.epoch.is_none() => {}
            None => return None,
            Some(epoch) => format.set_epoch(epoch, None).ok()?,
        }
        Some(format)
    }

    /// This format with another epoch; `None` if the format cannot have this epoch.
    pub(crate) fn with_epoch(mut self, epoch: i64) -> Option<Self> {
        self.set_epoch(epoch, None).ok()?;
        Some(self)
    }

    /// This format with another epoch (Unix ms), and with other widths of its first fields, in the order of
    /// [`Format::widths`]. An epoch or a width that is not given does not change, except that the last width
    /// becomes the rest of the bits.
    ///
    /// # Errors
    /// As [`Format::define`].
    pub fn with(
        &self,
        epoch: Option<i64>,
        widths: &[Option<u64>],
        now: Option<i64>,
    ) -> Result<Rc<Self>, Error> {
        epoch.map_or(Ok(()), check_unit)?;
        let total = self.layout.bits();
        let mut format = self.clone();
        let mut fields = format.layout.into_fields();
        let mut left = total;
        for (i, &Width { option, min, max }) in self.widths().iter().enumerate() {
            let bits = &mut fields[i].place.bits;
            let given = widths.get(i).copied().flatten();
            let checked = match given {
                Some(given) => check_limits(option, given, min.into(), max.into()),
                None if i + 1 == self.widths().len() => {
                    // The width's lower limit refuses a rest of 0.
                    let rest = say!("{}, the rest of the {} bits,", option, total);
                    check_limits(&rest, left.into(), min.into(), max.into())
                }
                None => Ok((*bits).into()),
            };
            *bits = checked.map_err(|error| error.with_code(Code::InvalidLayout))? as u8;
            left = left.saturating_sub(*bits);
        }
        format.layout = Layout::new(fields, total)?;
        format.time = format.layout.place(Kind::Time);
        for (width, given) in self.widths().iter().zip(widths) {
            if let Some(bits) = *given {
                format.change(width.option, bits as i64);
            }
        }
        match epoch {
            None => format.check_reach()?,
            Some(epoch) => {
                format.set_epoch(epoch, now)?;
                format.change(EPOCH, epoch);
            }
        }
        Ok(Rc::new(format))
    }

    /// Notes a change for messages. The epoch comes first.
    fn change(&mut self, option: &'static str, value: i64) {
        match self.changes.iter_mut().find(|(other, _)| *other == option) {
            Some(change) => change.1 = value,
            None if option == EPOCH => self.changes.insert(0, (option, value)),
            None => self.changes.push((option, value)),
        }
    }

    /// The widths that [`Format::with`] takes.
    pub fn widths(&self) -> &'static [Width] {
        self.row.widths
    }

    fn set_epoch(&mut self, epoch: i64, now: Option<i64>) -> Result<(), Error> {
        if epoch.unsigned_abs() > LAST_MS as u64 {
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}; it must be within 8640000000000000 ms of 1970",
                epoch
            ));
        }
        if let Some(now) = now
            && epoch > now
        {
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}, in the future; it must not be later than now, {}",
                Word::Instant(epoch),
                Word::Instant(now)
            ));
        }
        self.epoch = Some(epoch);
        self.check_reach()
    }

    /// Checks that a `Date` can hold the last instant, and that the time field reaches far enough for the
    /// specification.
    fn check_reach(&self) -> Result<(), Error> {
        let Some(epoch) = self.epoch else { return Ok(()) };
        let bits = self.time.bits;
        // The product saturates only after the last instant of a `Date`.
        let span = (self.last_tick() + 1).saturating_mul(self.unit_us).div_ceil(MS_US);
        let end = epoch + span as i64;
        if end > LAST_MS {
            let epoch = Word::Instant(epoch);
            return Err(refuse!(
                InvalidLayout,
                "{} bits of {} ms after {} exceed the year 275760; use fewer bits or shorter ticks",
                bits,
                &*self.unit_text(),
                epoch
            ));
        }
        if self.row.reach >= end {
            let (reach, span) = (self.row.reach, span as i64);
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}; {} bits of time must reach beyond {}: it must be later than {}",
                Word::Instant(epoch),
                bits,
                Word::Instant(reach),
                Word::Instant(reach - span)
            ));
        }
        Ok(())
    }

    /// Checks that the encoding is defined for the width, and that the JavaScript type can hold the IDs.
    fn check_js_type(&self) -> Result<(), Error> {
        self.encoding.check_width(self.layout.bits())?;
        let (name, bits) = (&self.name, self.layout.bits());
        let unsafe_number = bits > 53 || self.layout.place(Kind::Metadata).bits > 0;
        if self.native == Native::Text || (self.native == Native::Number && unsafe_number) {
            return Err(refuse!(
                InvalidLayout,
                "{} has {} bits; a number has 53 bits and no metadata, so native must be 'bigint'",
                name,
                bits
            ));
        }
        Ok(())
    }
}

/// Refuses an epoch in seconds.
fn check_unit(epoch: i64) -> Result<(), Error> {
    if !DOUBTFUL_MS.contains(&epoch) {
        return Ok(());
    }
    Err(refuse!(
        InvalidEpoch,
        "epoch is {}, {} as ms and {} as seconds; it must be {}",
        epoch,
        &day_of(epoch),
        &day_of(epoch * 1000),
        epoch * 1000
    ))
}
