//! Promises of seats that a server leases for callers whom it does not trust: whatever a caller asks for, and
//! with any of its grants, nobody else has had the numbers of its windows, and nobody gets them.

use flakekit::lease::{
    Action, CallerRequest, Held, LeasedTo, Order, RawTerms, Seat, Swap, Task, View, name_text, read_request,
};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::space::{Asker, BEGIN, GRACE, Peer, SEAT_0, Store, WINDOW};

const ADA: u64 = 0xADA;
const BOB: u64 = 0xB0B;

fn one_durable_seat() -> RawTerms {
    RawTerms { nodes: Some((0, 0)), is_durable: true, ..RawTerms::default() }
}

/// A quota that no caller reaches.
const MANY: usize = 1_000;

/// A request of a caller.
fn asker_of(caller: u64, token: u64, held: Option<Held>, raw: &RawTerms) -> Asker {
    Asker::new(&[caller], MANY, (token, held), raw)
}

/// Performs a task for a caller in a space of one seat. Returns what the caller holds afterwards.
fn ask(store: &mut Store, caller: u64, token: u64, held: Option<Held>, task: Task) -> (Action, Option<Held>) {
    let mut asker = asker_of(caller, token, held, &one_durable_seat());
    let action = asker.perform(store, task);
    (action, asker.request.held())
}

#[test]
fn an_extension_has_another_name_so_the_old_grant_is_worth_nothing() {
    let mut store = Store::new();
    let (_, first) = ask(&mut store, ADA, 1, None, Task::Claim);
    store.now += 1_000;
    let (action, second) = ask(&mut store, ADA, 2, first, Task::Extend);
    assert_eq!(action, Action::Done);
    let second = second.unwrap();
    assert_eq!((second.token, second.own, second.until), (2, BEGIN, BEGIN + 1_000 + WINDOW));
    assert_eq!(ask(&mut store, ADA, 3, first, Task::Extend).0, Action::Lost);
    // The answer that was lost is found by its name.
    assert_eq!(ask(&mut store, ADA, 2, first, Task::Extend), (Action::Done, Some(second)));
}

#[test]
fn a_name_that_a_caller_uses_again_gives_its_old_grant_no_time_that_others_had() {
    let mut store = Store::new();
    let (_, old) = ask(&mut store, ADA, 1, None, Task::Claim);
    store.now += WINDOW;
    let (_, bobs) = ask(&mut store, BOB, 2, None, Task::Claim);
    store.now += WINDOW;
    let (_, again) = ask(&mut store, ADA, 1, None, Task::Claim);
    assert_eq!(again.unwrap().own, bobs.unwrap().until);
    store.now += 1_000;
    let (action, extended) = ask(&mut store, ADA, 3, old, Task::Extend);
    assert_eq!(action, Action::Done);
    assert_eq!(extended.unwrap().own, bobs.unwrap().until);
    assert_eq!(store.seats[&SEAT_0].from, bobs.unwrap().until);
    // The caller finds its grant too if the answer to the extension was lost.
    let (_, found) = ask(&mut store, ADA, 3, old, Task::Extend);
    assert_eq!(found.unwrap().own, bobs.unwrap().until);
}

#[test]
fn a_name_that_a_caller_uses_again_gives_it_no_time_that_others_had_if_the_store_restores_an_old_record() {
    let raw = RawTerms { is_durable: false, ..one_durable_seat() };
    let mut store = Store::new();
    let perform = |store: &mut Store, caller, token, held, task| {
        let mut asker = asker_of(caller, token, held, &raw);
        asker.perform(store, task);
        asker.request.held()
    };
    perform(&mut store, ADA, 1, None, Task::Claim);
    store.now += GRACE;
    perform(&mut store, ADA, 1, None, Task::Claim);
    let copy = store.clone();
    store.now += WINDOW;
    let bobs = perform(&mut store, BOB, 2, None, Task::Claim).unwrap();
    store.now += WINDOW;
    let again = perform(&mut store, ADA, 1, None, Task::Claim);
    store = Store { now: store.now + 1_000, generation: "g2".to_owned(), ..copy };
    let extended = perform(&mut store, ADA, 3, again, Task::Extend).unwrap();
    assert_eq!(extended.leased_to, Some(LeasedTo { caller: ADA, since: bobs.until }));
}

