//! Fields by name: what decoding gives and what encoding and generators take.

use super::{Format, Named};
use crate::error::{Error, refuse};
use crate::layout::{Field, Kind, Layout, MAX_NAMES, Place};
use crate::plain::{Plain, words};

/// What an ID says.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields<'f> {
    /// When it was made: Unix ms, the beginning of its tick.
    pub timestamp: i64,
    /// Names and numbers, the high bits first; each field's parts after it.
    pub numbers: Vec<(&'f str, u64)>,
}

impl Format {
    /// The names that decoding gives numbers for besides `timestamp`, in order.
    pub fn field_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.names.iter().map(|named| &*named.name)
    }

    /// What a value says.
    ///
    /// # Errors
    /// `INVALID_ID` where it is too wide, `EPOCH_REQUIRED` where the format has no epoch.
    pub fn decode(&self, value: u128) -> Result<Fields<'_>, Error> {
        let value = self.check(value)?;
        let timestamp = self.instant(self.epoch()?, self.ticks(value));
        Ok(Fields { timestamp, numbers: self.numbers(value).collect() })
    }

    /// The numbers of a value by name, without the time; bits beyond the layout are ignored.
    pub(crate) fn numbers(&self, value: u128) -> impl Iterator<Item = (&str, u64)> {
        self.names.iter().map(move |named| (&*named.name, named.place.read(value)))
    }

    /// As [`Format::decode`], into an array: the timestamp, then the numbers of the names in order.
    ///
    /// # Errors
    /// As [`Format::decode`].
    pub fn decode_into(&self, value: u128, out: &mut [f64; MAX_NAMES]) -> Result<(), Error> {
        let value = self.check(value)?;
        let epoch = self.epoch()?;
        out[0] = self.instant(epoch, self.ticks(value)) as f64;
        for (out, (_, number)) in out[1..].iter_mut().zip(self.numbers(value)) {
            *out = number as f64;
        }
        Ok(())
    }

    /// The value that says this: `timestamp` (Unix ms, a whole number of ticks after the epoch) and
    /// every field. A field with parts is given by its own name, by all its parts', or by both.
    ///
    /// # Errors
    /// `INVALID_FIELD` where a field is missing, unknown, out of range or at odds with its parts;
    /// `INVALID_TIME` where the format can't hold the time exactly; `EPOCH_REQUIRED`.
    pub fn encode(&self, entries: &[(String, Plain)]) -> Result<u128, Error> {
        let mut given = Given::new(self);
        let mut timestamp = None;
        for (name, arg) in entries.iter().filter(|(_, arg)| *arg != Plain::Missing) {
            match (&**name, arg) {
                // Decoding gives both; a `Date` is passed on as its Unix ms.
                ("timestamp" | "date", Plain::Number(ms)) if timestamp.is_none_or(|other| other == *ms) => {
                    timestamp = Some(*ms);
                }
                ("timestamp" | "date", Plain::Number(_)) => {
                    return Err(refuse!(InvalidField, "timestamp and date differ; give one of them"));
                }
                ("timestamp" | "date", _) => {
                    return Err(refuse!(InvalidTime, "{name} is {arg}; it must be Unix ms"));
                }
                _ if given.set(name, arg)? => {}
                _ => {
                    let names = words(std::iter::once("timestamp").chain(self.field_names()));
                    return Err(refuse!(InvalidField, "{} has no field {name}; it has {names}", self.name));
                }
            }
        }
        let ms =
            timestamp.ok_or_else(|| refuse!(InvalidField, "timestamp is missing; give it in Unix ms"))?;
        let tick = self.tick(ms)?;
        let exact = self.instant(self.epoch()?, tick);
        if exact as f64 != ms {
            let unit = self.unit;
            return Err(refuse!(
                InvalidTime,
                "{ms} is not at the beginning of a tick of {unit} ms; the tick it lies in begins at {exact}",
                ms = crate::plain::Figure(ms)
            ));
        }
        Ok(self.time.put(tick) | given.pack(|kind| kind != Kind::Time)?)
    }
}

