//! Random bits, fetched many at a time and only when first needed: some runtimes refuse them while
//! a module is loading.

use std::cell::RefCell;

/// Enough that a fetch, which costs some microseconds, is seldom.
const WORDS: usize = 1024;

/// Random bits, of which the first `left` words are still to be used.
struct Pool {
    words: [[u8; 4]; WORDS],
    left: usize,
}

thread_local! {
    static POOL: RefCell<Pool> = const { RefCell::new(Pool { words: [[0; 4]; WORDS], left: 0 }) };
}

/// 32 random bits, or `None` where the environment has none to give.
pub fn entropy() -> Option<u32> {
    POOL.with_borrow_mut(|pool| {
        if pool.left == 0 {
            getrandom::fill(pool.words.as_flattened_mut()).ok()?;
            pool.left = WORDS;
        }
        pool.left -= 1;
        Some(u32::from_le_bytes(pool.words[pool.left]))
    })
}
