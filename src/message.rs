//! Sentences for people, made of a template and a word for each of its places (`{}`).
//!
//! `core::fmt` would weigh more in wasm than everything that is done with IDs. So one function for each
//! kind of word writes the sentences.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::digits::{push_digits, push_integer};
use crate::instant::push_iso;

/// The longest excerpt of a caller's text in a message, in characters.
const LONGEST_EXCERPT: usize = 40;

/// A word that can fill a place of a template.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Word<'a> {
    /// A text of this crate.
    Text(&'a str),
    /// A caller's text: quoted, shortened, and without control characters.
    Quoted(&'a str),
    /// A natural number.
    Number(u64),
    /// An integer.
    Integer(i64),
    /// Unix ms, written as ISO 8601.
    Instant(i64),
    /// A range: `a whole number from 1 to 9`, or the number if there is only one.
    Range(u64, u64),
}

impl<'a> From<&'a str> for Word<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Word<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Cow<'_, str>> for Word<'a> {
    fn from(text: &'a Cow<'_, str>) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Word<'_> {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Word<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u8> for Word<'_> {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Word<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<RangeInclusive<u64>> for Word<'_> {
    fn from(range: RangeInclusive<u64>) -> Self {
        Self::Range(*range.start(), *range.end())
    }
}

impl From<i64> for Word<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

/// Checks at compile time that a template has one place for each word.
pub(crate) const fn check_places(template: &str, words: &[&str]) {
    let text = template.as_bytes();
    let (mut places, mut at) = (0, 1);
    while at < text.len() {
        if text[at - 1] == b'{' && text[at] == b'}' {
            places += 1;
        }
        at += 1;
    }
    assert!(places == words.len(), "a template must have as many places as there are words");
}

/// `say!("{} to {}", 0, max)`: a text made of a template and a word for each of its places.
macro_rules! say {
    ($template:literal $(, $word:expr)* $(,)?) => {{
        const { $crate::message::check_places($template, &[$(stringify!($word)),*]) }
        let mut sentence = $crate::message::Sentence::new($template);
        $(sentence.fill($crate::message::Word::from($word));)*
        sentence.written
    }};
}
pub(crate) use say;

/// The day of an instant in Unix ms, as ISO 8601.
pub(crate) fn day_of(ms: i64) -> String {
    let mut iso = say!("{}", Word::Instant(ms));
    iso.truncate(iso.len() - "T00:00:00.000Z".len());
    iso
}

/// A template whose places are filled from left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub written: String,
    /// The template after the next place.
    rest: &'static str,
}

impl Sentence {
    /// The sentence of a refusal where there are no messages.
    pub const EMPTY: Self = Self { written: String::new(), rest: "" };

    pub fn new(template: &'static str) -> Self {
        let mut sentence = Self { written: String::new(), rest: template };
        sentence.write_to_next_place();
        sentence
    }

    /// Fills the next place.
    #[expect(
        clippy::inline_always,
        reason = "the kind of word is known at each call, so only its arm remains"
    )]
    #[inline(always)]
    pub fn fill(&mut self, word: Word<'_>) {
        match word {
            Word::Text(text) => self.fill_text(text),
            Word::Quoted(text) => self.fill_quoted(text),
            Word::Number(number) => self.fill_number(number),
            Word::Integer(integer) => self.fill_integer(integer),
            Word::Instant(ms) => self.fill_instant(ms),
            Word::Range(min, max) => self.fill_range(min, max),
        }
    }

    #[inline(never)]
    fn fill_text(&mut self, text: &str) {
        self.written.push_str(text);
        self.write_to_next_place();
    }

    #[inline(never)]
    fn fill_quoted(&mut self, text: &str) {
        push_quoted(&mut self.written, text);
        self.write_to_next_place();
    }

    #[inline(never)]
    fn fill_number(&mut self, number: u64) {
        push_digits(&mut self.written, number, 1);
        self.write_to_next_place();
    }

    #[inline(never)]
    fn fill_integer(&mut self, integer: i64) {
        push_integer(&mut self.written, integer);
        self.write_to_next_place();
    }

    #[inline(never)]
    fn fill_instant(&mut self, ms: i64) {
        push_iso(&mut self.written, ms);
        self.write_to_next_place();
    }

    #[inline(never)]
    fn fill_range(&mut self, min: u64, max: u64) {
        if min < max {
            self.written.push_str("a whole number from ");
            push_digits(&mut self.written, min, 1);
            self.written.push_str(" to ");
        }
        self.fill_number(max);
    }

    /// Copies the template up to its next place.
    fn write_to_next_place(&mut self) {
        let mut rest = self.rest.chars();
        while let Some(character) = rest.next() {
            if character == '{' && rest.as_str().starts_with('}') {
                rest.next();
                break;
            }
            self.written.push(character);
        }
        self.rest = rest.as_str();
    }
}

/// Fills the braces of a sentence: `word` returns the word for the text in them.
pub(crate) fn fill(sentence: &str, word: impl Fn(&str) -> String) -> String {
    let mut parts = sentence.split(['{', '}']);
    let mut said = parts.next().unwrap_or_default().to_owned();
    while let (Some(key), Some(rest)) = (parts.next(), parts.next()) {
        said += &word(key);
        said += rest;
    }
    said
}

fn push_quoted(sentence: &mut String, text: &str) {
    sentence.push('\'');
    for (i, character) in text.chars().enumerate() {
        if i == LONGEST_EXCERPT {
            sentence.push('…');
            break;
        }
        let is_control = character < ' ' || character == '\u{7f}';
        sentence.push(if is_control { char::REPLACEMENT_CHARACTER } else { character });
    }
    sentence.push('\'');
}
