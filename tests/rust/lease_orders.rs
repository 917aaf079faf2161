//! Promises of an operator's orders: a seat is freed, a space is reset, or its terms are changed.

use flakekit::lease::{
    Action, DATABASE, Head, LAST_WINDOW_MS, Mismatch, Order, RawTerms, Seat, SeatId, SeatState, Seats,
    Section, Task, Terms,
};
use flakekit::{Code, Error};

use crate::support::space::{BEGIN, GRACE, NONCE, Peer, SEAT_0, Store, WINDOW};
use crate::support::{EPOCH, NOW, built_in, numbers, with};

/// The default `clockSkew` and age of a decision, in ms.
const SKEW: u64 = 1_000;
const AGE: u64 = 2_000;

/// The only node of a store that forgets nothing.
const ONE_NODE: RawTerms = RawTerms {
    fields: [None; flakekit::layout::MAX_NAMES],
    nodes: Some((0, 0)),
    shares: None,
    window: None,
    skew: None,
    is_durable: true,
};

/// A store, and a claimant that has the only seat of its space.
fn one_holder(raw: &RawTerms) -> (Store, Peer) {
    let (mut store, mut peer) = (Store::new(), Peer::new(1, raw));
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    (store, peer)
}

/// A store with this record of a seat, which nobody holds.
fn one_record(seat: Seat) -> Store {
    let (mut store, mut peer) = one_holder(&ONE_NODE);
    peer.perform(&mut store, Task::Release { used_until: 0 });
    store.seats.insert(SEAT_0, seat);
    store
}

/// The record of a seat that is reserved for a database.
const RESERVED: Seat =
    Seat { owner: Some(DATABASE), from: 0, until: LAST_WINDOW_MS, leased_to: None, holder: None };

/// A space of four nodes with two shares each, of which the second node is reserved.
fn one_reserved() -> Store {
    let (mut store, _) = one_holder(&RawTerms { nodes: Some((0, 3)), shares: Some(2), ..ONE_NODE });
    for share in [0, 1] {
        store.seats.insert(SeatId { node: 1, share }, RESERVED);
    }
    store
}

fn terms(raw: &RawTerms) -> Terms {
    Seats::new(&built_in("discord"), raw).unwrap().1
}

fn migrate(raw: &RawTerms) -> Order {
    Order::Migrate(terms(raw))
}

fn section(first: u64, last: u64, shares: u64, window_ms: u64) -> Section {
    Section { first, last, shares, window_ms }
}

/// The record of the space.
fn head(store: &Store) -> Head {
    store.head.clone().unwrap()
}

fn refusal(answer: Result<bool, Error>) -> (Code, String) {
    let error = answer.unwrap_err();
    (error.code(), error.message().to_owned())
}

#[test]
fn a_seat_that_is_freed_can_be_claimed_at_once() {
    let (mut store, mut holder) = one_holder(&ONE_NODE);
    let mut other = Peer::new(2, &ONE_NODE);
    store.now += 3_000;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Full(BEGIN + WINDOW));
    assert_eq!(store.carry_out(&Order::Free(SEAT_0)), Ok(true));
    let freed = Seat { owner: None, from: BEGIN, until: BEGIN + 3_000, leased_to: None, holder: None };
    assert_eq!(store.seats[&SEAT_0], freed);
    // The holder neither extends its window nor releases the seat.
    assert_eq!(holder.perform(&mut store, Task::Extend), Action::Lost);
    let used_until = BEGIN + 9_000;
    assert_eq!(holder.perform(&mut store, Task::Release { used_until }), Action::Done);
    assert_eq!(store.seats[&SEAT_0], freed);
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(other.held(), Some((0, 3_000, 3_000 + WINDOW)));
}

