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

/// Makes the UUID of a text of 16 characters.
pub(super) fn write(text: &mut Text) {
    let mut at = 0;
    // What is written never overtakes what is read, which begins 20 places ahead.
    for place in LENGTH - text.count..LENGTH {
        let byte = text.bytes[place];
        if is_hyphen(at) {
            text.bytes[at] = b'-';
            at += 1;
        }
        for nibble in [byte >> 4, byte & 15] {
            text.bytes[at] = nibble + if nibble < 10 { b'0' } else { b'a' - 10 };
            at += 1;
        }
    }
    text.count = LENGTH;
}

/// Reads the value whose text the bytes are; hex digits in either case, as RFC 9562 wants.
///
/// # Errors
/// The place of the first character that is wrong, or else the length.
pub(super) fn read(text: &[u8], numeral: &Numeral) -> Result<u128, Unreadable> {
    let (mut value, mut byte, mut whole) = (0, 0, true);
    for (at, &character) in text.iter().take(LENGTH).enumerate() {
        if is_hyphen(at) {
            if character != b'-' {
                return Err(Unreadable::Character(at));
            }
            continue;
        }
        let nibble = char::from(character).to_digit(16).ok_or(Unreadable::Character(at))?;
        byte = byte << 4 | nibble as u8;
        whole = !whole;
        if whole {
            value = value << 5 | numeral.read(&[byte], at)?;
        }
    }
    if text.len() == LENGTH { Ok(value) } else { Err(Unreadable::Length(LENGTH, LENGTH)) }
}
