//! What is wrong with a text, and the sentence that says so.

use super::Encoding;
use crate::error::{Error, refuse};
use crate::plain::Quoted;

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
        let (given, alphabet) = (Quoted(text), encoding.alphabet());
        match self {
            Self::Character(at) => {
                let found = Quoted(character(text, at));
                refuse!(InvalidText, "{given} has {found} at position {at}; it must have only {alphabet}")
            }
            Self::LeadingZero(at) => refuse!(
                InvalidText,
                "{given} has a leading zero at position {at}; it must be left out, or all of them given and read as padded"
            ),
            Self::Length(least, most) => {
                let range = if least == most { "" } else { &format!("{least} to ") };
                refuse!(InvalidText, "{given} has {count} characters; it must have {range}{most}: {alphabet}")
            }
            Self::TooWide => refuse!(InvalidText, "{given} is more than {bits} bits hold"),
            Self::OtherWidth => {
                let (name, width) = (encoding.name(), encoding.width());
                refuse!(InvalidOption, "{name} writes {width} bits, not {bits}; choose another encoding")
            }
        }
    }
}

/// The character at a place to which all others have one byte.
fn character(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let length = rest.chars().next().map_or(0, char::len_utf8);
    rest.get(..length).unwrap_or_default()
}
