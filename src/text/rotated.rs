//! uid60's text: 60 bits as ten base64url digits, with the last two digits moved to the front.
//!
//! The move puts the digits that change most often at both ends, "so it looks like a complete
//! random ID" (uid60, "Storage and Generator"). The published example drops the leading zero digits
//! (`A`) before the move; at least the two digits that move remain.

/// The count of digits that move to the front, and their bits.
pub(super) const MOVED: usize = 2;
const MOVED_BITS: usize = 6 * MOVED;

/// The count of digits of a value without leading zeros, at least the digits that move.
pub(super) fn digits_of(value: u64) -> usize {
    let bits = u64::BITS - value.leading_zeros();
    bits.div_ceil(6).max(MOVED as u32) as usize
}

/// The value of 2 to 10 digits after the last two have moved to the front.
pub(super) fn rotate(value: u64, digits: usize) -> u64 {
    (value & ((1 << MOVED_BITS) - 1)) << (6 * digits - MOVED_BITS) | value >> MOVED_BITS
}

/// The inverse of [`rotate`]: the first two digits move back to the end.
pub(super) fn rotate_back(value: u64, digits: usize) -> u64 {
    let rest = 6 * digits - MOVED_BITS;
    (value & ((1 << rest) - 1)) << MOVED_BITS | value >> rest
}
