//! Grants runs of sequence numbers, each number once. All state that makes IDs unique is here.
//!
//! A [`Sequencer`] is told the clock's tick. It grants a [`Run`] (one tick and consecutive sequence
//! numbers in it that are never granted again), or it says why it can't. It knows ticks and sequence
//! numbers, nothing else: no bits, no text, no milliseconds.
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
//!
//! State is in [`Cell`]s, and each call changes it in its last step; the beginning of a tick is a step of
//! its own. A JavaScript engine that runs out of stack throws out of any call without unwinding: neither a
//! borrow flag nor half a change may stay behind. `tests/fuzz/overflows.mjs` shows that none does.

mod policy;
mod state;

use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::rc::Rc;

pub use policy::{Because, OnExhausted, OnRollback, Policy, Refusal, Start};
pub use state::State;
use state::StateCell;
pub(crate) use state::length;

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

/// The state machine for one range of sequence numbers.
#[derive(Debug)]
pub struct Sequencer {
    range: (u32, u32),
    start: Start,
    window: (u64, u64),
    state: StateCell,
    /// Whether anything has been granted or retired.
    begun: Cell<bool>,
    /// The latest grant, which alone may be put back. It has no numbers where none may.
    latest: Cell<Run>,
    /// The last tick from which anything was granted. `state` may have been retired past it.
    granted: Granted,
    /// How often a state was resumed.
    resumes: Cell<u64>,
    rivals: Rivals,
}

/// The last tick that a sequencer has granted from, as its rivals see it.
type Granted = Rc<Cell<Option<u64>>>;

/// A list that is only ever appended to, so that reading it needs no borrow flag.
#[derive(Debug, Default)]
struct Rivals(OnceCell<Box<Rival>>);

#[derive(Debug)]
struct Rival {
    granted: Granted,
    /// Its ticks are 2 to the power of this as long as one's own.
    coarser: i32,
    others: Rivals,
}

impl Rivals {
    fn add(&self, granted: Granted, coarser: i32) {
        let mut end = self;
        while let Some(rival) = end.0.get() {
            end = &rival.others;
        }
        end.0.get_or_init(|| Box::new(Rival { granted, coarser, others: Self::default() }));
    }

    /// The last of one's own ticks in which any of them has granted.
    fn last_granted(&self) -> Option<u64> {
        let (mut last, mut at) = (None, self);
        while let Some(Rival { granted, coarser, others }) = at.0.get().map(|rival| &**rival) {
            last = last.max(granted.get().map(|tick| match *coarser {
                coarser @ 0.. => ((tick + 1) << coarser) - 1,
                finer => tick >> -finer,
            }));
            at = others;
        }
        last
    }
}

/// A state to go back to: see [`Sequencer::restore`].
#[derive(Debug, Clone, Copy)]
pub struct Checkpoint {
    state: State,
    begun: bool,
    latest: Run,
    granted: Option<u64>,
}

impl Sequencer {
    /// Grants numbers from `range`, ticks from `window`, both inclusive and not empty.
    pub fn new(range: (u32, u32), start: Start, window: (u64, u64)) -> Self {
        debug_assert!(range.0 <= range.1 && window.0 <= window.1);
        Self {
            range,
            start,
            window,
            state: StateCell::new(State::fresh(range)),
            begun: Cell::default(),
            latest: Cell::default(),
            granted: Granted::default(),
            resumes: Cell::default(),
            rivals: Rivals::default(),
        }
    }

    /// Makes two sequencers rivals: neither grants from a tick that the other has granted from, or from
    /// an earlier one. This keeps apart those whose numbers make the same IDs. The other's ticks are 2 to
    /// the power of `coarser` as long as these.
    pub fn take_turns_with(&self, other: &Self, coarser: i32) {
        self.rivals.add(Rc::clone(&other.granted), coarser);
        other.rivals.add(Rc::clone(&self.granted), -coarser);
    }

    /// Grants a run of up to `want` numbers (at least 1). `stalled` says that the caller has seen
    /// the clock stand still for long, so that the next tick may never come.
    ///
    /// # Errors
    /// Says why not; the state is as before.
    pub fn grant(
        &self,
        clock: u64,
        want: u32,
        policy: &Policy,
        stalled: bool,
        entropy: Entropy,
    ) -> Result<Run, Refusal> {
        if let Some(tick) = self.rivals.last_granted() {
            // A rival may have later ticks than there are here; a state must have one of these.
            self.retire(tick.min(self.window.1));
        }
        let (tick, toggled) = self.choose(clock, policy, stalled)?;
        if toggled || !self.begun.get() || self.state.tick.get() != tick {
            self.begin(tick, toggled, entropy)?;
        }
        let state = &self.state;
        let (next, used) = (state.next.get(), state.used.get());
        let left_in_tick = self.length() - used;
        let left_to_max = u64::from(self.range.1 - next) + 1;
        let count = left_in_tick.min(left_to_max).min(u64::from(want.max(1)));
        let run = Run { tick, first: next, count: count as u32, toggle: state.drifts.get() % 2 == 1 };

        if state.seen.get() < clock {
            state.seen.set(clock);
        }
        state.used.set(used + count);
        state.next.set(if count == left_to_max { self.range.0 } else { next + run.count });
        self.latest.set(run);
        Ok(run)
    }

