//! Grants runs of sequence numbers, each number at most once. It holds all state that makes IDs unique.
//!
//! A [`Sequencer`] receives the clock's tick. It grants a [`Run`] (one tick and consecutive sequence
//! numbers in it, which are never granted again), or it answers why it cannot. It knows ticks and sequence
//! numbers only: no bits, no text, no milliseconds.
//!
//! | the clock | the grant |
//! |---|---|
//! | has advanced | from the new tick |
//! | reads the same tick | from the rest of this tick; when it is used up, [`OnExhausted`] decides |
//! | went back | [`OnRollback`] decides; with `Lead`, from the rest of the last tick, then from the next tick |
//! | is behind the last tick because of a lead | as with `Lead`, until the clock reaches the last tick |
//! | is before the window | from the window's first tick; when it is used up, [`OnExhausted`] decides |
//! | is after a lease's window | from the rest of the window |
//!
//! A granted tick is never more than [`Policy::max_lead`] ahead of the clock, nor more than
//! [`Policy::max_lag`] behind it. It never goes back, except with [`OnRollback::Toggle`], which continues in
//! the other timeline. It is always in the window, which a lease moves.
//!
//! The rest of the latest run is kept ready for its generator: see [`Hot`]. Each call that reads or changes
//! the state first gives it back, so keeping numbers ready changes no grant.
//!
//! The state is in [`Cell`]s, and each call changes it in its last step; the beginning of a tick is a step
//! of its own. A JavaScript engine whose stack is full throws out of any call without unwinding, so neither
//! a borrow flag nor half a change may remain. `tests/fuzz/overflows.mjs` tests this.

mod hot;
mod policy;
mod state;
mod turns;

use std::cell::Cell;
use std::cmp::Ordering;

pub use hot::{Base, Hot};
pub use policy::{GrantError, OnExhausted, OnRollback, Policy, Start, WaitCause};
pub use state::State;
pub(crate) use state::length;
use state::{StateCell, has_toggle};
pub use turns::Turns;

/// Returns 32 random bits, or `None` if the environment provides none. The caller passes in this function, as
/// it passes in the clock's reading.
pub type Entropy = fn() -> Option<u32>;

/// The longest time, in ms, from the end of the last tick to a reading that [`Sequencer::advance`] accepts.
/// Up to this, the difference of two integers is exact in an `f64`.
const MAX_ADVANCE: f64 = (1_u64 << 53) as f64;

/// Consecutive sequence numbers of one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Ticks since the epoch.
    pub tick: u64,
    /// The first sequence number.
    pub first: u32,
    /// The count of numbers, at least 1.
    pub count: u32,
    /// The timeline; `false` unless the policy is [`OnRollback::Toggle`].
    pub toggle: bool,
}

/// The state machine for one range of sequence numbers.
#[derive(Debug)]
#[repr(C)]
pub struct Sequencer {
    /// First, for the hot path.
    hot: Hot,
    range: (u32, u32),
    start: Start,
    /// The first and the last tick, both inclusive.
    window: (Cell<u64>, Cell<u64>),
    /// Whether the window is the window of a lease. Otherwise the window is the span of a format.
    is_leased: Cell<bool>,
    state: StateCell,
    /// Whether anything was granted or retired.
    begun: Cell<bool>,
    /// The end of the ticks granted from. `state.tick` may be later, because ticks can be retired.
    granted_end: Cell<u64>,
    turns: Turns,
    /// The length of a tick in steps of the turns.
    length_of_tick: u64,
}

/// A state to go back to: see [`Sequencer::restore`].
#[derive(Debug, Clone, Copy)]
pub struct Checkpoint {
    state: State,
    begun: bool,
    granted_end: u64,
    latest_turn: u64,
}

impl Sequencer {
    /// A sequencer that grants numbers from `range` and ticks from `window`. Both are inclusive and not
    /// empty.
    pub fn new(range: (u32, u32), start: Start, window: (u64, u64)) -> Self {
        debug_assert!(range.0 <= range.1 && window.0 <= window.1);
        Self {
            hot: Hot::new(start == Start::Rolling),
            range,
            start,
            window: (Cell::new(window.0), Cell::new(window.1)),
            is_leased: Cell::default(),
            state: StateCell::new(State::fresh(range)),
            begun: Cell::default(),
            granted_end: Cell::default(),
            turns: Turns::default(),
            length_of_tick: 1,
        }
    }

