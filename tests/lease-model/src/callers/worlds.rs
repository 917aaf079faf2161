//! The worlds in which every quota holds.

use super::state::CallersFaults;
use super::world::CallersWorld;

/// A world of callers and its name.
pub type NamedOfCallers = (&'static str, CallersWorld);

/// Two servers. The first secret of the first server is the old secret, and the first secret of the second server is
/// the new one.
fn replaced() -> CallersWorld {
    CallersWorld { servers: vec![vec![0, 1], vec![1, 0]], lists: 2, ..CallersWorld::small() }
}

/// Worlds of up to 400 000 states.
#[must_use]
pub fn small_worlds_of_callers() -> Vec<NamedOfCallers> {
    let of = |asks, losses, releases, heads| CallersFaults { asks, losses, releases, heads };
    vec![
        ("a lost reply", CallersWorld { faults: of(2, 1, 0, 0), ..CallersWorld::small() }),
        ("a release", CallersWorld { faults: of(4, 0, 1, 0), ..CallersWorld::small() }),
        ("another section", CallersWorld { duration: 3, faults: of(3, 0, 0, 1), ..CallersWorld::small() }),
        ("a secret that is replaced", CallersWorld { faults: of(3, 0, 0, 0), ..replaced() }),
        (
            "a secret that not all servers know",
            CallersWorld {
                servers: vec![vec![0], vec![1], vec![1, 0]],
                duration: 2,
                faults: of(3, 0, 0, 0),
                ..replaced()
            },
        ),
        (
            "two callers",
            CallersWorld { callers: 2, seats: 1, duration: 3, faults: of(3, 0, 0, 0), ..replaced() },
        ),
    ]
}

/// Worlds of up to some million states.
#[must_use]
pub fn large_worlds_of_callers() -> Vec<NamedOfCallers> {
    let of = |asks, losses, releases, heads| CallersFaults { asks, losses, releases, heads };
    vec![
        ("a lost reply, three requests", CallersWorld { faults: of(3, 1, 0, 0), ..CallersWorld::small() }),
        ("a secret that is replaced, and a loss", CallersWorld { faults: of(3, 1, 0, 0), ..replaced() }),
        ("a secret that is replaced, and a release", CallersWorld { faults: of(4, 0, 1, 0), ..replaced() }),
        ("two callers of two seats", CallersWorld { callers: 2, faults: of(3, 0, 0, 0), ..replaced() }),
        (
            "three requests at a time",
            CallersWorld { concurrency: 3, duration: 3, faults: of(3, 0, 0, 0), ..replaced() },
        ),
        (
            "a quota of two",
            CallersWorld { quota: 2, seats: 3, duration: 3, faults: of(4, 0, 0, 0), ..CallersWorld::small() },
        ),
    ]
}
