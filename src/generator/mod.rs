//! Generators: a format, a sequencer, and the clock's readings make IDs, one by one or many at once.
//!
//! A [`Generator`] holds a run and uses its numbers one by one, as long as the clock reads the same. When
//! the clock has advanced, it returns the rest of the run to the sequencer and requests another run. Runs
//! grow with demand (1, 4, 16, … within a tick), so that a generator made for a single ID takes a single
//! number, and a busy one requests rarely. The first run of a new tick has a quarter of the length of the
//! last one, unless the caller moves the last one there.

mod batch;
mod next_error;
mod records;

use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::identity::{Identities, Identity};
use crate::layout::{Kind, Place};
use crate::message::Word;
use crate::options::{GeneratorOptions, Settings};
use crate::sequencer::{Entropy, GrantError, Permit, Run, State};
use crate::snapshot::Saved;

pub use batch::NO_BATCH;
use batch::{Batch, revision};
pub use next_error::NextError;
pub use records::bytes_of;

/// The longest run that is requested ahead of need.
const MAX_RUN: u32 = 1 << 12;

/// Random bits are lent for so many runs at a time, so that most of the runs that follow need no call.
const RANDOM_AHEAD: u32 = 8;

/// Random bits are lent for at most so many IDs at a time, unless the run itself has more.
const MAX_RANDOM_AHEAD: u32 = 1 << 10;

/// The factor by which runs grow within a tick, and shrink at the beginning of the next tick.
const GROWTH: u32 = 4;

/// Makes the IDs of one format and one node.
#[derive(Debug)]
pub struct Generator {
    format: Rc<Format>,
    settings: Settings,
    epoch: i64,
    identity: Rc<Identity>,
    has_own_clock: bool,
    /// Whether its node was chosen for it.
    is_automatic: bool,
    entropy: Entropy,
    time: Place,
    sequence: Place,
    random: Place,
    toggle: Place,
    /// The run in use, the count of its numbers that are left here, and the value of the next one: its high
    /// and its low 64 bits. A run does not change the high ones.
    run: Run,
    left: u32,
    high: u64,
    low: u64,
    /// The clock's reading for which the run was granted, and the sequencer's count of resumed states then.
    reading: Option<i64>,
    resumes: u64,
    /// The reading at which the clock stalled.
    stalled_at: Option<i64>,
    /// How long the caller of the next request has waited for it, in ms.
    waited: u64,
    /// The latest batch, unless somebody else was granted numbers since its beginning.
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
    /// `EPOCH_REQUIRED`; `INVALID_SNAPSHOT` if the snapshot's state does not fit the format;
    /// `INVALID_OPTION` if another generator of a format with a toggle has an overlapping range;
    /// `INVALID_FIELD` if a node is to be chosen and none is left.
    pub fn new(
        format: &Rc<Format>,
        options: &GeneratorOptions,
        identities: Option<&mut Identities>,
        entropy: Entropy,
    ) -> Result<Self, Error> {
        let has_own_clock = identities.is_none();
        Self::open(format, options, identities, has_own_clock, entropy)
    }

