//! The store: registers with a guarded swap, a clock and a generation. Numbers are small, so that a state is
//! small.

use flakekit::lease::{Change, Head, Seat, Swap, View};

use crate::world::{LAYOUT, World};

/// The head record, without the parts that are equal in all records of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct MetaRecord {
    pub nonce: u8,
    pub is_locked: bool,
    pub generation: u8,
    pub since: u8,
    pub grace: u8,
    pub age: u8,
    /// The sections of the world that the space has, one bit each.
    pub sections: u8,
}

impl MetaRecord {
    pub fn to_meta(self, world: &World) -> Head {
        let has = |number: &usize| self.sections & 1 << number != 0;
        let mut sections: Vec<_> =
            (0..world.sections.len()).filter(has).map(|number| world.sections[number]).collect();
        sections.sort_by_key(|section| section.first);
        Head {
            nonce: u64::from(self.nonce) | u64::from(self.is_locked) << 63,
            generation: self.generation.to_string(),
            since: self.since.into(),
            skew: world.skew,
            age: self.age.into(),
            grace: self.grace.into(),
            layout: LAYOUT.to_owned(),
            sections,
        }
    }

    pub fn from_meta(world: &World, head: &Head) -> Self {
        Self {
            grace: head.grace as u8,
            age: head.age as u8,
            sections: head.sections.iter().fold(0, |bits, section| bits | 1 << world.number_of(section)),
            nonce: head.nonce as u8,
            is_locked: head.is_locked(),
            generation: head.generation.parse().expect("a generation of this model"),
            since: head.since as u8,
        }
    }
}

/// The record of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SeatRecord {
    pub owner: Option<u8>,
    pub from: u8,
    pub until: u8,
}

impl SeatRecord {
    pub fn to_seat(self) -> Seat {
        Seat {
            owner: self.owner.map(u64::from),
            from: self.from.into(),
            until: self.until.into(),
            leased_to: None,
            holder: None,
        }
    }

    pub fn from_seat(seat: &Seat) -> Self {
        Self { owner: seat.owner.map(|owner| owner as u8), from: seat.from as u8, until: seat.until as u8 }
    }
}

/// All records.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Records {
    pub head: Option<MetaRecord>,
    pub seats: Vec<Option<SeatRecord>>,
}

/// The change of a swap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RecordChange {
    Head(MetaRecord),
    Seat { seat: u8, previous: Option<SeatRecord>, next: SeatRecord },
}

/// A swap on its way to the store.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Message {
    /// The process that waits for the answer; `None` if nobody does.
    pub sender: Option<u8>,
    pub change: RecordChange,
    pub head: Option<MetaRecord>,
    pub generation: u8,
    pub before: u8,
    /// Whether the swap extends a window although the store may have forgotten other windows.
    pub extends_young: bool,
}

impl Message {
    /// The message of a swap that was decided with this view.
    pub fn new(world: &World, sender: Option<u8>, swap: &Swap, view: &View, extends_young: bool) -> Self {
        let change = match &swap.change {
            Change::Head(head) => RecordChange::Head(MetaRecord::from_meta(world, head)),
            Change::Seat { id, previous, next } => RecordChange::Seat {
                seat: world.part(*id) as u8,
                previous: previous.as_ref().map(SeatRecord::from_seat),
                next: SeatRecord::from_seat(next),
            },
            Change::List { .. } => unreachable!("no claimant writes lists"),
        };
        Self {
            sender,
            change,
            head: view.head.as_ref().map(|head| MetaRecord::from_meta(world, head)),
            generation: view.generation.parse().expect("a generation of this model"),
            before: swap.before as u8,
            extends_young,
        }
    }
}

impl Records {
    /// Whether the swap's own record is as it was read.
    pub fn matches(&self, message: &Message) -> bool {
        match message.change {
            RecordChange::Head(_) => self.head == message.head,
            RecordChange::Seat { seat, previous, .. } => self.seats[usize::from(seat)] == previous,
        }
    }

    /// Whether the swap changes the terms of the space.
    pub fn changes_terms(&self, message: &Message) -> bool {
        let RecordChange::Head(next) = message.change else { return false };
        self.head.is_some_and(|head| head.sections != next.sections)
    }

    /// Whether the swap locks the space.
    pub fn locks(message: &Message) -> bool {
        matches!(message.change, RecordChange::Head(next) if next.is_locked)
    }

    pub fn apply(&mut self, message: &Message) {
        match message.change {
            RecordChange::Head(head) => self.head = Some(head),
            RecordChange::Seat { seat, next, .. } => self.seats[usize::from(seat)] = Some(next),
        }
    }
}
