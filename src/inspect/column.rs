//! The judgement of a column: IDs of one kind, with one damage, that are judged together.

use std::mem;

use super::ascii::to_ascii;
use super::candidate::{ColumnCandidate, Fit};
use super::context::{Context, Warning};
use super::joint::{Fitting, Part, Product, Range, of_parts, with_others};
use super::mixture::{MOST_OF_ONE, Mixture};
use super::number::{Damage, Number};
use super::origin::{Origin, Read};
use super::weigh::{FOUND, ROUNDED, Reader, Token, UNKNOWN};

/// So many IDs of a longer column are judged: more would not change the judgement.
const MOST: usize = 256;

/// A column of at least so many IDs can be called damaged.
const LEAST_WARNED: usize = 3;

/// The cell of a column.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// The text as UTF-16 units.
    pub units: &'a [u16],
    /// Whether it is the decimal digits of an integer.
    pub is_integer: bool,
}

/// What a column holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The kinds, the likeliest first.
    pub candidates: Vec<ColumnCandidate>,
    /// What was done to the digits of the column.
    pub warning: Option<Warning>,
    /// How likely it is that the last digits of the column's IDs are lost.
    pub warning_score: f64,
    /// The indices of the IDs that are not of the first candidate's kind, if it is likely. An empty cell has no ID.
    pub misfits: Vec<usize>,
}

/// The text of a cell.
struct Text {
    ascii: Vec<u8>,
    is_integer: bool,
}

impl Text {
    fn of(cell: &Cell<'_>) -> Self {
        Self { ascii: to_ascii(cell.units).trim_ascii().to_vec(), is_integer: cell.is_integer }
    }

    fn token(&self) -> Token<'_> {
        Token::of(&self.ascii)
    }
}

/// The IDs that are judged.
struct Sample<'a> {
    tokens: Vec<(Token<'a>, bool)>,
    /// The likelihood of each ID if nothing is known of its kind.
    backgrounds: Vec<f64>,
}

impl Sample<'_> {
    /// How many IDs have digits for which this is true.
    fn count(&self, is_meant: impl Fn(Number) -> bool) -> usize {
        self.tokens.iter().filter(|(token, _)| token.number.is_some_and(&is_meant)).count()
    }

    fn is_most(&self, count: usize) -> bool {
        count * 2 > self.tokens.len()
    }
}

/// A kind and a damage: the likelihood of the column's IDs.
struct Hypothesis {
    likelihood: Product,
    /// When the IDs were made.
    part: Part,
    /// Fields whose numbers do not follow their habits, as bits.
    stray: u32,
}

/// A kind that was judged.
struct OfKind<'a> {
    origin: Origin<'a>,
    prior: f64,
    fit: Fit,
    range: Range,
    /// The likelihood if no digit is lost, and if the last digits are.
    likelihoods: [Product; 2],
    /// The likelier one of the two.
    best: Hypothesis,
    times: Option<(i64, i64)>,
}

