//! A state of the world.

use std::ops::Range;

use flakekit::lease::{Claimant, Held, SeatId};

use crate::store::{Message, Records};

/// A process and its claimant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Process {
    pub claimant: Claimant,
    /// The count of claims, from which their names are made.
    pub claims: u8,
    /// Whether a claim has begun and has not succeeded.
    pub is_claiming: bool,
    /// The seats that it reads next, to change the terms of the space.
    pub reads: Option<Vec<SeatId>>,
    /// Whether the seat was lost, so that another one must be claimed.
    pub has_lost: bool,
}

/// The counts of faults that may still happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Faults {
    /// The store restarts with an earlier state and another clock.
    pub restarts: u8,
    /// The store loses all records, and nobody can see it.
    pub flushes: u8,
    /// A process is killed, and another one starts in its place.
    pub kills: u8,
    /// A claimant stops waiting for an answer, an answer is lost, or a message is delivered twice.
    pub losses: u8,
    /// The store's clock jumps.
    pub jumps: u8,
    /// A claimant gives up its window.
    pub releases: u8,
    /// A claimant changes the terms of the space.
    pub adaptations: u8,
    /// An operator resets the space.
    pub resets: u8,
}

/// The events that must be possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// A seat is granted to another process than before.
    SeatChangesHands = 1,
    /// A window is extended although the store may have forgotten other windows.
    YoungIsExtended = 2,
    /// An operator sends the swap that prepares the space.
    SpaceIsPrepared = 4,
    /// A space takes other terms, and grants seats at once.
    SpaceIsAdapted = 8,
}

/// A state of the world.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) now: u8,
    /// The highest reading of the store's clock.
    pub(crate) highest: u8,
    pub(crate) generation: u8,
    pub(crate) records: Records,
    /// The earlier states of the store.
    pub(crate) earlier: Vec<Records>,
    pub(crate) processes: Vec<Process>,
    pub(crate) network: Vec<Message>,
    pub(crate) faults: Faults,
    /// By part of a node: the ticks that were granted and not given up, one bit each.
    pub(crate) granted: Vec<u64>,
    /// By part of a node: the process that was granted a window last.
    pub(crate) owners: Vec<Option<u8>>,
    /// Whether the first seat was reserved.
    pub(crate) has_reserved: bool,
    /// How often an operator may still prepare the space.
    pub(crate) preparations: u8,
    /// Whether a tick of a seat was granted twice.
    pub(crate) overlaps: bool,
    /// The bits of [`Event`]s that have happened.
    pub(crate) events: u8,
    /// The processes that were granted a window, one bit each.
    pub(crate) served: u8,
}

impl State {
    /// Notes that something has happened.
    pub(crate) fn note(&mut self, event: Event) {
        self.events |= event as u8;
    }

    /// Notes that a process is granted the ticks of its window from `first` on.
    pub(crate) fn grant(&mut self, parts: &Range<usize>, process: u8, held: Held, first: u64) {
        let ticks = ticks(first, held.until);
        for part in parts.clone() {
            self.overlaps |= self.granted[part] & ticks != 0;
            self.granted[part] |= ticks;
            if self.owners[part].is_some_and(|owner| owner != process) {
                self.note(Event::SeatChangesHands);
            }
            self.owners[part] = Some(process);
        }
        self.served |= 1 << process;
    }

    /// Notes that a database makes the IDs of the first node, which has so many parts, from this time on.
    pub(crate) fn reserve(&mut self, parts: usize, from: u8) {
        let ticks = ticks(from.into(), u64::BITS.into());
        for granted in &mut self.granted[..parts] {
            self.overlaps |= *granted & ticks != 0;
            *granted |= ticks;
        }
        self.has_reserved = true;
    }

    /// Notes that a database has forgotten that it makes the IDs of the first node. The IDs led the clock by less than
    /// `lead`.
    pub(crate) fn forget_reserved(&mut self, parts: usize, lead: u64) {
        if self.has_reserved {
            let ticks = ticks(u64::from(self.highest) + lead, u64::BITS.into());
            self.granted[..parts].iter_mut().for_each(|granted| *granted &= !ticks);
        }
    }

    /// Notes that a process never uses the ticks of its last window from `used_until` on.
    pub(crate) fn give_up(&mut self, parts: &Range<usize>, held: Held, used_until: u64) {
        let ticks = ticks(used_until.max(held.own), held.until);
        self.granted[parts.clone()].iter_mut().for_each(|granted| *granted &= !ticks);
    }
}

/// One bit for each tick of `[from, until)`.
fn ticks(from: u64, until: u64) -> u64 {
    (from..until).fold(0, |ticks, tick| ticks | 1 << tick)
}
