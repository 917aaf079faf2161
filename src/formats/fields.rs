//! Fields by name: what decoding gives and what encoding and generators take.

use super::Format;
use crate::error::{Code, Error, refuse};
use crate::layout::{Field, Kind, MAX_NAMES};
use crate::message::Word;
use crate::plain::Plain;
use crate::reader::Reader;

/// What an ID says.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields<'f> {
    /// When it was made: Unix ms, the beginning of its tick.
    pub timestamp: i64,
    /// Names and numbers, the high bits first; each field's parts after it.
    pub numbers: Vec<(&'f str, u64)>,
}

impl Format {
    /// The fields that decoding gives numbers for besides the time, in order.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = &Field> + Clone {
        self.layout.fields().iter().filter(|field| field.kind != Kind::Time)
    }

    /// What a value says.
    ///
    /// # Errors
    /// `INVALID_ID` where it is too wide, `EPOCH_REQUIRED` where the format has no epoch.
    pub fn decode(&self, value: u128) -> Result<Fields<'_>, Error> {
        let value = self.check(value)?;
        let timestamp = self.instant(self.epoch()?, self.ticks(value));
        let numbers = self.numbered().map(|field| (&*field.name, field.place.read(value)));
        Ok(Fields { timestamp, numbers: numbers.collect() })
    }

    /// As [`Format::decode`], into an array: the timestamp, then the numbers in order.
    ///
    /// # Errors
    /// As [`Format::decode`].
    pub fn decode_into(&self, value: u128, out: &mut [f64; MAX_NAMES]) -> Result<(), Error> {
        let value = self.check(value)?;
        out[0] = self.instant(self.epoch()?, self.ticks(value)) as f64;
        for (out, field) in out[1..].iter_mut().zip(self.numbered()) {
            *out = field.place.read(value) as f64;
        }
        Ok(())
    }

    /// The value that says this: `timestamp` or `date` (Unix ms, a whole number of ticks after the
    /// epoch) and every field. A field with parts is given by its own name, by all its parts', or by
    /// both.
    ///
    /// # Errors
    /// `INVALID_FIELD` where a field is missing, unknown, out of range or at odds with its parts;
    /// `INVALID_TIME` where the format can't hold the time exactly; `EPOCH_REQUIRED`.
    pub fn encode(&self, entries: &[(String, Plain)]) -> Result<u128, Error> {
        let mut given = Given::new(self, None);
        let mut names = vec!["timestamp", "date"];
        names.extend(given.names());
        let mut reader = Reader::new(&self.name, entries, &names);
        reader.check().map_err(|error| error.coded(Code::InvalidField))?;
        let ms = timestamp(reader.get("timestamp"), reader.get("date"))?;
        for (name, arg) in entries {
            given.set(name, arg)?;
        }
        let tick = self.tick(ms)?;
        let exact = self.instant(self.epoch()?, tick);
        if exact as f64 != ms {
            let (ms, unit) = (Word::Figure(ms), self.unit);
            return Err(refuse!(
                InvalidTime,
                "{} is not at the beginning of a tick of {} ms; the tick it lies in begins at {}",
                ms,
                unit,
                exact
            ));
        }
        Ok(self.time.put(tick) | given.pack()?)
    }
}

/// The time in Unix ms; decoding gives it twice, and a `Date` is passed on as its Unix ms.
fn timestamp(timestamp: &Plain, date: &Plain) -> Result<f64, Error> {
    match (timestamp, date) {
        (Plain::Missing, Plain::Missing) => {
            Err(refuse!(InvalidField, "timestamp is missing; give it in Unix ms"))
        }
        (Plain::Number(timestamp), Plain::Number(date)) if timestamp != date => {
            Err(refuse!(InvalidField, "timestamp and date differ; give one of them"))
        }
        (Plain::Number(ms), Plain::Missing | Plain::Number(_)) | (Plain::Missing, Plain::Number(ms)) => {
            Ok(*ms)
        }
        (Plain::Missing | Plain::Number(_), other) | (other, _) => {
            Err(refuse!(InvalidTime, "timestamp is {}; it must be Unix ms", other))
        }
    }
}

/// Stands for a number that was not given; no field is as wide.
const NONE: u64 = u64::MAX;

