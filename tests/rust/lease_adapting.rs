//! Promises of a space that takes other nodes, shares or windows by itself: only where nobody can be hurt.

use flakekit::lease::{
    Action, DATABASE, Head, LAST_WINDOW_MS, Mismatch, Preparer, RawTerms, Seat, SeatId, Section, Task,
};

use crate::support::space::{Asker, BEGIN, GRACE, Peer, SEAT_0, Store, WINDOW};

/// The terms of a space of four nodes with two shares each.
const OLD: RawTerms = RawTerms {
    fields: [None; flakekit::layout::MAX_NAMES],
    nodes: Some((0, 3)),
    shares: Some(2),
    window: None,
    skew: None,
    is_durable: true,
};

/// The terms that a later claim wants.
const NEW: RawTerms = RawTerms { nodes: Some((0, 7)), shares: Some(4), ..OLD };

const NEW_SECTION: Section = Section { first: 0, last: 7, shares: 4, window_ms: WINDOW };

/// A space whose only window ended `GRACE` + `ms` ago. `OLD` are its terms but for the durability of the store.
fn idle_for(ms: u64, is_durable: bool) -> Store {
    let (mut store, raw) = (Store::new(), RawTerms { is_durable, ..OLD });
    let mut peer = Peer::new(1, &raw);
    if let Action::Wait(time) = peer.perform(&mut store, Task::Claim) {
        store.now = time;
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
    }
    store.now = peer.claimant.held().unwrap().until + GRACE + ms;
    store
}

fn head(store: &Store) -> Head {
    store.head.clone().unwrap()
}

fn claim(store: &mut Store, raw: &RawTerms) -> Action {
    Peer::new(2, raw).perform(store, Task::Claim)
}

/// Asserts that a space refuses the terms, and is not changed.
fn refuses(store: &mut Store, raw: &RawTerms, mismatch: Mismatch) {
    let before = (store.head.clone(), store.seats.clone());
    assert_eq!(claim(store, raw), Action::Mismatch(mismatch), "{raw:?}");
    assert_eq!((store.head.clone(), store.seats.clone()), before);
}

#[test]
fn a_space_takes_other_terms_when_its_windows_have_ended_for_long_and_grants_a_seat_at_once() {
    for is_durable in [false, true] {
        let mut store = idle_for(0, is_durable);
        let before = head(&store);
        let raw = RawTerms { is_durable, ..NEW };
        let mut peer = Peer::new(2, &raw);
        assert_eq!(peer.perform(&mut store, Task::Claim), Action::Done);
        let held = peer.claimant.held().unwrap();
        assert_eq!((held.own, held.until), (store.now, store.now + WINDOW));
        let Head { nonce, since, .. } = head(&store);
        assert_eq!(head(&store), Head { nonce, since, sections: vec![NEW_SECTION], ..before.clone() });
        assert!(nonce != before.nonce && !head(&store).is_locked());
        // If the clock goes back, nobody is granted a seat before this moment.
        assert_eq!(since, store.now - GRACE);
        assert_eq!(peer.perform(&mut store, Task::Extend), Action::Done);
    }
}

#[test]
fn a_window_that_ended_a_moment_later_is_not_idle() {
    let mut store = idle_for(0, true);
    store.now -= 1;
    refuses(&mut store, &NEW, Mismatch::Sections);
    store.now += 1;
    assert_eq!(claim(&mut store, &NEW), Action::Done);
}

#[test]
fn the_longest_window_counts_of_the_space_of_the_claim_and_of_earlier_terms() {
    let minute = RawTerms { window: Some(60_000), ..NEW };
    let mut store = idle_for(50_000 - 1, true);
    refuses(&mut store, &minute, Mismatch::Sections);
    store.now += 1;
    assert_eq!(claim(&mut store, &minute), Action::Done);
    // The window of a minute has ended for less than a minute.
    store.now += 60_000 + GRACE;
    refuses(&mut store, &NEW, Mismatch::Sections);
    store.now += 50_000;
    assert_eq!(claim(&mut store, &NEW), Action::Done);

    let mut store = idle_for(0, true);
    store.head = Some(Head { grace: 60_000, ..head(&store) });
    refuses(&mut store, &NEW, Mismatch::Sections);
    store.now += 50_000;
    assert_eq!(claim(&mut store, &NEW), Action::Done);
}

