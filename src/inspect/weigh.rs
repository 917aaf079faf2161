//! The weighing of one ID: how likely each kind is, and that it is no ID at all.

use std::rc::Rc;

use super::ascii::to_ascii;
use super::candidate::{Candidate, ColumnCandidate, Fit, Only};
use super::context::{Context, Warning, first_given, kind};
use super::judged::Judged;
use super::likelihood::{Made, Numbers, share_of, share_of_cell};
use super::maker::{Maker, Tried};
use super::number::{Damage, Loss, Number, bytes, negated, read};
use super::pattern::Wide;
use super::reason::Reasons;
use super::sites::{Rule, is_among};
use super::table::{Row, TABLE};
use super::{BOTH_CASES, UNUSUAL, has_both_cases, nothing, short_code};
use crate::formats::{Format, Native};
use crate::layout::Kind;
use crate::limits::DAY_MS;
use crate::text::{Encoding, Zeros};

/// The prior of a format that the caller gives. The priors of the built-in formats are 1 to 256.
const GIVEN: f64 = 1024.0;

/// How many times as likely a kind is where a rule of sites names it.
const NAMED: f64 = 1e6;

/// How many times as likely another kind is in a link of the site.
const ELSEWHERE: f64 = 1e-2;

/// How many times as likely a kind is where a rule of sites says that it seldom stands there.
const SELDOM: f64 = 0.03;

/// How many times as likely a kind is if another ID of this kind is close.
const NEIGHBOUR: f64 = 1e4;

/// A kind that made no IDs at the time of this ID can be at most so many times as likely as all other kinds.
const DOUBTED: f64 = 0.9;

/// The share of numbers that JSON or a spreadsheet has rounded, in comparison with those that nobody has rounded.
pub(super) const ROUNDED: f64 = 0.1;

/// An ID is called rounded if it is so many times as likely rounded as intact. Of 16 to 128 integers one looks rounded by chance: with
/// smaller odds, more than one in a hundred intact IDs of Discord would be called rounded.
const ODDS: f64 = 2.5;

/// An ID is found if the probability that it is one is at least this. It is called rounded only if the scores of the rounded candidates
/// have at least this sum, because a number of no known kind is no rounded ID.
pub(super) const FOUND: f64 = 0.5;

/// The share of IDs whose kind is in no table, but which look like a kind that is in a table.
pub(super) const UNKNOWN: f64 = 0.02;

/// The share of a format's IDs that are counters from before it held times.
const COUNTERS: f64 = 1e-2;

/// The share of a format's IDs that are written with a prefix, in base 36. The share is so small that only IDs with usual numbers
/// are found. IDs with other numbers look like the random texts that follow prefixes such as `sk_live_`.
const PREFIXED: f64 = 1.0 / 65_536.0;

/// The share of a format's IDs that are written as 8 bytes in base 16, as a word. Hashes and IDs of traces are such words.
const BYTES: f64 = 1.0 / 1024.0;

/// A text that may be an ID.
#[derive(Debug)]
pub(super) struct Token<'a> {
    pub text: &'a [u8],
    pub number: Option<Number>,
}

impl<'a> Token<'a> {
    pub fn of(text: &'a [u8]) -> Self {
        let number = match text {
            [b'-', digits @ ..] => read(digits).map(negated),
            _ => read(text),
        };
        Self { text, number: number.filter(|number| number.length == text.len()) }
    }

    pub fn loss(&self) -> Option<Loss> {
        self.number?.loss
    }
}

/// Reads IDs of unknown formats.
#[derive(Debug)]
pub struct Reader {
    pub(super) given: Vec<Tried>,
    pub(super) built_in: Vec<Tried>,
    /// The numbers of each row of the table.
    rows: Vec<Vec<Numbers>>,
    epoch: Option<i64>,
    pub(super) now: i64,
    only: Only,
}

