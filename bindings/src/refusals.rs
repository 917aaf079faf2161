//! Refusals: a call that refuses answers with a sentinel and leaves the reason here, for the wrapper to
//! ask for it.

use std::cell::Cell;

use flakekit::sequencer::Because;
use flakekit::stack::require_room;
use flakekit::{Error, Refused};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};
use crate::reported;

thread_local! {
    static REFUSED: Kept<Option<Refused>> = const { Kept::new(None) };
    static OVERFLOWING: Cell<bool> = const { Cell::new(false) };
}

/// The answer, or else the sentinel.
pub fn answer<T, E: Into<Refused>>(tried: Result<T, E>, sentinel: T) -> T {
    tried.unwrap_or_else(|refused| {
        refuse(refused.into());
        sentinel
    })
}

/// Whether it could be done.
pub fn done(tried: Result<(), Error>) -> bool {
    answer(tried.map(|()| true), false)
}

/// The number of what was asked for, or -1.
pub fn numbered(tried: Result<usize, Error>) -> i32 {
    answer(tried.map(|number| number as i32), -1)
}

#[cold]
#[inline(never)]
pub fn refuse(refused: Refused) {
    keep(Some(refused));
}

/// Forgets why an earlier call was refused: this one is refused for want of a generator.
#[cold]
#[inline(never)]
pub fn refuse_unknown() {
    keep(None);
}

fn keep(refused: Option<Refused>) {
    with(&REFUSED, |last| {
        if matches!(last, Some(Refused::Error(_))) {
            // It is freed.
            require_room();
        }
        *last = refused;
    });
}

/// If the last call was refused because it has to wait: for how many ms, at least 1; else 0.
#[wasm_bindgen]
pub fn wait() -> u32 {
    with(&REFUSED, |last| match *last {
        Some(Refused::Wait(ms, because)) => {
            OVERFLOWING.set(because == Because::Exhausted);
            ms
        }
        _ => 0,
    })
}

/// What the last call was refused for, in JSON: an error's `code` and `message`; `undefined` where there is no
/// such generator.
#[wasm_bindgen]
pub fn refusal() -> JsValue {
    require_room();
    match with(&REFUSED, Option::take) {
        Some(Refused::Error(error)) => reported(&error.report()),
        _ => JsValue::UNDEFINED,
    }
}

/// Whether the last wait was for want of sequence numbers.
#[wasm_bindgen]
pub fn overflowing() -> bool {
    OVERFLOWING.get()
}
