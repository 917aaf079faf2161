//! The options of hidden IDs.

use std::fmt;

use super::cipher::Cipher;
use super::{Hidden, Keyed, check_text};
use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::message::{Word, say};
use crate::text::{Encoding, Zeros};

/// The options of [`Hidden`]. One key is required; an option that is not given has a default.
#[derive(Clone)]
#[must_use]
pub struct HiddenOptions {
    format: Format,
    keys: Vec<(Option<char>, Vec<u8>)>,
    tweak: String,
    encoding: Encoding,
    has_check: bool,
}

impl HiddenOptions {
    pub(super) fn new(format: &Format) -> Self {
        Self {
            format: format.clone(),
            keys: Vec::new(),
            tweak: String::new(),
            encoding: Encoding::Base36,
            has_check: true,
        }
    }

    /// A key of 16, 24 or 32 random bytes. The first key writes and reads, each further one only reads: so the keys can
    /// change. Texts of the key begin with its letter, `a` to `z`. One key may have no letter.
    pub fn key(mut self, letter: impl Into<Option<char>>, key: &[u8]) -> Self {
        self.keys.push((letter.into(), key.to_vec()));
        self
    }

    /// What the IDs are used for: at most 10 bytes. With different tweaks, equal IDs have different texts. It need not be
    /// secret. Default: the empty text.
    pub fn tweak(mut self, tweak: &str) -> Self {
        tweak.clone_into(&mut self.tweak);
        self
    }

    /// Texts have no check, so nearly every text of the right length is read as some ID.
    pub fn without_check(mut self) -> Self {
        self.has_check = false;
        self
    }

    /// The encoding of the number. Default: base36.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Checks the options.
    ///
    /// # Errors
    /// `INVALID_OPTION` if there is no key, if a key has not 16, 24 or 32 bytes, if a letter is not `a` to `z` or occurs
    /// twice, if the tweak is longer than 10 bytes, if the format has fewer than 20 bits, or if the encoding is not
    /// defined for its width.
    pub fn open(self) -> Result<Hidden, Error> {
        let Self { format, keys, tweak, encoding, has_check } = self;
        let bits = format.layout().bits();
        // All numbers have as many characters as 0.
        let digits = encoding.write(0, bits, Zeros::All)?.len();
        let check_digits = if has_check { check_text(0)?.len() } else { 0 };
        let mut keyed: Vec<Keyed> = Vec::new();
        for (given, key) in keys {
            let letter = given.map(read_letter).transpose()?;
            if keyed.iter().any(|other| other.letter == letter) {
                let letter = given.map_or_else(
                    || "no letter".to_owned(),
                    |letter| say!("the letter {}", &letter.to_string()),
                );
                return Err(refuse!(InvalidOption, "two keys have {}; each key needs its own", &letter));
            }
            keyed.push(Keyed { letter, cipher: Cipher::new(&key, letter, tweak.as_bytes(), bits)? });
        }
        if keyed.is_empty() {
            return Err(refuse!(InvalidOption, "there is no key; give one of 16, 24 or 32 random bytes"));
        }
        Ok(Hidden { format, keys: keyed, encoding, digits, check_digits })
    }
}

impl fmt::Debug for HiddenOptions {
    /// Without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, tweak, encoding, has_check, .. } = self;
        f.debug_struct("HiddenOptions")
            .field("format", format)
            .field("tweak", tweak)
            .field("encoding", encoding)
            .field("has_check", has_check)
            .finish_non_exhaustive()
    }
}

fn read_letter(letter: char) -> Result<u8, Error> {
    if letter.is_ascii_lowercase() {
        return Ok(letter as u8);
    }
    let given = letter.to_string();
    Err(refuse!(InvalidOption, "the letter of a key is {}; it must be one of a to z", Word::Quoted(&given)))
}
