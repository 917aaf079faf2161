//! IDs that a database makes, in small worlds.

use flakekit_lease_model::{
    NEVER_BACK, NEVER_TWICE, NextRule, small_worlds_of_next, world_that_forgets, world_with_an_early_clock,
};
use stateright::{Checker, Model};

#[test]
fn no_id_of_a_database_repeats_and_none_goes_back_whatever_fails() {
    for (name, world) in small_worlds_of_next() {
        let checker = world.checker().spawn_bfs().join();
        println!("{name}: {} states", checker.unique_state_count());
        // The properties include that IDs lead the clock, transactions overlap, and a crash loses writes.
        checker.assert_properties();
    }
}

#[test]
fn each_rule_of_the_function_is_necessary() {
    for rule in NextRule::ALL {
        let checker = rule.world_without().checker().spawn_bfs().join();
        println!("without {rule:?}: {} states", checker.unique_state_count());
        assert!(checker.discovery(NEVER_TWICE).is_some(), "without {rule:?}, nothing repeats");
    }
}

#[test]
fn the_clock_may_be_read_before_the_lock_is_taken() {
    let checker = world_with_an_early_clock().checker().spawn_bfs().join();
    println!("an early clock: {} states", checker.unique_state_count());
    assert!(checker.discovery(NEVER_TWICE).is_none());
    assert!(checker.discovery(NEVER_BACK).is_none());
}

#[test]
fn a_commit_that_does_not_wait_for_the_disk_needs_ids_that_lead_or_a_clock_that_is_set_back_to_repeat() {
    let checker = world_that_forgets(0).checker().spawn_bfs().join();
    println!("a commit that does not wait: {} states", checker.unique_state_count());
    assert!(checker.discovery(NEVER_TWICE).is_none());
    let checker = world_that_forgets(1).checker().spawn_bfs().join();
    assert!(checker.discovery(NEVER_TWICE).is_some());
}
