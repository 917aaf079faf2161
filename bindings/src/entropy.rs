//! Random bits, which the wrapper writes when the core has none left.

use std::cell::Cell;

use flakekit_contract::RANDOM_LENGTH;
use wasm_bindgen::prelude::wasm_bindgen;

/// The first `left` words have not been used yet.
struct Pool {
    words: [Cell<u32>; RANDOM_LENGTH],
    left: Cell<usize>,
}

thread_local! {
    static POOL: Pool = const { Pool { words: [const { Cell::new(0) }; RANDOM_LENGTH], left: Cell::new(0) } };
}

/// 32 random bits, or `None` if none are left.
pub fn entropy() -> Option<u32> {
    POOL.with(|pool| {
        let left = pool.left.get().checked_sub(1)?;
        pool.left.set(left);
        Some(pool.words[left].get())
    })
}

/// The address of the random words.
#[wasm_bindgen]
pub fn random_address() -> usize {
    POOL.with(|pool| pool.words.as_ptr() as usize)
}

/// Notes that the wrapper has written all random words anew.
#[wasm_bindgen]
pub fn add_random_words() {
    POOL.with(|pool| pool.left.set(RANDOM_LENGTH));
}
