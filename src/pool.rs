//! One identity, one sequencer: generators that could make the same ID draw on the same state.
//!
//! Making a generator for each ID is the mistake that users of every ID package make. Here it is
//! harmless: a [`Pool`] remembers the sequencer of every identity, so the second generator goes on
//! where the first left off. What is remembered is never forgotten while the pool lives, since a
//! clock that goes back would need it; it is some hundred bytes per identity.
//!
//! For callers who can't own a generator, such as JavaScript, the pool also holds generators and
//! gives numbers for them; asked twice for the same generator it gives the same number.

use std::cell::RefCell;
use std::rc::Rc;

use crate::error::Error;
use crate::formats::Format;
use crate::generator::Generator;
use crate::layout::Kind;
use crate::options::GeneratorOptions;
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
    /// Sorted by identity.
    families: Vec<(Identity, Rc<RefCell<Family>>)>,
    /// Generators held for others; `None` where one was closed.
    held: Vec<Option<Generator>>,
    /// The numbers of closed ones, to be given again.
    free: Vec<usize>,
}

/// The sequencers of one identity, one per range and start.
#[derive(Debug, Default)]
pub(crate) struct Family {
    members: Vec<Sequencer>,
    /// The generators of this identity that the pool holds.
    held: Vec<usize>,
}

/// A generator's way to its sequencer.
#[derive(Debug, Clone)]
pub(crate) struct Lane {
    family: Rc<RefCell<Family>>,
    member: usize,
    alone: bool,
}

impl Pool {
    /// A pool that has granted nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Holds a generator and gives its number. Equal generators have the same number, but for
    /// those that stand `alone`, each of which has its own and shares nothing.
    ///
    /// # Errors
    /// As [`Generator::new`].
    pub fn open(
        &mut self,
        format: &Rc<Format>,
        options: &GeneratorOptions,
        alone: bool,
        entropy: Entropy,
    ) -> Result<usize, Error> {
        if alone {
            let generator = Generator::new(format, options, None, entropy)?;
            return Ok(self.hold(generator));
        }
        let generator = Generator::new(format, options, Some(self), entropy)?;
        let family = generator.family();
        let held = &self.held;
        let same = |number: &usize| held[*number].as_ref().is_some_and(|other| other.equals(&generator));
        let number = family.borrow().held.iter().copied().find(same);
        Ok(number.unwrap_or_else(|| {
            let number = self.hold(generator);
            family.borrow_mut().held.push(number);
            number
        }))
    }

    fn hold(&mut self, generator: Generator) -> usize {
        if let Some(number) = self.free.pop() {
            self.held[number] = Some(generator);
            return number;
        }
        self.held.push(Some(generator));
        self.held.len() - 1
    }

    /// The generator of this number.
    pub fn generator(&mut self, number: usize) -> Option<&mut Generator> {
        self.held.get_mut(number)?.as_mut()
    }

    /// Lets go of a generator that stands alone; what is shared stays, lest an ID be made again.
    pub fn close(&mut self, number: usize) {
        if let Some(held) = self.held.get_mut(number)
            && held.as_ref().is_some_and(Generator::is_alone)
        {
            *held = None;
            self.free.push(number);
        }
    }

    /// The lane of this identity, range and start; the same one for the same question.
    pub(crate) fn lane(
        &mut self,
        identity: Identity,
        range: (u32, u32),
        start: Start,
        window: (u64, u64),
    ) -> Lane {
        let place =
            self.families.binary_search_by(|(other, _)| other.cmp(&identity)).unwrap_or_else(|place| {
                self.families.insert(place, (identity, Rc::default()));
                place
            });
        let family = Rc::clone(&self.families[place].1);
        let member = family.borrow_mut().member(range, start, window);
        Lane { family, member, alone: false }
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

    /// The last tick that another member has granted from that shares numbers with this one. Members
    /// of overlapping but different ranges or starts take turns by whole ticks: what one has granted
    /// from, another never does.
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
        let family = Family { members, held: Vec::new() };
        Self { family: Rc::new(RefCell::new(family)), member: 0, alone: true }
    }

    pub fn is_alone(&self) -> bool {
        self.alone
    }

    pub fn family(&self) -> Rc<RefCell<Family>> {
        Rc::clone(&self.family)
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
