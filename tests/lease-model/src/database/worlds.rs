//! The worlds in which no ID repeats, and the worlds in which IDs repeat.

use super::rule::NextRule;
use super::state::NextFaults;
use super::world::NextWorld;

/// A world and its name.
pub type NamedOfNext = (&'static str, NextWorld);

/// A small world in which these faults may happen.
fn of(faults: NextFaults) -> NextWorld {
    NextWorld { faults, ..NextWorld::small() }
}

/// Worlds of some ten thousand states.
#[must_use]
pub fn small_worlds_of_next() -> Vec<NamedOfNext> {
    let none = NextFaults::default();
    vec![
        ("steps of the clock", of(NextFaults { clock_steps: 2, ..none })),
        ("a crash", of(NextFaults { crashes: 1, ..none })),
        ("a crash and a step of the clock", of(NextFaults { crashes: 1, clock_steps: 1, ..none })),
        ("cancels and a rollback", of(NextFaults { cancels: 1, rollbacks: 1, ..none })),
    ]
}

/// The clock may be read before the lock is taken: then an ID may be older than the one before, but no ID repeats.
#[must_use]
pub fn world_with_an_early_clock() -> NextWorld {
    let faults = NextFaults { clock_steps: 1, crashes: 1, ..NextFaults::default() };
    NextWorld { reads_clock_before_lock: true, ..of(faults) }
}

/// A commit does not wait for the disk, and the server crashes. No ID leads the clock, and the clock may step this often.
#[must_use]
pub fn world_that_forgets(clock_steps: u8) -> NextWorld {
    let faults = NextFaults { crashes: 1, clock_steps, ..NextFaults::default() };
    NextWorld { without: Some(NextRule::FlushedBeforeUse), lead: 0, ..of(faults) }
}

/// Worlds of many million states.
#[must_use]
pub fn large_worlds_of_next() -> Vec<NamedOfNext> {
    let all = NextFaults { crashes: 1, clock_steps: 1, cancels: 1, rollbacks: 1 };
    let large = NextWorld { faults: all, ..NextWorld::small() };
    vec![
        ("all faults", large.clone()),
        (
            "two crashes, two steps of the clock",
            of(NextFaults { crashes: 2, clock_steps: 2, ..NextFaults::default() }),
        ),
        ("three sessions", NextWorld { sessions: 3, calls: 1, ..large.clone() }),
        (
            "three sessions with two calls",
            NextWorld {
                sessions: 3,
                faults: NextFaults { crashes: 1, clock_steps: 1, ..NextFaults::default() },
                ..NextWorld::small()
            },
        ),
        ("three calls each", NextWorld { calls: 3, faults: NextFaults { cancels: 0, ..all }, ..large }),
    ]
}
