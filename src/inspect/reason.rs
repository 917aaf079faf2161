//! The reasons for a score: codes with figures, and the sentences for people.
//!
//! The module of the npm package returns codes and figures only, and its wrapper writes the sentences. So the sentences are a table, from
//! which the crate `flakekit-contract` generates the wrapper's.

macro_rules! reasons {
    ($($(#[doc = $doc:literal])+ $name:ident => $sentence:literal;)+) => {
        /// What speaks for a candidate or against it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Reason { $($(#[doc = $doc])+ $name,)+ }

        impl Reason {
            /// All reasons, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            /// The sentence. In braces are words for its figures: `0` is the first figure, `i0` the same one as an instant, `d0` as
            /// the day of an instant, `f0` as the name of a field of the candidate, `k0` as the name of a kind.
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)+ }
            }
        }
    };
}

reasons! {
    /// The ID has the time of the first tick, as any small number has.
    FirstTick => "made in the very first tick of its epoch";
    /// The time is known without an epoch only. Figures: ms.
    AfterItsEpoch => "made {0} ms after its epoch, which is not given";
    /// Figures: the instant, and now.
    AfterNow => "made {i0}, after now, {i1}";
    /// Figures: the instant, and that of the first such ID.
    Early => "made {d0}, before the first such ID, {d1}";
    /// Figures: the instant, and that of the first such ID.
    Made => "made {d0}, after the first such ID, {d1}";
    /// The IDs of a column. Figures: the instants of the first and of the last one.
    MadeBetween => "made {d0} to {d1}";
    /// A UUID has a time at which no UUID was made. Figures: the version, the instant.
    NotItsTime => "version {0} by its bits; {d1} is no time at which it was made";
    /// The maker has an epoch of its own.
    OwnEpoch => "the epoch of its service, or other IDs of it, would tell the date";
    /// Figures: the field, its number.
    Usual => "{f0} {1} is usual";
    /// Figures: the field, its number.
    Unusual => "{f0} {1} is unusual";
    /// Figures: the largest counter.
    Counter => "numbers up to {0} are counters";
    /// The kind has no time.
    Timeless => "holds no time";
    /// Figures: the count of digits.
    Lost => "its last {0} digits are lost";
    /// Another candidate is almost as likely. Figures: its kind.
    Rival => "{k0} is also likely";
    /// A maker with an epoch of its own is likelier than the first candidate.
    OwnLikelier => "a service with an epoch of its own is likelier";
}

/// A reason with its figures. Figures that the reason does not list are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// The reason.
    pub reason: Reason,
    /// The figures of the reason, as [`Reason`] lists them.
    pub figures: [i64; 2],
}

/// Collects reasons. A scan needs none, and computes the score of each word of a text.
#[derive(Debug)]
pub(super) struct Reasons(pub Option<Vec<Said>>);

impl Reasons {
    pub fn add(&mut self, reason: Reason, figures: [i64; 2]) {
        if let Some(reasons) = &mut self.0 {
            reasons.push(Said { reason, figures });
        }
    }
}
