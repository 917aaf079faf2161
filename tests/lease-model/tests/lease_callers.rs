//! Requests of callers and their quotas, in small worlds.

use flakekit_lease_model::{NEVER_OF_TWO, QuotaRule, WITHIN_QUOTA, small_worlds_of_callers};
use stateright::{Checker, HasDiscoveries, Model};

#[test]
fn no_caller_has_more_than_its_quota_whatever_it_asks_for_and_whichever_server_dies() {
    for (name, world) in small_worlds_of_callers() {
        let checker = world.checker().spawn_bfs().join();
        println!("{name}: {} states", checker.unique_state_count());
        // The properties include that a caller can have its quota, is refused more seats, and gets a seat again later.
        checker.assert_properties();
    }
}

#[test]
fn each_rule_of_quotas_is_necessary() {
    for rule in QuotaRule::ALL {
        let checker = rule.world_without().checker();
        let checker = checker.finish_when(HasDiscoveries::AnyFailures).spawn_bfs().join();
        println!("without {rule:?}: {} states", checker.unique_state_count());
        assert!(checker.discovery(WITHIN_QUOTA).is_some(), "without {rule:?}, the quota holds");
        assert!(checker.discovery(NEVER_OF_TWO).is_none(), "without {rule:?}, windows overlap");
    }
}
