//! Identities: which generators could make the same ID, and the sequencers that prevent it.
//!
//! Two generators could make the same ID if their ticks mean the same instants and their other bits can
//! be equal. If all of this is equal, they have one identity and share one [`Sequencer`]. If only some of
//! it overlaps, because their sequence ranges do or because they divide the same bits into other fields,
//! they are rivals. All identities that are connected by rivals take turns: none of them grants from a tick up to
//! which another one has granted.
//!
//! A sequencer is never dropped, because a clock that goes back would need the sequencer.

mod choice;
mod order;
mod registry;
mod shape;

use std::cell::Cell;
use std::rc::Rc;

use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::{Entropy, Sequencer, Start};
use choice::Choice;
pub(crate) use registry::{Entry, Holder, Numbers, Registry};
pub(crate) use shape::Shape;

/// The numbers of the node fields, a sequence range and a start, in a [`Shape`]; with the sequencer that all
/// generators of the identity share.
#[derive(Debug)]
#[repr(C)]
pub struct Identity {
    pub(crate) sequencer: Sequencer,
    /// The value of the node fields.
    pub(crate) node: u64,
    /// The count of generators that were made of the identity.
    pub(crate) generators: Cell<u64>,
    /// The count of generators for which this node was chosen and that are not freed.
    automatic: Cell<u32>,
    /// The handle of the latest generator of this identity: see `handles.rs`.
    pub(crate) latest_handle: Cell<Option<usize>>,
    lease: Cell<LeaseUse>,
}

/// How leases use an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LeaseUse {
    /// It belongs to generators without a lease.
    #[default]
    None,
    /// A lease holds the identity.
    Held,
    /// A lease has held the identity.
    Past,
}

impl Identity {
    /// An identity that shares its sequencer with no other generator.
    pub(crate) fn isolated(scheme: &Scheme, node: u64, range: (u32, u32), start: Start) -> Self {
        let sequencer = Sequencer::new(range, start, (0, scheme.last_tick())).with_ticks_of(scheme.unit);
        Self {
            node,
            sequencer,
            generators: Cell::default(),
            automatic: Cell::default(),
            latest_handle: Cell::default(),
            lease: Cell::default(),
        }
    }

    /// Notes that the lease no longer holds the identity.
    pub(crate) fn end_lease(&self) {
        self.lease.set(LeaseUse::Past);
    }

    pub(crate) fn has(&self, range: (u32, u32), start: Start) -> bool {
        self.sequencer.range() == range && self.sequencer.start() == start
    }
}

/// All identities of a process, or of one instance of the wasm module.
#[derive(Debug)]
pub struct Identities {
    /// `None` for the numbers of own-clock generators.
    registry: Registry<Option<Rc<Identity>>>,
    /// One for each group of the registry.
    choices: Vec<Choice>,
}

impl Default for Identities {
    fn default() -> Self {
        Self::new()
    }
}

impl Identities {
    /// No identity yet.
    pub const fn new() -> Self {
        Self { registry: Registry::new(), choices: Vec::new() }
    }

