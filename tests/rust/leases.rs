//! Promises of a claimant of a space: the windows that it gets from a store, and when it gets them.

use std::collections::HashSet;

use flakekit::Code;
use flakekit::lease::{
    Action, Change, Claimant, Holder, Mismatch, Order, RawTerms, Seat, SeatId, Seats, Taken, Task,
};

use crate::support::space::{BEGIN, GRACE, Peer, SEAT_0, Store, WINDOW};
use crate::support::{EPOCH, NOW, built_in, numbers, with};

fn durable() -> RawTerms {
    RawTerms { is_durable: true, ..RawTerms::default() }
}

fn one_durable_seat() -> RawTerms {
    RawTerms { nodes: Some((0, 0)), ..durable() }
}

#[test]
fn a_client_gets_a_window_and_extends_it_without_a_gap() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(peer.held(), Some((0, 0, WINDOW)));
    for _ in 0..5 {
        store.now += 3_000;
        assert_eq!(peer.perform(&mut store, Task::Extend), Action::Done);
        assert_eq!(peer.held(), Some((0, 0, store.now - BEGIN + WINDOW)));
    }
}

#[test]
fn clients_get_different_seats() {
    let mut store = Store::new();
    let mut seats = Vec::new();
    for name in 1..=32 {
        let mut peer = Peer::new(name, &RawTerms { nodes: Some((100, 131)), ..durable() });
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
        seats.extend(peer.held().map(|(seat, ..)| seat));
    }
    seats.sort_unstable();
    assert_eq!(seats, (100..=131).collect::<Vec<_>>());
}

#[test]
fn in_a_store_that_may_have_forgotten_windows_a_new_space_waits_until_they_have_ended() {
    let (mut store, mut peer) = (Store::new(), Peer::of_one_seat(1));
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Wait(BEGIN + GRACE));
    store.now += GRACE - 1;
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Wait(BEGIN + GRACE));
    store.now += 1;
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(peer.held(), Some((0, GRACE, GRACE + WINDOW)));
}

#[test]
fn a_seat_is_free_when_its_window_has_passed() {
    let mut store = Store::new();
    let [mut one, mut other] = [1, 2].map(|name| Peer::new(name, &one_durable_seat()));
    one.perform(&mut store, Task::Claim);
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Full(BEGIN + WINDOW));
    store.now += WINDOW - 1;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Full(BEGIN + WINDOW));
    store.now += 1;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(other.held(), Some((0, WINDOW, 2 * WINDOW)));
    // The first claimant learns that it has lost the seat, and may still use its window.
    assert_eq!(one.perform(&mut store, Task::Extend), Action::Lost);
    assert_eq!(one.held(), Some((0, 0, WINDOW)));
}

#[test]
fn a_released_seat_is_free_after_the_last_ms_that_was_used() {
    let mut store = Store::new();
    let [mut one, mut other] = [1, 2].map(|name| Peer::new(name, &one_durable_seat()));
    one.perform(&mut store, Task::Claim);
    store.now += 5;
    let used_until = BEGIN + 7;
    assert_eq!(one.perform(&mut store, Task::Release { used_until }), Action::Done);
    assert_eq!(one.held(), None);
    assert_eq!(one.perform(&mut store, Task::Extend), Action::Lost);
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Full(used_until));
    store.now = used_until;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(other.held(), Some((0, 7, 7 + WINDOW)));
}

#[test]
fn a_release_never_sets_the_end_of_a_window_before_its_beginning_or_after_its_end() {
    for (used_until, expected) in [(0, BEGIN), (BEGIN + 3, BEGIN + 3), (u64::MAX, BEGIN + WINDOW)] {
        let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
        peer.perform(&mut store, Task::Claim);
        peer.perform(&mut store, Task::Release { used_until });
        assert_eq!(
            store.seats[&SEAT_0],
            Seat { owner: None, from: BEGIN, until: expected, leased_to: None, holder: None }
        );
    }
}

