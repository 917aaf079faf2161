//! Generators of two processes against the model: generators of one identity and rivals, with clocks of their own and on a leased
//! seat, with batches, stalls, windows, snapshots and closed generators in between. A script gives the same
//! answers whether numbers are ready or not.

use proptest::prelude::*;

use super::steps::{Options, Setup, Step, generators, setups, step};
use super::world::{Answer, Way, World};
use crate::support::trial::trials;

fn run(
    setup: Setup,
    way: Way,
    generators: &[Options],
    steps: &[Step],
) -> Result<[Vec<Answer>; 2], TestCaseError> {
    let mut worlds = [(); 2].map(|()| World::new(setup, way, generators));
    let mut snapshots = Vec::new();
    for step in steps {
        worlds.iter_mut().for_each(|world| world.move_clock(step.ms));
        worlds[usize::from(step.second)].happen(step, &mut snapshots, generators)?;
    }
    for world in &mut worlds {
        world.finish()?;
    }
    Ok(worlds.map(|world| world.answers))
}

proptest! {
    #![proptest_config(trials(1500))]

    #[test]
    fn generators_agree_with_the_model_and_what_is_ready_changes_no_answer(
        setup in setups(),
        generators in generators(),
        steps in prop::collection::vec(step(), 1..100),
    ) {
        let ready = run(setup, Way::Ready, &generators, &steps)?;
        prop_assert_eq!(run(setup, Way::Asking, &generators, &steps)?, ready);
    }
}
