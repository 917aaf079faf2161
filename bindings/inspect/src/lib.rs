//! flakekit's inspection of IDs for JavaScript: a module of its own, so that users who do not inspect do not load it.
//!
//! This crate only translates; `flakekit::inspect` decides. The module does not keep the caller's formats:
//! each reading is given their descriptions anew, in calls before it. Texts are UTF-16 units in this
//! module's memory. The module keeps its state in `Cell`s, from which a call takes it: if the engine throws
//! out of a call because its stack is full, the state is lost, and the next reading begins without it.

mod report;

use std::cell::Cell;
use std::rc::Rc;

use flakekit::Format;
use flakekit::formats::{Definition, Native};
use flakekit::inspect::{Candidate, Context, Found, Reader};
use flakekit::layout::{Field, Kind};
use flakekit::limits::MS_US;
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

/// The allocator of the core: see `bindings/src/lib.rs`.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);

thread_local! {
    /// The text that the next call takes, as UTF-16 units.
    static TEXT: Cell<Vec<u16>> = const { Cell::new(Vec::new()) };
    /// The fields of the next format.
    static FIELDS: Cell<Vec<Field>> = const { Cell::new(Vec::new()) };
    /// The formats of the next reader.
    static FORMATS: Cell<Vec<Rc<Format>>> = const { Cell::new(Vec::new()) };
    /// The names of the kinds that the next reader reports.
    static KINDS: Cell<Vec<String>> = const { Cell::new(Vec::new()) };
    /// The last reader. The next reader is made of it.
    static READER: Cell<Option<Reader>> = const { Cell::new(None) };
    /// What the last scan found, as numbers.
    static FOUND: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

/// Makes room for a text of so many UTF-16 units, and returns its address.
#[wasm_bindgen]
pub fn text_room(count: usize) -> usize {
    require_room();
    let text = vec![0; count];
    let address = text.as_ptr() as usize;
    TEXT.set(text);
    address
}

/// The text. A lone surrogate becomes U+FFFD.
fn take_text() -> String {
    String::from_utf16_lossy(&TEXT.take())
}

/// Begins the description of a reader.
#[wasm_bindgen]
pub fn begin_reader() {
    require_room();
    FIELDS.take();
    FORMATS.take();
    KINDS.take();
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

/// Adds a format to the reader: its fields were added, and its name is the text. `epoch` is NaN if the format has
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
        // In JavaScript the length of a tick is in ms, a multiple of 0.001.
        unit_us: Some((unit * MS_US as f64).round() as u64),
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

/// Gives the format that was added last another name: the text.
#[wasm_bindgen]
pub fn rename_format() {
    require_room();
    let mut formats = FORMATS.take();
    if let Some(format) = formats.pop() {
        formats.push(format.renamed(take_text()));
    }
    FORMATS.set(formats);
}

/// Adds a kind to those that the reader reports. The text is the name of the kind. A reader without such kinds reports
/// all kinds.
#[wasm_bindgen]
pub fn add_kind() {
    require_room();
    let mut kinds = KINDS.take();
    kinds.push(take_text());
    KINDS.set(kinds);
}

/// Makes the reader. It tries the formats that were added, and then the built-in formats. A built-in format without an epoch gets
/// `epoch`, unless `epoch` is NaN. Times are Unix ms. The reader reports candidates with the score `least` or a higher one.
#[wasm_bindgen]
pub fn open_reader(now: f64, epoch: f64, least: f64) {
    require_room();
    let epoch = (!epoch.is_nan()).then(|| unix_ms(epoch));
    let reader = Reader::reopen(READER.take(), unix_ms(now), epoch, FORMATS.take());
    READER.set(Some(reader.only(KINDS.take(), least)));
}

/// Whether a candidate of the reader can be of the kind that the text names.
#[wasm_bindgen]
pub fn knows_kind() -> bool {
    require_room();
    let Some(reader) = READER.take() else { return false };
    let knows = reader.knows(&take_text());
    READER.set(Some(reader));
    knows
}

/// What could have made the ID in the text, best first: a list of candidates. `is_integer` means that the text is the digits of
/// an integer, and `context` is that of a found ID, or 0.
#[wasm_bindgen]
pub fn inspect(is_integer: bool, context: u32) -> Array {
    require_room();
    let Some(reader) = READER.take() else { return Array::new() };
    let candidates = reader.inspect(&TEXT.take(), is_integer, Context::of(context));
    READER.set(Some(reader));
    to_js(&Report::List(candidates.iter().map(Candidate::report).collect())).unchecked_into()
}

/// Finds the IDs in the text, and returns their count. Each is four numbers, which begin at `found_address`: where it begins and
/// ends in the text, the number of its warning from 1 on, or 0, and its context.
#[wasm_bindgen]
pub fn scan() -> usize {
    require_room();
    let Some(reader) = READER.take() else { return 0 };
    let found = reader.scan(&TEXT.take());
    READER.set(Some(reader));
    // A loop, because an iterator of all numbers would have 200 bytes more code, gzipped.
    let mut numbers = Vec::with_capacity(found.len() * 4);
    for Found { start, end, warning, context } in &found {
        let warning = warning.map_or(0, |warning| warning as u32 + 1);
        numbers.extend_from_slice(&[*start as u32, *end as u32, warning, context.number()]);
    }
    FOUND.set(numbers);
    found.len()
}

/// The address of what the last scan found.
#[wasm_bindgen]
pub fn found_address() -> usize {
    let found = FOUND.take();
    let address = found.as_ptr() as usize;
    FOUND.set(found);
    address
}

/// A time in Unix ms, rounded down.
fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}
