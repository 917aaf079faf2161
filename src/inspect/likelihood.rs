//! The likelihood of an ID in a format: the share of the format's IDs that were made in the same tick, and
//! the share that have the same numbers. The likelihoods are estimates, so `f64` is exact enough.
#![expect(clippy::cast_precision_loss, reason = "estimates")]

use super::candidate::Fit;
use crate::formats::Format;
use crate::layout::Kind;
use crate::limits::MS_US;
use crate::message::{Word, day_of, say};

/// How far in the future the time of an ID may be, because clocks can be fast, in ms.
pub const FAST_CLOCK_MS: i64 = 60_000;

/// An ID of this age, in ms, is a quarter as common as a new one: 10 years.
const AGE_MS: f64 = 315_360_000_000.0;

/// The share of a format's IDs that have a time at which no IDs were made.
const MISDATED: f64 = 1e-6;

/// The share of a field's numbers that do not follow its habit.
const WITHOUT_HABIT: f64 = 1.0 / 64.0;

/// When an ID was made.
pub(super) struct Made {
    /// ms after the epoch.
    pub ms: u64,
    /// Unix ms.
    pub epoch: Option<i64>,
    /// The Unix ms of the format's first ID.
    pub since: i64,
    /// The length of a tick in ms.
    pub unit: f64,
    /// The width of the time.
    pub bits: u8,
}

impl Made {
    pub fn by(format: &Format, value: u128) -> Self {
        Self {
            ms: format.ms_of(format.ticks(value)),
            epoch: format.known_epoch(),
            since: format.since(),
            unit: format.unit_us() as f64 / MS_US as f64,
            bits: format.layout().place(Kind::Time).bits,
        }
    }

    /// Unix ms, if the epoch is known.
    pub fn timestamp(&self) -> Option<i64> {
        self.epoch.map(|epoch| epoch + self.ms as i64)
    }

    /// How well the time fits, and the share of the kind's IDs that were made in this tick. It adds the reason.
    pub fn weigh(&self, now: i64, reasons: &mut Reasons) -> (Fit, f64) {
        let any_tick = power_of_half(self.bits);
        if self.ms == 0 {
            // Any small number has the time of the first tick.
            reasons.add(|| "made in the very first tick of its epoch".to_owned());
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let Some(made) = self.timestamp() else {
            reasons.add(|| say!("made {} ms after its epoch, which is not given", self.ms));
            return (Fit::Unknown, any_tick);
        };
        let last = now.saturating_add(FAST_CLOCK_MS);
        if made > last {
            reasons.add(|| say!("made {}, after now, {}", Word::Instant(made), Word::Instant(now)));
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let is_early = made < self.since;
        let relation = if is_early { "before" } else { "after" };
        reasons
            .add(|| say!("made {}, {} the first such ID, {}", &day_of(made), relation, &day_of(self.since)));
        if is_early {
            return (Fit::Unlikely, any_tick * MISDATED);
        }
        let (age, span) = (last.abs_diff(made) as f64, last.abs_diff(self.since) as f64 + 1.0);
        // The integral of the density from an age of 0 to `span` is 1.
        let density = AGE_MS * (AGE_MS + span) / (span * (AGE_MS + age) * (AGE_MS + age));
        (Fit::Plausible, density * self.unit)
    }
}

/// The reasons for a score, in words. A scan needs no reasons, and computes the score of each word of a text.
#[derive(Debug)]
pub(super) struct Reasons(pub Option<Vec<String>>);

impl Reasons {
    pub fn add(&mut self, reason: impl FnOnce() -> String) {
        if let Some(reasons) = &mut self.0 {
            reasons.push(reason());
        }
    }
}

/// The share of a format's IDs that have the numbers of this one. It adds the reasons.
pub(super) fn share_of_numbers(format: &Format, value: u128, reasons: &mut Reasons) -> f64 {
    let mut product = 1.0;
    let mut rest = format.layout().fields().iter().peekable();
    while let Some(field) = rest.next() {
        let has_parts = field.kind != Kind::Part && rest.peek().is_some_and(|next| next.kind == Kind::Part);
        if field.kind == Kind::Time || has_parts {
            continue;
        }
        let (number, any) = (field.place.read(value), power_of_half(field.place.bits));
        product *= match format.habit(field) {
            None => any,
            Some(habit) => {
                let share = habit.share(number);
                let word = if share > any { "usual" } else { "unusual" };
                reasons.add(|| say!("{} {} is {}", &field.name, number, word));
                WITHOUT_HABIT * any + (1.0 - WITHOUT_HABIT) * share
            }
        };
    }
    product
}

/// 2^-bits: the share of each number, if all numbers of this width are alike.
pub(super) fn power_of_half(bits: u8) -> f64 {
    f64::from_bits((1023 - u64::from(bits)) << 52)
}
