//! The state of a sequencer.

use std::cell::Cell;

/// The state after the last grant, as kept in memory and in snapshots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The last tick granted from, or a later one up to which a rival has granted.
    pub tick: u64,
    /// The latest reading of the clock, in ticks. It is less than `tick` during a lead.
    pub seen: u64,
    /// The next number to grant, within the range.
    pub next: u32,
    /// The count of numbers of `tick` that are granted, at most the length of the range.
    pub used: u64,
    /// The last tick up to which the other timeline may have been used.
    pub safe: u64,
    /// The count of changes of the timeline. Odd counts are the timeline with the toggle set.
    pub drifts: u32,
}

impl State {
    /// Whether a sequencer with this range and window can have this state.
    pub fn fits(&self, range: (u32, u32), window: (u64, u64)) -> bool {
        (range.0..=range.1).contains(&self.next)
            && self.used <= length(range)
            && self.seen <= self.tick
            && (window.0..=window.1).contains(&self.tick)
            && self.safe <= window.1
    }

    /// The state for a sequence that increases within a tick. If the granted numbers are not the lowest
    /// ones, the whole tick counts as used.
    pub(super) fn for_increasing_sequence(self, range: (u32, u32)) -> Self {
        match self.used {
            0 => Self { next: range.0, ..self },
            used if u64::from(self.next - range.0) == used => self,
            _ => self.used_up(range),
        }
    }

    /// The same history as seen from the given timeline: `tick` is the last tick used there, `safe` the
    /// last one of the other timeline.
    pub(super) fn seen_from(self, toggle: bool, range: (u32, u32)) -> Self {
        if self.toggle() == toggle {
            return self;
        }
        Self { tick: self.safe, seen: self.safe, safe: self.tick, ..self }.used_up(range)
    }

    /// The same state with all numbers of its tick used.
    pub(super) fn used_up(self, range: (u32, u32)) -> Self {
        Self { used: length(range), ..self }
    }

    /// The timeline of the last grant.
    pub(super) fn toggle(self) -> bool {
        has_toggle(self.drifts)
    }

    /// The state before the first grant.
    pub(crate) const fn fresh(range: (u32, u32)) -> Self {
        Self { tick: 0, seen: 0, next: range.0, used: 0, safe: 0, drifts: 0 }
    }

    /// The number before `next`: the one granted last, if any was granted in the tick.
    pub(crate) const fn last(self, range: (u32, u32)) -> u32 {
        if self.next == range.0 { range.1 } else { self.next - 1 }
    }
}

/// A state whose fields are set one by one, so that a grant writes only what it changes.
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

/// The timeline after this count of drifts.
pub(super) const fn has_toggle(drifts: u32) -> bool {
    drifts % 2 == 1
}

/// The count of numbers in a range.
pub(crate) fn length(range: (u32, u32)) -> u64 {
    u64::from(range.1 - range.0) + 1
}
