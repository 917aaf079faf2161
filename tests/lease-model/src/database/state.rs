//! A state of the world.

/// The place of a session in its call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// The session is between two calls.
    Idle,
    /// The session has the lock, unless the rule `Lock` is left out.
    Locked,
    /// The session has read the sequence.
    HasRead { last: u8 },
    /// The session has read the clock, too.
    HasTime { last: u8, tick: u8 },
    /// The session has set the sequence.
    HasSet { id: u8 },
}

/// A session and its transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Session {
    pub step: Step,
    /// The IDs of the session's transaction.
    pub open: Vec<u8>,
    /// The sequence at the beginning of the session's transaction.
    pub before: u8,
    /// The calls that the session may still make.
    pub calls: u8,
}

/// The counts of faults that may still happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NextFaults {
    /// The server crashes, and starts again.
    pub crashes: u8,
    /// The clock steps.
    pub clock_steps: u8,
    /// A call ends at some step: it is cancelled, or its connection ends.
    pub cancels: u8,
    /// A transaction is rolled back.
    pub rollbacks: u8,
}

/// The events that must be possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// A call is made while a transaction of another session is open that has IDs.
    Overlap = 1,
    /// An ID leads the clock.
    Lead = 2,
    /// A call is refused, because its ID would lead the clock by too much.
    Refusal = 4,
    /// A crash loses writes that are not on the disk.
    Loss = 8,
}

/// A state of the world.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NextState {
    /// The tick of the clock.
    pub(crate) now: u8,
    /// The sequence.
    pub(crate) last: u8,
    /// The sequence on the disk, and the values that were written after it.
    pub(crate) disk: u8,
    pub(crate) unwritten: Vec<u8>,
    /// The session that has the lock.
    pub(crate) lock: Option<u8>,
    pub(crate) sessions: Vec<Session>,
    pub(crate) faults: NextFaults,
    /// The IDs that were used, one bit each.
    pub(crate) used: u64,
    /// The highest ID that was made, and was not lost in a crash before it was used.
    pub(crate) highest: u8,
    pub(crate) is_repeated: bool,
    pub(crate) goes_back: bool,
    /// The bits of [`Event`]s that have happened.
    pub(crate) events: u8,
}

impl NextState {
    /// Notes that something has happened.
    pub(crate) fn note(&mut self, event: Event) {
        self.events |= event as u8;
    }

    pub(crate) fn has(&self, event: Event) -> bool {
        self.events & event as u8 != 0
    }

    /// Sets the sequence.
    pub(crate) fn set(&mut self, id: u8) {
        self.goes_back |= id <= self.highest;
        self.highest = self.highest.max(id);
        self.last = id;
        self.unwritten.push(id);
    }

    /// Writes everything to the disk.
    pub(crate) fn flush(&mut self) {
        self.disk = self.unwritten.drain(..).next_back().unwrap_or(self.disk);
    }

    /// Notes that an ID is used.
    pub(crate) fn use_id(&mut self, id: u8) {
        self.is_repeated |= self.used & 1 << id != 0;
        self.used |= 1 << id;
    }
}
