//! A state of the world.

use flakekit::lease::{Claimant, Held};

use crate::store::{Message, Records};

/// A process and its claimant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Process {
    pub claimant: Claimant,
    /// The count of claims, from which their names are made.
    pub claims: u8,
    /// Whether a claim has begun and has not succeeded.
    pub is_claiming: bool,
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
    /// By seat: the ticks that were granted and not given up, one bit each.
    pub(crate) granted: Vec<u64>,
    /// By seat: the process that was granted a window last.
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
    pub(crate) fn grant(&mut self, process: u8, held: Held, first: u64) {
        let (seat, ticks) = (held.id.node as usize, ticks(first, held.until));
        self.overlaps |= self.granted[seat] & ticks != 0;
        self.granted[seat] |= ticks;
        if self.owners[seat].is_some_and(|owner| owner != process) {
            self.note(Event::SeatChangesHands);
        }
        self.owners[seat] = Some(process);
        self.served |= 1 << process;
    }

    /// Notes that a database makes the IDs of the first seat from this time on.
    pub(crate) fn reserve(&mut self, from: u8) {
        let ticks = ticks(from.into(), u64::BITS.into());
        self.overlaps |= self.granted[0] & ticks != 0;
        self.granted[0] |= ticks;
        self.has_reserved = true;
    }

    /// Notes that a database has forgotten that it makes the IDs of the first seat. The IDs led the clock by less than
    /// `lead`.
    pub(crate) fn forget_reserved(&mut self, lead: u64) {
        if self.has_reserved {
            self.granted[0] &= !ticks(u64::from(self.highest) + lead, u64::BITS.into());
        }
    }

    /// Notes that a process never uses the ticks of its last window from `used_until` on.
    pub(crate) fn give_up(&mut self, held: Held, used_until: u64) {
        self.granted[held.id.node as usize] &= !ticks(used_until.max(held.own), held.until);
    }
}

/// One bit for each tick of `[from, until)`.
fn ticks(from: u64, until: u64) -> u64 {
    (from..until).fold(0, |ticks, tick| ticks | 1 << tick)
}
