//! Requests to a sequencer, in short.

use flakekit::sequencer::{GrantError, Permit, Policy, Run, Sequencer, Start, WaitCause};

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

/// Moves a run by so many ticks from the one that it was granted from, where it has up to `count` numbers, as the wrapper does, and
/// returns it as it is then. `None` if the permit does not allow it. `next` is the number after the last one that was used.
pub fn move_run(
    permit: &Permit,
    run: &Run,
    (ticks, count): (u64, u32),
    next: u32,
    lowest: u32,
) -> Option<Run> {
    let is_permitted = permit.serial.get() == run.serial as f64
        && ticks as f64 > permit.moved.get()
        && ticks as f64 <= permit.limit.get();
    is_permitted.then(|| {
        let numbers = permit.numbers.get() as u32;
        let offset = next - lowest;
        let offset = if permit.rolling.get() > 0.0 && offset < numbers { offset } else { 0 };
        let count = count.min(permit.most.get() as u32).min(numbers - offset);
        permit.first.set(f64::from(offset));
        permit.count.set(f64::from(count));
        permit.moved.set(ticks as f64);
        Run { tick: run.tick + ticks, first: lowest + offset, count, ..*run }
    })
}
