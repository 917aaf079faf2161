//! A store of one space, and claimants of it.

use std::collections::BTreeMap;

use flakekit::Error;
use flakekit::lease::{
    Action, CallerRequest, CallersView, Change, Claimant, Head, Held, Keys, List, ListId, Order, RawTerms,
    Seat, SeatId, Seats, Swap, Task, Terms, View,
};

use crate::support::{NOW, built_in};

/// The reading of the store's clock at which the tests begin.
pub const BEGIN: u64 = NOW as u64;

/// The default window, and the grace period of a store that may have forgotten windows.
pub const WINDOW: u64 = 10_000;
pub const GRACE: u64 = WINDOW + 1_000 + 2_000;

/// The random number of an operator.
pub const NONCE: u64 = 0x00C0_FFEE;

pub const SEAT_0: SeatId = SeatId { node: 0, share: 0 };

/// A store of one space.
#[derive(Debug, Clone)]
pub struct Store {
    pub now: u64,
    pub generation: String,
    pub head: Option<Head>,
    pub seats: BTreeMap<SeatId, Seat>,
    /// The lists of callers.
    pub lists: BTreeMap<ListId, List>,
    /// The count of seats that were read.
    pub reads: usize,
}

impl Store {
    pub fn new() -> Self {
        let (seats, lists) = (BTreeMap::new(), BTreeMap::new());
        Self { now: BEGIN, generation: "g1".to_owned(), head: None, seats, lists, reads: 0 }
    }

    pub fn read(&mut self, ids: &[SeatId]) -> View {
        self.reads += ids.len();
        let record = |id: &SeatId| (*id, self.seats.get(id).copied());
        View {
            now: self.now,
            generation: self.generation.clone(),
            head: self.head.clone(),
            seats: ids.iter().map(record).collect(),
        }
    }

    /// Reads the records that a request of a caller wants.
    pub fn read_keys(&mut self, keys: &Keys) -> CallersView {
        let lists = keys.lists.iter().map(|id| (*id, self.lists.get(id).cloned())).collect();
        let counted = self.read(&keys.counted).seats;
        CallersView { view: self.read(&keys.seats), lists, counted }
    }

    /// A view of all seats that were ever taken.
    pub fn read_all(&mut self) -> View {
        let ids: Vec<_> = self.seats.keys().copied().collect();
        self.read(&ids)
    }

    /// Carries out an order of an operator, which reads all seats. Returns whether there was anything to do.
    pub fn carry_out(&mut self, order: &Order) -> Result<bool, Error> {
        let view = self.read_all();
        let Some(swap) = order.carry_out(&view, NONCE)? else { return Ok(false) };
        assert!(self.swap(&(Box::new(swap), view)), "nothing has changed meanwhile");
        Ok(true)
    }

    /// Makes a swap that was decided with a view of the store.
    pub fn swap(&mut self, (swap, view): &(Box<Swap>, View)) -> bool {
        let is_valid = self.head == view.head && self.generation == view.generation && self.now < swap.before;
        match &swap.change {
            Change::Head(head) if is_valid => self.head = Some(head.clone()),
            Change::Seat { id, previous, next } if is_valid && self.seats.get(id) == previous.as_ref() => {
                self.seats.insert(*id, *next);
            }
            Change::List { id, previous, next } if is_valid && self.lists.get(id) == previous.as_ref() => {
                self.lists.insert(*id, next.clone());
            }
            _ => return false,
        }
        true
    }
}

/// A claimant and its random numbers.
pub struct Peer {
    pub claimant: Claimant,
    pub terms: Terms,
    pub random: u64,
    /// The random number that chooses the seat that a claim looks at first.
    pub start: u64,
}

impl Peer {
    pub fn new(name: u64, raw: &RawTerms) -> Self {
        let terms = Seats::new(&built_in("discord"), raw).unwrap().1;
        Self { claimant: Claimant::default(), terms, random: name, start: 0 }
    }

    /// A claimant that wants the only seat.
    pub fn of_one_seat(name: u64) -> Self {
        Self::new(name, &RawTerms { nodes: Some((0, 0)), ..RawTerms::default() })
    }

    /// Two random numbers.
    pub fn random(&mut self) -> [u64; 2] {
        self.random = self.random.wrapping_add(1 << 32);
        [self.random.wrapping_mul(0x9E37_79B9_7F4A_7C15), self.start]
    }

