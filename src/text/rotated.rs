//! uid60's text: 60 bits as ten base64url digits, with the last two digits moved to the front.
//!
//! The move puts the digits that change most often at both ends, "so it looks like a complete
//! random ID" (uid60, "Storage and Generator"). The published example drops the leading zero digits
//! (`A`) before the move. Such shorter texts of two or more characters are read too.

/// The only width that this text is defined for.
const BITS: u8 = 60;

/// The count of digits that move to the front, and their bits.
pub(super) const MOVED: usize = 2;
const MOVED_BITS: usize = 6 * MOVED;

/// The value of the ten digits after the last two have moved to the front.
pub(super) fn rotate(value: u64) -> u64 {
    (value << (BITS as usize - MOVED_BITS) | value >> MOVED_BITS) & ((1 << BITS) - 1)
}

/// The inverse of [`rotate`] for a text of 2 to 10 digits: the first two digits move back to the end.
pub(super) fn rotate_back(value: u64, digits: usize) -> u64 {
    let rest = 6 * digits - MOVED_BITS;
    (value & ((1 << rest) - 1)) << MOVED_BITS | value >> rest
}
