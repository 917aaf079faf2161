//! What a sequencer does where it can't just grant the next number, and what it says then.

/// What to do when the clock reads earlier than it did before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnRollback {
    /// Stay on the last tick and count on; when its sequence is used up, go one tick further.
    Lead,
    /// Wait until the clock is back where it was.
    Wait,
    /// Refuse until the clock is back where it was.
    Throw,
    /// Go on at once in the past, in the other timeline (sno, "Clock drift and the tick-tock
    /// toggle"). Where that was used there before, up to [`State::safe`](super::State::safe), wait until the clock is
    /// past it, or back where it was.
    Toggle,
}

impl OnRollback {
    /// All of them, in the order by which numbers name them.
    pub const ALL: [Self; 4] = [Self::Lead, Self::Wait, Self::Throw, Self::Toggle];
}

/// What to do when the sequence of the clock's tick is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnExhausted {
    /// Wait for the next tick.
    Wait,
    /// Go one tick further than the clock.
    Lead,
    /// Refuse until the next tick.
    Throw,
}

impl OnExhausted {
    /// All of them, in the order by which numbers name them.
    pub const ALL: [Self; 3] = [Self::Wait, Self::Lead, Self::Throw];
}

/// Where the sequence of a new tick starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// At the lowest number, so that IDs strictly increase. With a threshold above 0, a tick starts at
    /// the lowest number only if the next number has reached the threshold; otherwise it goes on, and
    /// goes round within the tick as `Rolling` does (`sequenceResetThreshold` of `@litert/uuid`).
    Reset {
        /// The number from which on a new tick starts at the lowest again.
        threshold: u32,
    },
    /// Where the last tick left off, round and round; at most one full turn a tick.
    Rolling,
    /// At a random number; at most one full turn a tick.
    Random,
}

impl Start {
    /// All of them, in the order by which numbers name them.
    pub const ALL: [Self; 3] = [Self::Reset { threshold: 0 }, Self::Rolling, Self::Random];
}

/// How to meet clocks that don't simply move on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// For a clock that went back.
    pub on_rollback: OnRollback,
    /// For a sequence that is used up.
    pub on_exhausted: OnExhausted,
    /// Whether a wait for the next tick becomes a lead once the clock is known to stand still. If not,
    /// it is [`Refusal::Stalled`].
    pub leads_when_stalled: bool,
    /// How many ticks an ID may lead the clock at the most.
    pub max_lead: u64,
}

/// Why nothing was granted. The state is as before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// Ask again when the clock has reached this tick.
    Wait {
        /// The tick to wait for.
        until: u64,
        /// What for.
        because: Because,
    },
    /// The clock is so many ticks behind an earlier reading, and the policy is `Throw`.
    Behind {
        /// How many ticks.
        by: u64,
    },
    /// The tick's sequence is used up, and the policy is `Throw`.
    Exhausted,
    /// A wait is due, but the clock stands still.
    Stalled(Because),
    /// The clock is before the lowest tick, or a grant would be past the highest.
    OutsideWindow,
    /// A random start is due and there is no randomness.
    NoRandomness,
}

/// The cause of a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The clock went back.
    Rollback,
    /// The sequence is used up.
    Exhausted,
    /// The lead is as large as it may be.
    MaxLead,
}