#[test]
fn a_release_leaves_the_end_of_the_window_and_only_the_caller_gets_the_seat_before_it() {
    let mut store = Store::new();
    let (_, held) = ask(&mut store, ADA, 1, None, Task::Claim);
    store.now += 1_000;
    let used_until = BEGIN + 1_500;
    assert_eq!(ask(&mut store, ADA, 2, held, Task::Release { used_until }).0, Action::Done);
    let leased_to = Some(LeasedTo { caller: ADA, since: BEGIN });
    let (from, until) = (used_until, BEGIN + WINDOW);
    assert_eq!(store.seats[&SEAT_0], Seat { owner: None, from, until, leased_to, holder: None });
    assert_eq!(ask(&mut store, BOB, 3, None, Task::Claim).0, Action::Full(until));
    let mut other = Peer::new(4, &one_durable_seat());
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Full(until));
    let (_, again) = ask(&mut store, ADA, 5, None, Task::Claim);
    let expected = Held { token: 5, id: SEAT_0, own: used_until, until: store.now + WINDOW, leased_to };
    assert_eq!(again, Some(expected));
}

#[test]
fn a_release_is_found_by_the_name_of_an_extension_whose_answer_was_lost() {
    let mut store = Store::new();
    let (_, held) = ask(&mut store, ADA, 1, None, Task::Claim);
    ask(&mut store, ADA, 2, held, Task::Extend);
    ask(&mut store, ADA, 3, held, Task::Release { used_until: BEGIN });
    assert_eq!(store.seats[&SEAT_0].owner, Some(2));
    ask(&mut store, ADA, 2, held, Task::Release { used_until: BEGIN });
    assert_eq!(store.seats[&SEAT_0].owner, None);
}

#[test]
fn a_window_that_has_ended_is_not_extended_because_it_does_not_count_for_the_quota() {
    let mut store = Store::new();
    let (_, held) = ask(&mut store, ADA, 1, None, Task::Claim);
    store.now += WINDOW;
    assert_eq!(ask(&mut store, ADA, 2, held, Task::Extend).0, Action::Lost);
    let (_, again) = ask(&mut store, ADA, 3, None, Task::Claim);
    // Somebody else may have had the seat in between, if the store has forgotten it.
    assert_eq!(again.unwrap().leased_to, Some(LeasedTo { caller: ADA, since: BEGIN + WINDOW }));
}

#[test]
fn an_extension_applies_only_before_the_window_ends_and_after_that_the_seat_does_not_count() {
    let raw = one_durable_seat();
    let mut store = Store::new();
    let (_, held) = ask(&mut store, ADA, 1, None, Task::Claim);
    for late in [1, 0] {
        let mut extending = asker_of(ADA, 2, held, &raw);
        store.now = BEGIN + WINDOW - 1;
        let action = extending.begin(Task::Extend);
        let (Action::Swap(swap), view) = extending.read(&mut store, action) else { panic!("no swap") };
        store.now += late;
        assert_eq!(store.swap(&(swap, view)), late == 0);
    }
    // A claimant that leases for itself has no quota, so its extension may be late.
    let mut own = Peer::new(3, &raw);
    let mut store = Store::new();
    own.perform(&mut store, Task::Claim);
    store.now = BEGIN + WINDOW - 1;
    let action = own.begin(Task::Extend);
    let (Action::Swap(swap), view) = own.read(&mut store, action) else { panic!("no swap") };
    store.now += 1;
    assert!(store.swap(&(swap, view)));
}