/// A candidate that is not yet put into words.
#[derive(Debug)]
pub(super) struct Weighed<'a> {
    pub maker: Maker<'a>,
    pub fit: Fit,
    pub likelihood: f64,
    /// Whether the low digits are lost.
    pub is_damaged: bool,
}

impl Weighed<'_> {
    /// The candidate of a column that has this score.
    pub fn in_column(&self, score: f64) -> ColumnCandidate {
        ColumnCandidate {
            kind: self.maker.number(),
            fit: self.fit,
            score,
            times: self.maker.made().and_then(|made| made.timestamp()).map(|ms| (ms, ms)),
            holds_time: self.maker.has_time(),
        }
    }
}

/// The candidates of a text, and the likelihood that the text is no ID.
#[derive(Debug)]
pub(super) struct All<'a> {
    pub candidates: Vec<Weighed<'a>>,
    nothing: f64,
    /// The likelihood of kinds that are no candidates, because they do not lead far enough: see [`Row::lead`].
    pub hidden: f64,
    pub loss: Option<Loss>,
}

/// The share of IDs that have these numbers, and whether the last digits of this ID are likelier lost than intact. `intact` is the share
/// if no digit is lost, `in_json` how many times as common rounded IDs are, and `time` the count of bits below the time.
fn share_with_loss(
    loss: Option<Loss>,
    intact: f64,
    in_json: f64,
    numbers: &[Numbers],
    time: u8,
) -> (f64, bool) {
    let Some(Loss { damage, cell, .. }) = loss else { return (intact, false) };
    let of_cell = share_of_cell(numbers, time, cell);
    if damage == Damage::Exponent {
        return (of_cell, true);
    }
    let rounded = ROUNDED * of_cell;
    (intact + rounded, rounded * in_json > intact * ODDS)
}

impl Reader {
    /// Reads at the time `now` in Unix ms. It tries the formats that are given, whose IDs the caller has; the built-in formats, of
    /// which those without an epoch get `epoch`; and the kinds of other families.
    pub fn new(now: i64, epoch: Option<i64>, given: Vec<Rc<Format>>) -> Self {
        Self::reopen(None, now, epoch, given)
    }

    /// As [`Self::new`], out of a reader that is no longer needed. Its built-in formats are kept if its epoch was `epoch`, because
    /// to make them takes longer than to read an ID.
    pub fn reopen(last: Option<Self>, now: i64, epoch: Option<i64>, given: Vec<Rc<Format>>) -> Self {
        let mut tried = Vec::new();
        for (at, format) in given.into_iter().enumerate() {
            tried.push(Tried::new(format, first_given() + at, GIVEN));
        }
        let (built_in, rows) = match last {
            Some(last) if last.epoch == epoch => (last.built_in, last.rows),
            _ => (Self::built_in(epoch), TABLE.iter().map(Row::numbers).collect()),
        };
        Self { given: tried, built_in, rows, epoch, now, only: Only::default() }
    }

    /// This reader, but [`Self::inspect`] reports only candidates of these kinds with this score or a higher one. An empty list
    /// stands for all kinds. The scores do not change.
    #[must_use]
    pub fn only(mut self, kinds: Vec<String>, least: f64) -> Self {
        self.only = Only { kinds, least };
        self
    }

    /// Whether a candidate can be of the kind with this name.
    pub fn knows(&self, name: &str) -> bool {
        let is_given = self.given.iter().any(|tried| tried.format.name() == name);
        is_given || (0..first_given()).any(|number| kind(number) == Some(name))
    }

    /// The built-in formats. Those without an epoch get `epoch`.
    fn built_in(epoch: Option<i64>) -> Vec<Tried> {
        let mut tried = Vec::new();
        for number in 0..Format::names().len() {
            let Ok(mut format) = Format::built_in(number) else { continue };
            let is_guessed = format.known_epoch().is_none();
            if let Some(epoch) = epoch
                && is_guessed
            {
                // A format that cannot have this epoch has not made the ID.
                let Some(other) = format.with_epoch(epoch) else { continue };
                format = other;
            }
            let prior = format.prior();
            tried.push(Tried { is_guessed, ..Tried::new(Rc::new(format), number, prior) });
        }
        tried
    }

