//! Promises of a keeper: its next action, the time of this action, and the seat that its leases use.

use flakekit::lease::pauses::{MAX_PAUSE_MS, MAX_RETRY_MS, MIN_PAUSE_MS};
use flakekit::lease::{Demand, End, Failure, Keeper, Moment, Numbers, State};

const WINDOW: f64 = 12_000.0;
const CLOCK: f64 = 1_790_000_000_000.0;

/// A moment whose chance changes nothing.
const MOMENT: Moment = Moment { now: 500.0, clock: CLOCK, random: 0.5 };

/// A failure that took no time.
const QUICK: Failure = Failure { is_slow: false, took: 0.0 };

const NUMBERS: Numbers = Numbers { node: 5.0, first: 0.0, last: 63.0 };

/// The end of the keeper's window.
const UNTIL: f64 = CLOCK + WINDOW;

/// A keeper with a seat.
fn seated() -> Keeper {
    let mut keeper = Keeper::default();
    keeper.take(NUMBERS, CLOCK, UNTIL);
    keeper.ended(End::Done, WINDOW, MOMENT);
    keeper
}

#[test]
fn a_keeper_claims_until_it_holds_a_seat_and_again_when_the_seat_is_lost() {
    let mut keeper = Keeper::default();
    assert!(keeper.claims());
    keeper.take(NUMBERS, CLOCK, UNTIL);
    keeper.ended(End::Done, WINDOW, MOMENT);
    assert!(!keeper.claims());
    // The pause is 0: the rest of the window is used while another seat is claimed.
    assert_eq!(keeper.ended(End::Lost, WINDOW, MOMENT), 0.0);
    assert!(keeper.claims());
    keeper.ended(End::Full(f64::INFINITY), WINDOW, MOMENT);
    assert!(keeper.claims());
    keeper.failed(QUICK, WINDOW, MOMENT);
    assert!(keeper.claims());
    keeper.take(NUMBERS, CLOCK, UNTIL);
    keeper.ended(End::Done, WINDOW, MOMENT);
    assert!(!keeper.claims());
}

#[test]
fn leases_move_only_to_other_numbers_and_their_windows_begin_after_those_of_earlier_seats() {
    let mut keeper = Keeper::default();
    assert!(keeper.moves_to(NUMBERS));
    assert_eq!(keeper.take(NUMBERS, CLOCK, UNTIL), CLOCK);
    assert!(!keeper.moves_to(NUMBERS));
    assert_eq!(keeper.take(NUMBERS, CLOCK, UNTIL + WINDOW), CLOCK);
    // The seat has another node; or a migration has changed the shares of the node.
    for other in [
        Numbers { node: 6.0, ..NUMBERS },
        Numbers { last: 31.0, ..NUMBERS },
        Numbers { first: 1.0, ..NUMBERS },
    ] {
        let mut keeper = keeper;
        assert!(keeper.moves_to(other));
        assert_eq!(keeper.leave(CLOCK + 700.0), CLOCK + 700.0);
        assert_eq!(keeper.take(other, CLOCK, UNTIL), CLOCK + 700.0);
        assert_eq!(keeper.take(other, CLOCK + 900.0, UNTIL), CLOCK + 900.0);
        // The next seat was used less, or not at all.
        assert_eq!(keeper.leave(0.0), CLOCK + 700.0);
    }
}

#[test]
fn a_seat_is_claimed_then_held_until_its_window_ends_or_a_clock_jumps() {
    let mut keeper = Keeper::default();
    assert_eq!((keeper.state(CLOCK), keeper.until()), (State::Claiming, 0.0));
    keeper.take(NUMBERS, CLOCK, UNTIL);
    assert_eq!(keeper.until(), UNTIL);
    assert_eq!(keeper.state(UNTIL - 1.0), State::Held);
    assert_eq!(keeper.state(UNTIL), State::Expired);
    keeper.demand(0.0, true);
    assert_eq!(keeper.state(CLOCK), State::Expired);
    keeper.take(NUMBERS, CLOCK, UNTIL);
    assert_eq!(keeper.state(CLOCK), State::Held);
    keeper.leave(CLOCK);
    assert_eq!((keeper.state(CLOCK), keeper.until()), (State::Claiming, 0.0));
}

