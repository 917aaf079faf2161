//! Whole numbers among those that come from outside.

use crate::error::{Error, refuse};
use crate::message::Word;

/// The largest integer an `f64` holds exactly together with all below it, 2^53 - 1.
pub(crate) const MAX_SAFE: u64 = (1 << 53) - 1;

/// The longest tick, lead or wait that can be asked for, in ms.
pub(crate) const DAY: u64 = 86_400_000;

/// The whole number in `least..=most` that this is; a whole `f64` above 2^53 may stand for several
/// integers, so it stands for none.
///
/// # Errors
/// `INVALID_OPTION`, which names it.
#[inline(never)]
pub(crate) fn whole(name: &str, number: f64, least: u64, most: u64) -> Result<u64, Error> {
    if number >= least as f64 && number <= most.min(MAX_SAFE) as f64 && number.trunc() == number {
        return Ok(number as u64);
    }
    let number = Word::Figure(number);
    Err(refuse!(
        InvalidOption,
        "{} is {}; it must be a whole number from {} to {}",
        name,
        number,
        least,
        most
    ))
}
