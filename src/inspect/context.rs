//! What the text around an ID says of its kind, what its digits say of it, and the numbers of kinds.

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

/// The first number of a kind. A loop has 200 bytes less code, gzipped, than a chain of iterators.
pub(super) fn number_of_kind(name: &str) -> u8 {
    let mut number = 0;
    while kind(number).is_some_and(|other| other != name) {
        number += 1;
    }
    number as u8
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Context {
    /// The number of the rule of sites that names its kinds.
    pub(super) rule: Option<u8>,
    /// The number of the kind of another ID in the text that is close to this one.
    pub(super) neighbour: Option<u8>,
    /// Whether it follows a prefix, as in `order_0bz0ak19otlvk`.
    pub(super) has_prefix: bool,
}

impl Context {
    /// The context with this number; see [`Context::number`].
    pub fn of(number: u32) -> Self {
        let part = |number: u32| (number as u8).checked_sub(1);
        Self { rule: part(number), neighbour: part(number >> 8), has_prefix: number >> 16 & 1 == 1 }
    }

    /// The context as a number: 0 if nothing is known.
    pub fn number(self) -> u32 {
        let part = |part: Option<u8>| part.map_or(0, |part| u32::from(part) + 1);
        part(self.rule) | part(self.neighbour) << 8 | u32::from(self.has_prefix) << 16
    }
}
