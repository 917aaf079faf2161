//! What is wrong with a text, and the sentence that says so.

use super::Encoding;
use crate::error::{Error, refuse};
use crate::message::{Word, say};

/// What is wrong with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// The character at this place (counted from 0) is not of the alphabet.
    Character(usize),
    /// A leading zero digit at this place, where the text has to be without.
    LeadingZero(usize),
    /// Not the length it has to have: this many characters at the least and at the most.
    Length(usize, usize),
    /// More than the layout's bits hold.
    TooWide,
    /// The encoding is for values of another width.
    OtherWidth,
}

impl Unreadable {
    /// The sentence for people. `count` is how many characters the text has, of which only the
    /// first need be given.
    #[cold]
    #[inline(never)]
    pub fn explain(self, text: &str, count: usize, encoding: Encoding, bits: u8) -> Error {
        let (given, alphabet) = (Word::Quoted(text), encoding.alphabet());
        match self {
            Self::Character(at) => {
                let found = Word::Quoted(character(text, at));
                refuse!(
                    InvalidText,
                    "{} has {} at position {}; it must have only {}",
                    given,
                    found,
                    at,
                    alphabet
                )
            }
            Self::LeadingZero(at) => refuse!(
                InvalidText,
                "{} has a leading zero at position {}; it must be left out, or all of them given and read as padded",
                given,
                at
            ),
            Self::Length(least, most) => {
                let range = if least == most { "" } else { &*say!("{} to ", least) };
                refuse!(
                    InvalidText,
                    "{} has {} characters; it must have {}{}: {}",
                    given,
                    count,
                    range,
                    most,
                    alphabet
                )
            }
            Self::TooWide => refuse!(InvalidText, "{} is more than {} bits hold", given, bits),
            Self::OtherWidth => refuse!(
                InvalidOption,
                "{} writes {} bits, not {}; choose another encoding",
                encoding.name(),
                encoding.numeral().width,
                bits
            ),
        }
    }
}

/// The character at a place.
fn character(text: &str, at: usize) -> &str {
    let mut rest = text.chars();
    for _ in 0..at {
        rest.next();
    }
    let found = rest.as_str();
    rest.next();
    found.strip_suffix(rest.as_str()).unwrap_or(found)
}
