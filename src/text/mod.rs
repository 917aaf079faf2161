//! IDs as text: decimal, hex, base36, base62, uid60's rotated base64, sno's base32 and its UUID.
//!
//! Reading is strict: each encoding has one text per value (and, on request, one of fixed width
//! that sorts like the value), and everything else is refused with the place of the first character
//! that is wrong.

mod radix;
mod rotated;
mod sno;

use std::fmt;
use std::ops::Deref;

use crate::error::{Error, refuse};
use crate::layout::Place;
use crate::plain::{Quoted, visible};
use radix::Radix;

/// The longest text of any encoding: a UUID.
pub const MAX_TEXT: usize = sno::UUID_LENGTH;

/// A way to write a value as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Digits `0-9`.
    Decimal,
    /// Digits `0-9a-f`.
    Hex,
    /// Digits `0-9a-z`; capitals are read too.
    Base36,
    /// Digits `0-9A-Za-z`, in the order of ASCII, so that padded texts sort like values.
    Base62,
    /// uid60's text: base64url digits, 6 bits each, the last two moved to the front.
    RotatedBase64,
    /// sno's text: 16 digits of 5 bits, `2-9a-x`.
    Sno,
    /// sno's text as the 16 bytes of a UUID; hex digits of either case are read.
    SnoUuid,
}

impl Encoding {
    /// All of them, in the order by which numbers name them.
    pub const ALL: [Self; 7] =
        [Self::Decimal, Self::Hex, Self::Base36, Self::Base62, Self::RotatedBase64, Self::Sno, Self::SnoUuid];

    /// Its name, as it stands in options.
    pub fn name(self) -> &'static str {
        ["decimal", "hex", "base36", "base62", "rotatedBase64", "sno", "snoUuid"][self as usize]
    }

    /// The base and its digits, where it is a positional numeral.
    fn radix(self) -> Option<&'static Radix> {
        radix::ALL.get(self as usize)
    }

    /// The only width this encoding is defined for, if there is but one.
    pub fn width(self) -> Option<u8> {
        match self {
            Self::RotatedBase64 => Some(rotated::BITS),
            Self::Sno | Self::SnoUuid => Some(sno::BITS),
            _ => None,
        }
    }

    /// Writes a value of a layout of so many bits. `padded` texts all have the width of the largest
    /// value's and sort as the values do; those that are defined for one width always have it.
    ///
    /// # Errors
    /// `INVALID_OPTION` where the encoding doesn't fit the width.
    pub fn write(self, value: u128, bits: u8, padded: bool) -> Result<Text, Error> {
        self.check(bits)?;
        if let Some(radix) = self.radix() {
            return Ok(radix.write(value, if padded { radix.digits(bits) } else { 1 }));
        }
        Ok(match self {
            Self::RotatedBase64 => rotated::write(value as u64),
            Self::SnoUuid => sno::write_uuid(value),
            _ => sno::write(value),
        })
    }

    /// Reads what [`Encoding::write`] writes, of the same `bits` and `padded`. Rotated base64 is
    /// also read without the leading zero digits, as in uid60's published example.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read(self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        if self.width().is_some_and(|width| width != bits) {
            return Err(Unreadable::OtherWidth);
        }
        if let Some(radix) = self.radix() {
            return radix.read(text, bits, padded);
        }
        match self {
            Self::RotatedBase64 => rotated::read(text),
            Self::SnoUuid => sno::read_uuid(text),
            _ => sno::read(text),
        }
    }

    /// The bits of a value at a place, from no more of its text than has to be read.
    ///
    /// # Errors
    /// What is wrong first, and where, of what is read.
    pub fn read_part(self, text: &[u8], bits: u8, place: Place) -> Result<u64, Unreadable> {
        match self {
            Self::Sno => sno::read_part(text, place),
            _ => self.read(text, bits, false).map(|value| place.read(value)),
        }
    }

    pub(crate) fn check(self, bits: u8) -> Result<(), Error> {
        match self.width() {
            Some(width) if width != bits => Err(Unreadable::OtherWidth.explain("", 0, self, bits)),
            _ => Ok(()),
        }
    }

    fn alphabet(self) -> &'static str {
        match self {
            Self::Decimal => "digits 0-9",
            Self::Hex => "digits 0-9 and a-f",
            Self::Base36 => "digits 0-9 and letters a-z",
            Self::Base62 => "digits 0-9 and letters A-Z and a-z",
            Self::RotatedBase64 => "letters A-Z and a-z, digits 0-9, '-' and '_'",
            Self::Sno => "digits 2-9 and letters a-x",
            Self::SnoUuid => "the 16 characters of a sno as the bytes of a UUID",
        }
    }
}

/// How to write and to read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The encoding; the format's own unless given.
    pub encoding: Option<Encoding>,
    /// Whether texts have the width of the largest value's, and so sort as the values do.
    pub padded: bool,
}

impl Style {
    /// The format's own encoding, not padded.
    pub const OWN: Self = Self { encoding: None, padded: false };

    /// As one number, for those who can't hold a struct: 0 is [`Style::OWN`].
    pub fn code(self) -> u32 {
        self.encoding.map_or(0, |encoding| encoding as u32 + 1) << 1 | u32::from(self.padded)
    }

    /// The style of a [`Style::code`].
    pub fn of_code(code: u32) -> Self {
        let encoding = Encoding::ALL.get((code as usize >> 1).wrapping_sub(1)).copied();
        Self { encoding, padded: code & 1 == 1 }
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// The character at this place (counted from 0) is not of the alphabet.
    Character(usize),
    /// A leading zero digit at this place, where the text has to be without.
    LeadingZero(usize),
    /// Not the length it has to have: this many characters at the least and at the most.
    Length(usize, usize),
    /// More than the layout's bits hold.
    TooWide,
    /// The encoding is for values of another width.
    OtherWidth,
}

impl Unreadable {
    /// The sentence for people. `count` is how many characters the text has, of which only the
    /// first need be given.
    #[cold]
    pub fn explain(self, text: &str, count: usize, encoding: Encoding, bits: u8) -> Error {
        let given = Quoted(text);
        let alphabet = encoding.alphabet();
        match self {
            Self::Character(at) => {
                let found = text.chars().nth(at).unwrap_or_default();
                refuse!(
                    InvalidText,
                    "{given} has '{}' at position {at}; it must have only {alphabet}",
                    visible(found)
                )
            }
            Self::LeadingZero(at) => refuse!(
                InvalidText,
                "{given} has a leading zero at position {at}; it must be left out, or all of them given and read as padded"
            ),
            Self::Length(least, most) => {
                let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
                refuse!(InvalidText, "{given} has {count} characters; it must have {range}: {alphabet}")
            }
            Self::TooWide => refuse!(InvalidText, "{given} is more than {bits} bits hold"),
            Self::OtherWidth => {
                let (name, width) = (encoding.name(), encoding.width().unwrap_or(bits));
                refuse!(InvalidOption, "{name} writes {width} bits, not {bits}; choose another encoding")
            }
        }
    }
}

/// A short text of ASCII characters, without an allocation.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; MAX_TEXT],
    start: usize,
}

impl Text {
    /// Fills from the end: the last character first.
    fn from_end() -> Self {
        Self { bytes: [0; MAX_TEXT], start: MAX_TEXT }
    }

    fn prepend(&mut self, character: u8) {
        self.start -= 1;
        self.bytes[self.start] = character;
    }

    /// The characters.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
