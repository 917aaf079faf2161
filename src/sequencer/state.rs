//! What a sequencer remembers.

use std::cell::Cell;

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
    /// Whether a sequencer of this range and these ticks can have this state.
    pub fn fits(&self, range: (u32, u32), window: (u64, u64)) -> bool {
        (range.0..=range.1).contains(&self.next)
            && self.used <= length(range)
            && self.seen <= self.tick
            && (window.0..=window.1).contains(&self.tick)
            && self.safe <= window.1
    }

    /// The same for a sequence whose numbers increase within a tick: where those that are used are not the
    /// lowest ones, all of the tick counts as used.
    pub(super) fn increasing(self, range: (u32, u32)) -> Self {
        match self.used {
            0 => Self { next: range.0, ..self },
            used if u64::from(self.next - range.0) == used => self,
            _ => self.used_up(range),
        }
    }

    /// The same history, told from the timeline with this toggle: up to which tick it is used there.
    pub(super) fn told_from(self, toggle: bool, range: (u32, u32)) -> Self {
        if self.toggle() == toggle {
            return self;
        }
        Self { tick: self.safe, seen: self.safe, safe: self.tick, ..self }.used_up(range)
    }

    /// The same with all numbers of its tick used.
    pub(super) fn used_up(self, range: (u32, u32)) -> Self {
        Self { used: length(range), ..self }
    }

    /// Which of the two timelines it is in.
    pub(super) fn toggle(self) -> bool {
        self.drifts % 2 == 1
    }

    /// What there is before anything is granted.
    pub(crate) const fn fresh(range: (u32, u32)) -> Self {
        Self { tick: 0, seen: 0, next: range.0, used: 0, safe: 0, drifts: 0 }
    }

    /// The number of the tick that was granted last, if any was.
    pub(crate) const fn last(self, range: (u32, u32)) -> u32 {
        if self.next == range.0 { range.1 } else { self.next - 1 }
    }
}

/// A state whose parts can be set one by one, so that a grant writes what it changes.
#[derive(Debug)]
pub(super) struct StateCell {
    pub tick: Cell<u64>,
    pub seen: Cell<u64>,
    pub next: Cell<u32>,
    pub used: Cell<u64>,
    pub safe: Cell<u64>,
    pub drifts: Cell<u32>,
}

impl StateCell {
    pub const fn new(state: State) -> Self {
        let State { tick, seen, next, used, safe, drifts } = state;
        Self {
            tick: Cell::new(tick),
            seen: Cell::new(seen),
            next: Cell::new(next),
            used: Cell::new(used),
            safe: Cell::new(safe),
            drifts: Cell::new(drifts),
        }
    }

    pub fn get(&self) -> State {
        State {
            tick: self.tick.get(),
            seen: self.seen.get(),
            next: self.next.get(),
            used: self.used.get(),
            safe: self.safe.get(),
            drifts: self.drifts.get(),
        }
    }

    pub fn set(&self, state: State) {
        let State { tick, seen, next, used, safe, drifts } = state;
        self.tick.set(tick);
        self.seen.set(seen);
        self.next.set(next);
        self.used.set(used);
        self.safe.set(safe);
        self.drifts.set(drifts);
    }
}

/// How many numbers a range has.
pub(crate) fn length(range: (u32, u32)) -> u64 {
    u64::from(range.1 - range.0) + 1
}
