//! The choice of nodes for generators that are given none, and the nodes that it must avoid.

use std::rc::Rc;

use super::registry::{Entry, Registry};
use super::{Identity, Leased};
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::{Entropy, Start};

/// What has been chosen in one shape.
#[derive(Debug)]
pub(super) struct Choice {
    /// The first node number that was tried in a choice, and the count of numbers tried.
    first: u32,
    tried: u64,
    /// Chosen nodes whose generators are all freed.
    free: Vec<u64>,
    /// The nodes that own-clock generators have or have had, sorted, each with the least range that contains
    /// all their sequence numbers. Such a node is never chosen and never leased, because it is not known here
    /// which of its numbers were used.
    own_clock: Vec<(u64, (u32, u32))>,
    /// The place among the identities at which the search for a node to share continues.
    shared: usize,
}

impl Choice {
    pub const fn new() -> Self {
        Self { first: 0, tried: 0, free: Vec::new(), own_clock: Vec::new(), shared: 0 }
    }

    /// Notes that all generators of a chosen node are freed.
    pub fn release(&mut self, node: u64) {
        self.free.push(node);
    }

    pub fn own_clock(&self) -> &[(u64, (u32, u32))] {
        &self.own_clock
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

    /// Chooses a node of a group, and none of a leased identity: one that no generator has, counted up from a random number; else one whose
    /// generators are freed; else one that was chosen before, to share it.
    ///
    /// # Errors
    /// `INVALID_FIELD` if there is none; `NO_RANDOMNESS`.
    pub fn choose_node(
        &mut self,
        (identities, group, leased): (&Registry<Rc<Identity>>, usize, &[Leased]),
        scheme: &Scheme,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<u64, Refusal> {
        if self.tried == 0 {
            self.first = entropy().ok_or(Refusal::bare(Reason::NoRandomNode))?;
        }
        let is_known = |node| {
            self.own_clock.binary_search_by_key(&node, |known| known.0).is_ok()
                || leased.iter().any(|(of, other)| *of == group && other.node == node)
        };
        let place = scheme.node;
        while self.tried <= place.max() {
            let node = ((u64::from(self.first) + self.tried) & place.max()) << place.shift;
            self.tried += 1;
            let mut is_unused = !is_known(node);
            identities.visit(group, node, (0, u32::MAX), &mut |_| is_unused = false);
            if is_unused {
                // So that `release` never needs memory.
                // Equivalent mutant `replace - with +`: no Rust test runs out of memory.
                self.free.reserve(self.tried as usize - self.free.len());
                return Ok(node);
            }
        }
        let is_usable = |&node: &u64| {
            let mut is_alone = !is_known(node);
            identities.visit(group, node, range, &mut |Entry { identity, turns, .. }| {
                is_alone &= identity.has(range, start) && !turns.are_shared();
            });
            is_alone
        };
        if let Some(at) = self.free.iter().rposition(is_usable) {
            return Ok(self.free.swap_remove(at));
        }
        let entries = identities.entries();
        for _ in 0..entries.len() {
            let Entry { group: of, identity, .. } = &entries[self.shared];
            self.shared = (self.shared + 1) % entries.len();
            let is_automatic = *of == group && identity.automatic.get() > 0;
            if is_automatic && identity.has(range, start) && !is_known(identity.node) {
                return Ok(identity.node);
            }
        }
        Err(Refusal::new(Reason::NoNodeLeft, [place.max() as i64 + 1, 0, 0, 0, 0]))
    }
}