    /// The identity of a generator: equal arguments always give one identity. Without a node, it chooses
    /// one.
    ///
    /// # Errors
    /// `INVALID_OPTION` if an identity with two timelines overlaps another one, because
    /// taking turns does not keep timelines apart; `INVALID_FIELD` if no node can be chosen;
    /// `NO_RANDOMNESS`.
    pub(crate) fn open(
        &mut self,
        scheme: &Scheme,
        node: Option<u64>,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<Rc<Identity>, Refusal> {
        let group = self.group(scheme);
        let chosen = if let Some(node) = node {
            node
        } else {
            let of_group = (&self.registry, group);
            self.choices[group].choose_node(of_group, scheme, range, start, entropy)?
        };
        let identity = self.find_or_add(group, scheme, (chosen, range, start))?;
        identity.automatic.set(identity.automatic.get() + u32::from(node.is_none()));
        Ok(identity)
    }

    /// Notes that an own-clock generator has a node, so that the node is neither chosen nor leased any more.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a lease holds the node.
    pub(crate) fn note_own_clock(
        &mut self,
        scheme: &Scheme,
        (node, range, start): Numbers,
    ) -> Result<(), Refusal> {
        let group = self.group(scheme);
        let (numbers, holder) = ((node, range), Holder::OwnClock);
        if self.leases_of(group, (node, range, start)).is_held {
            return Err(Refusal::bare(Reason::Leased));
        }
        if self.registry.find_of(group, holder, numbers, 0, &|_| true).is_none() {
            self.registry.add_of(group, holder, numbers, 0, None);
        }
        Ok(())
    }

    /// Whether no generator without a lease can make, or has made, an ID of this node and range.
    pub(crate) fn can_be_leased(&mut self, scheme: &Scheme, node: u64, range: (u32, u32)) -> bool {
        let group = self.group(scheme);
        !self.registry.is_had(group, &[Holder::OwnClock, Holder::Generators], (node, range))
    }

    /// The identity of a seat that a lease has been granted in a space. Spaces share no identity, even if
    /// their seats have the same numbers.
    pub(crate) fn open_leased(
        &mut self,
        scheme: &Scheme,
        node: u64,
        range: (u32, u32),
        start: Start,
        space: u32,
    ) -> Rc<Identity> {
        let group = self.group(scheme);
        let (numbers, holder) = ((node, range), Holder::Lease);
        // The identity of an earlier lease is used again, so that many claims and releases need no more
        // memory.
        let is_past = |known: &Option<Rc<Identity>>| {
            known
                .as_ref()
                .is_some_and(|known| known.lease.get() == LeaseUse::Past && known.sequencer.start() == start)
        };
        let past = self.registry.find_of(group, holder, numbers, space.into(), &is_past);
        let identity = if let Some(Some(past)) = past {
            Rc::clone(past)
        } else {
            let identity = Rc::new(Identity::isolated(scheme, node, range, start));
            self.registry.add_of(group, holder, numbers, space.into(), Some(Rc::clone(&identity)));
            identity
        };
        identity.lease.set(LeaseUse::Held);
        identity
    }

    /// The leases that hold or have held these numbers.
    fn leases_of(&self, group: usize, (node, range, start): Numbers) -> Leases {
        let mut leases = Leases { is_held: false, count: 0, equal: None };
        self.registry.visit(group, Holder::Lease, (node, range), &mut |number, entry| {
            let Some(identity) = &entry.identity else { return };
            leases.count += 1;
            leases.is_held |= identity.lease.get() == LeaseUse::Held;
            if entry.group == group && identity.node == node && identity.has(range, start) {
                leases.equal = Some(number);
            }
        });
        leases
    }

    /// Frees a generator for which a node was chosen. When all of its generators are freed, the node can
    /// be chosen again. The sequencer stays, so that no ID repeats.
    pub(crate) fn release(&mut self, scheme: &Scheme, identity: &Identity) {
        let automatic = identity.automatic.get().saturating_sub(1);
        identity.automatic.set(automatic);
        if automatic == 0 {
            let group = self.group(scheme);
            self.choices[group].release(identity.node);
        }
    }

    /// The number of the group of a format.
    fn group(&mut self, scheme: &Scheme) -> usize {
        // So that a new group has a choice, also if memory runs out.
        self.choices.reserve(1);
        let group = self.registry.group(Shape::new(scheme));
        if group == self.choices.len() {
            self.choices.push(Choice::new());
        }
        group
    }

    fn find_or_add(
        &mut self,
        group: usize,
        scheme: &Scheme,
        numbers: Numbers,
    ) -> Result<Rc<Identity>, Refusal> {
        if let Some(Some(known)) = self.registry.find(group, numbers) {
            return Ok(Rc::clone(known));
        }
        let (node, range, start) = numbers;
        let Leases { is_held, count, equal } = self.leases_of(group, numbers);
        // The identity of the lease with equal numbers does not know what other leases that overlap it have used.
        if is_held || equal.is_some() && count > 1 {
            return Err(Refusal::bare(Reason::Leased));
        }
        self.registry.reserve();
        let past = equal.and_then(|number| {
            // Otherwise the generator would meet the lease whose identity it gets. The lease need not be listed again if `meet` refuses:
            // what overlaps a lease with two timelines was refused before, so `meet` finds nothing beside it.
            self.registry.list(number, false);
            self.registry.entries()[number as usize].identity.clone()
        });
        let identity = past.unwrap_or_else(|| Rc::new(Identity::isolated(scheme, node, range, start)));
        let sequencer = &identity.sequencer;
        let meet = |entry: &Entry<Option<Rc<Identity>>>| {
            let Some(other) = &entry.identity else { return };
            if entry.holder == Holder::Lease {
                // This lease has ended for good: a lease that runs was refused above.
                sequencer.retire_ticks_of(&other.sequencer);
            } else {
                other.sequencer.settle();
                sequencer.turns().unite(other.sequencer.turns());
            }
        };
        self.registry.meet(group, (node, range), meet).map_err(|(first, last)| {
            Refusal::new(Reason::Overlap, [range.0, range.1, first, last, 0].map(i64::from))
        })?;
        if equal.is_some() {
            identity.lease.set(LeaseUse::None);
            sequencer.open_window(0, scheme.last_tick());
        }
        self.registry.add(group, numbers, Some(Rc::clone(&identity)));
        Ok(identity)
    }
}

/// The leases that hold or have held some numbers.
struct Leases {
    is_held: bool,
    count: u32,
    /// The entry of one that has exactly these numbers.
    equal: Option<u32>,
}