#[test]
fn windows_do_not_become_longer_in_a_store_that_may_forget_the_change() {
    let longer = RawTerms { window: Some(WINDOW + 1), is_durable: false, ..NEW };
    let mut store = idle_for(1_000_000, false);
    refuses(&mut store, &longer, Mismatch::Sections);
    // After a reset the grace period is longer, but the store may forget the reset, too.
    let mut reset = store.clone();
    reset.head = Some(Head { grace: WINDOW + 1, ..head(&store) });
    refuses(&mut reset, &longer, Mismatch::Sections);
    assert_eq!(claim(&mut store, &RawTerms { window: Some(WINDOW), ..longer }), Action::Done);
}

#[test]
fn a_section_does_not_get_the_longer_windows_of_another_section_in_a_store_that_may_forget_the_change() {
    let minute = RawTerms { nodes: Some((4, 7)), window: Some(60_000), is_durable: false, ..OLD };
    let mut store = idle_for(0, false);
    assert!(matches!(claim(&mut store, &minute), Action::Wait(_)));
    store.now += 1_000_000;
    // After a restart with the present head record, the section of `OLD` has the grace period of its own window.
    for nodes in [(0, 3), (0, 7)] {
        refuses(&mut store, &RawTerms { nodes: Some(nodes), ..minute }, Mismatch::Sections);
    }
    let shorter = RawTerms { nodes: Some((0, 7)), window: Some(WINDOW), ..minute };
    assert_eq!(claim(&mut store, &shorter), Action::Done);
}

#[test]
fn nodes_that_a_claim_leaves_out_stay_a_section_in_a_store_that_may_forget_the_change() {
    let section = |first, last| Section { first, last, shares: 2, window_ms: WINDOW };
    for (is_durable, expected) in
        [(true, vec![section(1, 2)]), (false, vec![section(0, 0), section(1, 2), section(3, 3)])]
    {
        let mut store = idle_for(0, is_durable);
        let middle = RawTerms { nodes: Some((1, 2)), is_durable, ..OLD };
        assert_eq!(claim(&mut store, &middle), Action::Done);
        assert_eq!(head(&store).sections, expected);
        store.now += 1_000_000;
        // After a restart with the head record of before, the last node has the grace period of the old windows.
        let longer = RawTerms { nodes: Some((3, 3)), window: Some(60_000), ..middle };
        let action = claim(&mut store, &longer);
        assert_eq!(action == Action::Done, is_durable, "{action:?}");
        assert_eq!(
            claim(&mut store, &RawTerms { is_durable, ..OLD }),
            if is_durable { Action::Mismatch(Mismatch::Sections) } else { Action::Done }
        );
    }
}

#[test]
fn a_space_never_takes_another_clock_skew_or_layout() {
    let mut store = idle_for(1_000_000, true);
    refuses(&mut store, &RawTerms { skew: Some(999), ..OLD }, Mismatch::Skew);
    store.head = Some(Head { layout: "other".to_owned(), ..head(&store) });
    refuses(&mut store, &NEW, Mismatch::Layout);
}

#[test]
fn a_space_of_another_generation_or_in_its_grace_period_does_not_take_other_terms() {
    let mut store = idle_for(0, false);
    let raw = RawTerms { is_durable: false, ..NEW };
    store.generation = "g2".to_owned();
    store.now += 1_000_000;
    refuses(&mut store, &raw, Mismatch::Sections);
    // A claim under the terms of the space begins its grace period.
    assert!(matches!(claim(&mut store, &RawTerms { is_durable: false, ..OLD }), Action::Wait(_)));
    store.now += GRACE - 1;
    refuses(&mut store, &raw, Mismatch::Sections);
    store.now += 1;
    assert_eq!(claim(&mut store, &raw), Action::Done);
}

#[test]
fn a_space_with_a_reserved_seat_does_not_take_other_terms() {
    let mut store = idle_for(1_000_000, true);
    let reserved =
        Seat { owner: Some(DATABASE), from: 0, until: LAST_WINDOW_MS, leased_to: None, holder: None };
    for share in [0, 1] {
        store.seats.insert(SeatId { node: 3, share }, reserved);
    }
    refuses(&mut store, &NEW, Mismatch::Sections);
}

#[test]
fn other_sections_stay_and_their_seats_must_be_idle_too() {
    let beside = RawTerms { nodes: Some((20, 29)), ..OLD };
    let mut store = idle_for(0, true);
    assert_eq!(Peer::new(3, &beside).perform(&mut store, Task::Claim), Action::Done);
    refuses(&mut store, &NEW, Mismatch::Sections);
    store.now += WINDOW + GRACE;
    assert_eq!(claim(&mut store, &NEW), Action::Done);
    let kept = Section { first: 20, last: 29, shares: 2, window_ms: WINDOW };
    assert_eq!(head(&store).sections, [NEW_SECTION, kept]);
    assert_eq!(Peer::new(4, &beside).perform(&mut store, Task::Claim), Action::Done);
}

