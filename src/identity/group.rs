//! The identities of one shape, and the choice of nodes for generators that are given none.

use std::rc::Rc;

use super::{Identity, Shape};
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
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
    pub free: Vec<u64>,
    /// The nodes that own-clock generators have or have had, sorted, each with the least range that contains
    /// all their sequence numbers. Such a node is never chosen and never leased, because it is not known here
    /// which of its numbers were used.
    own_clock: Vec<(u64, (u32, u32))>,
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
            own_clock: Vec::new(),
            shared: 0,
        }
    }

    pub fn identities(&self) -> &[Rc<Identity>] {
        &self.identities
    }

    pub fn insert(&mut self, identity: Rc<Identity>) {
        // So that `Identities::release` never needs memory.
        // Equivalent mutants `replace - with +`, `replace + with *`: no Rust test runs out of memory.
        self.free.reserve(self.identities.len() + 1 - self.free.len());
        // Equivalent mutant `replace < with <=`: the identities of one node may have any order.
        let at = self.identities.partition_point(|other| other.node < identity.node);
        self.identities.insert(at, identity);
    }

    /// The identities of a node.
    pub fn of_node(&self, node: u64) -> &[Rc<Identity>] {
        let first = self.identities.partition_point(|identity| identity.node < node);
        let rest = &self.identities[first..];
        &rest[..rest.partition_point(|identity| identity.node == node)]
    }

    /// Whether a generator with this range and start can have a node without rivals.
    fn accepts(&self, node: u64, range: (u32, u32), start: Start) -> bool {
        self.of_node(node).iter().all(|identity| identity.has(range, start) || !identity.overlaps(range))
    }

    pub fn own_clock(&self) -> &[(u64, (u32, u32))] {
        &self.own_clock
    }

    fn has_own_clock(&self, node: u64) -> bool {
        self.own_clock.binary_search_by_key(&node, |known| known.0).is_ok()
    }

    /// Notes that an own-clock generator has a node and a range of sequence numbers.
    pub fn note_own_clock(&mut self, node: u64, range: (u32, u32)) {
        match self.own_clock.binary_search_by_key(&node, |known| known.0) {
            Ok(at) => {
                let (_, known) = &mut self.own_clock[at];
                *known = (known.0.min(range.0), known.1.max(range.1));
            }
            Err(at) => self.own_clock.insert(at, (node, range)),
        }
    }

    /// Chooses a node: one that no generator has, counted up from a random number; else one whose
    /// generators are freed; else one that was chosen before, to share it.
    ///
    /// # Errors
    /// `INVALID_FIELD` if there is none; `NO_RANDOMNESS`.
    pub fn choose_node(
        &mut self,
        scheme: &Scheme,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<u64, Refusal> {
        if self.tried == 0 {
            self.first = entropy().ok_or(Refusal::bare(Reason::NoRandomNode))?;
        }
        let place = scheme.node;
        while self.tried <= place.max() {
            let node = ((u64::from(self.first) + self.tried) & place.max()) << place.shift;
            self.tried += 1;
            if self.of_node(node).is_empty() && !self.has_own_clock(node) {
                return Ok(node);
            }
        }
        let is_usable = |&node: &u64| self.accepts(node, range, start) && !self.has_own_clock(node);
        if let Some(at) = self.free.iter().rposition(is_usable) {
            return Ok(self.free.swap_remove(at));
        }
        for _ in 0..self.identities.len() {
            self.shared = (self.shared + 1) % self.identities.len();
            let identity = &self.identities[self.shared];
            let is_automatic = identity.automatic.get() > 0;
            if is_automatic && identity.has(range, start) && !self.has_own_clock(identity.node) {
                return Ok(identity.node);
            }
        }
        Err(Refusal::new(Reason::NoNodeLeft, [place.max() as i64 + 1, 0, 0, 0, 0]))
    }
}