#[test]
fn whoever_wants_an_id_begins_an_attempt_that_is_late_and_closes_the_window_when_a_clock_has_jumped() {
    let mut keeper = Keeper::default();
    // Without a seat, the attempt that claims one goes on anyway.
    assert_eq!(keeper.demand(1e9, true), Demand::Nothing);
    let mut keeper = seated();
    // The extension is due half as late again as the timer, which runs after a third of a window.
    let due = MOMENT.now + WINDOW / 2.0;
    assert_eq!(keeper.due(), due);
    assert_eq!(
        [keeper.demand(due - 1.0, false), keeper.demand(due, false)],
        [Demand::Nothing, Demand::Renew]
    );
    assert_eq!(keeper.demand(0.0, true), Demand::Suspend);
    // The window is closed already.
    assert_eq!(keeper.demand(0.0, true), Demand::Nothing);
    assert_eq!(keeper.demand(due, true), Demand::Renew);
}

#[test]
fn a_call_with_a_window_waits_for_an_attempt_that_is_late_unless_the_last_one_has_failed() {
    let mut keeper = seated();
    assert!(!keeper.is_worth_waiting(keeper.due() - 1.0));
    assert!(keeper.is_worth_waiting(keeper.due()));
    keeper.failed(QUICK, WINDOW, MOMENT);
    assert!(!keeper.is_worth_waiting(keeper.due()));
    keeper.ended(End::Done, WINDOW, MOMENT);
    assert!(keeper.is_worth_waiting(keeper.due()));
    assert!(!Keeper::default().is_worth_waiting(1e9));
}

#[test]
fn a_window_is_extended_after_a_third_of_it() {
    assert_eq!(Keeper::default().ended(End::Done, WINDOW, MOMENT), WINDOW / 3.0);
}

#[test]
fn a_keeper_that_is_told_a_time_asks_after_it_but_not_later_than_the_longest_pause() {
    let mut keeper = Keeper::default();
    assert_eq!(keeper.ended(End::Wait(CLOCK + 99.0), WINDOW, MOMENT), 100.0);
    assert_eq!(keeper.ended(End::Wait(CLOCK + 1e9), WINDOW, MOMENT), MAX_RETRY_MS as f64);
    assert_eq!(keeper.ended(End::Full(CLOCK + 99.0), WINDOW, MOMENT), 100.0);
    // The estimated clock may be past the time.
    assert_eq!(keeper.ended(End::Wait(CLOCK - 5_000.0), WINDOW, MOMENT), MIN_PAUSE_MS as f64);
    assert_eq!(keeper.ended(End::Full(CLOCK - 5_000.0), WINDOW, MOMENT), MIN_PAUSE_MS as f64);
}

#[test]
fn pauses_double_while_no_seat_is_free_up_to_a_quarter_of_a_window_and_begin_anew_with_a_seat() {
    let mut keeper = Keeper::default();
    let mut full = |window| keeper.ended(End::Full(f64::INFINITY), window, MOMENT);
    let first = MAX_PAUSE_MS as f64;
    assert_eq!(
        [full(WINDOW), full(WINDOW), full(WINDOW), full(WINDOW)],
        [first, first * 2.0, 3_000.0, 3_000.0]
    );
    for _ in 0..100 {
        assert_eq!(full(86_400_000.0), MAX_RETRY_MS as f64);
    }
    keeper.ended(End::Done, WINDOW, MOMENT);
    assert_eq!(keeper.ended(End::Full(f64::INFINITY), WINDOW, MOMENT), first);
}

