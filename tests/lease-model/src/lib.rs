//! The protocol of leases in small worlds, for the model checker `stateright`: a few processes, one or two
//! seats, short windows, and the faults that the protocol claims to survive. The processes are real
//! [`Claimant`](flakekit::lease::Claimant)s, so the checker runs the very [`step`](flakekit::lease::step()) that
//! the package runs.
//!
//! Time is counted in ms, and a tick is one ms. A read of the store and the decision that follows are one
//! action, because the decision depends on nothing else. The swap that it leads to is a message, which is
//! delivered late, twice or never, and whose answer may be lost.
//!
//! `cargo test` looks at small worlds, and at one world for each [`Rule`] that is left out. `npm run
//! check:model` looks at large worlds.

mod callers;
mod database;
mod rule;
mod state;
mod store;
mod world;
mod worlds;

pub use callers::{
    CallersAction, CallersFaults, CallersState, CallersWorld, NEVER_OF_TWO, NamedOfCallers, QuotaRule,
    WITHIN_QUOTA, large_worlds_of_callers, small_worlds_of_callers,
};
pub use database::{
    NEVER_BACK, NEVER_TWICE, NamedOfNext, NextAction, NextFaults, NextRule, NextState, NextWorld,
    large_worlds_of_next, small_worlds_of_next, world_that_forgets, world_with_an_early_clock,
};
pub use rule::Rule;
pub use state::{Faults, State};
pub use world::{Action, NEVER_OVERLAP, World};
pub use worlds::{Named, large_worlds, small_worlds, world_without_clock};
