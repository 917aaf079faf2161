//! Positional numerals: the value in base 10, 16, 36 or 62.

use super::{MAX_TEXT, Text, Unreadable};

/// A base with its digits.
pub(super) struct Radix {
    digits: &'static [u8],
    any_case: bool,
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LOWER: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// Those of the first encodings, in their order.
pub(super) static ALL: [Radix; 4] = [
    Radix { digits: LOWER.split_at(10).0, any_case: false },
    Radix { digits: LOWER.split_at(16).0, any_case: false },
    Radix { digits: LOWER, any_case: true },
    Radix { digits: DIGITS, any_case: false },
];

impl Radix {
    fn base(&self) -> u64 {
        self.digits.len() as u64
    }

    /// How many digits the largest value of so many bits has.
    pub(super) fn digits(&self, bits: u8) -> usize {
        let (mut rest, mut count) = ((1u128 << bits) - 1, 0);
        while rest > 0 {
            divide(&mut rest, self.base());
            count += 1;
        }
        count
    }

    /// The digits of a value, with leading zeros to so many at the least.
    pub(super) fn write(&self, value: u128, least: usize) -> Text {
        let mut text = Text::from_end();
        let mut rest = value;
        while rest > 0 {
            text.prepend(self.digits[divide(&mut rest, self.base()) as usize]);
        }
        while MAX_TEXT - text.start < least {
            text.prepend(self.digits[0]);
        }
        text
    }

    /// The value of a text: no more bits than these; with leading zeros to the full width if
    /// `padded`, else with none.
    pub(super) fn read(&self, text: &[u8], bits: u8, padded: bool) -> Result<u128, Unreadable> {
        let most = self.digits(bits);
        let value = text.iter().take(most).enumerate().try_fold(0, |value, (at, &character)| {
            let digit = self.digit(character).ok_or(Unreadable::Character(at))?;
            Ok(value * u128::from(self.base()) + u128::from(digit))
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

    fn digit(&self, character: u8) -> Option<u8> {
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

/// Divides a value of up to 96 bits by a base and gives the remainder. Dividing 128 bits is a slow and
/// long library routine, and all but the widest values fit 64.
fn divide(value: &mut u128, base: u64) -> u64 {
    let (high, low) = ((*value >> 32) as u64, *value as u64);
    if high >> 32 == 0 {
        *value = u128::from(low / base);
        return low % base;
    }
    let rest = (high % base) << 32 | low & 0xFFFF_FFFF;
    *value = u128::from(high / base) << 32 | u128::from(rest / base);
    rest % base
}
