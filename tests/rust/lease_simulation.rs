//! Claimants and operators of one space, at random: messages are late or lost, claimants die, the store restarts with earlier
//! records and another clock, and operators give orders at the same time. No two windows have a number and an
//! instant in common.

use std::collections::HashMap;

use flakekit::lease::{Action, Head, Held, Order, RawTerms, SeatId, Section, Swap, Task, Terms, Token, View};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::space::{Peer, Store};

/// How far the store's clock steps back at most. Every claimant's `clockSkew` is at least this.
const MAX_STEP_BACK: u64 = 100;

/// The terms of a claimant or of a migration.
#[derive(Debug, Clone, Copy)]
struct Wish {
    nodes: (u64, u64),
    shares: u64,
    window: u64,
    skew: u64,
}

impl Wish {
    fn raw(self, is_durable: bool) -> RawTerms {
        RawTerms {
            nodes: Some(self.nodes),
            shares: Some(self.shares),
            window: Some(self.window),
            skew: Some(self.skew),
            is_durable,
            ..RawTerms::default()
        }
    }

    fn terms(self, is_durable: bool) -> Terms {
        Peer::new(0, &self.raw(is_durable)).terms
    }
}

prop_compose! {
    fn wishes()(
        nodes in select(vec![(0, 0), (0, 1), (1, 1)]),
        shares in select(vec![1, 2]),
        window in select(vec![300, 2_000, 4_000]),
        skew in select(vec![MAX_STEP_BACK, 1_000]),
    ) -> Wish {
        Wish { nodes, shares, window, skew }
    }
}

/// The length of a message's way, and of a pause, in ms.
fn pauses() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 1u64..300, 2 => 300u64..2_500, 1 => 2_500u64..8_000]
}

#[derive(Debug, Clone)]
enum Event {
    Pass(u64),
    /// A claimant begins a task, and its read is answered. It abandons its earlier task.
    Begin(Index, Ask),
    /// The swap of a claimant is answered.
    Answer(Index),
    /// A swap that nobody waits for any more arrives at the store.
    Arrive(Index),
    /// A claimant dies. Another claimant with the terms of the space, or with its own terms, begins.
    Replace(Index, Option<Wish>),
    /// An operator reads the space.
    Order(Command),
    /// The store restarts: its clock has stepped back by this many ms, and it may have forgotten what was
    /// written since a moment, but not the terms of the space.
    Restart(u64, Option<Index>),
}

#[derive(Debug, Clone, Copy)]
enum Ask {
    Claim,
    Extend,
    /// A claimant releases its seat after it has used this many 256ths of its window.
    Release(u8),
}

#[derive(Debug, Clone)]
enum Command {
    /// Kills a claimant and frees its seat.
    Free(Index),
    Reset,
    Migrate(Wish),
}

fn events() -> impl Strategy<Value = Event> {
    let index = any::<Index>;
    let ask = prop_oneof![
        4 => Just(Ask::Claim),
        6 => Just(Ask::Extend),
        1 => any::<u8>().prop_map(Ask::Release),
    ];
    let command = prop_oneof![
        1 => index().prop_map(Command::Free),
        1 => Just(Command::Reset),
        3 => wishes().prop_map(Command::Migrate),
    ];
    prop_oneof![
        10 => pauses().prop_map(Event::Pass),
        16 => (index(), ask).prop_map(|(claimant, ask)| Event::Begin(claimant, ask)),
        16 => index().prop_map(Event::Answer),
        4 => index().prop_map(Event::Arrive),
        4 => (index(), prop::option::weighted(0.2, wishes()))
            .prop_map(|(claimant, wish)| Event::Replace(claimant, wish)),
        2 => command.prop_map(Event::Order),
        1 => (0..=MAX_STEP_BACK, prop::option::of(index())).prop_map(|(ms, to)| Event::Restart(ms, to)),
    ]
}

/// Numbers of a node, in a span of time, that a claim may use.
#[derive(Debug, Clone, Copy)]
struct Window {
    id: SeatId,
    shares: u64,
    own: u64,
    until: u64,
}

