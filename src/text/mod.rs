//! IDs as text: decimal, hex, base36, base62, uid60's rotated base64, sno's base32 and its UUID.
//!
//! Reading is strict: each encoding has one text per value (and, on request, one of fixed width
//! that sorts like the value), and everything else is refused with the place of the first character
//! that is wrong.

mod numeral;
mod rotated;
mod sno;
mod unreadable;
pub(crate) mod uuid;

use std::fmt;
use std::ops::Deref;

use crate::error::Error;
use crate::layout::Place;
use numeral::{NUMERALS, Numeral};
pub use unreadable::Unreadable;

/// The longest text of any encoding: a UUID.
pub const MAX_TEXT: usize = uuid::LENGTH;

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
        match self {
            Self::Decimal => "decimal",
            Self::Hex => "hex",
            Self::Base36 => "base36",
            Self::Base62 => "base62",
            Self::RotatedBase64 => "rotatedBase64",
            Self::Sno => "sno",
            Self::SnoUuid => "snoUuid",
        }
    }

    /// Its base and digits.
    fn numeral(self) -> &'static Numeral {
        // A UUID is sno's text in another form.
        &NUMERALS[(self as usize).min(Self::Sno as usize)]
    }

    /// Its digits, in the order of their values.
    pub fn digits(self) -> &'static [u8] {
        self.numeral().digits
    }

    /// Whether the last two digits of a text stand first.
    pub fn moves_last_two(self) -> bool {
        self == Self::RotatedBase64
    }

    /// Whether no other texts are read, in its own style, than those that are written.
    pub fn reads_what_it_writes(self) -> bool {
        !matches!(self, Self::Base36 | Self::RotatedBase64 | Self::SnoUuid)
    }

    fn fits(self, bits: u8) -> bool {
        let width = self.numeral().width;
        width == 0 || width == bits
    }

    /// Writes a value of a layout of so many bits. `padded` texts all have the width of the largest
    /// value's and sort as the values do; those that are defined for one width always have it.
    ///
    /// # Errors
    /// `INVALID_OPTION` where the encoding doesn't fit the width.
    pub fn write(self, value: u128, bits: u8, padded: bool) -> Result<Text, Error> {
        let mut text = Text::EMPTY;
        self.write_to(&mut text, value, bits, padded)?;
        Ok(text)
    }

    /// As [`Encoding::write`], in the place of another text.
    ///
    /// # Errors
    /// As [`Encoding::write`].
    pub fn write_to(self, text: &mut Text, value: u128, bits: u8, padded: bool) -> Result<(), Error> {
        self.check(bits)?;
        if self == Self::Sno {
            sno::write(value, text);
            return Ok(());
        }
        let numeral = self.numeral();
        let least = if padded || numeral.width > 0 { numeral.digits(bits) } else { 1 };
        let value = if self.moves_last_two() { rotated::rotate(value as u64).into() } else { value };
        numeral.write(value, least, text);
        if self == Self::SnoUuid {
            uuid::write(text);
        }
        Ok(())
    }

    /// The last characters that follow on this one while a value is counted up and the rest of its text stays.
    pub fn following(self, last: u8) -> &'static [u8] {
        let numeral = self.numeral();
        if self.moves_last_two() || self == Self::SnoUuid {
            return &[];
        }
        numeral.digits.get(usize::from(numeral.digit(last)) + 1..).unwrap_or_default()
    }

    /// Reads what [`Encoding::write`] writes, of the same `bits` and `padded`. Rotated base64 is
    /// also read without the leading zero digits, as in uid60's published example.
    ///
    /// # Errors
    /// What is wrong first, and where.
    pub fn read(self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        if !self.fits(bits) {
            return Err(Unreadable::OtherWidth);
        }
        if self == Self::Sno
            && let Some(value) = sno::read(text)
        {
            return Ok(value);
        }
        let (numeral, rotated) = (self.numeral(), self.moves_last_two());
        if self == Self::SnoUuid {
            return uuid::read(text, numeral);
        }
        let mut value = 0;
        let count = numeral.read(text, &mut value);
        if count < text.len() {
            return Err(Unreadable::Character(count));
        }
        let most = numeral.digits(bits);
        let least = if rotated {
            rotated::MOVED
        } else if padded || numeral.width > 0 {
            most
        } else {
            1
        };
        let lead = if rotated { rotated::MOVED } else { 0 };
        if text.len() < least || text.len() > most {
            Err(Unreadable::Length(least, most))
        } else if text.len() > least
            && text.get(lead) == numeral.digits.first()
            && !(rotated && text.len() == most)
        {
            Err(Unreadable::LeadingZero(lead))
        } else if exceeds(value, bits) {
            Err(Unreadable::TooWide)
        } else {
            Ok(if rotated { rotated::rotate_back(value as u64, text.len()).into() } else { value })
        }
    }

    /// The bits of a value at a place, from no more of its text than has to be read.
    ///
    /// # Errors
    /// What is wrong first, and where, of what is read.
    pub fn read_part(self, text: &[u8], bits: u8, place: Place) -> Result<u64, Unreadable> {
        if self != Self::Sno {
            return self.read(text, bits, false).map(|value| place.read(value));
        }
        let length = self.numeral().digits(bits);
        if text.len() != length {
            return Err(Unreadable::Length(length, length));
        }
        let first = usize::from(bits - place.shift - place.bits) / 5;
        let last = usize::from(bits - 1 - place.shift) / 5;
        let mut part = 0;
        let count = self.numeral().read(&text[first..=last], &mut part);
        if first + count <= last {
            return Err(Unreadable::Character(first + count));
        }
        Ok(Place { shift: place.shift % 5, bits: place.bits }.read(part))
    }

    pub(crate) fn check(self, bits: u8) -> Result<(), Error> {
        if self.fits(bits) { Ok(()) } else { Err(Unreadable::OtherWidth.explain("", 0, self, bits)) }
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

/// Whether a value has more than so many bits.
pub(crate) fn exceeds(value: u128, bits: u8) -> bool {
    let (high, low) = ((value >> 64) as u64, value as u64);
    match bits.checked_sub(64) {
        Some(above) => high >> above > 0,
        None => high > 0 || low >> bits > 0,
    }
}

/// Adds a character to a text that comes by its code points; what is none shows as U+FFFD. Here, so that
/// there is but one `String::push` in the wasm.
pub fn push_point(text: &mut String, point: u32) {
    text.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
}

/// A short text of ASCII characters, without an allocation.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; MAX_TEXT],
    /// How many characters there are, the last one at the end.
    count: usize,
}

impl Text {
    /// No character.
    pub const EMPTY: Self = Self { bytes: [0; MAX_TEXT], count: 0 };

    /// The characters.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[MAX_TEXT - self.count..]
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
