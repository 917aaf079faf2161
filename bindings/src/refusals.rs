//! Refusals. A call that is refused returns a sentinel and keeps the reason here, where the wrapper asks for
//! it.

use std::cell::Cell;

use flakekit::{NextError, Refusal};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::buffers::buffers;

thread_local! {
    static LAST: Cell<Option<NextError>> = const { Cell::new(None) };
}

/// The result, or the sentinel after a refusal.
pub fn or_sentinel<T, E: Into<NextError>>(result: Result<T, E>, sentinel: T) -> T {
    result.unwrap_or_else(|error| {
        refuse(Some(error.into()));
        sentinel
    })
}

/// A number, or -1 after a refusal.
pub fn number_or_refusal(result: Result<usize, Refusal>) -> i32 {
    or_sentinel(result.map(|number| number as i32), -1)
}

/// Keeps the reason of a refusal; `None` if there is no such generator.
#[cold]
#[inline(never)]
pub fn refuse(error: Option<NextError>) {
    LAST.set(error);
}

/// The reason of the last refused call: its number; -1 if there is no such generator. It writes the frame `REFUSAL`.
#[wasm_bindgen]
pub fn refusal() -> i32 {
    match LAST.get() {
        // `NextError::Wait` does not occur, because the options of generators here have `max_wait: 0`.
        None | Some(NextError::Wait(..)) => -1,
        Some(NextError::Error(Refusal { reason, figures })) => {
            for (at, figure) in figures.iter().enumerate() {
                buffers().set_number(at, *figure as f64);
            }
            reason as i32
        }
    }
}
