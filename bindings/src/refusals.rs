//! Refusals: a call that refuses answers with a sentinel and leaves the reason here, for the wrapper to
//! ask for it.

use std::cell::{Cell, RefCell};

use flakekit::sequencer::Because;
use flakekit::{Error, Refused};
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static FLAKE_ERROR: RefCell<Option<Function>> = const { RefCell::new(None) };
    static REFUSED: RefCell<Option<Refused>> = const { RefCell::new(None) };
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
    REFUSED.set(Some(refused));
}

/// Tells which class errors are made of: `new FlakeError(code, message)`.
#[wasm_bindgen]
pub fn install(flake_error: Function) {
    FLAKE_ERROR.set(Some(flake_error));
}

/// Whether the last call was refused.
#[wasm_bindgen]
pub fn refused() -> bool {
    REFUSED.with_borrow(Option::is_some)
}

/// What the last call was refused for: how many ms to wait, or an error, which is thrown.
#[wasm_bindgen]
pub fn refusal() -> Result<u32, JsValue> {
    match REFUSED.take() {
        Some(Refused::Error(error)) => Err(thrown(&error)),
        Some(Refused::Wait(ms, because)) => {
            OVERFLOWING.set(because == Because::Exhausted);
            Ok(ms)
        }
        None => Ok(0),
    }
}

/// Whether the last wait was for want of sequence numbers.
#[wasm_bindgen]
pub fn overflowing() -> bool {
    OVERFLOWING.get()
}

fn thrown(error: &Error) -> JsValue {
    let arguments = Array::of2(&error.code().as_str().into(), &error.message().into());
    let class = FLAKE_ERROR.take();
    let made = class.as_ref().map(|class| Reflect::construct(class, &arguments));
    FLAKE_ERROR.set(class);
    made.and_then(Result::ok).unwrap_or_default()
}
