//! The growth of the module's memory, which never shrinks.

use core::alloc::Layout;
use core::arch::wasm32::{memory_grow, memory_size};

use talc::base::{Talc, binning::Binning};
use talc::source::Source;

/// More than what the allocator needs beside an allocation of its own.
const OVERHEAD: usize = 1024;

/// The binary logarithm of the bytes of a page.
const PAGE: usize = 16;

/// Gives the allocator memory: a quarter of what there is, if the engine has that much, and at least what an allocation needs.
///
/// V8 counts the whole grown memory as newly allocated, so if memory grew page by page, it would collect all garbage for each
/// page beyond 64 MiB: 200 000 own-clock generators took 17 s, most of it for that, and now take 2 s. (A quarter that was
/// allocated and freed after calls that had grown the memory took 230 bytes more of core.wasm, gzipped.)
#[derive(Debug)]
pub struct Growth;

// SAFETY: `acquire` uses no allocator.
#[expect(unsafe_code, reason = "the trait is unsafe to implement")]
unsafe impl Source for Growth {
    fn acquire<B: Binning>(talc: &mut Talc<Self, B>, layout: Layout) -> Result<(), ()> {
        let needed = ((layout.size() + layout.align() + OVERHEAD) >> PAGE) + 1;
        for pages in [needed + memory_size::<0>() / 4, needed] {
            let end = memory_grow::<0>(pages);
            if end != usize::MAX {
                // SAFETY: These pages are new, and nobody else knows of them.
                #[expect(unsafe_code, reason = "the allocator cannot know that the memory is free")]
                let claimed = unsafe { talc.claim((end << PAGE) as *mut u8, pages << PAGE) };
                return claimed.map(|_| ()).ok_or(());
            }
        }
        Err(())
    }
}
