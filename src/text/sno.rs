//! sno's digits, eight at a time: 40 bits are spread over the bytes of an integer, and all of them become
//! characters at once.

use super::{MAX_TEXT, Text};

/// How many characters a text has.
const LENGTH: usize = 16;

/// Writes the 16 digits of a value of 80 bits.
pub(super) fn write(value: u128, text: &mut Text) {
    let start = MAX_TEXT - LENGTH;
    text.bytes[start..start + 8].copy_from_slice(&digits((value >> 40) as u64).to_be_bytes());
    text.bytes[start + 8..].copy_from_slice(&digits(value as u64).to_be_bytes());
    text.count = LENGTH;
}

/// The characters of the low 40 bits, the first one highest.
fn digits(bits: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // 20 bits in each half, then 10 in each quarter, then 5 in each byte.
    let halves = (bits & 0xFF_FFF0_0000) << 12 | bits & 0xF_FFFF;
    let quarters = (halves & 0x000F_FC00_000F_FC00) << 6 | halves & 0x0000_03FF_0000_03FF;
    let digits = (quarters & 0x03E0_03E0_03E0_03E0) << 3 | quarters & 0x001F_001F_001F_001F;
    // From 8 on they are letters, which don't follow on the figures.
    let letters = (digits + EACH * 0x78) >> 7 & EACH;
    digits + EACH * u64::from(b'2') + letters * u64::from(b'a' - b'2' - 8)
}
