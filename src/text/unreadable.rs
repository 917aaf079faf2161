//! What is wrong with a text, and the sentence that says so.

use std::fmt::{self, Write};

use super::Encoding;
use crate::error::{Error, refuse};
use crate::plain::{Quoted, visible};

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
                let found = Character(text, at);
                refuse!(InvalidText, "{given} has '{found}' at position {at}; it must have only {alphabet}")
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
                let (name, width) = (encoding.name(), encoding.numeral().width);
                refuse!(InvalidOption, "{name} writes {width} bits, not {bits}; choose another encoding")
            }
        }
    }
}

/// Displays the character of a text at a place.
struct Character<'a>(&'a str, usize);

impl fmt::Display for Character<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.1;
        for character in self.0.chars() {
            if left == 0 {
                return f.write_char(visible(character));
            }
            left -= 1;
        }
        Ok(())
    }
}
