//! The sequencers that take turns with one another.

use std::cell::OnceCell;

/// What can be sent to another thread, for `Ids`. Only one thread at a time may have the rivals.
#[cfg(feature = "getrandom")]
mod shared {
    pub use std::sync::Arc as Shared;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[derive(Debug, Default)]
    pub struct Number(AtomicU64);

    impl Number {
        #[inline]
        pub fn get(&self) -> u64 {
            self.0.load(Relaxed)
        }

        #[inline]
        pub fn set(&self, number: u64) {
            self.0.store(number, Relaxed);
        }
    }
}

/// The same for one thread: 120 bytes less in a bundle without WebAssembly, gzipped.
#[cfg(not(feature = "getrandom"))]
mod shared {
    pub use std::rc::Rc as Shared;

    pub type Number = std::cell::Cell<u64>;
}

/// The end of the ticks that a sequencer has granted from, shared with its rivals: the last one plus 1, or 0.
pub(super) type GrantedEnd = shared::Shared<shared::Number>;

/// The rivals of a sequencer: a linked list that is only appended to, so that reading it needs no borrow
/// flag.
#[derive(Debug, Default)]
pub(super) struct Rivals(OnceCell<Box<Rival>>);

#[derive(Debug)]
struct Rival {
    granted_end: GrantedEnd,
    /// The binary logarithm of the length of the rival's ticks, in ticks of the owner of the list.
    coarser: i32,
    others: Rivals,
}

impl Rivals {
    pub fn add(&self, granted_end: GrantedEnd, coarser: i32) {
        let mut end = self;
        while let Some(rival) = end.0.get() {
            end = &rival.others;
        }
        end.0.get_or_init(|| Box::new(Rival { granted_end, coarser, others: Self::default() }));
    }

    pub fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    /// The end of the ticks that any rival has granted from, in ticks of the owner of the list.
    #[inline]
    pub fn granted_end(&self) -> u64 {
        let (mut last, mut rivals) = (0, self);
        while let Some(Rival { granted_end, coarser, others }) = rivals.0.get().map(|rival| &**rival) {
            let end = granted_end.get();
            last = last.max(match *coarser {
                coarser @ 0.. => end << coarser,
                finer => end.div_ceil(1 << -finer),
            });
            rivals = others;
        }
        last
    }
}