impl Window {
    fn of(peer: &Peer, held: &Held) -> Self {
        Self { id: held.id, shares: peer.terms.section.shares, own: held.own, until: held.until }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|window| {
            let length = 8 / window.shares;
            (window.id.share * length, (window.id.share + 1) * length)
        });
        self.id.node == other.id.node
            && one.0 < two.1
            && two.0 < one.1
            && self.own.max(other.own) < self.until.min(other.until)
    }
}

/// Whether windows that were granted under both records are subject to the same rules.
fn has_same_terms(one: &Head, other: &Head) -> bool {
    let terms = |head: &Head| (head.sections.clone(), head.skew, head.age, head.grace);
    terms(one) == terms(other)
}

type Message = (Box<Swap>, View);

struct Member {
    peer: Peer,
    /// The swap whose answer the claimant waits for.
    pending: Option<Message>,
}

struct World {
    is_durable: bool,
    store: Store,
    /// The latest reading of the store's clock.
    latest: u64,
    /// The states of the store, for restarts.
    past: Vec<Store>,
    members: Vec<Member>,
    /// Messages whose sender does not wait for them.
    late: Vec<Message>,
    /// The windows by token and beginning.
    windows: HashMap<(Token, u64), Window>,
    names: u64,
    generations: u32,
}

impl World {
    fn new(is_durable: bool, wishes: &[Wish]) -> Self {
        let store = Store::new();
        let mut world = Self {
            is_durable,
            latest: store.now,
            past: vec![store.clone()],
            store,
            members: Vec::new(),
            late: Vec::new(),
            windows: HashMap::new(),
            names: 0,
            generations: 0,
        };
        for wish in wishes {
            let peer = world.peer(wish.terms(is_durable));
            world.members.push(Member { peer, pending: None });
        }
        world
    }

    fn peer(&mut self, terms: Terms) -> Peer {
        self.names += 1;
        Peer { terms, ..Peer::new(self.names, &RawTerms::default()) }
    }

    /// Terms of a claimant that fits the space; with the section at this index, if there are several.
    fn fitting(&self, index: Index) -> Option<Terms> {
        let head = self.store.head.as_ref()?;
        Some(self.terms_of(*index.get(&head.sections)))
    }

    fn terms_of(&self, Section { first, last, shares, window_ms }: Section) -> Terms {
        let skew = self.store.head.as_ref().map_or(MAX_STEP_BACK, |head| head.skew);
        Wish { nodes: (first, last), shares, window: window_ms, skew }.terms(self.is_durable)
    }

    /// Notes the window that a claimant holds now.
    fn note(&mut self, which: usize) -> Result<(), TestCaseError> {
        let peer = &self.members[which].peer;
        let Some(held) = peer.claimant.held() else { return Ok(()) };
        let window = Window::of(peer, &held);
        let key = (held.token, held.own);
        self.windows.insert(key, window);
        self.check(key, window)
    }

    fn check(&self, key: (Token, u64), window: Window) -> Result<(), TestCaseError> {
        for (other_key, other) in &self.windows {
            prop_assert!(*other_key == key || !window.overlaps(other), "{window:?} and {other:?}");
        }
        Ok(())
    }

    /// Checks the windows that new claimants would be granted as soon as possible.
    fn look_ahead(&mut self) -> Result<(), TestCaseError> {
        let mut store = self.store.clone();
        for section in store.head.clone().map(|head| head.sections).unwrap_or_default() {
            for _ in 0..section.seats() {
                let terms = self.terms_of(section);
                let mut peer = self.peer(terms);
                let mut action = peer.perform(&mut store, Task::Claim);
                if let Action::Wait(until) = action {
                    store.now = until;
                    action = peer.perform(&mut store, Task::Claim);
                }
                if action == Action::Done {
                    let held = peer.claimant.held().unwrap();
                    self.check((held.token, held.own), Window::of(&peer, &held))?;
                }
            }
        }
        Ok(())
    }

    /// Continues a task up to its next swap or to its end.
    fn go_on(&mut self, which: usize, action: Action) -> Result<(), TestCaseError> {
        let member = &mut self.members[which];
        let (action, view) = member.peer.read(&mut self.store, action);
        if let Action::Swap(swap) = action {
            member.pending = Some((swap, view));
        }
        self.note(which)
    }

