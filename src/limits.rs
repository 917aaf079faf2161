//! Limits of numbers that come from callers.

use std::ops::RangeInclusive;

use crate::error::{Error, refuse};

/// The largest integer that an `f64` distinguishes from its neighbours, 2^53 - 1.
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// The longest tick, lead and wait, in ms: a day.
pub const DAY_MS: u64 = 86_400_000;

/// The count of µs of a ms.
pub const MS_US: u64 = 1000;

/// Numbers that are instants of 1973 to 5138 as seconds, and of 1970 to 1973 as ms. Where a user writes an instant down, such
/// numbers are refused, because nearly all of them are seconds.
pub const DOUBTFUL_MS: RangeInclusive<i64> = 100_000_000..=100_000_000_000;

/// Checks that a number is in `min..=max`.
///
/// # Errors
/// `INVALID_OPTION`, which names the number and the range.
#[inline(never)]
pub(crate) fn check_limits(name: &str, number: u64, min: u64, max: u64) -> Result<u64, Error> {
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(refuse!(InvalidOption, "{} is {}; it must be {}", name, number, min..=max))
}
