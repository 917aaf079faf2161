//! The sequencers that take turns with one another.

/// What can be sent to another thread, for `Ids`. Only one thread at a time may have the turns.
#[cfg(feature = "getrandom")]
mod shared {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    pub use std::sync::{Arc as Shared, OnceLock as Once};

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
    pub use std::cell::OnceCell as Once;
    pub use std::rc::Rc as Shared;

    pub type Number = std::cell::Cell<u64>;
}

use shared::{Number, Once, Shared};

/// What sequencers that take turns have in common: the latest tick from which one of them has granted. All
/// that are connected by rivals have one root, so that each looks at one number, however many rivals there are.
///
/// Ticks count in steps of a length that all of them know, because they may have different ticks.
#[derive(Debug, Clone, Default)]
pub struct Turns(Shared<Node>);

/// A node of a forest: turns that have met are one tree, whose root has the numbers.
#[derive(Debug, Default)]
struct Node {
    up: Once<Turns>,
    /// The count of members, without the first one.
    others: Number,
    /// Twice the latest end of the ticks that a member has granted from. The number is 1 more if several members have granted up to that end.
    latest: Number,
    /// See [`Sequencer::revision`](super::Sequencer::revision).
    revision: Number,
}

impl Turns {
    fn root(&self) -> &Node {
        let mut node = self;
        while let Some(up) = node.0.up.get() {
            node = up;
        }
        &node.0
    }

    /// Whether several sequencers take turns.
    pub fn are_shared(&self) -> bool {
        self.root().others.get() > 0
    }

    /// Makes the members of both trees take turns. If a tree has a sole member, no number of that member may be ready: see
    /// [`Sequencer::settle`](super::Sequencer::settle).
    pub fn unite(&self, other: &Self) {
        let (mut large, mut small) = (self, other.root());
        // The tree of fewer members goes below the other tree, so that no way to a root is long.
        if large.root().others.get() < small.others.get() {
            (large, small) = (other, self.root());
        }
        while let Some(up) = large.0.up.get() {
            large = up;
        }
        let root = &*large.0;
        if !std::ptr::eq(root, small) {
            let others = root.others.get() + small.others.get() + 1;
            root.others.set(others);
            root.latest.set(later(root.latest.get(), small.latest.get()));
            root.revision.set(root.revision.get() + small.revision.get());
            small.up.get_or_init(|| large.clone());
        }
    }

    /// The end of the ticks that other members have granted from, or an earlier one than `own`, which is that of the member
    /// who asks. A member whose end is the latest has used all ticks before it.
    pub(super) fn end_of_others(&self, own: u64) -> u64 {
        let latest = self.latest();
        if latest == own << 1 { 0 } else { latest >> 1 }
    }

    /// Notes that the end of a member, which was `own`, is `end` from now on.
    pub(super) fn note(&self, own: u64, end: u64) {
        let before = self.latest();
        self.set_latest(if before == own << 1 { end << 1 } else { later(before, end << 1) });
    }

    /// The latest end, and whether several members have it, in one number.
    pub(super) fn latest(&self) -> u64 {
        self.root().latest.get()
    }

    pub(super) fn set_latest(&self, latest: u64) {
        self.root().latest.set(latest);
    }

    pub(super) fn revision(&self) -> u64 {
        self.root().revision.get()
    }

    /// Counts a change that a member has made.
    pub(super) fn revise(&self) {
        let revision = &self.root().revision;
        revision.set(revision.get() + 1);
    }
}

/// The later of two ends of different members, as [`Node::latest`] has it.
fn later(one: u64, other: u64) -> u64 {
    if one >> 1 == other >> 1 { one | 1 } else { one.max(other) }
}