    /// How many kinds there are, with those of the caller.
    pub(super) fn kinds(&self) -> usize {
        first_given() + self.given.len()
    }

    /// Whether the caller has given formats.
    pub(super) fn has_given(&self) -> bool {
        !self.given.is_empty()
    }

    /// What could have made the ID in a text of UTF-16 units, the likeliest first. `is_integer` means that the text is the
    /// decimal digits of an integer. A text that is no ID as a whole is scanned, and the only ID in it is read.
    pub fn inspect(&self, units: &[u16], is_integer: bool) -> Vec<Candidate> {
        self.judge(units, is_integer).iter().map(|judged| judged.in_words(self)).collect()
    }

    /// As [`Self::inspect`], in numbers.
    pub fn judge(&self, units: &[u16], is_integer: bool) -> Vec<Judged<'_>> {
        let text = to_ascii(units);
        let token = Token::of(text.trim_ascii());
        let all = self.weigh_text(&token, Context::default(), is_integer);
        if all.candidates.is_empty()
            && !is_integer
            && let Ok([found]) = <[_; 1]>::try_from(self.scan(units))
        {
            return found.candidates;
        }
        self.report(all)
    }

    /// The candidates that this reader reports.
    pub(super) fn report<'a>(&self, all: All<'a>) -> Vec<Judged<'a>> {
        all.report(self.now, &self.only)
    }

    pub(super) fn weigh(&self, token: &Token<'_>, context: Context<'_>) -> All<'_> {
        self.weigh_text(token, context, false)
    }

    pub(super) fn weigh_text(&self, token: &Token<'_>, context: Context<'_>, is_integer: bool) -> All<'_> {
        let mut candidates = Vec::new();
        let rule = context.rule.as_ref();
        let named = rule.and_then(Rule::named).unwrap_or_default();
        let seldom = rule.map_or(&[][..], Rule::seldom);
        let is_of_site = rule.is_some_and(|rule| rule.named().is_some() && !rule.site.is_empty());
        for tried in self.given.iter().chain(&self.built_in) {
            let is_named = is_among(named, tried.format.name());
            if let Some((value, form)) = tried.read(token, is_integer, is_named, context.has_prefix) {
                candidates.push(tried.weigh(value, form, token.loss(), self.now));
            }
        }
        for (row, numbers) in TABLE.iter().zip(&self.rows) {
            let is_number = token.number.is_some();
            if (row.is_only_named && !is_among(named, row.name)) || (is_number && !row.has_decimal_digits()) {
                continue;
            }
            if let Some((value, share)) = row.read(token.text, token.number.as_ref(), is_integer) {
                candidates.push(row.weigh(value, numbers, share, token.loss(), self.now));
            }
        }
        let is_of_table = token.number.is_some_and(Number::is_of_table);
        for candidate in &mut candidates {
            let name = candidate.maker.name();
            if is_among(named, name) {
                candidate.likelihood *= NAMED;
            } else if is_of_site {
                candidate.likelihood *= ELSEWHERE;
            }
            if is_among(seldom, name) {
                candidate.likelihood *= SELDOM;
            }
            if is_of_table && let Maker::Format(tried, _) = candidate.maker {
                candidate.likelihood *= tried.format.share_in_tables();
            }
            if Some(name) == context.neighbour && candidate.fit == Fit::Plausible {
                candidate.likelihood *= NEIGHBOUR;
            }
        }
        let hidden = hide_kinds(&mut candidates);
        let known: f64 = candidates.iter().map(|candidate| candidate.likelihood).sum();
        let unknown = if named.is_empty() { known * UNKNOWN } else { 0.0 };
        let mut all = All {
            candidates,
            nothing: nothing::likelihood(token.text, token.number.as_ref()) + unknown,
            hidden,
            loss: token.loss(),
        };
        all.put_guesses_last();
        all.doubt_unlikely();
        all
    }
}

