//! What the bits of an ID mean: fields and widths, packing and unpacking. No state.
//!
//! A [`Layout`] is one declaration for every format up to 80 bits. It is checked when it is made;
//! after that, [`Layout::pack`] and [`Layout::unpack`] are exact inverses for every value in range,
//! and a value out of range is an error, never a mask.

use std::borrow::Cow;

use crate::error::{Error, refuse};
use crate::whole::whole;

/// The widest layout, in bits: sno's 80.
pub const MAX_BITS: u8 = 80;

/// The most names a layout can have, those of fields and of parts together.
pub const MAX_NAMES: usize = 16;

/// What a field counts or carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// A named group of the bits of the node field before it. Those of a field stand high to low and
    /// sum to its width; often there are none.
    Part,
}

/// What a kind of field may be like.
struct Rule {
    name: &'static str,
    /// The widths it may have, both inclusive.
    bits: (u8, u8),
    /// How many a layout may have, both inclusive.
    count: (u8, u8),
}

/// In the order of [`Kind`].
static RULES: [Rule; 7] = [
    Rule { name: "time", bits: (1, 53), count: (1, 1) },
    Rule { name: "node", bits: (0, 32), count: (0, u8::MAX) },
    Rule { name: "sequence", bits: (1, 32), count: (1, 1) },
    Rule { name: "random", bits: (1, 32), count: (0, 1) },
    Rule { name: "metadata", bits: (1, 32), count: (0, 1) },
    Rule { name: "toggle", bits: (1, 1), count: (0, 1) },
    Rule { name: "part", bits: (0, 32), count: (0, u8::MAX) },
];

impl Kind {
    /// All of them, in the order by which numbers name them.
    pub const ALL: [Self; 7] =
        [Self::Time, Self::Node, Self::Sequence, Self::Random, Self::Metadata, Self::Toggle, Self::Part];

    /// Its name, as it stands in options.
    pub fn name(self) -> &'static str {
        RULES[self as usize].name
    }
}

/// One field of a layout, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Its name in the format's own specification.
    pub name: Cow<'static, str>,
    /// What it counts or carries.
    pub kind: Kind,
    /// Where it lies; the width is declared, the rest follows from the layout.
    pub place: Place,
}

impl Field {
    /// A field of a layout that is yet to be made.
    pub const fn new(kind: Kind, name: &'static str, bits: u8) -> Self {
        Self { name: Cow::Borrowed(name), kind, place: Place { shift: 0, bits } }
    }

    /// As [`Field::new`], of a width that nobody has checked.
    ///
    /// # Errors
    /// `INVALID_OPTION` where it is none.
    pub fn named(kind: Kind, name: Cow<'static, str>, bits: f64) -> Result<Self, Error> {
        let bits = whole("bits", bits, 0, 64)? as u8;
        Ok(Self { name, kind, place: Place { shift: 0, bits } })
    }
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
    // In halves: a shift of 128 bits by a number that isn't known before is a slow library routine.
    pub const fn read(self, value: u128) -> u64 {
        let (high, low) = ((value >> 64) as u64, value as u64);
        let bits = match self.shift {
            0 => low,
            // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
            1..64 => low >> self.shift | high << (64 - self.shift),
            _ => high >> (self.shift - 64),
        };
        bits & self.max()
    }

    /// The number, which must fit, moved to this place.
    pub const fn put(self, number: u64) -> u128 {
        let (high, low) = match self.shift {
            0 => (0, number),
            1..64 => (number >> (64 - self.shift), number << self.shift),
            _ => (number << (self.shift - 64), 0),
        };
        // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
        (high as u128) << 64 | low as u128
    }
}

/// An ordered list of fields, the high bits first, each followed by its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<Field>,
    bits: u8,
}

impl Layout {
    /// Checks the fields, whose places need only say their widths, and makes the layout.
    ///
    /// # Errors
    /// `INVALID_LAYOUT` where the widths don't sum to `bits` (1 to 80), a width is out of its kind's
    /// range, a kind is missing or stands too often, a name is empty or stands twice, or parts don't
    /// sum to their field's width.
    pub fn new(fields: Vec<Field>, bits: u8) -> Result<Self, Error> {
        let mut layout = Self { fields, bits };
        layout.check_kinds()?;
        layout.check_fields()?;
        layout.find_places()?;
        Ok(layout)
    }

