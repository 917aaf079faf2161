//! Leases and generators of two processes, at random: seats are taken, extended, lost, ended and taken again, while numbers
//! are ready and batches are in progress. A naive store grants the windows. No ID is made twice within a
//! space, and no ID is made outside of the windows of its seat.

mod members;
mod steps;
mod world;

use proptest::prelude::*;

use crate::support::trial::setups;
use steps::steps;
use world::World;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_id_is_made_twice_in_a_space_nor_outside_of_the_windows_of_its_seat(
        setup in setups(&[1, 4, 10]),
        steps in prop::collection::vec(steps(), 50..300),
    ) {
        let mut world = World::new(setup);
        for step in steps {
            world.happen(step)?;
        }
        world.finish()?;
    }
}