/// Numbers given by name, to be packed.
pub(crate) struct Given<'f> {
    format: &'f Format,
    numbers: [Option<u64>; MAX_NAMES],
}

impl<'f> Given<'f> {
    pub fn new(format: &'f Format) -> Self {
        Self { format, numbers: [None; MAX_NAMES] }
    }

    /// Takes a number for a name; `false` where the format has no such name.
    pub fn set(&mut self, name: &str, arg: &Plain) -> Result<bool, Error> {
        let Some(i) = self.format.names.iter().position(|named| named.name == name) else {
            return Ok(false);
        };
        let max = self.format.names[i].place.max();
        let number = arg.whole(max).or_else(|| from_bytes(arg, self.format.names[i].place.bits));
        self.numbers[i] = Some(number.ok_or_else(|| {
            refuse!(InvalidField, "{name} is {arg}; it must be a whole number from 0 to {max}")
        })?);
        Ok(true)
    }

    /// Whether nothing has been given.
    pub fn is_empty(&self) -> bool {
        self.numbers.iter().all(Option::is_none)
    }

    /// Puts the fields of these kinds into a value.
    pub fn pack(&self, kinds: impl Fn(Kind) -> bool) -> Result<u128, Error> {
        let mut value = 0;
        for (i, named) in self.format.names.iter().enumerate() {
            if let Some(parts) = named.parts.filter(|_| kinds(named.kind)) {
                value |= named.place.put(self.field(i, parts)?);
            }
        }
        Ok(value)
    }

    /// The number of a field, given by its own name, by its parts, or by both.
    fn field(&self, i: usize, parts: usize) -> Result<u64, Error> {
        let Named { name, place, .. } = &self.format.names[i];
        let parts = i + 1..=i + parts;
        let of_parts = parts.clone().try_fold(0, |value, part| {
            Some(value | self.format.names[part].place.put(self.numbers[part]?) >> place.shift)
        });
        let of_parts = of_parts.filter(|_| !parts.is_empty()).map(|value| value as u64);
        let Some(number) = self.numbers[i].or(of_parts).or((place.bits == 0).then_some(0)) else {
            let max = place.max();
            return Err(refuse!(InvalidField, "{name} is missing; give a whole number from 0 to {max}"));
        };
        for part in parts {
            let Named { name: part_name, place: part_place, .. } = &self.format.names[part];
            let implied = part_place.read(place.put(number));
            if let Some(given) = self.numbers[part].filter(|&given| given != implied) {
                return Err(refuse!(
                    InvalidField,
                    "{part_name} is {given}, but it is {implied} in {name} {number}; give one of them, or both alike"
                ));
            }
        }
        Ok(number)
    }
}

/// The number whose bytes these are, the high one first, each a number or a character, as sno's
/// partitions are written: `['A', 10]`.
fn from_bytes(arg: &Plain, bits: u8) -> Option<u64> {
    let Plain::List(bytes) = arg else { return None };
    if bytes.len() * 8 != usize::from(bits) {
        return None;
    }
    bytes.iter().try_fold(0, |number, byte| {
        let byte = match byte {
            Plain::Text(text) if text.len() == 1 => u64::from(text.as_bytes()[0]),
            byte => byte.whole(255)?,
        };
        Some(number << 8 | byte)
    })
}

impl Named {
    /// The names of a layout's fields and parts, but for the time.
    pub(super) fn all(layout: &Layout) -> Vec<Self> {
        layout
            .places()
            .filter(|(field, _)| field.kind != Kind::Time)
            .flat_map(|(field, place)| Self::of(field, place))
            .collect()
    }

    fn of(field: &Field, place: Place) -> impl Iterator<Item = Self> + use<> {
        let Field { name, kind, parts, .. } = field.clone();
        let mut shift = place.shift + place.bits;
        let own = Self { name, kind, place, parts: Some(parts.len()) };
        let parts = parts.into_owned().into_iter().map(move |part| {
            shift -= part.bits;
            Self { name: part.name, kind, place: Place { shift, bits: part.bits }, parts: None }
        });
        std::iter::once(own).chain(parts)
    }
}
