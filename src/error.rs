//! The one error type of this crate: a stable code for programs, and a sentence for people.
//!
//! Every refusal is an [`Error`] or becomes one: see [`Refusal`](crate::Refusal) and
//! [`Unreadable`](crate::text::Unreadable). Its message names the given value, the allowed range and the
//! remedy. A [`Code`] never changes its meaning.

use std::fmt;

use crate::message::{Sentence, Word};
use crate::report::Report;
use crate::stack::require_room;

/// Where the reason of an error is. The HTTP status, the exit code of the command, and whether another
/// attempt makes sense follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An ID that was given.
    Id,
    /// A number, an instant or a count that was given with a call.
    Argument,
    /// The program's set-up: a format, an option, a snapshot.
    Setup,
    /// The moment: the clock, the sequence or the store. Another attempt may succeed.
    Moment,
    /// The environment, or how the program uses the package.
    Environment,
}

macro_rules! codes {
    ($(#[doc = $doc:literal] $name:ident = $text:literal, $origin:ident;)+) => {
        /// The kind of an [`Error`]. The text forms are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code { $(#[doc = $doc] $name,)+ }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The code as users see it, for example `CLOCK_BEHIND`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }

            /// The meaning in one sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $doc.trim_ascii(),)+ }
            }

            /// Where the reason of such an error is.
            pub const fn origin(self) -> Origin {
                match self { $(Self::$name => Origin::$origin,)+ }
            }

            /// The HTTP status 400 if the content of a request can be the cause; `None` if the cause is the
            /// program, the environment or the moment.
            pub const fn status(self) -> Option<u16> {
                match self.origin() {
                    Origin::Id | Origin::Argument => Some(400),
                    Origin::Setup | Origin::Moment | Origin::Environment => None,
                }
            }
        }
    };
}

codes! {
    /// The value is no ID of the format: its type is wrong, or it is negative, fractional or too wide.
    InvalidId = "INVALID_ID", Id;
    /// The text is no ID of the format in the given encoding.
    InvalidText = "INVALID_TEXT", Id;
    /// A field is missing, unknown or out of range, or it contradicts another field.
    InvalidField = "INVALID_FIELD", Argument;
    /// An option is missing, unknown or out of range.
    InvalidOption = "INVALID_OPTION", Setup;
    /// The fields and widths are no valid layout.
    InvalidLayout = "INVALID_LAYOUT", Setup;
    /// The epoch is no instant, may be in seconds, lies in the future, or is too early for the format.
    InvalidEpoch = "INVALID_EPOCH", Setup;
    /// No built-in format has this name.
    UnknownFormat = "UNKNOWN_FORMAT", Setup;
    /// The format has no epoch, and none was given.
    EpochRequired = "EPOCH_REQUIRED", Setup;
    /// The format cannot hold the instant, or it may be in seconds.
    InvalidTime = "INVALID_TIME", Argument;
    /// The count of IDs is out of range, or the array to fill has the wrong type.
    InvalidCount = "INVALID_COUNT", Argument;
    /// The snapshot is damaged, or it belongs to another identity.
    InvalidSnapshot = "INVALID_SNAPSHOT", Setup;
    /// The clock's reading is no finite number.
    ClockInvalid = "CLOCK_INVALID", Environment;
    /// The clock reads a time before the epoch or after the last tick of the format.
    ClockOutOfRange = "CLOCK_OUT_OF_RANGE", Environment;
    /// The clock went back, and `onRollback` is `throw`.
    ClockBehind = "CLOCK_BEHIND", Moment;
    /// The clock does not advance, and no ID can be granted until it does.
    ClockStalled = "CLOCK_STALLED", Moment;
    /// The sequence of the tick is used up, and `onExhausted` is `throw`.
    SequenceExhausted = "SEQUENCE_EXHAUSTED", Moment;
    /// The next ID is further away than `maxWait`.
    WaitTooLong = "WAIT_TOO_LONG", Moment;
    /// The window of the lease has passed or is used up, and it was not extended in time.
    LeaseExpired = "LEASE_EXPIRED", Moment;
    /// The lazy lease is not open yet, and the call cannot wait.
    LeaseNotOpen = "LEASE_NOT_OPEN", Moment;
    /// No seat of the space is free.
    NoFreeSeat = "NO_FREE_SEAT", Moment;
    /// The space is for IDs of another layout, or has other nodes, shares, windows or clocks.
    SpaceMismatch = "SPACE_MISMATCH", Environment;
    /// The store of a lease failed, or contains what cannot be read.
    StoreFailed = "STORE_FAILED", Moment;
    /// Random bits are required, and the environment provides none.
    NoRandomness = "NO_RANDOMNESS", Environment;
    /// The generator was freed, or its lease was closed.
    GeneratorFreed = "GENERATOR_FREED", Environment;
    /// The WebAssembly module did not start: it is forbidden, the engine is too old, or another module was given.
    CoreFailed = "CORE_FAILED", Environment;
    /// `flakekit/manual` was used before `loadCore`, `flakekit/inspect/manual` before `loadInspector`, or `flakekit/lease/manual` before `loadLeases`.
    CoreMissing = "CORE_MISSING", Environment;
    /// The runtime lacks what the call needs, such as a global `Temporal`.
    Unsupported = "UNSUPPORTED", Environment;
}

/// A refusal: a code for programs, and a sentence for people.
// One word wide, so that a `Result` without a value is returned in a register. This keeps the many checks of
// the cold paths small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<(Sentence, Code)>);

impl Error {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(code: Code, template: &'static str) -> Self {
        // The error allocates memory: see `crate::stack`.
        require_room();
        let sentence = if cfg!(feature = "messages") { Sentence::new(template) } else { Sentence::EMPTY };
        Self(Box::new((sentence, code)))
    }

    /// Fills the next place of the template.
    #[expect(clippy::inline_always, reason = "as Sentence::fill")]
    #[inline(always)]
    pub(crate) fn fill(&mut self, word: Word<'_>) {
        self.0.0.fill(word);
    }

    /// The same error with another code.
    pub(crate) fn with_code(mut self, code: Code) -> Self {
        self.0.1 = code;
        self
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.0.1
    }

    /// The sentence: the given value, the allowed range and the remedy.
    pub fn message(&self) -> &str {
        &self.0.0.written
    }

    /// The error as serializable data: `code` and `message`.
    pub fn report(&self) -> Report<'_> {
        let (code, message) = (Report::text(self.code().as_str()), Report::text(self.message()));
        Report::Object(vec![("code", code), ("message", message)])
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// `refuse!(InvalidField, "{} is {}", name, 32)`: an [`Error`] whose message is made of a template and a
/// word for each of its places.
macro_rules! refuse {
    ($code:ident, $template:literal $(, $word:expr)* $(,)?) => {{
        const { $crate::message::check_places($template, &[$(stringify!($word)),*]) }
        #[allow(unused_mut)] // A template without places is complete.
        let mut error = $crate::error::Error::new($crate::error::Code::$code, $template);
        if cfg!(feature = "messages") {
            $(error.fill($crate::message::Word::from($word));)*
        }
        error
    }};
}
pub(crate) use refuse;
