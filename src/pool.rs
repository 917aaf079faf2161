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
use crate::layout::Kind;
use crate::options::GeneratorOptions;
use crate::sequencer::{Entropy, Policy, Refusal, Run, Sequencer, Start, State};

/// What decides whether two generators could make the same value: the bits, not the names. The node
/// fields in place (high and low bits), the unit in ms, the epoch in Unix ms, then the fields' kinds and
/// widths, nine bits for each and seven fields to a number.
type Identity = [u64; 7];

fn identity(format: &Format, epoch: i64) -> Identity {
    let mut identity = [0, 0, format.unit(), epoch as u64, 0, 0, 0];
    let mut count = 0;
    for field in format.layout().fields() {
        if field.kind != Kind::Part {
            let shape = &mut identity[4 + count / 7];
            *shape = *shape << 9 | (field.kind as u64) << 6 | u64::from(field.place.bits);
            count += 1;
        }
    }
    identity
}

/// All sequencers of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub struct Pool {
    /// Sorted by identity.
    families: Vec<(Box<Identity>, Shared)>,
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

pub(crate) type Shared = Rc<RefCell<Family>>;

/// A generator's way to its sequencer.
#[derive(Debug)]
pub(crate) struct Lane {
    family: Shared,
    member: usize,
}

impl Pool {
    /// A pool that has granted nothing yet.
    pub const fn new() -> Self {
        Self { families: Vec::new(), held: Vec::new(), free: Vec::new() }
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
        let (node, mut family) = match options.node {
            Some(node) if alone => (node, Shared::default()),
            node => self.family(format, node, entropy)?,
        };
        if alone {
            family = Shared::default();
        }
        let generator = Generator::of(format, options, node, &family, alone, entropy)?;
        let mut family = family.borrow_mut();
        for &number in &family.held {
            if let Some(Some(other)) = self.held.get(number)
                && other.equals(&generator)
            {
                return Ok(number);
            }
        }
        let number = self.hold(generator);
        family.held.push(number);
        Ok(number)
    }

    fn hold(&mut self, generator: Generator) -> usize {
        let held = Some(Box::new(generator));
        if let Some(number) = self.free.pop()
            && let Some(place) = self.held.get_mut(number)
        {
            *place = held;
            return number;
        }
        self.held.push(held);
        self.held.len() - 1
    }

    /// The generator of this number.
    pub fn generator(&mut self, number: usize) -> Option<&mut Generator> {
        self.held.get_mut(number)?.as_deref_mut()
    }

    /// Lets go of a generator that stands alone; what is shared stays, lest an ID be made again.
    pub fn close(&mut self, number: usize) {
        if let Some(held) = self.held.get_mut(number)
            && let Some(generator) = held
            && generator.is_alone()
        {
            *held = None;
            self.free.push(number);
        }
    }

    /// The node fields in place and the family of those who have them: as given, or some of which the
    /// pool has no generator, counted up from random ones.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_FIELD` where none are left; `NO_RANDOMNESS`.
    pub(crate) fn family(
        &mut self,
        format: &Format,
        node: Option<u128>,
        entropy: Entropy,
    ) -> Result<(u128, Shared), Error> {
        let mut identity = identity(format, format.epoch()?);
        let place = format.layout().place(Kind::Node);
        let first = if node.is_some() { Some(0) } else { entropy() };
        let Some(first) = first else {
            return Err(refuse!(
                NoRandomness,
                "there are no random bits here, as in a Worker's global scope; make the generator in a handler, or give it its node field"
            ));
        };
        for i in 0..=place.max() {
            let tried = node.unwrap_or_else(|| place.put((u64::from(first) + i) & place.max()));
            identity[0] = (tried >> 64) as u64;
            identity[1] = tried as u64;
            match self.families.binary_search_by(|(other, _)| (**other).cmp(&identity)) {
                Err(at) => {
                    let family = Shared::default();
                    self.families.insert(at, (Box::new(identity), Rc::clone(&family)));
                    return Ok((tried, family));
                }
                Ok(at) if node.is_some() => return Ok((tried, Rc::clone(&self.families[at].1))),
                Ok(_) => {}
            }
        }
        Err(refuse!(
            InvalidField,
            "all {} nodes of {} are in use in this process; give the generator one of them",
            place.max() + 1,
            format.name()
        ))
    }
}

impl Lane {
    /// The lane of this range and start in a family; the same one for the same question.
    ///
    /// # Errors
    /// `INVALID_OPTION` where there are two timelines (`toggles`) and another generator's range
    /// overlaps this one: then taking turns by ticks does not keep them apart.
    pub fn new(
        family: &Shared,
        range: (u32, u32),
        start: Start,
        window: (u64, u64),
        toggles: bool,
    ) -> Result<Self, Error> {
        let mut found = None;
        let members = &mut family.borrow_mut().members;
        for (i, other) in members.iter().enumerate() {
            if other.is(range, start) {
                found = Some(i);
            } else if toggles && other.shares(range) {
                let (first, last) = other.range();
                return Err(refuse!(
                    InvalidOption,
                    "sequenceRange is [{}, {}], but another generator of this process has [{}, {}]; ranges must be equal or apart",
                    range.0,
                    range.1,
                    first,
                    last
                ));
            }
        }
        let member = found.unwrap_or(members.len());
        if member == members.len() {
            members.push(Sequencer::new(range, start, window));
        }
        Ok(Self { family: Rc::clone(family), member })
    }

    /// As [`Sequencer::grant`]. Members of overlapping but different ranges or starts take turns by
    /// whole ticks: what one has granted from, another never does.
    pub fn grant(
        &self,
        clock: u64,
        want: u32,
        policy: &Policy,
        stalled: bool,
        entropy: Entropy,
    ) -> Result<Run, Refusal> {
        let members = &mut self.family.borrow_mut().members;
        let range = members[self.member].range();
        let mut taken = None;
        for (i, other) in members.iter().enumerate() {
            if i != self.member && other.shares(range) && taken < other.granted() {
                taken = other.granted();
            }
        }
        let own = &mut members[self.member];
        if let Some(tick) = taken {
            own.retire(tick);
        }
        own.grant(clock, want, policy, stalled, entropy)
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
