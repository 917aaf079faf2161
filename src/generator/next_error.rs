//! Why there is no ID now.

use std::ops::Deref;

use super::Generator;
use crate::identity::Identity;
use crate::refusal::{Reason, Refusal};
use crate::sequencer::{GrantError, WaitCause};

/// Why there is no ID now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextError {
    /// Ask again when the clock has advanced by this count of ms, which is at most `maxWait`.
    Wait(u32, WaitCause),
    /// The request is refused. The generator continues to work.
    Error(Refusal),
}

impl From<Refusal> for NextError {
    fn from(refusal: Refusal) -> Self {
        Self::Error(refusal)
    }
}

impl<I: Deref<Target = Identity>> Generator<I> {
    /// The sequencer's answer, in ms instead of ticks. `waited` is how long the caller has waited, in ms.
    #[cold]
    pub(super) fn explain(&self, error: GrantError, now: i64, waited: u64) -> NextError {
        let refusal = match error {
            GrantError::Wait { until, cause } => {
                let wait = (self.scheme.instant(until) - now).unsigned_abs();
                let max_wait = self.settings.max_wait;
                if wait + waited <= max_wait {
                    return NextError::Wait(wait as u32, cause);
                }
                self.refuse_wait(Reason::WaitTooLong, cause, wait as i64, max_wait as i64)
            }
            GrantError::Behind { by } => {
                let ms = (by * self.scheme.unit) as i64;
                Refusal::new(Reason::Behind, [ms, now, 0, 0, 0])
            }
            GrantError::Exhausted => self.refuse_wait(Reason::Exhausted, WaitCause::Exhausted, 0, 0),
            GrantError::Stalled(cause) => self.refuse_wait(Reason::Stalled, cause, now, 0),
            GrantError::OutsideWindow => self.out_of_range(Reason::NoTickLeft, now),
            GrantError::Expired => Refusal::new(Reason::Expired, [now, 0, 0, 0, 0]),
            GrantError::NoRandomness => Refusal::bare(Reason::NoRandomness),
        };
        refusal.into()
    }

    /// A refusal of a wait, with its cause and two more figures.
    fn refuse_wait(&self, reason: Reason, cause: WaitCause, third: i64, fourth: i64) -> Refusal {
        let unit = self.scheme.unit;
        let limit = match cause {
            WaitCause::Rollback => 0,
            WaitCause::Exhausted => self.identity.sequencer.length(),
            WaitCause::MaxLead | WaitCause::Window => self.settings.policy.max_lead * unit,
        };
        Refusal::new(reason, [cause as i64, limit as i64, unit as i64, third, fourth])
    }

    /// A refusal of an instant that the format cannot hold.
    #[cold]
    pub(super) fn out_of_range(&self, reason: Reason, ms: i64) -> Refusal {
        Refusal::new(reason, [ms, self.scheme.epoch, self.scheme.last_instant(), 0, 0])
    }
}
