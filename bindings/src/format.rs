//! Formats: reading, writing, checking. A format is a number, the same for equal formats, so that nothing
//! has to be collected.

use std::rc::Rc;

use flakekit::formats::{Definition, JsType, Span};
use flakekit::generator::bytes_of;
use flakekit::layout::{Field, Kind, MAX_NAMES};
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::stack::require_room;
use flakekit::text::{Encoding, Style, Text};
use flakekit::{Error, Format};
use flakekit_contract::{COLUMN_LENGTH, TEXT_LENGTH, adjustment, definition, fields};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};
use crate::refusals::{number_or_refusal, refuse, succeeded};
use crate::report::to_js;
use crate::shared::{shared, unix_ms, value_of_halves};

thread_local! {
    /// Formats by their numbers. They are never dropped.
    static FORMATS: Kept<Vec<&'static Rc<Format>>> = const { Kept::new(Vec::new()) };
    /// The fields of the next definition.
    static FIELDS: Kept<Vec<Field>> = const { Kept::new(Vec::new()) };
}

/// The number of a format, or -1 after a refusal.
fn number_of(format: Result<Rc<Format>, Error>) -> i32 {
    number_or_refusal(format.map(|format| {
        with(&FORMATS, |formats| {
            let known = formats.iter().position(|known| **known == format);
            known.unwrap_or_else(|| {
                formats.push(Box::leak(Box::new(format)));
                formats.len() - 1
            })
        })
    }))
}

/// The format of a number.
pub fn format(number: usize) -> &'static Rc<Format> {
    with(&FORMATS, |formats| formats[number])
}

/// The clock's reading that limits an epoch; `None` in a Worker's global scope, where the clock reads 0.
fn reading(now: f64) -> Option<i64> {
    (now > 0.0).then(|| unix_ms(now))
}

/// The number of the built-in format at a position of the table; -1 is a refusal, here and below.
#[wasm_bindgen]
pub fn built_in(position: usize) -> i32 {
    require_room();
    number_of(Format::built_in(position))
}

/// Begins a definition.
#[wasm_bindgen]
pub fn begin_definition() {
    require_room();
    with(&FIELDS, Vec::clear);
}

/// Adds a field or a part to the definition: the number of its kind, its width, and its name, which is
/// `length` code points in the value buffer. `false` is a refusal, here and below.
#[wasm_bindgen]
pub fn add_field(kind: usize, bits: f64, length: usize) -> bool {
    require_room();
    let field = Field::checked(Kind::ALL[kind], shared().read_code_points(length), bits as u64);
    with(&FIELDS, |fields| succeeded(field.map(|field| fields.push(field))))
}

/// Defines a format: its fields were added, its name is `length` code points in the value buffer, and its
/// numbers are the record `DEFINITION`.
#[wasm_bindgen]
pub fn define(length: usize, now: f64) -> i32 {
    require_room();
    let shared = shared();
    let definition = Definition {
        name: shared.read_code_points(length),
        fields: with(&FIELDS, std::mem::take),
        bits: shared.natural(definition::BITS).unwrap_or_default(),
        tick_ms: shared.natural(definition::UNIT),
        epoch: shared.instant(definition::EPOCH).unwrap_or_default(),
        js_type: shared.choice(definition::NATIVE, &JsType::CUSTOM).unwrap_or(JsType::BigInt),
        encoding: shared.choice(definition::TEXT, Encoding::ALL).unwrap_or(Encoding::Decimal),
        on_rollback: shared.choice(definition::ON_ROLLBACK, &OnRollback::ALL),
        on_exhausted: shared.choice(definition::ON_EXHAUSTED, &OnExhausted::ALL),
        start: shared.choice(definition::SEQUENCE, &Start::ALL),
    };
    number_of(Format::define(definition, reading(now)))
}

/// The number of a format with another epoch and other widths: the record `ADJUSTMENT`.
#[wasm_bindgen]
pub fn adjust(number: usize, now: f64) -> i32 {
    require_room();
    let widths = shared().naturals::<MAX_NAMES>(adjustment::WIDTHS);
    number_of(format(number).with(shared().instant(adjustment::EPOCH), &widths, reading(now)))
}

/// The description of a format.
#[wasm_bindgen]
pub fn describe(number: usize) -> JsValue {
    require_room();
    to_js(&format(number).describe())
}

/// Loads a number; `false` if it is no ID of the format, here and below.
#[wasm_bindgen]
pub fn load_number(number: usize, value: f64) -> bool {
    load(number, Some(u128::from(value as u64)))
}

/// Loads the low 64 bits of a bigint.
#[wasm_bindgen]
pub fn load_bigint(number: usize, value: i64) -> bool {
    load(number, Some(u128::from(value as u64)))
}

/// Loads the value of the text in the text buffer.
#[wasm_bindgen]
pub fn load_text(number: usize, length: usize, style: u32) -> bool {
    let mut text = [0; TEXT_LENGTH];
    let text = shared().read_text(length, &mut text);
    load(number, format(number).read(text, Style::from_code(style)).ok())
}

/// Loads the value of big-endian bytes in the text buffer.
#[wasm_bindgen]
pub fn load_bytes(number: usize, length: usize) -> bool {
    let mut bytes = [0; TEXT_LENGTH];
    let mut value = 0;
    for &byte in shared().read_text(length, &mut bytes) {
        value = value << 8 | u128::from(byte);
    }
    load(number, Some(value).filter(|_| length == format(number).layout().bytes()))
}

fn load(number: usize, value: Option<u128>) -> bool {
    let value = value.filter(|&value| format(number).holds(value));
    value.inspect(|&value| shared().load(value)).is_some()
}

