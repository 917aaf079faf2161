//! Identities: which generators could make the same ID, and the sequencer that keeps them from it.
//!
//! Two generators could make the same ID if their ticks mean the same instants and their other bits can
//! be equal. If these bits are the same, they share one [`Sequencer`]. If they only overlap, because
//! their sequence ranges do, or because the same bits are divided into other fields, they take turns:
//! neither grants from a tick that the other has granted from.
//!
//! A sequencer is never forgotten, since a clock that goes back would need it. One takes some 200 bytes.

use std::cell::Cell;
use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::layout::Kind;
use crate::sequencer::{Entropy, Sequencer, Start};

/// How a format uses the bits of its IDs, apart from the numbers of its node fields. How the other bits
/// are divided into node fields doesn't matter, nor how they are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    /// ms per tick.
    unit: u64,
    /// Unix ms.
    epoch: i64,
    /// Where the time begins.
    time: u8,
    /// The bits that are not the time's and differ between the IDs of one generator.
    varying: u128,
    /// Where the sequence begins, and its width.
    sequence: (u8, u8),
    last_tick: u64,
    toggles: bool,
}

impl Shape {
    fn new(format: &Format) -> Result<Self, Error> {
        let layout = format.layout();
        let sequence = layout.place(Kind::Sequence);
        let mut varying = 0;
        for kind in [Kind::Sequence, Kind::Random, Kind::Metadata, Kind::Toggle] {
            let place = layout.place(kind);
            varying |= place.put(place.max());
        }
        Ok(Self {
            unit: format.unit(),
            epoch: format.epoch()?,
            time: layout.place(Kind::Time).shift,
            varying,
            sequence: (sequence.shift, sequence.bits),
            last_tick: format.last_tick(),
            toggles: layout.place(Kind::Toggle).bits > 0,
        })
    }

    /// If bits of the time that both have mean the same instants: the other's ticks are 2 to the power of
    /// this as long as ours. A tick of 2 ms that begins one bit higher is one of 1 ms without its lowest bit.
    fn coarser(&self, other: &Self) -> Option<i32> {
        let (ours, theirs) = (u128::from(self.unit) << other.time, u128::from(other.unit) << self.time);
        let alike = self.epoch == other.epoch && ours == theirs;
        alike.then_some(i32::from(other.time) - i32::from(self.time))
    }

    /// The bits that are the same in all IDs of one node, whichever of the two shapes they have.
    fn fixed(&self, other: &Self) -> u128 {
        // Where one shape has time and the other has not, any bits can meet.
        let (low, high) = (self.time.min(other.time), self.time.max(other.time));
        let time_of_one = (1 << high) - (1 << low);
        !(self.varying | other.varying | time_of_one)
    }
}

/// One identity: a shape, the numbers of the node fields, a sequence range and a start; with its sequencer.
#[derive(Debug)]
pub(crate) struct Identity {
    /// The node fields in place.
    pub node: u128,
    pub sequencer: Sequencer,
    /// How many generators have been given this node automatically, less those that were freed.
    automatic: Cell<u32>,
    /// The number of the latest generator of this identity that the pool holds.
    pub held: Cell<Option<usize>>,
}

impl Identity {
    /// An identity that shares its numbers with no other.
    pub fn alone(format: &Format, node: u128, range: (u32, u32), start: Start) -> Self {
        let sequencer = Sequencer::new(range, start, (0, format.last_tick()));
        Self { node, sequencer, automatic: Cell::default(), held: Cell::default() }
    }

    fn has(&self, range: (u32, u32), start: Start) -> bool {
        self.sequencer.range() == range && self.sequencer.start() == start
    }

    /// Whether it has any sequence number of that range.
    fn overlaps(&self, range: (u32, u32)) -> bool {
        let own = self.sequencer.range();
        own.0 <= range.1 && range.0 <= own.1
    }
}

/// The identities of one shape.
#[derive(Debug)]
struct Group {
    shape: Shape,
    /// In the order of their nodes.
    identities: Vec<Rc<Identity>>,
    /// For nodes that are given automatically: the first number that was tried, and how many have been.
    first: u32,
    tried: u64,
    /// Nodes that were given automatically and whose generators have all been freed.
    free: Vec<u128>,
    /// A bit for each node number that was given to a generator that stands alone. They are never chosen, since such
    /// a generator's numbers are not known here.
    alone: Vec<u64>,
    /// The place among `identities` at which the search for one to share goes on.
    shared: usize,
}

impl Group {
    /// The identities of this node.
    fn of_node(&self, node: u128) -> &[Rc<Identity>] {
        let first = self.identities.partition_point(|identity| identity.node < node);
        let rest = &self.identities[first..];
        &rest[..rest.partition_point(|identity| identity.node == node)]
    }

    /// Whether a node can be given to a generator of this range and start without taking turns.
    fn accepts(&self, node: u128, range: (u32, u32), start: Start) -> bool {
        self.of_node(node).iter().all(|identity| identity.has(range, start) || !identity.overlaps(range))
    }

    /// Whether a generator that stands alone was given the node of this number.
    fn is_alone(&self, number: u64) -> bool {
        self.alone.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }

