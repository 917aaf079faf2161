//! Generators: a format, a sequencer, and the clock's readings make IDs, one by one or many at once.
//!
//! A [`Generator`] holds no numbers. For a single ID it requests all that is left of a tick, and the
//! sequencer keeps the rest ready for the generator's next calls. If another generator asks, the rest is
//! granted to it, so a generator made for a single ID takes a single number.

mod batch;
mod encoded;
mod next_error;

use std::ops::Deref;
use std::rc::Rc;

use crate::identity::{Identities, Identity};
use crate::options::{GeneratorOptions, Settings};
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::{Base, Entropy, GrantError, Run, State};
use crate::snapshot::Saved;

use batch::Batch;
pub use batch::NO_BATCH;
pub use next_error::NextError;

/// Makes the IDs of one format and one node. `I` says how the generator has its identity: shared with other generators,
/// or alone.
#[derive(Debug)]
pub struct Generator<I = Rc<Identity>> {
    scheme: Scheme,
    settings: Settings,
    identity: I,
    has_own_clock: bool,
    /// Whether its node was chosen for it.
    is_automatic: bool,
    entropy: Entropy,
    /// In the high 32 bits, the generator's number among those of its identity. In the low 32 bits, the number of its policy,
    /// because ready numbers were granted under a policy.
    owner: u64,
    /// The reading at which the clock stalled.
    stalled_at: Option<i64>,
    /// How long the caller of the next request has waited for it, in ms.
    waited: u64,
    /// The latest batch, unless it was cancelled.
    batch: Option<Batch>,
    /// The count of batches.
    batches: u32,
    /// The sequence number of the next ID for a time of the caller's choice.
    next_backfill: u32,
    /// Random bits to use next, the lowest first, and their count.
    spare: u64,
    spare_bits: u8,
}

impl Generator {
    /// A generator that shares a sequencer with all generators of the same identity, or, without
    /// `identities`, one with a sequencer of its own.
    ///
    /// # Errors
    /// `INVALID_SNAPSHOT` if the snapshot's state does not fit the format; `INVALID_OPTION` if another
    /// generator of a format with a toggle has an overlapping range; `INVALID_FIELD` if a lease has the node,
    /// or no node is given and none can be chosen; `NO_RANDOMNESS` if the choice of a node needs random bits
    /// and there are none.
    pub fn new(
        scheme: &Scheme,
        options: &GeneratorOptions,
        identities: Option<&mut Identities>,
        entropy: Entropy,
    ) -> Result<Self, Refusal> {
        let has_own_clock = identities.is_none();
        let identity = Self::identity_of(scheme, options, identities, has_own_clock, entropy)?;
        let is_automatic = options.node.is_none();
        Ok(Self::of_identity(scheme, options.settings, identity, (has_own_clock, is_automatic), entropy))
    }

    /// The identity of a new generator, which has resumed the state of the options. An own-clock generator has a sequencer
    /// of its own even with `identities`: these then only choose its node.
    pub(crate) fn identity_of(
        scheme: &Scheme,
        options: &GeneratorOptions,
        identities: Option<&mut Identities>,
        has_own_clock: bool,
        entropy: Entropy,
    ) -> Result<Rc<Identity>, Refusal> {
        let (range, start) = (options.settings.range, options.settings.policy.start);
        // This check comes before anything is registered, so that a refusal changes nothing.
        if let Some(saved) = options.saved
            && !saved.fits(range, (0, scheme.last_tick()))
        {
            let State { tick, seen, next, used, .. } = saved;
            let figures = [tick as i64, seen as i64, next.into(), used as i64, 0];
            return Err(Refusal::new(Reason::Contradiction, figures));
        }
        let identity = match (identities, options.node) {
            (Some(identities), node) if !has_own_clock || node.is_none() => {
                identities.open(scheme, node, range, start, entropy)?
            }
            (identities, Some(node)) => {
                if let Some(identities) = identities {
                    identities.note_own_clock(scheme, (node, range, start))?;
                }
                Rc::new(Identity::isolated(scheme, node, range, start))
            }
            (_, None) => return Err(Refusal::bare(Reason::NoNodeGiven)),
        };
        if let Some(saved) = options.saved {
            let resumed = identity.sequencer.resume(saved);
            debug_assert!(resumed.is_some());
        }
        Ok(identity)
    }
}

impl<I: Deref<Target = Identity>> Generator<I> {
    /// A generator of an identity. `has_own_clock`: closing the generator frees it; `is_automatic`: its node
    /// was chosen for it.
    pub(crate) fn of_identity(
        scheme: &Scheme,
        settings: Settings,
        identity: I,
        (has_own_clock, is_automatic): (bool, bool),
        entropy: Entropy,
    ) -> Self {
        let number = identity.generators.get() + 1;
        identity.generators.set(number);
        let owner = number << 32 | u64::from(settings.policy.number());
        Self {
            scheme: *scheme,
            identity,
            has_own_clock,
            is_automatic,
            entropy,
            settings,
            owner,
            stalled_at: None,
            waited: 0,
            batch: None,
            batches: 0,
            next_backfill: settings.range.0,
            spare: 0,
            spare_bits: 0,
        }
    }

