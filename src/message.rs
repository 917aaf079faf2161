//! Sentences for people, and reports for programs: templates, and the words put in their places.
//!
//! `core::fmt` and a `Display` for each kind of word would weigh as much in wasm as everything that
//! is done with IDs, so sentences are written by one function for each kind of word.

use std::borrow::Cow;

use crate::instant;

/// The digits of hexadecimal numbers.
pub(crate) const HEX: &[u8; 16] = b"0123456789abcdef";

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
    /// Any text, as JSON.
    Json(&'a str),
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

/// `say!("{} to {}", 0, most)`: a text put together from a template and a word for each of its places.
macro_rules! say {
    ($template:literal $(, $word:expr)* $(,)?) => {{
        const { $crate::message::check($template, &[$(stringify!($word)),*]) }
        let mut sentence = $crate::message::Sentence::new($template);
        $(sentence.put($crate::message::Word::from($word));)*
        sentence.written
    }};
}
pub(crate) use say;

/// A template that is being filled in, word by word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub written: String,
    /// What follows after the next word.
    rest: &'static str,
}

impl Sentence {
    pub fn new(template: &'static str) -> Self {
        let mut sentence = Self { written: String::new(), rest: template };
        sentence.go_on();
        sentence
    }

    /// Puts a word in the next place.
    #[expect(clippy::inline_always, reason = "which kind it is, is known where it is put: a call remains")]
    #[inline(always)]
    pub fn put(&mut self, word: Word<'_>) {
        match word {
            Word::Text(text) => self.text(text),
            Word::Quoted(text) => self.quoted(text),
            Word::List(texts) => self.list(texts),
            Word::Json(text) => self.json(text),
            Word::Number(number) => self.number(number),
            Word::Integer(integer) => self.integer(integer),
            Word::Figure(number) => self.figure(number),
            Word::Instant(ms) => self.instant(ms),
        }
    }

    #[inline(never)]
    fn text(&mut self, text: &str) {
        self.written.push_str(text);
        self.go_on();
    }

    #[inline(never)]
    fn quoted(&mut self, text: &str) {
        quote(&mut self.written, text);
        self.go_on();
    }

    #[inline(never)]
    fn list(&mut self, texts: &[&str]) {
        for (i, text) in texts.iter().enumerate() {
            self.written.push_str(if i == 0 { "" } else { ", " });
            self.written.push_str(text);
        }
        self.go_on();
    }

    #[inline(never)]
    fn json(&mut self, text: &str) {
        json(&mut self.written, text);
        self.go_on();
    }

    #[inline(never)]
    fn number(&mut self, number: u64) {
        digits(&mut self.written, number, 1);
        self.go_on();
    }

    #[inline(never)]
    fn integer(&mut self, integer: i64) {
        if integer < 0 {
            self.written.push('-');
        }
        self.number(integer.unsigned_abs());
    }

    #[inline(never)]
    fn figure(&mut self, number: f64) {
        figure(&mut self.written, number);
        self.go_on();
    }

    #[inline(never)]
    fn instant(&mut self, ms: f64) {
        instant::put(&mut self.written, ms);
        self.go_on();
    }

    /// Writes on up to the next place.
    fn go_on(&mut self) {
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

/// Adds an item to a list in JSON.
pub(crate) fn join(list: &mut String, item: &str) {
    if !list.is_empty() {
        list.push(',');
    }
    list.push_str(item);
}

/// A text as JSON has it.
fn json(report: &mut String, text: &str) {
    report.push('"');
    for character in text.chars() {
        if character < ' ' || character == '"' || character == '\\' {
            report.push_str("\\u00");
            report.push(char::from(b'0' + (character as u8 >> 4)));
            report.push(char::from(HEX[character as usize & 15]));
        } else {
            report.push(character);
        }
    }
    report.push('"');
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
