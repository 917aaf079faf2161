//! The 16 characters of a sno as the 16 bytes of a UUID, for storage in a UUID column (sno,
//! introduction).

use super::alphabet::Alphabet;
use super::{MAX_TEXT, Text, Unreadable};

/// The count of characters of a UUID.
pub(crate) const LENGTH: usize = 36;

/// Whether a UUID has a hyphen at this position.
pub(crate) fn is_hyphen(at: usize) -> bool {
    matches!(at, 8 | 13 | 18 | 23)
}

/// Replaces a text of 16 characters by its UUID.
pub(super) fn write(text: &mut Text) {
    let mut at = MAX_TEXT - LENGTH;
    // The characters to read begin 20 positions ahead, so the writing never overtakes the reading.
    for place in MAX_TEXT - text.count..MAX_TEXT {
        let byte = text.bytes[place];
        if is_hyphen(at + LENGTH - MAX_TEXT) {
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

/// Reads a UUID whose bytes are the 16 characters of a value. Hex digits of either case are read (RFC 9562,
/// clause 4).
///
/// # Errors
/// The position of the first wrong character, or the required length.
pub(super) fn read(text: &[u8], alphabet: &Alphabet) -> Result<u128, Unreadable> {
    let (mut value, mut digit, mut byte, mut is_complete) = (0, 0, 0, true);
    for (at, &character) in text.iter().enumerate() {
        if at == LENGTH {
            break;
        }
        if is_hyphen(at) {
            if character != b'-' {
                return Err(Unreadable::Character(at));
            }
            continue;
        }
        let nibble = char::from(character).to_digit(16).ok_or(Unreadable::Character(at))?;
        byte = byte << 4 | nibble as u8;
        is_complete = !is_complete;
        if is_complete {
            if alphabet.read(&[byte], &mut digit) == 0 {
                return Err(Unreadable::Character(at));
            }
            value = value << 5 | digit;
        }
    }
    if text.len() == LENGTH { Ok(value) } else { Err(Unreadable::Length(LENGTH, LENGTH)) }
}
