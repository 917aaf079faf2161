//! Formats. A format is a number, the same for equal formats, so that nothing has to be collected.

use std::rc::Rc;

use flakekit::formats::{Definition, JsType};
use flakekit::layout::{Field, Kind, MAX_NAMES};
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::stack::require_room;
use flakekit::text::Encoding;
use flakekit::{Error, Format};
use flakekit_contract::{adjustment, definition};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};
use crate::refusals::{number_or_refusal, succeeded};
use crate::shared::shared;

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
/// numbers are the record `DEFINITION`. The wrapper has compared its epoch with the clock.
#[wasm_bindgen]
pub fn define(length: usize) -> i32 {
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
    number_of(Format::define(definition, None))
}

/// The number of a format with another epoch and other widths: the record `ADJUSTMENT`, as in `define`.
#[wasm_bindgen]
pub fn adjust(number: usize) -> i32 {
    require_room();
    let widths = shared().naturals::<MAX_NAMES>(adjustment::WIDTHS);
    number_of(format(number).with(shared().instant(adjustment::EPOCH), &widths, None))
}
