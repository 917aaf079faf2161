//! Fields by name: the result of decoding, and the input of encoding and generators.

use super::Format;
use crate::error::{Code, Error, refuse};
use crate::layout::{Field, Kind, MAX_NAMES, Place};
use crate::limits::check_limits;

/// The numbers of fields and parts, each at its [`Format::position`]; `None` if not given.
pub type FieldNumbers = [Option<u64>; MAX_NAMES];

/// A decoded ID.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields<'f> {
    /// The Unix ms in which the ID's tick begins.
    pub timestamp: i64,
    /// Names and numbers, ordered from high bits to low bits; the parts of a field follow it.
    pub numbers: Vec<(&'f str, u64)>,
}

/// The node fields and parts, divided into those whose numbers are given, and those whose numbers are not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct GivenNodes {
    /// The given places and their numbers, ordered from high bits to low bits.
    pub given: Vec<(Place, u64)>,
    /// The places without numbers, ordered from high bits to low bits.
    pub free: Vec<Place>,
}

impl Format {
    /// All fields and parts except the time, in order.
    pub(crate) fn numbered_fields(&self) -> impl Iterator<Item = &Field> + Clone {
        self.layout.fields().iter().filter(|field| field.kind != Kind::Time)
    }

    /// Decodes a value.
    ///
    /// # Errors
    /// `INVALID_ID` if the value is too wide; `EPOCH_REQUIRED` if the format has no epoch.
    pub fn decode(&self, value: u128) -> Result<Fields<'_>, Error> {
        let value = self.check(value)?;
        let timestamp = self.instant(self.epoch()?, self.ticks(value));
        let numbers = self.numbered_fields().map(|field| (&*field.name, field.place.read(value)));
        Ok(Fields { timestamp, numbers: numbers.collect() })
    }

    /// Decodes a value without an allocation: `put` receives the [`Format::position`] and the number of
    /// each field and part except the time. Returns the Unix ms at which the ID's tick begins.
    ///
    /// # Errors
    /// As [`Format::decode`].
    pub fn decode_each(&self, value: u128, mut put: impl FnMut(usize, u64)) -> Result<i64, Error> {
        let value = self.check(value)?;
        let timestamp = self.instant(self.epoch()?, self.ticks(value));
        let mut position = 0;
        for field in self.layout.fields() {
            if field.kind != Kind::Time {
                put(position, field.place.read(value));
                position += 1;
            }
        }
        Ok(timestamp)
    }

    /// Returns a function that reads the times of IDs of 64 bits, in Unix ms. It checks no ID.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED` if the format has no epoch.
    pub fn time_reader(&self) -> Result<impl Fn(u64) -> i64, Error> {
        let (epoch, read) = (self.epoch()?, self.time.reader());
        Ok(move |id| self.instant(epoch, read(id)))
    }

    /// Returns a function that reads the field or part at a [`Format::position`] of IDs of 64 bits; `None` if
    /// there is no such field. It checks no ID.
    pub fn number_reader(&self, position: usize) -> Option<impl Fn(u64) -> u64> {
        self.numbered_fields().nth(position).map(|field| field.place.reader())
    }

    /// The name of the node field, if there is exactly one and nothing is called `machineId`. Its number can
    /// also be given as `machineId`.
    pub fn name_of_machine(&self) -> Option<&str> {
        let mut nodes = self.layout.fields().iter().filter(|field| field.kind == Kind::Node);
        let node = nodes.next()?;
        (nodes.next().is_none() && self.position("machineId").is_none()).then_some(&*node.name)
    }

    /// The position of a field or part in [`FieldNumbers`].
    pub fn position(&self, name: &str) -> Option<usize> {
        self.numbered_fields().position(|field| *field.name == *name)
    }

    /// Encodes a value: the inverse of [`Format::decode_each`]. `ms` is in Unix ms, the beginning of a tick. A field
    /// with parts is given by itself, by all its parts, or by both. If the fields are `partial`, missing fields are 0.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a field is missing, out of range or contradicts its parts; `INVALID_TIME` if the
    /// format cannot hold the time exactly; `EPOCH_REQUIRED`.
    pub fn encode(&self, ms: i64, numbers: &FieldNumbers, partial: bool) -> Result<u128, Error> {
        let tick = self.tick(ms)?;
        let exact = self.instant(self.epoch()?, tick);
        if exact != ms {
            return Err(refuse!(
                InvalidTime,
                "{} is not at the beginning of a tick of {} ms; its tick begins at {}",
                ms,
                &*self.unit_text(),
                exact
            ));
        }
        Ok(self.time.to_value(tick) | self.pack(numbers, None, partial)?)
    }

    /// As [`Format::encode`], with a tick instead of an instant: a tick may begin within a ms.
    ///
    /// # Errors
    /// `INVALID_FIELD` as for [`Format::encode`], and if the tick is out of range; `EPOCH_REQUIRED`.
    pub fn encode_tick(&self, tick: u64, numbers: &FieldNumbers, partial: bool) -> Result<u128, Error> {
        self.epoch()?;
        let tick = check_limits("ticks", tick, 0, self.last_tick());
        let tick = tick.map_err(|error| error.with_code(Code::InvalidField))?;
        Ok(self.time.to_value(tick) | self.pack(numbers, None, partial)?)
    }

    /// The value of the fields of a kind, or of all fields except the time. If the fields are `partial`, missing fields
    /// are 0.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a field is missing, out of range or contradicts its parts.
    pub(crate) fn pack(
        &self,
        numbers: &FieldNumbers,
        kind: Option<Kind>,
        partial: bool,
    ) -> Result<u128, Error> {
        let fields = self.layout.fields();
        let (mut value, mut position) = (0, 0);
        for (i, field) in fields.iter().enumerate() {
            if field.kind == Kind::Time {
                continue;
            }
            if field.kind != Kind::Part && kind.is_none_or(|kind| kind == field.kind) {
                let number = number_of_field(&fields[i..], &numbers[position..], partial)?;
                value |= field.place.to_value(number);
            }
            position += 1;
        }
        Ok(value)
    }

    /// Divides the node fields and parts into those that are given and those that are not. The parts of a field that is
    /// not given stand for the field.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a number is out of range or contradicts its parts.
    pub(crate) fn given_nodes(&self, numbers: &FieldNumbers) -> Result<GivenNodes, Error> {
        let fields = self.layout.fields();
        let (mut nodes, mut position, mut is_given) = (GivenNodes::default(), 0, false);
        for (i, field) in fields.iter().enumerate() {
            if field.kind == Kind::Time {
                continue;
            }
            let number = numbers[position];
            let is_leaf = match field.kind {
                Kind::Node => {
                    is_given = number.is_some();
                    if is_given {
                        let number = number_of_field(&fields[i..], &numbers[position..], false)?;
                        nodes.given.push((field.place, number));
                    }
                    !is_given && fields.get(i + 1).is_none_or(|next| next.kind != Kind::Part)
                }
                Kind::Part => !is_given,
                _ => false,
            };
            if is_leaf && field.place.bits > 0 {
                match number {
                    Some(number) => nodes.given.push((field.place, check_number(field, number)?)),
                    None => nodes.free.push(field.place),
                }
            }
            position += 1;
        }
        Ok(nodes)
    }
}

