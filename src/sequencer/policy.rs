//! The policies of a sequencer that cannot grant the next number at once, and the answers of such a sequencer.

/// The policy for a clock that reads earlier than before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnRollback {
    /// Stay on the last tick and continue its sequence; when it is used up, advance by one tick.
    Lead,
    /// Wait until the clock reaches its latest reading again.
    Wait,
    /// Refuse until the clock reaches its latest reading again.
    Throw,
    /// Continue at the clock's tick in the other timeline (sno, "Clock drift and the tick-tock toggle"). If
    /// the other timeline was used up to that tick or a later one ([`State::safe`](super::State::safe)), wait
    /// until the clock has passed the last used tick or reaches its latest reading again.
    Toggle,
}

impl OnRollback {
    /// All policies, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Lead, Self::Wait, Self::Throw, Self::Toggle];
}

/// The policy for a tick whose sequence is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnExhausted {
    /// Wait for the next tick.
    Wait,
    /// Advance one tick ahead of the clock.
    Lead,
    /// Refuse until the next tick.
    Throw,
}

impl OnExhausted {
    /// All policies, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Wait, Self::Lead, Self::Throw];
}

/// Where the sequence of a new tick starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// At the lowest number, so that IDs strictly increase. With a threshold above 0, a tick starts at the
    /// lowest number only if the next number has reached the threshold. Otherwise the sequence continues
    /// and wraps within the tick, as `Rolling` does (`sequenceResetThreshold` of `@litert/uuid`).
    Reset {
        /// The number from which on the next tick starts at the lowest number.
        threshold: u32,
    },
    /// After the last number of the previous tick. The sequence wraps; each tick has each number once.
    Rolling,
    /// At a random number. The sequence wraps; each tick has each number once.
    Random,
}

impl Start {
    /// All starts, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Reset { threshold: 0 }, Self::Rolling, Self::Random];

    /// Its position in [`Start::ALL`], and the threshold, 0 if it has none.
    pub const fn parts(self) -> (usize, u32) {
        match self {
            Self::Reset { threshold } => (0, threshold),
            Self::Rolling => (1, 0),
            Self::Random => (2, 0),
        }
    }
}

/// What to do when the next number cannot be granted at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// For a clock that went back.
    pub on_rollback: OnRollback,
    /// For a tick whose sequence is used up.
    pub on_exhausted: OnExhausted,
    /// Where the sequence of a new tick starts. A sequencer has one start for all its callers.
    pub start: Start,
    /// Whether a wait for the next tick becomes a lead when the clock stalls. Otherwise it becomes
    /// [`GrantError::Stalled`].
    pub leads_when_stalled: bool,
    /// How far a granted tick may be ahead of the clock's tick, in ticks.
    pub max_lead: u64,
    /// How far a granted tick may be behind the clock's tick, in ticks, after the window of a lease.
    pub max_lag: u64,
}

impl Policy {
    /// The policies of an ID that cannot be granted at once, as one number, except for [`Policy::max_lag`].
    /// A lead of a day, in ticks of 1 ms, gives the greatest one: 2.1e9, which 32 bits hold.
    pub fn number(&self) -> u32 {
        let Self { on_rollback, on_exhausted, leads_when_stalled, max_lead, .. } = *self;
        let number = max_lead as u32 * 2 + u32::from(leads_when_stalled);
        (number * OnExhausted::ALL.len() as u32 + on_exhausted as u32) * OnRollback::ALL.len() as u32
            + on_rollback as u32
    }

    /// The policy with the parts that a number of [`Policy::number`] tells. Its other parts stay.
    #[must_use]
    pub fn with_number(self, number: u32) -> Self {
        let (rollbacks, exhausted) = (OnRollback::ALL.len() as u32, OnExhausted::ALL.len() as u32);
        let rest = number / rollbacks / exhausted;
        Self {
            on_rollback: OnRollback::ALL[(number % rollbacks) as usize],
            on_exhausted: OnExhausted::ALL[(number / rollbacks % exhausted) as usize],
            leads_when_stalled: rest & 1 == 1,
            max_lead: u64::from(rest / 2),
            ..self
        }
    }

    /// The policy where a format's document says nothing. `unit` is the length of a tick in ms. `max_lead`
    /// and `max_lag` are 10 000 ms, rounded down to whole ticks.
    pub const fn standard(unit: u64) -> Self {
        Self {
            on_rollback: OnRollback::Lead,
            on_exhausted: OnExhausted::Wait,
            start: Start::Reset { threshold: 0 },
            leads_when_stalled: true,
            max_lead: 10_000 / unit,
            max_lag: 10_000 / unit,
        }
    }
}

/// Why nothing was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantError {
    /// Ask again when the clock has reached a tick.
    Wait {
        /// The tick to wait for.
        until: u64,
        /// Why to wait.
        cause: WaitCause,
    },
    /// The clock is behind its latest reading, and the policy is `Throw`.
    Behind {
        /// The distance in ticks.
        by: u64,
    },
    /// The sequence of the tick is used up, and the policy is `Throw`.
    Exhausted,
    /// A wait is necessary, but the clock stalls.
    Stalled(WaitCause),
    /// The clock or the tick to grant from is outside the span of the format.
    OutsideWindow,
    /// The window of the lease has passed or is used up.
    Expired,
    /// A random start is necessary, and there are no random bits.
    NoRandomness,
}

/// The cause of a wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitCause {
    /// The clock went back.
    Rollback,
    /// The sequence of the tick is used up.
    Exhausted,
    /// The lead is as large as allowed.
    MaxLead,
    /// The window of the lease has not begun.
    Window,
}

impl WaitCause {
    /// All causes, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Rollback, Self::Exhausted, Self::MaxLead, Self::Window];
}
