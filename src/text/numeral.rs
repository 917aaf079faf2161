//! Positional numerals: the digits of a value in a base, the high ones first.
//!
//! Dividing is what makes writing digits slow, so it is done rarely: a few times by a whole group of
//! digits, and the digits of a group are found by multiplying.

use super::{MAX_TEXT, Text};

/// A base with its digits.
pub(super) struct Numeral {
    /// The only width of values, in bits, whose numerals these are; 0 where any is.
    pub width: u8,
    /// From that of 0 on, in the order of their values.
    pub digits: &'static [u8],
    /// What `0`, `A` and `a` stand for; the characters after them stand for the numbers after those.
    /// A sum that is not below the base is no digit.
    firsts: [u8; 3],
    /// How many digits 1024 bits are.
    per_1024_bits: u16,
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
    Numeral::new(0, LOWER.split_at(10).0, [0, NONE, NONE], 308, 9),
    Numeral::new(0, LOWER.split_at(16).0, [0, NONE, 10], 256, 7),
    Numeral::new(0, LOWER, [0, 10, 10], 198, 5),
    Numeral::new(0, DIGITS.split_at(62).0, [0, 10, 36], 172, 4),
    Numeral::new(60, DIGITS.split_at(10).1, [52, 0, 26], 170, 5),
    // sno's has neither 0 and 1 nor y and z: "2-9a-x".
    Numeral::new(80, LOWER.split_at(2).1.split_at(32).0, [2_u8.wrapping_neg(), NONE, 8], 204, 6),
];

impl Numeral {
    const fn new(width: u8, digits: &'static [u8], firsts: [u8; 3], per_1024_bits: u16, group: u8) -> Self {
        let base = digits.len() as u64;
        let (group_values, reciprocal) = (base.pow(group as u32), (1_u64 << 34).div_ceil(base));
        // What rounding adds to a product stays below one, so quotients are exact.
        assert!(group_values * (reciprocal * base - (1 << 34)) <= 1 << 34);
        Self { width, digits, firsts, per_1024_bits, group, group_values, reciprocal }
    }

    /// How many digits the largest value of so many bits has, of which there may be 80.
    pub fn digits(&self, bits: u8) -> usize {
        (usize::from(bits) * usize::from(self.per_1024_bits)).div_ceil(1024)
    }

    /// Writes the digits of a value of up to 96 bits, with leading zeros to so many at the least.
    pub fn write(&self, value: u128, least: usize, text: &mut Text) {
        let (base, mut high, mut low) = (self.digits.len() as u64, (value >> 64) as u64, value as u64);
        let mut count = 0;
        'digits: loop {
            let (mut part, mut quotient) = (low, 0);
            if high > 0 {
                let above = high << 32 | low >> 32;
                quotient = above / self.group_values;
                part = (above % self.group_values) << 32 | low & 0xFFFF_FFFF;
            }
            high = quotient >> 32;
            low = quotient << 32 | (part / self.group_values);
            let mut rest = part % self.group_values;
            for _ in 0..self.group {
                if high | low | rest == 0 && count >= least {
                    break 'digits;
                }
                let above = (rest * self.reciprocal) >> 34;
                count += 1;
                text.bytes[MAX_TEXT - count] = self.digits[(rest - above * base) as usize];
                rest = above;
            }
        }
        text.count = count;
    }

    /// Reads the digits that a text begins with, and tells how many there are. A value of more than 96
    /// bits loses the high ones.
    pub fn read(&self, text: &[u8], value: &mut u128) -> usize {
        // The value is `high << 56 | low`, so that a digit more doesn't overflow the low part.
        let (base, mut high, mut low) = (self.digits.len() as u64, 0_u64, 0);
        let mut count = 0;
        for &character in text {
            let digit = u64::from(self.digit(character));
            if digit >= base {
                break;
            }
            low = low * base + digit;
            high = high.wrapping_mul(base).wrapping_add(low >> 56);
            low &= (1 << 56) - 1;
            count += 1;
        }
        *value = u128::from(high >> 8) << 64 | u128::from(high << 56 | low);
        count
    }

    /// What a character stands for; the base or more where it is no digit.
    pub fn digit(&self, character: u8) -> u8 {
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
