//! Checks the protocol of leases, the quotas of callers, and IDs that a database makes in large worlds: `npm run check:model`. With
//! `-- "two sections"`, only the worlds whose names contain these words.

use std::hash::Hash;
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use flakekit_lease_model::{
    NEVER_BACK, NEVER_OF_TWO, NEVER_OVERLAP, NEVER_TWICE, WITHIN_QUOTA, large_worlds,
    large_worlds_of_callers, large_worlds_of_next,
};
use stateright::report::WriteReporter;
use stateright::{Checker, Model};

fn main() -> ExitCode {
    let (begin, mut states) = (Instant::now(), 0);
    for (name, world) in large_worlds() {
        match check(name, world, &[NEVER_OVERLAP]) {
            Some(count) => states += count,
            None => return ExitCode::FAILURE,
        }
    }
    println!("\n{states} states in {} s: no windows overlap", begin.elapsed().as_secs());
    let (begin, mut states) = (Instant::now(), 0);
    for (name, world) in large_worlds_of_callers() {
        match check(name, world, &[WITHIN_QUOTA, NEVER_OF_TWO]) {
            Some(count) => states += count,
            None => return ExitCode::FAILURE,
        }
    }
    println!("\n{states} states in {} s: no caller has more than its quota", begin.elapsed().as_secs());
    let (begin, mut states) = (Instant::now(), 0);
    for (name, world) in large_worlds_of_next() {
        match check(name, world, &[NEVER_TWICE, NEVER_BACK]) {
            Some(count) => states += count,
            None => return ExitCode::FAILURE,
        }
    }
    println!("\n{states} states in {} s: no ID of a database repeats", begin.elapsed().as_secs());
    ExitCode::SUCCESS
}

/// Looks at all states of a world. Returns their count, or prints how a property is broken.
fn check<World>(name: &str, world: World, properties: &[&'static str]) -> Option<usize>
where
    World: Model + Send + Sync + 'static,
    World::State: Clone + std::fmt::Debug + Hash + PartialEq + Send + Sync,
    World::Action: Clone + std::fmt::Debug + PartialEq + Send + Sync,
{
    let part = std::env::args().nth(1).unwrap_or_default();
    if !name.contains(&part) {
        return Some(0);
    }
    println!("\n{name}");
    let threads = available_parallelism().map_or(1, usize::from);
    let checker = world.checker().threads(threads).spawn_dfs();
    let checker = checker.join_and_report(&mut WriteReporter::new(&mut std::io::stdout()));
    for &property in properties {
        if let Some(path) = checker.discovery(property) {
            println!("broken: {property}\n{path}");
            return None;
        }
    }
    Some(checker.unique_state_count())
}
