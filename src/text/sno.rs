//! sno's text: 80 bits as 16 digits of 5 bits, in an alphabet of two ranges of ASCII, so that texts
//! sort as values do; and the same 16 characters as the 16 bytes of a UUID, for storing in a column
//! of that type (sno, "Encoding" and the introduction).

use super::{Text, Unreadable};
use crate::layout::Place;

/// The only width this text is defined for.
pub(super) const BITS: u8 = 80;

/// How many characters a text has.
pub(super) const LENGTH: usize = 16;

const DIGITS: &[u8; 32] = b"23456789abcdefghijklmnopqrstuvwx";

pub(super) fn write(value: u128) -> Text {
    let mut text = Text::from_end();
    (0..LENGTH).for_each(|i| text.prepend(DIGITS[(value >> (5 * i)) as usize & 31]));
    text
}

pub(super) fn read(text: &[u8]) -> Result<u128, Unreadable> {
    let value = text.iter().enumerate().try_fold(0u128, |value, (at, &character)| {
        Ok(value << 5 | u128::from(digit(character).ok_or(Unreadable::Character(at))?))
    })?;
    if text.len() == LENGTH { Ok(value) } else { Err(Unreadable::Length(LENGTH, LENGTH)) }
}

/// The bits at a place, from the characters alone that they lie in.
pub(super) fn read_part(text: &[u8], place: Place) -> Result<u64, Unreadable> {
    if text.len() != LENGTH {
        return Err(Unreadable::Length(LENGTH, LENGTH));
    }
    let first = usize::from(BITS - place.shift - place.bits) / 5;
    let last = usize::from(BITS - 1 - place.shift) / 5;
    let part = (first..=last).try_fold(0u128, |part, at| {
        Ok(part << 5 | u128::from(digit(text[at]).ok_or(Unreadable::Character(at))?))
    })?;
    let below = place.shift - 5 * (LENGTH - 1 - last) as u8;
    Ok(Place { shift: below, bits: place.bits }.read(part))
}

/// Where a UUID has its hyphens.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// How many characters a UUID has.
pub(super) const UUID_LENGTH: usize = 36;

pub(super) fn write_uuid(value: u128) -> Text {
    let mut uuid = Text::from_end();
    for (at, &byte) in write(value).as_bytes().iter().enumerate().rev() {
        for nibble in [byte & 15, byte >> 4] {
            uuid.prepend(b"0123456789abcdef"[usize::from(nibble)]);
        }
        // The groups are of 4, 2, 2, 2 and 6 bytes.
        if [4, 6, 8, 10].contains(&at) {
            uuid.prepend(b'-');
        }
    }
    uuid
}

/// Reads a UUID whose bytes are a sno's text; its hex digits in either case, as RFC 9562 wants.
pub(super) fn read_uuid(text: &[u8]) -> Result<u128, Unreadable> {
    let mut bytes = [0; LENGTH];
    let mut count = 0;
    for (at, &character) in text.iter().enumerate().take(UUID_LENGTH) {
        if HYPHENS.contains(&at) {
            if character != b'-' {
                return Err(Unreadable::Character(at));
            }
        } else {
            let nibble = char::from(character).to_digit(16).ok_or(Unreadable::Character(at))?;
            bytes[count / 2] = bytes[count / 2] << 4 | nibble as u8;
            count += 1;
            // The byte is whole: it must be a character of the text.
            if count % 2 == 0 && digit(bytes[count / 2 - 1]).is_none() {
                return Err(Unreadable::Character(at));
            }
        }
    }
    if text.len() == UUID_LENGTH { read(&bytes) } else { Err(Unreadable::Length(UUID_LENGTH, UUID_LENGTH)) }
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'2'..=b'9' => Some(character - b'2'),
        b'a'..=b'x' => Some(character - b'a' + 8),
        _ => None,
    }
}