    /// The same with ticks of this length, which differs among rivals.
    #[must_use]
    pub fn with_ticks_of(self, length_of_tick: u64) -> Self {
        Self { length_of_tick, ..self }
    }

    /// The turns that the sequencer takes. No sequencer that takes these turns grants from a tick up to which another of them
    /// has granted. Therefore they cannot make the same ID, even if their numbers have the same bits.
    pub fn turns(&self) -> &Turns {
        &self.turns
    }

    /// The ready numbers.
    #[expect(clippy::inline_always, reason = "the hot path")]
    #[inline(always)]
    pub fn hot(&self) -> &Hot {
        &self.hot
    }

    /// Whether there are rivals. If there are, a generator requests its numbers one by one, because a rival may end
    /// the tick at any time.
    pub fn has_rivals(&self) -> bool {
        self.turns.are_shared()
    }

    /// Keeps the numbers of a run ready for the generator with the number `owner`. The run must be the latest
    /// grant, at the clock's tick `clock`; none of its numbers may have been used, and nothing may have
    /// happened since.
    pub fn keep_ready(&self, owner: u64, run: &Run, clock: u64, base: &Base) {
        let hot = &self.hot;
        // `saturating_mul` would take a routine for 128 bits.
        let most = u64::MAX / base.unit;
        let begin = |tick: u64| base.epoch.saturating_add_unsigned(tick.min(most) * base.unit) as f64;
        let (from, until) = (begin(clock), begin(clock.saturating_add(1)));
        // It is known what a later tick grants if the last tick is the clock's, the first number follows from
        // the start, and no rival has granted from that tick. The count of a tick's numbers must fit into
        // `Hot::left`.
        let is_known = run.tick == clock
            && matches!(self.start, Start::Reset { threshold: 0 } | Start::Rolling)
            && !self.has_rivals()
            && self.length() <= u32::MAX.into();
        let end = if is_known {
            begin(self.window.1.get().saturating_add(1).min(base.until)).min(until + MAX_ADVANCE)
        } else {
            f64::NEG_INFINITY
        };
        hot.readings.0.set(from);
        hot.readings.1.set(until);
        hot.end.set(end);
        hot.unit.set(base.unit as f64);
        hot.base.set(base.value);
        hot.shifts.0.set(base.time);
        hot.shifts.1.set(base.sequence);
        hot.step.set(1 << base.sequence);
        hot.is_random.set(base.is_random);
        hot.set_value(run.tick, run.first);
        hot.left.set(run.count);
        hot.owner.set(owner);
    }

    /// Begins the tick of the reading `now`, in Unix ms, and keeps its numbers ready for the generator with
    /// the number `owner`. It changes the state as a grant does. Returns `false`, without a change, if `now`
    /// is in no later tick, or if only [`Sequencer::grant`] can decide.
    #[inline(never)]
    pub fn advance(&self, owner: u64, now: f64) -> bool {
        let hot = &self.hot;
        let until = hot.readings.1.get();
        if !(hot.owner.get() == owner && now >= until && now < hot.end.get()) {
            return false;
        }
        let (state, unit) = (&self.state, hot.unit.get());
        // Exact, because both readings are integers, and their distance is at most `MAX_ADVANCE`.
        let ticks = ((now.floor() - until) / unit) as u64;
        let from = until + ticks as f64 * unit;
        let tick = state.tick.get() + ticks + 1;
        let first = if hot.is_rolling { self.first_of(hot.left.get()) } else { self.range.0 };
        let count = self.range.1 - first + 1;
        // No call from here on: a full stack of the engine must not leave half a change.
        state.tick.set(tick);
        state.seen.set(tick);
        state.used.set(count.into());
        state.next.set(self.range.0);
        hot.readings.0.set(from);
        hot.readings.1.set(from + unit);
        hot.set_value(tick, first);
        hot.left.set(count);
        true
    }

    /// The first of the last `left` numbers of the latest run; or the next number, if `left` is 0.
    fn first_of(&self, left: u32) -> u32 {
        // A run ends at the highest number, or before the next number.
        let next = self.state.next.get();
        if left == 0 {
            next
        } else if next == self.range.0 {
            self.range.1 - (left - 1)
        } else {
            next - left
        }
    }

