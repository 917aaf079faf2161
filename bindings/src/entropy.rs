//! Random bits, fetched many at a time and only when first needed: some runtimes refuse them while
//! a module is loading.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

/// Enough that a fetch, which costs about a microsecond, is seldom.
const BYTES: usize = 1024;

thread_local! {
    static POOL: RefCell<ManuallyDrop<Vec<u8>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// 32 random bits, or `None` where the environment has none to give.
pub fn entropy() -> Option<u32> {
    POOL.with_borrow_mut(|pool| {
        if pool.is_empty() {
            let mut bytes = vec![0; BYTES];
            getrandom::fill(&mut bytes).ok()?;
            **pool = bytes;
        }
        let mut random = 0;
        for _ in 0..4 {
            random = random << 8 | u32::from(pool.pop()?);
        }
        Some(random)
    })
}
