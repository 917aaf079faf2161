//! What the bits of an ID mean: fields and widths, packing and unpacking. No state.
//!
//! A [`Layout`] is one declaration for every format up to 80 bits. It is checked when it is made;
//! after that, [`Layout::pack`] and [`Layout::unpack`] are exact inverses for every value in range,
//! and a value out of range is an error, never a mask.

use std::borrow::Cow;

use crate::error::{Error, refuse};

/// The widest layout, in bits: sno's 80.
pub const MAX_BITS: u8 = 80;

/// The most names a layout can have, those of fields and of parts together.
pub const MAX_NAMES: usize = 16;

/// What a field counts or carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Ticks since the epoch. Exactly one per layout, 1 to 53 bits.
    Time,
    /// Who made the ID: a machine, a shard, a worker. Any number, 0 to 32 bits each.
    Node,
    /// Tells IDs of one tick apart. Exactly one per layout, 1 to 32 bits.
    Sequence,
    /// Random bits, new for each ID. At most one, 1 to 32 bits.
    Random,
    /// The caller's own data, given with each ID. At most one, 1 to 32 bits.
    Metadata,
    /// Tells apart the two timelines of a clock that went back. At most one, 1 bit.
    Toggle,
}

impl Kind {
    pub(crate) const ALL: [(&'static str, Self); 6] = [
        ("time", Self::Time),
        ("node", Self::Node),
        ("sequence", Self::Sequence),
        ("random", Self::Random),
        ("metadata", Self::Metadata),
        ("toggle", Self::Toggle),
    ];

    /// Its name, as it stands in options.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    fn widths(self) -> (u8, u8) {
        match self {
            Self::Time => (1, 53),
            Self::Node => (0, 32),
            Self::Sequence | Self::Random | Self::Metadata => (1, 32),
            Self::Toggle => (1, 1),
        }
    }
}

/// One field of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name in the format's own specification.
    pub name: Cow<'static, str>,
    /// What it counts or carries.
    pub kind: Kind,
    /// Its width.
    pub bits: u8,
    /// Names for groups of its bits, high to low, that sum to its width; often none.
    pub parts: Cow<'static, [Part]>,
}

/// A named group of a field's bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name in the format's own specification.
    pub name: Cow<'static, str>,
    /// Its width.
    pub bits: u8,
}

/// Where a field lies in the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// How many bits lie below it.
    pub shift: u8,
    /// Its width.
    pub bits: u8,
}

impl Place {
    /// The largest number that fits.
    pub const fn max(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The bits at this place.
    pub const fn read(self, value: u128) -> u64 {
        (value >> self.shift) as u64 & self.max()
    }

    /// The number, which must fit, moved to this place.
    pub const fn put(self, number: u64) -> u128 {
        (number as u128) << self.shift
    }
}

/// An ordered list of fields, the high bits first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Cow<'static, [Field]>,
    bits: u8,
}

impl Layout {
    /// Checks the fields and makes the layout.
    ///
    /// # Errors
    /// `INVALID_LAYOUT` where the widths don't sum to `bits` (1 to 80), a width is out of its kind's
    /// range, a kind is missing or stands twice where it must not, a name is empty or stands twice,
    /// or parts don't sum to their field's width.
    pub fn new(fields: impl Into<Cow<'static, [Field]>>, bits: u8) -> Result<Self, Error> {
        let layout = Self { fields: fields.into(), bits };
        layout.check_widths()?;
        layout.check_kinds()?;
        layout.check_names()?;
        Ok(layout)
    }

