//! IDs as text: one table of encodings, strict reading.
//!
//! Each encoding has one canonical text per value, and on request one padded text that sorts like the
//! value. Any other text is refused with the position of the first wrong character, except where the table
//! allows aliases.

mod alphabet;
mod encodings;
mod rotated;
mod sno;
mod unreadable;
pub(crate) mod uuid;

use std::fmt;
use std::ops::Deref;

use crate::error::Error;
use crate::layout::Place;
pub use encodings::Encoding;
use encodings::{Form, Row, TABLE};
pub use unreadable::Unreadable;

/// The length of the longest text of any encoding: a UUID.
pub const MAX_TEXT: usize = uuid::LENGTH;

impl Encoding {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name in options.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The digits in the order of their values.
    pub fn digits(self) -> &'static [u8] {
        self.row().alphabet.digits
    }

    /// Whether the last two digits of a text are at its front.
    pub fn moves_last_two(self) -> bool {
        self.row().form == Form::RotatedDigits
    }

    /// Whether only canonical text is accepted.
    pub fn accepts_only_canonical(self) -> bool {
        !self.row().alphabet.has_aliases() && matches!(self.row().form, Form::Digits | Form::PackedDigits)
    }

    fn is_defined_for(self, bits: u8) -> bool {
        let width = self.row().width;
        width == 0 || width == bits
    }

    /// Writes a value of a layout of `bits` bits. Padded texts have the length of the text of the largest
    /// value, and sort like the values.
    ///
    /// # Errors
    /// `INVALID_OPTION` if the encoding is not defined for the width.
    pub fn write(self, value: u128, bits: u8, padded: bool) -> Result<Text, Error> {
        let mut text = Text::EMPTY;
        self.write_to(&mut text, value, bits, padded)?;
        Ok(text)
    }

    /// As [`Encoding::write`], in place.
    ///
    /// # Errors
    /// As [`Encoding::write`].
    pub fn write_to(self, text: &mut Text, value: u128, bits: u8, padded: bool) -> Result<(), Error> {
        self.check_width(bits)?;
        let Row { alphabet, is_fixed_length, form, .. } = self.row();
        if *form == Form::PackedDigits {
            sno::write(value, text);
            return Ok(());
        }
        let min_width = if padded || *is_fixed_length { alphabet.digits_of(bits) } else { 1 };
        let value = if self.moves_last_two() { rotated::rotate(value as u64).into() } else { value };
        alphabet.write(value, min_width, text);
        if *form == Form::Uuid {
            uuid::write(text);
        }
        Ok(())
    }

    /// The last characters of the texts of the next values, as long as only the last character differs.
    pub fn next_last_characters(self, last: u8) -> &'static [u8] {
        let Row { alphabet, form, .. } = self.row();
        if matches!(form, Form::RotatedDigits | Form::Uuid) {
            return &[];
        }
        alphabet.digits.get(usize::from(alphabet.digit_value(last)) + 1..).unwrap_or_default()
    }

    /// Reads a text that [`Encoding::write`] has written with the same `bits` and `padded`, or one that the
    /// table allows. Rotated base64 is also read without the leading zero digits, as in uid60's published
    /// example.
    ///
    /// # Errors
    /// The first mistake and its position.
    pub fn read(self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        if !self.is_defined_for(bits) {
            return Err(Unreadable::WrongWidth);
        }
        let Row { alphabet, is_fixed_length, form, .. } = self.row();
        if *form == Form::PackedDigits
            && let Some(value) = sno::read(text)
        {
            return Ok(value);
        }
        if *form == Form::Uuid {
            return uuid::read(text, alphabet);
        }
        let is_rotated = self.moves_last_two();
        let mut value = 0;
        let count = alphabet.read(text, &mut value);
        if count < text.len() {
            return Err(Unreadable::Character(count));
        }
        let max = alphabet.digits_of(bits);
        let min = if is_rotated {
            rotated::MOVED
        } else if padded || *is_fixed_length {
            max
        } else {
            1
        };
        let lead = if is_rotated { rotated::MOVED } else { 0 };
        if text.len() < min || text.len() > max {
            Err(Unreadable::Length(min, max))
        } else if text.len() > min
            && text.get(lead) == alphabet.digits.first()
            && !(is_rotated && text.len() == max)
        {
            Err(Unreadable::LeadingZero(lead))
        } else if exceeds(value, bits) {
            Err(Unreadable::TooWide)
        } else {
            Ok(if is_rotated { rotated::rotate_back(value as u64, text.len()).into() } else { value })
        }
    }

    /// Reads the number at a position of a value. It reads no more characters than necessary.
    ///
    /// # Errors
    /// The first mistake in the characters that are read, and its position.
    pub fn read_place(self, text: &[u8], bits: u8, place: Place) -> Result<u64, Unreadable> {
        let Row { alphabet, form, .. } = self.row();
        if *form != Form::PackedDigits {
            return self.read(text, bits, false).map(|value| place.read(value));
        }
        let length = alphabet.digits_of(bits);
        if text.len() != length {
            return Err(Unreadable::Length(length, length));
        }
        let first = usize::from(bits - place.shift - place.bits) / 5;
        let last = usize::from(bits - 1 - place.shift) / 5;
        let mut part = 0;
        let count = alphabet.read(&text[first..=last], &mut part);
        if first + count <= last {
            return Err(Unreadable::Character(first + count));
        }
        Ok(Place { shift: place.shift % 5, bits: place.bits }.read(part))
    }

    /// Checks that the encoding is defined for a width.
    ///
    /// # Errors
    /// `INVALID_OPTION`.
    pub(crate) fn check_width(self, bits: u8) -> Result<(), Error> {
        if self.is_defined_for(bits) {
            Ok(())
        } else {
            Err(Unreadable::WrongWidth.explain("", 0, self, bits))
        }
    }
}

/// How to write or read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The encoding; `None` is the format's own.
    pub encoding: Option<Encoding>,
    /// Whether texts are padded to the length of the text of the largest value.
    pub padded: bool,
}

impl Style {
    /// The format's own encoding, not padded.
    pub const OWN: Self = Self { encoding: None, padded: false };

    /// The number of a style: `2 * (encoding + 1) + padded`, where `encoding + 1` is 0 for the format's
    /// own encoding.
    pub fn code(self) -> u32 {
        self.encoding.map_or(0, |encoding| encoding as u32 + 1) << 1 | u32::from(self.padded)
    }

    /// The style with this [`Style::code`].
    pub fn from_code(code: u32) -> Self {
        let encoding = Encoding::ALL.get((code as usize >> 1).wrapping_sub(1)).copied();
        Self { encoding, padded: code & 1 == 1 }
    }
}

/// Whether a value has more than `bits` bits.
pub(crate) fn exceeds(value: u128, bits: u8) -> bool {
    let (high, low) = ((value >> 64) as u64, value as u64);
    match bits.checked_sub(64) {
        Some(above) => high >> above > 0,
        None => high > 0 || low >> bits > 0,
    }
}

/// A short text of ASCII characters, without an allocation.
#[derive(Clone, Copy)]
pub struct Text {
    bytes: [u8; MAX_TEXT],
    /// The count of characters. They are at the end of `bytes`.
    count: usize,
}

impl Text {
    /// The empty text.
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
