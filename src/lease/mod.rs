//! Leases: processes share the IDs of a space through a store, and never make the same one.
//!
//! A store grants a claimant a seat (node numbers, and a share of the sequence) and a window: a span of time
//! `[from, until)`. The grant is written before any ID of the window is made, and windows of one seat never
//! overlap. An ID contains its time, so a claimant that was paused or cut off can use its window at any
//! moment.
//!
//! Nothing here reads a clock or does I/O. [`step()`] is the protocol, and [`Claimant`] remembers what a claimant
//! holds between its steps. All times are whole Unix ms of the store's clock.

mod adapt;
mod callers;
mod claimant;
mod keeper;
mod list;
mod mismatch;
mod order;
pub mod pauses;
mod prepare;
mod records;
mod seats;
mod step;
mod wire;

pub use callers::{CallerRequest, CallersView};
pub use claimant::{Action, Claimant, Keys, Taken, Task};
pub use keeper::{Demand, End, Failure, KEEPER_LENGTH, Keeper, Moment, Numbers, State};
pub use list::SeatState;
pub use order::Order;
pub use prepare::Preparer;
pub use records::{DATABASE, Entry, HEAD_KEY, Head, LAST_WINDOW_MS, List, ListId, MAX_RECORD, name_text};
pub use seats::{MAX_AGE_MS, MAX_NODE_BITS, MIN_WINDOW_TICKS, RawTerms, Seats};
pub use step::{Change, Effect, Mismatch, Name, Request, Step, Swap, View, step};
pub use wire::{
    WORDS, read_callers_view, read_order, read_request, read_view, seats_among, write_seats, write_space,
};

/// The random name of a claim. Every claim after a loss or a release has a new one.
pub type Token = u64;

/// A process that has a seat. Messages count the seats of a process and of its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Holder {
    /// A hash of the host's name.
    pub host: u32,
    /// The number of the process.
    pub process: u32,
}

/// A caller of a server that leases seats for others: a number that the server derives from the caller's name.
pub type Caller = u64;

/// Who has had a seat that a server leased for a caller, and since when.
///
/// The server does not trust the caller. So nobody else gets the seat before its window ends, even if the caller
/// says that it has given it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeasedTo {
    /// The caller.
    pub caller: Caller,
    /// From this time on nobody else has had the seat.
    pub since: u64,
}

/// A range of nodes, whose seats have the same count of shares and the same length of windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Section {
    /// The first node number.
    pub first: u64,
    /// The last node number.
    pub last: u64,
    /// How many seats share the sequence of a node. A power of two.
    pub shares: u64,
    /// The length of a window, in ms.
    pub window_ms: u64,
}

impl Section {
    /// The count of seats.
    pub fn seats(&self) -> u64 {
        (self.last - self.first + 1) * self.shares
    }

    /// The seat with this number, from 0 to [`Section::seats`] - 1.
    pub fn seat(&self, number: u64) -> SeatId {
        SeatId { node: self.first + number / self.shares, share: number % self.shares }
    }

    /// Whether the section has this seat.
    pub fn contains(&self, id: SeatId) -> bool {
        (self.first..=self.last).contains(&id.node) && id.share < self.shares
    }

    /// These sections, with this one in the place of those that overlap it. `keeps_rest`: the nodes of those that this one does
    /// not have stay sections.
    fn among(&self, sections: &[Self], keeps_rest: bool) -> Vec<Self> {
        let (mut all, mut at) = (vec![*self], 0);
        for section in sections.iter().filter(|section| keeps_rest || !section.overlaps(self)) {
            if section.first < self.first {
                all.insert(at, Self { last: section.last.min(self.first - 1), ..*section });
                at += 1;
            }
            if section.last > self.last {
                all.push(Self { first: section.first.max(self.last + 1), ..*section });
            }
        }
        all
    }

    /// Whether both sections have a node in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

/// The terms with which a claimant asks for a seat. They must agree with the space's head record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The identity of the IDs: two spaces whose IDs mean the same have the same text.
    pub layout: String,
    /// The section of which the claimant wants a seat.
    pub section: Section,
    /// See [`Head::skew`].
    pub skew: u64,
    /// See [`Head::age`].
    pub age: u64,
    /// Whether the store never forgets a write, so that a missing record was never written.
    pub is_durable: bool,
    /// The node fields that are the same in every ID, as options of the command, each after a space: ` --worker-id=5`. Only
    /// messages have them.
    pub given: String,
    /// The process of the claimant, if it is known.
    pub holder: Option<Holder>,
}

/// A seat of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeatId {
    /// The node number: all node fields that are not the same in every ID, as one number.
    pub node: u64,
    /// The number of the share of the sequence, from 0.
    pub share: u64,
}

/// The record of a seat. A missing record means that the seat was never taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The claim that has the seat; `None` after a release.
    pub owner: Option<Token>,
    /// The beginning of the owner's window. After a caller's release, the end of what was used.
    pub from: u64,
    /// The end of the window. From this time on, another claim may take the seat.
    pub until: u64,
    /// The caller for whom a server leases the seat, if any.
    pub leased_to: Option<LeasedTo>,
    /// The process of the owner, if it is known. No decision depends on it.
    pub holder: Option<Holder>,
}

/// What a claimant holds: a seat, and the time in which it may make the seat's IDs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Held {
    /// The name of the claim that got the seat.
    pub token: Token,
    /// The seat.
    pub id: SeatId,
    /// The first ms of the claimant's windows of this seat. These windows follow each other without a gap.
    pub own: u64,
    /// The end of the last window.
    pub until: u64,
    /// As in [`Seat`].
    pub leased_to: Option<LeasedTo>,
}

impl Held {
    /// The record of the seat.
    fn record(self, holder: Option<Holder>) -> Seat {
        Seat { owner: Some(self.token), from: self.own, until: self.until, leased_to: self.leased_to, holder }
    }
}
