//! When a keeper makes its next attempt, and whether it claims a seat then.

use flakekit::lease::pauses::{MAX_PAUSE_MS, MAX_RETRY_MS, MIN_PAUSE_MS};
use flakekit::lease::{End, Failure, Keeper, spread};

const WINDOW: f64 = 12_000.0;
const NOW: f64 = 1_790_000_000_000.0;

/// A failure that took no time, of a keeper without a window.
const QUICK: Failure = Failure { is_slow: false, took: 0.0, left: 0.0 };

#[test]
fn a_keeper_claims_until_it_holds_a_seat_and_again_when_the_seat_is_lost() {
    let mut keeper = Keeper::default();
    assert!(keeper.claims(false));
    keeper.ended(End::Done, NOW, WINDOW);
    assert!(!keeper.claims(true));
    // At once: the window that is left is used while another seat is claimed.
    assert_eq!(keeper.ended(End::Lost, NOW, WINDOW), 0.0);
    assert!(keeper.claims(true));
    keeper.ended(End::Full(f64::INFINITY), NOW, WINDOW);
    assert!(keeper.claims(true));
    keeper.failed(QUICK, WINDOW);
    assert!(keeper.claims(true));
    keeper.ended(End::Done, NOW, WINDOW);
    assert!(!keeper.claims(true));
}

#[test]
fn a_window_is_extended_after_a_third_of_it() {
    assert_eq!(Keeper::default().ended(End::Done, NOW, WINDOW), WINDOW / 3.0);
}

#[test]
fn a_keeper_that_is_told_a_time_asks_after_it_but_not_later_than_the_longest_pause() {
    let mut keeper = Keeper::default();
    assert_eq!(keeper.ended(End::Wait(NOW + 99.0), NOW, WINDOW), 100.0);
    assert_eq!(keeper.ended(End::Wait(NOW + 1e9), NOW, WINDOW), MAX_RETRY_MS as f64);
    assert_eq!(keeper.ended(End::Full(NOW + 99.0), NOW, WINDOW), 100.0);
    // The estimated clock may be past the time.
    assert_eq!(keeper.ended(End::Wait(NOW - 5_000.0), NOW, WINDOW), 1.0);
    assert_eq!(keeper.ended(End::Full(NOW - 5_000.0), NOW, WINDOW), 1.0);
}

#[test]
fn pauses_double_while_no_seat_is_free_up_to_a_quarter_of_a_window_and_begin_anew_with_a_seat() {
    let mut keeper = Keeper::default();
    let mut full = |window| keeper.ended(End::Full(f64::INFINITY), NOW, window);
    let first = MAX_PAUSE_MS as f64;
    assert_eq!(
        [full(WINDOW), full(WINDOW), full(WINDOW), full(WINDOW)],
        [first, first * 2.0, 3_000.0, 3_000.0]
    );
    assert_eq!(full(86_400_000.0), MAX_RETRY_MS as f64);
    for _ in 0..100 {
        assert_eq!(full(86_400_000.0), MAX_RETRY_MS as f64);
    }
    keeper.ended(End::Done, NOW, WINDOW);
    assert_eq!(keeper.ended(End::Full(f64::INFINITY), NOW, WINDOW), first);
}

#[test]
fn pauses_double_while_attempts_fail_up_to_a_third_of_a_window_and_begin_anew_with_an_answer() {
    let mut keeper = Keeper::default();
    let first = MIN_PAUSE_MS as f64 * 2.0;
    assert_eq!(keeper.failed(QUICK, WINDOW), first);
    assert_eq!(keeper.failed(QUICK, WINDOW), first * 2.0);
    for _ in 0..100 {
        keeper.failed(QUICK, WINDOW);
    }
    assert_eq!(keeper.failed(QUICK, WINDOW), WINDOW / 3.0);
    assert_eq!(keeper.failed(QUICK, 86_400_000.0), MAX_RETRY_MS as f64);
    keeper.ended(End::Wait(NOW), NOW, WINDOW);
    assert_eq!(keeper.failed(QUICK, WINDOW), first);
}

#[test]
fn a_store_that_is_slow_is_asked_after_as_long_as_it_took_but_a_window_that_runs_is_extended_in_time() {
    let failed = |failure| Keeper::default().failed(failure, WINDOW);
    assert_eq!(failed(Failure { took: 2_000.0, ..QUICK }), 2_000.0);
    assert_eq!(failed(Failure { took: 2_000.0, left: -1.0, ..QUICK }), 2_000.0);
    assert_eq!(failed(Failure { took: 2_000.0, left: 1_000.0, ..QUICK }), 500.0);
    assert_eq!(failed(Failure { took: 2_000.0, left: 1_000.0, is_slow: true }), 2_000.0);
    assert_eq!(failed(Failure { took: 60_000.0, ..QUICK }), MAX_RETRY_MS as f64);
}

#[test]
fn attempts_are_spread_by_a_tenth_and_never_nearer_than_the_shortest_pause() {
    assert_eq!([spread(1_000.0, 0.0), spread(1_000.0, 0.5), spread(1_000.0, 1.0)], [900.0, 1_000.0, 1_100.0]);
    assert_eq!(spread(1.0, 0.5), MIN_PAUSE_MS as f64);
    assert_eq!([spread(0.0, 1.0), spread(-1.0, 1.0)], [0.0, 0.0]);
}

#[test]
fn a_keeper_goes_on_from_its_state_as_an_integer() {
    assert_eq!(Keeper::default().to_bits(), 0);
    let mut keeper = Keeper::default();
    keeper.ended(End::Lost, NOW, WINDOW);
    for _ in 0..300 {
        keeper.ended(End::Full(f64::INFINITY), NOW, WINDOW);
    }
    for _ in 0..3 {
        keeper.failed(QUICK, WINDOW);
    }
    let mut other = Keeper::from_bits(keeper.to_bits());
    assert!(other.claims(true));
    assert_eq!(other.failed(QUICK, WINDOW), keeper.failed(QUICK, WINDOW));
    assert_eq!(
        other.ended(End::Full(f64::INFINITY), NOW, WINDOW),
        keeper.ended(End::Full(f64::INFINITY), NOW, WINDOW)
    );
}
