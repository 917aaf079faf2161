//! Formats: reading, writing, checking. A format is a number too, the same for equal formats, so that
//! nothing has to be collected.

use std::borrow::Cow;
use std::rc::Rc;

use flakekit::formats::{Defaults, Definition, Native};
use flakekit::layout::{Field, Kind, MAX_NAMES};
use flakekit::records::bytes_of;
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::snapshot::NUMBERS;
use flakekit::stack::require_room;
use flakekit::text::{Encoding, Style, Text};
use flakekit::{Asked, Error, Format, GeneratorOptions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::generator::open;
use crate::kept::{Kept, with};
use crate::refusals::{done, numbered, refuse};
use crate::reported;
use crate::scratch::{TEXT, scratch, whole};

thread_local! {
    /// They stay, and so their numbers stay theirs.
    static FORMATS: Kept<Vec<&'static Rc<Format>>> = const { Kept::new(Vec::new()) };
    /// The fields of the format that is defined next.
    static FIELDS: Kept<Vec<Field>> = const { Kept::new(Vec::new()) };
}

fn keep(format: Result<Rc<Format>, Error>) -> i32 {
    numbered(format.map(|format| {
        with(&FORMATS, |formats| {
            let known = formats.iter().position(|known| **known == format);
            known.unwrap_or_else(|| {
                formats.push(Box::leak(Box::new(format)));
                formats.len() - 1
            })
        })
    }))
}

pub fn format(number: usize) -> &'static Rc<Format> {
    with(&FORMATS, |formats| formats[number])
}

/// A clock's reading to hold an epoch against. Where no clock can be read it reads 0.
fn reading(now: f64) -> Option<f64> {
    (now > 0.0).then_some(now)
}

/// The built-in format at a place in the table; -1 is a refusal, here and below.
#[wasm_bindgen]
pub fn built_in(place: usize) -> i32 {
    require_room();
    keep(Format::built_in(place))
}

/// Forgets the fields of a definition that was not completed.
#[wasm_bindgen]
pub fn begin_definition() {
    require_room();
    with(&FIELDS, Vec::clear);
}

/// Takes a field for the format that is defined next: its kind's place in `Kind::ALL`, its width, and its
/// name, of so many code points where the values are, as all texts of options.
#[wasm_bindgen]
pub fn field(kind: usize, bits: f64, length: usize) -> bool {
    require_room();
    let name = Cow::Owned(scratch().read_points(length));
    let field = Field::named(Kind::ALL[kind], name, bits);
    with(&FIELDS, |fields| done(field.map(|field| fields.push(field))))
}

/// A format of the fields that have been taken, with a name. The numbers say its bits, unit and epoch, and which of
/// each list its native type, its encoding and its three policies are.
#[wasm_bindgen]
pub fn define(length: usize, now: f64) -> i32 {
    require_room();
    let numbers = scratch().read_numbers();
    let standard = Defaults::STANDARD;
    let definition = Definition {
        name: scratch().read_points(length),
        fields: with(&FIELDS, std::mem::take),
        bits: numbers[0],
        unit: numbers[1],
        epoch: numbers[2],
        native: Native::OF_INTEGERS[numbers[3] as usize],
        text: Encoding::ALL[numbers[4] as usize],
        defaults: Defaults {
            on_rollback: policy(&OnRollback::ALL, numbers[5]).unwrap_or(standard.on_rollback),
            on_exhausted: policy(&OnExhausted::ALL, numbers[6]).unwrap_or(standard.on_exhausted),
            start: policy(&Start::ALL, numbers[7]).unwrap_or(standard.start),
            ..standard
        },
    };
    keep(Format::define(definition, reading(now)))
}

/// The policy of this number; NaN is none.
fn policy<T: Copy>(all: &[T], number: f64) -> Option<T> {
    if number.is_nan() { None } else { all.get(number as usize).copied() }
}

