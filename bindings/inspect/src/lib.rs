//! flakekit's inspection of IDs for JavaScript: a module of its own, so that users who do not inspect do not load it.
//!
//! This crate only translates; `flakekit::inspect` decides, and the wrapper puts the decisions into words. A format of the caller is
//! added once; each reader is given the numbers of its formats. Texts are UTF-16 units in this module's memory.

#[cfg(feature = "columns")]
mod columns;
mod report;

use std::cell::Cell;
use std::mem::{ManuallyDrop, take};
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

/// The state of the module.
#[derive(Default)]
struct State {
    /// The text that the next call reads, as UTF-16 units.
    text: Vec<u16>,
    /// The fields of the next format.
    fields: Vec<Field>,
    /// The formats that were added.
    formats: Vec<Rc<Format>>,
    /// The formats of the next reader.
    given: Vec<Rc<Format>>,
    /// The names of the kinds that the next reader reports.
    kinds: Vec<String>,
    /// The last reader. The next reader is made of it.
    reader: Option<Reader>,
    /// The cells of the next column.
    #[cfg(feature = "columns")]
    cells: columns::Cells,
    /// The answer of the last reading, as numbers.
    answer: Vec<f64>,
}

impl State {
    /// The text as a name. Names are only compared, so each half of a surrogate pair becomes a private character: different texts stay
    /// different, and no decoder is needed.
    fn name(&self) -> String {
        let units = self.text.iter().map(|&unit| unit.into());
        units.filter_map(|unit| char::from_u32(unit).or(char::from_u32(PRIVATE | unit))).collect()
    }
}

/// The first character of the last plane, whose characters are private.
const PRIVATE: u32 = 0x10_0000;

thread_local! {
    /// A call takes the state and puts it back. It is never dropped, because a module has no end.
    static STATE: Cell<ManuallyDrop<Option<Box<State>>>> = const { Cell::new(ManuallyDrop::new(None)) };
}

/// Calls a function with the state. If the engine throws out of the call because its stack is full, the state is lost, and
/// the next reading begins without it.
fn with_state<T>(call: impl FnOnce(&mut State) -> T) -> T {
    let mut state = ManuallyDrop::into_inner(STATE.replace(ManuallyDrop::new(None))).unwrap_or_default();
    let result = call(&mut state);
    STATE.set(ManuallyDrop::new(Some(state)));
    result
}

/// Calls a function that writes the answer. Returns the length of the answer.
fn with_answer(write: impl FnOnce(&mut State)) -> usize {
    with_state(|state| {
        state.answer.clear();
        write(state);
        state.answer.len()
    })
}

/// Makes room for a text of so many UTF-16 units, and returns its address.
#[wasm_bindgen]
pub fn text_room(count: usize) -> usize {
    with_state(|state| {
        state.text.clear();
        state.text.resize(count, 0);
        state.text.as_ptr() as usize
    })
}

/// Begins the description of a reader, as each reading does. So it is the only export that asks for room on the stack, for all calls of
/// the reading: to ask takes 0.5 µs, and a reading has at least four calls.
#[wasm_bindgen]
pub fn begin_reader() {
    require_room();
    with_state(|state| {
        state.fields.clear();
        state.given.clear();
        state.kinds.clear();
    });
}

/// Gives the reader a format by its number. `false` if there is no such format.
#[wasm_bindgen]
pub fn give(number: usize) -> bool {
    with_state(|State { formats, given, .. }| {
        let format = formats.get(number);
        given.extend(format.cloned());
        format.is_some()
    })
}

/// Forgets all formats that were added.
#[wasm_bindgen]
pub fn forget_formats() {
    with_state(|state| state.formats.clear());
}

/// Adds a field or a part to the next format: the number of its kind, its width, and its name, which is the text. `false`
/// is a refusal, here and below.
#[wasm_bindgen]
pub fn add_field(kind: usize, bits: f64) -> bool {
    with_state(|state| {
        let Some(&kind) = Kind::ALL.get(kind) else { return false };
        let field = Field::checked(kind, state.name(), bits as u64);
        let is_valid = field.is_ok();
        state.fields.extend(field);
        is_valid
    })
}

