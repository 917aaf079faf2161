//! The likelihood that a text is no ID of a known kind: a number, words, or a random text.
#![expect(clippy::cast_precision_loss, reason = "estimates")]

use super::UNUSUAL;
use super::likelihood::power_of_half;
use super::number::{Damage, Number, power_of_ten};

/// How many texts without an ID there are, in comparison with the priors of the kinds.
const PRIOR: f64 = 512.0;

/// How many times as common numbers with one digit more are. Counters, prices, phones, cards and codes of articles have up to
/// 16.
const LONGER: f64 = 0.7;
const LONG_DIGITS: usize = 16;
const LONG: f64 = 1e-4;

/// A number with the digits of a date or of a placeholder is so many times as common as other numbers.
const DATES: f64 = 1e4;

/// A number with the digits of an identity number of China is so many times as common as other numbers. There are more
/// than a billion of them.
const PERSONS: f64 = 1e6;

/// The share of round numbers, whose digits are 0 after the first ones, or between the first and the last ones.
const ROUND: f64 = 0.01;

/// Each word, number and separator of a text is of one of so many sorts.
const BEGINNINGS: f64 = 8.0;

/// A random text is of one of these classes.
struct Class {
    /// The share among random texts.
    share: f64,
    digits: f64,
    has: fn(u8) -> bool,
    /// The smallest of the lengths that are more common than other lengths. They are its multiples, up to 128.
    step: usize,
}

const CLASSES: [Class; 6] = [
    Class { share: 0.3, digits: 16.0, has: |c| matches!(c, b'0'..=b'9' | b'a'..=b'f'), step: 8 },
    Class { share: 0.05, digits: 16.0, has: |c| matches!(c, b'0'..=b'9' | b'A'..=b'F'), step: 8 },
    Class { share: 0.2, digits: 36.0, has: |c| matches!(c, b'0'..=b'9' | b'a'..=b'z'), step: 0 },
    Class { share: 0.1, digits: 36.0, has: |c| matches!(c, b'0'..=b'9' | b'A'..=b'Z'), step: 0 },
    Class { share: 0.2, digits: 62.0, has: |c| c.is_ascii_alphanumeric(), step: 0 },
    Class {
        share: 0.15,
        digits: 64.0,
        has: |c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_'),
        step: 0,
    },
];

/// The likelihood of a text that is no ID. `number`: the number that the text is, if it is a number.
pub(super) fn likelihood(text: &[u8], number: Option<&Number>) -> f64 {
    match number {
        // The zeros at the end stand for lost digits.
        Some(Number { value, digits, damage: Some((Damage::Exponent, lost)), .. }) => {
            PRIOR * of_number(value + 10_u64.pow(*lost) / 9, *digits)
        }
        // Numbers in another base: addresses, constants and hashes.
        Some(number) if matches!(text, [b'0', b'x' | b'X' | b'b' | b'B', ..]) => {
            PRIOR * of_bits(number.value)
        }
        Some(number) => {
            let form = if number.is_plain { 1.0 } else { UNUSUAL };
            PRIOR * form * of_number(number.value, number.digits)
        }
        None => PRIOR * (of_words(text) + random(text)) / 2.0,
    }
}

/// The share of a number: few numbers have many digits, small leading digits are more common, and so are round numbers.
pub(super) fn of_number(value: u64, digits: usize) -> f64 {
    let digits = if digits == 0 { 1 + value.checked_ilog10().unwrap_or(0) as usize } else { digits };
    let (from, first) = if digits > LONG_DIGITS { (LONG_DIGITS, LONG) } else { (1, 1.0 - LONGER) };
    let share = (from..digits).fold(first, |share, _| share * LONGER);
    let is_common = is_date(value, digits) || is_placeholder(value, digits) || is_card(value, digits);
    let share = if is_common { share * DATES } else { share };
    let share = if is_of_person(value, digits) { share * PERSONS } else { share };
    let zeros = zeros_of(value);
    let is_binary = value > 1024 && (value.is_power_of_two() || value.wrapping_add(1).is_power_of_two());
    let round = if is_binary { value as f64 } else { zeros as f64 };
    // 1 / ln(10)
    share * 0.434 / (value.max(1) as f64) * (1.0 + ROUND * round)
}

/// The share of a number in hexadecimal digits: all digits are equally common, but zeros at the end are more common.
fn of_bits(value: u64) -> f64 {
    let bits = (64 - value.leading_zeros()).next_multiple_of(4).max(4);
    let zeros = value.trailing_zeros().min(bits);
    power_of_half(bits as u8) / 16.0 * (1.0 + ROUND / power_of_half(zeros as u8))
}

