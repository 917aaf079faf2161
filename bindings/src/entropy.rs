//! Random bits, fetched many at a time and only when first needed: some runtimes refuse them while
//! a module is loading.

use std::cell::RefCell;

/// Enough words that a fetch, which costs about a microsecond, is seldom.
const WORDS: usize = 256;

thread_local! {
    static POOL: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// 32 random bits, or `None` where the environment has none to give.
pub fn entropy() -> Option<u32> {
    POOL.with_borrow_mut(|pool| {
        if pool.is_empty() {
            let mut bytes = [0; WORDS * 4];
            getrandom::fill(&mut bytes).ok()?;
            pool.extend(
                bytes.chunks_exact(4).map(|word| word.iter().fold(0, |n, &byte| n << 8 | u32::from(byte))),
            );
        }
        pool.pop()
    })
}
