//! Integers as people and programs write them, and what spreadsheets and JSON do to their digits.

use super::ascii::is_word;
use super::likelihood::Cell;

/// What was done to the digits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// The last digits were rounded.
    Rounded,
    /// The number was written with an exponent.
    Exponent,
}

/// What a number has lost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Loss {
    pub damage: Damage,
    /// How many of the last digits were changed.
    pub digits: u32,
    /// The values that the number may have had.
    pub cell: Cell,
}

/// An integer in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    pub value: u64,
    /// The count of characters.
    pub length: usize,
    /// The count of its decimal digits; 0 if it is written in another base.
    pub digits: usize,
    /// Whether it is written as its decimal digits and nothing else.
    pub is_plain: bool,
    /// Whether it is written as 8 bytes in base 16.
    pub is_bytes: bool,
    pub loss: Option<Loss>,
}

impl Number {
    /// Whether a spreadsheet has damaged the number: it has 19 digits, of which at most 15 were kept, or an exponent.
    pub fn is_of_table(self) -> bool {
        self.digits == 19 && self.loss.is_some_and(|loss| loss.damage == Damage::Exponent || loss.digits > 3)
    }
}

/// No program rounds a number with fewer digits: a double has all integers up to 2^53, and spreadsheets are seldom given 16 digits.
pub(super) const MIN_ROUNDED_DIGITS: usize = 17;

/// Spreadsheets keep so many digits.
const KEPT_DIGITS: usize = 15;

/// Digits in groups of three are read as one number only if there are so many digits. With fewer digits, they may be an address
/// or a phone number.
const MIN_GROUPED_DIGITS: usize = 15;

/// The suffixes of integers in programming languages.
const SUFFIXES: [&[u8]; 10] = [b"ULL", b"ull", b"i64", b"u64", b"UL", b"LL", b"L", b"l", b"n", b"u"];

/// Reads the number at the beginning of a text, in the longest form; what follows must be no letter, digit or underscore.
pub(super) fn read(text: &[u8]) -> Option<Number> {
    if let Some(number) = in_base(text, [b"0x", b"0X"], 16).or_else(|| in_base(text, [b"0b", b"0B"], 2)) {
        return Some(number);
    }
    // Without signs between them, bytes are a word like others.
    if let Some(number) = bytes(text).filter(|number| number.length > 16) {
        return Some(number);
    }
    let first = text.iter().take_while(|character| character.is_ascii_digit()).count();
    if first == 0 {
        return None;
    }
    let (digits, rest) = text.split_at(first);
    grouped(digits, rest).or_else(|| with_exponent(digits, rest)).or_else(|| plain(digits, rest))
}

/// The integer whose two's complement of 64 bits is the negative of this one.
pub(super) fn negated(number: Number) -> Number {
    Number {
        value: number.value.wrapping_neg(),
        length: number.length + 1,
        digits: 0,
        is_plain: false,
        is_bytes: false,
        loss: None,
    }
}

fn in_base(text: &[u8], prefixes: [&[u8]; 2], base: u32) -> Option<Number> {
    let digits = prefixes.iter().find_map(|prefix| text.strip_prefix(*prefix))?;
    let mut value = 0_u64;
    let mut count = 0;
    while let Some(digit) = digits.get(count).and_then(|&digit| char::from(digit).to_digit(base)) {
        value = value.checked_mul(base.into())? | u64::from(digit);
        count += 1;
    }
    if count == 0 {
        return None;
    }
    let length = 2 + count + suffix(&digits[count..])?;
    Some(Number { value, length, digits: 0, is_plain: false, is_bytes: false, loss: None })
}