    /// The tick to grant from, and whether it is in the other timeline.
    fn choose(&self, clock: u64, policy: &Policy, stalled: bool) -> Result<(u64, bool), Refusal> {
        let (lowest, highest) = self.window;
        if clock < lowest || clock > highest {
            return Err(Refusal::OutsideWindow);
        }
        let state = self.state.get();
        if !self.begun.get() || clock > state.tick {
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
        let overtaken = clock < state.tick && policy.on_rollback == OnRollback::Lead;
        if exhausted && !overtaken {
            match policy.on_exhausted {
                OnExhausted::Throw => return Err(Refusal::Exhausted),
                OnExhausted::Wait if !(stalled && policy.leads_when_stalled) => {
                    return wait(state.tick + 1, Because::Exhausted);
                }
                _ => {}
            }
        }
        let tick = state.tick + u64::from(exhausted);
        if tick - clock > policy.max_lead {
            return wait(tick - policy.max_lead, Because::MaxLead);
        }
        if tick > highest { Err(Refusal::OutsideWindow) } else { Ok((tick, false)) }
    }

    /// Begins a tick, or, if `toggled`, one in the other timeline. Nothing of it is used yet.
    fn begin(&self, tick: u64, toggled: bool, entropy: Entropy) -> Result<(), Refusal> {
        let state = &self.state;
        let next = match self.start {
            Start::Reset { threshold } if state.next.get() >= threshold => self.range.0,
            Start::Reset { .. } | Start::Rolling => state.next.get(),
            Start::Random => {
                let Some(random) = entropy() else { return Err(Refusal::NoRandomness) };
                self.range.0 + (u64::from(random) % self.length()) as u32
            }
        };
        let granted = self.granted.get().max(Some(tick));
        if toggled {
            state.seen.set(tick);
            state.safe.set(state.tick.get());
            state.drifts.set(state.drifts.get().wrapping_add(1));
        }
        state.tick.set(tick);
        state.next.set(next);
        state.used.set(0);
        self.begun.set(true);
        self.latest.set(Run::default());
        self.granted.set(granted);
        Ok(())
    }

    /// Takes back the last `unused` numbers of a run, none of which may have been handed out. Only
    /// the latest grant can be put back; numbers of an earlier one are simply not used.
    pub fn put_back(&self, run: Run, unused: u32) {
        if self.latest.get() != run || unused > run.count {
            return;
        }
        if unused > 0 {
            self.state.next.set(run.first + (run.count - unused));
            self.state.used.set(self.state.used.get() - u64::from(unused));
        }
        self.latest.set(Run::default());
    }

    /// Treats all numbers up to and with this tick as granted.
    fn retire(&self, tick: u64) {
        let state = self.state.get();
        if state.tick > tick {
            return;
        }
        self.state.set(State { tick, ..state }.used_up(self.range));
        self.begun.set(true);
        self.latest.set(Run::default());
    }

    /// What has been granted, if anything.
    pub fn state(&self) -> Option<State> {
        self.begun.get().then_some(self.state.get())
    }

    /// Goes on from where another sequencer of the same range left off, or from here if this one is
    /// further: what either may have granted, in either timeline, is not granted again. The timeline
    /// stays this one's. Runs that were granted here before must not be used on, since their numbers may
    /// have been used there: see [`Sequencer::resumes`].
    #[must_use]
    pub fn resume(&self, saved: State) -> Option<()> {
        if !saved.fits(self.range, self.window) {
            return None;
        }
        // With this start, IDs increase, though those of the saved one need not.
        let increases = self.start == Start::Reset { threshold: 0 };
        let saved = if increases { saved.increasing(self.range) } else { saved };
        let merged = match self.state() {
            None => saved,
            Some(own) if own == saved => own,
            Some(own) => {
                let saved = saved.told_from(own.toggle(), self.range);
                let further = match own.tick.cmp(&saved.tick) {
                    Ordering::Less => saved,
                    Ordering::Equal => own.used_up(self.range),
                    Ordering::Greater => own,
                };
                let drifts = own.drifts.max(saved.drifts);
                State {
                    seen: own.seen.max(saved.seen),
                    safe: own.safe.max(saved.safe),
                    // One more where the larger count stands for the other timeline.
                    drifts: drifts.wrapping_add(u32::from(drifts % 2 != own.drifts % 2)),
                    ..further
                }
            }
        };
        self.state.set(merged);
        self.begun.set(true);
        self.granted.set(self.granted.get().max(Some(saved.tick)));
        self.latest.set(Run::default());
        self.resumes.set(self.resumes.get() + 1);
        Some(())
    }

    /// The present state, for [`Sequencer::restore`].
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            state: self.state.get(),
            begun: self.begun.get(),
            latest: self.latest.get(),
            granted: self.granted.get(),
        }
    }

    /// Forgets what has been granted since the checkpoint. None of it may have been handed out, and
    /// nobody else may have been granted anything since.
    pub fn restore(&self, checkpoint: &Checkpoint) {
        self.state.set(checkpoint.state);
        self.begun.set(checkpoint.begun);
        self.latest.set(checkpoint.latest);
        self.granted.set(checkpoint.granted);
    }

    /// How often a state was resumed.
    pub fn resumes(&self) -> u64 {
        self.resumes.get()
    }

    /// The lowest and the highest number.
    pub fn range(&self) -> (u32, u32) {
        self.range
    }

    /// Where the sequence of a new tick starts.
    pub fn start(&self) -> Start {
        self.start
    }

    /// How many numbers a tick has.
    pub fn length(&self) -> u64 {
        length(self.range)
    }
}
