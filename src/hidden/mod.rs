//! Hidden IDs: texts that do not show when an ID was made, in which order, and how many there are.
//!
//! A [`Hidden`] writes each ID of a format as another number of the same width, and reads it again. This number is the
//! ID encrypted by FF1 of NIST SP 800-38G Rev. 1 with AES, so nobody without the key tells it from a random one. Equal
//! IDs have equal texts. The check at the end is a guard against typing mistakes and guesses. It is no authorization:
//! who has a text can show it to others.

mod aes;
mod cipher;
mod ff1;
mod options;

use std::fmt;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::message::{Word, say};
use crate::text::{Encoding, Text, Zeros};

pub use cipher::{CHECK_BITS, Cipher, MAX_TWEAK, MIN_BITS};
pub use ff1::Ff1;
pub use options::HiddenOptions;

/// The encoding of the check.
const CHECK_ENCODING: Encoding = Encoding::Base36;

/// A key, and the values that follow from it.
#[derive(Clone)]
struct Keyed {
    /// The letter with which texts of the key begin, a to z, if they begin with one.
    letter: Option<u8>,
    cipher: Cipher,
}

/// Writes IDs of a format as texts that hide their times, and reads them.
///
/// ```
/// use flakekit::Format;
/// use flakekit::hidden::Hidden;
///
/// let discord: Format = "discord".parse()?;
/// let hidden = Hidden::of(&discord).key(None, &[7; 32]).tweak("orders").open()?;
/// let text = hidden.write(175928847299117063)?;
/// assert_eq!(text.len(), 17);
/// assert_eq!(hidden.read(&text)?, 175928847299117063);
/// # Ok::<(), flakekit::Error>(())
/// ```
#[derive(Clone)]
pub struct Hidden {
    format: Format,
    /// The key that writes, then those that only read.
    keys: Vec<Keyed>,
    encoding: Encoding,
    /// The count of characters of the number.
    digits: usize,
    /// The count of characters of the check: 0 if there is none.
    check_digits: usize,
}

impl Hidden {
    /// The options of hidden IDs of a format. [`HiddenOptions::open`] checks them.
    pub fn of(format: &Format) -> HiddenOptions {
        HiddenOptions::new(format)
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// The text of an ID: the letter of the key, the hidden number with its leading zeros, and the check.
    ///
    /// # Errors
    /// `INVALID_ID` if the ID is too wide for the format.
    pub fn write(&self, id: u128) -> Result<String, Error> {
        let id = self.format.check(id)?;
        let Keyed { letter, cipher } = &self.keys[0];
        let mut written = String::new();
        written.extend(letter.map(char::from));
        written += &self.encoding.write(cipher.hide(id), self.format.layout().bits(), Zeros::All)?;
        if self.check_digits > 0 {
            written += &check_text(cipher.check(id))?;
        }
        Ok(written)
    }

    /// The ID of a text that [`Hidden::write`] has written under one of the keys. The letter of the key and the check are
    /// read in either case, and the number as its encoding allows.
    ///
    /// # Errors
    /// `INVALID_TEXT`. Without a check, nearly every text of the right length is read as some ID.
    pub fn read(&self, text: &str) -> Result<u128, Error> {
        if !text.is_ascii() {
            return Err(self.refuse_text(text));
        }
        let length = self.digits + self.check_digits;
        let (letter, rest) = text.split_at(usize::from(text.len() == length + 1));
        if rest.len() != length {
            return Err(self.refuse_length(text));
        }
        let letter = letter.bytes().next().map(|letter| letter.to_ascii_lowercase());
        let Some(key) = self.keys.iter().find(|key| key.letter == letter) else {
            return Err(self.refuse_letter(text));
        };
        let (number, check) = rest.split_at(self.digits);
        let bits = self.format.layout().bits();
        let hidden = self
            .encoding
            .read(number.as_bytes(), bits, Zeros::All)
            .map_err(|why| why.explain(number, number.len(), self.encoding, bits))?;
        let id = key.cipher.show(hidden);
        if self.check_digits > 0 {
            let given = CHECK_ENCODING.read(check.as_bytes(), CHECK_BITS, Zeros::All);
            if given != Ok(key.cipher.check(id).into()) {
                return Err(self.refuse_text(text));
            }
        }
        Ok(id)
    }

    #[cold]
    fn refuse_length(&self, text: &str) -> Error {
        let length = self.digits + self.check_digits;
        let has_letter = |has: bool| self.keys.iter().any(|key| key.letter.is_some() == has);
        let lengths = match (has_letter(false), has_letter(true)) {
            (true, true) => say!("{} or {}", length, length + 1),
            (true, false) => say!("{}", length),
            (false, _) => say!("{}", length + 1),
        };
        refuse!(
            InvalidText,
            "{} has {} characters; a hidden ID of {} has {}",
            Word::Quoted(text),
            text.chars().count(),
            &self.format.called(),
            &lengths
        )
    }

    #[cold]
    fn refuse_letter(&self, text: &str) -> Error {
        let letters: Vec<_> = self
            .keys
            .iter()
            .map(|key| key.letter.map_or_else(|| "none".to_owned(), |letter| char::from(letter).to_string()))
            .collect();
        refuse!(
            InvalidText,
            "{} has the letter of no given key; the letters are: {}",
            Word::Quoted(text),
            &letters.join(", ")
        )
    }

    #[cold]
    fn refuse_text(&self, text: &str) -> Error {
        refuse!(
            InvalidText,
            "{} is no hidden ID of {}: it is mistyped or invented, or has another key, tweak or format",
            Word::Quoted(text),
            &self.format.called()
        )
    }
}

impl fmt::Debug for Hidden {
    /// Without the keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, encoding, .. } = self;
        f.debug_struct("Hidden").field("format", format).field("encoding", encoding).finish_non_exhaustive()
    }
}

fn check_text(check: u32) -> Result<Text, Error> {
    CHECK_ENCODING.write(check.into(), CHECK_BITS, Zeros::All)
}
