//! Sentences for people: templates, and the words put in their places.
//!
//! `core::fmt` and a `Display` for each kind of word would weigh as much in wasm as everything that
//! is done with IDs, so one function writes all sentences, from plain data.

use std::borrow::Cow;

use crate::instant;

/// The longest part of a caller's text that is shown, in characters.
const LONGEST: usize = 40;

/// What can be put into a template.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Word<'a> {
    /// A text of our own.
    Text(&'a str),
    /// A caller's text: quoted, cut short where it is long, and without control characters.
    Quoted(&'a str),
    /// Texts of our own, with commas between them.
    List(&'a [&'a str]),
    /// A natural number.
    Number(u64),
    /// An integer.
    Integer(i64),
    /// A number, whole or not, to three decimals.
    Figure(f64),
    /// Unix ms, written as an instant.
    Instant(f64),
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

impl From<i64> for Word<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

/// Holds the words against the template as the crate is compiled: one for each place.
pub(crate) const fn check(template: &str, words: &[&str]) {
    let text = template.as_bytes();
    let (mut places, mut at) = (0, 1);
    while at < text.len() {
        if text[at - 1] == b'{' && text[at] == b'}' {
            places += 1;
        }
        at += 1;
    }
    assert!(places == words.len(), "a template has to have as many places as there are words");
}

/// `say!("{} to {}", 0, most)`: a sentence put together from a template and a word for each of its places.
macro_rules! say {
    ($template:literal $(, $word:expr)* $(,)?) => {{
        const { $crate::message::check($template, &[$(stringify!($word)),*]) }
        $crate::message::sentence($template, &[$($crate::message::Word::from($word)),*])
    }};
}
pub(crate) use say;

/// The sentence of a template and as many words as it has places.
#[inline(never)]
pub(crate) fn sentence(template: &str, words: &[Word<'_>]) -> String {
    let mut written = String::new();
    let mut words = words.iter();
    let mut rest = template.chars();
    while let Some(character) = rest.next() {
        if character == '{' && rest.as_str().starts_with('}') {
            rest.next();
            words.next().into_iter().for_each(|word| put(&mut written, *word));
        } else {
            written.push(character);
        }
    }
    written
}

fn put(sentence: &mut String, word: Word<'_>) {
    match word {
        Word::Text(text) => sentence.push_str(text),
        Word::Quoted(text) => quote(sentence, text),
        Word::List(texts) => {
            for (i, text) in texts.iter().enumerate() {
                sentence.push_str(if i == 0 { "" } else { ", " });
                sentence.push_str(text);
            }
        }
        Word::Number(number) => digits(sentence, number, 1),
        Word::Integer(integer) => {
            if integer < 0 {
                sentence.push('-');
            }
            digits(sentence, integer.unsigned_abs(), 1);
        }
        Word::Figure(number) => figure(sentence, number),
        Word::Instant(ms) => instant::put(sentence, ms),
    }
}

fn quote(sentence: &mut String, text: &str) {
    sentence.push('\'');
    for (i, character) in text.chars().enumerate() {
        if i == LONGEST {
            sentence.push('…');
            break;
        }
        let hidden = character < ' ' || character == '\u{7f}';
        sentence.push(if hidden { char::REPLACEMENT_CHARACTER } else { character });
    }
    sentence.push('\'');
}

/// The digits of a number, at least so many.
pub(crate) fn digits(sentence: &mut String, number: u64, least: u32) {
    if number > 9 || least > 1 {
        digits(sentence, number / 10, least.saturating_sub(1));
    }
    sentence.push(char::from(b'0' + (number % 10) as u8));
}

/// Three decimals tell a reader enough.
pub(crate) fn figure(sentence: &mut String, number: f64) {
    if number.is_nan() {
        return sentence.push_str("NaN");
    }
    if number < 0.0 {
        sentence.push('-');
    }
    let size = number.abs();
    if size.is_infinite() {
        return sentence.push_str("Infinity");
    }
    if size >= 18_446_744_073_709_551_616.0 {
        return sentence.push_str("a number of 2^64 or more");
    }
    digits(sentence, size as u64, 1);
    let rest = size.fract();
    if rest == 0.0 {
        return;
    }
    sentence.push('.');
    match (rest * 1000.0) as u64 {
        0 => sentence.push_str("000…"),
        thousandths if thousandths % 100 == 0 => digits(sentence, thousandths / 100, 1),
        thousandths if thousandths % 10 == 0 => digits(sentence, thousandths / 10, 2),
        thousandths => digits(sentence, thousandths, 3),
    }
}
