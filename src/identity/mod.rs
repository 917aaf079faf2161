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
use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::layout::Kind;
use crate::sequencer::{Entropy, Sequencer, Start};
use group::SequencerGroup;
use shape::Shape;

/// A shape (see [`Shape`]), the numbers of the node fields, a sequence range and a start; with its
/// sequencer.
#[derive(Debug)]
pub struct Identity {
    /// The value of the node fields.
    pub(crate) node: u128,
    pub(crate) sequencer: Sequencer,
    /// The count of generators for which this node was chosen and that are not freed.
    automatic: Cell<u32>,
    /// The handle of the latest pooled generator of this identity: see `handles.rs`.
    pub(crate) latest_handle: Cell<Option<usize>>,
}

impl Identity {
    /// An identity that shares its sequencer with no other generator.
    pub(crate) fn isolated(format: &Format, node: u128, range: (u32, u32), start: Start) -> Self {
        let sequencer = Sequencer::new(range, start, (0, format.last_tick()));
        Self { node, sequencer, automatic: Cell::default(), latest_handle: Cell::default() }
    }

    fn has(&self, range: (u32, u32), start: Start) -> bool {
        self.sequencer.range() == range && self.sequencer.start() == start
    }

    fn overlaps(&self, range: (u32, u32)) -> bool {
        let own = self.sequencer.range();
        own.0 <= range.1 && range.0 <= own.1
    }
}

/// All identities of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub struct Identities {
    /// Sorted by shape.
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
    /// `EPOCH_REQUIRED`; `INVALID_OPTION` if an identity with two timelines overlaps another one, because
    /// taking turns does not keep timelines apart; `INVALID_FIELD` if no node can be chosen;
    /// `NO_RANDOMNESS`.
    pub(crate) fn open(
        &mut self,
        format: &Format,
        node: Option<u128>,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<Rc<Identity>, Error> {
        let shape = Shape::new(format)?;
        let group = self.group(shape);
        let Some(node) = node else {
            let node = self.groups[group].choose_node(format, range, start, entropy)?;
            let identity = self.find_or_add(group, format, node, range, start)?;
            identity.automatic.set(identity.automatic.get() + 1);
            return Ok(identity);
        };
        self.find_or_add(group, format, node, range, start)
    }

    /// Excludes a node from the choice, because an own-clock generator has it.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`.
    pub(crate) fn exclude_node(&mut self, format: &Format, node: u128) -> Result<(), Error> {
        if format.chooses_node() {
            let number = format.layout().place(Kind::Node).read(node);
            let group = self.group(Shape::new(format)?);
            self.groups[group].exclude(number);
        }
        Ok(())
    }

    /// Frees a generator for which a node was chosen. When all of its generators are freed, the node can
    /// be chosen again. The sequencer stays, so that nothing repeats.
    pub(crate) fn release(&mut self, format: &Format, identity: &Identity) {
        let automatic = identity.automatic.get().saturating_sub(1);
        identity.automatic.set(automatic);
        if automatic == 0
            && let Ok(shape) = Shape::new(format)
        {
            let group = self.group(shape);
            self.groups[group].free.push(identity.node);
        }
    }

    /// The index of the group of a shape.
    fn group(&mut self, shape: Shape) -> usize {
        self.groups.binary_search_by(|group| group.shape.cmp(&shape)).unwrap_or_else(|at| {
            self.groups.insert(at, SequencerGroup::new(shape));
            at
        })
    }

    fn find_or_add(
        &mut self,
        group: usize,
        format: &Format,
        node: u128,
        range: (u32, u32),
        start: Start,
    ) -> Result<Rc<Identity>, Error> {
        let of_node = self.groups[group].of_node(node);
        if let Some(known) = of_node.iter().find(|identity| identity.has(range, start)) {
            return Ok(Rc::clone(known));
        }
        let identity = Identity::isolated(format, node, range, start);
        let toggles = self.groups[group].shape.toggles;
        let mut conflict = None;
        self.visit_rivals(group, node, range, &mut |rival, _, rival_toggles| {
            if toggles || rival_toggles {
                conflict = Some(rival.sequencer.range());
            }
        });
        if let Some((first, last)) = conflict {
            return Err(refuse!(
                InvalidOption,
                "sequenceRange is [{}, {}], but another generator of this process has [{}, {}]; ranges must be disjoint, or identical with the same sequence option",
                range.0,
                range.1,
                first,
                last
            ));
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
        node: u128,
        range: (u32, u32),
        visit: &mut dyn FnMut(&Identity, i32, bool),
    ) {
        let shape = &self.groups[group].shape;
        for other in &self.groups {
            let Some(coarser) = shape.coarser(&other.shape) else { continue };
            // Within one shape, only the same node makes the same IDs.
            let candidates = if other.shape == *shape { other.of_node(node) } else { other.identities() };
            let fixed = shape.fixed_bits(&other.shape);
            let has_same_sequence = other.shape.sequence == shape.sequence;
            for identity in candidates {
                if (identity.node ^ node) & fixed == 0 && (!has_same_sequence || identity.overlaps(range)) {
                    visit(identity, coarser, other.shape.toggles);
                }
            }
        }
    }
}
