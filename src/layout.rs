//! The fields of an ID: names, kinds, widths and positions; packing and unpacking. No state.
//!
//! A [`Layout`] declares the fields of a format of up to 80 bits. [`Layout::new`] checks it. After that,
//! [`Layout::pack`] and [`Layout::unpack`] are exact inverses for all values in range. A number out of
//! range is an error; it is never masked.

use std::borrow::Cow;

use crate::error::{Code, Error, refuse};
use crate::limits::check_limits;

/// The width of the widest layout, in bits.
pub const MAX_BITS: u8 = 80;

/// The width of the narrowest layout, in bits: a time and a sequence of one bit each.
pub const MIN_BITS: u8 = 2;

/// The largest count of fields and parts of a layout.
pub const MAX_NAMES: usize = 16;

/// The meaning of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Ticks since the epoch. Exactly one per layout, 1 to 53 bits.
    Time,
    /// The maker of the ID: a machine, a shard, a worker. Any count per layout, 0 to 32 bits each.
    Node,
    /// The sequence number. At most one per layout, 1 to 32 bits. IDs of a layout without one are read only.
    Sequence,
    /// Random bits, new for each ID. At most one per layout, 1 to 32 bits.
    Random,
    /// A number that the caller gives with each ID. At most one per layout, 1 to 32 bits.
    Metadata,
    /// The timeline: tells apart two sequences of ticks. At most one per layout, 1 bit.
    Toggle,
    /// A named group of bits of the preceding node field. The parts of a field are ordered from high bits
    /// to low bits, and their widths sum to the field's width.
    Part,
}

/// The limits of a kind of field.
struct Rule {
    name: &'static str,
    /// The smallest and the largest width.
    bits: (u8, u8),
    /// The smallest and the largest count per layout.
    count: (u8, u8),
}

/// The limits of each kind, in the order of [`Kind`].
static RULES: [Rule; 7] = [
    Rule { name: "time", bits: (1, 53), count: (1, 1) },
    Rule { name: "node", bits: (0, 32), count: (0, u8::MAX) },
    Rule { name: "sequence", bits: (1, 32), count: (0, 1) },
    Rule { name: "random", bits: (1, 32), count: (0, 1) },
    Rule { name: "metadata", bits: (1, 32), count: (0, 1) },
    Rule { name: "toggle", bits: (1, 1), count: (0, 1) },
    Rule { name: "part", bits: (0, 32), count: (0, u8::MAX) },
];

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 7] =
        [Self::Time, Self::Node, Self::Sequence, Self::Random, Self::Metadata, Self::Toggle, Self::Part];

    /// The name in options and descriptions.
    pub fn name(self) -> &'static str {
        RULES[self as usize].name
    }

    /// The smallest and the largest count of fields of this kind in a layout; 255 stands for any.
    pub fn counts(self) -> (u8, u8) {
        RULES[self as usize].count
    }

    /// The smallest and the largest width of a field of this kind, in bits.
    pub fn limits(self) -> (u8, u8) {
        RULES[self as usize].bits
    }
}

/// A field of a layout, or a part of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name in the format's specification.
    pub name: Cow<'static, str>,
    /// The meaning.
    pub kind: Kind,
    /// The position. The width is declared; [`Layout::new`] computes the shift.
    pub place: Place,
}

impl Field {
    /// A field that is not yet part of a layout.
    pub const fn new(kind: Kind, name: &'static str, bits: u8) -> Self {
        Self { name: Cow::Borrowed(name), kind, place: Place { shift: 0, bits } }
    }

    /// As [`Field::new`], but checks the width.
    ///
    /// # Errors
    /// `INVALID_LAYOUT` if the width is out of the kind's range.
    pub fn checked(kind: Kind, name: String, bits: u64) -> Result<Self, Error> {
        let bits = check_width(&name, kind, bits)?;
        Ok(Self { name: Cow::Owned(name), kind, place: Place { shift: 0, bits } })
    }
}

/// Checks that a width is in the range of its kind.
fn check_width(name: &str, kind: Kind, bits: u64) -> Result<u8, Error> {
    let (min, max) = kind.limits();
    if (min.into()..=max.into()).contains(&bits) {
        return Ok(bits as u8);
    }
    Err(refuse!(InvalidLayout, "{}: bits is {}; it must be {}", name, bits, u64::from(min)..=u64::from(max)))
}

/// The position of a field in the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The count of bits below the field.
    pub shift: u8,
    /// The width of the field.
    pub bits: u8,
}

impl Place {
    /// The largest number of this width.
    pub const fn max(self) -> u64 {
        (1 << self.bits) - 1
    }

    /// The number at this position of a value.
    // Two halves: in wasm, a 128-bit shift by a variable amount calls a slow library routine.
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

    /// Returns a function that reads the number at this position of values of 64 bits.
    pub fn reader(self) -> impl Fn(u64) -> u64 {
        let (shift, max) = (u32::from(self.shift), self.max());
        // A field without bits can have the shift 64, with which `>>` would overflow.
        move |value| value.wrapping_shr(shift) & max
    }

    /// The value whose bits at this position are the number, which must not exceed [`Place::max`].
    pub const fn to_value(self, number: u64) -> u128 {
        let (high, low) = match self.shift {
            0 => (0, number),
            1..64 => (number >> (64 - self.shift), number << self.shift),
            _ => (number << (self.shift - 64), 0),
        };
        // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
        (high as u128) << 64 | low as u128
    }
}