#[test]
fn a_seat_that_is_freed_is_free_from_now_on() {
    let now = BEGIN;
    let after = |from, until| Some(Seat { owner: None, from, until, leased_to: None, holder: None });
    for (seat, expected) in [
        // The window of the seat runs, ends now, or has passed.
        (
            Seat { owner: Some(7), from: now - 10, until: now + 10, leased_to: None, holder: None },
            after(now - 10, now),
        ),
        (
            Seat { owner: Some(7), from: now - 10, until: now, leased_to: None, holder: None },
            after(now - 10, now),
        ),
        (
            Seat { owner: Some(7), from: now - 10, until: now - 5, leased_to: None, holder: None },
            after(now - 10, now - 5),
        ),
        // The window is ahead of the clock.
        (
            Seat { owner: Some(7), from: now + 1, until: now + 9, leased_to: None, holder: None },
            after(now, now),
        ),
        (Seat { owner: None, from: now + 1, until: now + 9, leased_to: None, holder: None }, after(now, now)),
        // The seat was released. If it is free already, there is nothing to do.
        (
            Seat { owner: None, from: now - 10, until: now + 1, leased_to: None, holder: None },
            after(now - 10, now),
        ),
        (Seat { owner: None, from: now - 10, until: now, leased_to: None, holder: None }, None),
        (Seat { owner: None, from: now - 10, until: now - 5, leased_to: None, holder: None }, None),
    ] {
        let mut store = one_record(seat);
        assert_eq!(store.carry_out(&Order::Free(SEAT_0)), Ok(expected.is_some()), "{seat:?}");
        assert_eq!(store.seats[&SEAT_0], expected.unwrap_or(seat), "{seat:?}");
        assert_eq!(store.carry_out(&Order::Free(SEAT_0)), Ok(false), "{seat:?}");
        let mut peer = Peer::new(3, &ONE_NODE);
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done, "{seat:?}");
    }
}

#[test]
fn a_seat_that_was_never_taken_needs_not_be_freed() {
    let (mut store, _) = one_holder(&RawTerms { nodes: Some((0, 3)), ..ONE_NODE });
    let before = store.clone();
    let never = SeatId { node: 3, share: 0 };
    let view = store.read(&[SEAT_0, never]);
    assert_eq!(Order::Free(never).carry_out(&view, NONCE), Ok(None));
    // A seat that was not read is not freed either.
    assert_eq!(Order::Free(SeatId { node: 2, share: 0 }).carry_out(&view, NONCE), Ok(None));
    assert_eq!((store.head, store.seats), (before.head, before.seats));
}

#[test]
fn a_seat_that_the_space_does_not_have_is_refused() {
    let raw = RawTerms { nodes: Some((2, 5)), shares: Some(2), ..ONE_NODE };
    let (mut store, _) = one_holder(&raw);
    for (node, share) in [(1, 0), (6, 0), (2, 2), (5, 7)] {
        let answer = store.carry_out(&Order::Free(SeatId { node, share }));
        let message = format!(
            "the space has no seat {node}.{share}; it has the sections 2-5/2/10000 (nodes/shares/window in ms)"
        );
        assert_eq!(refusal(answer), (Code::InvalidField, message));
    }
    for (node, share) in [(2, 0), (5, 1)] {
        assert!(store.carry_out(&Order::Free(SeatId { node, share })).is_ok());
    }
}

#[test]
fn only_the_seat_that_is_named_is_freed() {
    let raw = RawTerms { shares: Some(4), ..ONE_NODE };
    let mut store = Store::new();
    for name in 0..4 {
        assert_eq!(Peer::new(name, &raw).perform(&mut store, Task::Claim), Action::Done);
    }
    let before = store.clone();
    let share_2 = SeatId { node: 0, share: 2 };
    assert_eq!(store.carry_out(&Order::Free(share_2)), Ok(true));
    for (id, seat) in &store.seats {
        assert_eq!(seat == &before.seats[id], *id != share_2, "{id:?}");
    }
    assert_eq!(store.head, before.head);
}

