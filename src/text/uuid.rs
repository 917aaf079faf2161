//! The 16 characters of a sno as the 16 bytes of a UUID, for storing in a column of that type (sno,
//! introduction).

use super::numeral::Numeral;
use super::{Text, Unreadable};

/// How many characters a UUID has.
pub(crate) const LENGTH: usize = 36;

/// Whether a UUID has a hyphen at this place.
pub(crate) fn is_hyphen(at: usize) -> bool {
    matches!(at, 8 | 13 | 18 | 23)
}

/// Writes the bytes of a text.
pub(super) fn write(bytes: &[u8]) -> Text {
    let mut uuid = Text::EMPTY;
    for &byte in bytes.iter().rev() {
        if is_hyphen(uuid.start - 1) {
            uuid.prepend(b'-');
        }
        for nibble in [byte & 15, byte >> 4] {
            uuid.prepend(b"0123456789abcdef"[usize::from(nibble)]);
        }
    }
    uuid
}

/// Reads the bytes, each of which must be a digit; hex digits in either case, as RFC 9562 wants.
///
/// # Errors
/// The place of the first character that is wrong, or else the length.
pub(super) fn read(text: &[u8], digits: &Numeral, bytes: &mut [u8; 16]) -> Result<(), Unreadable> {
    let mut count = 0;
    for at in 0..text.len().min(LENGTH) {
        let character = text[at];
        if is_hyphen(at) {
            if character != b'-' {
                return Err(Unreadable::Character(at));
            }
            continue;
        }
        let nibble = char::from(character).to_digit(16).ok_or(Unreadable::Character(at))?;
        let byte = &mut bytes[count / 2];
        *byte = *byte << 4 | nibble as u8;
        count += 1;
        if count % 2 == 0 && !digits.has(*byte) {
            return Err(Unreadable::Character(at));
        }
    }
    if text.len() == LENGTH { Ok(()) } else { Err(Unreadable::Length(LENGTH, LENGTH)) }
}
