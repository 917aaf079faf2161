//! Formats of one's own: new ones, and existing ones with another epoch or other widths.

use std::borrow::Cow;
use std::rc::Rc;

use super::table::OWN;
use super::{Defaults, Format, Native};
use crate::error::{Code, Error, refuse};
use crate::instant::LAST_MS;
use crate::layout::{Field, Kind, Layout};
use crate::message::Word;
use crate::text::Encoding;
use crate::whole::{DAY, whole};

/// The widest format that users can define: what a `bigint` column holds.
const MAX_DEFINED_BITS: u64 = 64;

/// Names that mean something else in options or in decoded fields.
const RESERVED: [&str; 11] = [
    "timestamp",
    "date",
    "clock",
    "onOverflow",
    "onRollback",
    "onExhausted",
    "maxLead",
    "maxWait",
    "sequenceRange",
    "sequenceResetThreshold",
    "snapshot",
];

/// A format as users describe it; numbers that nobody has checked.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The high bits first, each field's parts after it; their places need only say their widths.
    pub fields: Vec<Field>,
    /// What the widths sum to: 1 to 64.
    pub bits: f64,
    /// ms per tick: up to a day; 1 unless given, which is NaN.
    pub unit: f64,
    /// Unix ms.
    pub epoch: f64,
    /// `Number` or `BigInt`.
    pub native: Native,
    /// How IDs are usually written.
    pub text: Encoding,
    /// What generators do unless told otherwise.
    pub defaults: Defaults,
}

impl Format {
    /// A format of one's own. `now` is the clock's reading, which the epoch must not pass; `None` where
    /// no clock can be read.
    ///
    /// # Errors
    /// `INVALID_LAYOUT`, `INVALID_EPOCH` or `INVALID_OPTION`, with what is wrong and what is allowed.
    pub fn define(definition: Definition, now: Option<f64>) -> Result<Rc<Self>, Error> {
        let Definition { name, fields, bits, unit, epoch, native, text, defaults } = definition;
        let bits = whole("bits", bits, 1, MAX_DEFINED_BITS)? as u8;
        let unit = if unit.is_nan() { 1 } else { whole("unit", unit, 1, DAY)? };
        let layout = Layout::new(fields, bits)?;
        let mut format = Self {
            name: Cow::Owned(name),
            time: layout.place(Kind::Time),
            layout,
            unit,
            epoch: None,
            native,
            text,
            defaults,
            row: &OWN,
        };
        format.check_native()?;
        format.check_field_names()?;
        format.set_epoch(epoch, now)?;
        Ok(Rc::new(format))
    }

    /// This format with another `epoch` (Unix ms) and, where its specification allows, other widths: those
    /// of its first fields, in the order of [`Format::widths`]. NaN leaves things as they are; but the
    /// last of the widths then takes what the others leave.
    ///
    /// # Errors
    /// As [`Format::define`].
    pub fn with(&self, epoch: f64, widths: &[f64], now: Option<f64>) -> Result<Rc<Self>, Error> {
        let adjustable = self.row.widths;
        let total = self.layout.bits();
        let mut format = self.clone();
        let mut fields = format.layout.into_fields();
        let mut left = total;
        for (i, width) in adjustable.iter().enumerate() {
            let bits = &mut fields[i].place.bits;
            let given = widths.get(i).copied().unwrap_or(f64::NAN);
            if !given.is_nan() || i + 1 == adjustable.len() {
                // The last one takes the rest; 0 where nothing is left, which its range refuses.
                let given = if given.is_nan() { f64::from(left) } else { given };
                let checked = whole(width.option, given, width.least.into(), total.into());
                *bits = checked.map_err(|error| error.coded(Code::InvalidLayout))? as u8;
            }
            left = left.saturating_sub(*bits);
        }
        format.layout = Layout::new(fields, total)?;
        format.time = format.layout.place(Kind::Time);
        if epoch.is_nan() {
            format.check_reach()?;
        } else {
            format.set_epoch(epoch, now)?;
        }
        Ok(Rc::new(format))
    }

    /// The names of the widths that [`Format::with`] takes.
    pub fn widths(&self) -> impl Iterator<Item = &'static str> {
        self.row.widths.iter().map(|width| width.option)
    }

    fn set_epoch(&mut self, epoch: f64, now: Option<f64>) -> Result<(), Error> {
        // Not `>`: NaN must not pass.
        if !(epoch.trunc() == epoch && epoch.abs() <= LAST_MS as f64) {
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}; it must be a Date, an ISO 8601 text or Unix ms, a whole number of ms",
                Word::Figure(epoch)
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
        self.epoch = Some(epoch as i64);
        self.check_reach()
    }

    /// The last instant must be one that a `Date` can hold, and far enough for the specification.
    fn check_reach(&self) -> Result<(), Error> {
        let Some(epoch) = self.epoch else { return Ok(()) };
        let (bits, unit) = (self.time.bits, self.unit);
        // Exact as far as a `Date` reaches, and beyond that it need not be.
        let end = epoch as f64 + (self.last_tick() + 1) as f64 * unit as f64;
        if end > LAST_MS as f64 {
            let epoch = Word::Instant(epoch as f64);
            return Err(refuse!(
                InvalidLayout,
                "{} bits of {} ms after {} pass the last instant of a Date; use fewer bits or a finer unit",
                bits,
                unit,
                epoch
            ));
        }
        if self.row.reach as f64 >= end {
            let (reach, ticks) = (self.row.reach, self.last_tick() as i64 + 1);
            return Err(refuse!(
                InvalidEpoch,
                "epoch is {}, too early for {} bits of time: {} - epoch must be below 2^{}, so it must be later than {}",
                epoch,
                bits,
                reach,
                bits,
                reach - ticks
            ));
        }
        Ok(())
    }

    /// What a JavaScript number can't do.
    fn check_native(&self) -> Result<(), Error> {
        self.text.check(self.layout.bits())?;
        let (name, bits) = (&self.name, self.layout.bits());
        let unsafe_number = bits > 53 || self.layout.place(Kind::Metadata).bits > 0;
        if self.native == Native::Text || (self.native == Native::Number && unsafe_number) {
            return Err(refuse!(
                InvalidLayout,
                "{} has {} bits; a JavaScript number holds 53 exactly, and numbers are handed out without metadata, so its values must be bigint",
                name,
                bits
            ));
        }
        Ok(())
    }

    fn check_field_names(&self) -> Result<(), Error> {
        for field in self.numbered() {
            let name = &*field.name;
            if RESERVED.contains(&name) || (name == "sequence" && field.kind != Kind::Sequence) {
                return Err(refuse!(
                    InvalidLayout,
                    "a field can't be named {}, which is an option's name; choose another",
                    name
                ));
            }
        }
        Ok(())
    }
}
