//! Why there is no ID now, in ms and words.

use super::Generator;
use crate::error::{Error, refuse};
use crate::message::{Word, say};
use crate::sequencer::{Because, Refusal};

/// Why there is no ID now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Ask again when the clock has moved on by so many ms, which are no more than `maxWait`.
    Wait(u32, Because),
    /// It is an error; the generator works on.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl Generator {
    /// The sequencer's refusal in ms and words. The caller has waited for so many ms.
    #[cold]
    pub(super) fn explain(&self, refusal: Refusal, now: f64, waited: f64) -> Refused {
        let unit = self.format.unit();
        let reading = Word::Instant(now);
        let error = match refusal {
            Refusal::Wait { until, because } => {
                let wait = self.format.instant(self.epoch, until) as f64 - now;
                let most = self.settings.max_wait;
                if (wait + waited).ceil() <= most as f64 {
                    return Refused::Wait(wait.ceil() as u32, because);
                }
                let wait = wait.ceil();
                let (why, wait) = (self.why(because), Word::Figure(wait));
                let or = if because == Because::MaxLead { " or maxLead" } else { "" };
                refuse!(
                    WaitTooLong,
                    "{}; the next ID is {} ms away, more than maxWait ({} ms): raise maxWait{}, or ask again later",
                    &why,
                    wait,
                    most,
                    or
                )
            }
            Refusal::Behind { by } => {
                let by = by * unit;
                refuse!(
                    ClockBehind,
                    "the clock went back by {} ms, to {}, and onRollback is 'throw': ask again later, or use 'lead' or 'wait'",
                    by,
                    reading
                )
            }
            Refusal::Exhausted => {
                let why = self.why(Because::Exhausted);
                refuse!(
                    SequenceExhausted,
                    "{}, and onExhausted is 'throw': ask again in the next tick, or use 'wait' or 'lead'",
                    &why
                )
            }
            Refusal::Stalled(because) => {
                let why = self.why(because);
                refuse!(ClockStalled, "{}, and the clock stands still at {}", &why, reading)
            }
            Refusal::OutsideWindow => {
                let (name, span) = (self.format.name(), self.format.span(self.epoch));
                refuse!(
                    ClockOutOfRange,
                    "no tick is left: the clock reads {}; {} can hold {}",
                    reading,
                    name,
                    &span
                )
            }
            Refusal::NoRandomness => refuse!(
                NoRandomness,
                "there are no random bits here, as in a Worker's global scope; make IDs in a handler, not while the module is loading"
            ),
        };
        Refused::Error(error)
    }

    fn why(&self, because: Because) -> String {
        let unit = self.format.unit();
        let numbers = u64::from(self.settings.range.1 - self.settings.range.0) + 1;
        let lead = self.policy.max_lead * unit;
        match because {
            Because::Rollback => "the clock went back".to_owned(),
            Because::Exhausted => {
                say!("all {} sequence numbers of this tick ({} ms) are used up", numbers, unit)
            }
            Because::MaxLead => say!("the last ID leads the clock by maxLead ({} ms) or more", lead),
        }
    }
}
