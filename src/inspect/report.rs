//! Candidates in words.

use std::borrow::Cow;

use super::candidate::{Candidate, FieldValue, Only};
use super::likelihood::{Made, Reasons, numbers_of, share_of};
use super::weigh::{All, Maker, Tried, Weighed};
use crate::formats::Native;
use crate::message::{day_of, say};

/// A candidate is called likely, too, if the first one is less than this many times as likely. The facts
/// about the services are not more exact.
const NEARLY: f64 = 2.0;

impl All<'_> {
    /// The candidates in words, the likeliest first. Of equally likely candidates, the one that was tried first comes
    /// first.
    pub fn report(self, now: i64, only: &Only) -> Vec<Candidate> {
        let total = self.total();
        let lost = self.loss.map_or(0, |loss| loss.digits);
        let mut all: Vec<(f64, &Weighed<'_>)> = Vec::new();
        // The library's sorting has 3 KB of code, and there are few candidates.
        for weighed in self.candidates.iter().filter(|weighed| weighed.likelihood > 0.0) {
            let score = weighed.likelihood / total;
            let place = all.iter().position(|&(other, _)| other < score);
            all.insert(place.unwrap_or(all.len()), (score, weighed));
        }
        let best = all.first().map_or(0.0, |&(best, _)| best);
        let likely = all.iter().take_while(|&&(score, _)| score * NEARLY > best).count();
        let mut reported = Vec::new();
        for (at, &(score, weighed)) in all.iter().enumerate() {
            if !only.wants(weighed.maker.name(), score) {
                continue;
            }
            let mut candidate = weighed.report(now, score, lost);
            // The first candidate is compared with the second one, and each other candidate with the first one.
            let other = usize::from(at == 0);
            if at < likely && other < likely {
                candidate.reasons.push(say!("{} is also likely", all[other].1.maker.name()));
            }
            if at == 0 && self.hidden > weighed.likelihood {
                candidate.reasons.push("a service with an epoch of its own is likelier".to_owned());
            }
            reported.push(candidate);
        }
        reported
    }
}

impl Weighed<'_> {
    fn report(&self, now: i64, score: f64, lost: u32) -> Candidate {
        let mut reasons = Reasons(Some(Vec::new()));
        let (format, value, mut fields, mut timestamp) = match &self.maker {
            Maker::Format(Tried { format, .. }, value) => {
                let made = Made::by(format, *value);
                if self.maker.is_counter() {
                    reasons.add(|| say!("numbers up to {} are counters", format.counters()));
                } else {
                    made.weigh(now, &mut reasons);
                    if !self.is_damaged {
                        share_of(&numbers_of(format, *value), &mut reasons);
                    }
                }
                let fields = format.numbered_fields();
                let fields =
                    fields.map(|field| (field.name.clone(), FieldValue::Number(field.place.read(*value))));
                let integer = (format.native() != Native::Text).then_some(*value as u64);
                (Cow::Owned(format.name().to_owned()), integer, fields.collect(), made.timestamp())
            }
            Maker::Row(row, value) => {
                let made = row.made(value).filter(|made| {
                    let is_no_time = row.holds_no_time(made, now);
                    if is_no_time {
                        let day = made.timestamp().map(day_of).unwrap_or_default();
                        let version = row.version();
                        reasons.add(|| {
                            say!("version {} by its bits; {} is no time at which it was made", version, &day)
                        });
                    }
                    !is_no_time
                });
                if let Some(made) = &made {
                    made.weigh(now, &mut reasons);
                }
                if made.as_ref().is_some_and(|made| made.epoch.is_none()) {
                    reasons.add(|| {
                        "the epoch of its service, or other IDs of it, would tell the date".to_owned()
                    });
                }
                if !self.is_damaged {
                    row.share(value, &mut reasons);
                }
                let timestamp = made.and_then(|made| made.timestamp());
                (Cow::Borrowed(row.name), row.integer(value), row.fields_of(value), timestamp)
            }
        };
        let holds_no_time =
            self.maker.is_counter() || matches!(self.maker, Maker::Row(row, _) if row.time.is_none());
        if holds_no_time {
            timestamp = None;
            reasons.add(|| "holds no time".to_owned());
        }
        if self.maker.is_counter() || self.is_damaged {
            fields = Vec::new();
        }
        if self.is_damaged {
            reasons.add(|| say!("its last {} digits are lost", lost));
        }
        let (fit, reasons) = (self.fit, reasons.0.unwrap_or_default());
        Candidate { format, fit, score, reasons, value, timestamp, fields }
    }
}
