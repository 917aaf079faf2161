//! Positional numerals: the value in base 10, 16, 36 or 62.

use super::{MAX_TEXT, Text, Unreadable};

/// A base with its digits.
#[derive(Clone, Copy)]
pub(super) struct Radix {
    digits: &'static [u8],
    any_case: bool,
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LOWER: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

pub(super) const DECIMAL: Radix = Radix { digits: LOWER.split_at(10).0, any_case: false };
pub(super) const HEX: Radix = Radix { digits: LOWER.split_at(16).0, any_case: false };
pub(super) const BASE36: Radix = Radix { digits: LOWER, any_case: true };
pub(super) const BASE62: Radix = Radix { digits: DIGITS, any_case: false };

impl Radix {
    fn base(self) -> u128 {
        self.digits.len() as u128
    }

    /// How many digits the largest value of so many bits has.
    pub(super) fn digits(self, bits: u8) -> usize {
        let (mut rest, mut count) = ((1u128 << bits) - 1, 0);
        while rest > 0 {
            rest /= self.base();
            count += 1;
        }
        count
    }

    /// The digits of a value, with leading zeros to so many at the least.
    pub(super) fn write(self, value: u128, least: usize) -> Text {
        let mut text = Text::from_end();
        let mut wide = value;
        // Dividing 128 bits is a slow library call, and all but the widest values fit 64.
        while wide > u128::from(u64::MAX) {
            text.prepend(self.digits[(wide % self.base()) as usize]);
            wide /= self.base();
        }
        let (mut rest, base) = (wide as u64, self.base() as u64);
        while rest > 0 {
            text.prepend(self.digits[(rest % base) as usize]);
            rest /= base;
        }
        while MAX_TEXT - text.start < least {
            text.prepend(self.digits[0]);
        }
        text
    }

    /// The value of a text: no more bits than these; with leading zeros to the full width if
    /// `padded`, else with none.
    pub(super) fn read(self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        let most = self.digits(bits);
        let value = text.iter().take(most).enumerate().try_fold(0, |value, (at, &character)| {
            let digit = self.digit(character).ok_or(Unreadable::Character(at))?;
            Ok(value * self.base() + u128::from(digit))
        })?;
        if let Some(at) = text.iter().skip(most).position(|&c| self.digit(c).is_none()) {
            return Err(Unreadable::Character(most + at));
        }
        if padded && text.len() != most {
            return Err(Unreadable::Length(most, most));
        }
        if text.is_empty() || text.len() > most {
            return Err(Unreadable::Length(1, most));
        }
        if !padded && text.len() > 1 && text[0] == b'0' {
            return Err(Unreadable::LeadingZero(0));
        }
        // The widest sum, of 25 digits in base 10, is below 2^84; of 14 in base 62, below 2^84 too.
        if value >> bits != 0 { Err(Unreadable::TooWide) } else { Ok(value) }
    }

    fn digit(self, character: u8) -> Option<u8> {
        let digit = match character {
            b'0'..=b'9' => character - b'0',
            b'a'..=b'z' if self.base() == 62 => character - b'a' + 36,
            b'a'..=b'z' => character - b'a' + 10,
            b'A'..=b'Z' if self.base() == 62 || self.any_case => character - b'A' + 10,
            _ => return None,
        };
        (usize::from(digit) < self.digits.len()).then_some(digit)
    }
}
