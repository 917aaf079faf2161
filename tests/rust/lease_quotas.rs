//! Promises of quotas: how many seats a caller gets, whichever servers it asks, and when seats that nobody
//! uses stop counting.

use flakekit::Code;
use flakekit::lease::{
    Action, Change, Entry, Held, Keys, List, ListId, RawTerms, Seat, SeatId, Task, name_text,
};

use crate::support::space::{Asker, BEGIN, Peer, Store, WINDOW};

/// The numbers of a caller under the secrets 0 and 1. The two numbers are in different lists.
const ADA: [u64; 2] = [0xAD0, 0xAD1];
const BOB: u64 = 0xB0B;

/// How old a decision may be when it is written.
const AGE: u64 = 2_000;

/// A space of 16 seats, and so of two lists.
fn sixteen_seats() -> RawTerms {
    RawTerms { nodes: Some((0, 15)), is_durable: true, ..RawTerms::default() }
}

fn seat(node: u64) -> SeatId {
    SeatId { node, share: 0 }
}

fn list(number: u64) -> ListId {
    ListId { first: 0, number }
}

/// Servers of one store. Each request has a name of its own.
struct Servers {
    store: Store,
    quota: usize,
    names: u64,
}

impl Servers {
    fn new(quota: usize) -> Self {
        Self { store: Store::new(), quota, names: 0 }
    }

    fn asker(&mut self, numbers: &[u64], held: Option<Held>) -> Asker {
        self.names += 1;
        Asker::new(numbers, self.quota, (self.names, held), &sixteen_seats())
    }

    /// Performs a request of a caller with these numbers.
    fn ask(&mut self, numbers: &[u64], held: Option<Held>, task: Task) -> Result<Held, String> {
        let mut asker = self.asker(numbers, held);
        match asker.perform(&mut self.store, task) {
            Action::Done => Ok(asker.request.held().unwrap()),
            Action::Refused(error) => Err(error.message().to_owned()),
            action => Err(format!("{action:?}")),
        }
    }

    fn claim(&mut self, numbers: &[u64]) -> Result<Held, String> {
        self.ask(numbers, None, Task::Claim)
    }

    fn extend(&mut self, numbers: &[u64], held: Held) -> Result<Held, String> {
        self.ask(numbers, Some(held), Task::Extend)
    }

    fn release(&mut self, numbers: &[u64], held: Held) {
        self.asker(numbers, Some(held)).perform(&mut self.store, Task::Release { used_until: 0 });
    }

    /// Begins a claim, and returns it with its first swap.
    fn begin_claim(&mut self, numbers: &[u64]) -> (Asker, Action) {
        let mut asker = self.asker(numbers, None);
        let action = asker.begin(Task::Claim);
        let (swap, _) = asker.read(&mut self.store, action);
        (asker, swap)
    }

    /// How many seats have a window now.
    fn taken(&self) -> usize {
        self.store.seats.values().filter(|seat| seat.until > self.store.now).count()
    }
}

/// Makes the swap of an action. Returns the next action.
fn swap(asker: &mut Asker, store: &mut Store, action: Action) -> Action {
    let (Action::Swap(swap), view) = asker.read(store, action) else { panic!("no swap") };
    let applied = store.swap(&(swap, view));
    asker.answer(applied)
}

const REACHED: &str = "this caller has its quota of 2 seats: close leases that are not used";

#[test]
fn a_caller_gets_as_many_seats_as_its_quota_until_their_windows_end() {
    let mut servers = Servers::new(2);
    servers.claim(&ADA[..1]).unwrap();
    servers.store.now += AGE + 1;
    let two = servers.claim(&ADA[..1]).unwrap();
    assert_eq!(servers.claim(&ADA[..1]), Err(REACHED.to_owned()));
    assert!(servers.claim(&[BOB]).is_ok());
    servers.store.now = BEGIN + WINDOW;
    assert!(servers.extend(&ADA[..1], two).is_ok());
    assert!(servers.claim(&ADA[..1]).is_ok());
    assert_eq!(servers.claim(&ADA[..1]), Err(REACHED.to_owned()));
}

#[test]
fn a_refusal_by_the_quota_says_that_no_seat_is_free() {
    let mut servers = Servers::new(1);
    servers.claim(&ADA).unwrap();
    let mut asker = servers.asker(&ADA, None);
    let Action::Refused(error) = asker.perform(&mut servers.store, Task::Claim) else {
        panic!("not refused")
    };
    assert_eq!(error.code(), Code::NoFreeSeat);
    assert_eq!(error.message(), "this caller has its quota of 1 seats: close leases that are not used");
    assert_eq!(Action::Refused(error).word(), "error");
}