    fn check_widths(&self) -> Result<(), Error> {
        for field in &*self.fields {
            let (min, max) = field.kind.widths();
            if !(min..=max).contains(&field.bits) {
                let Field { name, bits, .. } = field;
                return Err(refuse!(InvalidLayout, "{name} has {bits} bits; it must have {min} to {max}"));
            }
            let parts: u32 = field.parts.iter().map(|part| u32::from(part.bits)).sum();
            if !field.parts.is_empty() && (parts != u32::from(field.bits) || field.kind != Kind::Node) {
                let Field { name, bits, .. } = field;
                return Err(refuse!(
                    InvalidLayout,
                    "the parts of {name} have {parts} bits in all; only a node field has parts, and they must sum to its {bits}"
                ));
            }
        }
        let sum: u32 = self.fields.iter().map(|field| u32::from(field.bits)).sum();
        if sum != u32::from(self.bits) || !(1..=MAX_BITS).contains(&self.bits) {
            return Err(refuse!(
                InvalidLayout,
                "the fields have {sum} bits in all; they must sum to the declared {}, which is 1 to {MAX_BITS}",
                self.bits
            ));
        }
        Ok(())
    }

    fn check_kinds(&self) -> Result<(), Error> {
        for (word, kind) in Kind::ALL {
            let count = self.fields.iter().filter(|field| field.kind == kind).count();
            let (least, most) = match kind {
                Kind::Time | Kind::Sequence => (1, 1),
                Kind::Node => (0, usize::MAX),
                Kind::Random | Kind::Metadata | Kind::Toggle => (0, 1),
            };
            if count < least || count > most {
                let allowed = if least == 1 { "exactly one" } else { "at most one" };
                return Err(refuse!(InvalidLayout, "{count} {word} fields; there must be {allowed}"));
            }
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), Error> {
        let names = || self.fields.iter().flat_map(Field::names);
        if names().count() > MAX_NAMES {
            let count = names().count();
            return Err(refuse!(
                InvalidLayout,
                "{count} fields and parts; there can be {MAX_NAMES} at the most"
            ));
        }
        for (i, name) in names().enumerate() {
            if name.is_empty() || names().take(i).any(|other| other == name) {
                return Err(refuse!(
                    InvalidLayout,
                    "the name '{name}' is empty or stands twice; names must differ"
                ));
            }
        }
        Ok(())
    }

    /// The fields, the high bits first.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The total width.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// How many bytes a value takes, the high one first.
    pub fn bytes(&self) -> usize {
        usize::from(self.bits).div_ceil(8)
    }

    /// The largest value.
    pub fn max(&self) -> u128 {
        (1 << self.bits) - 1
    }

    /// The fields with their places, the high bits first.
    pub fn places(&self) -> impl Iterator<Item = (&Field, Place)> {
        let mut shift = self.bits;
        self.fields.iter().map(move |field| {
            shift -= field.bits;
            (field, Place { shift, bits: field.bits })
        })
    }

    /// Where the field of this kind lies: the first, where there may be several.
    pub fn place(&self, kind: Kind) -> Option<Place> {
        self.places().find(|(field, _)| field.kind == kind).map(|(_, place)| place)
    }

    /// Puts one number per field, in the fields' order, into a value.
    ///
    /// # Errors
    /// `INVALID_FIELD` where a number doesn't fit its field, or there are not as many numbers as fields.
    pub fn pack(&self, numbers: &[u64]) -> Result<u128, Error> {
        if numbers.len() != self.fields.len() {
            let (given, wanted) = (numbers.len(), self.fields.len());
            return Err(refuse!(InvalidField, "{given} numbers for {wanted} fields"));
        }
        self.places().zip(numbers).try_fold(0, |value, ((field, place), &number)| {
            if number > place.max() {
                return Err(refuse!(
                    InvalidField,
                    "{} is {number}; it must be a whole number from 0 to {}",
                    field.name,
                    place.max()
                ));
            }
            Ok(value | place.put(number))
        })
    }

    /// The numbers of a value, in the fields' order.
    ///
    /// # Errors
    /// `INVALID_ID` where the value is wider than the layout.
    pub fn unpack(&self, value: u128) -> Result<impl Iterator<Item = u64>, Error> {
        if value > self.max() {
            return Err(refuse!(
                InvalidId,
                "{value} is wider than {} bits; the largest value is {}",
                self.bits,
                self.max()
            ));
        }
        Ok(self.places().map(move |(_, place)| place.read(value)))
    }
}

impl Field {
    /// The field's own name, then those of its parts.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        std::iter::once(&*self.name).chain(self.parts.iter().map(|part| &*part.name))
    }
}
