//! The protocol of leases in small worlds. Each is checked by one thread, because two contend for the memory: 54 s of the processor
//! instead of 33.

use flakekit_lease_model::{NEVER_OVERLAP, Rule, small_worlds, world_without_clock};
use stateright::{Checker, HasDiscoveries, Model};

#[test]
fn windows_of_one_seat_are_disjoint_whatever_fails() {
    for (name, world) in small_worlds() {
        let checker = world.checker().spawn_bfs().join();
        println!("{name}: {} states", checker.unique_state_count());
        // The properties include that a seat gets another owner, a window of a young space is extended, and every
        // process gets a window.
        checker.assert_properties();
    }
}

#[test]
fn each_rule_of_the_protocol_is_necessary() {
    for rule in Rule::ALL {
        let checker = rule.world_without().checker();
        let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        println!("without {rule:?}: {} states", checker.unique_state_count());
        assert!(checker.discovery(NEVER_OVERLAP).is_some(), "without {rule:?}, nothing overlaps");
    }
}

#[test]
fn a_store_that_forgets_nothing_keeps_windows_apart_without_a_clock() {
    let world = world_without_clock();
    let checker = world.clone().checker().spawn_bfs().join();
    println!("without a clock: {} states", checker.unique_state_count());
    assert!(checker.discovery(NEVER_OVERLAP).is_none());
}