/// The number of the first field, given by itself, by its parts, which follow it, or by both. If the fields are
/// `partial`, missing fields are 0.
///
/// # Errors
/// `INVALID_FIELD`. If only some parts are given, the message names the first one that is missing.
fn number_of_field(fields: &[Field], numbers: &[Option<u64>], partial: bool) -> Result<u64, Error> {
    let field = &fields[0];
    let mut parts = 0;
    let mut number_of_parts = 0;
    let (mut any_given, mut missing) = (false, None);
    for (part, &number) in fields[1..].iter().zip(&numbers[1..]) {
        if part.kind != Kind::Part {
            break;
        }
        parts += 1;
        match number {
            // A part without bits need not be given, like a field without bits.
            None if part.place.bits == 0 => {}
            None => missing = missing.or(Some(part)),
            Some(number) => {
                any_given = true;
                number_of_parts |= check_number(part, number)? << (part.place.shift - field.place.shift);
            }
        }
    }
    let number = if let Some(number) = numbers[0] {
        check_number(field, number)?
    } else if partial || (any_given && missing.is_none()) {
        number_of_parts
    } else if field.place.bits == 0 {
        0
    } else {
        let (missing, or, other) = match missing {
            Some(part) if any_given => (part, ", or give ", &*field.name),
            Some(_) => (field, ", or give ", "all its parts"),
            None => (field, "", ""),
        };
        return Err(refuse!(
            InvalidField,
            "{} is missing; give {}{}{}",
            &missing.name,
            0..=missing.place.max(),
            or,
            other
        ));
    };
    for i in 1..=parts {
        let part = &fields[i];
        let implied = number >> (part.place.shift - field.place.shift) & part.place.max();
        if let Some(given) = numbers[i]
            && given != implied
        {
            return Err(refuse!(
                InvalidField,
                "{} is {}, but {} {} implies {}; give one of them",
                &part.name,
                given,
                &field.name,
                number,
                implied
            ));
        }
    }
    Ok(number)
}

/// Checks that a number is in the range of its field.
///
/// # Errors
/// `INVALID_FIELD`.
pub(super) fn check_number(Field { name, place, .. }: &Field, number: u64) -> Result<u64, Error> {
    check_limits(name, number, 0, place.max()).map_err(|error| error.with_code(Code::InvalidField))
}