impl Reader {
    /// What a column of texts holds, if its IDs are of one kind, and have all lost their last digits or none. In a long column, 256 IDs
    /// are judged. Each other ID is only compared with them.
    pub fn inspect_all(&self, cells: &[Cell<'_>]) -> Column {
        let texts = sample(cells);
        let tokens: Vec<_> = texts.iter().map(|text| (text.token(), text.is_integer)).collect();
        if let [(token, is_integer)] = &tokens[..] {
            return self.of_one(token, *is_integer);
        }
        let priors = self.priors();
        let weigh =
            |(token, is_integer): &(Token<'_>, bool)| self.weigh_text(token, Context::default(), *is_integer);
        let mut alone: Vec<_> = tokens.iter().map(weigh).collect();
        let sample = Sample { backgrounds: alone.iter().map(|all| all.total() / priors).collect(), tokens };
        let judged: Vec<_> = self.origins().filter_map(|origin| self.of_kind(origin, &sample)).collect();
        let (mut column, first) = Self::weigh_all(&judged, Mixture::of(&alone, priors, self.kinds()));
        if sample.tokens.len() >= LEAST_WARNED && column.warning_score > FOUND {
            let is_exponent =
                |number: Number| number.loss.is_some_and(|loss| loss.damage == Damage::Exponent);
            let is_cut = sample.is_most(sample.count(is_exponent));
            column.warning = Some(if is_cut { Warning::Exponent } else { Warning::Rounded });
        }
        let Some(first) = first else { return column };
        let is_damaged = column.warning_score > FOUND;
        let is_misfit =
            |token: &Token<'_>, is_integer| self.is_misfit(first, is_damaged, token, is_integer, priors);
        let count = alone.len() as f64;
        let mut tokens = sample.tokens.iter();
        alone.retain(|_| tokens.next().is_some_and(|(token, is_integer)| is_misfit(token, *is_integer)));
        let share = alone.len() as f64 / count;
        if share > 1.0 - MOST_OF_ONE {
            column.divide(share, Mixture::of(&alone, priors, self.kinds()));
        }
        if column.first_likely() == first.origin.kind() {
            let is_misfit =
                |cell: &Cell<'_>| !is_empty(cell) && is_misfit(&Text::of(cell).token(), cell.is_integer);
            column.misfits = (0..cells.len()).filter(|&at| is_misfit(&cells[at])).collect();
        }
        column
    }

    /// What a column with one ID holds.
    fn of_one(&self, token: &Token<'_>, is_integer: bool) -> Column {
        let all = self.weigh_text(token, Context::default(), is_integer);
        let (total, mut column) = (all.total(), Column::empty());
        for weighed in all.candidates.iter().filter(|weighed| weighed.likelihood > 0.0) {
            column.add(weighed.in_column(weighed.likelihood / total));
        }
        column
    }

    /// Judges the IDs as those of one kind; `None` if no ID is of the kind.
    fn of_kind<'a>(&self, origin: Origin<'a>, sample: &Sample<'_>) -> Option<OfKind<'a>> {
        let read = sample.tokens.iter().map(|(token, is_integer)| origin.read(token, *is_integer, self.now));
        let read: Vec<_> = read.collect();
        let some = read.iter().flatten().next()?;
        let (fit, range) = (some.fit, origin.range(some, self.now));
        let of = |is_damaged| hypothesis(origin, range, &read, sample, is_damaged);
        let has_loss = sample.count(|number| number.loss.is_some()) > 0;
        let (intact, damaged) = (of(false), if has_loss { of(true) } else { None });
        let likelihood = |of: &Option<Hypothesis>| of.as_ref().map_or(Product::ZERO, |of| of.likelihood);
        let likelihoods = [likelihood(&intact), likelihood(&damaged)];
        let best = if likelihoods[1].is_over(likelihoods[0]) { damaged? } else { intact? };
        let is_of_tables = sample.is_most(sample.count(Number::is_of_table));
        let prior = origin.prior() * if is_of_tables { origin.share_in_tables() } else { 1.0 };
        let inside = read.iter().flatten().filter(|read| best.part.holds(read.at));
        let times = inside.filter_map(|read| read.made.as_ref()?.timestamp()).fold(None, |times, ms| {
            let (first, last) = times.unwrap_or((ms, ms));
            Some((ms.min(first), ms.max(last)))
        });
        Some(OfKind { origin, prior, fit, range, likelihoods, best, times })
    }

    /// The scores of all kinds, and the first one, if it is likely.
    fn weigh_all<'a, 'b>(judged: &'b [OfKind<'a>], mixture: Mixture) -> (Column, Option<&'b OfKind<'a>>) {
        let mut column = Column::empty();
        let best =
            judged.iter().flat_map(|judged| judged.likelihoods).fold(mixture.likelihood, Product::larger);
        let (mut total, mut damaged) = (0.0, 0.0);
        let mut first: Option<(f64, &OfKind<'_>)> = None;
        let weight = |judged: &OfKind<'_>, at: usize| judged.prior * judged.likelihoods[at].over(best);
        let surest =
            judged.iter().filter(|judged| judged.fit == Fit::Plausible && !judged.origin.is_guessed());
        let surest = surest.map(|judged| weight(judged, 0) + weight(judged, 1)).fold(0.0, f64::max);
        for judged in judged {
            let mut sum = weight(judged, 0) + weight(judged, 1);
            if surest > 0.0 && judged.origin.is_guessed() {
                sum = sum.min(surest / 2.0);
            }
            damaged += weight(judged, 1);
            total += sum;
            let Some(kind) = judged.origin.kind() else { continue };
            total += sum * UNKNOWN;
            if sum > first.map_or(0.0, |(best, _)| best) {
                first = Some((sum, judged));
            }
            if sum > 0.0 {
                column.add(ColumnCandidate {
                    kind,
                    fit: judged.fit,
                    score: sum,
                    times: judged.times,
                    holds_time: judged.origin.has_time(),
                });
            }
        }
        for candidate in &mut column.candidates {
            candidate.score /= total;
        }
        if total > 0.0 {
            column.warning_score = (damaged / total).min(1.0);
        }
        let mixed = mixture.likelihood.over(best);
        let share = if mixed > 0.0 { mixed / (total + mixed) } else { 0.0 };
        let is_likely = |candidate: &ColumnCandidate| candidate.score * (1.0 - share) > FOUND;
        let first = first.filter(|_| column.candidates.first().is_some_and(is_likely));
        column.divide(share, mixture);
        (column, first.map(|(_, judged)| judged))
    }

    /// Whether a cell is likelier of another kind than of the column's.
    fn is_misfit(
        &self,
        judged: &OfKind<'_>,
        is_damaged: bool,
        token: &Token<'_>,
        is_integer: bool,
        priors: f64,
    ) -> bool {
        let read = judged.origin.read(token, is_integer, self.now);
        // An ID may have lost its digits, or kept them by chance.
        let of = |is_damaged| read.as_ref()?.fitting(token, judged.best.stray, is_damaged);
        let Some(id) = of(is_damaged).or_else(|| of(!is_damaged)) else { return true };
        let (Part { first, last, density }, ticks) = (judged.best.part, judged.range.ticks);
        let near = (last - first) / 8.0;
        let is_inside = id.at >= first - near && id.at <= last + near;
        let density = if ticks == 0.0 || is_inside { density } else { 1.0 / ticks };
        let background = self.weigh_text(token, Context::default(), is_integer).total() / priors;
        id.share * density < with_others(0.0, background)
    }
}

impl Column {
    fn empty() -> Self {
        Self { candidates: Vec::new(), warning: None, warning_score: 0.0, misfits: Vec::new() }
    }

    /// The kind of the first candidate, if it is likely.
    fn first_likely(&self) -> Option<usize> {
        self.candidates.first().filter(|candidate| candidate.score > FOUND).map(|candidate| candidate.kind)
    }

    /// Gives a share of the IDs to the kinds of a mixture.
    fn divide(&mut self, share: f64, mixture: Mixture) {
        self.warning_score = self.warning_score * (1.0 - share) + mixture.damaged * share;
        for candidate in &mut self.candidates {
            candidate.score *= 1.0 - share;
        }
        for mut kind in mixture.kinds {
            kind.score *= share;
            if let Some(at) = self.candidates.iter().position(|other| other.kind == kind.kind) {
                let mut other = self.candidates.remove(at);
                if other.score > kind.score {
                    mem::swap(&mut kind, &mut other);
                }
                kind.score += other.score;
            }
            self.add(kind);
        }
    }

    /// Adds a candidate behind those that are as likely.
    fn add(&mut self, candidate: ColumnCandidate) {
        let place = self.candidates.iter().position(|other| other.score < candidate.score);
        self.candidates.insert(place.unwrap_or(self.candidates.len()), candidate);
    }
}

fn is_empty(cell: &Cell<'_>) -> bool {
    cell.units.iter().all(|&unit| unit <= u16::from(b' '))
}

/// The texts of at most [`MOST`] cells, each text once: repeated IDs say nothing new.
fn sample(cells: &[Cell<'_>]) -> Vec<Text> {
    let filled: Vec<u32> = (0..cells.len()).filter(|&at| !is_empty(&cells[at])).map(|at| at as u32).collect();
    let count = filled.len().min(MOST);
    // The library's sorting has 3 KB of code, and there are few texts.
    let mut texts: Vec<Text> = Vec::new();
    for number in 0..count {
        let (start, end) = (number * filled.len() / count, (number + 1) * filled.len() / count);
        // The steps differ, because the rows of a table may alternate.
        let text = Text::of(&cells[filled[start + number * 7919 % (end - start)] as usize]);
        if texts.iter().all(|other| other.ascii != text.ascii) {
            texts.push(text);
        }
    }
    texts
}

/// The likelihood of the column's IDs, if they are of one kind, and if their last digits are lost or not.
fn hypothesis(
    origin: Origin<'_>,
    range: Range,
    read: &[Option<Read>],
    sample: &Sample<'_>,
    is_damaged: bool,
) -> Option<Hypothesis> {
    let (stray, share) = stray_fields(read, &sample.tokens, is_damaged);
    let ids = fitting(read, &sample.tokens, stray, is_damaged);
    let (likelihood, part) = of_parts(range, &ids, &sample.backgrounds)?;
    let likelihood = likelihood.plus(origin.fills(&part, &ids, &sample.backgrounds));
    let damage = if is_damaged { ROUNDED * origin.share_in_json() } else { 1.0 };
    Some(Hypothesis { likelihood: likelihood.times(share * damage), part, stray })
}

/// The IDs of a column, if its last digits are lost or not, and if the numbers of some fields, given as bits, do not follow their habits.
fn fitting(
    read: &[Option<Read>],
    tokens: &[(Token<'_>, bool)],
    stray: u32,
    is_damaged: bool,
) -> Vec<Option<Fitting>> {
    let both = read.iter().zip(tokens);
    both.map(|(read, (token, _))| read.as_ref()?.fitting(token, stray, is_damaged)).collect()
}

/// The fields, as bits, whose numbers are likelier all alike than by their habits; and the share of columns of which that is true.
fn stray_fields(read: &[Option<Read>], tokens: &[(Token<'_>, bool)], is_damaged: bool) -> (u32, f64) {
    let of = |stray| {
        let ids = fitting(read, tokens, stray, is_damaged);
        ids.iter().flatten().fold(Product::of(1.0), |product, id| product.times(id.share))
    };
    let (mut stray, mut share) = (0, 1.0);
    let Some(first) = read.iter().flatten().next() else { return (stray, share) };
    let mut best = of(stray);
    for (at, field) in first.numbers.iter().enumerate().take(32) {
        let Some(habit) = field.habit else { continue };
        let other = of(stray | 1 << at);
        let is_stray = other.times(habit.stray).is_over(best.times(1.0 - habit.stray));
        if is_stray {
            stray |= 1 << at;
            best = other;
        }
        share *= if is_stray { habit.stray } else { 1.0 - habit.stray };
    }
    (stray, share)
}