    /// Cuts the window of a claimant that stops to make IDs.
    fn stop(&mut self, which: usize, used_until: u64) {
        let Some(held) = self.members[which].peer.claimant.held() else { return };
        if let Some(window) = self.windows.get_mut(&(held.token, held.own)) {
            window.until = used_until.clamp(window.own, window.until);
        }
    }

    fn begin(&mut self, which: usize, ask: Ask) -> Result<(), TestCaseError> {
        self.late.extend(self.members[which].pending.take());
        let task = match (ask, self.members[which].peer.claimant.held()) {
            (Ask::Release(part), Some(held)) => {
                let used_until = held.own + (held.until - held.own) * u64::from(part) / 256;
                self.stop(which, used_until);
                Task::Release { used_until }
            }
            (Ask::Claim, _) => Task::Claim,
            _ => Task::Extend,
        };
        let action = self.members[which].peer.begin(task);
        self.go_on(which, action)
    }

    fn answer(&mut self, which: usize) -> Result<(), TestCaseError> {
        let Some(message) = self.members[which].pending.take() else { return Ok(()) };
        let applied = self.store.swap(&message);
        let action = self.members[which].peer.answer(applied);
        self.go_on(which, action)
    }

    /// A claimant dies, and another one takes its place.
    fn replace(&mut self, which: usize, terms: Terms) {
        let peer = self.peer(terms);
        self.late.extend(self.members[which].pending.take());
        self.members[which] = Member { peer, pending: None };
    }

    /// The order is a late message: claimants write before it arrives.
    fn order(&mut self, command: &Command) {
        let order = match command {
            Command::Reset => Order::Reset,
            Command::Migrate(wish) => Order::Migrate(wish.terms(self.is_durable)),
            Command::Free(index) => {
                let which = index.index(self.members.len());
                let Some(held) = self.members[which].peer.claimant.held() else { return };
                if self.store.seats.get(&held.id).is_none_or(|seat| seat.owner != Some(held.token)) {
                    return;
                }
                self.stop(which, self.store.now);
                let terms = self.members[which].peer.terms.clone();
                self.replace(which, terms);
                Order::Free(held.id)
            }
        };
        let view = self.store.read_all();
        self.names += 1;
        if let Ok(Some(swap)) = order.carry_out(&view, self.names) {
            self.late.push((Box::new(swap), view));
        }
    }

    fn restart(&mut self, ms: u64, to: Option<Index>) {
        if let Some(index) = to
            && !self.is_durable
            && let Store { head: Some(head), seats, .. } = index.get(&self.past).clone()
            && self.store.head.as_ref().is_some_and(|now| has_same_terms(now, &head))
        {
            (self.store.head, self.store.seats) = (Some(head), seats);
        }
        self.store.now = self.latest - ms;
        if !self.is_durable {
            self.generations += 1;
            self.store.generation = format!("restart{}", self.generations);
        }
    }

    fn happen(&mut self, event: &Event) -> Result<(), TestCaseError> {
        let count = self.members.len();
        match event {
            Event::Pass(ms) => self.store.now += ms,
            Event::Begin(claimant, ask) => self.begin(claimant.index(count), *ask)?,
            Event::Answer(claimant) => self.answer(claimant.index(count))?,
            Event::Arrive(message) => {
                if !self.late.is_empty() {
                    let message = self.late.swap_remove(message.index(self.late.len()));
                    self.store.swap(&message);
                }
            }
            Event::Replace(claimant, wish) => {
                let terms = match wish {
                    Some(wish) => Some(wish.terms(self.is_durable)),
                    None => self.fitting(*claimant),
                };
                if let Some(terms) = terms {
                    self.replace(claimant.index(count), terms);
                }
            }
            Event::Order(command) => self.order(command),
            Event::Restart(ms, to) => self.restart(*ms, *to),
        }
        self.latest = self.latest.max(self.store.now);
        if self.past.last().is_none_or(|past| past.head != self.store.head) {
            self.look_ahead()?;
        }
        self.past.push(self.store.clone());
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_two_windows_overlap_whatever_operators_order(
        is_durable in any::<bool>(),
        wishes in prop::collection::vec(wishes(), 1..5),
        events in prop::collection::vec(events(), 100..300),
    ) {
        let mut world = World::new(is_durable, &wishes);
        for event in &events {
            world.happen(event)?;
        }
        world.look_ahead()?;
    }
}
