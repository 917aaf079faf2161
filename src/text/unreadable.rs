//! Why a text cannot be read.

use super::Encoding;
use crate::error::{Error, refuse};
use crate::message::{Word, say};

/// The first mistake in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// The character at this position, counted from 0, is not in the alphabet.
    Character(usize),
    /// There is a leading zero digit at this position, and the text must not have one.
    LeadingZero(usize),
    /// The text has fewer characters than the first count, or more than the second one.
    Length(usize, usize),
    /// The text stands for the first count of digits; it must be at least the second and at most the third one.
    Digits(usize, usize, usize),
    /// The value has more bits than the layout.
    TooWide,
    /// The encoding is not defined for the width of the layout.
    WrongWidth,
    /// The encoding has no form without leading zeros.
    NoShortForm,
}

impl Unreadable {
    /// The mistake as an error: `INVALID_TEXT`; or `INVALID_OPTION` for [`Self::WrongWidth`] and
    /// [`Self::NoShortForm`]. `text` is the text or its beginning, `count` the count of all characters of the
    /// text.
    #[cold]
    #[inline(never)]
    pub fn explain(self, text: &str, count: usize, encoding: Encoding, bits: u8) -> Error {
        let (given, row) = (Word::Quoted(text), encoding.row());
        let characters = row.characters;
        match self {
            Self::Character(at) => refuse!(
                InvalidText,
                "{} has {} at character {}; it must have only {}",
                given,
                Word::Quoted(character(text, at)),
                at + 1,
                characters
            ),
            Self::LeadingZero(at) => refuse!(
                InvalidText,
                "{} has a leading zero at character {}; it must have none, or all if padded",
                given,
                at + 1
            ),
            Self::Length(min, max) => refuse!(
                InvalidText,
                "{} has length {}; it must be {}: {}",
                given,
                count,
                &range(min, max),
                characters
            ),
            Self::Digits(count, min, max) => refuse!(
                InvalidText,
                "{} has the base64 of {} digits; it must have that of {}",
                given,
                count,
                &range(min, max)
            ),
            Self::TooWide => refuse!(InvalidText, "{} has more than {} bits", given, bits),
            Self::WrongWidth => refuse!(
                InvalidOption,
                "{} writes {} bits, not {}; choose another encoding",
                row.name,
                row.width,
                bits
            ),
            Self::NoShortForm => {
                refuse!(InvalidOption, "{} has no short form; omit the option short", row.name)
            }
        }
    }
}

/// `1 to 13`, or the count if there is only one.
fn range(min: usize, max: usize) -> String {
    if min == max { say!("{}", max) } else { say!("{} to {}", min, max) }
}

/// The character at a position, as a text.
fn character(text: &str, at: usize) -> &str {
    let mut rest = text.chars();
    for _ in 0..at {
        rest.next();
    }
    let found = rest.as_str();
    rest.next();
    found.strip_suffix(rest.as_str()).unwrap_or(found)
}