/// Writes the loaded value to the value buffer, its low 64 bits first, to be decoded. It is refused if the format
/// has no epoch.
#[wasm_bindgen]
pub fn write_value(number: usize) -> bool {
    shared().write_value(shared().value());
    succeeded(format(number).epoch().map(drop))
}

/// Converts many `f64`s, which are in the place of a column, to IDs. Returns whether all of them are whole.
#[wasm_bindgen]
pub fn convert_numbers(count: usize) -> bool {
    let (ids, column) = shared().values.split_at(COLUMN_LENGTH);
    let mut are_whole = true;
    for (id, number) in ids[..count].iter().zip(column) {
        let number = f64::from_bits(number.get());
        let whole = number as i64;
        are_whole &= whole as f64 == number;
        id.set(whole as u64);
    }
    are_whole
}

/// Decodes the times of many IDs, which are 64-bit integers, into a column of `f64`s in Unix ms. Returns whether these high
/// bits are 0 in all IDs: `zeros` of them, and those that the format does not have. `false` is also a refusal.
#[wasm_bindgen]
pub fn read_times(number: usize, count: usize, zeros: u32) -> bool {
    let format = format(number);
    let Ok(read) = format.time_reader() else { return false };
    let (ids, column) = shared().values.split_at(COLUMN_LENGTH);
    let mut used = 0;
    for (id, time) in ids[..count].iter().zip(column) {
        used |= id.get();
        time.set((read(id.get()) as f64).to_bits());
    }
    used.leading_zeros() >= zeros.max(64_u32.saturating_sub(format.layout().bits().into()))
}

/// Decodes a field or part of many IDs, as [`read_times`] does, into a column of 32-bit integers.
#[wasm_bindgen]
pub fn read_numbers(number: usize, position: usize, count: usize) {
    let Some(read) = format(number).number_reader(position) else { return };
    let (ids, column) = shared().values.split_at(COLUMN_LENGTH);
    for ([first, second], two) in ids[..count.next_multiple_of(2)].as_chunks().0.iter().zip(column) {
        two.set(read(first.get()) | read(second.get()) << 32);
    }
}

/// Writes the text of the loaded value to the text buffer, and returns its length; -1 is a refusal.
#[wasm_bindgen]
pub fn write_text(number: usize, style: u32) -> i32 {
    write(number, shared().value(), Style::from_code(style))
}

fn write(number: usize, value: u128, style: Style) -> i32 {
    let mut text = Text::EMPTY;
    let written = format(number).write_to(&mut text, value, style);
    shared().write_text(text.as_bytes());
    number_or_refusal(written.map(|()| text.as_bytes().len()))
}

/// As [`write_text`], of the ID with these halves.
#[wasm_bindgen]
pub fn write_text_of(number: usize, high: f64, low: f64) -> i32 {
    write(number, value_of_halves(high, low), Style::OWN)
}

/// Writes the big-endian bytes of the loaded value to the text buffer, and returns their count.
#[wasm_bindgen]
pub fn write_bytes(number: usize) -> usize {
    let bytes = format(number).layout().bytes();
    shared().write_text(&bytes_of(shared().value())[16 - bytes..]);
    bytes
}

/// Refuses a text as an ID. Its first `excerpt` code points are in the value buffer.
#[wasm_bindgen]
pub fn reject_text(number: usize, excerpt: usize, length: usize, style: u32) {
    require_room();
    let text = shared().read_code_points(excerpt);
    refuse(format(number).refuse_text(&text, length, Style::from_code(style)).into());
}

/// Refuses anything else as an ID. Its description is `length` code points in the value buffer.
#[wasm_bindgen]
pub fn reject_id(number: usize, length: usize) {
    require_room();
    refuse(format(number).refuse_id(&shared().read_code_points(length)).into());
}

/// Loads the value of the record `FIELDS`. If the fields are `partial`, those that are missing are 0.
#[wasm_bindgen]
pub fn encode(number: usize, partial: bool) -> bool {
    let timestamp = shared().instant(fields::TIMESTAMP).unwrap_or_default();
    load_result(format(number).encode(timestamp, &shared().naturals(fields::NUMBERS), partial))
}

/// Loads the lower or the upper end of the values between two instants, of which NaN stands for an open end. Returns
/// 1; 2 if there is no upper end, and nothing was loaded; 0 is a refusal.
#[wasm_bindgen]
pub fn range(number: usize, from: f64, to: f64, is_half_open: bool, clamps: bool, upper: bool) -> u32 {
    let [from, to] = [from, to].map(|ms| (!ms.is_nan()).then(|| unix_ms(ms)));
    let end = match format(number).range(&Span { from, to, is_half_open, clamps }) {
        Ok((_, None)) if upper => return 2,
        Ok((_, Some(max))) if upper => Ok(max),
        range => range.map(|(min, _)| min),
    };
    load_result(end).into()
}

/// Loads the loaded value with other metadata.
#[wasm_bindgen]
pub fn set_metadata(number: usize, metadata: f64) -> bool {
    load_result(format(number).with_metadata(shared().value(), metadata as u64))
}

fn load_result(value: Result<u128, Error>) -> bool {
    succeeded(value.map(|value| shared().load(value)))
}

/// The metadata of the text in the text buffer; -1 if it is no ID.
#[wasm_bindgen]
pub fn metadata_from_text(number: usize, length: usize) -> f64 {
    let mut text = [0; TEXT_LENGTH];
    let text = shared().read_text(length, &mut text);
    format(number).metadata_from_text(text).map_or(-1.0, |metadata| metadata as f64)
}
