//! uid60's text: 60 bits as ten base64url digits, the last two moved to the front.
//!
//! The move puts the digits that change most often at both ends, "so it looks like a complete
//! random ID" (uid60, "Storage and Generator"). The published example drops the leading zero digits
//! (`A`) before the move; such shorter texts, of two characters and more, are read too.

/// The only width this text is defined for.
pub(super) const BITS: u8 = 60;

/// How many digits are moved to the front, and their bits.
pub(super) const MOVED: usize = 2;
const MOVED_BITS: usize = 6 * MOVED;

/// What the ten digits say, once the last are moved to the front.
pub(super) fn rotate(value: u64) -> u64 {
    (value << (BITS as usize - MOVED_BITS) | value >> MOVED_BITS) & ((1 << BITS) - 1)
}

/// The value that so many digits, from two to ten, say when the first are moved back to the end.
pub(super) fn rotate_back(value: u64, digits: usize) -> u64 {
    let rest = 6 * digits - MOVED_BITS;
    (value & ((1 << rest) - 1)) << MOVED_BITS | value >> rest
}