    /// Gives back the ready numbers, so that they do not count as used. Everything that reads or changes the
    /// state begins with this.
    pub fn settle(&self) {
        let (state, hot) = (&self.state, &self.hot);
        if hot.owner.get() == 0 {
            return;
        }
        let left = hot.left.get();
        let next = self.first_of(left);
        // `advance` does not set this end, because `advance` runs without rivals. But rivals may come later.
        let granted_end = self.granted_end.get().max(state.tick.get() + 1);
        self.note_turn(granted_end);
        // No call from here on, as in `advance`.
        state.next.set(next);
        state.used.set(state.used.get() - u64::from(left));
        self.granted_end.set(granted_end);
        hot.owner.set(0);
    }

    /// Moves the window to these ticks, both inclusive. The window is a lease's from now on. It is empty if
    /// `last` is less than `first`. Granted numbers stay granted, and ticks below the window count as used in
    /// both timelines.
    pub fn move_window(&self, first: u64, last: u64) {
        self.settle();
        self.window.0.set(first);
        self.window.1.set(last);
        self.is_leased.set(true);
    }

    /// Makes the window the span of a format again, after a lease has moved it.
    pub fn open_window(&self, first: u64, last: u64) {
        self.settle();
        self.window.0.set(first);
        self.window.1.set(last);
        self.is_leased.set(false);
    }

    /// Notes in the turns that ticks up to this end are granted.
    fn note_turn(&self, end: u64) {
        self.turns.note(self.granted_end.get() * self.length_of_tick, end * self.length_of_tick);
    }

    /// Grants a run of up to `want` numbers, at least 1. `stalled` means that the clock has not advanced
    /// for so long that the next tick may never come.
    ///
    /// # Errors
    /// The reason why nothing is granted. The state has not changed, except that ticks up to which a rival
    /// has granted are retired.
    pub fn grant(
        &self,
        clock: u64,
        want: u32,
        policy: &Policy,
        stalled: bool,
        entropy: Entropy,
    ) -> Result<Run, GrantError> {
        self.settle();
        self.retire(self.turns.end_of_others(self.granted_end.get() * self.length_of_tick));
        let (tick, toggled) = self.choose(clock, policy, stalled)?;
        if toggled || !self.begun.get() || self.state.tick.get() != tick {
            self.begin(tick, toggled, entropy)?;
        }
        let state = &self.state;
        let (next, used) = (state.next.get(), state.used.get());
        let left_in_tick = self.length() - used;
        let left_to_max = u64::from(self.range.1 - next) + 1;
        let count = left_in_tick.min(left_to_max).min(u64::from(want.max(1)));
        // Equivalent mutant `replace < with <=`: the latest reading is at most the tick.
        if state.seen.get() < clock {
            // After a lease's window, the clock is ahead of the tick.
            state.seen.set(clock.min(tick));
        }
        state.used.set(used + count);
        state.next.set(if count == left_to_max { self.range.0 } else { next + count as u32 });
        self.turns.revise();
        Ok(Run { tick, first: next, count: count as u32, toggle: has_toggle(state.drifts.get()) })
    }

