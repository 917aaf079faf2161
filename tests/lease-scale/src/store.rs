//! The store: records, a clock, and a limit of its work per second.

use std::collections::HashMap;

use flakekit::lease::{Change, Head, Seat, SeatId, Swap, Terms, View};

/// A time of the virtual clock, in us since its beginning.
pub type Micros = u64;

/// The Unix time at which the virtual clock begins, in ms.
const BEGIN_MS: u64 = 1_790_000_000_000;

/// The capacity of a store.
#[derive(Debug, Clone, Copy)]
pub struct Capacity {
    /// How long the store works on a read, in us.
    pub read: Micros,
    /// How long the store works on each record of a read, in ns.
    pub record_ns: u64,
    /// How long the store works on a swap, in us.
    pub swap: Micros,
}

/// A call of the store.
#[derive(Debug)]
pub enum Call {
    /// A read of the head record and of these seats.
    Read(Vec<SeatId>),
    /// A swap that was decided with records of this generation, when head had this nonce.
    Swap {
        /// The swap.
        swap: Box<Swap>,
        /// The generation that was read.
        generation: u64,
        /// The nonce of the head record that was read; `None` if it was missing.
        nonce: Option<u64>,
    },
}

/// The answer to a call.
#[derive(Debug)]
pub enum Answer {
    /// The view that was read.
    View(View),
    /// Whether the swap has applied.
    Applied(bool),
    /// The store is down.
    Failed,
}

/// The store.
#[derive(Debug)]
pub struct Store {
    capacity: Capacity,
    generation: u64,
    head: Option<Head>,
    seats: HashMap<SeatId, Seat>,
    /// The end of the work on all calls that have arrived.
    busy_until: Micros,
    /// Until when all calls fail.
    down_until: Micros,
}

impl Store {
    /// A store of this capacity. Unless `is_new`, the store already has the space, whose grace period is over.
    #[must_use]
    pub fn new(capacity: Capacity, terms: &Terms, is_new: bool) -> Self {
        let head = (!is_new).then(|| Head {
            nonce: 0,
            generation: "0".to_owned(),
            since: 0,
            skew: terms.skew,
            age: terms.age,
            grace: 0,
            layout: terms.layout.clone(),
            sections: vec![terms.section],
        });
        Self { capacity, generation: 0, head, seats: HashMap::new(), busy_until: 0, down_until: 0 }
    }

    /// The store's clock in Unix ms.
    #[must_use]
    pub fn clock(now: Micros) -> u64 {
        BEGIN_MS + now / 1_000
    }

    /// The virtual time at which the store's clock has this reading.
    #[must_use]
    pub fn time_of(clock: u64) -> Micros {
        clock.saturating_sub(BEGIN_MS).saturating_mul(1_000)
    }

    /// A call arrives. Returns when the work on it is done: calls are worked on one after the other.
    pub fn arrive(&mut self, now: Micros, call: &Call) -> Micros {
        if now < self.down_until {
            return now;
        }
        let work = match call {
            Call::Read(seats) => self.capacity.read + seats.len() as u64 * self.capacity.record_ns / 1_000,
            Call::Swap { .. } => self.capacity.swap,
        };
        self.busy_until = self.busy_until.max(now) + work;
        self.busy_until
    }

    /// Performs a call.
    pub fn answer(&mut self, now: Micros, call: Call) -> Answer {
        if now < self.down_until {
            return Answer::Failed;
        }
        match call {
            Call::Read(seats) => Answer::View(View {
                now: Self::clock(now),
                generation: self.generation.to_string(),
                head: self.head.clone(),
                seats: seats.into_iter().map(|id| (id, self.seats.get(&id).copied())).collect(),
            }),
            Call::Swap { swap, generation, nonce } => {
                let is_guarded = generation == self.generation
                    && nonce == self.head.as_ref().map(|head| head.nonce)
                    && Self::clock(now) < swap.before;
                Answer::Applied(is_guarded && self.change(swap.change))
            }
        }
    }

    /// Replaces a record if it has not changed since it was read.
    fn change(&mut self, change: Change) -> bool {
        match change {
            Change::Head(head) => self.head = Some(head),
            Change::Seat { id, previous, next } => {
                if self.seats.get(&id).copied() != previous {
                    return false;
                }
                self.seats.insert(id, next);
            }
            Change::List { .. } => unreachable!("no process leases for callers"),
        }
        true
    }

    /// Fails until a time. Waiting calls are lost.
    pub fn fail_until(&mut self, until: Micros) {
        self.down_until = until;
        self.busy_until = until;
    }

    /// Restarts without any records.
    pub fn forget(&mut self) {
        self.generation += 1;
        self.head = None;
        self.seats.clear();
    }
}
