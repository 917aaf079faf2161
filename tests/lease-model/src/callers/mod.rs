//! Requests of callers of servers, in small worlds: servers that share a store, whose secrets are replaced, and that die
//! between two writes; swaps that arrive late, twice or never; callers that ask for anything with any of their grants. The
//! requests are real [`CallerRequest`](flakekit::lease::CallerRequest)s.
//!
//! A request reads the store and decides in one action, also after a swap that was refused: a swap that is refused now
//! is refused later too, so a request that reads later is one whose swap arrives later. Each swap is an action of its own.
//! The store forgets nothing in these worlds: with forgotten lists, a caller may exceed its quota. Worlds of
//! [`World`](crate::World) forget seats.

mod rule;
mod state;
mod world;
mod worlds;

pub use rule::QuotaRule;
pub use state::{CallersFaults, CallersState};
pub use world::{CallersAction, CallersWorld, NEVER_OF_TWO, WITHIN_QUOTA};
pub use worlds::{NamedOfCallers, large_worlds_of_callers, small_worlds_of_callers};
