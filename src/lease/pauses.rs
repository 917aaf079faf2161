//! When the keeper of a lease tries again, and how long it waits for answers, in ms.
//! `keeper.rs` has the rules.

/// The shortest time between two attempts.
pub const MIN_PAUSE_MS: u64 = 50;

/// The longest time until the second attempt to claim a seat. While no seat is free, each further pause is twice as long, up
/// to a quarter of a window.
pub const MAX_PAUSE_MS: u64 = 1_000;

/// The longest pause after an attempt that failed or got no seat.
pub const MAX_RETRY_MS: u64 = 10_000;

/// The longest wait for an answer of a store.
pub const MAX_ANSWER_MS: u64 = 5_000;

/// How often, at most, a task begins again because swaps of other claimants were faster.
pub const MAX_SWAPS: u64 = 100;