/// A format with another epoch and other widths, which are the numbers.
#[wasm_bindgen]
pub fn adjust(number: usize, now: f64) -> i32 {
    require_room();
    let numbers = scratch().read_numbers();
    keep(format(number).with(numbers[0], &numbers[1..], reading(now)))
}

/// The format as plain data, in JSON.
#[wasm_bindgen]
pub fn describe(number: usize) -> JsValue {
    require_room();
    reported(&format(number).describe())
}

/// Takes a number to be worked on; `false` where it is no ID of the format, here and below.
#[wasm_bindgen]
pub fn put_number(number: usize, value: f64) -> bool {
    put(number, Some(u128::from(value as u64)))
}

/// Takes the low 64 bits of a bigint.
#[wasm_bindgen]
pub fn put_bigint(number: usize, value: i64) -> bool {
    put(number, Some(u128::from(value as u64)))
}

/// Takes the value of the text in the text scratch.
#[wasm_bindgen]
pub fn put_text(number: usize, length: usize, style: u32) -> bool {
    let mut text = [0; TEXT];
    let text = scratch().read_text(length, &mut text);
    put(number, format(number).read(text, Style::of_code(style)).ok())
}

/// Takes the value of so many bytes in the text scratch, the high one first.
#[wasm_bindgen]
pub fn put_bytes(number: usize, length: usize) -> bool {
    let mut bytes = [0; TEXT];
    let mut value = 0;
    for &byte in scratch().read_text(length, &mut bytes) {
        value = value << 8 | u128::from(byte);
    }
    put(number, Some(value).filter(|_| length == format(number).layout().bytes()))
}

fn put(number: usize, value: Option<u128>) -> bool {
    let value = value.filter(|&value| format(number).holds(value));
    value.inspect(|&value| scratch().put(value)).is_some()
}

/// Puts the time that the value says first among the numbers, and the fields where the values are, from the second
/// on; `false` where the format has no epoch, without which an ID says no time.
#[wasm_bindgen]
pub fn decode(number: usize) -> bool {
    let scratch = scratch();
    let decoded = format(number).decode_each(scratch.value.get(), |at, number| {
        if at == 0 {
            scratch.numbers[0].set(number);
        } else {
            scratch.values[at].set(number as u64);
        }
    });
    done(decoded)
}

/// Puts the text of the value into the text scratch and tells its length; -1 is a refusal.
#[wasm_bindgen]
pub fn write_text(number: usize, style: u32) -> i32 {
    text(number, scratch().value.get(), Style::of_code(style))
}

fn text(number: usize, value: u128, style: Style) -> i32 {
    let mut text = Text::EMPTY;
    let written = format(number).write_to(&mut text, value, style);
    scratch().write_text(text.as_bytes());
    numbered(written.map(|()| text.as_bytes().len()))
}

/// Puts the text of an ID, given by its halves, into the text scratch and tells its length; -1 is a refusal.
#[wasm_bindgen]
pub fn text_of(number: usize, high: f64, low: f64) -> i32 {
    text(number, whole(high, low), Style::OWN)
}

/// Puts the digits of the format's texts into the text scratch and tells how many there are; and 128 more where the last
/// two of a text stand first, and 256 more where other texts are read than those that are written.
#[wasm_bindgen]
pub fn digits(number: usize) -> usize {
    let encoding = format(number).text();
    let digits = encoding.digits();
    scratch().write_text(digits);
    digits.len()
        | usize::from(encoding.moves_last_two()) << 7
        | usize::from(!encoding.reads_what_it_writes()) << 8
}

/// Puts the bytes of the value into the text scratch, the high one first, and tells how many.
#[wasm_bindgen]
pub fn write_bytes(number: usize) -> usize {
    let bytes = format(number).layout().bytes();
    scratch().write_text(&bytes_of(scratch().value.get())[16 - bytes..]);
    bytes
}

