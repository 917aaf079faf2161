//! The worlds in which nothing may overlap.

use crate::rule::Rule;
use crate::state::Faults;
use crate::world::{World, node, section};

/// A world and its name.
pub type Named = (&'static str, World);

/// A small world in which these faults may happen.
fn of(faults: Faults) -> World {
    World { faults, ..World::small() }
}

/// A small world in which the last process wants other terms.
fn other(faults: Faults) -> World {
    World {
        sections: vec![section(1, 2, 2), section(1, 1, 2)],
        duration: 7,
        ..of(Faults { adaptations: 1, ..faults })
    }
}

/// A small world of two sections with different windows. The last process wants both nodes with the shorter windows.
fn merged(faults: Faults) -> World {
    let sections = vec![node(1, 1, 3), section(1, 1, 2), section(2, 1, 2)];
    World { sections, known: 2, ..of(Faults { adaptations: 1, ..faults }) }
}

/// Worlds of some hundred thousand states.
#[must_use]
pub fn small_worlds() -> Vec<Named> {
    let none = Faults::default();
    vec![
        ("a restart of the store", World { duration: 4, ..of(Faults { restarts: 1, ..none }) }),
        ("a new space", World { is_new: true, ..of(Faults { losses: 1, ..none }) }),
        ("two flushes", World { skew: 0, age: 2, duration: 4, ..of(Faults { flushes: 2, ..none }) }),
        ("a jump of the clock", World { is_durable: true, duration: 4, ..of(Faults { jumps: 1, ..none }) }),
        ("a release and a loss", World { duration: 4, ..of(Faults { releases: 1, losses: 1, ..none }) }),
        (
            "a reservation and a restart",
            World { reserves: true, duration: 3, ..of(Faults { restarts: 1, ..none }) },
        ),
        (
            "a reservation in a new space",
            World { reserves: true, is_new: true, ..of(Faults { losses: 1, ..none }) },
        ),
        (
            "a prepared space and a flush",
            World { preparations: 1, duration: 4, ..of(Faults { flushes: 1, ..none }) },
        ),
        ("other terms", other(none)),
        ("other terms and a restart", World { duration: 4, ..other(Faults { restarts: 1, ..none }) }),
        (
            "other terms and a jump",
            World { is_durable: true, duration: 3, ..other(Faults { jumps: 1, ..none }) },
        ),
        ("other terms and a reservation", World { reserves: true, ..other(none) }),
        ("a divided section and a restart", World::divided(Faults { restarts: 1, ..none })),
        (
            "other terms of two sections and a restart",
            World { duration: 2, ..merged(Faults { restarts: 1, ..none }) },
        ),
        (
            "a prepared space that is new",
            World { preparations: 1, is_new: true, ..of(Faults { losses: 1, ..none }) },
        ),
        ("a kill and a loss", World { duration: 4, ..of(Faults { kills: 1, losses: 1, ..none }) }),
    ]
}

/// A world in which processes have clocks of their own, which have any reading, and in which swaps arrive at any later
/// time: the store has no clock. But the store forgets nothing.
#[must_use]
pub fn world_without_clock() -> World {
    let faults = Faults { jumps: 2, ..Faults::default() };
    World { is_durable: true, duration: 3, without: Some(Rule::AgeGuard), ..of(faults) }
}

/// Worlds of many million states.
#[must_use]
pub fn large_worlds() -> Vec<Named> {
    let none = Faults::default();
    vec![
        ("a restart and a release", of(Faults { restarts: 1, releases: 1, ..none })),
        ("a restart and a kill", of(Faults { restarts: 1, kills: 1, ..none })),
        ("a restart and a loss", of(Faults { restarts: 1, losses: 1, ..none })),
        ("two flushes, longer", World { skew: 0, age: 2, ..of(Faults { flushes: 2, ..none }) }),
        ("a jump of the clock, longer", World { is_durable: true, ..of(Faults { jumps: 1, ..none }) }),
        ("two restarts", World { duration: 5, ..of(Faults { restarts: 2, ..none }) }),
        (
            "a release and a loss, longer",
            World { duration: 5, ..of(Faults { releases: 1, losses: 1, ..none }) },
        ),
        ("a kill and a loss, longer", World { duration: 5, ..of(Faults { kills: 1, losses: 1, ..none }) }),
        ("other terms and a restart, longer", World { duration: 5, ..other(Faults { restarts: 1, ..none }) }),
        ("a restart and a flush", World { duration: 5, ..of(Faults { restarts: 1, flushes: 1, ..none }) }),
        (
            "a restart, two seats",
            World { sections: vec![section(2, 1, 2)], duration: 5, ..of(Faults { restarts: 1, ..none }) },
        ),
        ("three processes", World { processes: 3, duration: 4, ..of(Faults { restarts: 1, ..none }) }),
        (
            "longer windows",
            World { sections: vec![section(1, 1, 3)], skew: 1, age: 2, ..of(Faults { restarts: 1, ..none }) },
        ),
        (
            "a reservation and two restarts",
            World { reserves: true, duration: 4, ..of(Faults { restarts: 2, ..none }) },
        ),
        (
            "a reservation, a restart and a loss",
            World { reserves: true, duration: 4, ..of(Faults { restarts: 1, losses: 1, ..none }) },
        ),
        ("other terms and a flush", other(Faults { flushes: 1, ..none })),
        (
            "other terms, a release and a kill",
            World { duration: 6, ..other(Faults { releases: 1, kills: 1, ..none }) },
        ),
        (
            "other terms and two jumps",
            World { is_durable: true, duration: 5, ..other(Faults { jumps: 2, ..none }) },
        ),
        (
            "other terms, longer windows and a restart",
            World {
                sections: vec![section(1, 1, 2), section(1, 1, 4)],
                ..other(Faults { restarts: 1, ..none })
            },
        ),
        ("two sections, a restart", merged(Faults { restarts: 1, ..none })),
        ("two sections, a reset and a restart", merged(Faults { restarts: 1, resets: 1, ..none })),
        ("two sections, a flush", merged(Faults { flushes: 1, ..none })),
        (
            "two sections, a jump",
            World { is_durable: true, duration: 5, ..merged(Faults { jumps: 1, ..none }) },
        ),
        ("a section beside, a restart", World::beside(Faults { restarts: 1, ..none })),
        (
            "a section beside, a release and a kill",
            World { duration: 4, ..World::beside(Faults { releases: 1, kills: 1, ..none }) },
        ),
        ("a section beside that need not agree, a restart", Rule::OtherSectionsAgree.world_without()),
        (
            "a divided section, a reset and a restart",
            World::divided(Faults { restarts: 1, resets: 1, ..none }),
        ),
        (
            "a prepared space and a restart",
            World { preparations: 2, duration: 4, ..of(Faults { restarts: 1, ..none }) },
        ),
        ("a reservation and two jumps", World { reserves: true, ..of(Faults { jumps: 2, ..none }) }),
        (
            "three flushes",
            World { sections: vec![section(1, 1, 3)], skew: 0, age: 2, ..of(Faults { flushes: 3, ..none }) },
        ),
        ("two jumps", World { is_durable: true, ..of(Faults { jumps: 2, ..none }) }),
        ("a jump and a release", World { is_durable: true, ..of(Faults { jumps: 1, releases: 1, ..none }) }),
    ]
}
