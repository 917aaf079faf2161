//! The choice of nodes for generators that are given none.

use std::rc::Rc;

use super::Identity;
use super::registry::{Entry, Holder, Registry};
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
    /// The place among the identities at which the search for a node to share continues.
    shared: usize,
}

impl Choice {
    pub const fn new() -> Self {
        Self { first: 0, tried: 0, free: Vec::new(), shared: 0 }
    }

    /// Notes that all generators of a chosen node are freed.
    pub fn release(&mut self, node: u64) {
        self.free.push(node);
    }

    /// Chooses a node of a group, and none of a leased identity: one that no generator has, counted up from a random number; else one whose
    /// generators are freed; else a node that was chosen before, to share it.
    ///
    /// # Errors
    /// `INVALID_FIELD` if there is none; `NO_RANDOMNESS`.
    pub fn choose_node(
        &mut self,
        (registry, group): (&Registry<Option<Rc<Identity>>>, usize),
        scheme: &Scheme,
        range: (u32, u32),
        start: Start,
        entropy: Entropy,
    ) -> Result<u64, Refusal> {
        if self.tried == 0 {
            self.first = entropy().ok_or(Refusal::bare(Reason::NoRandomNode))?;
        }
        let is_had = |holders: &[_], node| registry.is_had(group, holders, (node, (0, u32::MAX)));
        // It is not known here which numbers own-clock generators and leases have used.
        let is_known = |node| is_had(&[Holder::OwnClock, Holder::Lease], node);
        let place = scheme.node;
        while self.tried <= place.max() {
            let node = ((u64::from(self.first) + self.tried) & place.max()) << place.shift;
            self.tried += 1;
            if !is_had(&Holder::ALL, node) {
                // So that `release` never needs memory.
                // Equivalent mutant `replace - with +`: no Rust test runs out of memory.
                self.free.reserve(self.tried as usize - self.free.len());
                return Ok(node);
            }
        }
        let is_usable = |&node: &u64| {
            let mut is_alone = !is_known(node);
            registry.visit(group, Holder::Generators, (node, range), &mut |_, entry| {
                let is_equal = |identity: &Rc<Identity>| {
                    identity.has(range, start) && !identity.sequencer.turns().are_shared()
                };
                is_alone &= entry.identity.as_ref().is_some_and(is_equal);
            });
            is_alone
        };
        if let Some(at) = self.free.iter().rposition(is_usable) {
            return Ok(self.free.swap_remove(at));
        }
        let entries = registry.entries();
        for _ in 0..entries.len() {
            let Entry { group: of, identity, .. } = &entries[self.shared];
            self.shared = (self.shared + 1) % entries.len();
            if let Some(identity) = identity
                && *of == group
                && identity.automatic.get() > 0
                && identity.has(range, start)
                && !is_known(identity.node)
            {
                return Ok(identity.node);
            }
        }
        Err(Refusal::new(Reason::NoNodeLeft, [place.max() as i64 + 1, 0, 0, 0, 0]))
    }
}
