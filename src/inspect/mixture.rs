//! The judgement of a column whose IDs are of several kinds.

use super::candidate::ColumnCandidate;
use super::joint::Product;
use super::weigh::{All, FOUND, ROUNDED};

/// The share of columns whose IDs are of several kinds.
const MIXED: f64 = 0.02;

/// A column of which a kind has a larger share is of this kind, with misfits.
pub(super) const MOST_OF_ONE: f64 = 0.875;

/// How often the shares of the kinds are estimated.
const STEPS: usize = 4;

/// IDs of several kinds, which have nothing in common.
pub(super) struct Mixture {
    /// The prior times the likelihood of the IDs; 0 if most IDs are of one kind.
    pub likelihood: Product,
    /// The kinds. Their scores are their shares of the IDs.
    pub kinds: Vec<ColumnCandidate>,
    /// The share of the IDs that have lost their last digits.
    pub damaged: f64,
}

impl Mixture {
    /// The mixture of IDs. `alone` are the judgements of single IDs, `priors` is the sum of the priors of all kinds, and `numbers` is the
    /// count of kinds.
    pub fn of(alone: &[All<'_>], priors: f64, numbers: usize) -> Self {
        let count = alone.len() as f64;
        let ratios = ratios_of(alone, priors, numbers);
        // A column is rounded as a whole, but the judgement of each ID has the share of rounded ones.
        let is_rounded = alone.iter().filter(|all| all.loss.is_some()).count() * 2 > alone.len();
        let rounded = if is_rounded { ROUNDED } else { 1.0 };
        let likelihood = Product::of(priors * MIXED * rounded);
        let mut mixture = Self { likelihood, kinds: Vec::new(), damaged: 0.0 };
        for all in alone {
            let total = all.total_of(&ratios);
            let share = if all.loss.is_some() { total / rounded } else { total };
            mixture.likelihood = mixture.likelihood.times(share / priors);
            for weighed in &all.candidates {
                let score = weighed.likelihood * ratios[weighed.maker.number()] / total;
                let one = weighed.in_column(score / count);
                if weighed.is_damaged {
                    mixture.damaged += one.score;
                }
                let kinds = &mut mixture.kinds;
                let at = kinds.iter().position(|kind| kind.kind == one.kind).unwrap_or(kinds.len());
                if at == kinds.len() {
                    kinds.push(ColumnCandidate { score: 0.0, times: None, ..one });
                }
                kinds[at].score += one.score;
                if score > FOUND {
                    kinds[at].add_times(&one);
                }
            }
        }
        mixture.kinds.retain(|kind| kind.score * count > FOUND);
        for kind in &mixture.kinds {
            let prior = kind.score / ratios[kind.kind];
            // Each share of `count` is as likely.
            mixture.likelihood = mixture.likelihood.times(prior / count);
            if kind.score > MOST_OF_ONE {
                mixture.likelihood = Product::ZERO;
            }
        }
        mixture
    }
}

/// How many times as common each kind is as among all IDs that people have, by its number. Expectation and maximization estimate it.
fn ratios_of(alone: &[All<'_>], priors: f64, numbers: usize) -> Vec<f64> {
    let mut ratios = vec![1.0; numbers];
    for _ in 0..STEPS {
        let mut next = vec![0.0; numbers];
        for all in alone {
            let total = all.total_of(&ratios);
            for weighed in &all.candidates {
                let (kind, prior) = (weighed.maker.number(), weighed.maker.prior() / priors);
                next[kind] += weighed.likelihood * ratios[kind] / total / prior / alone.len() as f64;
            }
        }
        ratios = next;
    }
    ratios
}
