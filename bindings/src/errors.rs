//! The core's errors as JavaScript's `FlakeError`.

use std::cell::RefCell;

use flakekit::Error;
use js_sys::{Array, Function, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static FLAKE_ERROR: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Tells which class errors are made of: `new FlakeError(code, message)`.
#[wasm_bindgen(js_name = install)]
pub fn install(flake_error: Function) {
    FLAKE_ERROR.set(Some(flake_error));
}

/// The error to throw.
#[cold]
pub fn thrown(error: &Error) -> JsValue {
    let (code, message) = (error.code().as_str(), error.message());
    FLAKE_ERROR.with_borrow(|class| {
        let made =
            class.as_ref().map(|class| Reflect::construct(class, &Array::of2(&code.into(), &message.into())));
        made.and_then(Result::ok).unwrap_or_else(|| message.into())
    })
}