impl Tried {
    /// The value of a text, and the share of texts with its form: as decimal digits, if the format's IDs are integers, then in its
    /// own encoding, then in that of texts with a prefix, then as a short code.
    pub fn read(
        &self,
        token: &Token<'_>,
        is_integer: bool,
        is_named: bool,
        has_prefix: bool,
    ) -> Option<(u128, f64)> {
        let format = &self.format;
        if format.native() != Native::Text
            && let Some(number) = token.number
            && format.holds(number.value.into())
        {
            let is_usual = number.is_plain || number.loss.is_some();
            return Some((number.value.into(), if is_usual { 1.0 } else { UNUSUAL }));
        }
        if is_integer || token.number.is_some_and(|number| !number.is_plain) {
            return None;
        }
        let value = format.encoding().read(token.text, format.layout().bits(), Zeros::Usual);
        // Without this check, each short word would be a candidate, because it is the text of a small value.
        let own = value
            .ok()
            .filter(|&value| format.known_epoch().is_some() || Made::by(format, value).ms >= DAY_MS);
        let Some(value) = own else {
            if has_prefix && let Some(value) = after_prefix(format, token.text) {
                return Some((value, PREFIXED));
            }
            if token.text.len() == 16
                && format.native() != Native::Text
                && !has_both_cases(token.text)
                && let Some(number) = bytes(token.text)
                && format.holds(number.value.into())
            {
                let is_upper = token.text.iter().any(u8::is_ascii_uppercase);
                return Some((number.value.into(), if is_upper { BYTES * UNUSUAL } else { BYTES }));
            }
            let form = if is_named { 1.0 } else { UNUSUAL };
            return short_code(format, token.text, is_named).map(|value| (value, form));
        };
        let is_usual = format.encoding().canonical(value, format.layout().bits()).as_bytes() == token.text;
        let form = match is_usual {
            true => 1.0,
            false if has_both_cases(token.text) => BOTH_CASES,
            false => UNUSUAL,
        };
        Some((value, form))
    }

    fn weigh(&self, value: u128, form: f64, loss: Option<Loss>, now: i64) -> Weighed<'_> {
        let maker = Maker::Format(self, value);
        if maker.is_counter() {
            let likelihood = self.prior * COUNTERS * nothing::of_number(value as u64, 0);
            return Weighed { maker, fit: Fit::Unknown, likelihood, is_damaged: false };
        }
        let (fit, density) = Made::by(&self.format, value).weigh(now, &mut Reasons(None));
        let intact = share_of(&self.numbers, value, &mut Reasons(None));
        let time = self.format.layout().place(Kind::Time).shift;
        let (share, is_damaged) =
            share_with_loss(loss, intact, self.format.share_in_json(), &self.numbers, time);
        Weighed { maker, fit, likelihood: self.prior * density * share * form, is_damaged }
    }
}

/// The value of a text that follows a prefix, as the package's `prefixed` writes it: in base 36 with all digits.
fn after_prefix(format: &Format, text: &[u8]) -> Option<u128> {
    if format.native() == Native::Text || text.iter().any(u8::is_ascii_uppercase) {
        return None;
    }
    Encoding::Base36.read(text, format.layout().bits(), Zeros::All).ok()
}

impl Row {
    fn weigh(
        &'static self,
        value: Wide,
        numbers: &[Numbers],
        form: f64,
        loss: Option<Loss>,
        now: i64,
    ) -> Weighed<'static> {
        let maker = Maker::Row(self, value);
        let (fit, density) = match self.made(&value) {
            Some(made) => made.weigh(now, &mut Reasons(None)),
            None => (Fit::Unknown, 1.0),
        };
        let intact = self.share(&value, numbers, &mut Reasons(None));
        let (share, is_damaged) = share_with_loss(loss, intact, 1.0, numbers, self.bits_below_time());
        Weighed { maker, fit, likelihood: self.prior * density * share * form, is_damaged }
    }
}