    /// A node for a generator that was given none: one that no generator has, counted up from a random
    /// one; else one whose generators were freed; else one that was given automatically, to be shared.
    ///
    /// # Errors
    /// `INVALID_FIELD` where there is none; `NO_RANDOMNESS`.
    fn choose_node(
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
                    "there are no random bits here, as in a Worker's global scope; make the generator in a handler, or give it its node field"
                )
            })?;
        }
        let place = format.layout().place(Kind::Node);
        while self.tried <= place.max() {
            let node = place.put((u64::from(self.first) + self.tried) & place.max());
            self.tried += 1;
            if self.of_node(node).is_empty() && !self.is_alone(place.read(node)) {
                return Ok(node);
            }
        }
        let is_free = |&node: &u128| self.accepts(node, range, start) && !self.is_alone(place.read(node));
        if let Some(at) = self.free.iter().rposition(is_free) {
            return Ok(self.free.swap_remove(at));
        }
        for _ in 0..self.identities.len() {
            self.shared = (self.shared + 1) % self.identities.len();
            let identity = &self.identities[self.shared];
            let is_alone = self.is_alone(place.read(identity.node));
            if identity.automatic.get() > 0 && identity.has(range, start) && !is_alone {
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

/// All identities of a process, or of one instance of the wasm module.
#[derive(Debug, Default)]
pub(crate) struct Identities {
    /// In the order of their shapes.
    groups: Vec<Group>,
}

impl Identities {
    pub const fn new() -> Self {
        Self { groups: Vec::new() }
    }

    /// The identity of a generator, the same one for the same question; where no node is given, of a node
    /// that is chosen here.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_OPTION` where an identity with two timelines overlaps another, since
    /// taking turns does not keep timelines apart; `INVALID_FIELD` where no node can be chosen;
    /// `NO_RANDOMNESS`.
    pub fn open(
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
            let identity = self.find(group, format, node, range, start)?;
            identity.automatic.set(identity.automatic.get() + 1);
            return Ok(identity);
        };
        self.find(group, format, node, range, start)
    }

    /// Notes that a generator that stands alone was given this node. It is not chosen then, where nodes are.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`.
    pub fn set_aside(&mut self, format: &Format, node: u128) -> Result<(), Error> {
        if format.chooses_node() {
            let number = format.layout().place(Kind::Node).read(node);
            let group = self.group(Shape::new(format)?);
            let alone = &mut self.groups[group].alone;
            let at = (number / 64) as usize;
            if at >= alone.len() {
                alone.resize(at + 1, 0);
            }
            alone[at] |= 1 << (number % 64);
        }
        Ok(())
    }

    /// Notes that a generator whose node was chosen here is no longer used. Once none is, the node can be
    /// given again; the sequencer stays, so that nothing repeats.
    pub fn release(&mut self, format: &Format, identity: &Identity) {
        let automatic = identity.automatic.get().saturating_sub(1);
        identity.automatic.set(automatic);
        if automatic == 0
            && let Ok(shape) = Shape::new(format)
        {
            let group = self.group(shape);
            self.groups[group].free.push(identity.node);
        }
    }

    /// The place of the group of this shape.
    fn group(&mut self, shape: Shape) -> usize {
        self.groups.binary_search_by(|group| group.shape.cmp(&shape)).unwrap_or_else(|at| {
            let group = Group {
                shape,
                identities: Vec::new(),
                first: 0,
                tried: 0,
                free: Vec::new(),
                alone: Vec::new(),
                shared: 0,
            };
            self.groups.insert(at, group);
            at
        })
    }

    /// The identity of this node, range and start: the known one, or a new one.
    fn find(
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
        let identity = Identity::alone(format, node, range, start);
        let toggles = self.groups[group].shape.toggles;
        for (rival, _, rival_toggles) in self.rivals(group, node, range) {
            if toggles || rival_toggles {
                let (first, last) = rival.sequencer.range();
                return Err(refuse!(
                    InvalidOption,
                    "sequenceRange is [{}, {}], but another generator of this process has [{}, {}]; ranges must be disjoint, or identical with the same sequence option",
                    range.0,
                    range.1,
                    first,
                    last
                ));
            }
        }
        for (rival, coarser, _) in self.rivals(group, node, range) {
            identity.sequencer.take_turns_with(&rival.sequencer, coarser);
        }
        let identity = Rc::new(identity);
        let identities = &mut self.groups[group].identities;
        // Equivalent mutant `replace < with <=`: the identities of one node may stand in any order.
        let at = identities.partition_point(|other| other.node < node);
        identities.insert(at, Rc::clone(&identity));
        Ok(identity)
    }

    /// The identities that could make an ID of this node and range in this group's shape; how much longer
    /// their ticks are, see [`Shape::coarser`]; and whether they have two timelines.
    fn rivals(
        &self,
        group: usize,
        node: u128,
        range: (u32, u32),
    ) -> impl Iterator<Item = (&Identity, i32, bool)> {
        let shape = &self.groups[group].shape;
        self.groups.iter().flat_map(move |other| {
            let coarser = shape.coarser(&other.shape);
            let same = other.shape == *shape;
            // In one shape, only the same node makes the same IDs.
            let candidates = match coarser {
                None => &[],
                Some(_) if same => other.of_node(node),
                Some(_) => &other.identities,
            };
            let coarser = coarser.unwrap_or_default();
            let fixed = shape.fixed(&other.shape);
            let overlapping = move |identity: &&Rc<Identity>| {
                (identity.node ^ node) & fixed == 0
                    && (other.shape.sequence != shape.sequence || identity.overlaps(range))
            };
            candidates.iter().filter(overlapping).map(move |rival| (&**rival, coarser, other.shape.toggles))
        })
    }
}
