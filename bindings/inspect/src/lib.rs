//! flakekit's inspection of IDs for JavaScript: a module of its own, so that users who do not inspect do not load it.
//!
//! This crate only translates; `flakekit::inspect` decides, and the wrapper puts the decisions into words. A format of the caller is
//! added once; each reader is given the numbers of its formats. Texts are UTF-16 units in this module's memory. The module keeps its
//! state in `Cell`s, from which a call takes it: if the engine throws out of a call because its stack is full, the state is lost, and
//! the next reading begins without it.

#[cfg(feature = "columns")]
mod columns;
mod report;

use std::cell::Cell;
use std::rc::Rc;

use flakekit::Format;
use flakekit::formats::{Definition, Native};
use flakekit::inspect::Reader;
use flakekit::layout::{Field, Kind};
use flakekit::limits::MS_US;
use flakekit::stack::require_room;
use flakekit::text::Encoding;
use js_sys::Array;
use serde_wasm_bindgen::to_value;
#[cfg(target_family = "wasm")]
use talc::{
    cell::TalcSyncCell,
    wasm::{WasmBinning, WasmGrowAndClaim},
};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::report::{push_candidate, push_list};

/// The allocator of the core: see `bindings/src/lib.rs`.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);

thread_local! {
    /// The text that the next call takes, as UTF-16 units.
    static TEXT: Cell<Vec<u16>> = const { Cell::new(Vec::new()) };
    /// The fields of the next format.
    static FIELDS: Cell<Vec<Field>> = const { Cell::new(Vec::new()) };
    /// The formats that were added.
    static FORMATS: Cell<Vec<Rc<Format>>> = const { Cell::new(Vec::new()) };
    /// The formats of the next reader.
    static GIVEN: Cell<Vec<Rc<Format>>> = const { Cell::new(Vec::new()) };
    /// The names of the kinds that the next reader reports.
    static KINDS: Cell<Vec<String>> = const { Cell::new(Vec::new()) };
    /// The last reader. The next reader is made of it.
    static READER: Cell<Option<Reader>> = const { Cell::new(None) };
    /// The answer of the last reading, as numbers.
    static ANSWER: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
}

/// Makes room for a text of so many UTF-16 units, and returns its address.
#[wasm_bindgen]
pub fn text_room(count: usize) -> usize {
    let text = vec![0; count];
    let address = text.as_ptr() as usize;
    TEXT.set(text);
    address
}

/// The text. A lone surrogate becomes U+FFFD.
fn take_text() -> String {
    String::from_utf16_lossy(&TEXT.take())
}

/// Begins the description of a reader, as each reading does. So it is the only export that asks for room on the stack, for all calls of
/// the reading: to ask takes 0.5 µs, and a reading has at least four calls.
#[wasm_bindgen]
pub fn begin_reader() {
    require_room();
    FIELDS.take();
    GIVEN.take();
    KINDS.take();
}

/// Gives the reader a format by its number. `false` if there is no such format.
#[wasm_bindgen]
pub fn give(number: usize) -> bool {
    let formats = FORMATS.take();
    let format = formats.get(number).cloned();
    FORMATS.set(formats);
    let is_known = format.is_some();
    let mut given = GIVEN.take();
    given.extend(format);
    GIVEN.set(given);
    is_known
}

/// Forgets all formats that were added.
#[wasm_bindgen]
pub fn forget_formats() {
    FORMATS.take();
}

/// Adds a field or a part to the next format: the number of its kind, its width, and its name, which is the text. `false`
/// is a refusal, here and below.
#[wasm_bindgen]
pub fn add_field(kind: usize, bits: f64) -> bool {
    let Some(&kind) = Kind::ALL.get(kind) else { return false };
    let Ok(field) = Field::checked(kind, take_text(), bits as u64) else { return false };
    let mut fields = FIELDS.take();
    fields.push(field);
    FIELDS.set(fields);
    true
}

