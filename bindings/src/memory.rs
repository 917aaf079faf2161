//! The growth of the module's memory, which never shrinks.

#[cfg(target_family = "wasm")]
use std::cell::Cell;

#[cfg(target_family = "wasm")]
thread_local! {
    /// The pages of the memory after the last growth.
    static PAGES: Cell<usize> = const { Cell::new(0) };
}

/// Grows the memory by a quarter if it has grown since the last call.
///
/// The allocator grows the memory page by page. V8 counts the whole grown memory as newly allocated, so beyond 64 MiB
/// V8 would collect all garbage for each page. 200 000 own-clock generators would take 17 s instead of 2 s.
pub fn grow_ahead() {
    #[cfg(target_family = "wasm")]
    {
        let pages = core::arch::wasm32::memory_size::<0>();
        if pages > PAGES.get() {
            let quarter = pages << 14;
            let mut room = Vec::<u8>::new();
            // This allocation is freed at once: the allocator keeps its room for smaller allocations. A failed
            // allocation is no error.
            let _ = room.try_reserve_exact(quarter);
            drop(std::hint::black_box(room));
            PAGES.set(core::arch::wasm32::memory_size::<0>());
        }
    }
}