/// Reads 8 bytes in base 16 at the beginning of a text, as 16 digits, or with a space or a colon between all bytes. They have a letter.
pub(super) fn bytes(text: &[u8]) -> Option<Number> {
    let sign = text.get(2).filter(|sign| b" :".contains(sign));
    let (step, length) = if sign.is_some() { (3, 23) } else { (2, 16) };
    let (mut value, mut has_letter) = (0, false);
    for (at, character) in text.get(..length)?.iter().enumerate() {
        if at % step < 2 {
            value = value << 4 | u64::from(char::from(*character).to_digit(16)?);
            has_letter |= *character > b'9';
        } else if Some(character) != sign {
            return None;
        }
    }
    // Another byte would make a longer list of them, as in a fingerprint.
    let goes_on = sign.is_some() && text.get(length) == sign && is_byte(&text[length + 1..]);
    (has_letter && !goes_on).then_some(Number {
        value,
        length,
        digits: 0,
        is_plain: false,
        is_bytes: true,
        loss: None,
    })
}

/// Whether a text begins with two digits in base 16, and no word goes on there.
fn is_byte(text: &[u8]) -> bool {
    let count = text.iter().take(3).take_while(|character| character.is_ascii_hexdigit()).count();
    count == 2 && !text.get(2).is_some_and(|next| is_word(*next))
}

/// The length of the suffix at the beginning of a text. `None` if a word goes on there.
fn suffix(rest: &[u8]) -> Option<usize> {
    let ends = |length: usize| rest.get(length).is_none_or(|next| !is_word(*next));
    if ends(0) {
        return Some(0);
    }
    SUFFIXES.iter().find(|suffix| rest.starts_with(suffix) && ends(suffix.len())).map(|suffix| suffix.len())
}

/// Digits in groups of three: with a separator of thousands, or as the folders in addresses of Mastodon's media.
fn grouped(first: &[u8], rest: &[u8]) -> Option<Number> {
    let &separator = rest.first()?;
    if first.len() > 3 || !matches!(separator, b',' | b'.' | b'\'' | b'_' | b' ' | b'/') {
        return None;
    }
    let mut digits = first.to_vec();
    let mut length = first.len();
    while let [next, group @ ..] = &rest[length - first.len()..]
        && *next == separator
        && group.len() >= 3
        && group[..3].iter().all(u8::is_ascii_digit)
        && let Some(suffix) = suffix(&group[3..])
    {
        digits.extend_from_slice(&group[..3]);
        length += 4 + suffix;
        // Addresses of media go on with other folders.
        if suffix > 0 || (separator == b'/' && digits.len() == 18) {
            break;
        }
    }
    let is_path = separator == b'/' && first.len() == 3 && digits.len() == 18;
    if digits.len() < MIN_GROUPED_DIGITS || (separator == b'/' && !is_path) {
        return None;
    }
    let number = of_digits(&digits)?;
    Some(Number { length, is_plain: false, ..number })
}

/// A decimal fraction with an exponent: `1.54182E+18`.
fn with_exponent(first: &[u8], rest: &[u8]) -> Option<Number> {
    let fraction = match rest {
        [b'.' | b',', after @ ..] => after.iter().take_while(|character| character.is_ascii_digit()).count(),
        _ => 0,
    };
    let after = &rest[if fraction > 0 { fraction + 1 } else { 0 }..];
    let [b'e' | b'E', exponent @ ..] = after else { return None };
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let count = exponent.iter().take_while(|character| character.is_ascii_digit()).count();
    if first.len() != 1 || fraction < 2 || !(1..=2).contains(&count) {
        return None;
    }
    if exponent.get(count).is_some_and(|next| is_word(*next)) {
        return None;
    }
    let power = exponent[..count].iter().fold(0, |power, digit| power * 10 + usize::from(digit - b'0'));
    let lost = u32::try_from(power.checked_sub(fraction)?).ok()?;
    let mut digits = first.to_vec();
    digits.extend_from_slice(&rest[1..=fraction]);
    let value = (0..lost).try_fold(of_digits(&digits)?.value, |value, _| with_digit(value, 0))?;
    let length = first.len() + rest.len() - exponent[count..].len();
    // The last digit is rounded.
    let count = power_of_ten(lost.min(MAX_POWER_OF_TEN));
    let cell = Cell { first: value.saturating_sub(count / 2), count };
    let damage = Loss { damage: Damage::Exponent, digits: lost, cell };
    Some(Number { value, length, digits: power + 1, is_plain: false, is_bytes: false, loss: Some(damage) })
}