/// Whether the digits are those of a placeholder: `1234567890123`.
fn is_placeholder(value: u64, digits: usize) -> bool {
    let mut counted = 0_u64;
    for at in 1..=digits as u64 {
        counted = counted.wrapping_mul(10).wrapping_add(at % 10);
    }
    counted == value
}

/// The sum of the digits with the weights 2^17 to 1, modulo 11 (ISO 7064, MOD 11-2).
fn check_of(value: u64) -> u64 {
    let digits = (0..18).rev().map(|power| value / power_of_ten(power) % 10);
    digits.fold(0, |sum, digit| sum * 2 + digit) % 11
}

/// Whether this is an identity number of China: a date of birth is in the middle, and the last digit checks the others.
fn is_of_person(value: u64, digits: usize) -> bool {
    digits == 18 && is_date(value / 10_000 % 100_000_000, 8) && check_of(value) == 1
}

/// Whether this is the number of a Chinese bank card (ISO 7812): the last digit checks the others.
fn is_card(value: u64, digits: usize) -> bool {
    if digits != 19 || value / power_of_ten(17) != 62 {
        return false;
    }
    let weighted = (0..19).map(|at| (at, value / power_of_ten(at) % 10));
    let double = |digit: u64| digit * 2 % 10 + digit / 5;
    weighted
        .fold(0, |sum, (at, digit)| sum + if at % 2 == 1 { double(digit) } else { digit })
        .is_multiple_of(10)
}

/// 10 to the power of the count of zeros at the end, or in a row that is longer than half of the number: `1000000007`.
fn zeros_of(value: u64) -> u64 {
    let (mut longest, mut row, mut rest) = (1, 1, value);
    while rest > 0 {
        row = if rest.is_multiple_of(10) { row * 10 } else { 1 };
        let is_at_end = value.is_multiple_of(row);
        if row > longest && (is_at_end || row > value / row) {
            longest = row;
        }
        rest /= 10;
    }
    longest
}

/// Whether the digits begin with a year, a month and a day: `20240517123457`.
fn is_date(value: u64, digits: usize) -> bool {
    if !matches!(digits, 8 | 10 | 12 | 14 | 17) {
        return false;
    }
    let day = value / power_of_ten(digits as u32 - 8);
    let (year, month, day) = (day / 10_000, day / 100 % 100, day % 100);
    (1900..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
}

fn random(text: &[u8]) -> f64 {
    let mut sum = 0.0;
    for Class { share, digits, has, step } in &CLASSES {
        if text.iter().all(|&character| has(character)) {
            let is_common = *step > 0 && text.len().is_multiple_of(*step) && text.len() <= 128;
            let length = if is_common { 0.1 } else { 1.0 / 48.0 };
            sum += text.iter().fold(share * length, |likelihood, _| likelihood / digits);
        }
    }
    sum
}

/// The share of a text that is made of words, numbers and separators.
fn of_words(text: &[u8]) -> f64 {
    let (mut likelihood, mut rest) = (1.0, text);
    while let [first, ..] = rest {
        let is_same = |character: &&u8| class(**character) == class(*first);
        let mut length = rest.iter().take_while(is_same).count();
        // A capital letter may begin a word.
        if length == 1 && first.is_ascii_uppercase() {
            length += rest[1..].iter().take_while(|character| character.is_ascii_lowercase()).count();
        }
        let (run, others) = rest.split_at(length);
        likelihood *= match class(*first) {
            0 => run.iter().fold(0.5, |share, _| share * 0.06),
            3 => 0.5,
            _ => of_letters(run),
        } / BEGINNINGS;
        rest = others;
    }
    likelihood
}

fn class(character: u8) -> u8 {
    match character {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    }
}

/// The share of a word: vowels and consonants alternate, few consonants stand in a row, and some letters are rare.
fn of_letters(word: &[u8]) -> f64 {
    // How many letters of one sort stand in a row before the next letter.
    let (mut row, mut was_vowel, mut share) = (0, false, 0.5);
    for letter in word.to_ascii_lowercase() {
        let is_vowel = b"aeiouy".contains(&letter);
        row = if is_vowel == was_vowel { row + 1 } else { 1 };
        was_vowel = is_vowel;
        share *= match (is_vowel, row) {
            (true, 1) => 0.11,
            (false, 1) => 0.06,
            (true, _) | (false, 2) => 0.03,
            (false, _) => 0.006,
        };
        if b"jkqvwxz".contains(&letter) {
            share *= 0.3;
        }
    }
    share
}
