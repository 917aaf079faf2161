//! Why a generator refuses: a reason with figures, and the sentence for people.
//!
//! The core of the npm package returns numbers only, and its wrapper writes the sentences. So the sentences
//! are a table, from which the crate `flakekit-contract` generates the wrapper's.

use std::fmt;

use crate::error::{Code, Error};
use crate::limits::DAY_MS;
use crate::message::{Word, fill, say};

/// The count of figures of a refusal.
pub const FIGURES: usize = 5;

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident => $code:ident, $sentence:literal;)+) => {
        /// The reason of a refusal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Reason { $($(#[doc = $doc])+ $name,)+ }

        impl Reason {
            /// All reasons, in the order of their numbers. Those of leases come last.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The code of the error.
            pub const fn code(self) -> Code {
                match self { $(Self::$name => Code::$code,)+ }
            }

            /// The sentence. In braces are words for its figures: `0` is the first figure, `i0` the same one as an instant,
            /// `format` the name of the format, `cause` one of [`CAUSES`], `remedy` one of [`REMEDIES`].
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)+ }
            }
        }
    };
}

reasons! {
    /// The wait is longer than the options allow. Figures: the cause, its limit, the length of a tick, ms, `maxWait`.
    WaitTooLong => WaitTooLong, "{cause}; the next ID is {3} ms away, more than maxWait ({4} ms): {remedy}";
    /// The clock went back, and the policy refuses. Figures: by how many ms, the reading.
    Behind => ClockBehind,
        "the clock went back by {0} ms, to {i1}, and onRollback is 'throw': ask again later, or use 'lead' or 'wait'";
    /// The sequence is used up, and the policy refuses. Figures: the cause, its limit, the length of a tick.
    Exhausted => SequenceExhausted,
        "{cause}, and onExhausted is 'throw': ask again later, or use 'lead' or 'wait'";
    /// A wait is necessary, and the clock stalls. Figures: the cause, its limit, the length of a tick, the reading.
    Stalled => ClockStalled, "{cause}, and the clock stands still at {i3}: ask again when it advances";
    /// The format cannot hold the clock's reading. Figures: the reading, the first and the last instant.
    OutOfRange => ClockOutOfRange, "the clock reads {i0}; {format} can hold {i1} to {i2}";
    /// No tick is left. Figures: as for `OutOfRange`.
    NoTickLeft => ClockOutOfRange,
        "no tick is left: the clock reads {i0}; {format} can hold {i1} to {i2}";
    /// The format cannot hold the instant that the caller gave. Figures: the instant, the first and the last one.
    InstantOutOfRange => InvalidTime, "{i0} is out of range; {format} can hold {i1} to {i2}";
    /// There are no random bits.
    NoRandomness => NoRandomness, "there are no random bits";
    /// There are no random bits for the choice of a node.
    NoRandomNode => NoRandomness,
        "there are no random bits to choose a node; give the node field";
    /// All nodes are in use. Figures: their count.
    NoNodeLeft => InvalidField,
        "all {0} nodes of {format} are in use, none with this sequenceRange: give one of them";
    /// An own-clock generator has no node.
    NoNodeGiven => InvalidField, "an own-clock generator needs its node field";
    /// A lease has the numbers.
    Leased => InvalidField,
        "a lease has or had these node fields of {format}: give others, or use a lease";
    /// The range of sequence numbers overlaps that of another generator. Figures: both ranges.
    Overlap => InvalidOption,
        "sequenceRange is [{0}, {1}], but another generator has [{2}, {3}]; ranges must be disjoint, or equal with the same sequence";
    /// The numbers of a snapshot contradict each other. Figures: tick, seen, next, used.
    Contradiction => InvalidSnapshot,
        "the snapshot is damaged: tick {0}, seen {1}, next {2} and used {3} contradict each other";
    /// The window of the lease has passed or is used up. Figures: the reading.
    Expired => LeaseExpired,
        "the window of the lease is used up or over, and the store's clock reads {i0}: use nextAsync, or choose a longer window";
    /// A generator without a lease has the numbers of a seat.
    SeatUsed => InvalidField,
        "a generator has or had the numbers of this seat of {format}: lease another seat";
}

/// The causes of waits, in the order of [`WaitCause::ALL`](crate::sequencer::WaitCause::ALL). In braces are
/// figures of the refusal: `1` is the limit of the cause, `2` the length of a tick.
pub const CAUSES: [&str; 4] = [
    "the clock went back",
    "all {1} sequence numbers of this tick ({2} ms) are used up",
    "the last ID leads the clock by maxLead ({1} ms) or more",
    "the window of the lease begins later than maxLead ({1} ms) from now",
];

/// The remedies for waits that are too long: for the first two of [`CAUSES`], for the other two, and,
/// whatever the cause, for a wait of more than [`LONGEST_WAIT_MS`].
pub const REMEDIES: [&str; 3] = [
    "raise maxWait, or ask again later",
    "raise maxWait or maxLead, or ask again later",
    "the clock was set back: correct it or restart; in tests, use flakekit/testing",
];

/// The longest wait, in ms, that `maxWait` can allow: a day.
pub const LONGEST_WAIT_MS: u64 = DAY_MS;

/// Why a generator refuses, in numbers. [`Refusal::message`] puts it into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The figures of the reason, as [`Reason`] lists them. The rest are 0.
    pub figures: [i64; FIGURES],
}

impl Refusal {
    #[cold]
    pub(crate) const fn new(reason: Reason, figures: [i64; FIGURES]) -> Self {
        Self { reason, figures }
    }

    /// A refusal without figures.
    #[cold]
    pub(crate) const fn bare(reason: Reason) -> Self {
        Self::new(reason, [0; FIGURES])
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        self.reason.code()
    }

    /// The sentence. The refusal does not know the name of the format, so it says "the format".
    pub fn message(&self) -> String {
        self.say(self.reason.sentence())
    }

    fn remedy(&self) -> &'static str {
        let [cause, _, _, ms, _] = self.figures;
        if ms as u64 > LONGEST_WAIT_MS { REMEDIES[2] } else { REMEDIES[usize::from(cause > 1)] }
    }

    /// Fills the braces of a sentence: see [`Reason::sentence`].
    fn say(&self, sentence: &'static str) -> String {
        fill(sentence, |key| {
            let figure = |at: &str| at.parse().ok().and_then(|at: usize| self.figures.get(at)).copied();
            match (key, key.strip_prefix('i').and_then(figure)) {
                ("format", _) => "the format".to_owned(),
                ("cause", _) => self.say(CAUSES[self.figures[0] as usize]),
                ("remedy", _) => self.remedy().to_owned(),
                (_, Some(instant)) => say!("{}", Word::Instant(instant)),
                _ => say!("{}", figure(key).unwrap_or_default()),
            }
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}

impl std::error::Error for Refusal {}

impl From<Refusal> for Error {
    /// The refusal in words.
    fn from(refusal: Refusal) -> Self {
        let mut error = Self::new(refusal.code(), "{}");
        error.fill(Word::Text(&refusal.message()));
        error
    }
}
