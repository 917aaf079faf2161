//! Columns of IDs.

use std::mem::take;

use flakekit::inspect::{Cell, Column};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::report::{candidate_of, push_list, push_reasons};
use crate::{State, with_answer, with_state};

/// The cells of a column: their texts, and where each of them ends.
#[derive(Default)]
pub struct Cells {
    units: Vec<u16>,
    ends: Vec<(usize, bool)>,
}

/// Begins a column.
#[wasm_bindgen]
pub fn begin_column() {
    with_state(|state| state.cells = Cells::default());
}

/// Adds a cell to the column: the text. `is_integer` means that it is the digits of an integer.
#[wasm_bindgen]
pub fn add_cell(is_integer: bool) {
    with_state(|state| {
        let Cells { units, ends } = &mut state.cells;
        units.extend_from_slice(&state.text);
        ends.push((units.len(), is_integer));
    });
}

/// Judges the column, and returns the length of the answer: the number of the warning from 1 on, or 0; its score; the count of misfits; the
/// misfits; and the candidates, as in the answer of `inspect`.
#[wasm_bindgen]
pub fn inspect_all() -> usize {
    with_answer(|State { reader, cells, answer, .. }| {
        let Some(reader) = reader else { return };
        let Cells { units, ends } = take(cells);
        let mut start = 0;
        let mut cells = Vec::with_capacity(ends.len());
        for (end, is_integer) in ends {
            cells.push(Cell { units: &units[start..end], is_integer });
            start = end;
        }
        push_column(answer, &reader.inspect_all(&cells));
    })
}

fn push_column(numbers: &mut Vec<f64>, column: &Column) {
    let warning = column.warning.map_or(0, |warning| warning as u32 + 1);
    numbers.extend([warning.into(), column.warning_score, column.misfits.len() as f64]);
    for misfit in &column.misfits {
        numbers.push(*misfit as f64);
    }
    push_list(numbers, &column.candidates, |numbers, candidate| {
        numbers.extend(candidate_of(candidate.kind, candidate.fit as u8, candidate.score));
        push_reasons(numbers, &candidate.reasons());
    });
}
