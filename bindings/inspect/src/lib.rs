//! flakekit's inspection of IDs for JavaScript: a module of its own, so that users who do not inspect do not load it.
//!
//! This crate only translates; `flakekit::inspect` decides. The module does not keep the caller's formats:
//! each inspection is given their descriptions anew, in calls before it. Texts are code points in this
//! module's memory. The module keeps its state in `Cell`s, from which a call takes it: if the engine throws
//! out of a call because its stack is full, the state is lost, and the next inspection begins without it.

mod report;

use std::cell::Cell;
use std::rc::Rc;

use flakekit::Format;
use flakekit::formats::{Definition, Native};
use flakekit::inspect::{Candidate, Inspection, foreign_formats as foreign};
use flakekit::layout::{Field, Kind};
use flakekit::report::Report;
use flakekit::stack::require_room;
use flakekit::text::Encoding;
use js_sys::Array;
#[cfg(target_family = "wasm")]
use talc::{
    cell::TalcSyncCell,
    wasm::{WasmBinning, WasmGrowAndClaim},
};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::report::to_js;

/// As in `bindings/src/lib.rs`.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);

thread_local! {
    /// The text that the next call takes, as code points.
    static TEXT: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
    /// The fields of the next format.
    static FIELDS: Cell<Vec<Field>> = const { Cell::new(Vec::new()) };
    /// The formats of the next inspection.
    static FORMATS: Cell<Vec<Rc<Format>>> = const { Cell::new(Vec::new()) };
}

/// Makes room for a text of so many code points, and returns its address.
#[wasm_bindgen]
pub fn text_room(count: usize) -> usize {
    require_room();
    let text = vec![0; count];
    let address = text.as_ptr() as usize;
    TEXT.set(text);
    address
}

/// The text. An invalid code point becomes U+FFFD.
fn take_text() -> String {
    let points = TEXT.take().into_iter();
    points.map(|point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Begins an inspection.
#[wasm_bindgen]
pub fn begin_inspection() {
    require_room();
    FIELDS.take();
    FORMATS.take();
}

/// Adds a field or a part to the next format: the number of its kind, its width, and its name, which is the text. `false`
/// is a refusal, here and below.
#[wasm_bindgen]
pub fn add_field(kind: usize, bits: f64) -> bool {
    require_room();
    let Some(&kind) = Kind::ALL.get(kind) else { return false };
    let Ok(field) = Field::checked(kind, take_text(), bits as u64) else { return false };
    let mut fields = FIELDS.take();
    fields.push(field);
    FIELDS.set(fields);
    true
}

/// Adds a format to the inspection: its fields were added, and its name is the text. `epoch` is NaN if the format has
/// none; `native` and `encoding` are numbers.
#[wasm_bindgen]
pub fn add_format(bits: f64, unit: f64, epoch: f64, native: usize, encoding: usize) -> bool {
    require_room();
    let (Some(&native), Some(&encoding)) = (Native::ALL.get(native), Encoding::ALL.get(encoding)) else {
        return false;
    };
    let definition = Definition {
        name: take_text(),
        fields: FIELDS.take(),
        bits: bits as u64,
        unit: Some(unit as u64),
        epoch: epoch as i64,
        native,
        encoding,
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    let Ok(format) = Format::described(definition, !epoch.is_nan()) else { return false };
    let mut formats = FORMATS.take();
    formats.push(format);
    FORMATS.set(formats);
    true
}

/// The formats that could have made the ID in the text, best first: a list of candidates. It tries the formats that were
/// added, and then the built-in ones, with `epoch` for those without one, unless it is NaN. `is_integer` means that the
/// text is the digits of an integer. Times are Unix ms.
#[wasm_bindgen]
pub fn inspect(is_integer: bool, now: f64, epoch: f64) -> Array {
    require_room();
    // No encoding has a character of 255.
    let text: Vec<u8> = TEXT.take().into_iter().map(|point| u8::try_from(point).unwrap_or(u8::MAX)).collect();
    let mut inspection = Inspection::new(&text, is_integer, unix_ms(now));
    for format in FORMATS.take() {
        inspection.format(&format);
    }
    inspection.built_in((!epoch.is_nan()).then(|| unix_ms(epoch)));
    let candidates = inspection.finish();
    to_js(&Report::List(candidates.iter().map(Candidate::report).collect())).unchecked_into()
}

/// The formats of other families: see `foreign_formats` of `flakekit::inspect`.
#[wasm_bindgen]
pub fn foreign_formats() -> Array {
    require_room();
    to_js(&foreign()).unchecked_into()
}

/// A time in Unix ms, rounded down.
fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}
