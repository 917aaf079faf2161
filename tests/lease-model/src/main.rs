//! Checks the protocol of leases in large worlds: `npm run check:model`.

use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

use flakekit_lease_model::{NEVER_OVERLAP, large_worlds};
use stateright::report::WriteReporter;
use stateright::{Checker, Model};

fn main() -> ExitCode {
    let threads = available_parallelism().map_or(1, usize::from);
    let (begin, mut states) = (Instant::now(), 0);
    for (name, world) in large_worlds() {
        println!("\n{name}");
        let checker = world.checker().threads(threads).spawn_dfs();
        let checker = checker.join_and_report(&mut WriteReporter::new(&mut std::io::stdout()));
        states += checker.unique_state_count();
        if let Some(path) = checker.discovery(NEVER_OVERLAP) {
            println!("windows overlap:\n{path}");
            return ExitCode::FAILURE;
        }
    }
    println!("\n{states} states in {} s: no windows overlap", begin.elapsed().as_secs());
    ExitCode::SUCCESS
}