#[test]
fn an_order_for_a_space_that_does_not_exist_is_refused() {
    for order in [Order::Free(SEAT_0), Order::Reset, migrate(&ONE_NODE)] {
        let (code, message) = refusal(Store::new().carry_out(&order));
        assert_eq!(code, Code::SpaceMismatch);
        assert_eq!(message, "the store has no such space: see the spelling of its name");
    }
}

#[test]
fn an_order_applies_only_to_what_was_read_and_not_for_long() {
    let raw = RawTerms { window: Some(1_500), ..ONE_NODE };
    for order in [Order::Free(SEAT_0), Order::Reset, migrate(&raw)] {
        let (mut store, mut holder) = one_holder(&raw);
        let view = store.read_all();
        let swap = order.carry_out(&view, NONCE).unwrap().unwrap();
        // A decision of this space is written within 1500 ms.
        assert_eq!(swap.before, BEGIN + 1_500);
        let swap = (Box::new(swap), view);
        let mut late = store.clone();
        late.now += 1_500;
        assert!(!late.swap(&swap));
        late.now -= 1;
        assert!(late.swap(&swap));
        // The holder was faster.
        store.now += 1_000;
        assert_eq!(holder.perform(&mut store, Task::Extend), Action::Done);
        let is_free = matches!(order, Order::Free(_));
        assert_eq!(store.swap(&swap), !is_free);
    }
}

#[test]
fn after_a_reset_holders_continue_and_others_wait_for_the_grace_period() {
    let raw = RawTerms { nodes: Some((0, 1)), ..ONE_NODE };
    let (mut store, mut holder) = one_holder(&raw);
    let before = head(&store);
    assert_eq!((before.since, before.grace), (0, 0));
    store.now += 5_000;
    assert_eq!(store.carry_out(&Order::Reset), Ok(true));
    let since = BEGIN + 5_000;
    assert_eq!(head(&store), Head { nonce: NONCE, since, grace: WINDOW, ..before });

    let mut other = Peer::new(2, &raw);
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Wait(since + GRACE));
    assert_eq!(holder.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(holder.held(), Some((0, 0, 5_000 + WINDOW)));
    store.now = since + GRACE - 1;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Wait(since + GRACE));
    store.now += 1;
    assert_eq!(other.perform(&mut store, Task::Claim), Action::Done);
}

#[test]
fn a_reset_takes_over_the_generation_of_the_store() {
    let (mut store, _) = one_holder(&ONE_NODE);
    store.generation = String::from("g2");
    assert_eq!(store.carry_out(&Order::Reset), Ok(true));
    assert_eq!(head(&store).generation, "g2");
    assert_eq!(head(&store).since, BEGIN);
}

#[test]
fn a_reset_helps_a_space_that_began_when_the_clock_was_far_ahead() {
    let mut store = Store::new();
    let claim = |store: &mut Store| Peer::of_one_seat(2).perform(store, Task::Claim);
    assert!(matches!(claim(&mut store), Action::Wait(_)));
    store.now -= 1_000_000;
    assert_eq!(claim(&mut store), Action::Mismatch(Mismatch::Clock));
    assert_eq!(store.carry_out(&Order::Reset), Ok(true));
    assert_eq!(claim(&mut store), Action::Wait(store.now + GRACE));
    store.now += GRACE;
    assert_eq!(claim(&mut store), Action::Done);
}

