//! What passes between the core and its callers on the cold paths: options, fields, definitions,
//! descriptions, snapshots, candidates.
//!
//! One small tree of plain values, so that every check of every option (its type, its range, a
//! misspelt name) is made and tested here in the core, and the bindings only translate.

use std::fmt;

use crate::message::say;

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

    /// As messages show it: a text in quotes and cut short where it is long, a list by its length.
    pub fn shown(&self) -> String {
        say!("{}", self)
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
        f.write_str(&self.shown())
    }
}