/// Adds a format: its fields were added, and its name is the text. `epoch` is NaN if the format has none; `native` and `encoding` are
/// numbers. Returns its number, the count of the formats that were added before, or -1, a refusal.
#[wasm_bindgen]
pub fn add_format(bits: f64, unit: f64, epoch: f64, native: usize, encoding: usize) -> i32 {
    with_state(|state| {
        let (Some(&native), Some(&encoding)) = (Native::ALL.get(native), Encoding::ALL.get(encoding)) else {
            return -1;
        };
        let definition = Definition {
            name: state.name(),
            fields: take(&mut state.fields),
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
        state.formats.push(Rc::new(format));
        state.formats.len() as i32 - 1
    })
}

/// Gives the format that was added last another name: the text.
#[wasm_bindgen]
pub fn rename_format() {
    with_state(|state| {
        let name = state.name();
        if let Some(format) = state.formats.last_mut().and_then(Rc::get_mut) {
            format.rename(name);
        }
    });
}

/// Adds a kind to those that the reader reports. The text is the name of the kind. A reader without such kinds reports
/// all kinds.
#[wasm_bindgen]
pub fn add_kind() {
    with_state(|state| {
        let name = state.name();
        state.kinds.push(name);
    });
}

/// Makes the reader. It tries the formats that were given, and then the built-in formats. A built-in format without an epoch gets
/// `epoch`, unless `epoch` is NaN. Times are Unix ms. The reader reports candidates with the score `least` or a higher one.
#[wasm_bindgen]
pub fn open_reader(now: f64, epoch: f64, least: f64) {
    with_state(|State { reader, given, kinds, .. }| {
        let epoch = (!epoch.is_nan()).then(|| unix_ms(epoch));
        let opened = Reader::reopen(reader.take(), unix_ms(now), epoch, take(given));
        *reader = Some(opened.only(take(kinds), least));
    });
}

/// Whether a candidate of the reader can be of the kind that the text names.
#[wasm_bindgen]
pub fn knows_kind() -> bool {
    with_state(|state| {
        let name = state.name();
        state.reader.as_ref().is_some_and(|reader| reader.knows(&name))
    })
}

/// Weighs what could have made the ID in the text, and returns the length of the answer, which is the list of candidates, the likeliest first: see
/// `push_list`. `is_integer` means that the text is the digits of an integer.
#[wasm_bindgen]
pub fn inspect(is_integer: bool) -> usize {
    with_answer(|State { reader, text, answer, .. }| {
        let Some(reader) = reader else { return };
        push_list(answer, &reader.judge(text, is_integer), push_candidate);
    })
}

/// The name of the kind with a number, and the names of its fields.
#[wasm_bindgen]
pub fn names_of(kind: usize) -> Array {
    with_state(|state| {
        let Some(reader) = &state.reader else { return Array::new() };
        to_value(&reader.names_of(kind)).unwrap_or_default().unchecked_into()
    })
}

/// Finds the IDs in the text, and returns the length of the answer, which is a list: of each ID, where it begins and ends in the text, the number
/// of its warning from 1 on, or 0, and the list of its candidates.
#[wasm_bindgen]
pub fn scan() -> usize {
    with_answer(|State { reader, text, answer, .. }| {
        let Some(reader) = reader else { return };
        push_list(answer, &reader.scan(text), |numbers, found| {
            let warning = found.warning.map_or(0, |warning| warning as u32 + 1);
            numbers.extend([found.start as f64, found.end as f64, warning.into()]);
            push_list(numbers, &found.candidates, push_candidate);
        });
    })
}

/// The address of the answer of the last reading.
#[wasm_bindgen]
pub fn answer_address() -> usize {
    with_state(|state| state.answer.as_ptr() as usize)
}

/// A time in Unix ms, rounded down.
fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}
