//! What the text around an ID says of its kind, what its digits say of it, and the numbers of kinds.

use super::sites::Rule;
use super::table::TABLE;
use crate::formats::Format;

/// The name of the kind with a number: the built-in formats and the rows of the table. A kind with several rows has several
/// numbers.
pub(super) fn kind(number: usize) -> Option<&'static str> {
    let mut formats = Format::names();
    match number.checked_sub(formats.len()) {
        None => formats.nth(number),
        Some(number) => TABLE.get(number).map(|row| row.name),
    }
}

/// The number of the first format that the caller gives: those of the built-in formats and of the rows come before it.
pub fn first_given() -> usize {
    Format::names().len() + TABLE.len()
}

/// What a reader should know of the digits of an ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// Its last digits were rounded.
    Rounded,
    /// It is written with an exponent, so that its last digits are missing.
    Exponent,
    /// It is a counter from before such IDs held times.
    Counter,
}

impl Warning {
    /// All warnings, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Rounded, Self::Exponent, Self::Counter];

    /// The name in results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rounded => "rounded",
            Self::Exponent => "exponent",
            Self::Counter => "counter",
        }
    }
}

/// What the text around an ID says of its kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Context<'a> {
    /// The rule of sites that names its kinds.
    pub rule: Option<Rule>,
    /// The kind of another ID in the text that is close to this one.
    pub neighbour: Option<&'a str>,
    /// Whether it follows a prefix, as in `order_0bz0ak19otlvk`.
    pub has_prefix: bool,
}