    /// Takes other settings, whose range and start are those of before.
    pub fn set_settings(&mut self, settings: Settings) {
        if self.settings != settings {
            // The ready numbers were granted under the policy of before.
            self.identity.sequencer.settle();
            self.settings = settings;
            self.owner = self.owner_with(settings.policy.number());
        }
    }

    /// Takes the policies that a number of [`Policy::number`](crate::sequencer::Policy::number) stands for.
    pub fn set_policy(&mut self, number: u32) {
        if self.owner as u32 != number {
            self.settings.policy = self.settings.policy.with_number(number);
            self.owner = self.owner_with(number);
        }
    }

    /// Whether it has a clock and a sequencer of its own.
    pub fn has_own_clock(&self) -> bool {
        self.has_own_clock
    }

    /// Whether its node was chosen for it.
    pub fn is_automatic(&self) -> bool {
        self.is_automatic
    }

    pub(crate) fn identity(&self) -> &I {
        &self.identity
    }

    /// Whether another generator of its identity makes the same IDs. Their settings may differ.
    pub(crate) fn makes_ids_of(&self, scheme: &Scheme, is_automatic: bool) -> bool {
        self.is_automatic == is_automatic && self.scheme == *scheme
    }

    /// The numbers of the format of the IDs.
    pub fn scheme(&self) -> &Scheme {
        &self.scheme
    }

    /// The value of the node fields.
    pub fn node(&self) -> u64 {
        self.identity.node
    }

    /// The first and the last sequence number, both inclusive.
    pub fn range(&self) -> (u32, u32) {
        self.settings.range
    }

