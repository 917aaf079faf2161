//! The identities of one shape, and the choice of nodes for generators that are given none.

use std::rc::Rc;

use super::{Identity, Shape};
use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::layout::Kind;
use crate::sequencer::{Entropy, Start};

/// The identities of one shape.
#[derive(Debug)]
pub(super) struct SequencerGroup {
    pub shape: Shape,
    /// Sorted by node.
    identities: Vec<Rc<Identity>>,
    /// The first node number that was tried in a choice, and the count of numbers tried.
    first: u32,
    tried: u64,
    /// Chosen nodes whose generators are all freed.
    pub free: Vec<u128>,
    /// One bit for each node number, set if an own-clock generator has it. Such a node is never chosen,
    /// because the numbers used by its generator are not known here.
    excluded: Vec<u64>,
    /// The index in `identities` after which the search for a node to share continues.
    shared: usize,
}

impl SequencerGroup {
    pub const fn new(shape: Shape) -> Self {
        Self {
            shape,
            identities: Vec::new(),
            first: 0,
            tried: 0,
            free: Vec::new(),
            excluded: Vec::new(),
            shared: 0,
        }
    }

    pub fn identities(&self) -> &[Rc<Identity>] {
        &self.identities
    }

    pub fn insert(&mut self, identity: Rc<Identity>) {
        // Equivalent mutant `replace < with <=`: the identities of one node may have any order.
        let at = self.identities.partition_point(|other| other.node < identity.node);
        self.identities.insert(at, identity);
    }

    /// The identities of a node.
    pub fn of_node(&self, node: u128) -> &[Rc<Identity>] {
        let first = self.identities.partition_point(|identity| identity.node < node);
        let rest = &self.identities[first..];
        &rest[..rest.partition_point(|identity| identity.node == node)]
    }

    /// Whether a generator with this range and start can have a node without rivals.
    fn accepts(&self, node: u128, range: (u32, u32), start: Start) -> bool {
        self.of_node(node).iter().all(|identity| identity.has(range, start) || !identity.overlaps(range))
    }

    fn is_excluded(&self, number: u64) -> bool {
        self.excluded.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    pub fn exclude(&mut self, number: u64) {
        let at = (number / 64) as usize;
        if at >= self.excluded.len() {
            self.excluded.resize(at + 1, 0);
        }
        self.excluded[at] |= 1 << (number % 64);
    }

    /// Chooses a node: one that no generator has, counted up from a random number; else one whose
    /// generators are freed; else one that was chosen before, to share it.
    ///
    /// # Errors
    /// `INVALID_FIELD` if there is none; `NO_RANDOMNESS`.
    pub fn choose_node(
        &mut self,
        format: &Format,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<u128, Error> {
        if self.tried == 0 {
            self.first = entropy().ok_or_else(|| {
                refuse!(
                    NoRandomness,
                    "the environment provides no random bits, which the choice of a node needs; give the node field"
                )
            })?;
        }
        let place = format.layout().place(Kind::Node);
        while self.tried <= place.max() {
            let node = place.to_value((u64::from(self.first) + self.tried) & place.max());
            self.tried += 1;
            if self.of_node(node).is_empty() && !self.is_excluded(place.read(node)) {
                return Ok(node);
            }
        }
        let is_usable =
            |&node: &u128| self.accepts(node, range, start) && !self.is_excluded(place.read(node));
        if let Some(at) = self.free.iter().rposition(is_usable) {
            return Ok(self.free.swap_remove(at));
        }
        for _ in 0..self.identities.len() {
            self.shared = (self.shared + 1) % self.identities.len();
            let identity = &self.identities[self.shared];
            let is_excluded = self.is_excluded(place.read(identity.node));
            if identity.automatic.get() > 0 && identity.has(range, start) && !is_excluded {
                return Ok(identity.node);
            }
        }
        Err(refuse!(
            InvalidField,
            "all {} nodes of {} are in use in this process, none of them with this sequenceRange; give the generator one of them",
            place.max() + 1,
            format.name()
        ))
    }
}
