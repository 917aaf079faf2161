//! Why there is no ID now, in ms and words.

use super::Generator;
use crate::error::{Error, refuse};
use crate::message::{Word, say};
use crate::sequencer::{GrantError, WaitCause};

/// The longest wait, in ms, that other settings can help against: a day. A longer one has another reason: the clock was set.
const LONGEST_WAIT: u64 = 86_400_000;

/// Why there is no ID now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextError {
    /// Ask again when the clock has advanced by this count of ms, which is at most `maxWait`.
    Wait(u32, WaitCause),
    /// The request is refused. The generator continues to work.
    Error(Error),
}

impl From<Error> for NextError {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Generator {
    /// The sequencer's answer in ms and words. `waited` is how long the caller has waited, in ms.
    #[cold]
    pub(super) fn explain(&self, error: GrantError, now: i64, waited: u64) -> NextError {
        let tick_ms = self.format.tick_ms();
        let reading = Word::Instant(now);
        let error = match error {
            GrantError::Wait { until, cause } => {
                let wait = (self.format.instant(self.epoch, until) - now).unsigned_abs();
                let max_wait = self.settings.max_wait;
                if wait + waited <= max_wait {
                    return NextError::Wait(wait as u32, cause);
                }
                let why = self.words_for_cause(cause);
                let remedy = match cause {
                    _ if wait > LONGEST_WAIT => {
                        "the clock was set back: correct it or restart; in tests, use resetGenerators of flakekit/testing"
                    }
                    WaitCause::MaxLead | WaitCause::Window => "raise maxWait or maxLead, or ask again later",
                    WaitCause::Rollback | WaitCause::Exhausted => "raise maxWait, or ask again later",
                };
                refuse!(
                    WaitTooLong,
                    "{}; the next ID is {} ms away, more than maxWait ({} ms): {}",
                    &why,
                    wait,
                    max_wait,
                    remedy
                )
            }
            GrantError::Behind { by } => refuse!(
                ClockBehind,
                "the clock went back by {} ms, to {}, and onRollback is 'throw': ask again later, or use 'lead' or 'wait'",
                by * tick_ms,
                reading
            ),
            GrantError::Exhausted => {
                let why = self.words_for_cause(WaitCause::Exhausted);
                refuse!(
                    SequenceExhausted,
                    "{}, and onExhausted is 'throw': ask again later, or use 'lead' or 'wait'",
                    &why
                )
            }
            GrantError::Stalled(cause) => {
                let why = self.words_for_cause(cause);
                refuse!(
                    ClockStalled,
                    "{}, and the clock stands still at {}: ask again when it advances",
                    &why,
                    reading
                )
            }
            GrantError::OutsideWindow => {
                let (name, span) = (self.format.name(), self.format.span(self.epoch));
                refuse!(
                    ClockOutOfRange,
                    "no tick is left: the clock reads {}; {} can hold {}",
                    reading,
                    name,
                    &span
                )
            }
            GrantError::Expired => refuse!(
                LeaseExpired,
                "the window of the lease is used up or over, and the store's clock reads {}: use nextAsync, or choose a longer window",
                reading
            ),
            GrantError::NoRandomness => refuse!(NoRandomness, "the environment provides no random bits"),
        };
        NextError::Error(error)
    }

    fn words_for_cause(&self, cause: WaitCause) -> String {
        let tick_ms = self.format.tick_ms();
        let numbers = u64::from(self.settings.range.1 - self.settings.range.0) + 1;
        let max_lead = self.settings.policy.max_lead * tick_ms;
        match cause {
            WaitCause::Rollback => "the clock went back".to_owned(),
            WaitCause::Exhausted => {
                say!("all {} sequence numbers of this tick ({} ms) are used up", numbers, tick_ms)
            }
            WaitCause::MaxLead => {
                say!("the last ID leads the clock by maxLead ({} ms) or more", max_lead)
            }
            WaitCause::Window => {
                say!("the window of the lease begins later than maxLead ({} ms) from now", max_lead)
            }
        }
    }
}