/// A list of fields, ordered from high bits to low bits; the parts of a field follow it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<Field>,
    bits: u8,
}

impl Layout {
    /// Makes a layout of fields whose widths sum to `bits`, 2 to 80. Their shifts are computed.
    ///
    /// # Errors
    /// `INVALID_LAYOUT` if the widths do not sum to `bits`, a width is out of its kind's range, a kind is
    /// missing or occurs too often, there are more than [`MAX_NAMES`] fields and parts, a name is empty or
    /// occurs twice, or the widths of parts do not sum to the width of their field.
    pub fn new(fields: Vec<Field>, bits: u8) -> Result<Self, Error> {
        let mut layout = Self { fields, bits };
        let checked = check_limits("bits", bits.into(), MIN_BITS.into(), MAX_BITS.into());
        checked.map_err(|error| error.with_code(Code::InvalidLayout))?;
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
                "{} fields and parts; at most {} are allowed",
                fields.len(),
                MAX_NAMES
            ));
        }
        for (i, field) in fields.iter().enumerate() {
            let name = &*field.name;
            check_width(name, field.kind, field.place.bits.into())?;
            let mut is_unique = !name.is_empty();
            for other in &fields[..i] {
                is_unique &= *other.name != *name;
            }
            if !is_unique {
                return Err(refuse!(
                    InvalidLayout,
                    "the name '{}' is empty or occurs twice; names must differ, and the time's is timestamp",
                    name
                ));
            }
        }
        Ok(())
    }

    fn check_kinds(&self) -> Result<(), Error> {
        for (kind, Rule { name, count: (min, max), .. }) in RULES.iter().enumerate() {
            let mut count = 0;
            for field in &self.fields {
                count += usize::from(field.kind as usize == kind);
            }
            if count < usize::from(*min) || count > usize::from(*max) {
                return Err(refuse!(
                    InvalidLayout,
                    "{} {} fields; a layout must have {} one",
                    count,
                    *name,
                    if *min == 1 { "exactly" } else { "at most" }
                ));
            }
        }
        Ok(())
    }

    /// Computes the shift of each field and part, from the low bits up.
    fn find_places(&mut self) -> Result<(), Error> {
        // The bits of the fields below, and of the parts below in the same field.
        let (mut below, mut parts) = (0, 0);
        let refuse_parts = |name: &str, parts: u32, bits: u32| {
            refuse!(
                InvalidLayout,
                "the parts of {} have {} bits; only a node field has parts, with its {} bits",
                name,
                parts,
                bits
            )
        };
        // The last part whose node field was not found yet.
        let mut pending = None;
        for Field { name, kind, place } in self.fields.iter_mut().rev() {
            let bits = u32::from(place.bits);
            if *kind == Kind::Part {
                place.shift = (below + parts) as u8;
                parts += bits;
                pending = Some(&*name);
            } else {
                if pending.is_some() && (*kind != Kind::Node || parts != bits) {
                    return Err(refuse_parts(name, parts, bits));
                }
                place.shift = below as u8;
                below += bits;
                (parts, pending) = (0, None);
            }
        }
        if let Some(part) = pending {
            return Err(refuse_parts(part, parts, 0));
        }
        if below != u32::from(self.bits) {
            return Err(refuse!(
                InvalidLayout,
                "the sum of the fields' bits is {}; it must be {}",
                below,
                self.bits
            ));
        }
        Ok(())
    }

    /// The fields and parts, ordered from high bits to low bits; the parts of a field follow it.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The fields, to make another layout of them.
    pub(crate) fn into_fields(self) -> Vec<Field> {
        self.fields
    }

    /// The total width.
    pub fn bits(&self) -> u8 {
        self.bits
    }

    /// The count of bytes of a value.
    pub fn bytes(&self) -> usize {
        usize::from(self.bits).div_ceil(8)
    }

    /// The largest value.
    pub fn max(&self) -> u128 {
        Place { shift: self.bits, bits: 1 }.to_value(1) - 1
    }

    /// The first field of a kind.
    pub fn field(&self, kind: Kind) -> Option<&Field> {
        self.fields.iter().find(|field| field.kind == kind)
    }

    /// The position of the first field of a kind. Its width is 0 if there is no such field.
    pub fn place(&self, kind: Kind) -> Place {
        for field in &self.fields {
            if field.kind == kind {
                return field.place;
            }
        }
        Place { shift: 0, bits: 0 }
    }

    /// The value with these numbers: one for each field, in order, none for parts.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a number is out of range, or the count of numbers is wrong.
    pub fn pack(&self, numbers: &[u64]) -> Result<u128, Error> {
        let fields: Vec<_> = self.fields.iter().filter(|field| field.kind != Kind::Part).collect();
        if numbers.len() != fields.len() {
            let (given, expected) = (numbers.len(), fields.len());
            return Err(refuse!(InvalidField, "{} numbers for {} fields", given, expected));
        }
        fields.iter().zip(numbers).try_fold(0, |value, (field, &number)| {
            if number > field.place.max() {
                let (name, max) = (&field.name, field.place.max());
                return Err(refuse!(InvalidField, "{} is {}; it must be {}", name, number, 0..=max));
            }
            // Equivalent mutant `replace | with ^`: fields have no bit in common, and each number is in range.
            Ok(value | field.place.to_value(number))
        })
    }

    /// The numbers of a value: one for each field, in order, none for parts.
    ///
    /// # Errors
    /// `INVALID_ID` if the value is wider than the layout.
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
