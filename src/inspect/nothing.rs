//! The likelihood that a text is no ID of a known kind: a number, words, or a random text.
#![expect(clippy::cast_precision_loss, reason = "estimates")]

use super::UNUSUAL;
use super::likelihood::power_of_half;
use super::number::{Damage, Loss, Number, power_of_ten};

/// How many texts without an ID there are, in comparison with the priors of the kinds.
pub(super) const PRIOR: f64 = 512.0;

/// How many times as common numbers with one digit more are. Counters, prices, phones, cards and codes of articles have up to
/// 16.
const LONGER: f64 = 0.7;
const LONG_DIGITS: usize = 16;

/// The share of numbers with more digits. With 0.1, IDs of Instagram would be called nothing; with a tenth of it, random digits would be
/// called IDs.
const LONG: f64 = 0.03;

/// How many times as common round numbers are among numbers with so many digits, in comparison with shorter ones.
const LONG_ROUND: f64 = 1.0 / 300.0;

/// What the digits of a number can look like, and how many times as common such numbers are as other ones.
struct Likeness {
    fits: fn(value: u64, digits: usize) -> bool,
    times: f64,
}

const LIKENESSES: [Likeness; 7] = [
    Likeness { fits: is_date, times: 1e4 },
    Likeness { fits: is_placeholder, times: 1e4 },
    // An order number: a time and a counter. Of random digits, 1 in 30 000 begins so.
    Likeness { fits: is_stamp, times: 1e3 },
    Likeness { fits: is_card, times: 1e4 },
    // There are more than a billion such numbers.
    Likeness { fits: is_of_person, times: 1e6 },
    // Cards, phones by IMEI, parcels, and accounts of Mexico. Of random digits, 1 in 10 has the check digit.
    Likeness { fits: |value, digits| matches!(digits, 15 | 16) && luhn(value) == 0, times: 3.0 },
    Likeness { fits: |value, digits| digits == 18 && (gs1(value) == 0 || clabe(value) == 0), times: 3.0 },
];

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
        // Ones stand in the place of the lost digits, because zeros would make a round number of it.
        Some(Number { value, digits, loss: Some(Loss { damage: Damage::Exponent, cell, .. }), .. }) => {
            PRIOR * of_number(value + cell.count / 9, *digits) * cell.count as f64
        }
        // Numbers in another base: addresses, constants and hashes.
        Some(number) if matches!(text, [b'0', b'x' | b'X' | b'b' | b'B', ..]) => {
            PRIOR * of_bits(number.value)
        }
        Some(number) if number.is_bytes => PRIOR * power_of_half(64),
        Some(number) => {
            // Codes and accounts have leading zeros.
            let is_usual = number.is_plain || matches!(text, [b'0', b'0'..=b'9', ..]);
            let form = if is_usual { 1.0 } else { UNUSUAL };
            PRIOR * form * of_number(number.value, number.digits)
        }
        None => PRIOR * (of_words(text) + random(text)) / 2.0,
    }
}

/// The share of a number: few numbers have many digits, small leading digits are more common, and so are round numbers.
pub(super) fn of_number(value: u64, digits: usize) -> f64 {
    let digits = if digits == 0 { 1 + value.checked_ilog10().unwrap_or(0) as usize } else { digits };
    let share = share_of_length(digits);
    let likes = LIKENESSES.iter().filter(|likeness| (likeness.fits)(value, digits));
    let share = likes.fold(share, |share, likeness| share * likeness.times);
    let zeros = zeros_of(value) as f64 * if digits > LONG_DIGITS { LONG_ROUND } else { 1.0 };
    let is_binary = value > 1024 && (value.is_power_of_two() || value.wrapping_add(1).is_power_of_two());
    let round = if is_binary { value as f64 } else { zeros };
    // 1 / ln(10)
    share * 0.434 / (value.max(1) as f64) * (1.0 + ROUND * round)
}

/// Whether the digits look like a date, a placeholder, or a number of a person or a card.
pub(super) fn is_alike(value: u64, digits: usize) -> bool {
    LIKENESSES.iter().any(|likeness| likeness.times >= 1e3 && (likeness.fits)(value, digits))
}

/// The share of numbers that have so many digits.
pub(super) fn share_of_length(digits: usize) -> f64 {
    let (from, first) = if digits > LONG_DIGITS { (LONG_DIGITS, LONG) } else { (1, 1.0 - LONGER) };
    (from..digits).fold(first, |share, _| share * LONGER)
}

/// The share of a number in hexadecimal digits: all digits are equally common, but zeros at the end are more common.
fn of_bits(value: u64) -> f64 {
    let bits = (64 - value.leading_zeros()).next_multiple_of(4).max(4);
    let zeros = value.trailing_zeros().min(bits);
    power_of_half(bits as u8) / 16.0 * (1.0 + ROUND / power_of_half(zeros as u8))
}

/// Whether the digits are those of a placeholder: each is the one before, or one more, or one less: `1234567890123`, `1111111111111`.
fn is_placeholder(value: u64, digits: usize) -> bool {
    let step = |number: u64| (number % 10 + 10 - number / 10 % 10) % 10;
    let (first, mut rest) = (step(value), value);
    while rest > 9 && step(rest) == first {
        rest /= 10;
    }
    digits > 3 && rest < 10 && matches!(first, 0 | 1 | 9)
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
    luhn(value) == 0
}

/// The sum of the digits, each weighed by its position from the low end, modulo 10: a checksum.
fn checked(value: u64, weigh: fn(usize, u64) -> u64) -> u64 {
    let (mut sum, mut rest, mut at) = (0, value, 0);
    while rest > 0 {
        sum += weigh(at, rest % 10);
        rest /= 10;
        at += 1;
    }
    sum % 10
}

/// The checksum of cards and IMEI: every second digit is doubled, and the digits of the product are added. It is 0 if the check digit is
/// right.
fn luhn(value: u64) -> u64 {
    checked(value, |at, digit| if at % 2 == 1 { digit * 2 % 10 + digit / 5 } else { digit })
}

/// The checksum of GS1: the weights are 1 and 3 in turn. It is 0 if the check digit is right.
fn gs1(value: u64) -> u64 {
    checked(value, |at, digit| digit * (1 + at as u64 % 2 * 2))
}

/// The checksum of CLABE: the weights from the first digit on are 3, 7 and 1 in turn. It is 0 if the check digit is right.
fn clabe(value: u64) -> u64 {
    checked(value, |at, digit| digit * [1, 7, 3][at % 3])
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

/// Whether the digits begin with a date of this century and a time of the day: `202405171234560042`.
fn is_stamp(value: u64, digits: usize) -> bool {
    if !(15..20).contains(&digits) {
        return false;
    }
    let stamp = value / power_of_ten(digits as u32 - 14);
    let (hour, minute, second) = (stamp / 10_000 % 100, stamp / 100 % 100, stamp % 100);
    (2000..2100).contains(&(stamp / 10_000_000_000))
        && is_date(stamp, 14)
        && hour < 24
        && minute < 60
        && second < 60
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