    /// As [`Generator::new`]; but an own-clock generator has a sequencer of its own even with `identities`,
    /// which then only choose its node.
    pub(crate) fn open(
        format: &Rc<Format>,
        options: &GeneratorOptions,
        identities: Option<&mut Identities>,
        has_own_clock: bool,
        entropy: Entropy,
    ) -> Result<Self, Error> {
        let settings = options.settings;
        let (range, start) = (settings.range, settings.policy.start);
        format.epoch()?;
        // Before anything is registered: a refusal changes nothing.
        if let Some(saved) = options.saved
            && !saved.fits(range, (0, format.last_tick()))
        {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: tick {}, seen {}, next {} and used {} contradict each other",
                saved.tick,
                saved.seen,
                saved.next,
                saved.used
            ));
        }
        let identity = match (identities, options.node) {
            (Some(identities), node) if !has_own_clock || node.is_none() => {
                identities.open(format, node, range, start, entropy)?
            }
            (identities, Some(node)) => {
                if let Some(identities) = identities {
                    identities.note_own_clock(format, node, range)?;
                }
                Rc::new(Identity::isolated(format, node, range, start))
            }
            (_, None) => {
                return Err(refuse!(InvalidField, "an own-clock generator must be given its node field"));
            }
        };
        if let Some(saved) = options.saved {
            let resumed = identity.sequencer.resume(saved);
            debug_assert!(resumed.is_some());
        }
        Self::of_identity(format, settings, identity, (has_own_clock, options.node.is_none()), entropy)
    }

    /// A generator of a sequencer. `has_own_clock`: closing the generator frees it; `is_automatic`: its node was
    /// chosen for it.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`.
    pub(crate) fn of_identity(
        format: &Rc<Format>,
        settings: Settings,
        identity: Rc<Identity>,
        (has_own_clock, is_automatic): (bool, bool),
        entropy: Entropy,
    ) -> Result<Self, Error> {
        let [time, sequence, random, toggle] =
            [Kind::Time, Kind::Sequence, Kind::Random, Kind::Toggle].map(|kind| format.layout().place(kind));
        Ok(Self {
            epoch: format.epoch()?,
            identity,
            has_own_clock,
            is_automatic,
            entropy,
            settings,
            time,
            sequence,
            random,
            toggle,
            run: Run::default(),
            left: 0,
            high: 0,
            low: 0,
            reading: None,
            resumes: 0,
            stalled_at: None,
            waited: 0,
            batch: None,
            batches: 0,
            next_backfill: settings.range.0,
            spare: 0,
            spare_bits: 0,
            format: Rc::clone(format),
        })
    }

    /// Whether it has a clock and a sequencer of its own.
    pub fn has_own_clock(&self) -> bool {
        self.has_own_clock
    }

    /// Whether its node was chosen for it.
    pub fn is_automatic(&self) -> bool {
        self.is_automatic
    }

    pub(crate) fn identity(&self) -> &Rc<Identity> {
        &self.identity
    }

    /// Whether another generator makes the same IDs in the same way.
    pub(crate) fn is_equal_to(&self, other: &Self) -> bool {
        self.settings == other.settings
            && self.identity.node == other.identity.node
            && self.is_automatic == other.is_automatic
            && self.format == other.format
    }

    /// The format of the IDs.
    pub fn format(&self) -> &Rc<Format> {
        &self.format
    }

    /// The value of the node fields.
    pub fn node(&self) -> u128 {
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
        let was_resumed = self.resumes != self.identity.sequencer.resumes();
        if self.reading != Some(now) || self.left == 0 || was_resumed {
            self.request_run(now, 1, self.run.count, NO_BATCH)?;
        }
        self.waited = 0;
        self.take_one()
    }

    /// An ID for a time of the caller's choice in Unix ms, to import IDs from elsewhere (sno, "Time and
    /// sequence"). It has a rolling sequence of its own within the range, and the first timeline. It is
    /// unique only if nothing else makes IDs for that time.
    ///
    /// # Errors
    /// `INVALID_TIME` if the format cannot hold the time; `NO_RANDOMNESS`.
    pub fn id_for_time(&mut self, ms: i64) -> Result<u128, NextError> {
        let tick = self.format.tick(ms)?;
        let (min, max) = self.settings.range;
        let number = self.next_backfill;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let value = self.value_of(tick, false, number) | u128::from(self.random_bits()?);
        self.next_backfill = if number == max { min } else { number + 1 };
        Ok(value)
    }

    /// The tick of the clock's reading.
    ///
    /// # Errors
    /// `CLOCK_OUT_OF_RANGE`.
    pub fn tick(&self, now: i64) -> Result<u64, Error> {
        self.format.tick_since(self.epoch, now).ok_or_else(|| {
            let (given, name, span) = (Word::Instant(now), self.format.name(), self.format.span(self.epoch));
            refuse!(ClockOutOfRange, "the clock reads {}; {} can hold {}", given, name, &span)
        })
    }

    /// The progress in the tick of the clock's reading: the number handed out last, or the lowest one; and
    /// the count of used numbers.
    ///
    /// # Errors
    /// As [`Generator::tick`].
    pub fn progress(&mut self, now: i64) -> Result<(u32, u64), Error> {
        self.return_run();
        let tick = self.tick(now)?;
        let state = self.identity.sequencer.state().filter(|state| state.tick == tick && state.used > 0);
        let range = self.settings.range;
        Ok(state.map_or((range.0, 0), |state| (state.last(range), state.used)))
    }

    /// How many numbers the window of the lease has left, if the clock advances from this reading to its end.
    pub fn left_in_window(&mut self, now: i64) -> u64 {
        self.return_run();
        let left = |clock| self.identity.sequencer.left_in_window(clock, &self.settings.policy);
        self.tick(now).map_or(0, left)
    }

    /// The state of the sequencer; numbers that are held here count as granted.
    pub fn state(&self) -> Option<State> {
        self.identity.sequencer.state()
    }

    /// Lends a run, whose IDs the caller makes as long as the clock reads `now`: returns the value of the
    /// first ID and the run. Each next ID is larger by [`Generator::step`], within the low 32 bits.
    /// `before` is the count of IDs of the caller's last run, 0 at first: runs grow with demand. If the
    /// format has random bits, the caller adds those of each ID. `kept` is the count of IDs whose random bits the caller still has.
    /// If the run has more IDs, `put_random` receives the index and the random bits of at least as many IDs as the run has. When the
    /// clock has advanced, the caller gives back the numbers that it has not used, or it moves the run as [`Generator::permit`]
    /// allows.
    ///
    /// # Errors
    /// Why there is none.
    pub fn lend(
        &mut self,
        now: i64,
        before: u32,
        kept: u32,
        mut put_random: impl FnMut(usize, u64),
    ) -> Result<(u128, Run), NextError> {
        self.request_run(now, 1, before, NO_BATCH)?;
        if [self.sequence, self.random].iter().any(|place| place.shift + place.bits > 32) {
            return Ok((self.take_one()?, Run { count: 1, ..self.run }));
        }
        if self.random.bits > 0 && kept < self.run.count {
            let ahead = before.max(self.run.count).saturating_mul(RANDOM_AHEAD).min(MAX_RANDOM_AHEAD);
            for i in 0..ahead.max(self.run.count) {
                put_random(i as usize, self.random_bits()?);
            }
        }
        self.left = 0;
        self.identity.sequencer.permit_moves(&self.run);
        Ok((self.value_with(self.low), self.run))
    }

    /// The permit to move the latest lent run to later ticks.
    pub fn permit(&self) -> &Permit {
        self.identity.sequencer.permit()
    }

    /// The Unix ms at which the tick of the run ends.
    pub fn end_of_tick(&self) -> i64 {
        self.format.instant(self.epoch, self.run.tick + 1)
    }

    /// Takes back the last `unused` IDs of a lent run, none of which may have been handed out. It does
    /// nothing unless `serial` is that of the latest run.
    pub fn give_back(&mut self, serial: u64, unused: u32) {
        if self.run.serial == serial && self.left == 0 && unused <= self.run.count {
            self.left = unused;
            self.return_run();
        }
    }

    /// The difference between two consecutive IDs of a run.
    pub fn step(&self) -> u128 {
        self.sequence.to_value(1)
    }

    /// Notes that the clock stalls at this reading. Until it has advanced, waits for the next tick become
    /// leads, if the policy allows it, and other waits become errors.
    pub fn stall(&mut self, now: i64) {
        self.stalled_at = Some(now);
    }

    /// Notes how long the caller of the next request has waited for it, in ms. It counts towards `maxWait`.
    pub fn waited(&mut self, ms: u64) {
        self.waited = ms;
    }

    /// The state to persist.
    pub fn saved(&mut self) -> Saved {
        self.return_run();
        let range = self.settings.range;
        Saved { range, state: self.state().unwrap_or(State::fresh(range)) }
    }

    /// Takes the next number of the run.
    fn take_one(&mut self) -> Result<u128, NextError> {
        let random = self.random_bits()?;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let value = self.value_with(self.low | random);
        self.left -= 1;
        self.low = self.low.wrapping_add(1 << self.sequence.shift);
        Ok(value)
    }

    /// The random field of one ID, in place; 0 without such a field. 32 random bits are fetched at a time
    /// and used for as many IDs as possible.
    fn random_bits(&mut self) -> Result<u64, NextError> {
        let width = self.random.bits;
        if width == 0 {
            return Ok(0);
        }
        if width > self.spare_bits {
            let Some(random) = (self.entropy)() else {
                return Err(self.explain(GrantError::NoRandomness, 0, 0));
            };
            (self.spare, self.spare_bits) = (u64::from(random), 32);
        }
        let bits = self.spare & self.random.max();
        self.spare >>= width;
        self.spare_bits -= width;
        Ok(bits << self.random.shift)
    }

    /// The value of a sequence number without random bits.
    #[inline(never)]
    fn value_of(&self, tick: u64, toggle: bool, number: u32) -> u128 {
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let low = u64::from(number) << self.sequence.shift | u64::from(toggle) << self.toggle.shift;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        self.identity.node | self.time.to_value(tick) | u128::from(low)
    }

    /// The value of the run's high bits and these low bits.
    fn value_with(&self, low: u64) -> u128 {
        // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
        u128::from(self.high) << 64 | u128::from(low)
    }

    /// Requests a run of at least `min` numbers for a reading of the clock. `before` is the count of
    /// numbers of the last run: within its tick the next run is longer, in a new tick it is shorter. The run
    /// belongs to a batch, or to [`NO_BATCH`].
    fn request_run(&mut self, now: i64, min: u32, before: u32, batch: u32) -> Result<(), NextError> {
        // First, because afterwards the caller uses no number of the run.
        self.return_run();
        let waited = std::mem::take(&mut self.waited);
        let clock = self.tick(now)?;
        let is_same_tick = self.identity.sequencer.tick_of(&self.run) >= clock;
        let want = if is_same_tick { before.saturating_mul(GROWTH).min(MAX_RUN) } else { before / GROWTH };
        let stalled = self.stalled_at == Some(now);
        let sequencer = &self.identity.sequencer;
        let continues_batch =
            self.batch.as_ref().is_some_and(|own| own.number == batch && own.revision == revision(sequencer));
        let run = match sequencer.grant(clock, want.max(min), &self.settings.policy, stalled, self.entropy) {
            Ok(run) => run,
            Err(error) => return Err(self.explain(error, now, waited)),
        };
        // A batch is taken back as a whole, or not at all if anybody else was granted numbers.
        match &mut self.batch {
            Some(own) if continues_batch => own.revision = revision(sequencer),
            _ => self.batch = None,
        }
        let value = self.value_of(run.tick, run.toggle, run.first);
        (self.high, self.low) = ((value >> 64) as u64, value as u64);
        self.run = run;
        self.left = run.count;
        self.reading = Some(now);
        self.resumes = self.identity.sequencer.resumes();
        Ok(())
    }

    /// Returns the numbers that are left of the run.
    fn return_run(&mut self) {
        // First, so that a returned number is never handed out, even if this call does not return.
        let unused = std::mem::take(&mut self.left);
        self.identity.sequencer.take_back(&self.run, unused);
    }
}
