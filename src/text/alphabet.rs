//! Positional numerals: a value as digits in a base, the high digits first.
//!
//! Division is slow. So [`Alphabet::write`] divides a value only once or twice for a whole group of digits,
//! by the count of values that a group has. It finds the digits of a group by multiplication.

use super::{MAX_TEXT, Text};

/// The digits of a base, and the characters that are read as them.
pub(super) struct Alphabet {
    /// The digits in the order of their values.
    pub digits: &'static [u8],
    /// The digit value of each ASCII character, or [`NO_DIGIT`].
    values: [u8; 128],
    /// Whether other characters than `digits` are read.
    has_aliases: bool,
    /// The count of digits of 4096 bits, rounded up so that [`Alphabet::digits_of`] is exact.
    digits_per_4096_bits: u16,
    /// The count of digits in a group; and the count of values of a group, which is the base to this power.
    group: u8,
    group_values: u64,
    /// 2^34 / base, rounded up.
    reciprocal: u64,
}

/// The value of a character that is no digit. It is not below any base.
const NO_DIGIT: u8 = u8::MAX;

/// The widest value whose digits are counted, in bits.
const MAX_BITS: u8 = 80;

impl Alphabet {
    /// The alphabet with these digits, at most 64, in the order of their values. Each alias is a character
    /// that is read as the digit after it.
    pub const fn new(digits: &'static [u8], aliases: &[[u8; 2]]) -> Self {
        let base = digits.len() as u64;
        let mut values = [NO_DIGIT; 128];
        let mut value = 0;
        while value < digits.len() {
            values[digits[value] as usize] = value as u8;
            value += 1;
        }
        let mut i = 0;
        while i < aliases.len() {
            let [alias, digit] = aliases[i];
            values[alias as usize] = values[digit as usize];
            i += 1;
        }
        let reciprocal = (1_u64 << 34).div_ceil(base);
        // With more values in a group, the rounding of the reciprocal could change a quotient.
        let max_group_values = (1 << 34) / (reciprocal * base - (1 << 34) + 1);
        let max_group_values = if max_group_values < 1 << 30 { max_group_values } else { 1 << 30 };
        let (mut group, mut group_values) = (0, 1);
        while group_values * base <= max_group_values {
            group += 1;
            group_values *= base;
        }
        Self {
            digits,
            values,
            has_aliases: !aliases.is_empty(),
            digits_per_4096_bits: digits_per_4096_bits(base),
            group,
            group_values,
            reciprocal,
        }
    }

    /// Also reads the letters of the other case.
    pub const fn with_either_case(mut self) -> Self {
        let mut letter = b'a' as usize;
        while letter <= b'z' as usize {
            let capital = letter - 32;
            if self.values[letter] == NO_DIGIT {
                self.values[letter] = self.values[capital];
            } else if self.values[capital] == NO_DIGIT {
                self.values[capital] = self.values[letter];
            }
            letter += 1;
        }
        self.has_aliases = true;
        self
    }

    /// Whether other characters than the digits are read.
    pub fn has_aliases(&self) -> bool {
        self.has_aliases
    }

    /// The count of digits of the largest value of a width, 1 to 80 bits.
    pub fn digits_of(&self, bits: u8) -> usize {
        (usize::from(bits) * usize::from(self.digits_per_4096_bits)).div_ceil(4096)
    }

    /// Writes the digits of a value of up to 96 bits, padded with zeros to at least `min_width` digits.
    pub fn write(&self, value: u128, min_width: usize, text: &mut Text) {
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
                if high | low | rest == 0 && count >= min_width {
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

    /// Reads the digits at the beginning of a text into `value`, and returns their count. A value of more
    /// than 120 bits loses its high bits.
    pub fn read(&self, text: &[u8], value: &mut u128) -> usize {
        // The value is `high << 56 | low`, so that one more digit does not overflow `low`.
        let (base, mut high, mut low) = (self.digits.len() as u64, 0_u64, 0);
        let mut count = 0;
        for &character in text {
            let digit = u64::from(self.digit_value(character));
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

    /// The value of a digit; [`NO_DIGIT`] if the character is no digit.
    pub fn digit_value(&self, character: u8) -> u8 {
        self.values.get(usize::from(character)).copied().unwrap_or(NO_DIGIT)
    }
}

/// The smallest factor with which [`Alphabet::digits_of`] is exact for all widths.
const fn digits_per_4096_bits(base: u64) -> u16 {
    let mut factor = 4096 / (base.ilog2() + 1);
    while !is_exact(factor, base) {
        factor += 1;
    }
    factor as u16
}

const fn is_exact(factor: u32, base: u64) -> bool {
    // The digits of the largest value of a width, and the count of values of so many digits.
    let (mut bits, mut digits, mut values) = (1, 0, 1_u128);
    while bits <= MAX_BITS as u32 {
        while values < 1 << bits {
            values *= base as u128;
            digits += 1;
        }
        if (bits * factor).div_ceil(4096) != digits {
            return false;
        }
        bits += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::Alphabet;

    fn read(alphabet: &Alphabet, text: &str) -> Option<u128> {
        let mut value = 0;
        (alphabet.read(text.as_bytes(), &mut value) == text.len()).then_some(value)
    }

    #[test]
    fn an_alias_is_read_as_its_digit_in_the_given_case_or_in_either() {
        // Crockford's Base32 reads O as 0, and I and L as 1.
        const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        const ALIASES: [[u8; 2]; 3] = [*b"O0", *b"I1", *b"L1"];
        let one_case = Alphabet::new(DIGITS, &ALIASES);
        assert!(one_case.has_aliases());
        assert_eq!(read(&one_case, "1OIL"), read(&one_case, "1011"));
        for unknown in ["o", "i", "l", "a", "U", "u", "-", "é"] {
            assert_eq!(read(&one_case, unknown), None, "{unknown}");
        }
        let either_case = Alphabet::new(DIGITS, &ALIASES).with_either_case();
        assert_eq!(read(&either_case, "1oilzOILZ"), read(&one_case, "1011Z011Z"));
        assert_eq!(read(&either_case, "u"), None);
        assert!(!Alphabet::new(DIGITS, &[]).has_aliases());
    }

    #[test]
    fn a_letter_that_is_a_digit_in_both_cases_keeps_its_values() {
        let alphabet = Alphabet::new(b"aAb", &[]).with_either_case();
        assert_eq!(["a", "A", "b", "B"].map(|text| read(&alphabet, text)), [0, 1, 2, 2].map(Some));
    }
}