    /// One ID. `now` is the clock's reading in Unix ms.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self, now: i64) -> Result<u128, NextError> {
        let low = self.next_low(now as f64)?;
        Ok(joined(self.high(), low))
    }

    /// The low 64 bits of one ID; [`Generator::high`] has the other bits. The reading, in Unix ms, may have a
    /// fraction.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next_low(&mut self, now: f64) -> Result<u64, NextError> {
        let sequencer = &self.identity.sequencer;
        // Equivalent mutant `replace && with ||`: what is ready is what would be granted.
        if !sequencer.hot().is_ready(self.owner, now) && !sequencer.advance(self.owner, now) {
            self.ask(now)?;
        }
        self.take_with_random().ok_or_else(|| self.explain(GrantError::NoRandomness, 0, 0))
    }

    /// The bits above the low 64 of the last ID of [`Generator::next_low`], until another generator of the
    /// identity makes an ID.
    pub fn high(&self) -> u64 {
        self.identity.sequencer.hot().high()
    }

    /// The owner that ready numbers must have, if this generator asks for them under the policy with this number.
    #[expect(clippy::inline_always, reason = "the hot path")]
    #[inline(always)]
    pub(crate) fn owner_with(&self, policy: u32) -> u64 {
        self.owner >> 32 << 32 | u64::from(policy)
    }

    /// Takes the ID that is ready, with random bits if the format has a random field; `None` if there are no
    /// random bits.
    fn take_with_random(&mut self) -> Option<u64> {
        // The random bits come first, so that the number stays ready if there are no random bits.
        let random = self.random_bits()?;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        Some(self.identity.sequencer.hot().take() | random)
    }

    /// Requests a run for a reading of the clock, and keeps it ready.
    #[inline(never)]
    fn ask(&mut self, now: f64) -> Result<(), NextError> {
        let want = if self.identity.sequencer.has_rivals() { 1 } else { u32::MAX };
        let (clock, run) = self.request_run(now.floor() as i64, want, NO_BATCH)?;
        let Scheme { epoch, unit, time, per, sequence, random, .. } = self.scheme;
        let base = Base {
            epoch,
            unit,
            value: self.others(run.toggle, 0) + self.scheme.skipped(run.tick).wrapping_shl(time.shift.into()),
            // One more than the last tick whose time exceeds it by as much.
            until: if per > 1 { (run.tick / per + 1) * per } else { u64::MAX },
            time: time.shift,
            sequence: sequence.shift,
            is_random: random.bits > 0,
        };
        self.identity.sequencer.keep_ready(self.owner, &run, clock, &base);
        Ok(())
    }

    /// An ID for a time of the caller's choice in Unix ms, to import IDs from elsewhere (sno, "Time and sequence").
    /// Such IDs have a rolling sequence of their own within the range, and the first timeline. They are unique only if
    /// nothing else makes IDs for their times.
    ///
    /// # Errors
    /// `INVALID_TIME` if the format cannot hold the time; `NO_RANDOMNESS`.
    pub fn id_for_time(&mut self, ms: i64) -> Result<u128, NextError> {
        self.halves_for_time(ms).map(|(high, low)| joined(high, low))
    }

    /// As [`Generator::id_for_time`], but returns the high and the low 64 bits.
    ///
    /// # Errors
    /// As [`Generator::id_for_time`].
    pub fn halves_for_time(&mut self, ms: i64) -> Result<(u64, u64), NextError> {
        let Some(tick) = self.scheme.tick(ms) else {
            return Err(self.out_of_range(Reason::InstantOutOfRange, ms).into());
        };
        let (min, max) = self.settings.range;
        let number = self.next_backfill;
        let random = self.random_bits().ok_or_else(|| self.explain(GrantError::NoRandomness, 0, 0))?;
        let (high, low) = self.scheme.value(tick, self.others(false, number));
        self.next_backfill = if number == max { min } else { number + 1 };
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        Ok((high, low | random))
    }

    /// The tick of the clock's reading.
    ///
    /// # Errors
    /// `CLOCK_OUT_OF_RANGE`.
    pub fn tick(&self, now: i64) -> Result<u64, Refusal> {
        self.scheme.tick(now).ok_or_else(|| self.out_of_range(Reason::OutOfRange, now))
    }

    /// The progress in the tick of the clock's reading: the number handed out last, or the lowest one; and
    /// the count of used numbers.
    ///
    /// # Errors
    /// As [`Generator::tick`].
    pub fn progress(&self, now: i64) -> Result<(u32, u64), Refusal> {
        let tick = self.tick(now)?;
        let state = self.identity.sequencer.state().filter(|state| state.tick == tick && state.used > 0);
        let range = self.settings.range;
        Ok(state.map_or((range.0, 0), |state| (state.last(range), state.used)))
    }

    /// How many numbers the window of the lease has left, if the clock advances from this reading to the
    /// window's end.
    pub fn left_in_window(&self, now: i64) -> u64 {
        let left = |clock| self.identity.sequencer.left_in_window(clock, &self.settings.policy);
        self.tick(now).map_or(0, left)
    }

    /// The state of the sequencer: exactly what was handed out.
    pub fn state(&self) -> Option<State> {
        self.identity.sequencer.state()
    }

    /// The difference between two consecutive IDs of a run.
    pub fn step(&self) -> u64 {
        1 << self.scheme.sequence.shift
    }

    /// Notes that the clock stalls at this reading. Until it has advanced, waits for the next tick become
    /// leads, if the policy allows it, and other waits become errors.
    pub fn stall(&mut self, now: i64) {
        self.stalled_at = Some(now);
    }

    /// Notes how long the caller of the next request has waited for it, in ms. It counts towards `maxWait`.
    pub fn waited(&mut self, ms: u64) {
        // Without ready numbers, the next call asks the sequencer and counts the wait.
        self.identity.sequencer.settle();
        self.waited = ms;
    }

    /// The state to persist.
    pub fn saved(&self) -> Saved {
        let range = self.settings.range;
        Saved { range, state: self.state().unwrap_or(State::fresh(range)) }
    }

    /// The random field of one ID, at its position; 0 if the format has no such field. 32 random bits are
    /// fetched at a time and used for as many IDs as possible.
    fn random_bits(&mut self) -> Option<u64> {
        let random = self.scheme.random;
        let width = random.bits;
        if width == 0 {
            return Some(0);
        }
        if width > self.spare_bits {
            (self.spare, self.spare_bits) = (u64::from((self.entropy)()?), 32);
        }
        let bits = self.spare & random.max();
        self.spare >>= width;
        self.spare_bits -= width;
        Some(bits << random.shift)
    }

    /// The bits of an ID other than the time and the random bits. They lie in the low 64 bits.
    #[inline(never)]
    fn others(&self, toggle: bool, number: u32) -> u64 {
        let Scheme { sequence, toggle: timeline, .. } = self.scheme;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        self.identity.node | u64::from(number) << sequence.shift | u64::from(toggle) << timeline.shift
    }

    /// Requests a run of up to `want` numbers for a reading of the clock, and returns the tick of the reading
    /// and the run. The run belongs to a batch, or to [`NO_BATCH`].
    fn request_run(&mut self, now: i64, want: u32, batch: u32) -> Result<(u64, Run), NextError> {
        let waited = std::mem::take(&mut self.waited);
        let clock = self.tick(now)?;
        let stalled = self.stalled_at == Some(now);
        let sequencer = &self.identity.sequencer;
        let revision = sequencer.revision();
        let run = match sequencer.grant(clock, want, &self.settings.policy, stalled, self.entropy) {
            Ok(run) => run,
            Err(error) => return Err(self.explain(error, now, waited)),
        };
        // A batch is taken back as a whole, or not at all if anybody else was granted numbers.
        if let Some(own) = &mut self.batch
            && own.number == batch
            && own.revision == revision
        {
            own.revision = sequencer.revision();
        }
        Ok((clock, run))
    }
}

/// The value of two halves.
fn joined(high: u64, low: u64) -> u128 {
    // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
    u128::from(high) << 64 | u128::from(low)
}
