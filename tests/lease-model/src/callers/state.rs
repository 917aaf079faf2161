//! A state of a world of callers.

use flakekit::lease::{CallerRequest, Held, List, Seat, Swap, Task};

/// A request that is performed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    pub server: u8,
    pub caller: u8,
    pub task: Task,
    pub request: CallerRequest,
    /// The store when the request began, and when it was read last.
    pub began: Read,
    pub read: Read,
}

/// The store at a moment. Without a rule that is left out, only the nonce matters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Read {
    /// The nonce of the head record.
    pub nonce: u8,
    pub now: u8,
    pub seats: Vec<Option<Seat>>,
    pub lists: Vec<Option<List>>,
}

/// A swap on its way to the store.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    pub swap: Swap,
    /// The nonce of the head record that was read.
    pub nonce: u8,
}

/// A grant of a server, which the caller may show to this server and to other servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Grant {
    pub caller: u8,
    /// The secret that has signed the grant.
    pub secret: u8,
    pub held: Held,
}

/// The events that may still happen, and how often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CallersFaults {
    /// A caller asks for something.
    pub asks: u8,
    /// A server dies while its swap is on the way, so that a caller gets no reply; or a swap arrives twice.
    pub losses: u8,
    /// A caller says that it gives its seat back.
    pub releases: u8,
    /// Somebody writes another section into the head record.
    pub heads: u8,
}

/// The events that must be possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Event {
    /// A caller is refused because it has its quota.
    Refused = 1,
    /// A seat is written under another number of its caller than before.
    Moved = 2,
}

/// A state of a world of callers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CallersState {
    pub(crate) now: u8,
    pub(crate) nonce: u8,
    pub(crate) seats: Vec<Option<Seat>>,
    pub(crate) lists: Vec<Option<List>>,
    /// The requests that wait for the answer to a swap.
    pub(crate) requests: Vec<(Asked, Message)>,
    /// The swaps of servers that have died, and the swaps that arrive twice.
    pub(crate) orphans: Vec<Message>,
    pub(crate) grants: Vec<Grant>,
    /// By caller: how many names it has made for its claims.
    pub(crate) names: Vec<u8>,
    pub(crate) faults: CallersFaults,
    /// By caller and seat: the ticks that the caller may have used, one bit each.
    pub(crate) granted: Vec<Vec<u64>>,
    /// The bits of [`Event`]s that have happened.
    pub(crate) events: u8,
}

impl CallersState {
    /// Notes that something has happened.
    pub(crate) fn note(&mut self, event: Event) {
        self.events |= event as u8;
    }

    /// Whether something has happened.
    pub(crate) fn has(&self, event: Event) -> bool {
        self.events & event as u8 != 0
    }

    /// Whether two callers were granted the same tick of a seat.
    pub(crate) fn overlaps(&self) -> bool {
        let mut all = vec![0; self.seats.len()];
        self.granted.iter().any(|seats| {
            all.iter_mut().zip(seats).any(|(all, ticks)| {
                let overlaps = *all & ticks != 0;
                *all |= ticks;
                overlaps
            })
        })
    }
}