#[test]
fn a_client_holds_nothing_from_the_beginning_of_a_release_on() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    let swap = peer.swap(&mut store, Task::Release { used_until: BEGIN });
    assert_eq!(peer.held(), None);
    // The store has not got the release yet, and never gets it if it is too late.
    store.now += 2_000;
    assert!(!store.swap(&swap));
    // The release can be tried again, with the end of use at that time.
    assert_eq!(peer.perform(&mut store, Task::Release { used_until: 0 }), Action::Done);
    assert_eq!(store.seats[&SEAT_0].until, BEGIN);
    assert_eq!(peer.perform(&mut store, Task::Release { used_until: 0 }), Action::Lost);
}

#[test]
fn a_claim_whose_answer_was_lost_is_found_again() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &one_durable_seat()));
    peer.perform(&mut store, Task::Claim);
    peer.perform(&mut store, Task::Release { used_until: 0 });
    let swap = peer.swap(&mut store, Task::Claim);
    assert!(store.swap(&swap));
    store.now += 100;
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(peer.held(), Some((0, 0, WINDOW)));
}

#[test]
fn an_extension_whose_answer_was_lost_is_found_again() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    store.now += 3_000;
    let swap = peer.swap(&mut store, Task::Extend);
    assert!(store.swap(&swap));
    assert_eq!(peer.held(), Some((0, 0, WINDOW)));
    store.now += 100;
    assert_eq!(peer.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(peer.held(), Some((0, 0, 3_000 + WINDOW)));
}

#[test]
fn a_client_that_was_silent_until_its_window_had_passed_begins_a_new_one() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    store.now += WINDOW;
    assert_eq!(peer.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(peer.held(), Some((0, WINDOW, 2 * WINDOW)));
}

#[test]
fn every_claim_after_a_success_has_another_name() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &one_durable_seat()));
    let mut names = Vec::new();
    for _ in 0..3 {
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
        names.push(store.seats[&SEAT_0].owner.unwrap());
        peer.perform(&mut store, Task::Release { used_until: 0 });
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 3);
}

#[test]
fn a_swap_applies_only_to_what_was_read_and_not_for_long() {
    type Fault = fn(&mut Store);
    let faults: [Fault; 4] = [
        |store| store.generation.push('x'),
        |store| store.head.as_mut().unwrap().nonce += 1,
        |store| store.now += 2_000,
        |store| {
            _ = store
                .seats
                .insert(SEAT_0, Seat { owner: None, from: 0, until: 1, leased_to: None, holder: None });
        },
    ];
    for fault in faults {
        let (mut store, mut peer) = (Store::new(), Peer::new(1, &one_durable_seat()));
        peer.perform(&mut store, Task::Claim);
        peer.perform(&mut store, Task::Release { used_until: 0 });
        let swap = peer.swap(&mut store, Task::Claim);
        store.now += 1_999;
        assert!(store.clone().swap(&swap));
        store.now -= 1_999;
        fault(&mut store);
        assert!(!store.swap(&swap));
    }
}

#[test]
fn after_a_restart_of_the_store_holders_continue_and_others_wait() {
    let mut store = Store::new();
    let [mut one, mut other] = [1, 2].map(|name| Peer::new(name, &RawTerms::default()));
    one.perform(&mut store, Task::Claim);
    store.now += GRACE;
    one.perform(&mut store, Task::Claim);
    let (seat, from, until) = one.held().unwrap();

    // The store forgets the claim, and its clock steps back.
    store.seats.clear();
    store.generation.push('2');
    store.now -= 1_000;
    let young_until = store.now + GRACE;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Wait(young_until));
    store.now += 5_000;
    assert_eq!(one.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(one.held(), Some((seat, from, until + 4_000)));
    // The windows that nobody extends have ended before `young_until`.
    assert!(until + BEGIN < young_until);
}

