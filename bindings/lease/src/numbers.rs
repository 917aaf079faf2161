//! The numbers that calls exchange with JavaScript, at a fixed address.

use std::cell::Cell;

use flakekit::lease::KEEPER_LENGTH;
use wasm_bindgen::prelude::wasm_bindgen;

type Numbers = [f64; KEEPER_LENGTH];

thread_local! {
    static NUMBERS: Cell<Numbers> = const { Cell::new([0.0; KEEPER_LENGTH]) };
}

/// The address of the numbers.
#[wasm_bindgen]
pub fn numbers_address() -> usize {
    NUMBERS.with(Cell::as_ptr) as usize
}

/// The numbers that JavaScript has written.
pub fn get() -> Numbers {
    NUMBERS.get()
}

/// Sets the numbers that JavaScript reads.
pub fn set(numbers: Numbers) {
    NUMBERS.set(numbers);
}

/// Sets the first numbers.
#[cfg(feature = "protocol")]
pub fn set_first(first: &[u64]) {
    let mut numbers = get();
    for (number, value) in numbers.iter_mut().zip(first) {
        *number = *value as f64;
    }
    set(numbers);
}
