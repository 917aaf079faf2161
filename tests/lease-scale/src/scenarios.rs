//! The scenarios of this folder's README.md.

use crate::scenario::{End, Event, SECOND, Scenario};
use crate::store::Capacity;

/// A store in memory, such as Redis: 20 000 calls a second.
pub const IN_MEMORY: Capacity = Capacity { read: 50, record_ns: 200, swap: 50 };

/// A database that syncs each swap to its disk: 2 000 swaps a second.
pub const DATABASE: Capacity = Capacity { read: 200, record_ns: 1_000, swap: 500 };

const SEATS: u64 = 1_024 * 16;

/// How many percent of the seats are wanted, and how many processes these are.
const LOADS: [(u64, u64); 2] = [(61, 10_000), (95, SEATS * 95 / 100)];

/// How many processes a rolling deploy replaces in a second.
const DEPLOYED: usize = 100;

/// Discord's 1024 nodes with 16 shares, and windows of 10 s.
fn servers(name: &str, capacity: Capacity) -> Scenario {
    Scenario::new(name, 16, 10_000, capacity)
}

/// Processes that have run for half a minute, and are measured for two minutes from then on.
fn running(name: &str, processes: u64, capacity: Capacity) -> Scenario {
    servers(name, capacity).with(processes, 0..20).measured(30..150)
}

/// All scenarios.
#[must_use]
pub fn all() -> Vec<Scenario> {
    let mut scenarios = vec![
        running("10 000 run", 10_000, IN_MEMORY),
        servers("10 000 start at once", IN_MEMORY).with(10_000, 0..1),
        servers("10 000 start at once, a new space that is not durable", IN_MEMORY)
            .with(10_000, 0..1)
            .forgetful()
            .of_new_space(),
        servers("10 000 start at once, a database", DATABASE).with(10_000, 0..1),
        servers("3 000 start at once, a database", DATABASE).with(3_000, 0..1),
        Scenario::new("10 000 start at once, a database, windows of 60 s", 16, 60_000, DATABASE)
            .with(10_000, 0..1)
            .measured(0..120),
    ];
    for percent in [60, 95, 100, 120] {
        let name = format!("{percent} % of the seats are wanted, all at once");
        scenarios.push(servers(&name, IN_MEMORY).with(SEATS * percent / 100, 0..1));
    }
    for (end, how) in [(End::Releases, "released"), (End::Killed, "killed")] {
        for (percent, processes) in LOADS {
            let name =
                format!("rolling deploy: each second {DEPLOYED} of {percent} % are {how} and replaced");
            let scenario = running(&name, processes, IN_MEMORY);
            scenarios.push(scenario.each_second(30..130, Event::Replace(DEPLOYED, end)));
        }
    }
    for (percent, processes) in LOADS {
        let name =
            format!("10 % of the processes are killed and replaced, {percent} % of the seats are wanted");
        let crash = Event::Replace(processes as usize / 10, End::Killed);
        scenarios.push(running(&name, processes, IN_MEMORY).at(40, crash).measured(40..70));
    }
    scenarios.extend([
        running("the store is down for 30 s", 10_000, IN_MEMORY)
            .at(40, Event::Fail(30 * SECOND))
            .measured(40..100),
        Scenario::new("the store is down for 90 s, a database, windows of 60 s", 16, 60_000, DATABASE)
            .with(10_000, 0..20)
            .at(40, Event::Fail(90 * SECOND))
            .measured(40..200),
        running("the store forgets everything, each second 100 are killed and replaced", 10_000, IN_MEMORY)
            .forgetful()
            .each_second(30..90, Event::Replace(100, End::Killed))
            .at(40, Event::Forget)
            .measured(40..90),
        servers("functions: 300 start a second, live 1 to 60 s, killed", IN_MEMORY)
            .short_lived(0..180, 300, 1.0..60.0, End::Killed)
            .measured(90..180),
        servers("functions: 300 start a second, live 1 to 60 s, released", IN_MEMORY)
            .short_lived(0..180, 300, 1.0..60.0, End::Releases)
            .measured(90..180),
        servers("functions: a burst of 3 000 a second for 5 s, killed after 1 to 5 s", IN_MEMORY)
            .short_lived(0..120, 100, 1.0..60.0, End::Killed)
            .short_lived(90..95, 3_000, 1.0..5.0, End::Killed)
            .measured(90..120),
        Scenario::new(
            "browsers: 200 pages a second, open for 10 s to 20 min, killed",
            4_096,
            600_000,
            IN_MEMORY,
        )
        .short_lived(0..2_400, 200, 10.0..1_200.0, End::Killed)
        .measured(1_800..2_400),
    ]);
    scenarios
}
