//! Formats: reading, writing, checking. A format is a number too, the same for equal formats, so that
//! nothing has to be collected.

use std::cell::RefCell;
use std::rc::Rc;

use flakekit::layout::MAX_NAMES;
use flakekit::plain::Plain;
use flakekit::text::Style;
use flakekit::{Error, Format, GeneratorOptions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::args::{entries, given, text};
use crate::generator::open;
use crate::plain;
use crate::refusals::{done, numbered, refuse};
use crate::scratch::scratch;

thread_local! {
    static FORMATS: RefCell<Vec<Rc<Format>>> = const { RefCell::new(Vec::new()) };
}

fn keep(format: Result<Rc<Format>, Error>) -> i32 {
    numbered(format.map(|format| {
        FORMATS.with_borrow_mut(|formats| {
            let known = formats.iter().position(|known| *known == format);
            known.unwrap_or_else(|| {
                formats.push(format);
                formats.len() - 1
            })
        })
    }))
}

pub fn format(number: usize) -> Rc<Format> {
    FORMATS.with_borrow(|formats| Rc::clone(&formats[number]))
}

/// A clock's reading to hold an epoch against. Where no clock can be read it reads 0.
fn reading(now: f64) -> Option<f64> {
    (now > 0.0).then_some(now)
}

/// The built-in format of the name given; -1 is a refusal, here and below.
#[wasm_bindgen]
pub fn named() -> i32 {
    keep(Format::named(&text(given())))
}

/// The names of the built-in formats.
#[wasm_bindgen]
pub fn names() -> JsValue {
    plain(&Plain::List(Format::names().map(Plain::from).collect()))
}

/// A format from the description given.
#[wasm_bindgen]
pub fn define(now: f64) -> i32 {
    keep(Format::define(&entries(), reading(now)))
}

/// A format with another epoch or other widths, as given.
#[wasm_bindgen]
pub fn adjust(number: usize, now: f64) -> i32 {
    keep(format(number).with(&entries(), reading(now)))
}

/// The format as plain data.
#[wasm_bindgen]
pub fn describe(number: usize) -> JsValue {
    plain(&format(number).describe())
}

/// The code of the text style given, for the calls below; 0 is the format's own encoding, not padded.
#[wasm_bindgen]
pub fn style() -> i32 {
    numbered(Style::new(&entries()).map(|style| style.code() as usize))
}

/// Takes a number to be worked on; `false` where it is no ID of the format, here and below.
#[wasm_bindgen(js_name = putNumber)]
pub fn put_number(number: usize, value: f64) -> bool {
    put(number, Some(u128::from(value as u64)))
}

/// Takes the low 64 bits of a bigint.
#[wasm_bindgen(js_name = putBigint)]
pub fn put_bigint(number: usize, value: i64) -> bool {
    put(number, Some(u128::from(value as u64)))
}

/// Takes the value of the text in the text scratch.
#[wasm_bindgen(js_name = putText)]
pub fn put_text(number: usize, length: usize, style: u32) -> bool {
    let (text, length) = scratch().read_text(length);
    put(number, format(number).read(&text[..length], Style::of_code(style)).ok())
}

/// Takes the value of so many bytes in the text scratch, the high one first.
#[wasm_bindgen(js_name = putBytes)]
pub fn put_bytes(number: usize, length: usize) -> bool {
    let (bytes, length) = scratch().read_text(length);
    let mut value = 0;
    for &byte in &bytes[..length.min(16)] {
        value = value << 8 | u128::from(byte);
    }
    put(number, Some(value).filter(|_| length == format(number).layout().bytes()))
}

fn put(number: usize, value: Option<u128>) -> bool {
    let value = value.filter(|&value| format(number).holds(value));
    value.inspect(|&value| scratch().put(value)).is_some()
}

/// Puts what the value says into the numbers; `false` where the format has no epoch, without which an
/// ID says no time.
#[wasm_bindgen]
pub fn decode(number: usize) -> bool {
    let mut numbers = [0.0; MAX_NAMES];
    let decoded = format(number).decode_into(scratch().value.get(), &mut numbers);
    scratch().numbers.iter().zip(numbers).for_each(|(to, from)| to.set(from));
    done(decoded)
}

/// Puts the text of the value into the text scratch and tells its length; -1 is a refusal.
#[wasm_bindgen(js_name = writeText)]
pub fn write_text(number: usize, style: u32) -> i32 {
    let text = format(number).write(scratch().value.get(), Style::of_code(style));
    numbered(text.map(|text| {
        scratch().write_text(text.as_bytes());
        text.as_bytes().len()
    }))
}

/// Puts the bytes of the value into the text scratch, the high one first, and tells how many.
#[wasm_bindgen(js_name = writeBytes)]
pub fn write_bytes(number: usize) -> usize {
    let bytes = format(number).layout().bytes();
    scratch().write_text(&scratch().value.get().to_be_bytes()[16 - bytes..]);
    bytes
}

/// Refuses what was given as an ID and could not be taken; `length` is a text's length.
#[wasm_bindgen]
pub fn reject(number: usize, length: usize, style: u32) {
    refuse(format(number).refusal(&given(), length, Style::of_code(style)).into());
}

/// Takes the value that says what was given.
#[wasm_bindgen]
pub fn encode(number: usize) -> bool {
    take(format(number).encode(&entries()))
}

/// Takes the smallest or the largest value made between two instants.
#[wasm_bindgen]
pub fn range(number: usize, from: f64, to: f64, largest: bool) -> bool {
    take(format(number).range(from, to).map(|(min, max)| if largest { max } else { min }))
}

/// Takes the value with the metadata given.
#[wasm_bindgen(js_name = setMetadata)]
pub fn set_metadata(number: usize) -> bool {
    take(format(number).with_metadata(scratch().value.get(), &given()))
}

fn take(value: Result<u128, Error>) -> bool {
    done(value.map(|value| scratch().put(value)))
}

/// The metadata of the text in the text scratch; -1 where it is none.
#[wasm_bindgen(js_name = peekMetadata)]
pub fn peek_metadata(number: usize, length: usize) -> f64 {
    let (text, length) = scratch().read_text(length);
    format(number).peek_metadata(&text[..length]).map_or(-1.0, |metadata| metadata as f64)
}

/// Whether what was given is metadata of the format.
#[wasm_bindgen(js_name = checkMetadata)]
pub fn check_metadata(number: usize) -> bool {
    done(format(number).metadata(&given()).map(|_| ()))
}

/// The number of a generator: the same one for the same options, or one of its own if it is to stand
/// `alone`.
#[wasm_bindgen]
pub fn generator(number: usize, alone: bool) -> i32 {
    let format = format(number);
    let options = GeneratorOptions::new(&format, &entries());
    numbered(options.and_then(|options| open(&format, &options, alone)))
}

/// Which formats could have made the ID whose text is in the text scratch, best first: those given, then
/// the built-in ones, of which those without an epoch are tried with this one, unless it is NaN.
/// `integer` says that the text only writes down an integer.
#[wasm_bindgen]
pub fn inspect(length: usize, integer: bool, now: f64, epoch: f64) -> JsValue {
    let (text, length) = scratch().read_text(length);
    let mut inspection = flakekit::inspect::Inspection::new(&text[..length], integer, now);
    if let Plain::List(formats) = given() {
        for number in formats {
            if let Plain::Number(number) = number {
                inspection.format(&format(number as usize));
            }
        }
    }
    inspection.built_in(Some(epoch).filter(|epoch| !epoch.is_nan()));
    let mut found = Vec::new();
    for candidate in inspection.finish() {
        found.push(candidate.report());
    }
    plain(&Plain::List(found))
}