/// Numbers given by name, to be packed.
pub(crate) struct Given<'f> {
    format: &'f Format,
    /// The fields that may be given; all but the time, if `None`.
    kind: Option<Kind>,
    /// In the order of the layout's fields and parts.
    numbers: [u64; MAX_NAMES],
}

impl<'f> Given<'f> {
    pub fn new(format: &'f Format, kind: Option<Kind>) -> Self {
        Self { format, kind, numbers: [NONE; MAX_NAMES] }
    }

    fn takes(&self, field: &Field) -> bool {
        match self.kind {
            None => field.kind != Kind::Time,
            Some(kind) => field.kind == kind || field.kind == Kind::Part,
        }
    }

    /// The names that may be given.
    pub fn names(&self) -> Vec<&'f str> {
        let fields = self.format.layout().fields().iter();
        fields.filter(|field| self.takes(field)).map(|field| &*field.name).collect()
    }

    /// Takes a number for a name; nothing given, and other names, change nothing.
    ///
    /// # Errors
    /// `INVALID_FIELD` where it doesn't fit.
    pub fn set(&mut self, name: &str, arg: &Plain) -> Result<(), Error> {
        for (i, field) in self.format.layout().fields().iter().enumerate() {
            if *field.name == *name && self.takes(field) && !arg.is_missing() {
                self.numbers[i] = number(field, arg)?;
            }
        }
        Ok(())
    }

    /// Whether nothing has been given.
    pub fn is_empty(&self) -> bool {
        self.numbers == [NONE; MAX_NAMES]
    }

    /// Puts the fields into a value.
    ///
    /// # Errors
    /// `INVALID_FIELD` where one is missing or at odds with its parts.
    pub fn pack(&self) -> Result<u128, Error> {
        let mut value = 0;
        for (i, field) in self.format.layout().fields().iter().enumerate() {
            if field.kind != Kind::Part && self.takes(field) {
                let mut number = self.numbers[i];
                self.join(i, &mut number)?;
                value |= field.place.put(number);
            }
        }
        Ok(value)
    }

    /// Makes out the number of a field from its parts, or holds them against it.
    fn join(&self, i: usize, number: &mut u64) -> Result<(), Error> {
        let fields = self.format.layout().fields();
        let Field { name, place, .. } = &fields[i];
        let parts = || (i + 1..fields.len()).take_while(|&part| fields[part].kind == Kind::Part);
        if *number == NONE {
            let complete = parts().count() > 0 && parts().all(|part| self.numbers[part] != NONE);
            if !complete && place.bits > 0 {
                let max = place.max();
                return Err(refuse!(
                    InvalidField,
                    "{} is missing; give a whole number from 0 to {}",
                    name,
                    max
                ));
            }
            let joined = parts().fold(0, |value, part| value | fields[part].place.put(self.numbers[part]));
            *number = place.read(joined);
        }
        for part in parts() {
            let (given, implied) = (self.numbers[part], fields[part].place.read(place.put(*number)));
            if given != NONE && given != implied {
                let part = &fields[part].name;
                return Err(refuse!(
                    InvalidField,
                    "{} is {}, but it is {} in {} {}; give one of them, or both alike",
                    part,
                    given,
                    implied,
                    name,
                    *number
                ));
            }
        }
        Ok(())
    }
}

/// The number given for a field.
fn number(field: &Field, arg: &Plain) -> Result<u64, Error> {
    let number = arg.whole(field.place.max()).or_else(|| from_bytes(arg, field.place.bits));
    number.ok_or_else(|| misfit(field, arg))
}

/// Says what a field can hold.
#[cold]
pub(super) fn misfit(Field { name, place, .. }: &Field, arg: &Plain) -> Error {
    let max = place.max();
    refuse!(InvalidField, "{} is {}; it must be a whole number from 0 to {}", name, arg, max)
}

/// The number whose bytes these are, the high one first, each a number or a character, as sno's
/// partitions are written: `['A', 10]`.
fn from_bytes(arg: &Plain, bits: u8) -> Option<u64> {
    let Plain::List(bytes) = arg else { return None };
    if bytes.len() * 8 != usize::from(bits) {
        return None;
    }
    let mut number = 0;
    for byte in bytes {
        let byte = match byte {
            Plain::Text(text) if text.len() == 1 => u64::from(text.as_bytes()[0]),
            byte => byte.whole(255)?,
        };
        number = number << 8 | byte;
    }
    Some(number)
}