#[test]
fn a_window_of_less_than_two_seconds_changes_the_age_of_decisions_if_no_other_section_has_it() {
    let short = RawTerms { window: Some(1_000), ..OLD };
    let mut store = idle_for(0, true);
    assert_eq!(claim(&mut store, &short), Action::Done);
    assert_eq!((head(&store).age, head(&store).since), (1_000, store.now - 3_000));

    let mut store = idle_for(0, true);
    let beside = RawTerms { nodes: Some((20, 29)), ..OLD };
    assert_eq!(Peer::new(3, &beside).perform(&mut store, Task::Claim), Action::Done);
    store.now += 1_000_000;
    refuses(&mut store, &short, Mismatch::Age);
}

#[test]
fn a_space_is_read_page_by_page_up_to_its_last_seat() {
    let large = RawTerms { nodes: Some((0, 1_023)), shares: Some(4), ..OLD };
    let taken = |until| Seat { owner: Some(7), from: 0, until, leased_to: None, holder: None };
    for node in [0, 600, 1_023] {
        let mut store = Store::new();
        assert_eq!(claim(&mut store, &large), Action::Done);
        let last = SeatId { node, share: 3 };
        store.seats.clear();
        store.seats.insert(last, taken(BEGIN));
        store.now = BEGIN + GRACE - 1;
        refuses(&mut store, &NEW, Mismatch::Sections);
        store.now += 1;
        store.reads = 0;
        assert_eq!(claim(&mut store, &NEW), Action::Done);
        // All seats were read twice, and some of the new ones.
        assert!((8_192..8_300).contains(&store.reads), "{} reads", store.reads);
    }
    // An operator must migrate a space of more seats than 16 pages.
    for (shares, is_taken) in [(16, true), (32, false)] {
        let mut store = Store::new();
        let raw = RawTerms { nodes: Some((0, 1_023)), shares: Some(shares), ..OLD };
        assert_eq!(claim(&mut store, &raw), Action::Done);
        store.now += 1_000_000;
        assert_eq!(claim(&mut store, &NEW) == Action::Done, is_taken, "{shares}");
    }
}

#[test]
fn a_seat_that_a_keeper_left_out_of_the_view_is_not_taken_for_idle() {
    let mut store = idle_for(0, true);
    let mut peer = Peer::new(2, &NEW);
    let Action::Read(ids) = peer.begin(Task::Claim) else { panic!("no read") };
    let view = store.read(&ids);
    let Action::ReadAll(ids) = peer.claimant.handle_read(&peer.terms, &view, 5) else { panic!("no read") };
    assert_eq!(ids.len(), 8);
    let mut view = store.read(&ids);
    view.seats.pop();
    let action = peer.claimant.handle_read(&peer.terms, &view, 6);
    assert_eq!(action, Action::Mismatch(Mismatch::Sections));
}

#[test]
fn a_claim_under_the_old_terms_comes_between_any_two_steps_of_a_change() {
    for step in 0..4 {
        let mut store = idle_for(0, true);
        let (mut old, mut new) = (Peer::new(3, &OLD), Peer::new(2, &NEW));
        // The old claim has read a free seat, and its swap is on its way. If it comes too late, the claim begins again.
        let late = old.swap(&mut store, Task::Claim);
        let action = new.begin(Task::Claim);
        let (mut action, mut view) = new.read(&mut store, action);
        for number in 0..4 {
            if number == step {
                let applied = store.swap(&late);
                let begun = old.answer(applied);
                old.go_on(&mut store, begun);
            }
            let Action::Swap(swap) = action else { break };
            let applied = store.swap(&(swap, view));
            let begun = new.answer(applied);
            (action, view) = new.read(&mut store, begun);
        }
        let (one, other) = (old.claimant.held(), new.claimant.held());
        assert!(one.is_none() || other.is_none(), "{step}: {one:?} and {other:?}");
        // Who writes a seat first wins. After the second step, the old claim changes the space back.
        assert_eq!(one.is_some(), step < 3, "{step}");
        let (winner, loser) = if step < 3 { (&mut old, &mut new) } else { (&mut new, &mut old) };
        assert_eq!(winner.perform(&mut store, Task::Extend), Action::Done);
        assert_eq!(loser.perform(&mut store, Task::Claim), Action::Mismatch(Mismatch::Sections));
        assert!(!head(&store).is_locked());
    }
}

