//! Requests to a sequencer, in short.

use flakekit::sequencer::{GrantError, Policy, Sequencer, Start, WaitCause};

pub const UNLIMITED: (u64, u64) = (0, u64::MAX);
pub const RESET: Start = Start::Reset { threshold: 0 };
pub const LEADING: Policy = Policy { max_lead: 100, ..Policy::standard(1) };

pub const fn wait<T>(until: u64, cause: WaitCause) -> Result<T, GrantError> {
    Err(GrantError::Wait { until, cause })
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of an entropy source, which can fail")]
pub fn entropy() -> Option<u32> {
    Some(0xDEAD_BEEF)
}

pub fn grant(
    sequencer: &Sequencer,
    clock: u64,
    want: u32,
    policy: &Policy,
) -> Result<(u64, u32, u32), GrantError> {
    sequencer.grant(clock, want, policy, false, entropy).map(|run| (run.tick, run.first, run.count))
}

/// Makes two sequencers take turns.
pub fn take_turns(one: &Sequencer, other: &Sequencer) {
    one.settle();
    other.settle();
    one.turns().unite(other.turns());
}
