//! The text of `Base64` of Go's bwmarrin/snowflake: the decimal digits of a value as base64 (RFC 4648, clause 4), padded by `=`.

use super::{MAX_TEXT, Text, Unreadable};

/// The characters of six bits.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The count of digits that a group of characters stands for, and the count of the group's characters.
const DIGITS: usize = 3;
const GROUP: usize = 4;

/// The largest count of digits that are read. The largest value has fewer.
const MAX_DIGITS: usize = 27;

/// The length of the text of so many digits.
fn length(digits: usize) -> usize {
    digits.div_ceil(DIGITS) * GROUP
}

/// The character at a position of a group, which stands for so many digits.
fn character(group: u32, at: usize, digits: usize) -> u8 {
    if at > digits { b'=' } else { CHARACTERS[(group >> (18 - 6 * at)) as usize & 63] }
}

/// Replaces digits by their base64.
pub(super) fn write(text: &mut Text) {
    let digits = *text;
    let digits = digits.as_bytes();
    text.count = length(digits.len());
    for at in 0..text.count {
        let first = at / GROUP * DIGITS;
        let byte = |at: usize| digits.get(first + at).map_or(0, |&digit| u32::from(digit));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        text.bytes[MAX_TEXT - text.count + at] = character(group, at % GROUP, digits.len() - first);
    }
}

/// Reads the base64 of digits, whose count is in a range: the digits and their count.
///
/// # Errors
/// The position of the first wrong character, or the range of the lengths of texts.
pub(super) fn read(text: &[u8], (min, max): (usize, usize)) -> Result<([u8; MAX_DIGITS], usize), Unreadable> {
    let wrong_length = Unreadable::Length(length(min), length(max));
    let (mut digits, mut count, mut begin) = ([0; MAX_DIGITS], 0, 0);
    while begin < text.len() {
        let mut group = 0;
        // The position of the last character before the padding. Characters that the last group lacks count as padding
        // here, and as a wrong length below.
        let mut last = 1;
        for at in 0..GROUP {
            let found = text.get(begin + at);
            group <<= 6;
            if let Some(sextet) = CHARACTERS.iter().position(|known| found == Some(known)) {
                group |= sextet as u32;
            }
            let is_padding = begin + GROUP >= text.len() && found.is_none_or(|&found| found == b'=');
            if !is_padding && at > last {
                last = at;
            }
        }
        // A byte that is no digit is replaced by the nearest digit, so that the group differs from the text at the first
        // wrong character.
        let mut right = 0;
        for at in 0..last {
            let digit = (group >> (16 - 8 * at) & 0xFF).clamp(b'0'.into(), b'9'.into());
            right |= digit << (16 - 8 * at);
            if let Some(place) = digits.get_mut(count) {
                *place = digit as u8;
            }
            count += 1;
        }
        for at in 0..GROUP {
            if text.get(begin + at).is_some_and(|&found| found != character(right, at, last)) {
                return Err(Unreadable::Character(begin + at));
            }
        }
        begin += GROUP;
    }
    if !text.len().is_multiple_of(GROUP) || !(length(min)..=length(max)).contains(&text.len()) {
        Err(wrong_length)
    } else {
        Ok((digits, count))
    }
}
