//! The only thing with state: grants runs of sequence numbers, each number once.
//!
//! A [`Sequencer`] is told the clock's tick and grants a [`Run`], one tick and some consecutive
//! sequence numbers in it that nobody will be granted again, or says why it can't. It knows ticks
//! and sequence numbers, nothing else: no bits, no text, no milliseconds.
//!
//! | the clock | what is granted |
//! |---|---|
//! | moved on | the new tick |
//! | stands still | the rest of this tick; when it is used up, [`OnExhausted`] decides |
//! | went back | [`OnRollback`] decides; with `Lead`, the rest of the last tick, then one tick further |
//! | is overtaken (an earlier lead) | as with `Lead`, until the clock has caught up |
//!
//! A tick never leads the clock by more than [`Policy::max_lead`], and never goes back but for
//! [`OnRollback::Toggle`], which then goes on in the other of two timelines.

/// Gives 32 random bits, or nothing where the environment has none to give. Like the clock, it is
/// brought by the caller.
pub type Entropy = fn() -> Option<u32>;

/// Consecutive sequence numbers of one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Run {
    /// Ticks since the epoch.
    pub tick: u64,
    /// The first sequence number.
    pub first: u32,
    /// How many, at least 1.
    pub count: u32,
    /// Which of the two timelines it is in; always `false` but for [`OnRollback::Toggle`].
    pub toggle: bool,
}

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
    /// toggle"). Where that was used there before, up to [`State::safe`], wait until the clock is
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// At the lowest number. With a threshold above 0, only once the sequence has come so far in
    /// the ticks before; until then it goes on, so that slow callers don't only get low numbers.
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

/// The last grant, as kept between grants and in snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The last tick granted from.
    pub tick: u64,
    /// The latest reading of the clock; less than `tick` while leading.
    pub seen: u64,
    /// The number to be granted next, within the range.
    pub next: u32,
    /// How many numbers of `tick` are granted, up to the range's length.
    pub used: u64,
    /// The last tick up to which the other timeline may have been used.
    pub safe: u64,
    /// How often the timeline was changed; the odd ones are the toggled one.
    pub drifts: u32,
}

impl State {
    /// What there is before anything is granted.
    pub(crate) const fn fresh(range: (u32, u32)) -> Self {
        Self { tick: 0, seen: 0, next: range.0, used: 0, safe: 0, drifts: 0 }
    }

    /// The number of the tick that was granted last, if any was.
    pub(crate) const fn last(self, range: (u32, u32)) -> u32 {
        if self.next == range.0 { range.1 } else { self.next - 1 }
    }
}

/// The state machine for one range of sequence numbers.
#[derive(Debug)]
pub struct Sequencer {
    range: (u32, u32),
    start: Start,
    window: (u64, u64),
    state: State,
    /// Whether there is a state, or nothing has been granted yet.
    begun: bool,
    /// The latest grant, which alone may be put back; it has no numbers where none may.
    latest: Run,
    /// The last tick from which anything was granted; `state` may have been retired past it.
    granted: Option<u64>,
}

impl Sequencer {
    /// Grants numbers from `range`, ticks from `window`, both inclusive and not empty.
    pub fn new(range: (u32, u32), start: Start, window: (u64, u64)) -> Self {
        debug_assert!(range.0 <= range.1 && window.0 <= window.1);
        let state = State::fresh(range);
        Self { range, start, window, state, begun: false, latest: Run::default(), granted: None }
    }

    /// Grants a run of up to `want` numbers (at least 1). `stalled` says that the caller has seen
    /// the clock stand still for long: then a wait for the next tick turns into a lead, since the
    /// next tick may never come.
    ///
    /// # Errors
    /// Says why not; the state is as before.
    pub fn grant(
        &mut self,
        clock: u64,
        want: u32,
        policy: &Policy,
        stalled: bool,
        entropy: Entropy,
    ) -> Result<Run, Refusal> {
        let (tick, toggled) = self.choose(clock, policy, stalled)?;
        if toggled || !self.begun || self.state.tick != tick {
            self.begin(tick, toggled, entropy)?;
        }
        let (min, max) = self.range;
        let left_in_tick = self.length() - self.state.used;
        let state = &mut self.state;
        if state.seen < clock {
            state.seen = clock;
        }
        let left_to_max = u64::from(max - state.next) + 1;
        let mut count = left_in_tick;
        for limit in [left_to_max, u64::from(want.max(1))] {
            if count > limit {
                count = limit;
            }
        }
        let run = Run { tick, first: state.next, count: count as u32, toggle: state.drifts % 2 == 1 };

        state.used += count;
        state.next = if count == left_to_max { min } else { run.first + run.count };
        self.latest = run;
        if self.granted < Some(tick) {
            self.granted = Some(tick);
        }
        Ok(run)
    }

