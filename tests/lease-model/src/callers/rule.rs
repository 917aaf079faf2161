//! The rules of quotas, each of which can be left out, to see that the checker notices its absence.

use flakekit::lease::{CallersView, Change, Entry, ListId, Task};

use super::state::{Asked, CallersFaults, Message, Read};
use super::world::CallersWorld;

/// A rule of quotas: see `src/lease/callers.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuotaRule {
    /// A claim counts the seats of all numbers of its caller.
    AllNumbers,
    /// A seat is written into a list before it is granted.
    ListedFirst,
    /// A seat is also written into the list that all servers with these secrets share.
    SharedList,
    /// An extension that writes a seat under another number counts the seat.
    CountedExtension,
    /// A seat stays listed while its grant may still be written.
    ListedBeforeGrant,
    /// A seat stays listed while its window runs.
    ListedInWindow,
    /// Seats are read at the same moment as the lists.
    SameMoment,
    /// A refused swap frees an entry only if the head record was not the reason.
    MissedUnderHead,
    /// A window is extended, and a seat that was given back is claimed by its caller again, only before its end.
    BeforeEnd,
}

impl QuotaRule {
    /// All rules.
    pub const ALL: [Self; 9] = [
        Self::AllNumbers,
        Self::ListedFirst,
        Self::SharedList,
        Self::CountedExtension,
        Self::ListedBeforeGrant,
        Self::ListedInWindow,
        Self::SameMoment,
        Self::MissedUnderHead,
        Self::BeforeEnd,
    ];

    /// A small world in which a caller gets more than its quota if this rule is left out.
    #[must_use]
    pub fn world_without(self) -> CallersWorld {
        let without = CallersWorld { without: Some(self), ..CallersWorld::small() };
        let replaced = CallersWorld { servers: vec![vec![0, 1], vec![1, 0]], lists: 2, ..without.clone() };
        match self {
            Self::AllNumbers | Self::SharedList => replaced,
            Self::CountedExtension => CallersWorld {
                servers: vec![vec![0], vec![1], vec![1, 0]],
                faults: CallersFaults { asks: 3, ..without.faults },
                lists: 2,
                ..without
            },
            Self::MissedUnderHead => CallersWorld {
                duration: 2,
                faults: CallersFaults { asks: 3, heads: 1, ..without.faults },
                ..without
            },
            Self::BeforeEnd => {
                CallersWorld { faults: CallersFaults { asks: 3, ..without.faults }, ..without }
            }
            _ => without,
        }
    }

    /// Leaves the rule out of a decision: changes the view that the request reads.
    pub(crate) fn change_view(self, world: &CallersWorld, asked: &Asked, read: &mut CallersView) {
        let now = read.view.now;
        let numbers = world.numbers(asked.caller, asked.server);
        match self {
            Self::AllNumbers => change_entries(read, |entry| {
                entry.caller += if numbers[1..].contains(&entry.caller) { STRANGERS } else { 0 };
                true
            }),
            Self::CountedExtension if asked.task == Task::Extend => {
                for leased_to in
                    read.view.seats.iter_mut().filter_map(|(_, seat)| seat.as_mut()?.leased_to.as_mut())
                {
                    leased_to.caller = numbers[0];
                }
            }
            Self::ListedBeforeGrant => {
                let before = read.clone();
                change_entries(read, |entry| now >= entry.until || has(&before, entry));
            }
            Self::ListedInWindow => change_entries(read, |entry| now < entry.until),
            Self::SameMoment => {
                for (id, seat) in read.view.seats.iter_mut().chain(&mut read.counted) {
                    *seat = asked.began.seats[id.node as usize];
                }
            }
            Self::MissedUnderHead => {
                if let Some(head) = &mut read.view.head {
                    head.nonce = 0;
                }
            }
            _ => {}
        }
    }

    /// Leaves the rule out of a decision: changes the swap, but not its guard.
    pub(crate) fn change_message(self, world: &CallersWorld, read: &Read, message: &mut Message) {
        match &mut message.swap.change {
            Change::List { id, previous, next } => {
                previous.clone_from(&read.lists[id.number as usize]);
                for entry in &mut next.entries {
                    entry.caller -= if entry.caller >= STRANGERS { STRANGERS } else { 0 };
                }
            }
            Change::Seat { id, previous, .. } => {
                if self != Self::SameMoment {
                    *previous = read.seats[id.node as usize];
                }
                if self == Self::BeforeEnd {
                    message.swap.before = u64::from(read.now) + world.age;
                }
            }
            Change::Head(_) => {}
        }
    }

    /// Whether the swap of a list is left out.
    pub(crate) fn leaves_out(self, world: &CallersWorld, asked: &Asked, list: ListId) -> bool {
        let own = world.numbers(asked.caller, asked.server)[0];
        match self {
            Self::ListedFirst => true,
            Self::SharedList => list != ListId::of(&world.terms().section, own),
            _ => false,
        }
    }
}

/// The number that is added to numbers that a request must not take for numbers of its caller.
const STRANGERS: u64 = 1_000;

/// Changes the entries of all lists, and removes those for which `change` is false.
fn change_entries(read: &mut CallersView, change: impl Fn(&mut Entry) -> bool) {
    for list in read.lists.iter_mut().filter_map(|(_, list)| list.as_mut()) {
        list.entries.retain_mut(&change);
    }
}

/// Whether the caller of an entry has its seat.
fn has(read: &CallersView, entry: &Entry) -> bool {
    read.view.seats.iter().chain(&read.counted).any(|(id, seat)| {
        let is_of =
            seat.and_then(|seat| seat.leased_to).is_some_and(|leased_to| leased_to.caller == entry.caller);
        *id == entry.seat && is_of && seat.is_some_and(|seat| read.view.now < seat.until)
    })
}
