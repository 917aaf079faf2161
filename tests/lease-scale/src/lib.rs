//! Leases of thousands of processes, on a virtual clock.
//!
//! The processes are real [`Claimant`](flakekit::lease::Claimant)s, and the simulation runs the very code of the package, with
//! its [`Keeper`](flakekit::lease::Keeper), which decides when a process tries again. `attempts.rs` does what the package does in
//! TypeScript: it passes on questions and answers. The store works on one call after the other, so calls wait if there
//! are too many. All runs of a scenario with one seed are equal.
//!
//! `npm run simulate` prints the table of this folder's README.md. `npm test -- model` runs smaller scenarios.

mod attempts;
mod figures;
mod random;
mod scenario;
mod scenarios;
mod store;
mod world;

pub use figures::{Figures, Rate};
pub use scenario::{End, Event, SECOND, Scenario};
pub use scenarios::{DATABASE, IN_MEMORY, all};
pub use store::Capacity;
pub use world::World;
