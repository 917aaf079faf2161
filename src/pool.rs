//! One identity, one sequencer: generators that could make the same ID draw on the same state.
//!
//! Making a generator for each ID is the mistake that users of every ID package make. Here it is
//! harmless: a [`Pool`] remembers the sequencer of every identity, so the second generator goes on
//! where the first left off. What is remembered is never forgotten while the pool lives, since a
//! clock that goes back would need it; it is some hundred bytes per identity.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::layout::Kind;
use crate::sequencer::{Entropy, Policy, Refusal, Run, Sequencer, Start, State};

/// What decides whether two generators could make the same value: the bits, not the names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Identity {
    /// Kinds and widths, the high bits first.
    pub fields: Vec<(Kind, u8)>,
    /// ms per tick.
    pub unit: u64,
    /// Unix ms.
    pub epoch: i64,
    /// The node fields' numbers, in place.
    pub node: u128,
}

/// All sequencers of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub struct Pool {
    families: BTreeMap<Identity, Rc<RefCell<Family>>>,
}

/// The sequencers of one identity, one per range and start.
#[derive(Debug, Default)]
struct Family {
    members: Vec<Sequencer>,
}

/// A generator's way to its sequencer.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    family: Rc<RefCell<Family>>,
    member: usize,
}

impl Pool {
    /// A pool that has granted nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lane of this identity, range and start; the same one for the same question.
    pub(crate) fn lane(
        &mut self,
        identity: Identity,
        range: (u32, u32),
        start: Start,
        window: (u64, u64),
    ) -> Lane {
        let family = Rc::clone(self.families.entry(identity).or_default());
        let member = family.borrow_mut().member(range, start, window);
        Lane { family, member }
    }
}

impl Family {
    fn member(&mut self, range: (u32, u32), start: Start, window: (u64, u64)) -> usize {
        let same = |m: &Sequencer| m.range() == range && m.start() == start;
        self.members.iter().position(same).unwrap_or_else(|| {
            self.members.push(Sequencer::new(range, start, window));
            self.members.len() - 1
        })
    }

    /// The last tick that another member has granted from that shares numbers with this one. Members of overlapping
    /// but different ranges or starts take turns by whole ticks: what one has granted from, another
    /// never does.
    fn taken_by_others(&self, member: usize) -> Option<u64> {
        let (min, max) = self.members[member].range();
        let others = self
            .members
            .iter()
            .enumerate()
            .filter(|(i, other)| *i != member && other.range().0 <= max && min <= other.range().1);
        others.filter_map(|(_, other)| other.granted()).max()
    }
}

impl Lane {
    /// A lane that nobody shares.
    pub fn alone(range: (u32, u32), start: Start, window: (u64, u64)) -> Self {
        let members = vec![Sequencer::new(range, start, window)];
        Self { family: Rc::new(RefCell::new(Family { members })), member: 0 }
    }

    pub fn grant(
        &self,
        clock: u64,
        want: u32,
        policy: &Policy,
        stalled: bool,
        entropy: Entropy,
    ) -> Result<Run, Refusal> {
        let mut family = self.family.borrow_mut();
        if let Some(tick) = family.taken_by_others(self.member) {
            family.members[self.member].retire(tick);
        }
        family.members[self.member].grant(clock, want, policy, stalled, entropy)
    }

    pub fn put_back(&self, run: Run, unused: u32) {
        self.family.borrow_mut().members[self.member].put_back(run, unused);
    }

    pub fn state(&self) -> Option<State> {
        self.family.borrow().members[self.member].state()
    }

    pub fn resume(&self, saved: State) -> Option<()> {
        self.family.borrow_mut().members[self.member].resume(saved)
    }
}
