//! Integers as decimal text, without `core::fmt`.

/// Appends the decimal digits of a number, padded with zeros to at least `min_width` digits.
pub(crate) fn push_digits(text: &mut String, number: u64, min_width: u32) {
    if number > 9 || min_width > 1 {
        push_digits(text, number / 10, min_width.saturating_sub(1));
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Appends the decimal digits of an integer.
pub(crate) fn push_integer(text: &mut String, integer: i64) {
    if integer < 0 {
        text.push('-');
    }
    push_digits(text, integer.unsigned_abs(), 1);
}