    /// The tick to grant from, and whether it is in the other timeline.
    fn choose(&self, clock: u64, policy: &Policy, stalled: bool) -> Result<(u64, bool), Refusal> {
        let (lowest, highest) = self.window;
        if clock < lowest || clock > highest {
            return Err(Refusal::OutsideWindow);
        }
        let state = &self.state;
        if !self.begun || clock > state.tick {
            return Ok((clock, false));
        }
        let wait = |until, because| {
            Err(if stalled { Refusal::Stalled(because) } else { Refusal::Wait { until, because } })
        };
        if clock < state.seen {
            match policy.on_rollback {
                OnRollback::Throw => return Err(Refusal::Behind { by: state.seen - clock }),
                OnRollback::Wait => return wait(state.seen, Because::Rollback),
                OnRollback::Toggle if clock > state.safe => return Ok((clock, true)),
                OnRollback::Toggle => return wait(state.seen.min(state.safe + 1), Because::Rollback),
                OnRollback::Lead => {}
            }
        }
        let exhausted = state.used == self.length();
        if exhausted && !stalled {
            let overtaken = clock < state.tick && policy.on_rollback == OnRollback::Lead;
            match policy.on_exhausted {
                OnExhausted::Throw if !overtaken => return Err(Refusal::Exhausted),
                OnExhausted::Wait if !overtaken => return wait(state.tick + 1, Because::Exhausted),
                _ => {}
            }
        }
        let tick = state.tick + u64::from(exhausted);
        if tick - clock > policy.max_lead {
            return wait(tick - policy.max_lead, Because::MaxLead);
        }
        if tick > highest { Err(Refusal::OutsideWindow) } else { Ok((tick, false)) }
    }

    /// Begins a tick, or, if `toggled`, the other timeline.
    fn begin(&mut self, tick: u64, toggled: bool, entropy: Entropy) -> Result<(), Refusal> {
        let (min, length) = (self.range.0, self.length());
        let state = &mut self.state;
        match self.start {
            Start::Rolling => {}
            Start::Reset { threshold } => {
                if state.next >= threshold {
                    state.next = min;
                }
            }
            Start::Random => {
                let Some(random) = entropy() else { return Err(Refusal::NoRandomness) };
                state.next = min + (u64::from(random) % length) as u32;
            }
        }
        if toggled {
            state.seen = tick;
            state.safe = state.tick;
            state.drifts = state.drifts.wrapping_add(1);
        }
        state.tick = tick;
        state.used = 0;
        self.begun = true;
        Ok(())
    }

    /// Takes back the last `unused` numbers of a run, none of which may have been handed out. Only
    /// the latest grant can be put back; numbers of an earlier one are simply not used.
    pub fn put_back(&mut self, run: Run, unused: u32) {
        if self.latest == run && unused <= run.count {
            if unused > 0 {
                self.state.next = run.first + (run.count - unused);
                self.state.used -= u64::from(unused);
            }
            self.latest.count = 0;
        }
    }

    /// Treats all numbers up to and with this tick as granted.
    pub fn retire(&mut self, tick: u64) {
        if self.state.tick > tick {
            return;
        }
        self.state.tick = tick;
        self.state.next = self.range.0;
        self.state.used = self.length();
        self.begun = true;
        self.latest.count = 0;
    }

    /// The last tick from which anything was granted.
    pub fn granted(&self) -> Option<u64> {
        self.granted
    }

    /// What has been granted, if anything.
    pub fn state(&self) -> Option<State> {
        self.begun.then_some(self.state)
    }

    /// Goes on from where another sequencer of the same range left off, or from here if this one is
    /// further. What either has granted is not granted again. `None` where the state can't be one
    /// of this range and window.
    #[must_use]
    pub fn resume(&mut self, saved: State) -> Option<()> {
        let in_range = (self.range.0..=self.range.1).contains(&saved.next) && saved.used <= self.length();
        if !in_range || saved.seen > saved.tick || saved.tick < self.window.0 || saved.tick > self.window.1 {
            return None;
        }
        let State { tick, seen, safe, drifts, .. } = self.state;
        if !self.begun || self.state == saved {
            self.state = saved;
            self.begun = true;
        } else if drifts > 0 || saved.drifts > 0 {
            // Two timelines each: what either may have used in either counts as used in both.
            self.retire(tick.max(saved.tick));
            self.state.safe = self.state.tick.max(safe).max(saved.safe);
            self.state.drifts = drifts.max(saved.drifts);
        } else if tick == saved.tick {
            self.retire(tick);
        } else if tick < saved.tick {
            self.state = saved;
        }
        self.state.seen = seen.max(saved.seen);
        self.granted = self.granted.max(Some(saved.tick));
        self.latest.count = 0;
        Some(())
    }

    /// The lowest and the highest number.
    pub fn range(&self) -> (u32, u32) {
        self.range
    }

    /// Whether this is the one of that range and start.
    pub fn is(&self, range: (u32, u32), start: Start) -> bool {
        (self.range, self.start) == (range, start)
    }

    /// Whether it has any number of that range.
    pub fn shares(&self, range: (u32, u32)) -> bool {
        self.range.0 <= range.1 && range.0 <= self.range.1
    }

    /// How many numbers a tick has.
    pub fn length(&self) -> u64 {
        u64::from(self.range.1 - self.range.0) + 1
    }
}