#[test]
fn after_a_restart_a_window_that_has_nearly_passed_is_used_up() {
    let (mut store, mut peer) = (Store::new(), Peer::of_one_seat(1));
    peer.perform(&mut store, Task::Claim);
    store.now += GRACE;
    peer.perform(&mut store, Task::Claim);
    let held = peer.held();
    store.generation.push('2');
    // The clock could have stepped back by a second.
    store.now += WINDOW - 1_000;
    assert_eq!(peer.perform(&mut store, Task::Extend), Action::Lost);
    assert_eq!(peer.held(), held);
}

#[test]
fn a_space_with_other_terms_is_refused_and_stays_as_it_is() {
    let mut store = Store::new();
    let raw = RawTerms { nodes: Some((0, 31)), ..durable() };
    Peer::new(1, &raw).perform(&mut store, Task::Claim);
    let before = store.clone();
    let discord = built_in("discord");
    let later = with(&discord, Some(EPOCH), &[], Some(NOW)).unwrap();
    let terms = |format, raw: RawTerms| Seats::new(format, &raw).unwrap().1;
    for (terms, mismatch) in [
        (terms(&later, raw), Mismatch::Layout),
        (
            terms(&discord, RawTerms { fields: numbers(&discord, &[("workerId", 1)]), ..durable() }),
            Mismatch::Layout,
        ),
        (terms(&discord, RawTerms { skew: Some(999), ..raw }), Mismatch::Skew),
        (terms(&discord, RawTerms { window: Some(1_000), ..raw }), Mismatch::Age),
        (terms(&discord, RawTerms { window: Some(9_999), ..raw }), Mismatch::Sections),
        (terms(&discord, RawTerms { shares: Some(2), ..raw }), Mismatch::Sections),
        (terms(&discord, RawTerms { nodes: Some((31, 40)), ..raw }), Mismatch::Sections),
        (terms(&discord, RawTerms { nodes: None, ..raw }), Mismatch::Sections),
    ] {
        let mut peer = Peer { terms, ..Peer::new(2, &raw) };
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Mismatch(mismatch));
        assert_eq!((&store.head, &store.seats), (&before.head, &before.seats));
    }
}

