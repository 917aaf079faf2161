//! Identities: which generators could make the same ID, and the sequencers that prevent it.
//!
//! Two generators could make the same ID if their ticks mean the same instants and their other bits can
//! be equal. If all of this is equal, they have one identity and share one [`Sequencer`]. If only some of
//! it overlaps, because their sequence ranges do or because they divide the same bits into other fields,
//! they are rivals. All identities that are connected by rivals take turns: none of them grants from a tick up to
//! which another one has granted.
//!
//! A sequencer is never dropped, because a clock that goes back would need it.

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
pub(crate) use registry::{Numbers, Registry};
pub(crate) use shape::Shape;

/// The numbers of the node fields, a sequence range and a start, in a [`Shape`]; with the sequencer that all
/// generators of the identity share.
#[derive(Debug)]
#[repr(C)]
pub struct Identity {
    pub(crate) sequencer: Sequencer,
    /// The value of the node fields.
    pub(crate) node: u64,
    /// The count of generators that were made of it.
    pub(crate) generators: Cell<u64>,
    /// The count of generators for which this node was chosen and that are not freed.
    automatic: Cell<u32>,
    /// The handle of the latest generator of this identity: see `handles.rs`.
    pub(crate) latest_handle: Cell<Option<usize>>,
    lease: Cell<LeaseUse>,
    /// The number of the space of the lease that holds it or has held it.
    space: Cell<u32>,
}

/// How leases use an identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LeaseUse {
    /// It belongs to generators without a lease.
    #[default]
    None,
    /// A lease holds it.
    Held,
    /// A lease has held it.
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
            space: Cell::default(),
        }
    }

    /// Notes that the lease no longer holds it.
    pub(crate) fn end_lease(&self) {
        self.lease.set(LeaseUse::Past);
    }

    pub(crate) fn has(&self, range: (u32, u32), start: Start) -> bool {
        self.sequencer.range() == range && self.sequencer.start() == start
    }
}

/// The number of a group, and an identity of it that a lease holds or has held.
type Leased = (usize, Rc<Identity>);

/// All identities of a process, or of one instance of the wasm module.
#[derive(Debug)]
pub struct Identities {
    /// Those of generators without a lease.
    registry: Registry<Rc<Identity>>,
    /// One for each group of the registry.
    choices: Vec<Choice>,
    /// The identities that a lease holds or has held, each with its group: as few as seats were granted.
    leased: Vec<Leased>,
}

impl Default for Identities {
    fn default() -> Self {
        Self::new()
    }
}

impl Identities {
    /// No identity yet.
    pub const fn new() -> Self {
        Self { registry: Registry::new(), choices: Vec::new(), leased: Vec::new() }
    }