#[test]
fn seats_under_all_numbers_of_a_caller_count_for_its_quota() {
    let mut servers = Servers::new(2);
    let [old, new] = ADA;
    servers.claim(&[old]).unwrap();
    servers.claim(&[new, old]).unwrap();
    assert_eq!(servers.claim(&[old, new]), Err(REACHED.to_owned()));
    assert_eq!(servers.claim(&[new, old]), Err(REACHED.to_owned()));
    assert_eq!(servers.taken(), 2);
}

#[test]
fn of_two_claims_at_once_the_second_one_counts_the_seat_of_the_first_one_also_under_another_secret() {
    let [old, new] = ADA;
    for numbers in [[vec![old], vec![old]], [vec![old, new], vec![new, old]], [vec![old], vec![old, new]]] {
        let mut servers = Servers::new(1);
        servers.claim(&[BOB]).unwrap();
        let (mut one, first) = servers.begin_claim(&numbers[0]);
        let (mut two, second) = servers.begin_claim(&numbers[1]);
        assert_eq!(one.go_on(&mut servers.store, first), Action::Done);
        assert!(matches!(two.go_on(&mut servers.store, second), Action::Refused(_)), "{numbers:?}");
        assert_eq!(servers.taken(), 2);
    }
}

#[test]
fn a_claim_is_listed_before_it_is_granted_and_once_more_for_servers_with_another_first_secret() {
    let mut servers = Servers::new(1);
    servers.claim(&[BOB]).unwrap();
    let [old, new] = ADA;
    let (mut asker, action) = servers.begin_claim(&[new, old]);
    let entry = Entry { caller: new, seat: seat(1), until: BEGIN + AGE };
    let action = swap(&mut asker, &mut servers.store, action);
    assert_eq!(servers.store.lists[&list(0)].entries, [entry]);
    let action = swap(&mut asker, &mut servers.store, action);
    assert!(servers.store.lists[&list(1)].entries.contains(&entry));
    assert_eq!(servers.store.seats.get(&seat(1)), None);
    let Action::Swap(granting) = &action else { panic!("{action:?}") };
    assert_eq!((granting.before, servers.store.now), (entry.until, BEGIN));
    assert_eq!(swap(&mut asker, &mut servers.store, action), Action::Done);
    assert_eq!(servers.store.seats[&seat(1)].owner, Some(servers.names));
}

#[test]
fn an_extension_under_another_number_counts_among_the_seats_of_that_number() {
    let mut servers = Servers::new(2);
    let [old, new] = ADA;
    let held: Vec<_> =
        [old, old, new, new].map(|number| servers.claim(&[number]).unwrap()).into_iter().collect();
    // These servers did not know the other secret, so the caller has four seats until their windows end.
    assert_eq!(servers.extend(&[new, old], held[0]), Err(REACHED.to_owned()));
    assert!(servers.extend(&[new, old], held[2]).is_ok());
    servers.store.now += 1_000;
    assert!(servers.extend(&[old], held[1]).is_ok());
}

#[test]
fn an_extension_moves_a_seat_to_the_first_number_of_the_server_and_lists_it_there() {
    let mut servers = Servers::new(1);
    let [old, new] = ADA;
    let held = servers.claim(&[old, new]).unwrap();
    let longer = servers.extend(&[new, old], held).unwrap();
    assert_eq!(longer.leased_to.map(|leased_to| (leased_to.caller, leased_to.since)), Some((new, BEGIN)));
    let numbers = [old, new].map(|number| ListId::of(&Peer::new(1, &sixteen_seats()).terms.section, number));
    assert_eq!(numbers, [list(0), list(1)]);
    assert_eq!(
        servers.store.lists[&list(1)].entries.iter().map(|entry| entry.caller).collect::<Vec<_>>(),
        [new]
    );
    assert_eq!(servers.claim(&[new]).map_err(|message| message.contains("quota")), Err(true));
}

#[test]
fn a_server_that_dies_after_it_has_listed_a_seat_costs_the_caller_the_age_of_a_decision() {
    let mut servers = Servers::new(1);
    servers.claim(&[BOB]).unwrap();
    let (mut asker, action) = servers.begin_claim(&ADA[..1]);
    swap(&mut asker, &mut servers.store, action);
    // This claim gets another seat than the listed seat.
    let mut other = servers.asker(&ADA[..1], None);
    other.avoided.push(seat(1));
    servers.store.now += AGE - 1;
    assert!(matches!(other.perform(&mut servers.store, Task::Claim), Action::Refused(_)));
    servers.store.now += 1;
    let mut other = servers.asker(&ADA[..1], None);
    other.avoided.push(seat(1));
    assert_eq!(other.perform(&mut servers.store, Task::Claim), Action::Done);
}

