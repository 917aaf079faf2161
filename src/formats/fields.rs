//! Fields by name: what decoding gives and what encoding and generators take.

use super::Format;
use crate::error::{Code, Error, refuse};
use crate::layout::{Field, Kind, MAX_NAMES};
use crate::message::Word;
use crate::whole::whole;

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

    /// As [`Format::decode`], number by number: `put` is passed each with its place, 0 for the timestamp
    /// and [`Format::position`] for the others.
    ///
    /// # Errors
    /// As [`Format::decode`].
    pub fn decode_each(&self, value: u128, mut put: impl FnMut(usize, f64)) -> Result<(), Error> {
        let value = self.check(value)?;
        put(0, self.instant(self.epoch()?, self.ticks(value)) as f64);
        let mut at = 0;
        for field in self.layout.fields() {
            if field.kind != Kind::Time {
                at += 1;
                put(at, field.place.read(value) as f64);
            }
        }
        Ok(())
    }

    /// Where the number of a name stands among those of [`Format::decode_each`], [`Format::encode`] and
    /// [`Asked::fields`](crate::Asked::fields).
    pub fn position(&self, name: &str) -> Option<usize> {
        self.numbered().position(|field| *field.name == *name).map(|at| at + 1)
    }

    /// The value that says this, as [`Format::decode_each`] has it: the timestamp (Unix ms, a whole number
    /// of ticks after the epoch), then the numbers in order, NaN where there is none. A field with
    /// parts is given by itself, by all its parts, or by both.
    ///
    /// # Errors
    /// `INVALID_FIELD` where a field is missing, out of range or at odds with its parts;
    /// `INVALID_TIME` where the format can't hold the time exactly; `EPOCH_REQUIRED`.
    pub fn encode(&self, numbers: &[f64; MAX_NAMES]) -> Result<u128, Error> {
        let ms = numbers[0];
        let tick = self.tick(ms)?;
        let exact = self.instant(self.epoch()?, tick);
        if exact as f64 != ms {
            return Err(refuse!(
                InvalidTime,
                "{} is not at the beginning of a tick of {} ms; the tick it lies in begins at {}",
                Word::Figure(ms),
                self.unit,
                exact
            ));
        }
        Ok(self.time.put(tick) | self.pack(numbers, None)?)
    }

    /// Puts the fields of this kind, or all but the time, into a value.
    ///
    /// # Errors
    /// `INVALID_FIELD` where one is missing, out of range or at odds with its parts.
    pub(crate) fn pack(&self, numbers: &[f64; MAX_NAMES], kind: Option<Kind>) -> Result<u128, Error> {
        let fields = self.layout.fields();
        let (mut value, mut at) = (0, 0);
        for (i, field) in fields.iter().enumerate() {
            if field.kind == Kind::Time {
                continue;
            }
            at += 1;
            if field.kind != Kind::Part && kind.is_none_or(|kind| kind == field.kind) {
                value |= field.place.put(joined(&fields[i..], &numbers[at..])?);
            }
        }
        Ok(value)
    }
}

/// The number of the first of these fields, given by itself, by the parts that follow it, or by both.
fn joined(fields: &[Field], numbers: &[f64]) -> Result<u64, Error> {
    let field = &fields[0];
    let mut parts = 0;
    let (mut of_parts, mut complete) = (0, true);
    for (part, &number) in fields[1..].iter().zip(&numbers[1..]) {
        if part.kind != Kind::Part {
            break;
        }
        parts += 1;
        complete &= !number.is_nan();
        if !number.is_nan() {
            of_parts |= checked(part, number)? << (part.place.shift - field.place.shift);
        }
    }
    let number = if !numbers[0].is_nan() {
        checked(field, numbers[0])?
    } else if parts > 0 && complete {
        of_parts
    } else if field.place.bits == 0 {
        0
    } else {
        return Err(refuse!(
            InvalidField,
            "{} is missing; give a whole number from 0 to {}",
            &field.name,
            field.place.max()
        ));
    };
    for i in 1..=parts {
        let part = &fields[i];
        let implied = number >> (part.place.shift - field.place.shift) & part.place.max();
        if !numbers[i].is_nan() && numbers[i] != implied as f64 {
            return Err(refuse!(
                InvalidField,
                "{} is {}, but it is {} in {} {}; give one of them, or both alike",
                &part.name,
                Word::Figure(numbers[i]),
                implied,
                &field.name,
                number
            ));
        }
    }
    Ok(number)
}

/// The number of a field, if it fits.
///
/// # Errors
/// `INVALID_FIELD`.
pub(super) fn checked(Field { name, place, .. }: &Field, number: f64) -> Result<u64, Error> {
    whole(name, number, 0, place.max()).map_err(|error| error.coded(Code::InvalidField))
}
