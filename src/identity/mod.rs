//! Identities: which generators could make the same ID, and the sequencers that prevent it.
//!
//! Two generators could make the same ID if their ticks mean the same instants and their other bits can
//! be equal. If all of this is equal, they have one identity and share one [`Sequencer`]. If only some of
//! it overlaps, because their sequence ranges do or because they divide the same bits into other fields,
//! they are rivals and take turns: neither grants from a tick up to which the other has granted.
//!
//! A sequencer is never dropped, because a clock that goes back would need it. It takes about 200 bytes.

mod group;
mod shape;

use std::cell::Cell;
use std::ptr;
use std::rc::Rc;

use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::{Entropy, Sequencer, Start};
use group::SequencerGroup;
pub(crate) use shape::Shape;
use shape::overlap;

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
    /// The handle of the latest generator of this identity without a clock of its own: see `handles.rs`.
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
        let sequencer = Sequencer::new(range, start, (0, scheme.last_tick()));
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

    fn overlaps(&self, range: (u32, u32)) -> bool {
        overlap(self.sequencer.range(), range)
    }
}

/// All identities of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub struct Identities {
    /// One for each shape: as few as formats are used.
    groups: Vec<SequencerGroup>,
}

impl Identities {
    /// No identity yet.
    pub const fn new() -> Self {
        Self { groups: Vec::new() }
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
        let group = self.group(Shape::new(scheme));
        let Some(node) = node else {
            let node = self.groups[group].choose_node(scheme, range, start, entropy)?;
            let identity = self.find_or_add(group, scheme, node, range, start)?;
            identity.automatic.set(identity.automatic.get() + 1);
            return Ok(identity);
        };
        self.find_or_add(group, scheme, node, range, start)
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
        let group = self.group(Shape::new(scheme));
        self.refuse_if_leased(group, node, range, None)?;
        self.groups[group].note_own_clock(node, range);
        Ok(())
    }

    /// Whether no generator without a lease can make, or has made, an ID of this node and range.
    pub(crate) fn can_be_leased(&mut self, scheme: &Scheme, node: u64, range: (u32, u32)) -> bool {
        let group = self.group(Shape::new(scheme));
        let mut is_unused = !self.is_own_clocks(group, node, range);
        self.visit_rivals(group, node, range, &mut |rival, _, _| {
            is_unused &= rival.lease.get() != LeaseUse::None;
        });
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
        let group = self.group(Shape::new(scheme));
        // The identity of an earlier lease is used again, so that many claims and releases need no more
        // memory.
        let past = self.find(group, node, |known| {
            known.has(range, start) && known.lease.get() == LeaseUse::Past && known.space.get() == space
        });
        let identity = past.unwrap_or_else(|| {
            let identity = Rc::new(Identity::isolated(scheme, node, range, start));
            self.groups[group].insert(Rc::clone(&identity));
            identity
        });
        identity.lease.set(LeaseUse::Held);
        identity.space.set(space);
        identity
    }

    /// Refuses numbers that a lease holds. If `past`, the identity of a lease that has ended, is to be used
    /// again, no other lease may have held the numbers either, because `past` does not know what that lease
    /// has used.
    fn refuse_if_leased(
        &self,
        group: usize,
        node: u64,
        range: (u32, u32),
        past: Option<&Identity>,
    ) -> Result<(), Refusal> {
        let mut is_leased = false;
        self.visit_rivals(group, node, range, &mut |rival, _, _| {
            is_leased |= match rival.lease.get() {
                LeaseUse::None => false,
                LeaseUse::Held => true,
                LeaseUse::Past => past.is_some_and(|past| !ptr::eq(past, rival)),
            };
        });
        if is_leased {
            return Err(Refusal::bare(Reason::Leased));
        }
        Ok(())
    }

    /// Frees a generator for which a node was chosen. When all of its generators are freed, the node can
    /// be chosen again. The sequencer stays, so that nothing repeats.
    pub(crate) fn release(&mut self, scheme: &Scheme, identity: &Identity) {
        let automatic = identity.automatic.get().saturating_sub(1);
        identity.automatic.set(automatic);
        if automatic == 0 {
            let group = self.group(Shape::new(scheme));
            self.groups[group].free.push(identity.node);
        }
    }

    /// An identity of a node.
    fn find(&self, group: usize, node: u64, is_wanted: impl Fn(&Identity) -> bool) -> Option<Rc<Identity>> {
        self.groups[group].of_node(node).iter().find(|known| is_wanted(known)).map(Rc::clone)
    }

    /// The index of the group of a shape.
    fn group(&mut self, shape: Shape) -> usize {
        self.groups.iter().position(|group| group.shape == shape).unwrap_or_else(|| {
            self.groups.push(SequencerGroup::new(shape));
            self.groups.len() - 1
        })
    }

    fn find_or_add(
        &mut self,
        group: usize,
        scheme: &Scheme,
        node: u64,
        range: (u32, u32),
        start: Start,
    ) -> Result<Rc<Identity>, Refusal> {
        let find =
            |lease| self.find(group, node, |known| known.has(range, start) && known.lease.get() == lease);
        if let Some(known) = find(LeaseUse::None) {
            return Ok(known);
        }
        let past = find(LeaseUse::Past);
        self.refuse_if_leased(group, node, range, past.as_deref())?;
        if let Some(past) = past {
            past.lease.set(LeaseUse::None);
            past.sequencer.open_window(0, scheme.last_tick());
            return Ok(past);
        }
        let identity = Identity::isolated(scheme, node, range, start);
        let toggles = self.groups[group].shape.toggles;
        let mut conflict = None;
        self.visit_rivals(group, node, range, &mut |rival, _, rival_toggles| {
            if toggles || rival_toggles {
                conflict = Some(rival.sequencer.range());
            }
        });
        if let Some((first, last)) = conflict {
            return Err(Refusal::new(Reason::Overlap, [range.0, range.1, first, last, 0].map(i64::from)));
        }
        self.visit_rivals(group, node, range, &mut |rival, coarser, _| {
            identity.sequencer.take_turns_with(&rival.sequencer, coarser);
        });
        let identity = Rc::new(identity);
        self.groups[group].insert(Rc::clone(&identity));
        Ok(identity)
    }

    /// Passes each identity that could make an ID of this node and range in the group's shape to `visit`; with
    /// how much coarser its ticks are, see [`Shape::coarser`], and whether it has two timelines.
    fn visit_rivals(
        &self,
        group: usize,
        node: u64,
        range: (u32, u32),
        visit: &mut dyn FnMut(&Identity, i32, bool),
    ) {
        let shape = &self.groups[group].shape;
        for other in &self.groups {
            let Some(overlap) = shape.overlap(&other.shape) else { continue };
            // Within one shape, only the same node makes the same IDs.
            let candidates = if other.shape == *shape { other.of_node(node) } else { other.identities() };
            for identity in candidates {
                if overlap.contains((node, range), (identity.node, identity.sequencer.range())) {
                    visit(identity, overlap.coarser, other.shape.toggles);
                }
            }
        }
    }

    /// Whether an own-clock generator has, or has had, numbers with which it makes an ID of this node and range in the
    /// group's shape.
    fn is_own_clocks(&self, group: usize, node: u64, range: (u32, u32)) -> bool {
        let shape = &self.groups[group].shape;
        self.groups.iter().any(|other| {
            let overlap = shape.overlap(&other.shape);
            other
                .own_clock()
                .iter()
                .any(|&known| overlap.as_ref().is_some_and(|overlap| overlap.contains((node, range), known)))
        })
    }
}