#[test]
fn a_claim_that_loses_a_seat_to_somebody_else_does_not_count_it() {
    let mut servers = Servers::new(1);
    servers.claim(&[BOB]).unwrap();
    let (mut asker, action) = servers.begin_claim(&ADA[..1]);
    let action = swap(&mut asker, &mut servers.store, action);
    let mut other = servers.asker(&[BOB + 1], None);
    other.avoided.push(seat(0));
    other.perform(&mut servers.store, Task::Claim);
    assert_eq!(asker.go_on(&mut servers.store, action), Action::Done);
    assert_eq!(asker.request.held().unwrap().id, seat(2));
}

#[test]
fn a_claim_whose_swap_is_refused_for_a_new_head_record_counts_the_entry_that_another_request_may_rely_on() {
    let mut servers = Servers::new(1);
    servers.claim(&[BOB]).unwrap();
    let (mut one, action) = servers.begin_claim(&ADA[..1]);
    let action = swap(&mut one, &mut servers.store, action);
    servers.store.head.as_mut().unwrap().nonce += 1;
    // The claim uses the same entry, because it runs in the same ms.
    let (mut two, granting) = servers.begin_claim(&ADA[..1]);
    assert!(matches!(&granting, Action::Swap(swap) if matches!(swap.change, Change::Seat { .. })));
    one.avoided.push(seat(1));
    assert!(matches!(one.go_on(&mut servers.store, action), Action::Refused(_)));
    assert_eq!(two.go_on(&mut servers.store, granting), Action::Done);
    assert_eq!(servers.taken(), 2);
}

#[test]
fn a_seat_that_was_given_back_is_claimed_again_without_a_swap_of_a_list_but_only_before_its_window_ends() {
    let mut servers = Servers::new(1);
    let held = servers.claim(&ADA[..1]).unwrap();
    servers.release(&ADA[..1], held);
    servers.store.now = BEGIN + WINDOW - 1;
    let (mut asker, action) = servers.begin_claim(&ADA[..1]);
    let Action::Swap(granting) = &action else { panic!("{action:?}") };
    assert!(matches!(granting.change, Change::Seat { .. }));
    assert_eq!(granting.before, BEGIN + WINDOW);
    servers.store.now += 1;
    // From now on the seat does not count, and another claim gets another seat.
    let mut other = servers.asker(&ADA[..1], None);
    other.avoided.push(held.id);
    assert_eq!(other.perform(&mut servers.store, Task::Claim), Action::Done);
    assert!(matches!(asker.go_on(&mut servers.store, action), Action::Refused(_)));
    assert_eq!(servers.taken(), 1);
}

#[test]
fn a_release_reads_and_writes_no_list_and_leaves_the_seat_under_its_number() {
    let mut servers = Servers::new(1);
    let [old, new] = ADA;
    let held = servers.claim(&[old]).unwrap();
    let lists = servers.store.lists.clone();
    let mut asker = servers.asker(&[new, old], Some(held));
    assert_eq!(asker.begin(Task::Release { used_until: 0 }), Action::Read(vec![held.id]));
    servers.release(&[new, old], held);
    let Seat { owner, leased_to, .. } = servers.store.seats[&held.id];
    assert_eq!((owner, leased_to.map(|leased_to| leased_to.caller)), (None, Some(old)));
    assert_eq!(servers.store.lists, lists);
}

#[test]
fn an_extension_of_a_seat_that_is_listed_reads_one_list_and_writes_none() {
    let mut servers = Servers::new(1);
    let [old, new] = ADA;
    let held = servers.claim(&[old]).unwrap();
    servers.store.now += AGE;
    let mut asker = servers.asker(&[old, new], Some(held));
    let action = asker.begin(Task::Extend);
    let keys = Keys { seats: vec![held.id], lists: vec![list(0)], counted: Vec::new() };
    assert_eq!(action, Action::ReadLists(Box::new(keys)));
    let (action, _) = asker.read(&mut servers.store, action);
    assert!(
        matches!(&action, Action::Swap(swap) if matches!(swap.change, Change::Seat { .. })),
        "{action:?}"
    );
}