#[test]
fn disjoint_sections_of_a_space_have_windows_and_shares_of_their_own() {
    let mut store = Store::new();
    let mut servers = Peer::new(1, &RawTerms { nodes: Some((32, 63)), ..durable() });
    let raw = RawTerms { nodes: Some((0, 31)), shares: Some(4), window: Some(60_000), ..durable() };
    let mut browsers = Peer::new(2, &raw);
    assert_eq!(servers.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(browsers.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(servers.held(), Some((32, 0, WINDOW)));
    assert_eq!(browsers.held(), Some((0, 0, 60_000)));
    let sections = store.head.clone().unwrap().sections;
    assert_eq!(sections, [browsers.terms.section, servers.terms.section]);
    assert_eq!(servers.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(store.head.unwrap().sections, sections);
}

#[test]
fn the_record_of_a_space_has_at_most_4000_characters() {
    let mut store = Store::new();
    let section = |node| RawTerms { nodes: Some((node, node)), ..durable() };
    let mut claim = |node| {
        let name = 5_000 + store.now;
        store.now += 1;
        let action = Peer::new(name, &section(node)).perform(&mut store, Task::Claim);
        let longest = store.head.as_ref().map_or(0, |head| head.write().len());
        (action, longest)
    };
    let full = (0..1_024).find(|&node| claim(node).0 != Action::Done).unwrap();
    let (action, length) = claim(full);
    assert_eq!(action, Action::Mismatch(Mismatch::TooManySections));
    assert!((3_970..=4_000).contains(&length), "{length}");
    // All other claimants go on.
    assert!(matches!(claim(full - 1).0, Action::Full(_)));
    let order = Order::Migrate(Peer::new(1, &section(full)).terms);
    let refused = store.carry_out(&order).unwrap_err();
    assert_eq!(refused.code(), Code::SpaceMismatch);
    assert!(refused.message().contains("has no room for"), "{}", refused.message());
    // One section in place of many makes room.
    let order = Order::Migrate(Peer::new(1, &RawTerms { nodes: Some((0, 99)), ..durable() }).terms);
    assert_eq!(store.carry_out(&order), Ok(true));
}

#[test]
fn a_space_that_began_when_the_clock_was_far_ahead_is_refused() {
    let mut store = Store::new();
    Peer::new(1, &RawTerms::default()).perform(&mut store, Task::Claim);
    store.now -= 1_000;
    let claim = |store: &mut Store| Peer::new(2, &RawTerms::default()).perform(store, Task::Claim);
    assert!(matches!(claim(&mut store), Action::Wait(_)));
    store.now -= 1;
    assert_eq!(claim(&mut store), Action::Mismatch(Mismatch::Clock));
}

#[test]
fn a_clock_that_steps_back_never_shortens_a_window() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    store.now -= 5_000;
    assert_eq!(peer.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(peer.held(), Some((0, 0, WINDOW)));
    assert_eq!(store.seats[&SEAT_0].until, BEGIN + WINDOW);
}

#[test]
fn every_decision_is_carried_out_within_its_age() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    for task in [Task::Extend, Task::Release { used_until: BEGIN }, Task::Claim] {
        store.now += 100;
        let action = peer.begin(task);
        let (action, view) = peer.read(&mut store, action);
        let Action::Swap(swap) = action else { panic!("{task:?}: {action:?}") };
        assert_eq!(swap.before, store.now + peer.terms.age, "{task:?}");
        assert!(store.swap(&(swap, view)));
        peer.answer(true);
    }
}

#[test]
fn a_claim_that_finds_no_free_seat_counts_the_seats_of_its_process_and_of_its_host() {
    let holder = |host, process| Some(Holder { host, process });
    // All seats are read at once; or a few seats are read first, and then all seats in pages.
    for seats in [8, 2_048] {
        let raw = RawTerms { shares: Some(seats), nodes: Some((0, 0)), ..durable() };
        let (mut store, mut peer) = (Store::new(), Peer::new(7, &raw));
        peer.terms.holder = holder(1, 10);
        for number in 0..seats {
            let mut other = Peer::new(100 + number, &raw);
            other.terms.holder = [None, holder(1, 10), holder(1, 11), holder(2, 10)][number as usize % 4];
            while other.perform(&mut store, Task::Claim) != Action::Done {}
        }
        assert_eq!(peer.claimant.taken(), Taken::default());
        assert!(matches!(peer.perform(&mut store, Task::Claim), Action::Full(_)));
        let expected = Taken { seats, of_host: seats / 2, of_process: seats / 4 };
        assert_eq!(peer.claimant.taken(), expected);
        // Another attempt begins a new count. It reads one page.
        assert!(matches!(peer.perform(&mut store, Task::Claim), Action::Full(_)));
        assert_eq!(peer.claimant.taken().seats, seats.min(1_024));
    }
}

#[test]
fn a_record_names_the_process_that_has_the_seat() {
    let holder = Some(Holder { host: 1, process: 10 });
    let mut store = Store::new();
    let mut peer = Peer::new(1, &one_durable_seat());
    peer.terms.holder = holder;
    for task in [Task::Claim, Task::Extend] {
        assert_eq!(peer.perform(&mut store, task), Action::Done);
        assert_eq!(store.seats[&SEAT_0].holder, holder);
    }
    peer.perform(&mut store, Task::Release { used_until: BEGIN });
    assert_eq!(store.seats[&SEAT_0].holder, None);
}

#[test]
fn a_claim_reads_few_seats_even_if_nearly_all_are_taken() {
    let raw = RawTerms { shares: Some(4096), ..durable() };
    let (mut store, mut peer) = (Store::new(), Peer::new(7, &raw));
    Peer::new(1, &raw).perform(&mut store, Task::Claim);
    let section = peer.terms.section;
    assert_eq!(section.seats(), 1 << 22);
    for number in 0..20_000 {
        let until = BEGIN + 20_000 - number;
        store.seats.insert(
            section.seat(number),
            Seat { owner: None, from: 0, until, leased_to: None, holder: None },
        );
    }
    // The first 16 seats are all over the section, so one of them is free.
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);

    let raw = RawTerms { nodes: Some((0, 31)), shares: Some(512), ..durable() };
    let (mut full, mut peer) = (Store::new(), Peer::new(7, &raw));
    Peer::new(1, &raw).perform(&mut full, Task::Claim);
    let section = peer.terms.section;
    for number in 0..section.seats() {
        full.seats.insert(
            section.seat(number),
            Seat { owner: None, from: 0, until: BEGIN + 100_000 - number, leased_to: None, holder: None },
        );
    }
    full.reads = 0;
    let Action::Full(free_at) = peer.perform(&mut full, Task::Claim) else { panic!("a seat was free") };
    assert!(full.reads <= 16 + 4 * 1024, "{} reads", full.reads);
    // The time is that of the first of the read seats that becomes free.
    assert!(free_at <= BEGIN + 100_000 - 4096);
    // Later attempts of the same claim read a page each, and after 12 of them all 16 pages were read.
    for _ in 0..11 {
        full.reads = 0;
        assert!(matches!(peer.perform(&mut full, Task::Claim), Action::Full(_)));
        assert!((1024..=16 + 1024).contains(&full.reads), "{} reads", full.reads);
    }
    let last_page = section.seat((section.seats() - 1 + peer.start) % section.seats());
    full.seats.insert(last_page, Seat { owner: None, from: 0, until: BEGIN, leased_to: None, holder: None });
    assert_eq!(peer.perform(&mut full, Task::Claim), Action::Done);
}

#[test]
fn a_claim_finds_the_only_free_seat_of_1024() {
    let raw = durable();
    for start in [0, 1, 699, 700, 701, 1_023, 5_000, u64::MAX] {
        let (mut store, mut peer) = (Store::new(), Peer { start, ..Peer::new(9, &raw) });
        Peer::new(1, &raw).perform(&mut store, Task::Claim);
        let section = peer.terms.section;
        for number in (0..1024).filter(|number| *number != 700) {
            store.seats.insert(
                section.seat(number),
                Seat { owner: None, from: 0, until: BEGIN + 1, leased_to: None, holder: None },
            );
        }
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
        assert_eq!(peer.held().unwrap().0, 700);
    }
}

/// A store whose seats are all taken up to the end of a window, and a claimant that wants a seat.
fn full(raw: &RawTerms, start: u64) -> (Store, Peer) {
    let (mut store, peer) = (Store::new(), Peer { start, ..Peer::new(9, raw) });
    Peer::new(1, raw).perform(&mut store, Task::Claim);
    for number in 0..peer.terms.section.seats() {
        let seat = Seat { owner: None, from: 0, until: BEGIN + WINDOW, leased_to: None, holder: None };
        store.seats.insert(peer.terms.section.seat(number), seat);
    }
    store.reads = 0;
    (store, peer)
}

#[test]
fn a_claim_searches_the_seats_that_follow_the_first_one_it_read() {
    let raw = RawTerms { nodes: Some((0, 31)), shares: Some(512), ..durable() };
    for start in [0, 9_000, 16_383] {
        // The free seat is in the first page, in the last page, and after it.
        for (distance, is_found) in [(1, true), (1_500, true), (4_095, true), (4_097, false)] {
            let (mut store, mut peer) = full(&raw, start);
            let free = peer.terms.section.seat((start + distance) % 16_384);
            store.seats.remove(&free);
            let action = peer.perform(&mut store, Task::Claim);
            assert_eq!(action == Action::Done, is_found, "{start}, {distance}: {action:?}");
            assert_eq!(peer.claimant.held().map(|held| held.id), is_found.then_some(free));
        }
    }
}

#[test]
fn a_claim_reads_no_seats_again_that_are_all_taken() {
    for (last, shares, reads) in [
        (0, 1, 1),
        (15, 1, 16),
        (7, 4, 16 + 32),
        (1_023, 1, 16 + 1_024),
        (1_023, 2, 16 + 2_048),
        (1_023, 8, 16 + 4_096),
    ] {
        let raw = RawTerms { nodes: Some((0, last)), shares: Some(shares), ..durable() };
        let (mut store, mut peer) = full(&raw, 5);
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Full(BEGIN + WINDOW));
        assert_eq!(store.reads, reads, "{last}, {shares}");
    }
}

