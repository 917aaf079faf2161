//! Positional numerals: the digits of a value in a base, the high ones first.
//!
//! Dividing is what makes writing digits slow, so it is done rarely: a few times by a whole group of
//! digits, and the digits of a group are found by multiplying.

use super::{Text, Unreadable};

/// A base with its digits.
pub(super) struct Numeral {
    /// From that of 0 on, in the order of their values.
    digits: &'static [u8],
    /// What `0`, `A` and `a` stand for; the characters after them stand for the numbers after those.
    /// A sum that is not below the base is no digit.
    firsts: [u8; 3],
    /// How many digits 1000 bits are.
    per_1000_bits: u16,
    /// How many digits are found at a time, and how many values they have.
    group: u8,
    group_values: u64,
    /// 2^34 / base, rounded up.
    reciprocal: u64,
}

/// A first value that makes no sum a digit.
const NONE: u8 = 64;

const DIGITS: &[u8; 74] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LOWER: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// In the order of the encodings.
pub(super) static NUMERALS: [Numeral; 6] = [
    Numeral::new(LOWER.split_at(10).0, [0, NONE, NONE], 301, 9),
    Numeral::new(LOWER.split_at(16).0, [0, NONE, 10], 250, 7),
    Numeral::new(LOWER, [0, 10, 10], 193, 5),
    Numeral::new(DIGITS.split_at(62).0, [0, 10, 36], 168, 4),
    Numeral::new(DIGITS.split_at(10).1, [52, 0, 26], 166, 5),
    // sno's has neither 0 and 1 nor y and z, "2-9a-x".
    Numeral::new(LOWER.split_at(2).1.split_at(32).0, [2_u8.wrapping_neg(), NONE, 8], 200, 6),
];

impl Numeral {
    const fn new(digits: &'static [u8], firsts: [u8; 3], per_1000_bits: u16, group: u8) -> Self {
        let base = digits.len() as u64;
        let (group_values, reciprocal) = (base.pow(group as u32), (1_u64 << 34).div_ceil(base));
        // What rounding adds to a product stays below one, so quotients are exact.
        assert!(group_values * (reciprocal * base - (1 << 34)) <= 1 << 34);
        Self { digits, firsts, per_1000_bits, group, group_values, reciprocal }
    }

    /// How many digits the largest value of so many bits has, of which there may be 80.
    pub fn digits(&self, bits: u8) -> usize {
        (usize::from(bits) * usize::from(self.per_1000_bits)).div_ceil(1000)
    }

    /// The digit that stands for 0.
    pub fn zero(&self) -> u8 {
        self.digits[0]
    }

    /// The digits of a value of up to 96 bits, with leading zeros to so many at the least.
    pub fn write(&self, value: u128, least: usize) -> Text {
        let (base, mut high, mut low) = (self.digits.len() as u64, (value >> 64) as u64, value as u64);
        let mut text = Text::EMPTY;
        while high | low > 0 || text.count() < least {
            let mut rest;
            if high == 0 {
                (low, rest) = divide(low, self.group_values);
            } else {
                (high, rest) = divide(high << 32 | low >> 32, self.group_values);
                (low, rest) = divide(rest << 32 | low & 0xFFFF_FFFF, self.group_values);
                (high, low) = (high >> 32, high << 32 | low);
            }
            for _ in 0..self.group {
                let above = rest * self.reciprocal >> 34;
                text.prepend(self.digits[(rest - above * base) as usize]);
                rest = above;
            }
        }
        while text.count() > least && text.as_bytes()[0] == self.zero() {
            text.start += 1;
        }
        text
    }

    /// The value of the digits, of which the first stands at this place of the whole text. A value of
    /// more than 96 bits loses the high ones.
    ///
    /// # Errors
    /// The place of the first character that is no digit.
    pub fn read(&self, digits: &[u8], place: usize) -> Result<u128, Unreadable> {
        // The value is `high << 56 | low`, so that a digit more doesn't overflow the low part.
        let (base, mut high, mut low) = (self.digits.len() as u64, 0_u64, 0);
        for (at, &character) in digits.iter().enumerate() {
            let digit = u64::from(self.digit(character));
            if digit >= base {
                return Err(Unreadable::Character(place + at));
            }
            low = low * base + digit;
            high = high.wrapping_mul(base).wrapping_add(low >> 56);
            low &= (1 << 56) - 1;
        }
        Ok(u128::from(high >> 8) << 64 | u128::from(high << 56 | low))
    }

    /// Whether the character is one of the digits.
    pub fn has(&self, character: u8) -> bool {
        usize::from(self.digit(character)) < self.digits.len()
    }

    /// What a character stands for; the base or more where it is no digit.
    fn digit(&self, character: u8) -> u8 {
        let [digit, capital, letter] = self.firsts;
        match character {
            b'0'..=b'9' => digit.wrapping_add(character - b'0'),
            b'A'..=b'Z' => capital + (character - b'A'),
            b'a'..=b'z' => letter + (character - b'a'),
            b'-' => 62,
            b'_' => 63,
            _ => NONE,
        }
    }
}

/// Quotient and remainder, with one division: wasm has no instruction for both.
fn divide(dividend: u64, divisor: u64) -> (u64, u64) {
    let quotient = dividend / divisor;
    (quotient, dividend - quotient * divisor)
}
