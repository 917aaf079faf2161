//! Random bits, fetched in large amounts and only when JavaScript asks for it.
//!
//! Fetching calls into JavaScript, which must not happen while the core works. Some runtimes refuse random
//! bits while a module is loading.

use std::cell::Cell;

use flakekit::stack::require_room;
use wasm_bindgen::prelude::wasm_bindgen;

/// Enough for the longest run with 32 random bits for each ID and a random start.
const WORDS: usize = 4096 + 8;

/// The count of words that are fetched at a time: 4 KiB. They must fit in the part of the stack in linear
/// memory that the build script reserves for exports that call into JavaScript.
const FETCHED: usize = 1024;

/// The first `left` words are unused.
struct Pool {
    words: [Cell<u32>; WORDS],
    left: Cell<usize>,
}

thread_local! {
    static POOL: Pool = const { Pool { words: [const { Cell::new(0) }; WORDS], left: Cell::new(0) } };
}

/// 32 random bits, or `None` if none are left: see [`fetch_random_bits`].
pub fn entropy() -> Option<u32> {
    POOL.with(|pool| {
        let left = pool.left.get().checked_sub(1)?;
        pool.left.set(left);
        Some(pool.words[left].get())
    })
}

/// Fetches random bits until there are as many as any call needs. Returns `false` if the environment
/// provides none.
#[wasm_bindgen]
pub fn fetch_random_bits() -> bool {
    require_room();
    POOL.with(|pool| {
        while pool.left.get() < WORDS {
            let mut fetched = [[0; 4]; FETCHED];
            if getrandom::fill(fetched.as_flattened_mut()).is_err() {
                return false;
            }
            let left = pool.left.get();
            for (word, bytes) in pool.words[left..].iter().zip(fetched) {
                word.set(u32::from_le_bytes(bytes));
            }
            pool.left.set(WORDS.min(left + FETCHED));
        }
        true
    })
}
