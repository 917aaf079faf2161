//! The candidates of a text with their scores and reasons.

use super::candidate::Only;
use super::judged::Judged;
use super::likelihood::Made;
use super::reason::{Reason, Reasons, Said};
use super::weigh::{All, Weighed};

/// A candidate is called likely, too, if the first one is less than this many times as likely. The facts
/// about the services are not more exact.
const NEARLY: f64 = 2.0;

impl<'a> All<'a> {
    /// The candidates, the likeliest first. Of equally likely candidates, the one that was tried first comes first.
    pub fn report(self, now: i64, only: &Only) -> Vec<Judged<'a>> {
        let total = self.total();
        let lost = self.loss.map_or(0, |loss| loss.digits);
        let mut all: Vec<(f64, &Weighed<'a>)> = Vec::new();
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
            let mut judged = weighed.judge(now, score, lost);
            // The first candidate is compared with the second one, and each other candidate with the first one.
            let other = usize::from(at == 0);
            if at < likely && other < likely {
                let kind = all[other].1.maker.number() as i64;
                judged.reasons.push(Said { reason: Reason::Rival, figures: [kind, 0] });
            }
            if at == 0 && self.hidden > weighed.likelihood {
                judged.reasons.push(Said { reason: Reason::OwnLikelier, figures: [0; 2] });
            }
            reported.push(judged);
        }
        reported
    }
}

impl<'a> Weighed<'a> {
    fn judge(&self, now: i64, score: f64, lost: u32) -> Judged<'a> {
        let mut reasons = Reasons(Some(Vec::new()));
        let is_counter = self.maker.is_counter();
        let made = self.maker.made().filter(|made| {
            let version = self.maker.version_without_time(made, now);
            if let Some(version) = version {
                let instant = made.timestamp().unwrap_or_default();
                reasons.add(Reason::NotItsTime, [version as i64, instant]);
            }
            version.is_none()
        });
        if is_counter {
            reasons.add(Reason::Counter, [self.maker.counters() as i64, 0]);
        } else if let Some(made) = &made {
            made.weigh(now, &mut reasons);
        }
        if self.maker.has_own_epoch() {
            reasons.add(Reason::OwnEpoch, [0; 2]);
        }
        if !is_counter && !self.is_damaged {
            self.maker.share(&mut reasons);
        }
        let is_timeless = is_counter || !self.maker.has_time();
        if is_timeless {
            reasons.add(Reason::Timeless, [0; 2]);
        }
        if self.is_damaged {
            reasons.add(Reason::Lost, [lost.into(), 0]);
        }
        Judged {
            maker: self.maker,
            fit: self.fit,
            score,
            timestamp: made.filter(|_| !is_timeless).and_then(|made: Made| made.timestamp()),
            has_fields: !is_counter && !self.is_damaged,
            reasons: reasons.0.unwrap_or_default(),
        }
    }
}
