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

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::generator::Generator;
use crate::layout::{Kind, Place};
use crate::options::GeneratorOptions;
use crate::sequencer::{Entropy, Policy, Refusal, Run, Sequencer, Start, State};

/// What decides whether two generators could make the same value: the bits, not the names. The unit
/// in ms, the epoch in Unix ms, the node fields in place (high and low bits), then each field's kind
/// and width.
pub(crate) type Identity = Vec<u64>;

pub(crate) fn identity(format: &Format, epoch: i64, node: u128) -> Identity {
    let mut identity = vec![format.unit(), epoch as u64, (node >> 64) as u64, node as u64];
    for field in format.layout().fields() {
        if field.kind != Kind::Part {
            identity.push((field.kind as u64) << 8 | u64::from(field.place.bits));
        }
    }
    identity
}

/// All sequencers of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub struct Pool {
    /// Sorted by identity.
    families: Vec<(Identity, Rc<RefCell<Family>>)>,
    /// Generators held for others; `None` where one was closed.
    held: Vec<Option<Box<Generator>>>,
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
            let node = self.node(format, options, entropy)?;
            let options = GeneratorOptions { node: Some(node), ..options.clone() };
            let generator = Generator::new(format, &options, None, entropy)?;
            return Ok(self.hold(generator));
        }
        let generator = Generator::new(format, options, Some(self), entropy)?;
        let family = generator.family();
        for &number in &family.borrow().held {
            if self.held[number].as_ref().is_some_and(|other| other.equals(&generator)) {
                return Ok(number);
            }
        }
        let number = self.hold(generator);
        family.borrow_mut().held.push(number);
        Ok(number)
    }

    fn hold(&mut self, generator: Generator) -> usize {
        let number = self.free.pop().unwrap_or(self.held.len());
        if number == self.held.len() {
            self.held.push(None);
        }
        self.held[number] = Some(Box::new(generator));
        number
    }

    /// The generator of this number.
    pub fn generator(&mut self, number: usize) -> Option<&mut Generator> {
        self.held.get_mut(number)?.as_deref_mut()
    }

    /// Lets go of a generator that stands alone; what is shared stays, lest an ID be made again.
    pub fn close(&mut self, number: usize) {
        if let Some(held) = self.held.get_mut(number)
            && held.as_ref().is_some_and(|generator| generator.is_alone())
        {
            *held = None;
            self.free.push(number);
        }
    }

    /// The node field in place: as given, or one of which the pool has no generator, counted up from
    /// a random one, which is then taken.
    ///
    /// # Errors
    /// `INVALID_FIELD` where none is left, `NO_RANDOMNESS`.
    pub(crate) fn node(
        &mut self,
        format: &Format,
        options: &GeneratorOptions,
        entropy: Entropy,
    ) -> Result<u128, Error> {
        if let Some(node) = options.node {
            return Ok(node);
        }
        let place = format.layout().place(Kind::Node).unwrap_or(Place { shift: 0, bits: 0 });
        let random = entropy().ok_or_else(|| {
            refuse!(
                NoRandomness,
                "there are no random bits here, as in a Worker's global scope; make the generator in a handler, or give it its node field"
            )
        })?;
        let epoch = format.epoch()?;
        for i in 0..=place.max() {
            let node = place.put((u64::from(random) + i) & place.max());
            let identity = identity(format, epoch, node);
            if let Err(at) = self.find(&identity) {
                self.families.insert(at, (identity, Rc::default()));
                return Ok(node);
            }
        }
        let (nodes, name) = (place.max() + 1, format.name());
        Err(refuse!(
            InvalidField,
            "all {nodes} nodes of {name} are in use in this process; give the generator one of them"
        ))
    }

    fn find(&self, identity: &[u64]) -> Result<usize, usize> {
        self.families.binary_search_by(|(other, _)| other[..].cmp(identity))
    }

    /// The lane of this identity, range and start; the same one for the same question.
    ///
    /// # Errors
    /// `INVALID_OPTION` where there are two timelines (`toggles`) and another generator's range
    /// overlaps this one: then taking turns by ticks does not keep them apart.
    pub(crate) fn lane(
        &mut self,
        identity: Identity,
        range: (u32, u32),
        start: Start,
        window: (u64, u64),
        toggles: bool,
    ) -> Result<Lane, Error> {
        let place = self.find(&identity).unwrap_or_else(|place| {
            self.families.insert(place, (identity, Rc::default()));
            place
        });
        let family = Rc::clone(&self.families[place].1);
        if toggles && let Some((first, last)) = family.borrow().overlapping(range, start) {
            let [min, max, first, last] = [range.0, range.1, first, last].map(u64::from);
            return Err(refuse!(
                InvalidOption,
                "sequenceRange is [{min}, {max}], but another generator of this process has [{first}, {last}]; ranges must be equal or apart"
            ));
        }
        let member = family.borrow_mut().member(range, start, window);
        Ok(Lane { family, member, alone: false })
    }
}

impl Family {
    fn member(&mut self, range: (u32, u32), start: Start, window: (u64, u64)) -> usize {
        let same = |member: &Sequencer| member.is(range, start);
        self.members.iter().position(same).unwrap_or_else(|| {
            self.members.push(Sequencer::new(range, start, window));
            self.members.len() - 1
        })
    }

    /// The last tick that another member has granted from that shares numbers with this one. Members
    /// of overlapping but different ranges or starts take turns by whole ticks: what one has granted
    /// from, another never does.
    fn taken_by_others(&self, member: usize) -> Option<u64> {
        let (range, start) = (self.members[member].range(), self.members[member].start());
        self.others(range, start).filter_map(Sequencer::granted).max()
    }

    /// The range of another member that shares numbers with this one.
    fn overlapping(&self, range: (u32, u32), start: Start) -> Option<(u32, u32)> {
        self.others(range, start).next().map(Sequencer::range)
    }

    fn others(&self, range: (u32, u32), start: Start) -> impl Iterator<Item = &Sequencer> {
        let (min, max) = range;
        let shares = move |other: &&Sequencer| other.range().0 <= max && min <= other.range().1;
        self.members.iter().filter(move |other| !other.is(range, start)).filter(shares)
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
