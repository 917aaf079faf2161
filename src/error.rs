//! The one error of this crate: a stable code for programs and a sentence for people.
//!
//! Everything refused anywhere is refused with an [`Error`]. Its message names the value that was
//! given, what is allowed, and what to do instead; its [`Code`] never changes its meaning.

use std::fmt;

use crate::message::{Sentence, Word, say};
use crate::stack::require_room;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        /// What kind of refusal an [`Error`] is. The text forms are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// The code as users see it, for example `CLOCK_BEHIND`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }
        }
    };
}

codes! {
    /// A value that is no ID of the format: wrong type, negative, fractional or too wide.
    InvalidId = "INVALID_ID",
    /// A text that is no ID of the format in the encoding asked for.
    InvalidText = "INVALID_TEXT",
    /// A field that is missing, unknown, out of range, or at odds with another one.
    InvalidField = "INVALID_FIELD",
    /// An option that is unknown, missing or has a value it can't have.
    InvalidOption = "INVALID_OPTION",
    /// Fields and widths that make no layout.
    InvalidLayout = "INVALID_LAYOUT",
    /// An epoch that is no instant, lies in the future, or is too early for the format.
    InvalidEpoch = "INVALID_EPOCH",
    /// The format has no epoch of its own and none was given.
    EpochRequired = "EPOCH_REQUIRED",
    /// An instant that the format can't hold.
    InvalidTime = "INVALID_TIME",
    /// A count of IDs that is no whole number in range, or an array of the wrong kind.
    InvalidCount = "INVALID_COUNT",
    /// A snapshot that is damaged or belongs to another identity.
    InvalidSnapshot = "INVALID_SNAPSHOT",
    /// No format of that name.
    UnknownFormat = "UNKNOWN_FORMAT",
    /// The clock's reading is no finite number.
    ClockInvalid = "CLOCK_INVALID",
    /// The clock reads a time before the epoch or past the last the format can hold.
    ClockOutOfRange = "CLOCK_OUT_OF_RANGE",
    /// The clock went back and the policy is to refuse.
    ClockBehind = "CLOCK_BEHIND",
    /// The clock stands still and nothing can be granted until it moves.
    ClockStalled = "CLOCK_STALLED",
    /// The sequence of this tick is used up and the policy is to refuse.
    SequenceExhausted = "SEQUENCE_EXHAUSTED",
    /// The next number is further away than `maxWait`.
    WaitTooLong = "WAIT_TOO_LONG",
    /// Random bits are needed and the environment gives none.
    NoRandomness = "NO_RANDOMNESS",
}

/// Why something was refused.
// One word wide: a `Result` without a value is then passed in a register, which is what keeps the
// many checks on the cold paths small.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<(Sentence, Code)>);

impl Error {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(code: Code, template: &'static str) -> Self {
        // Errors are the only thing that the hot paths allocate.
        require_room();
        Self(Box::new((Sentence::new(template), code)))
    }

    /// Puts a word in the next place of the template.
    #[expect(clippy::inline_always, reason = "as Sentence::put")]
    #[inline(always)]
    pub(crate) fn put(&mut self, word: Word<'_>) {
        self.0.0.put(word);
    }

    /// The same refusal under another code.
    pub(crate) fn coded(mut self, code: Code) -> Self {
        self.0.1 = code;
        self
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.0.1
    }

    /// `code` and `message`, in JSON.
    pub fn report(&self) -> String {
        say!(r#"{"code":"{}","message":{}}"#, self.code().as_str(), Word::Json(self.message()))
    }

    /// What was given, what is allowed, what to do.
    pub fn message(&self) -> &str {
        &self.0.0.written
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// `refuse!(InvalidField, "{} is {}", name, 32)`: an [`Error`] with a message put together from a template
/// and a word for each of its places.
macro_rules! refuse {
    ($code:ident, $template:literal $(,)?) => {
        $crate::error::Error::new($crate::error::Code::$code, $template)
    };
    ($code:ident, $template:literal, $($word:expr),+ $(,)?) => {{
        const { $crate::message::check($template, &[$(stringify!($word)),+]) }
        let mut error = $crate::error::Error::new($crate::error::Code::$code, $template);
        $(error.put($crate::message::Word::from($word));)+
        error
    }};
}
pub(crate) use refuse;