/// Gives the likelihood 0 to each kind that does not lead far enough (see [`Row::lead`]), so that it is no candidate. Returns the sum of
/// the likelihoods that these kinds had.
fn hide_kinds(candidates: &mut [Weighed<'_>]) -> f64 {
    let (mut best, mut hidden) = (0.0_f64, 0.0);
    for candidate in candidates.iter().filter(|candidate| candidate.maker.lead() == 0.0) {
        best = best.max(candidate.likelihood);
    }
    for candidate in candidates {
        if candidate.likelihood < best * candidate.maker.lead() {
            hidden += candidate.likelihood;
            candidate.likelihood = 0.0;
        }
    }
    hidden
}

impl<'a> All<'a> {
    /// A format whose epoch is a guess never wins against a format that fits with its own epoch.
    fn put_guesses_last(&mut self) {
        let fits =
            |candidate: &&Weighed<'_>| candidate.fit == Fit::Plausible && !candidate.maker.is_guessed();
        let best =
            self.candidates.iter().filter(fits).map(|candidate| candidate.likelihood).fold(0.0, f64::max);
        for candidate in &mut self.candidates {
            if best > 0.0 && candidate.maker.is_guessed() {
                candidate.likelihood = candidate.likelihood.min(best / 2.0);
            }
        }
    }

    /// A candidate with a time at which its kind made no IDs has a score below 0.5, unless the text fits one kind only.
    fn doubt_unlikely(&mut self) {
        let total = self.total();
        if self.candidates.len() > 1 {
            for candidate in self.candidates.iter_mut().filter(|candidate| candidate.fit == Fit::Unlikely) {
                candidate.likelihood = candidate.likelihood.min((total - candidate.likelihood) * DOUBTED);
            }
        }
    }

    pub fn total(&self) -> f64 {
        self.candidates.iter().map(|candidate| candidate.likelihood).sum::<f64>() + self.hidden + self.nothing
    }

    /// The likelihood of the text, if kinds are as many times as common as these ratios say, by the number of the kind.
    pub fn total_of(&self, ratios: &[f64]) -> f64 {
        let known = self.candidates.iter().map(|weighed| weighed.likelihood * ratios[weighed.maker.number()]);
        known.sum::<f64>() + self.hidden + self.nothing
    }

    /// The probability that the text is an ID, of the kind of a candidate or of a hidden kind.
    pub fn sum(&self) -> f64 {
        1.0 - self.nothing / self.total()
    }

    /// The sum of the scores of the candidates whose low digits are lost.
    fn damaged(&self) -> f64 {
        let damaged = self.candidates.iter().filter(|candidate| candidate.is_damaged);
        damaged.map(|candidate| candidate.likelihood).sum::<f64>() / self.total()
    }

    /// The kind of the first candidate, and its score.
    pub fn best(&self) -> (Option<&'a str>, f64) {
        let Some(first) = self.first() else { return (None, 0.0) };
        (Some(first.maker.name()), first.likelihood / self.total())
    }

    fn first(&self) -> Option<&Weighed<'a>> {
        self.candidates
            .iter()
            .reduce(|best, other| if other.likelihood > best.likelihood { other } else { best })
    }

    pub fn warning(&self) -> Option<Warning> {
        let first = self.first()?;
        if first.maker.is_counter() {
            return Some(Warning::Counter);
        }
        match self.loss.filter(|_| first.is_damaged)?.damage {
            Damage::Rounded => (self.damaged() >= FOUND).then_some(Warning::Rounded),
            Damage::Exponent => Some(Warning::Exponent),
        }
    }
}