#[test]
fn a_claim_reads_first_the_seats_that_its_caller_may_have_and_counts_also_those_that_the_server_cannot_lease()
{
    let raw = RawTerms { nodes: Some((0, 1_023)), is_durable: true, ..RawTerms::default() };
    let mut store = Store::new();
    let mut first = Asker::new(&ADA, 1, (1, None), &raw);
    first.start = 777;
    first.perform(&mut store, Task::Claim);
    let held = first.request.held().unwrap();
    let mut asker = Asker::new(&ADA, 1, (2, None), &raw);
    let Action::ReadLists(keys) = asker.begin(Task::Claim) else { panic!("no lists") };
    assert!(!keys.seats.contains(&held.id));
    let read = store.read_keys(&keys);
    let Action::ReadLists(again) = asker.request.handle_read(&asker.terms, &read, 0) else {
        panic!("no lists")
    };
    assert_eq!((again.seats[0], &again.seats[1..], again.counted[0]), (held.id, &keys.seats[..], held.id));
    asker.avoided.push(held.id);
    assert!(matches!(asker.perform(&mut store, Task::Claim), Action::Refused(_)));
    // A repeated claim finds the seat that it has got.
    let mut repeated = Asker::new(&ADA, 1, (1, None), &raw);
    assert_eq!(repeated.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(repeated.request.held(), Some(held));
}

/// A list of this caller with as many entries as fit.
fn full_list(caller: u64, until: u64) -> List {
    let mut list = List::default();
    while !list.is_too_long() {
        let number = list.entries.len() as u64;
        list.entries.push(Entry { caller: caller + number / 8, seat: seat(number % 8), until });
    }
    list.entries.pop();
    list
}

#[test]
fn a_claim_that_finds_its_list_full_says_so_and_writes_nothing() {
    let mut servers = Servers::new(2);
    servers.claim(&[BOB]).unwrap();
    servers.store.lists.insert(list(0), full_list(BOB, BEGIN + AGE));
    let before = servers.store.lists.clone();
    let message = servers.claim(&ADA).unwrap_err();
    assert_eq!(
        message,
        "the list 'callers 0.0' of callers is full: try again when a window has ended, or use a smaller quota"
    );
    assert_eq!(servers.store.lists, before);
    assert_eq!(servers.taken(), 1);
}

#[test]
fn a_window_that_was_granted_is_extended_although_the_list_is_full() {
    let mut servers = Servers::new(2);
    let held = servers.claim(&ADA[..1]).unwrap();
    servers.store.now += 1_000;
    servers.store.lists.insert(list(0), full_list(BOB, BEGIN + WINDOW));
    let before = servers.store.lists.clone();
    assert!(servers.extend(&ADA[..1], held).is_ok());
    assert_eq!(servers.store.lists, before);
}

#[test]
fn after_a_list_was_forgotten_seats_that_are_extended_count_again() {
    let mut servers = Servers::new(2);
    let held = [servers.claim(&ADA).unwrap(), servers.claim(&ADA).unwrap()];
    servers.store.lists.clear();
    for held in held {
        servers.extend(&ADA, held).unwrap();
    }
    assert_eq!(servers.claim(&ADA), Err(REACHED.to_owned()));
}

#[test]
fn lists_that_change_each_time_they_are_read_end_the_request_after_five_reads() {
    let mut servers = Servers::new(2);
    servers.claim(&[BOB]).unwrap();
    let mut asker = servers.asker(&ADA, None);
    let mut action = asker.begin(Task::Claim);
    let mut reads = 0;
    while let Action::ReadLists(keys) = &action {
        reads += 1;
        let mut read = servers.store.read_keys(keys);
        let entry = Entry { caller: BOB, seat: SeatId { node: 0, share: reads }, until: BEGIN + AGE };
        read.lists[0].1 = Some(List { entries: vec![entry] });
        action = asker.request.handle_read(&asker.terms, &read, 0);
    }
    let Action::Refused(error) = action else { panic!("{action:?}") };
    assert_eq!((error.code(), reads), (Code::StoreFailed, 5));
    assert_eq!(
        error.message(),
        "the seats of callers changed all the time while they were counted: try again"
    );
}

#[test]
fn a_list_holds_the_quotas_of_its_seats_and_is_shorter_than_the_longest_record() {
    let full = full_list(BOB, 9_000_000_000_000_000);
    assert!(full.entries.len() > 80, "{}", full.entries.len());
    assert!(full.write().len() <= 4_000);
    let section = Peer::new(1, &sixteen_seats()).terms.section;
    assert_eq!(ListId::of(&section, 7), list(1));
    let larger = RawTerms { nodes: Some((0, 16)), ..sixteen_seats() };
    assert_eq!(ListId::of(&Peer::new(1, &larger).terms.section, 7), list(7 % 3));
    assert!(full.write().contains(&name_text(Some(BOB))));
}