    /// The tick to grant from, and whether it is in the other timeline.
    fn choose(&self, clock: u64, policy: &Policy, stalled: bool) -> Result<(u64, bool), GrantError> {
        let (lowest, highest) = (self.window.0.get(), self.window.1.get());
        if (clock < lowest || clock > highest)
            && let Some(answer) = self.choose_outside(clock, policy)
        {
            return answer;
        }
        let state = self.state.get();
        if clock >= lowest && (!self.begun.get() || clock > state.tick) {
            return Ok((clock, false));
        }
        let wait = |until, cause| {
            Err(if stalled { GrantError::Stalled(cause) } else { GrantError::Wait { until, cause } })
        };
        if clock < state.seen {
            match policy.on_rollback {
                OnRollback::Throw => return Err(GrantError::Behind { by: state.seen - clock }),
                OnRollback::Wait => return wait(state.seen, WaitCause::Rollback),
                OnRollback::Toggle if clock < lowest => {}
                OnRollback::Toggle if clock > state.safe => return Ok((clock, true)),
                OnRollback::Toggle => return wait(state.seen.min(state.safe + 1), WaitCause::Rollback),
                OnRollback::Lead => {}
            }
        }
        // Ticks before the window count as used.
        let is_before = state.tick < lowest;
        let last = if is_before { lowest - 1 } else { state.tick };
        let exhausted = is_before || state.used == self.length();
        // A clock that has not reached the window yet did not go back.
        let is_behind = clock < last && (clock >= lowest || clock < state.seen);
        let already_leads = is_before || is_behind && policy.on_rollback == OnRollback::Lead;
        if exhausted && !already_leads {
            match policy.on_exhausted {
                OnExhausted::Throw => return Err(GrantError::Exhausted),
                OnExhausted::Wait if !(stalled && policy.leads_when_stalled) => {
                    return wait(last + 1, WaitCause::Exhausted);
                }
                _ => {}
            }
        }
        let tick = last + u64::from(exhausted);
        if tick > highest {
            return Err(self.outside_window());
        }
        if tick - clock > policy.max_lead {
            let cause = if is_before { WaitCause::Window } else { WaitCause::MaxLead };
            return wait(tick - policy.max_lead, cause);
        }
        Ok((tick, false))
    }

    /// As [`Sequencer::choose`], when the clock is outside of the window. `None` if the clock is before a
    /// lease's window: then the policies decide.
    #[cold]
    fn choose_outside(&self, clock: u64, policy: &Policy) -> Option<Result<(u64, bool), GrantError>> {
        if !self.is_leased.get() {
            return Some(Err(GrantError::OutsideWindow));
        }
        // Equivalent mutant `replace <= with <`: the window is empty then, and no number is granted.
        if clock <= self.window.1.get() {
            return None;
        }
        let rest = self.first_left(clock.saturating_sub(policy.max_lag));
        Some(rest.map(|(tick, _)| (tick, false)).ok_or(GrantError::Expired))
    }

    /// The first tick of the window, from `earliest` on, that has numbers left; and how many it has left.
    fn first_left(&self, earliest: u64) -> Option<(u64, u64)> {
        let first = self.window.0.get().max(earliest);
        let (tick, left) = match self.state() {
            Some(state) if state.tick >= first && state.used < self.length() => {
                (state.tick, self.length() - state.used)
            }
            Some(state) if state.tick >= first => (state.tick + 1, self.length()),
            _ => (first, self.length()),
        };
        (tick <= self.window.1.get()).then_some((tick, left))
    }

    /// How many numbers of the window can be granted, if the clock advances from this reading to the window's
    /// end.
    pub fn left_in_window(&self, clock: u64, policy: &Policy) -> u64 {
        let last = self.window.1.get();
        let earliest = if clock > last { clock.saturating_sub(policy.max_lag) } else { clock };
        let Some((tick, left)) = self.first_left(earliest) else { return 0 };
        // At most what 64 bits hold, as above.
        (last - tick).min(u64::MAX / self.length() - 1) * self.length() + left
    }

    /// Why nothing is granted outside of the window.
    fn outside_window(&self) -> GrantError {
        if self.is_leased.get() { GrantError::Expired } else { GrantError::OutsideWindow }
    }

    /// Begins a tick of which no number is used. If `toggled`, the tick is in the other timeline.
    fn begin(&self, tick: u64, toggled: bool, entropy: Entropy) -> Result<(), GrantError> {
        let state = &self.state;
        let next = match self.start {
            Start::Reset { threshold } if state.next.get() >= threshold => self.range.0,
            Start::Reset { .. } | Start::Rolling => state.next.get(),
            Start::Random => {
                let Some(random) = entropy() else { return Err(GrantError::NoRandomness) };
                self.range.0 + (u64::from(random) % self.length()) as u32
            }
        };
        let granted_end = self.granted_end.get().max(tick + 1);
        self.note_turn(granted_end);
        if toggled {
            state.seen.set(tick);
            state.safe.set(state.tick.get());
            state.drifts.set(state.drifts.get().wrapping_add(1));
        }
        state.tick.set(tick);
        state.next.set(next);
        state.used.set(0);
        self.begun.set(true);
        self.granted_end.set(granted_end);
        Ok(())
    }

