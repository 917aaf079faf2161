//! The sequencers that take turns with one another.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The last tick that a sequencer has granted from, shared with its rivals. It can be sent to another thread, but sequencers that are
/// rivals must be called one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct LastGranted(Arc<AtomicU64>);

#[expect(clippy::inline_always, reason = "`Sequencer::settle` must make no call while it changes the state")]
impl LastGranted {
    #[inline(always)]
    pub fn get(&self) -> Option<u64> {
        self.0.load(Relaxed).checked_sub(1)
    }

    #[inline(always)]
    pub fn set(&self, tick: Option<u64>) {
        self.0.store(tick.map_or(0, |tick| tick + 1), Relaxed);
    }
}

/// The rivals of a sequencer: a linked list that is only appended to, so that reading it needs no borrow
/// flag.
#[derive(Debug, Default)]
pub(super) struct Rivals(OnceCell<Box<Rival>>);

#[derive(Debug)]
struct Rival {
    last_granted: LastGranted,
    /// The binary logarithm of the length of the rival's ticks, in ticks of the owner of the list.
    coarser: i32,
    others: Rivals,
}

impl Rivals {
    pub fn add(&self, last_granted: LastGranted, coarser: i32) {
        let mut end = self;
        while let Some(rival) = end.0.get() {
            end = &rival.others;
        }
        end.0.get_or_init(|| Box::new(Rival { last_granted, coarser, others: Self::default() }));
    }

    pub fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    /// The last tick up to which any rival has granted, in ticks of the owner of the list.
    #[inline]
    pub fn last_granted(&self) -> Option<u64> {
        let (mut last, mut rivals) = (None, self);
        while let Some(Rival { last_granted, coarser, others }) = rivals.0.get().map(|rival| &**rival) {
            last = last.max(last_granted.get().map(|tick| match *coarser {
                coarser @ 0.. => ((tick + 1) << coarser) - 1,
                finer => tick >> -finer,
            }));
            rivals = others;
        }
        last
    }
}