#[test]
fn a_claim_whose_reply_was_lost_reads_the_seats_that_it_tried() {
    let raw = durable();
    let (mut store, mut peer) = full(&raw, 3);
    store.now += WINDOW;
    let mut tried = Vec::new();
    for start in [3, 500, 3, 77] {
        peer.start = start;
        let action = peer.begin(Task::Claim);
        let Action::Read(ids) = &action else { panic!("{action:?}") };
        assert!(tried.iter().all(|id| ids.contains(id)), "{tried:?}, {ids:?}");
        let (action, _) = peer.read(&mut store, action);
        let Action::Swap(swap) = action else { panic!("{action:?}") };
        let Change::Seat { id, .. } = swap.change else { panic!("{swap:?}") };
        tried.push(id);
    }
    // The seat that it tried twice is read once more for the claim than for the search.
    let Action::Read(ids) = peer.begin(Task::Claim) else { panic!("no read") };
    assert_eq!(ids.len(), 16 + HashSet::<SeatId>::from_iter(tried).len());
}

#[test]
fn a_release_does_not_prepare_a_space_that_the_store_has_forgotten() {
    for forget in [|store: &mut Store| store.head = None, |store: &mut Store| store.generation.push('x')] {
        let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
        peer.perform(&mut store, Task::Claim);
        forget(&mut store);
        let before = store.clone();
        assert_eq!(peer.perform(&mut store, Task::Release { used_until: 0 }), Action::Done);
        assert_eq!((store.head, store.seats), (before.head, before.seats));
    }
}

