//! The rules of the function, each of which can be left out, to see that the checker notices its absence.

use super::state::NextFaults;
use super::world::NextWorld;

/// A rule of the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NextRule {
    /// A call has a lock from its read of the sequence until it has set the sequence.
    Lock,
    /// The sequence is read after the lock was taken.
    ReadUnderLock,
    /// An ID is greater than the last one, also if the clock has stepped back.
    Greatest,
    /// A transaction that is rolled back does not undo the sequence.
    NeverUndone,
    /// A commit waits until the sequence is on the disk: `synchronous_commit` is on.
    FlushedBeforeUse,
    /// An ID is used after the commit of its transaction.
    UsedAfterCommit,
}

impl NextRule {
    /// All rules.
    pub const ALL: [Self; 6] = [
        Self::Lock,
        Self::ReadUnderLock,
        Self::Greatest,
        Self::NeverUndone,
        Self::FlushedBeforeUse,
        Self::UsedAfterCommit,
    ];

    /// A small world in which an ID repeats if this rule is left out.
    #[must_use]
    pub fn world_without(self) -> NextWorld {
        let none = NextFaults::default();
        let faults = match self {
            Self::Lock | Self::ReadUnderLock => none,
            Self::Greatest => NextFaults { clock_steps: 1, ..none },
            Self::NeverUndone => NextFaults { rollbacks: 1, ..none },
            // The clock does not step in this world: IDs that lead the clock are enough.
            Self::FlushedBeforeUse | Self::UsedAfterCommit => NextFaults { crashes: 1, ..none },
        };
        NextWorld { faults, without: Some(self), ..NextWorld::small() }
    }
}
