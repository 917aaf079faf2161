//! Columns of IDs.

use std::cell::Cell;

use flakekit::inspect::Column;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::report::{candidate_of, push_list, push_reasons};
use crate::{ANSWER, READER, TEXT};

/// The cells of a column: their texts, and where each of them ends.
type Cells = (Vec<u16>, Vec<(usize, bool)>);

thread_local! {
    static CELLS: Cell<Cells> = const { Cell::new((Vec::new(), Vec::new())) };
}

/// Begins a column.
#[wasm_bindgen]
pub fn begin_column() {
    CELLS.take();
}

/// Adds a cell to the column: the text. `is_integer` means that it is the digits of an integer.
#[wasm_bindgen]
pub fn add_cell(is_integer: bool) {
    let (mut units, mut ends) = CELLS.take();
    units.extend_from_slice(&TEXT.take());
    ends.push((units.len(), is_integer));
    CELLS.set((units, ends));
}

/// Judges the column, and returns the length of the answer: the number of the warning from 1 on, or 0; its score; the count of misfits; the
/// misfits; and the candidates, as in the answer of `inspect`.
#[wasm_bindgen]
pub fn inspect_all() -> usize {
    let Some(reader) = READER.take() else { return 0 };
    let (units, ends) = CELLS.take();
    let mut start = 0;
    let mut cells = Vec::with_capacity(ends.len());
    for (end, is_integer) in ends {
        cells.push(flakekit::inspect::Cell { units: &units[start..end], is_integer });
        start = end;
    }
    let column = reader.inspect_all(&cells);
    READER.set(Some(reader));
    let answer = numbers_of(&column);
    let length = answer.len();
    ANSWER.set(answer);
    length
}

fn numbers_of(column: &Column) -> Vec<f64> {
    let warning = column.warning.map_or(0, |warning| warning as u32 + 1);
    let mut numbers = vec![warning.into(), column.warning_score, column.misfits.len() as f64];
    for misfit in &column.misfits {
        numbers.push(*misfit as f64);
    }
    push_list(&mut numbers, &column.candidates, |numbers, candidate| {
        numbers.extend(candidate_of(candidate.kind, candidate.fit as u8, candidate.score));
        push_reasons(numbers, &candidate.reasons());
    });
    numbers
}
