//! Leases of 1000 processes. That windows of a seat do not overlap is asserted by [`World::run`] itself.

use flakekit_lease_scale::{DATABASE, End, Event, IN_MEMORY, SECOND, Scenario, World};

/// Discord's 1024 seats, and windows of 10 s.
fn scenario() -> Scenario {
    Scenario::new("1000 processes", 1, 10_000, IN_MEMORY)
}

#[test]
fn all_processes_get_a_seat_when_there_are_enough() {
    let figures = World::run(&scenario().with(1_000, 0..1), 1);
    assert_eq!((figures.seated, figures.without_seat), (1_000, 0.0));
    assert!(figures.longest_gap < 0.001, "{} s without a window", figures.longest_gap);
}

#[test]
fn in_a_new_space_that_may_be_forgotten_seats_are_granted_after_the_grace_period() {
    let figures = World::run(&scenario().with(1_000, 0..1).forgetful().of_new_space(), 1);
    assert_eq!((figures.seated, figures.without_seat), (1_000, 0.0));
    // The wait is at least the sum of the window, the skew and the age.
    assert!(figures.waits[0] > 12.0, "{} s", figures.waits[0]);
}

#[test]
fn a_process_reads_and_swaps_once_for_each_third_of_its_window() {
    let figures = World::run(&scenario().with(900, 0..5).measured(10..60), 1);
    // A pause is 90 to 110 % of a third of the window.
    for rate in [figures.reads, figures.swaps] {
        assert!((900.0 * 0.3 / 1.1..900.0 * 0.3 / 0.9).contains(&rate.mean), "{} a second", rate.mean);
    }
    assert!(figures.records.mean <= 2.0 * figures.reads.mean, "only head and the seat");
}

#[test]
fn processes_that_replace_killed_ones_wait_at_most_for_the_ends_of_windows() {
    let all = scenario().with(1_024, 0..5).at(20, Event::Replace(512, End::Killed)).measured(20..40);
    let figures = World::run(&all, 1);
    assert_eq!((figures.seated, figures.without_seat), (512, 0.0));
    // The wait is at most a window, and a quarter of a window until the next attempt.
    assert!(figures.waits[2] < 13.0, "{} s", figures.waits[2]);
}

#[test]
fn a_released_seat_is_free_at_once() {
    let deploy = scenario().with(1_000, 0..5).each_second(20..30, Event::Replace(20, End::Releases));
    let figures = World::run(&deploy.measured(20..40), 1);
    assert_eq!((figures.seated, figures.without_seat, figures.dead_seats.peak), (200, 0.0, 0.0));
}

#[test]
fn those_who_find_no_seat_do_not_keep_the_others_from_extending_their_windows() {
    let figures = World::run(&scenario().with(2_000, 0..1).measured(0..40), 1);
    assert_eq!(figures.seated, 1_024);
    assert!(figures.longest_gap < 0.001, "{} s without a window", figures.longest_gap);
    // 976 processes read the section at most once a second, and in the end once in 2.5 s.
    assert!(figures.records.mean < 976.0 * 1_041.0 / 2.0, "{} records a second", figures.records.mean);
}

#[test]
fn a_store_that_is_too_slow_for_a_cold_start_seats_everybody_nevertheless() {
    let start = Scenario::new("a database", 16, 60_000, DATABASE).with(10_000, 0..1);
    let figures = World::run(&start, 1);
    assert_eq!((figures.seated, figures.without_seat), (10_000, 0.0));
}

#[test]
fn leases_continue_when_the_store_is_back_or_has_forgotten_everything() {
    let fails = Event::Fail(30 * SECOND);
    let down = World::run(&scenario().with(1_000, 0..5).at(20, fails).measured(55..75), 1);
    assert!(down.longest_gap < 0.001 && down.swaps.mean > 270.0, "{down:?}");
    let all = scenario().with(1_000, 0..5).forgetful().at(20, Event::Forget).measured(20..60);
    let forgotten = World::run(&all, 1);
    assert!(forgotten.longest_gap < 0.001 && forgotten.swaps.mean > 270.0, "{forgotten:?}");
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let scenario = scenario().short_lived(0..20, 50, 1.0..10.0, End::Killed).measured(0..20);
    assert_eq!(World::run(&scenario, 7), World::run(&scenario, 7));
    assert_ne!(World::run(&scenario, 7), World::run(&scenario, 8));
}
