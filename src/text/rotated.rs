//! uid60's text: 60 bits as ten base64url digits, the last two moved to the front.
//!
//! The move puts the digits that change most often at both ends, "so it looks like a complete
//! random ID" (uid60, "Storage and Generator"). The published example drops the leading zero digits
//! (`A`) before the move; such shorter texts, of two characters and more, are read too.

use super::{Text, Unreadable};

/// The only width this text is defined for.
pub(super) const BITS: u8 = 60;

const LENGTH: usize = 10;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

pub(super) fn write(value: u64) -> Text {
    let digit = |i: usize| DIGITS[(value >> (6 * i) & 63) as usize];
    let mut text = Text::from_end();
    // From the end: digits 2 to 9 of the value, counted from the lowest, then digits 0 and 1.
    (2..LENGTH).chain(0..2).for_each(|i| text.prepend(digit(i)));
    text
}

pub(super) fn read(text: &[u8]) -> Result<u128, Unreadable> {
    if let Some(at) = text.iter().position(|&c| digit(c).is_none()) {
        return Err(Unreadable::Character(at));
    }
    if !(2..=LENGTH).contains(&text.len()) {
        return Err(Unreadable::Length(2, LENGTH));
    }
    let (tail, head) = text.split_at(2);
    if text.len() < LENGTH && head.first() == Some(&DIGITS[0]) {
        return Err(Unreadable::LeadingZero(2));
    }
    Ok(head
        .iter()
        .chain(tail)
        .filter_map(|&c| digit(c))
        .fold(0, |value, digit| value << 6 | u128::from(digit)))
}

fn digit(character: u8) -> Option<u8> {
    Some(match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    })
}