#[test]
fn pauses_double_while_attempts_fail_up_to_a_third_of_a_window_and_begin_anew_with_an_answer() {
    let mut keeper = Keeper::default();
    let first = MIN_PAUSE_MS as f64 * 2.0;
    assert_eq!(keeper.failed(QUICK, WINDOW, MOMENT), first);
    assert_eq!(keeper.failed(QUICK, WINDOW, MOMENT), first * 2.0);
    for _ in 0..100 {
        keeper.failed(QUICK, WINDOW, MOMENT);
    }
    assert_eq!(keeper.failed(QUICK, WINDOW, MOMENT), WINDOW / 3.0);
    assert_eq!(keeper.failed(QUICK, 86_400_000.0, MOMENT), MAX_RETRY_MS as f64);
    keeper.ended(End::Wait(CLOCK), WINDOW, MOMENT);
    assert_eq!(keeper.failed(QUICK, WINDOW, MOMENT), first);
}

#[test]
fn a_store_that_is_slow_is_asked_after_as_long_as_it_took_but_a_window_that_runs_is_extended_in_time() {
    let failed = |mut keeper: Keeper, failure, left: f64| {
        keeper.failed(failure, WINDOW, Moment { clock: UNTIL - left, ..MOMENT })
    };
    let slow = Failure { took: 2_000.0, ..QUICK };
    assert_eq!(failed(Keeper::default(), slow, 0.0), 2_000.0);
    assert_eq!(failed(seated(), slow, 0.0), 2_000.0);
    assert_eq!(failed(seated(), slow, -1.0), 2_000.0);
    assert_eq!(failed(seated(), slow, 1_000.0), 500.0);
    assert_eq!(failed(seated(), Failure { is_slow: true, ..slow }, 1_000.0), 2_000.0);
    assert_eq!(failed(seated(), Failure { took: 60_000.0, ..QUICK }, 0.0), MAX_RETRY_MS as f64);
}

#[test]
fn attempts_are_spread_by_a_tenth_and_never_nearer_than_the_shortest_pause() {
    let after = |pause: f64, random| {
        let time = CLOCK + pause - 1.0;
        Keeper::default().ended(End::Wait(time), WINDOW, Moment { random, ..MOMENT })
    };
    assert_eq!([after(1_000.0, 0.0), after(1_000.0, 0.5), after(1_000.0, 1.0)], [900.0, 1_000.0, 1_100.0]);
    assert_eq!(after(1.0, 0.5), MIN_PAUSE_MS as f64);
    assert_eq!(Keeper::default().ended(End::Lost, WINDOW, Moment { random: 1.0, ..MOMENT }), 0.0);
}

#[test]
fn a_keeper_goes_on_from_its_state_as_numbers() {
    assert_eq!(Keeper::default().to_numbers(), [0.0; 7]);
    let mut keeper = seated();
    keeper.leave(CLOCK + 7.0);
    keeper.take(Numbers { node: 6.0, ..NUMBERS }, CLOCK, UNTIL);
    keeper.ended(End::Lost, WINDOW, MOMENT);
    for _ in 0..300 {
        keeper.ended(End::Full(f64::INFINITY), WINDOW, MOMENT);
    }
    for _ in 0..3 {
        keeper.failed(QUICK, WINDOW, MOMENT);
    }
    keeper.demand(0.0, true);
    let mut other = Keeper::from_numbers(keeper.to_numbers());
    assert_eq!(other.to_numbers(), keeper.to_numbers());
    assert!(other.claims() && !other.moves_to(Numbers { node: 6.0, ..NUMBERS }));
    assert_eq!((other.state(CLOCK), other.until(), other.due()), (State::Expired, UNTIL, keeper.due()));
    assert_eq!(other.failed(QUICK, WINDOW, MOMENT), keeper.failed(QUICK, WINDOW, MOMENT));
    let end = End::Full(f64::INFINITY);
    assert_eq!(other.ended(end, WINDOW, MOMENT), keeper.ended(end, WINDOW, MOMENT));
    assert_eq!(other.leave(0.0), CLOCK + 7.0);
    // Each flag is tried by itself: a seat that is lost, and a window that is closed by a jump.
    for flags in 0..4_u32 {
        let numbers = [f64::from(flags << 16), 1.0, 2.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!(Keeper::from_numbers(numbers).to_numbers(), numbers);
    }
}
