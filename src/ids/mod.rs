//! The library for Rust: IDs of a format, with a clock, waits and a counter that the whole process shares.
//!
//! [`Ids`] is a [`Generator`](crate::Generator) for all threads. All [`Ids`] of a process that could make the same ID
//! share a counter or take turns, whoever opened them: see `process.rs`. Generators that are made with
//! [`Identities`](crate::Identities) know nothing of this counter.

mod options;
mod process;
mod words;

use std::fmt;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::generator::NextError;
use crate::options::Settings;
use crate::refusal::Refusal;
use crate::text::{Style, Text};

pub use options::IdsOptions;

/// A clock: `SystemTime::now`, or what a caller gives.
type Clock = Arc<dyn Fn() -> SystemTime + Send + Sync>;

/// Makes the IDs of one format and one node, in any thread. A clone makes the same IDs.
///
/// ```
/// use flakekit::Ids;
///
/// let ids = Ids::of(&"discord".parse()?).field("workerId", 1)?.field("processId", 0)?.open()?;
/// let id: u64 = ids.next()?;
/// assert_eq!(ids.format().parse(&id.to_string())?, id.into());
/// # Ok::<(), flakekit::Error>(())
/// ```
#[derive(Clone)]
pub struct Ids {
    format: Format,
    settings: Settings,
    /// The number of its generator in the process.
    number: usize,
    clock: Clock,
}

/// Why [`Ids::try_next`] returns no ID.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TryNextError {
    /// Ask again when the clock has advanced by this time, which is at most the option `max_wait`.
    Wait(Duration),
    /// The request is refused. A later request may succeed: see [`Origin`](crate::Origin).
    Refused(Error),
}

impl Ids {
    /// The options of the IDs of a format. [`IdsOptions::open`] checks them.
    pub fn of(format: &Format) -> IdsOptions {
        IdsOptions::new(format)
    }

    /// The format.
    pub fn format(&self) -> &Format {
        &self.format
    }

    /// The next ID. It blocks the thread while there is none, at most for the option `max_wait`.
    ///
    /// # Errors
    /// `INVALID_OPTION` if IDs of the format have more than 64 bits; and as [`Ids::next_u128`].
    pub fn next(&self) -> Result<u64, Error> {
        self.check_u64()?;
        self.next_u128().map(|id| id as u64)
    }

    /// As [`Ids::next`], also for formats whose IDs have more than 64 bits.
    ///
    /// # Errors
    /// `WAIT_TOO_LONG`, `CLOCK_BEHIND`, `SEQUENCE_EXHAUSTED`, `CLOCK_OUT_OF_RANGE` or `NO_RANDOMNESS`.
    pub fn next_u128(&self) -> Result<u128, Error> {
        let mut waited = 0;
        loop {
            match self.ask(waited) {
                Ok(id) => return Ok(id),
                Err(NextError::Error(refusal)) => return Err(self.explain(refusal)),
                Err(NextError::Wait(ms, _)) => {
                    sleep(Duration::from_millis(ms.into()));
                    waited += u64::from(ms);
                }
            }
        }
    }

    /// The text of the next ID, in the encoding of the format.
    ///
    /// # Errors
    /// As [`Ids::next_u128`].
    pub fn next_text(&self) -> Result<Text, Error> {
        self.format.write(self.next_u128()?, Style::OWN)
    }

    /// As [`Ids::next`], but returns at once.
    ///
    /// # Errors
    /// The time to wait, or why the request is refused.
    pub fn try_next(&self) -> Result<u64, TryNextError> {
        self.check_u64().map_err(TryNextError::Refused)?;
        self.try_next_u128().map(|id| id as u64)
    }

    /// As [`Ids::try_next`], also for formats whose IDs have more than 64 bits.
    ///
    /// # Errors
    /// As [`Ids::try_next`].
    pub fn try_next_u128(&self) -> Result<u128, TryNextError> {
        self.ask(0).map_err(|error| match error {
            NextError::Wait(ms, _) => TryNextError::Wait(Duration::from_millis(ms.into())),
            NextError::Error(refusal) => TryNextError::Refused(self.explain(refusal)),
        })
    }

    /// Asks the generator. `waited` is how long the caller has waited for it, in ms.
    fn ask(&self, waited: u64) -> Result<u128, NextError> {
        let now = unix_ms((self.clock)());
        process::with_generator(self.number, |ids| {
            ids.set_settings(self.settings);
            if waited > 0 {
                ids.waited(waited);
            }
            ids.next(now)
        })
    }

    fn check_u64(&self) -> Result<(), Error> {
        let bits = self.format.layout().bits();
        if bits > 64 {
            let name = self.format.called();
            return Err(refuse!(InvalidOption, "{} has {} bits: use next_u128 or next_text", &name, bits));
        }
        Ok(())
    }

    fn explain(&self, refusal: Refusal) -> Error {
        words::of_refusal(refusal, &self.format)
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, settings, .. } = self;
        f.debug_struct("Ids").field("format", format).field("settings", settings).finish_non_exhaustive()
    }
}

impl fmt::Display for TryNextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wait(time) => write!(f, "the next ID is {} ms away", time.as_millis()),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TryNextError {}

/// An instant in Unix ms, rounded down.
fn unix_ms(instant: SystemTime) -> i64 {
    match instant.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
        Err(before) => {
            i64::try_from(before.duration().as_nanos().div_ceil(1_000_000)).map_or(i64::MIN, |ms| -ms)
        }
    }
}
