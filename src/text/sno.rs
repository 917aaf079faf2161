//! sno's digits, eight at a time. [`digits`] spreads 40 bits over the bytes of an integer, and turns all
//! bytes into characters at once. [`bits`] is the inverse.
//!
//! Compared with the loop of [`Alphabet`](super::alphabet::Alphabet), this made a batch three times as fast.

use super::{MAX_TEXT, Text};

/// The count of characters of a text.
const LENGTH: usize = 16;

/// Writes the 16 digits of a value of 80 bits.
pub(super) fn write(value: u128, text: &mut Text) {
    let start = MAX_TEXT - LENGTH;
    text.bytes[start..start + 8].copy_from_slice(&digits((value >> 40) as u64).to_be_bytes());
    text.bytes[start + 8..].copy_from_slice(&digits(value as u64).to_be_bytes());
    text.count = LENGTH;
}

/// Reads a value of 80 bits; `None` unless the text is 16 digits.
pub(super) fn read(text: &[u8]) -> Option<u128> {
    let ([high, low], []) = text.as_chunks() else { return None };
    Some(u128::from(bits(*high)?) << 40 | u128::from(bits(*low)?))
}

/// An integer with 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;
/// The distance of the letters from the character after the 8 digits `2` to `9`.
const GAP: u64 = (b'a' - b'2' - 8) as u64;

/// The characters of 40 bits, given those of `bits - 1`. With this function, a batch takes a third less time than with
/// [`digits`] alone.
pub(crate) fn digits_after(digits_before: u64, bits: u64) -> u64 {
    match bits & 31 {
        0 => digits(bits),
        // The digit after `9` is the first letter.
        8 => digits_before + 1 + GAP,
        _ => digits_before + 1,
    }
}

/// The characters of 40 bits, the first one in the highest byte.
pub(crate) fn digits(bits: u64) -> u64 {
    // 20 bits in each half, then 10 in each quarter, then 5 in each byte.
    let halves = (bits & 0xFF_FFF0_0000) << 12 | bits & 0xF_FFFF;
    let quarters = (halves & 0x000F_FC00_000F_FC00) << 6 | halves & 0x0000_03FF_0000_03FF;
    let digits = (quarters & 0x03E0_03E0_03E0_03E0) << 3 | quarters & 0x001F_001F_001F_001F;
    // Values from 8 on are letters.
    let letters = (digits + EACH * 0x78) >> 7 & EACH;
    digits + EACH * u64::from(b'2') + letters * GAP
}

/// The 40 bits of 8 characters; `None` if one is not in the alphabet.
fn bits(characters: [u8; 8]) -> Option<u64> {
    let characters = u64::from_be_bytes(characters);
    // ASCII letters have bit 6 set, ASCII digits do not.
    let letters = characters >> 6 & EACH;
    let values = characters.wrapping_sub(EACH * u64::from(b'2')).wrapping_sub(letters * GAP);
    // The steps of `digits`, backwards.
    let quarters = (values & 0x1F00_1F00_1F00_1F00) >> 3 | values & 0x001F_001F_001F_001F;
    let halves = (quarters & 0x03FF_0000_03FF_0000) >> 6 | quarters & 0x0000_03FF_0000_03FF;
    let bits = (halves & 0x000F_FFFF_0000_0000) >> 12 | halves & 0xF_FFFF;
    // Writing the bits again finds every character outside of the alphabet.
    (digits(bits) == characters).then_some(bits)
}