#[test]
fn a_caller_with_its_quota_extends_its_window_under_a_new_number() {
    const ADA_ANEW: u64 = 0xADA2;
    let mut store = Store::new();
    let raw = one_durable_seat();
    let mut claiming = Asker::new(&[ADA], 1, (1, None), &raw);
    assert_eq!(claiming.perform(&mut store, Task::Claim), Action::Done);
    // The server signs with another secret now, and still accepts the earlier one.
    let mut extending = Asker::new(&[ADA_ANEW, ADA], 1, (2, claiming.request.held()), &raw);
    assert_eq!(extending.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(store.seats[&SEAT_0].leased_to.map(|to| to.caller), Some(ADA_ANEW));
}

#[test]
fn a_request_that_was_lost_after_its_entry_does_not_use_up_the_quota_of_the_next_one() {
    let mut store = Store::new();
    let raw = one_durable_seat();
    Asker::new(&[BOB], 1, (1, None), &raw).perform(&mut store, Task::Claim);
    store.now += WINDOW;
    let mut lost = Asker::new(&[ADA], 1, (2, None), &raw);
    let action = lost.begin(Task::Claim);
    let (Action::Swap(entry), view) = lost.read(&mut store, action) else { panic!("no swap") };
    assert!(store.swap(&(entry, view)));
    store.now += 100;
    let mut next = Asker::new(&[ADA], 1, (3, None), &raw);
    assert_eq!(next.perform(&mut store, Task::Claim), Action::Done);
}

#[test]
fn a_seat_is_not_written_if_its_entry_in_the_list_was_not() {
    let mut store = Store::new();
    ask(&mut store, ADA, 1, None, Task::Claim);
    store.now += WINDOW;
    let mut asker = asker_of(BOB, 2, None, &one_durable_seat());
    let action = asker.begin(Task::Claim);
    let (action, _) = asker.read(&mut store, action);
    assert!(matches!(action, Action::Swap(_)), "{action:?}");
    let action = asker.answer(false);
    assert!(matches!(action, Action::Read(_) | Action::ReadLists(_)), "{action:?}");
}

#[test]
fn a_request_of_a_caller_reads_few_seats_and_all_of_them_in_the_end() {
    let raw = RawTerms { shares: Some(16), is_durable: true, ..RawTerms::default() };
    let mut store = Store::new();
    let section = Peer::new(1, &raw).terms.section;
    Peer::new(1, &raw).perform(&mut store, Task::Claim);
    let taken = Seat { owner: None, from: 0, until: BEGIN + WINDOW, leased_to: None, holder: None };
    for number in 0..section.seats() {
        store.seats.insert(section.seat(number), taken);
    }
    let claim = |store: &mut Store, start| {
        let mut asker = asker_of(ADA, 2, None, &raw);
        asker.start = start;
        store.reads = 0;
        asker.perform(store, Task::Claim)
    };
    for start in [0, 5_000, 16_383] {
        assert_eq!(claim(&mut store, start), Action::Full(BEGIN + WINDOW));
        assert_eq!(store.reads, 16 + 1_024);
    }
    store.seats.remove(&section.seat(7_777));
    let starts: Vec<_> = (0..section.seats()).step_by(1_000).collect();
    assert!(
        starts.iter().any(|&start| claim(&mut store, start) == Action::Done),
        "no request found the seat"
    );
}

#[test]
fn a_store_that_has_forgotten_a_caller_s_window_learns_it_from_the_grant() {
    let raw = RawTerms { is_durable: false, ..one_durable_seat() };
    let mut store = Store::new();
    let mut asker = asker_of(ADA, 1, None, &raw);
    assert_eq!(asker.perform(&mut store, Task::Claim), Action::Wait(BEGIN + GRACE));
    store.now += GRACE;
    asker.perform(&mut store, Task::Claim);
    let held = asker.request.held();
    store.seats.clear();
    store.generation = "g2".to_owned();
    store.now += 1_000;
    let mut again = asker_of(ADA, 2, held, &raw);
    assert_eq!(again.perform(&mut store, Task::Extend), Action::Done);
    let since = BEGIN + GRACE;
    assert_eq!(store.seats[&SEAT_0].leased_to, Some(LeasedTo { caller: ADA, since }));
}

#[test]
fn a_request_is_read_as_the_server_writes_it_and_nothing_else_is() {
    let terms = Peer::new(1, &one_durable_seat()).terms.write();
    let mut store = Store::new();
    let held = ask(&mut store, ADA, 1, None, Task::Claim).1.unwrap();
    let (ada, bob) = (name_text(Some(ADA)), name_text(Some(BOB)));
    let read = |text: &str| read_request(text.as_bytes(), 2, 5).map(|(_, request)| request);
    let expected = CallerRequest::new(&[ADA], 5, 2, Some(held));
    assert_eq!(read(&format!("{terms}\n{ada}\n{}", held.write())), Some(expected));
    let expected = CallerRequest::new(&[ADA, BOB], 5, 2, None);
    assert_eq!(read(&format!("{terms}\n{ada} {bob}\n\n")), Some(expected));
    for wrong in [
        terms.clone(),
        format!("{terms}\n{ada}"),
        format!("{terms}\n{ada}\n"),
        format!("x{terms}\n{ada}\n\n"),
        format!("{terms}\n\n\n"),
        format!("{terms}\nada\n\n"),
        format!("{terms}\n{ada} \n\n"),
        format!("{terms}\n{ada}  {bob}\n\n"),
        format!("{terms}\n{ada}\n\n\n"),
        format!("{terms}\n{ada}\nseat 0.0\n"),
        format!("{terms}\n{ada}\n\n{}", held.write()),
        format!("{terms}\n{ada}\nseat 0.0\n1 owner=- from=0 until=7"),
        format!("{terms}\n{ada}\nseat 0\n1 owner=0000000000000001 from=0 until=7"),
    ] {
        assert_eq!(read(&wrong), None, "{wrong}");
    }
}

#[derive(Debug, Clone, Copy)]
enum Ask {
    Claim,
    Extend,
    Release(u64),
}

#[derive(Debug, Clone)]
enum Event {
    Pass(u64),
    /// A caller asks, with any of the grants that it ever got, by a new name or by the name of an earlier
    /// request. The server has one of two secrets first, under which the caller has another number.
    Ask {
        caller: u64,
        secret: u64,
        ask: Ask,
        grant: Index,
        name: Option<Index>,
    },
    /// The swap of a request is answered, or arrives without an answer.
    Answer(Index, bool),
    /// An operator resets the space.
    Reset,
    /// The store restarts with earlier records, and its clock has stepped back.
    Restart(u64, Index),
}

fn events() -> impl Strategy<Value = Event> {
    let asks = prop_oneof![
        3 => Just(Ask::Claim),
        4 => Just(Ask::Extend),
        2 => (0u64..WINDOW).prop_map(Ask::Release),
    ];
    let pauses = prop_oneof![4 => 1u64..500, 2 => 500u64..4_000, 1 => 4_000u64..2 * WINDOW];
    prop_oneof![
        8 => pauses.prop_map(Event::Pass),
        16 => (1u64..4, 0u64..2, asks, any::<Index>(), prop::option::weighted(0.3, any::<Index>()))
            .prop_map(|(caller, secret, ask, grant, name)| Event::Ask { caller, secret, ask, grant, name }),
        16 => (any::<Index>(), prop::bool::weighted(0.8)).prop_map(|(which, is_heard)| Event::Answer(which, is_heard)),
        1 => Just(Event::Reset),
        2 => (0u64..=1_000, any::<Index>()).prop_map(|(ms, to)| Event::Restart(ms, to)),
    ]
}

/// The number of a caller under a secret.
fn number_of(caller: u64, secret: u64) -> u64 {
    caller + 100 * secret
}

/// A request whose swap is on its way.
struct Request {
    caller: u64,
    secret: u64,
    asker: Asker,
    message: (Box<Swap>, View),
}

struct World {
    raw: RawTerms,
    store: Store,
    latest: u64,
    past: Vec<Store>,
    requests: Vec<Request>,
    /// How many requests there were. Each request has a number, from which its name is made.
    asked: u64,
    /// The windows that callers were granted. Callers use all of each window, whatever they say.
    granted: Vec<(u64, Held)>,
    generations: u64,
}

impl World {
    fn new(is_durable: bool) -> Self {
        let store = Store::new();
        Self {
            raw: RawTerms { nodes: Some((0, 1)), is_durable, ..RawTerms::default() },
            latest: store.now,
            past: vec![store.clone()],
            store,
            requests: Vec::new(),
            asked: 0,
            granted: Vec::new(),
            generations: 0,
        }
    }

    fn ask(
        &mut self,
        (caller, secret): (u64, u64),
        ask: Ask,
        grant: Index,
        name: Option<Index>,
    ) -> Result<(), TestCaseError> {
        let grants: Vec<_> = self.granted.iter().filter(|(other, _)| *other == caller).collect();
        let held = if grants.is_empty() { None } else { Some(grant.get(&grants).1) };
        let (task, held) = match ask {
            Ask::Claim => (Task::Claim, None),
            Ask::Extend => (Task::Extend, held),
            Ask::Release(ms) => (Task::Release { used_until: self.store.now + ms - WINDOW / 2 }, held),
        };
        // The server makes names of one caller from what the caller says. So two callers have no name in common.
        let new = self.asked;
        self.asked += 1;
        let number = name.filter(|_| new > 0).map_or(new, |index| index.index(new as usize) as u64);
        let name = number * 10 + caller;
        let numbers = [secret, 1 - secret].map(|secret| number_of(caller, secret));
        let mut asker = Asker::new(&numbers, MANY, (name, held), &self.raw);
        let action = asker.begin(task);
        self.go_on((caller, secret), asker, action)
    }

    fn go_on(
        &mut self,
        (caller, secret): (u64, u64),
        mut asker: Asker,
        action: Action,
    ) -> Result<(), TestCaseError> {
        match asker.read(&mut self.store, action) {
            (Action::Swap(swap), view) => {
                self.requests.push(Request { caller, secret, asker, message: (swap, view) });
            }
            (Action::Done, _) => {
                if let Some(held) = asker.request.held() {
                    prop_assert_eq!(
                        held.leased_to.map(|leased_to| leased_to.caller),
                        Some(number_of(caller, secret))
                    );
                    self.grant(caller, held)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn grant(&mut self, caller: u64, held: Held) -> Result<(), TestCaseError> {
        let since = |held: &Held| held.leased_to.map_or(held.own, |leased_to| leased_to.since.min(held.own));
        for (other, theirs) in &self.granted {
            let overlaps =
                theirs.id == held.id && since(theirs).max(since(&held)) < theirs.until.min(held.until);
            prop_assert!(caller == *other || !overlaps, "{held:?} and {theirs:?}");
        }
        self.granted.push((caller, held));
        Ok(())
    }

    fn happen(&mut self, event: &Event) -> Result<(), TestCaseError> {
        match event {
            Event::Pass(ms) => self.store.now += ms,
            Event::Ask { caller, secret, ask, grant, name } => {
                self.ask((*caller, *secret), *ask, *grant, *name)?;
            }
            Event::Answer(..) if self.requests.is_empty() => {}
            Event::Answer(which, is_heard) => {
                let Request { caller, secret, mut asker, message } =
                    self.requests.swap_remove(which.index(self.requests.len()));
                let applied = self.store.swap(&message);
                if *is_heard {
                    let action = asker.answer(applied);
                    self.go_on((caller, secret), asker, action)?;
                }
            }
            Event::Reset => _ = self.store.carry_out(&Order::Reset),
            Event::Restart(ms, to) => {
                if !self.raw.is_durable {
                    self.store = to.get(&self.past).clone();
                    self.generations += 1;
                    self.store.generation = format!("restart{}", self.generations);
                }
                self.store.now = self.latest - ms;
            }
        }
        self.latest = self.latest.max(self.store.now);
        self.past.push(self.store.clone());
        Ok(())
    }
}

// Rare mistakes need more cases: PROPTEST_CASES=200000 cargo test --release --test lease_callers
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_window_of_a_caller_overlaps_with_another_caller_s_whatever_they_ask_for(
        is_durable in any::<bool>(),
        events in prop::collection::vec(events(), 100..400),
    ) {
        let mut world = World::new(is_durable);
        for event in &events {
            world.happen(event)?;
        }
    }
}
