//! The joint likelihood of many IDs: products of many small factors, and times that lie in one part of a range.

use super::likelihood::ln;

/// The share of the IDs of a column that are of another kind, or of none.
pub(super) const OTHER: f64 = 0.01;

/// The product is written as `mantissa * STEP^steps`, because an `f64` holds the likelihoods of about ten IDs.
const STEP: f64 = 1e-150;

/// A product of likelihoods.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Product {
    mantissa: f64,
    steps: u32,
}

impl Product {
    pub const ZERO: Self = Self { mantissa: 0.0, steps: 0 };

    pub fn of(first: f64) -> Self {
        Self { mantissa: first, steps: 0 }
    }

    /// This product with one more factor.
    pub fn times(self, factor: f64) -> Self {
        let mantissa = self.mantissa * factor.max(STEP);
        if mantissa < STEP {
            Self { mantissa: mantissa / STEP, steps: self.steps + 1 }
        } else {
            Self { mantissa, ..self }
        }
    }

    /// How many times as large this product is as another one.
    pub fn over(self, other: Self) -> f64 {
        let ratio = self.mantissa / other.mantissa;
        match i64::from(self.steps) - i64::from(other.steps) {
            0 => ratio,
            1 => ratio * STEP,
            -1 => ratio / STEP,
            fewer if fewer < 0 && self.mantissa > 0.0 => f64::INFINITY,
            _ => 0.0,
        }
    }

    pub fn is_over(self, other: Self) -> bool {
        self.mantissa > 0.0 && (other.mantissa == 0.0 || self.over(other) > 1.0)
    }

    pub fn plus(self, other: Self) -> Self {
        let (larger, smaller) = if other.is_over(self) { (other, self) } else { (self, other) };
        if smaller.mantissa == 0.0 {
            return larger;
        }
        Self { mantissa: larger.mantissa * (1.0 + smaller.over(larger)), ..larger }
    }

    pub fn larger(self, other: Self) -> Self {
        if other.is_over(self) { other } else { self }
    }
}

/// An ID as one of a kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitting {
    /// Its time in ticks.
    pub at: f64,
    /// The share of the kind's IDs that were made in this tick, if nothing is known of the other IDs.
    pub density: f64,
    /// The share of the kind's IDs of this tick that have the ID's numbers and form.
    pub share: f64,
}

/// The ticks in which a kind made IDs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    /// The count of ticks; 0 if the IDs hold no time.
    pub ticks: f64,
    /// The shortest part of the range, in ticks: a ms, or a tick.
    pub shortest: f64,
    /// Whether the range begins at an epoch that nobody knows, so that less than all ticks have passed since.
    pub is_open: bool,
}

impl Range {
    /// How likely it is that `count` times, of at least two, lie in a part and the rest of the range is free: the integral of the
    /// likelihood over all parts that hold them, in comparison with the likelihood in the smallest part. Each epoch is as likely.
    fn weight(&self, part: &Part, count: usize) -> f64 {
        let (share, count) = (1.0 / part.density / self.ticks, count as f64);
        let epochs = if self.is_open { (self.ticks / part.last - 1.0).max(share) } else { 1.0 };
        let lengths = if count < 3.0 { 1.0 + ln(1.0 / share) } else { 2.0 / (count - 1.0) / (count - 2.0) };
        share * share * lengths * epochs
    }
}

/// The part of the range in which the IDs of a column were made.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    pub first: f64,
    pub last: f64,
    /// The share of the IDs that were made in each tick of it.
    pub density: f64,
}

impl Part {
    pub fn holds(&self, at: f64) -> bool {
        at >= self.first && at <= self.last
    }

    /// The likelihood of the IDs if those outside of the part are of other kinds. `ids` are `None` if they are of other kinds anyway.
    pub fn likelihood(&self, before: f64, ids: &[Option<Fitting>], backgrounds: &[f64]) -> Product {
        ids.iter().zip(backgrounds).fold(Product::of(before), |product, (id, background)| {
            let inside = id.filter(|id| self.holds(id.at));
            product.times(with_others(inside.map_or(0.0, |id| id.share * self.density), *background))
        })
    }
}

/// The likelihood of an ID of a column of a kind, if so much is its likelihood as an ID of the kind, and as any text.
pub(super) fn with_others(likelihood: f64, background: f64) -> f64 {
    (1.0 - OTHER) * likelihood + OTHER * background
}

/// The likelihood of the IDs of a column as IDs of one kind, and the likeliest part of the range; `None` if no ID is of the kind.
///
/// Each part of the range is as likely. In the part, each tick is as likely. One ID in eight may lie outside of it.
pub(super) fn of_parts(
    range: Range,
    ids: &[Option<Fitting>],
    backgrounds: &[f64],
) -> Option<(Product, Part)> {
    // The library's sorting has 3 KB of code, and there are few IDs.
    let mut times: Vec<f64> = Vec::new();
    for id in ids.iter().flatten() {
        let place = times.iter().position(|&other| other > id.at);
        times.insert(place.unwrap_or(times.len()), id.at);
    }
    let (first, last) = (*times.first()?, *times.last()?);
    if range.ticks == 0.0 || times.len() == 1 {
        let density = ids.iter().flatten().next()?.density;
        let part = Part { first, last, density };
        return Some((part.likelihood(1.0, ids, backgrounds), part));
    }
    let of = |(first, last): (f64, f64)| {
        let length = (last - first + range.shortest).min(range.ticks);
        let part = Part { first, last, density: 1.0 / length };
        let before = range.weight(&part, times.iter().filter(|&&at| part.holds(at)).count());
        (part.likelihood(before, ids, backgrounds), part)
    };
    let held = times.len() - times.len() / 8;
    // The shortest part that holds seven of eight times.
    let mut short = (first, last);
    for some in times.windows(held) {
        if some[held - 1] - some[0] < short.1 - short.0 {
            short = (some[0], some[held - 1]);
        }
    }
    let near = (short.1 - short.0) / 8.0;
    let begin = *times.iter().find(|&&at| at >= short.0 - near)?;
    let end = *times.iter().rfind(|&&at| at <= short.1 + near)?;
    let (all, most) = (of((first, last)), of((begin, end)));
    Some(if most.0.is_over(all.0) { most } else { all })
}