/// Adds a format: its fields were added, and its name is the text. `epoch` is NaN if the format has none; `native` and `encoding` are
/// numbers. Returns its number, the count of the formats that were added before, or -1, a refusal.
#[wasm_bindgen]
pub fn add_format(bits: f64, unit: f64, epoch: f64, native: usize, encoding: usize) -> i32 {
    let (Some(&native), Some(&encoding)) = (Native::ALL.get(native), Encoding::ALL.get(encoding)) else {
        return -1;
    };
    let definition = Definition {
        name: take_text(),
        fields: FIELDS.take(),
        bits: Some(bits as u64),
        // In JavaScript the length of a tick is in ms, a multiple of 0.001.
        unit_us: Some((unit * MS_US as f64).round() as u64),
        epoch: epoch as i64,
        native,
        encoding,
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    let Ok(format) = Format::described(definition, !epoch.is_nan()) else { return -1 };
    let mut formats = FORMATS.take();
    let number = formats.len();
    formats.push(format);
    FORMATS.set(formats);
    number as i32
}

/// Gives the format that was added last another name: the text.
#[wasm_bindgen]
pub fn rename_format() {
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
    let mut kinds = KINDS.take();
    kinds.push(take_text());
    KINDS.set(kinds);
}

/// Makes the reader. It tries the formats that were given, and then the built-in formats. A built-in format without an epoch gets
/// `epoch`, unless `epoch` is NaN. Times are Unix ms. The reader reports candidates with the score `least` or a higher one.
#[wasm_bindgen]
pub fn open_reader(now: f64, epoch: f64, least: f64) {
    let epoch = (!epoch.is_nan()).then(|| unix_ms(epoch));
    let reader = Reader::reopen(READER.take(), unix_ms(now), epoch, GIVEN.take());
    READER.set(Some(reader.only(KINDS.take(), least)));
}

/// Whether a candidate of the reader can be of the kind that the text names.
#[wasm_bindgen]
pub fn knows_kind() -> bool {
    let Some(reader) = READER.take() else { return false };
    let knows = reader.knows(&take_text());
    READER.set(Some(reader));
    knows
}

/// Weighs what could have made the ID in the text, and returns the length of the answer, which is the list of candidates, the likeliest first: see
/// `push_list`. `is_integer` means that the text is the digits of an integer.
#[wasm_bindgen]
pub fn inspect(is_integer: bool) -> usize {
    let Some(reader) = READER.take() else { return 0 };
    let candidates = reader.judge(&TEXT.take(), is_integer);
    let mut answer = Vec::new();
    push_list(&mut answer, &candidates, push_candidate);
    drop(candidates);
    READER.set(Some(reader));
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// The name of the kind with a number, and the names of its fields.
#[wasm_bindgen]
pub fn names_of(kind: usize) -> Array {
    let Some(reader) = READER.take() else { return Array::new() };
    let names = to_value(&reader.names_of(kind)).unwrap_or_default();
    READER.set(Some(reader));
    names.unchecked_into()
}

/// Finds the IDs in the text, and returns the length of the answer, which is a list: of each ID, where it begins and ends in the text, the number
/// of its warning from 1 on, or 0, and the list of its candidates.
#[wasm_bindgen]
pub fn scan() -> usize {
    let Some(reader) = READER.take() else { return 0 };
    let all = reader.scan(&TEXT.take());
    let mut answer = Vec::new();
    push_list(&mut answer, &all, |numbers, found| {
        let warning = found.warning.map_or(0, |warning| warning as u32 + 1);
        numbers.extend([found.start as f64, found.end as f64, warning.into()]);
        push_list(numbers, &found.candidates, push_candidate);
    });
    drop(all);
    READER.set(Some(reader));
    let length = answer.len();
    ANSWER.set(answer);
    length
}

/// The address of the answer of the last reading.
#[wasm_bindgen]
pub fn answer_address() -> usize {
    let answer = ANSWER.take();
    let address = answer.as_ptr() as usize;
    ANSWER.set(answer);
    address
}

/// A time in Unix ms, rounded down.
fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}
