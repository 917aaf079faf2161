//! Promises of a space that is prepared: its grace period begins, and no seat is taken.

use flakekit::lease::{Action, Mismatch, Order, Preparer, RawTerms, Task, View};

use crate::support::space::{BEGIN, GRACE, Peer, Store, WINDOW};

/// The terms of a space of four nodes.
const FOUR_NODES: RawTerms = RawTerms {
    fields: [None; flakekit::layout::MAX_NAMES],
    nodes: Some((0, 3)),
    shares: None,
    window: None,
    skew: None,
    is_durable: false,
};

/// Reads the store for an operator who prepares the space, and handles the answer.
fn read(store: &mut Store, raw: &RawTerms, nonce: u64) -> (Action, View) {
    let terms = Peer::new(0, raw).terms;
    let mut preparer = Preparer::default();
    let Action::ReadAll(ids) = preparer.begin() else { panic!("no read") };
    let view = store.read(&ids);
    (preparer.handle_read(&terms, &view, nonce), view)
}

/// Prepares a space.
fn prepare(store: &mut Store, raw: &RawTerms) -> Action {
    for nonce in 1.. {
        let (action, view) = read(store, raw, nonce);
        let Action::Swap(swap) = action else { return action };
        assert!(store.swap(&(swap, view)));
    }
    unreachable!()
}

#[test]
fn a_claim_need_not_wait_in_a_space_that_was_prepared_in_time() {
    let mut store = Store::new();
    assert_eq!(prepare(&mut store, &FOUR_NODES), Action::Wait(BEGIN + GRACE));
    assert!(store.seats.is_empty());
    store.now += GRACE - 1;
    let mut peer = Peer::new(1, &FOUR_NODES);
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Wait(BEGIN + GRACE));
    store.now += 1;
    assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    assert_eq!(peer.held(), Some((0, GRACE, GRACE + WINDOW)));
}

#[test]
fn to_prepare_again_changes_nothing_and_tells_the_same_time() {
    let mut store = Store::new();
    for ms in [0, 1_000, GRACE, 1_000_000] {
        store.now = BEGIN + ms;
        let before = store.head.clone();
        assert_eq!(prepare(&mut store, &FOUR_NODES), Action::Wait(BEGIN + GRACE));
        assert!(before.is_none() || before == store.head);
    }
}

#[test]
fn a_store_that_forgets_nothing_grants_seats_at_once() {
    let mut store = Store::new();
    let raw = RawTerms { is_durable: true, ..FOUR_NODES };
    for _ in 0..2 {
        assert_eq!(prepare(&mut store, &raw), Action::Wait(GRACE));
    }
    assert_eq!(Peer::new(1, &raw).perform(&mut store, Task::Claim), Action::Done);
}

#[test]
fn after_a_restart_of_the_store_and_after_its_records_are_deleted_the_grace_period_begins_anew() {
    let mut store = Store::new();
    prepare(&mut store, &FOUR_NODES);
    store.now += GRACE;
    assert_eq!(Peer::new(1, &FOUR_NODES).perform(&mut store, Task::Claim), Action::Done);
    store.now += 5_000;
    store.generation = "g2".to_owned();
    let wait = Action::Wait(store.now + GRACE);
    assert_eq!(prepare(&mut store, &FOUR_NODES), wait);
    assert_eq!(Peer::new(2, &FOUR_NODES).perform(&mut store, Task::Claim), wait);
    store.now += 5_000;
    store = Store { generation: store.generation, now: store.now, ..Store::new() };
    let wait = Action::Wait(store.now + GRACE);
    assert_eq!(prepare(&mut store, &FOUR_NODES), wait);
    assert_eq!(Peer::new(3, &FOUR_NODES).perform(&mut store, Task::Claim), wait);
}

#[test]
fn a_space_is_prepared_for_another_range_of_nodes_without_another_grace_period() {
    let mut store = Store::new();
    prepare(&mut store, &FOUR_NODES);
    store.now += 1_000;
    let raw = RawTerms { nodes: Some((8, 9)), shares: Some(2), window: Some(60_000), ..FOUR_NODES };
    assert_eq!(prepare(&mut store, &raw), Action::Wait(BEGIN + 60_000 + GRACE - WINDOW));
    assert_eq!(store.head.clone().unwrap().sections.len(), 2);
    // Those who have shorter windows wait no longer for that.
    assert_eq!(prepare(&mut store, &FOUR_NODES), Action::Wait(BEGIN + GRACE));
}

#[test]
fn the_grace_period_of_an_operator_counts() {
    let mut store = Store::new();
    prepare(&mut store, &FOUR_NODES);
    store.now += 1_000_000;
    assert_eq!(store.carry_out(&Order::Reset), Ok(true));
    assert_eq!(prepare(&mut store, &FOUR_NODES), Action::Wait(store.now + GRACE));
}

#[test]
fn other_terms_are_refused_as_a_claim_refuses_them() {
    for (raw, mismatch) in [
        (RawTerms { nodes: Some((0, 4)), ..FOUR_NODES }, Mismatch::Sections),
        (RawTerms { skew: Some(500), ..FOUR_NODES }, Mismatch::Skew),
        (RawTerms { window: Some(1_000), ..FOUR_NODES }, Mismatch::Age),
    ] {
        let mut store = Store::new();
        prepare(&mut store, &FOUR_NODES);
        let before = store.head.clone();
        assert_eq!(prepare(&mut store, &raw), Action::Mismatch(mismatch));
        assert_eq!(Peer::new(1, &raw).perform(&mut store, Task::Claim), Action::Mismatch(mismatch));
        assert_eq!(store.head, before);
    }
}

#[test]
fn of_two_operators_the_slower_one_changes_nothing() {
    let mut store = Store::new();
    let (first, first_view) = read(&mut store, &FOUR_NODES, 1);
    let (second, second_view) = read(&mut store, &FOUR_NODES, 2);
    let (Action::Swap(first), Action::Swap(second)) = (first, second) else { panic!("no swap") };
    store.now += 500;
    assert!(store.swap(&(first, first_view)));
    assert!(!store.swap(&(second, second_view)));
    // It reads again, and is told the time of the faster one.
    assert_eq!(Preparer::default().handle_swap(false), Action::ReadAll(Vec::new()));
    assert_eq!(prepare(&mut store, &FOUR_NODES), Action::Wait(BEGIN + GRACE));
}
