//! IDs as text: decimal, hex, base36, base62, and uid60's rotated base64.
//!
//! Reading is strict: each encoding has one text per value (and, on request, one of fixed width
//! that sorts like the value), and everything else is refused with the place of the first character
//! that is wrong.

mod radix;
mod rotated;

use std::fmt;
use std::ops::Deref;

use crate::error::{Error, refuse};
use crate::options::{check_names, find};
use crate::plain::{Plain, Quoted, visible};

/// The longest text of any encoding: the decimal digits of 80 bits.
pub const MAX_TEXT: usize = 25;

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
}

impl Encoding {
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("decimal", Self::Decimal),
        ("hex", Self::Hex),
        ("base36", Self::Base36),
        ("base62", Self::Base62),
        ("rotatedBase64", Self::RotatedBase64),
    ];

    /// The encoding of this name, as it stands in options.
    pub(crate) fn named(option: &str, name: &Plain) -> Result<Self, Error> {
        name.choice(option, &Self::ALL)
    }

    /// Its name, as it stands in options.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, encoding)| *encoding == self).map_or("", |(name, _)| name)
    }

    /// Whether values of this width have a text in this encoding: rotated base64 is defined for
    /// uid60's 60 bits alone.
    pub fn fits(self, bits: u8) -> bool {
        self != Self::RotatedBase64 || bits == rotated::BITS
    }

    /// Writes a value of a layout of so many bits. `padded` texts all have the width of the largest
    /// value's and sort as the values do; rotated base64 is always 10 characters.
    ///
    /// # Errors
    /// `INVALID_OPTION` where the encoding doesn't fit the width.
    pub fn write(self, value: u128, bits: u8, padded: bool) -> Result<Text, Error> {
        let Some(radix) = self.radix() else {
            self.check(bits)?;
            return Ok(rotated::write(value as u64));
        };
        Ok(radix.write(value, if padded { radix.digits(bits) } else { 1 }))
    }

    /// Reads what [`Encoding::write`] writes, of the same `bits` and `padded`. Rotated base64 is
    /// also read without the leading zero digits, as in uid60's published example.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read(self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        match self.radix() {
            Some(radix) => radix.read(text, bits, padded),
            None if self.fits(bits) => rotated::read(text),
            None => Err(Unreadable::Character(0)),
        }
    }

    pub(crate) fn check(self, bits: u8) -> Result<(), Error> {
        if self.fits(bits) {
            return Ok(());
        }
        Err(refuse!(
            InvalidOption,
            "rotated base64 writes {} bits, not {bits}; choose another encoding",
            rotated::BITS
        ))
    }

    fn radix(self) -> Option<radix::Radix> {
        match self {
            Self::Decimal => Some(radix::DECIMAL),
            Self::Hex => Some(radix::HEX),
            Self::Base36 => Some(radix::BASE36),
            Self::Base62 => Some(radix::BASE62),
            Self::RotatedBase64 => None,
        }
    }

    fn alphabet(self) -> &'static str {
        match self {
            Self::Decimal => "digits 0-9",
            Self::Hex => "digits 0-9 and a-f",
            Self::Base36 => "digits 0-9 and letters a-z",
            Self::Base62 => "digits 0-9 and letters A-Z and a-z",
            Self::RotatedBase64 => "letters A-Z and a-z, digits 0-9, '-' and '_'",
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

    /// Checks the options `as` (an encoding's name) and `padded` (yes or no).
    ///
    /// # Errors
    /// `INVALID_OPTION`, with what is wrong and what is allowed.
    pub fn new(options: &[(String, Plain)]) -> Result<Self, Error> {
        check_names("a text", options, || ["as", "padded"].into_iter())?;
        let encoding = match find(options, "as") {
            Plain::Missing => None,
            name => Some(Encoding::named("as", name)?),
        };
        let padded = match find(options, "padded") {
            Plain::Missing => false,
            Plain::Flag(padded) => *padded,
            other => return Err(refuse!(InvalidOption, "padded is {other}; it must be true or false")),
        };
        Ok(Self { encoding, padded })
    }

    /// As one number, for those who can't hold a struct: 0 is [`Style::OWN`].
    pub fn code(self) -> u32 {
        self.encoding.map_or(0, |encoding| encoding as u32 + 1) << 1 | u32::from(self.padded)
    }

    /// The style of a [`Style::code`].
    pub fn of_code(code: u32) -> Self {
        let encoding = Encoding::ALL.get((code as usize >> 1).wrapping_sub(1));
        Self { encoding: encoding.map(|(_, encoding)| *encoding), padded: code & 1 == 1 }
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
        Self { bytes: [b'0'; MAX_TEXT], start: MAX_TEXT }
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