    /// Takes back the last `unused` numbers of the latest run, none of which may have been handed out. Nothing may have happened
    /// since the grant.
    pub fn take_back(&self, unused: u32) {
        let state = &self.state;
        let next = self.first_of(unused);
        state.next.set(next);
        state.used.set(state.used.get() - u64::from(unused));
    }

    /// Marks all numbers of the ticks up to `end`, in steps of the turns, as granted. The end may be outside of the window;
    /// the state stays within it.
    fn retire(&self, end: u64) {
        let state = self.state.get();
        if let Some(tick) = end.div_ceil(self.length_of_tick).checked_sub(1)
            && let tick = tick.min(self.window.1.get())
            && state.tick <= tick
        {
            self.state.set(State { tick, ..state }.used_up(self.range));
            self.begun.set(true);
        }
    }

    /// Marks all ticks up to the last tick from which `other` has granted as used. `other` must grant no more.
    pub fn retire_ticks_of(&self, other: &Self) {
        other.settle();
        self.retire(other.granted_end.get() * other.length_of_tick);
    }

    /// The state, if anything was granted or retired.
    pub fn state(&self) -> Option<State> {
        self.settle();
        self.begun.get().then_some(self.state.get())
    }

    /// Merges the state of another sequencer of the same range: numbers that either sequencer may have
    /// granted, in either timeline, are not granted again. The timeline does not change.
    ///
    /// Returns `None`, without a change, if the state does not fit the range and the window.
    #[must_use]
    pub fn resume(&self, saved: State) -> Option<()> {
        if !saved.fits(self.range, (self.window.0.get(), self.window.1.get())) {
            return None;
        }
        // This start promises that IDs increase, but the saved sequence may have had another start.
        let increases = self.start == Start::Reset { threshold: 0 };
        let saved = if increases { saved.for_increasing_sequence(self.range) } else { saved };
        let merged = match self.state() {
            None => saved,
            Some(own) if own == saved => own,
            Some(own) => {
                let saved = saved.seen_from(own.toggle(), self.range);
                let further = match own.tick.cmp(&saved.tick) {
                    Ordering::Less => saved,
                    Ordering::Equal => own.used_up(self.range),
                    Ordering::Greater => own,
                };
                let drifts = own.drifts.max(saved.drifts);
                State {
                    seen: own.seen.max(saved.seen),
                    safe: own.safe.max(saved.safe),
                    // One number more is used if the larger count stands for the other timeline.
                    drifts: drifts.wrapping_add(u32::from(has_toggle(drifts) != own.toggle())),
                    ..further
                }
            }
        };
        let granted_end = self.granted_end.get().max(saved.tick + 1);
        self.note_turn(granted_end);
        self.state.set(merged);
        self.begun.set(true);
        self.granted_end.set(granted_end);
        self.turns.revise();
        Some(())
    }

    /// The present state, for [`Sequencer::restore`].
    pub fn checkpoint(&self) -> Checkpoint {
        self.settle();
        Checkpoint {
            state: self.state.get(),
            begun: self.begun.get(),
            granted_end: self.granted_end.get(),
            latest_turn: self.turns.latest(),
        }
    }

    /// Takes back all numbers granted since the checkpoint. No such number may have been handed out, and nobody
    /// else may have been granted anything since.
    pub fn restore(&self, checkpoint: &Checkpoint) {
        self.settle();
        self.state.set(checkpoint.state);
        self.begun.set(checkpoint.begun);
        self.granted_end.set(checkpoint.granted_end);
        self.turns.set_latest(checkpoint.latest_turn);
    }

    /// The count of grants and of resumed states, also of its rivals. The count never goes back. If the count has not changed since a
    /// [`Sequencer::checkpoint`], nobody was granted anything: the checkpoint gave back all ready numbers,
    /// and only a grant makes numbers ready again.
    pub fn revision(&self) -> u64 {
        self.turns.revision()
    }

    /// The lowest and the highest number.
    pub fn range(&self) -> (u32, u32) {
        self.range
    }

    /// Where the sequence of a new tick starts.
    pub fn start(&self) -> Start {
        self.start
    }

    /// The count of numbers in a tick.
    pub fn length(&self) -> u64 {
        length(self.range)
    }
}