#[test]
fn a_space_has_a_new_nonce_whenever_its_record_is_replaced() {
    let mut store = Store::new();
    let mut nonces = HashSet::new();
    for (name, node, generation) in [(1, 0, "g1"), (2, 1, "g1"), (3, 0, "g2"), (4, 5, "g2"), (5, 5, "g3")] {
        store = Store { generation: generation.to_owned(), ..store };
        let raw = RawTerms { nodes: Some((node, node)), ..RawTerms::default() };
        Peer::new(name, &raw).perform(&mut store, Task::Claim);
        assert!(nonces.insert(store.head.as_ref().unwrap().nonce), "{name}");
    }
}

#[test]
fn a_release_is_over_when_its_swap_has_applied_and_tried_again_if_not() {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, &durable()));
    peer.perform(&mut store, Task::Claim);
    peer.swap(&mut store, Task::Release { used_until: 0 });
    assert!(matches!(peer.answer(false), Action::Read(_)));
    peer.swap(&mut store, Task::Release { used_until: 0 });
    assert_eq!(peer.answer(true), Action::Done);
}

#[test]
fn a_claim_reads_up_to_16_different_seats_of_its_section_from_a_random_one_on() {
    for (first, last, shares) in [(7, 7, 1), (7, 8, 4), (100, 115, 1), (100, 131, 1), (0, 1_023, 4)] {
        let raw = RawTerms { nodes: Some((first, last)), shares: Some(shares), ..durable() };
        let section = Peer::new(1, &raw).terms.section;
        let seats = section.seats();
        for (name, start) in [(0, 0), (1, 1), (2, 5), (3, 1_000), (u64::MAX, 0xFEDC_BA98_7654_3210)] {
            let action = Claimant::default().begin(&section, Task::Claim, [name, start]);
            let Action::Read(ids) = action else { panic!("{action:?}") };
            assert_eq!(ids[0], section.seat(start % seats));
            assert_eq!(ids.len() as u64, seats.min(16));
            let different: HashSet<_> = ids.iter().collect();
            assert_eq!(different.len(), ids.len(), "{ids:?}");
            assert!(ids.iter().all(|id| (first..=last).contains(&id.node) && id.share < shares));
        }
    }
}