/// Digits, perhaps with a suffix, or with a fraction that is 0.
fn plain(first: &[u8], rest: &[u8]) -> Option<Number> {
    let number = of_digits(first)?;
    if let [b'.', after @ ..] = rest {
        let zeros = after.iter().take_while(|&&character| character == b'0').count();
        let ends = after.get(zeros).is_none_or(|next| !is_word(*next) && *next != b'.');
        if zeros > 0 && ends {
            return Some(Number { length: first.len() + 1 + zeros, is_plain: false, ..number });
        }
    }
    let suffix = suffix(rest)?;
    Some(Number { length: first.len() + suffix, is_plain: number.is_plain && suffix == 0, ..number })
}

/// A number with one more digit. `None` if it has more than 64 bits.
#[inline(never)]
fn with_digit(value: u64, digit: u8) -> Option<u64> {
    value.checked_mul(10)?.checked_add(digit.into())
}

/// The number of decimal digits. `None` if it has more than 64 bits.
fn of_digits(digits: &[u8]) -> Option<Number> {
    let value = digits.iter().try_fold(0, |value, digit| with_digit(value, digit - b'0'))?;
    let length = digits.len();
    let is_plain = digits[0] != b'0' || length == 1;
    let loss = loss_of(digits, value).filter(|_| is_plain);
    // A number of so many digits does not begin with 0, but a phone number does.
    let digits = if is_plain { length } else { 0 };
    Some(Number { value, length, digits, is_plain, is_bytes: false, loss })
}

/// What a number has lost if it was rounded; `None` if it shows that it was not. A spreadsheet has cut all digits after the 15th. JSON
/// has written the text of a double; just above 2^53, half of all numbers are such texts too.
fn loss_of(digits: &[u8], value: u64) -> Option<Loss> {
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    if digits.len() < MIN_ROUNDED_DIGITS {
        return None;
    }
    let most = digits.len() - KEPT_DIGITS;
    let rounded = |digits, cell| Some(Loss { damage: Damage::Rounded, digits, cell });
    if zeros >= most {
        let lost = most as u32;
        return rounded(lost, Cell { first: value, count: power_of_ten(lost) });
    }
    rounded((zeros as u32).max(1), cell_of_double(value, zeros as u32)?)
}

const MAX_POWER_OF_TEN: u32 = 19;

/// 10 to a power of at most 19.
pub(super) fn power_of_ten(power: u32) -> u64 {
    (0..power).fold(1, |product, _| product * 10)
}

/// The integers that are read as the double whose text, as JavaScript writes it, is this integer of 54 bits or more: of the shortest
/// decimal numbers that are read as the double, the closest one. `None` if it is the text of no double. It ends with so many zeros, at
/// most 4.
fn cell_of_double(value: u64, zeros: u32) -> Option<Cell> {
    let spacing = 1_u64 << (64 - 53 - value.leading_zeros());
    // A number in the middle of two doubles is read as the even one.
    let (below, rest) = (value / spacing, value % spacing * 2);
    let rounds_up = rest > spacing || (rest == spacing && below % 2 == 1);
    let double = (below + u64::from(rounds_up)).checked_mul(spacing)?;
    // Numbers up to this distance above a double are read as the double. Below a power of 2, the distance is half as
    // long.
    let above = spacing / 2;
    let under = if double.is_power_of_two() { spacing / 4 } else { above };
    let unit = power_of_ten(zeros);
    let shorter = unit * 10;
    let over = double % shorter;
    let is_shortest = value.abs_diff(double) * 2 <= unit && over > under && shorter - over > above;
    is_shortest.then(|| Cell { first: double - under, count: under + above })
}
