//! The sequencers that take turns with one another.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The end of the ticks that a sequencer has granted from: the last one plus 1, or 0. It is shared with its rivals. It can be sent to
/// another thread, but sequencers that are rivals must be called one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct GrantedEnd(Arc<AtomicU64>);

#[expect(clippy::inline_always, reason = "`Sequencer::settle` must make no call while it changes the state")]
impl GrantedEnd {
    #[inline(always)]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
    pub fn set(&self, end: u64) {
        self.0.store(end, Relaxed);
    }
}

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