/// A space that a process has locked before it died.
fn locked() -> Store {
    let mut store = idle_for(0, true);
    let lock = Peer::new(2, &NEW).swap(&mut store, Task::Claim);
    let before = head(&store);
    assert!(store.swap(&lock));
    assert!(head(&store).is_locked());
    assert_eq!(Head { nonce: before.nonce, ..head(&store) }, before);
    store
}

#[test]
fn a_lock_that_was_left_holds_nobody_up() {
    for raw in [OLD, NEW] {
        let mut store = locked();
        assert_eq!(Peer::new(4, &raw).perform(&mut store, Task::Claim), Action::Done);
        assert!(!head(&store).is_locked());
    }
    let mut store = locked();
    assert_eq!(store.carry_out(&flakekit::lease::Order::Reset), Ok(true));
    assert!(!head(&store).is_locked());
}

#[test]
fn a_holder_whose_space_is_locked_extends_its_window() {
    let mut store = idle_for(0, true);
    let mut holder = Peer::new(3, &OLD);
    assert_eq!(holder.perform(&mut store, Task::Claim), Action::Done);
    store.head = Some(Head { nonce: u64::MAX, ..head(&store) });
    store.now += 5_000;
    assert_eq!(holder.perform(&mut store, Task::Extend), Action::Done);
    assert_eq!(holder.held().unwrap().2, store.now - BEGIN + WINDOW);
    assert!(!head(&store).is_locked());
}

#[test]
fn of_two_claims_that_change_the_terms_only_one_does() {
    let mut store = idle_for(0, true);
    let third = RawTerms { shares: Some(1), ..NEW };
    let [mut one, mut other] = [Peer::new(2, &NEW), Peer::new(3, &third)];
    let [first, second] = [&mut one, &mut other].map(|peer| peer.swap(&mut store, Task::Claim));
    assert!(store.swap(&first));
    assert!(!store.swap(&second));
    let action = other.answer(false);
    // It takes over the lock, so the first one begins again.
    let (Action::Swap(swap), view) = other.read(&mut store, action) else { panic!("no swap") };
    let begun = one.answer(true);
    let (Action::Swap(last), read) = one.read(&mut store, begun) else { panic!("no swap") };
    assert!(store.swap(&(swap, view)));
    assert!(!store.swap(&(last, read)));
    let begun = one.answer(false);
    assert_eq!(one.go_on(&mut store, begun), Action::Done);
    // The second one finds that others have changed the space, and begins again.
    let begun = other.answer(true);
    assert_eq!(other.go_on(&mut store, begun), Action::Mismatch(Mismatch::Sections));
    assert_eq!(head(&store).sections, [NEW_SECTION]);
    assert!(!head(&store).is_locked());
}

#[test]
fn neither_an_extension_nor_the_claim_of_a_caller_changes_the_terms() {
    let mut store = idle_for(1_000_000, true);
    let mut old = Peer::new(3, &OLD);
    assert_eq!(old.perform(&mut store, Task::Claim), Action::Done);
    let held = old.claimant.held().unwrap();
    store.now += 1_000_000;
    old.terms = Peer::new(0, &NEW).terms;
    assert_eq!(old.perform(&mut store, Task::Extend), Action::Mismatch(Mismatch::Sections));
    assert_eq!(old.claimant.held(), Some(held));

    let mut asker = Asker::new(&[9], 4, (77, None), &NEW);
    assert_eq!(asker.perform(&mut store, Task::Claim), Action::Mismatch(Mismatch::Sections));
    assert_eq!(claim(&mut store, &NEW), Action::Done);
    assert_eq!(asker.perform(&mut store, Task::Claim), Action::Done);
}

#[test]
fn an_operator_prepares_an_idle_space_for_other_terms() {
    let mut store = idle_for(0, true);
    let terms = Peer::new(0, &NEW).terms;
    let mut preparer = Preparer::default();
    let mut action = preparer.begin();
    let mut nonce = 0;
    loop {
        nonce += 1;
        let Action::ReadAll(ids) = &action else { break };
        let view = store.read(ids);
        action = preparer.handle_read(&terms, &view, nonce);
        if let Action::Swap(swap) = action {
            let applied = store.swap(&(swap, view));
            action = preparer.handle_swap(applied);
        }
    }
    assert_eq!(action, Action::Wait(store.now));
    assert_eq!(head(&store).sections, [NEW_SECTION]);
    assert_eq!(claim(&mut store, &NEW), Action::Done);
    assert!(store.seats.contains_key(&SEAT_0));
}