    /// The identity of a generator: always the same one for equal arguments. Without a node, it chooses
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
        let Some(node) = node else {
            let of_group = (&self.registry, group, &*self.leased);
            let node = self.choices[group].choose_node(of_group, scheme, range, start, entropy)?;
            let identity = self.find_or_add(group, scheme, (node, range, start))?;
            identity.automatic.set(identity.automatic.get() + 1);
            return Ok(identity);
        };
        self.find_or_add(group, scheme, (node, range, start))
    }

    /// Notes that an own-clock generator has a node, so that the node is neither chosen nor leased any more.
    ///
    /// # Errors
    /// `INVALID_FIELD` if a lease holds the node.
    pub(crate) fn note_own_clock(
        &mut self,
        scheme: &Scheme,
        node: u64,
        range: (u32, u32),
    ) -> Result<(), Refusal> {
        let group = self.group(scheme);
        if self.is_leased(group, node, range, None) {
            return Err(Refusal::bare(Reason::Leased));
        }
        self.choices[group].note_own_clock(node, range);
        Ok(())
    }

    /// Whether no generator without a lease can make, or has made, an ID of this node and range.
    pub(crate) fn can_be_leased(&mut self, scheme: &Scheme, node: u64, range: (u32, u32)) -> bool {
        let group = self.group(scheme);
        let mut is_unused = !self.is_own_clocks(group, node, range);
        self.registry.visit(group, node, range, &mut |_| is_unused = false);
        is_unused
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
        // The identity of an earlier lease is used again, so that many claims and releases need no more
        // memory.
        let is_past = |known: &Identity| known.lease.get() == LeaseUse::Past && known.space.get() == space;
        let past = self.find_leased(group, (node, range, start), is_past);
        let identity = if let Some(at) = past {
            Rc::clone(&self.leased[at].1)
        } else {
            let identity = Rc::new(Identity::isolated(scheme, node, range, start));
            self.leased.push((group, Rc::clone(&identity)));
            identity
        };
        identity.lease.set(LeaseUse::Held);
        identity.space.set(space);
        identity
    }

    /// The place of a leased identity.
    fn find_leased(
        &self,
        group: usize,
        (node, range, start): Numbers,
        is_wanted: impl Fn(&Identity) -> bool,
    ) -> Option<usize> {
        self.leased.iter().position(|(of, known)| {
            *of == group && known.node == node && known.has(range, start) && is_wanted(known)
        })
    }

    /// The leased identities that could make an ID of this node and range in the group's shape, each with its group.
    fn leased_with(&self, group: usize, node: u64, range: (u32, u32)) -> impl Iterator<Item = &Leased> {
        let shape = self.registry.shape(group);
        self.leased.iter().filter(move |(of, other)| {
            let overlap = shape.overlap(self.registry.shape(*of));
            let taken = (other.node, other.sequencer.range());
            overlap.is_some_and(|overlap| overlap.contains((node, range), taken))
        })
    }

    /// Whether a lease holds these numbers. If `past`, the identity of a lease that has ended, is to be used
    /// again, no other lease may have held the numbers either, because `past` does not know what that lease
    /// has used.
    fn is_leased(&self, group: usize, node: u64, range: (u32, u32), past: Option<&Rc<Identity>>) -> bool {
        let is_refused = |(_, other): &Leased| {
            other.lease.get() == LeaseUse::Held || past.is_some_and(|past| !Rc::ptr_eq(past, other))
        };
        self.leased_with(group, node, range).any(is_refused)
    }

    /// Frees a generator for which a node was chosen. When all of its generators are freed, the node can
    /// be chosen again. The sequencer stays, so that nothing repeats.
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
        let group = self.registry.group(&Shape::new(scheme));
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
        if let Some(known) = self.registry.find(group, numbers) {
            return Ok(Rc::clone(known));
        }
        let (node, range, start) = numbers;
        let past = self.find_leased(group, numbers, |known| known.lease.get() == LeaseUse::Past);
        let known = past.map(|at| Rc::clone(&self.leased[at].1));
        if self.is_leased(group, node, range, known.as_ref()) {
            return Err(Refusal::bare(Reason::Leased));
        }
        let identity = known.unwrap_or_else(|| Rc::new(Identity::isolated(scheme, node, range, start)));
        let turns = identity.sequencer.turns();
        let met = self
            .leased_with(group, node, range)
            .filter(|(_, other)| !Rc::ptr_eq(other, &identity))
            .try_for_each(|(of, other)| {
                if self.registry.shape(group).toggles || self.registry.shape(*of).toggles {
                    return Err(other.sequencer.range());
                }
                // Its lease has ended for good.
                identity.sequencer.retire_ticks_of(&other.sequencer);
                Ok(())
            });
        met.and_then(|()| self.registry.meet(group, node, range, turns, |other| other.sequencer.settle()))
            .map_err(|(first, last)| {
                Refusal::new(Reason::Overlap, [range.0, range.1, first, last, 0].map(i64::from))
            })?;
        if let Some(at) = past {
            self.leased.swap_remove(at);
            identity.lease.set(LeaseUse::None);
            identity.sequencer.open_window(0, scheme.last_tick());
        }
        self.registry.add(group, numbers, turns.clone(), Rc::clone(&identity));
        Ok(identity)
    }

    /// Whether an own-clock generator has, or has had, numbers with which it makes an ID of this node and range in the
    /// group's shape.
    fn is_own_clocks(&self, group: usize, node: u64, range: (u32, u32)) -> bool {
        let shape = self.registry.shape(group);
        self.choices.iter().enumerate().any(|(at, other)| {
            let overlap = shape.overlap(self.registry.shape(at));
            overlap.is_some_and(|overlap| {
                other.own_clock().iter().any(|&known| overlap.contains((node, range), known))
            })
        })
    }
}
