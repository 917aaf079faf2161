//! Refusals. A call that is refused returns a sentinel and keeps the reason here, where the wrapper asks for
//! it.

use std::cell::Cell;

use flakekit::sequencer::WaitCause;
use flakekit::stack::require_room;
use flakekit::{Error, NextError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};
use crate::report::to_js;

thread_local! {
    static LAST: Kept<Option<NextError>> = const { Kept::new(None) };
    static WAITS_FOR_SEQUENCE: Cell<bool> = const { Cell::new(false) };
}

/// The result, or the sentinel after a refusal.
pub fn or_sentinel<T, E: Into<NextError>>(result: Result<T, E>, sentinel: T) -> T {
    result.unwrap_or_else(|error| {
        refuse(error.into());
        sentinel
    })
}

/// Whether a call succeeded.
pub fn succeeded(result: Result<(), Error>) -> bool {
    or_sentinel(result.map(|()| true), false)
}

/// A number, or -1 after a refusal.
pub fn number_or_refusal(result: Result<usize, Error>) -> i32 {
    or_sentinel(result.map(|number| number as i32), -1)
}

/// Keeps the reason of a refusal.
#[cold]
#[inline(never)]
pub fn refuse(error: NextError) {
    keep(Some(error));
}

/// Drops the reason of an earlier refusal: the call is refused because there is no such generator.
#[cold]
#[inline(never)]
pub fn refuse_unknown_generator() {
    keep(None);
}

fn keep(error: Option<NextError>) {
    with(&LAST, |last| {
        if matches!(last, Some(NextError::Error(_))) {
            // The assignment frees it.
            require_room();
        }
        *last = error;
    });
}

/// How many ms to wait before the refused call can succeed, at least 1; 0 if it was not refused for a wait.
#[wasm_bindgen]
pub fn wait() -> u32 {
    with(&LAST, |last| match *last {
        Some(NextError::Wait(ms, cause)) => {
            WAITS_FOR_SEQUENCE.set(cause == WaitCause::Exhausted);
            ms
        }
        _ => 0,
    })
}

/// Whether the last wait is for sequence numbers.
#[wasm_bindgen]
pub fn waits_for_sequence() -> bool {
    WAITS_FOR_SEQUENCE.get()
}

/// The error of the last refused call; `undefined` if there is no such generator.
#[wasm_bindgen]
pub fn refusal() -> JsValue {
    require_room();
    match with(&LAST, Option::take) {
        Some(NextError::Error(error)) => to_js(&error.report()),
        _ => JsValue::UNDEFINED,
    }
}