    pub fn begin(&mut self, task: Task) -> Action {
        let random = self.random();
        self.claimant.begin(&self.terms.section, task, random)
    }

    /// Handles the reads, up to another action. Returns the last view too.
    pub fn read(&mut self, store: &mut Store, mut action: Action) -> (Action, View) {
        let mut view = store.read(&[]);
        while let Action::Read(ids) | Action::ReadAll(ids) = &action {
            let [nonce, _] = self.random();
            view = store.read(ids);
            action = self.claimant.handle_read(&self.terms, &view, nonce);
        }
        (action, view)
    }

    pub fn answer(&mut self, applied: bool) -> Action {
        let random = self.random();
        self.claimant.handle_swap(&self.terms.section, applied, random)
    }

    /// Performs a task to its end.
    pub fn perform(&mut self, store: &mut Store, task: Task) -> Action {
        let action = self.begin(task);
        self.go_on(store, action)
    }

    /// Goes on to the end of a task.
    pub fn go_on(&mut self, store: &mut Store, mut action: Action) -> Action {
        loop {
            let (next, view) = self.read(store, action);
            let Action::Swap(swap) = next else { return next };
            let applied = store.swap(&(swap, view));
            action = self.answer(applied);
        }
    }

    /// The swap that a task leads to, when the space is prepared.
    pub fn swap(&mut self, store: &mut Store, task: Task) -> (Box<Swap>, View) {
        let action = self.begin(task);
        match self.read(store, action) {
            (Action::Swap(swap), view) => (swap, view),
            (action, _) => panic!("{action:?}"),
        }
    }

    /// The seat that the claimant holds, and the beginning and the end of its window, in ms after the
    /// beginning of the tests.
    pub fn held(&self) -> Option<(u64, u64, u64)> {
        self.claimant.held().map(|held| (held.id.node, held.own - BEGIN, held.until - BEGIN))
    }
}

/// A request of a caller of a server, and its random numbers.
pub struct Asker {
    pub request: CallerRequest,
    pub terms: Terms,
    pub random: u64,
    /// The random number that chooses the seat that a claim looks at first.
    pub start: u64,
    /// The seats that the server can't lease.
    pub avoided: Vec<SeatId>,
    /// The last view: swaps may follow each other without another read.
    view: Option<View>,
}

impl Asker {
    pub fn new(numbers: &[u64], quota: usize, (token, held): (u64, Option<Held>), raw: &RawTerms) -> Self {
        let terms = Seats::new(&built_in("discord"), raw).unwrap().1;
        let request = CallerRequest::new(numbers, quota, token, held);
        Self { request, terms, random: token, start: 0, avoided: Vec::new(), view: None }
    }

    fn random(&mut self) -> [u64; 2] {
        self.random = self.random.wrapping_add(1 << 32);
        [self.random.wrapping_mul(0x9E37_79B9_7F4A_7C15), self.start]
    }

    pub fn begin(&mut self, task: Task) -> Action {
        let random = self.random();
        self.request.begin(&self.terms, task, random)
    }

    /// Handles the reads, up to another action. Returns the last view too.
    pub fn read(&mut self, store: &mut Store, mut action: Action) -> (Action, View) {
        loop {
            let mut keys = match action {
                Action::Read(seats) => Keys { seats, lists: Vec::new(), counted: Vec::new() },
                Action::ReadLists(keys) => *keys,
                action => return (action, self.view.clone().unwrap_or_else(|| store.read(&[]))),
            };
            keys.seats.retain(|id| !self.avoided.contains(id));
            let [nonce, _] = self.random();
            let read = store.read_keys(&keys);
            action = self.request.handle_read(&self.terms, &read, nonce);
            self.view = Some(read.view);
        }
    }

    pub fn answer(&mut self, applied: bool) -> Action {
        let random = self.random();
        self.request.handle_swap(&self.terms, applied, random)
    }

    /// Goes on to the end of the task.
    pub fn go_on(&mut self, store: &mut Store, mut action: Action) -> Action {
        loop {
            let (next, view) = self.read(store, action);
            let Action::Swap(swap) = next else { return next };
            let applied = store.swap(&(swap, view));
            action = self.answer(applied);
        }
    }

    /// Performs a task to its end.
    pub fn perform(&mut self, store: &mut Store, task: Task) -> Action {
        let action = self.begin(task);
        self.go_on(store, action)
    }
}