    fn check_fields(&self) -> Result<(), Error> {
        let fields = &self.fields;
        if fields.len() > MAX_NAMES {
            return Err(refuse!(
                InvalidLayout,
                "{} fields and parts; there can be {} at the most",
                fields.len(),
                MAX_NAMES
            ));
        }
        for (i, field) in fields.iter().enumerate() {
            let (name, bits) = (&*field.name, field.place.bits);
            let (min, max) = RULES[field.kind as usize].bits;
            if bits < min || bits > max {
                return Err(refuse!(
                    InvalidLayout,
                    "{} has {} bits; it must have {} to {}",
                    name,
                    bits,
                    min,
                    max
                ));
            }
            let mut different = !name.is_empty();
            for other in &fields[..i] {
                different &= *other.name != *name;
            }
            if !different {
                return Err(refuse!(
                    InvalidLayout,
                    "the name '{}' is empty or stands twice; names must differ",
                    name
                ));
            }
        }
        Ok(())
    }

    fn check_kinds(&self) -> Result<(), Error> {
        for (kind, Rule { name, count: (least, most), .. }) in RULES.iter().enumerate() {
            let mut count = 0;
            for field in &self.fields {
                count += usize::from(field.kind as usize == kind);
            }
            if count < usize::from(*least) || count > usize::from(*most) {
                return Err(refuse!(
                    InvalidLayout,
                    "{} {} fields; there must be {} one",
                    count,
                    *name,
                    if *least == 1 { "exactly" } else { "at most" }
                ));
            }
        }
        Ok(())
    }

    /// Gives each field its place, from the low bits up, and each part its own within its field.
    fn find_places(&mut self) -> Result<(), Error> {
        // The widths of the fields that lie below, and of the parts below in the same field.
        let (mut below, mut parts) = (0, 0);
        let mut stray = None;
        for Field { name, kind, place } in self.fields.iter_mut().rev() {
            let bits = u32::from(place.bits);
            if *kind == Kind::Part {
                place.shift = (below + parts) as u8;
                parts += bits;
                stray = Some(&*name);
            } else {
                if *kind == Kind::Node && parts == bits {
                    stray = None;
                }
                if stray.is_some() {
                    break;
                }
                place.shift = below as u8;
                below += bits;
                parts = 0;
            }
        }
        if let Some(part) = stray {
            return Err(refuse!(
                InvalidLayout,
                "{}: only a node field has parts, and their bits must sum to its own",
                part
            ));
        }
        if below != u32::from(self.bits) || self.bits > MAX_BITS {
            return Err(refuse!(
                InvalidLayout,
                "the fields have {} bits in all; they must sum to the declared {}, which is 1 to {}",
                below,
                self.bits,
                MAX_BITS
            ));
        }
        Ok(())
    }

    /// The fields and their parts, the high bits first, each part after its field.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// As [`Layout::fields`], for a layout that differs.
    pub(crate) fn into_fields(self) -> Vec<Field> {
        self.fields
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
        Place { shift: self.bits, bits: 1 }.put(1) - 1
    }

    /// The field of this kind: the first, where there may be several.
    pub fn field(&self, kind: Kind) -> Option<&Field> {
        self.fields.iter().find(|field| field.kind == kind)
    }

    /// Where the field of this kind lies; without bits where there is none.
    pub fn place(&self, kind: Kind) -> Place {
        for field in &self.fields {
            if field.kind == kind {
                return field.place;
            }
        }
        Place { shift: 0, bits: 0 }
    }

    /// Puts one number per field, in the fields' order and without those of parts, into a value.
    ///
    /// # Errors
    /// `INVALID_FIELD` where a number doesn't fit its field, or there are not as many numbers as fields.
    pub fn pack(&self, numbers: &[u64]) -> Result<u128, Error> {
        let fields: Vec<_> = self.fields.iter().filter(|field| field.kind != Kind::Part).collect();
        if numbers.len() != fields.len() {
            let (given, wanted) = (numbers.len(), fields.len());
            return Err(refuse!(InvalidField, "{} numbers for {} fields", given, wanted));
        }
        fields.iter().zip(numbers).try_fold(0, |value, (field, &number)| {
            if number > field.place.max() {
                let (name, max) = (&field.name, field.place.max());
                return Err(refuse!(
                    InvalidField,
                    "{} is {}; it must be a whole number from 0 to {}",
                    name,
                    number,
                    max
                ));
            }
            // Equivalent mutant `replace | with ^`: fields have no bit in common, and each number fits its field.
            Ok(value | field.place.put(number))
        })
    }

    /// The numbers of a value, in the fields' order and without those of parts.
    ///
    /// # Errors
    /// `INVALID_ID` where the value is wider than the layout.
    pub fn unpack(&self, value: u128) -> Result<impl Iterator<Item = u64>, Error> {
        if value > self.max() {
            return Err(refuse!(
                InvalidId,
                "{} is wider than {} bits; the largest value is {}",
                &value.to_string(),
                self.bits,
                &self.max().to_string()
            ));
        }
        let fields = self.fields.iter().filter(|field| field.kind != Kind::Part);
        Ok(fields.map(move |field| field.place.read(value)))
    }
}
