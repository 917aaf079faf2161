//! IDs that a database makes, in small worlds: sessions that call the function of `nextSql` in transactions, a clock that steps ahead and
//! back, calls that are cancelled at each step, transactions that are rolled back, and a server that crashes and
//! forgets the writes that are not on its disk.
//!
//! Each step of a call is an action: it takes the lock, reads the sequence, reads the clock, sets the sequence, and releases the lock. An
//! ID is a tick and a sequence number as one number, as in the sequence. It counts as used when its transaction is committed.
//!
//! A refused call, which would lead the clock by too much, and a call that waits are equal in these worlds: the call
//! has had no effect, and another call can follow.

mod rule;
mod state;
mod world;
mod worlds;

pub use rule::NextRule;
pub use state::{NextFaults, NextState};
pub use world::{NEVER_BACK, NEVER_TWICE, NextAction, NextWorld};
pub use worlds::{
    NamedOfNext, large_worlds_of_next, small_worlds_of_next, world_that_forgets, world_with_an_early_clock,
};
