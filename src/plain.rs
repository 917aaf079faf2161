//! What passes between the core and its callers on the cold paths: options, fields, definitions,
//! descriptions, snapshots, candidates.
//!
//! One small tree of plain values, so that every check of every option (its type, its range, a
//! misspelt name) is made and tested here in the core, and the bindings only translate.

use std::fmt::{self, Write};

/// The largest integer an `f64` holds exactly together with all below it, 2^53 - 1.
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// A plain value.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    /// Nothing: the same as leaving the entry out.
    Missing,
    /// Yes or no.
    Flag(bool),
    /// A number, whole or not.
    Number(f64),
    /// An integer that a number may not hold exactly.
    Integer(u64),
    /// A text.
    Text(String),
    /// A list of values.
    List(Vec<Plain>),
    /// Named values, in the caller's order.
    Map(Vec<(String, Plain)>),
    /// Anything else, described for the error message: `null`, `a function`, `5n`.
    Other(String),
}

impl Plain {
    /// The whole number in `0..=max` that this is.
    pub(crate) fn whole(&self, max: u64) -> Option<u64> {
        match *self {
            // A whole f64 above 2^53 may stand for several integers, so it stands for none.
            Self::Number(n) if n >= 0.0 && n <= max.min(MAX_SAFE) as f64 && n.trunc() == n => Some(n as u64),
            _ => None,
        }
    }

    /// Which of these words it is.
    pub(crate) fn word(&self, words: &[&str]) -> Option<usize> {
        let Self::Text(text) = self else { return None };
        words.iter().position(|word| word == text)
    }

    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}

/// Named values being put together.
#[derive(Default)]
pub(crate) struct Entries(Vec<(String, Plain)>);

impl Entries {
    #[inline(never)]
    pub fn put(&mut self, name: &str, value: Plain) {
        self.0.push((name.to_owned(), value));
    }

    pub fn number(&mut self, name: &str, number: f64) {
        self.put(name, Plain::Number(number));
    }

    pub fn text(&mut self, name: &str, text: &str) {
        self.put(name, Plain::Text(text.to_owned()));
    }

    pub fn end(self) -> Plain {
        Plain::Map(self.0)
    }
}

impl From<f64> for Plain {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Plain {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Plain {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Missing => serializer.serialize_none(),
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Integer(integer) => serializer.serialize_u64(*integer),
            Self::Text(text) | Self::Other(text) => serializer.serialize_str(text),
            Self::List(items) => serializer.collect_seq(items),
            Self::Map(entries) => serializer.collect_map(entries.iter().map(|(name, arg)| (name, arg))),
        }
    }
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("undefined"),
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(n) => Figure(*n).fmt(f),
            Self::Integer(n) => n.fmt(f),
            Self::Text(text) => Quoted(text).fmt(f),
            Self::List(items) => write!(f, "a list of {}", items.len()),
            Self::Map(_) => f.write_str("an object"),
            Self::Other(what) => f.write_str(what),
        }
    }
}

/// A caller's text in a message: quoted, cut short where it is long, and without control characters.
pub(crate) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = 40;
        f.write_char('\'')?;
        for character in self.0.chars() {
            if left == 0 {
                return f.write_str("…'");
            }
            left -= 1;
            f.write_char(visible(character))?;
        }
        f.write_char('\'')
    }
}

/// The character, or the mark that stands for one that can't be shown.
pub(crate) fn visible(character: char) -> char {
    if character < ' ' || character == '\u{7f}' { char::REPLACEMENT_CHARACTER } else { character }
}

/// A number in a message. The standard `Display` of `f64` weighs more in wasm than all the rest of
/// this crate's messages, and three decimals tell a reader enough.
pub(crate) struct Figure(pub f64);

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.0;
        if n.is_nan() {
            return f.write_str("NaN");
        }
        if n < 0.0 {
            f.write_str("-")?;
        }
        if n.is_infinite() {
            return f.write_str("Infinity");
        }
        let n = n.abs();
        if n >= 18_446_744_073_709_551_616.0 {
            return f.write_str("a number of 2^64 or more");
        }
        let (whole, thousandths) = (n as u64, (n.fract() * 1000.0) as u32);
        match (n.fract() > 0.0, thousandths) {
            (false, _) => write!(f, "{whole}"),
            (true, 0) => write!(f, "{whole}.000…"),
            (true, _) => write!(f, "{whole}.{}", format!("{thousandths:03}").trim_end_matches('0')),
        }
    }
}
