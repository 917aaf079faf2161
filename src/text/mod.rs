//! IDs as text: one table of encodings, strict reading.
//!
//! Each encoding has one canonical text per value, and on request one padded text that sorts like the value.
//! uid60's encoding also has a short text. Any other text is refused with its first mistake, except for the
//! aliases that the table allows.

mod alphabet;
mod base64;
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
pub(crate) use sno::{digits as sno_digits, digits_after as sno_digits_after};
pub use unreadable::Unreadable;

/// The length of the longest text of any encoding: the binary digits of the widest value.
pub const MAX_TEXT: usize = 80;

impl Encoding {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The name in options.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The alphabet in words.
    pub fn characters(self) -> &'static str {
        self.row().characters
    }

    /// The value of a character; `None` if it is neither a digit nor an alias of one.
    pub fn digit_value(self, character: u8) -> Option<u8> {
        let value = self.row().alphabet.digit_value(character);
        (usize::from(value) < self.digits().len()).then_some(value)
    }

    /// The only width in bits that the encoding is defined for, if there is one.
    pub fn only_width(self) -> Option<u8> {
        Some(self.row().width).filter(|&width| width != 0)
    }

    /// Whether every text has as many digits as that of the largest value.
    pub fn is_fixed_length(self) -> bool {
        self.row().is_fixed_length
    }

    /// Whether the texts are UUIDs.
    pub fn is_uuid(self) -> bool {
        self.row().form == Form::Uuid
    }

    /// Whether the texts are the base64 of the digits.
    pub fn is_base64(self) -> bool {
        self.row().form == Form::Base64
    }

    /// Whether users of the npm package import the encoding, instead of giving its name.
    pub fn is_imported(self) -> bool {
        self.row().is_imported
    }

    /// Whether padded texts sort by their bytes as their values do.
    pub fn sorts(self) -> bool {
        self.digits().is_sorted() && !self.moves_last_two() && !self.is_base64()
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
        !self.row().alphabet.has_aliases() && self.row().form != Form::Uuid
    }

    /// Whether texts without leading zeros are defined too, beside those of a fixed length.
    pub fn has_short_form(self) -> bool {
        self.row().has_short_form
    }

    /// Checks that the encoding is defined for a width and for these leading zeros.
    fn check(self, bits: u8, zeros: Zeros) -> Result<(), Unreadable> {
        let Row { width, has_short_form, .. } = self.row();
        if *width != 0 && *width != bits {
            Err(Unreadable::WrongWidth)
        } else if zeros == Zeros::None && !has_short_form {
            Err(Unreadable::NoShortForm)
        } else {
            Ok(())
        }
    }

    /// The smallest and the largest count of digits of a text.
    fn lengths(self, bits: u8, zeros: Zeros) -> (usize, usize) {
        let Row { alphabet, is_fixed_length, .. } = self.row();
        let max = alphabet.digits_of(bits);
        let has_all = zeros == Zeros::All || zeros == Zeros::Usual && *is_fixed_length;
        let min = if self.moves_last_two() { rotated::MOVED } else { 1 };
        (if has_all { max } else { min }, max)
    }

    /// Writes a value of a layout of `bits` bits.
    ///
    /// # Errors
    /// `INVALID_OPTION` if the encoding is not defined for the width, or has no short form.
    pub fn write(self, value: u128, bits: u8, zeros: Zeros) -> Result<Text, Error> {
        let mut text = Text::EMPTY;
        self.write_to(&mut text, value, bits, zeros)?;
        Ok(text)
    }

    /// As [`Encoding::write`], into a text that exists.
    ///
    /// # Errors
    /// As [`Encoding::write`].
    pub fn write_to(self, text: &mut Text, value: u128, bits: u8, zeros: Zeros) -> Result<(), Error> {
        if let Err(why) = self.check(bits, zeros) {
            return Err(why.explain("", 0, self, bits));
        }
        self.write_unchecked(text, value, bits, zeros);
        Ok(())
    }

    /// The usual text of a value of an encoding that is defined for the width.
    pub(crate) fn canonical(self, value: u128, bits: u8) -> Text {
        let mut text = Text::EMPTY;
        self.write_unchecked(&mut text, value, bits, Zeros::Usual);
        text
    }

    fn write_unchecked(self, text: &mut Text, value: u128, bits: u8, zeros: Zeros) {
        let Row { alphabet, form, .. } = self.row();
        if *form == Form::PackedDigits {
            sno::write(value, text);
            return;
        }
        let mut digits = self.lengths(bits, zeros).0;
        let mut value = value;
        if self.moves_last_two() {
            if zeros == Zeros::None {
                digits = rotated::digits_of(value as u64);
            }
            value = rotated::rotate(value as u64, digits).into();
        }
        alphabet.write(value, digits, text);
        match form {
            Form::Uuid => uuid::write(text),
            Form::Base64 => base64::write(text),
            _ => {}
        }
    }

    /// Reads a text that [`Encoding::write`] has written with the same `bits` and `zeros`, or one with
    /// aliases of its digits that the table allows.
    ///
    /// # Errors
    /// The first mistake in the text.
    pub fn read(self, text: &[u8], bits: u8, zeros: Zeros) -> Result<u128, Unreadable> {
        self.check(bits, zeros)?;
        let Row { alphabet, form, .. } = self.row();
        if *form == Form::PackedDigits
            && let Some(value) = sno::read(text)
        {
            return Ok(value);
        }
        if *form == Form::Uuid {
            return uuid::read(text, alphabet);
        }
        if *form == Form::Base64 {
            let lengths = self.lengths(bits, zeros);
            let (digits, count) = base64::read(text, lengths)?;
            if count < lengths.0 || count > lengths.1 {
                return Err(Unreadable::Digits(count, lengths.0, lengths.1));
            }
            return Encoding::Decimal.read_digits(&digits[..count], bits, lengths);
        }
        self.read_digits(text, bits, self.lengths(bits, zeros))
    }

    /// Reads digits, whose count is in a range.
    fn read_digits(self, text: &[u8], bits: u8, (min, max): (usize, usize)) -> Result<u128, Unreadable> {
        let alphabet = &self.row().alphabet;
        let is_rotated = self.moves_last_two();
        let mut value = 0;
        let count = alphabet.read(text, &mut value);
        if count < text.len() {
            return Err(Unreadable::Character(count));
        }
        let lead = if is_rotated { rotated::MOVED } else { 0 };
        if text.len() < min || text.len() > max {
            Err(Unreadable::Length(min, max))
        } else if text.len() > min && text.get(lead) == alphabet.digits.first() {
            Err(Unreadable::LeadingZero(lead))
        } else if exceeds(value, bits) {
            Err(Unreadable::TooWide)
        } else {
            Ok(if is_rotated { rotated::rotate_back(value as u64, text.len()).into() } else { value })
        }
    }

    /// Reads the number at a position of a value. In sno's encoding, it reads only the characters that
    /// contain the number.
    ///
    /// # Errors
    /// The first mistake in the characters that are read.
    pub fn read_place(self, text: &[u8], bits: u8, place: Place) -> Result<u64, Unreadable> {
        let Row { alphabet, form, .. } = self.row();
        if *form != Form::PackedDigits {
            return self.read(text, bits, Zeros::Usual).map(|value| place.read(value));
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
        self.check(bits, Zeros::Usual).map_err(|why| why.explain("", 0, self, bits))
    }
}

/// Which leading zero digits a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zeros {
    /// Those that the encoding states: none, or all of them.
    Usual,
    /// All: texts have the length of the text of the largest value, and sort like the values.
    All,
    /// None, which only uid60's encoding allows: its published form. At least two digits remain.
    None,
}

impl Zeros {
    /// All choices, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Usual, Self::All, Self::None];

    /// The option of the npm package for this choice; empty for [`Zeros::Usual`].
    pub fn option(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::All => "padded",
            Self::None => "short",
        }
    }
}

/// How to write or read a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The encoding; `None` is the format's own.
    pub encoding: Option<Encoding>,
    /// The leading zero digits.
    pub zeros: Zeros,
}

impl Style {
    /// The format's own encoding, with its usual leading zeros.
    pub const OWN: Self = Self { encoding: None, zeros: Zeros::Usual };
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