/// Refuses a text as an ID, of which the first `excerpt` code points are where the values are.
#[wasm_bindgen]
pub fn reject_text(number: usize, excerpt: usize, length: usize, style: u32) {
    require_room();
    let text = scratch().read_points(excerpt);
    refuse(format(number).refuse_text(&text, length, Style::of_code(style)).into());
}

/// Refuses anything else as an ID, given in words.
#[wasm_bindgen]
pub fn reject_id(number: usize, length: usize) {
    require_room();
    refuse(format(number).refuse_id(&scratch().read_points(length)).into());
}

/// Takes the value that says what the numbers do.
#[wasm_bindgen]
pub fn encode(number: usize) -> bool {
    let mut numbers = [0.0; MAX_NAMES];
    numbers.copy_from_slice(&scratch().read_numbers()[..MAX_NAMES]);
    take(format(number).encode(&numbers))
}

/// Takes the smallest or the largest value made between two instants.
#[wasm_bindgen]
pub fn range(number: usize, from: f64, to: f64, largest: bool) -> bool {
    take(format(number).range(from, to).map(|(min, max)| if largest { max } else { min }))
}

/// Takes the value with other metadata.
#[wasm_bindgen]
pub fn set_metadata(number: usize, metadata: f64) -> bool {
    take(format(number).with_metadata(scratch().value.get(), metadata))
}

fn take(value: Result<u128, Error>) -> bool {
    done(value.map(|value| scratch().put(value)))
}

/// The metadata of the text in the text scratch; -1 where it is none.
#[wasm_bindgen]
pub fn peek_metadata(number: usize, length: usize) -> f64 {
    let mut text = [0; TEXT];
    let text = scratch().read_text(length, &mut text);
    format(number).peek_metadata(text).map_or(-1.0, |metadata| metadata as f64)
}

/// The number of a generator of this format: the same one for the same options, or one of its own if it is
/// to stand `alone`. The numbers are the fields, the policies, the range, the threshold, the longest lead
/// and the longest wait, and, where there is a snapshot, those of it.
#[wasm_bindgen]
pub fn generator(number: usize, alone: bool, resumes: bool) -> i32 {
    require_room();
    let numbers = scratch().read_numbers();
    let mut asked = Asked::default();
    let (fields, numbers) = numbers.split_at(MAX_NAMES);
    asked.fields.copy_from_slice(fields);
    asked.on_rollback = policy(&OnRollback::ALL, numbers[0]);
    asked.on_exhausted = policy(&OnExhausted::ALL, numbers[1]);
    asked.start = policy(&Start::ALL, numbers[2]);
    asked.range.copy_from_slice(&numbers[3..5]);
    [asked.threshold, asked.max_lead, asked.max_wait] = [numbers[5], numbers[6], numbers[7]];
    let saved: Option<[f64; NUMBERS]> = numbers[8..].first_chunk().copied();
    asked.saved = saved.filter(|_| resumes);
    let format = format(number);
    let options = GeneratorOptions::new(format, &asked);
    numbered(options.and_then(|options| open(format, &options, alone)))
}

/// Which formats could have made the ID whose text is in the text scratch, best first, in JSON: the `count` whose
/// numbers are where the values are, then the built-in ones, of which those without an epoch are tried with
/// this one, unless it is NaN. `integer` says that the text only writes down an integer.
#[wasm_bindgen]
pub fn inspect(length: usize, integer: bool, now: f64, epoch: f64, count: usize) -> JsValue {
    require_room();
    let mut text = [0; TEXT];
    let text = scratch().read_text(length, &mut text);
    let mut inspection = flakekit::inspect::Inspection::new(text, integer, now);
    for value in &scratch().values[..count] {
        inspection.format(format(f64::from_bits(value.get()) as usize));
    }
    inspection.built_in(Some(epoch).filter(|epoch| !epoch.is_nan()));
    reported(&inspection.finish())
}