#[test]
fn after_a_reset_all_sections_wait_for_the_longest_window() {
    let (mut store, _) = one_holder(&ONE_NODE);
    let raw = RawTerms { nodes: Some((5, 6)), window: Some(60_000), ..ONE_NODE };
    assert_eq!(Peer::new(2, &raw).perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(store.carry_out(&Order::Reset), Ok(true));
    assert_eq!(head(&store).grace, 60_000);
    let young_until = BEGIN + 60_000 + SKEW + AGE;
    assert_eq!(Peer::new(3, &ONE_NODE).perform(&mut store, Task::Claim), Action::Wait(young_until));
    assert_eq!(Peer::new(4, &raw).perform(&mut store, Task::Claim), Action::Wait(young_until));
}

#[test]
fn a_long_window_of_before_lengthens_every_later_grace_period() {
    for (window, grace, longest) in [(10_000, 0, 10_000), (10_000, 60_000, 60_000), (60_000, 10_000, 60_000)]
    {
        let raw = RawTerms { window: Some(window), ..ONE_NODE };
        let (mut store, mut holder) = one_holder(&raw);
        let mut head = head(&store);
        (head.since, head.grace) = (BEGIN, grace);
        store.head = Some(head);
        let young_until = BEGIN + longest + SKEW + AGE;
        let claim = |name, store: &mut Store| Peer::new(name, &raw).perform(store, Task::Claim);
        assert_eq!(claim(2, &mut store), Action::Wait(young_until));
        store.now = young_until - 1;
        assert_eq!(claim(2, &mut store), Action::Wait(young_until));
        // The holder's window has passed. It learns that it has lost the seat, because another claimant might
        // have the seat.
        assert_eq!(holder.perform(&mut store, Task::Extend), Action::Lost);
        store.now += 1;
        assert_eq!(claim(2, &mut store), Action::Done);

        // The holder also learns it after a restart of the store, and after a reset.
        store.generation.push('2');
        let wait = Action::Wait(store.now + longest + SKEW + AGE);
        assert_eq!(claim(3, &mut store), wait);
        assert_eq!(store.carry_out(&Order::Reset), Ok(true));
        assert_eq!(claim(3, &mut store), wait);
    }
}

#[test]
fn a_migration_replaces_the_sections_that_overlap_and_keeps_the_others() {
    let of = |first, last| RawTerms { nodes: Some((first, last)), ..ONE_NODE };
    let old = |first, last| section(first, last, 1, WINDOW);
    for (nodes, expected) in [
        ((12, 13), vec![old(0, 9), section(12, 13, 4, 5_000), old(20, 29)]),
        ((30, 39), vec![old(0, 9), old(20, 29), section(30, 39, 4, 5_000)]),
        ((9, 9), vec![section(9, 9, 4, 5_000), old(20, 29)]),
        ((29, 40), vec![old(0, 9), section(29, 40, 4, 5_000)]),
        ((10, 20), vec![old(0, 9), section(10, 20, 4, 5_000)]),
        ((9, 20), vec![section(9, 20, 4, 5_000)]),
        ((0, 1023), vec![section(0, 1023, 4, 5_000)]),
    ] {
        let mut store = Store::new();
        Peer::new(1, &of(0, 9)).perform(&mut store, Task::Claim);
        Peer::new(2, &of(20, 29)).perform(&mut store, Task::Claim);
        let before = head(&store);
        let raw = RawTerms { nodes: Some(nodes), shares: Some(4), window: Some(5_000), ..ONE_NODE };
        assert_eq!(store.carry_out(&migrate(&raw)), Ok(true));
        let expected = Head { nonce: NONCE, since: BEGIN, grace: WINDOW, sections: expected, ..before };
        assert_eq!(head(&store), expected);
    }
}

#[test]
fn a_migration_replaces_the_skew_and_the_age_and_takes_over_the_generation() {
    let (mut store, _) = one_holder(&ONE_NODE);
    let before = head(&store);
    store.generation = String::from("g2");
    let raw = RawTerms { nodes: Some((7, 7)), window: Some(60_000), skew: Some(5_000), ..ONE_NODE };
    store.carry_out(&migrate(&raw)).unwrap();
    let sections = vec![section(0, 0, 1, WINDOW), section(7, 7, 1, 60_000)];
    let generation = "g2".to_owned();
    let expected = Head {
        nonce: NONCE,
        generation,
        since: BEGIN,
        skew: 5_000,
        // The grace period is the window of the old section, which may still run. No window of the new
        // section runs.
        grace: WINDOW,
        sections,
        ..before
    };
    assert_eq!(head(&store), expected);

    // The grace period is the longest window of all old sections, although the migration does not replace the
    // section with this window.
    store.carry_out(&migrate(&RawTerms { skew: Some(5_000), ..ONE_NODE })).unwrap();
    assert_eq!(head(&store).grace, 60_000);
    let raw = RawTerms { nodes: Some((0, 1023)), skew: Some(5_000), ..ONE_NODE };
    store.carry_out(&migrate(&raw)).unwrap();
    store.carry_out(&migrate(&raw)).unwrap();
    assert_eq!(head(&store).sections, [section(0, 1023, 1, WINDOW)]);
    assert_eq!(head(&store).grace, 60_000);
}

#[test]
fn a_space_cannot_be_migrated_to_other_ids() {
    let (mut store, _) = one_holder(&ONE_NODE);
    let before = store.clone();
    let later = with(&built_in("discord"), Some(EPOCH), &[], Some(NOW)).unwrap();
    let worker = RawTerms { fields: numbers(&later, &[("workerId", 1)]), nodes: None, ..ONE_NODE };
    for (other, layout) in [
        (
            Seats::new(&later, &ONE_NODE).unwrap().1,
            "time:42,node:5,node:5,sequence:12,unit:1,epoch:1704067200000",
        ),
        (terms(&worker), "time:42,node:5,node:5,sequence:12,unit:1,epoch:1420070400000,bits:17+5:1"),
    ] {
        let (code, message) = refusal(store.carry_out(&Order::Migrate(other)));
        assert_eq!(code, Code::SpaceMismatch);
        assert_eq!(
            message,
            format!(
                "the space is for IDs with the layout time:42,node:5,node:5,sequence:12,unit:1,epoch:1420070400000, \
                 and cannot be migrated to {layout}: use another space"
            )
        );
        assert_eq!((&store.head, &store.seats), (&before.head, &before.seats));
    }
}

#[test]
fn a_seat_that_is_reserved_is_never_claimed() {
    let raw = RawTerms { nodes: Some((0, 3)), shares: Some(2), ..ONE_NODE };
    let mut store = one_reserved();
    let mut free = 8 - store.seats.values().filter(|seat| seat.until > BEGIN).count();
    for number in 10.. {
        match Peer::new(number, &raw).perform(&mut store, Task::Claim) {
            Action::Done => free -= 1,
            Action::Full(_) => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(free, 0);
    for share in [0, 1] {
        assert_eq!(store.seats[&SeatId { node: 1, share }], RESERVED);
    }
}

#[test]
fn a_seat_that_is_reserved_has_a_state_of_its_own() {
    let store = one_reserved();
    let id = SeatId { node: 1, share: 0 };
    let state = |seat| head(&store).state_of(id, &seat, BEGIN);
    assert_eq!(state(RESERVED), SeatState::Reserved);
    assert_eq!(state(Seat { owner: Some(7), ..RESERVED }), SeatState::Ahead);
    assert_eq!(state(Seat { until: BEGIN + 1, ..RESERVED }), SeatState::Held);
}

#[test]
fn a_seat_that_is_reserved_is_not_freed() {
    let mut store = one_reserved();
    let before = store.clone();
    let answer = store.carry_out(&Order::Free(SeatId { node: 1, share: 1 }));
    let message = "the seat 1.1 is reserved for a database: free another one";
    assert_eq!(refusal(answer), (Code::InvalidField, message.to_owned()));
    assert_eq!((store.head, store.seats), (before.head, before.seats));
}

#[test]
fn a_migration_keeps_a_reserved_node_whole() {
    let to = |nodes, shares| migrate(&RawTerms { nodes: Some(nodes), shares: Some(shares), ..ONE_NODE });
    for (nodes, shares) in [((0, 3), 4), ((0, 0), 2), ((2, 3), 1), ((3, 9), 2)] {
        let mut store = one_reserved();
        let before = store.clone();
        let (code, message) = refusal(store.carry_out(&to(nodes, shares)));
        assert_eq!(code, Code::SpaceMismatch);
        assert_eq!(
            message,
            "node 1 is reserved for a database, with 2 shares: keep it, without more shares, or use another space"
        );
        assert_eq!((&store.head, &store.seats), (&before.head, &before.seats));
    }
    for (nodes, shares) in [((0, 3), 2), ((0, 3), 1), ((1, 1), 2), ((0, 9), 1), ((4, 9), 8)] {
        let mut store = one_reserved();
        assert_eq!(store.carry_out(&to(nodes, shares)), Ok(true));
        let kept = *head(&store).section_of(SeatId { node: 1, share: 0 }).unwrap();
        assert!(kept.shares <= 2);
    }
}

#[test]
fn a_space_with_a_seat_that_is_taken_for_longer_than_any_window_cannot_be_migrated() {
    let long = RawTerms { nodes: Some((50, 50)), window: Some(60_000), ..ONE_NODE };
    for (owner, skew, latest, refused) in [
        (None, SKEW, 61_000, "2026-01-01T00:01:01.001Z"),
        (Some(7), SKEW, 61_000, "2026-01-01T00:01:01.001Z"),
        // Before or after the migration, a clock may be this far ahead.
        (Some(7), SKEW - 700, 61_000, "2026-01-01T00:01:01.001Z"),
        (Some(7), SKEW + 700, 61_700, "2026-01-01T00:01:01.701Z"),
    ] {
        let new = RawTerms { shares: Some(2), skew: Some(skew), ..ONE_NODE };
        let (mut store, _) = one_holder(&ONE_NODE);
        Peer::new(2, &long).perform(&mut store, Task::Claim);
        // The window counts although its section is not replaced.
        let id = SeatId { node: 50, share: 0 };
        let until = BEGIN + latest;
        store.seats.insert(id, Seat { owner, from: 0, until: until + 1, leased_to: None, holder: None });
        let before = store.clone();
        let (code, message) = refusal(store.carry_out(&migrate(&new)));
        assert_eq!(code, Code::StoreFailed);
        assert_eq!(
            message,
            format!(
                "node 50, share 0 is taken until {refused}, later than any window may end: the store's clock was far ahead once; wait, or see freeSeat"
            )
        );
        assert_eq!((&store.head, &store.seats), (&before.head, &before.seats));

        let mut freed = store.clone();
        freed.carry_out(&Order::Free(id)).unwrap();
        assert_eq!(freed.carry_out(&migrate(&new)), Ok(true));
        store.seats.insert(id, Seat { owner, from: 0, until, leased_to: None, holder: None });
        assert_eq!(store.carry_out(&migrate(&new)), Ok(true));
        // Nobody gets a seat before this time.
        let Action::Wait(young_until) = Peer::new(3, &new).perform(&mut store, Task::Claim) else {
            panic!("a seat was free")
        };
        assert!(young_until > until);
    }
}

#[test]
fn after_a_migration_nobody_gets_a_seat_before_all_windows_of_before_have_ended() {
    let (mut store, mut holder) = one_holder(&RawTerms { window: Some(60_000), ..ONE_NODE });
    store.now += 20_000;
    holder.perform(&mut store, Task::Extend);
    let (_, _, until) = holder.held().unwrap();
    let new = RawTerms { shares: Some(2), window: Some(5_000), ..ONE_NODE };
    store.carry_out(&migrate(&new)).unwrap();
    let young_until = store.now + 60_000 + SKEW + AGE;
    assert!(BEGIN + until <= young_until);
    // For the store, both shares were never taken, but the holder's numbers are those of both shares.
    let mut peers = [2, 3].map(|name| Peer::new(name, &new));
    for now in [store.now, young_until - 1] {
        store.now = now;
        for peer in &mut peers {
            assert_eq!(peer.perform(&mut store, Task::Claim), Action::Wait(young_until));
        }
    }
    store.now += 1;
    for peer in &mut peers {
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    }
    let shares: Vec<_> = store.seats.keys().map(|id| id.share).collect();
    assert_eq!(shares, [0, 1]);
}

#[test]
fn after_a_migration_nobody_gets_a_seat_before_a_window_has_ended_that_was_extended_meanwhile() {
    let (mut store, mut holder) = one_holder(&ONE_NODE);
    let new = RawTerms { shares: Some(2), window: Some(500), skew: Some(0), ..ONE_NODE };
    let view = store.read_all();
    let swap = migrate(&new).carry_out(&view, NONCE).unwrap().unwrap();
    // The last moment at which the migration can be written, by the terms of before.
    store.now += AGE - 1;
    assert_eq!(holder.perform(&mut store, Task::Extend), Action::Done);
    assert!(store.swap(&(Box::new(swap), view)));
    let (_, _, until) = holder.held().unwrap();
    let mut peer = Peer::new(2, &new);
    let Action::Wait(young_until) = peer.perform(&mut store, Task::Claim) else { panic!("a seat was free") };
    // 1 ms later than necessary: a swap that was decided 1999 ms ago is still made.
    assert_eq!(young_until, BEGIN + until + SKEW + 1);
}

#[test]
fn a_migration_to_a_shorter_skew_and_age_does_not_shorten_the_grace_period() {
    for (window, skew, grace) in [
        (WINDOW, SKEW, WINDOW),
        (500, SKEW, WINDOW + 1_500),
        (WINDOW, 0, WINDOW + SKEW),
        (500, 0, WINDOW + 2_500),
        // The skew is longer by the time by which the window is shorter.
        (500, SKEW + 1_500, WINDOW),
        (500, SKEW + 1_501, WINDOW),
    ] {
        let (mut store, _) = one_holder(&ONE_NODE);
        let new = RawTerms { shares: Some(2), window: Some(window), skew: Some(skew), ..ONE_NODE };
        store.carry_out(&migrate(&new)).unwrap();
        assert_eq!(head(&store).grace, grace);
        let wait = Action::Wait(BEGIN + grace + skew + window.min(AGE));
        assert_eq!(Peer::new(2, &new).perform(&mut store, Task::Claim), wait);
    }
}

#[test]
fn after_a_migration_clients_with_the_old_terms_use_up_their_windows() {
    for (new, mismatch) in [
        (RawTerms { shares: Some(2), ..ONE_NODE }, Mismatch::Sections),
        (RawTerms { nodes: Some((0, 5)), ..ONE_NODE }, Mismatch::Sections),
        (RawTerms { window: Some(20_000), ..ONE_NODE }, Mismatch::Sections),
        (RawTerms { skew: Some(500), ..ONE_NODE }, Mismatch::Skew),
        (RawTerms { window: Some(1_000), ..ONE_NODE }, Mismatch::Age),
        // All sections have one skew and one age.
        (RawTerms { nodes: Some((9, 9)), skew: Some(500), ..ONE_NODE }, Mismatch::Skew),
        (RawTerms { nodes: Some((9, 9)), window: Some(1_000), ..ONE_NODE }, Mismatch::Age),
    ] {
        let (mut store, mut holder) = one_holder(&ONE_NODE);
        store.carry_out(&migrate(&new)).unwrap();
        let after = store.clone();
        let held = holder.held();
        assert_eq!(holder.perform(&mut store, Task::Extend), Action::Mismatch(mismatch));
        assert_eq!(Peer::new(2, &ONE_NODE).perform(&mut store, Task::Claim), Action::Mismatch(mismatch));
        assert_eq!(holder.held(), held);
        assert_eq!((&store.head, &store.seats), (&after.head, &after.seats));
    }
}

#[test]
fn after_a_migration_holders_of_the_other_sections_continue() {
    let (mut store, mut holder) = one_holder(&ONE_NODE);
    store.carry_out(&migrate(&RawTerms { nodes: Some((5, 9)), shares: Some(2), ..ONE_NODE })).unwrap();
    store.now += 4_000;
    assert_eq!(holder.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(holder.held(), Some((0, 0, 4_000 + WINDOW)));
}
