//! A format, a sequencer and the clock's readings: IDs, one by one or many at once.
//!
//! A [`Generator`] holds a run of sequence numbers and uses it up one by one; while the clock reads
//! the same, that is all there is to do. When the clock has moved, what is left of the run goes
//! back to the sequencer, and the next run is asked for. Runs grow with demand (1, 4, 16, … within a
//! tick), so that a generator made for a single ID takes a single number, and a busy one seldom asks;
//! a new tick begins with a quarter of what the last one asked for.

mod batch;
mod refused;

use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::identity::{Identities, Identity};
use crate::layout::{Kind, Place};
use crate::message::Word;
use crate::options::{GeneratorOptions, Settings};
use crate::pool::Pool;
use crate::sequencer::{Entropy, Policy, Refusal, Run, State};
use crate::snapshot::Saved;

pub use batch::NO_BATCH;
use batch::{Batch, reached};
pub use refused::Refused;

/// The longest run that is asked for ahead of need.
const LONGEST_RUN: u32 = 1 << 12;

/// By how much runs grow within a tick; a new tick begins with as much less.
const GROWTH: u32 = 4;

/// Makes the IDs of one format and one set of node fields.
#[derive(Debug)]
pub struct Generator {
    format: Rc<Format>,
    settings: Settings,
    epoch: i64,
    identity: Rc<Identity>,
    alone: bool,
    /// Whether its node was chosen for it.
    automatic: bool,
    policy: Policy,
    entropy: Entropy,
    time: Place,
    sequence: Place,
    random: Place,
    toggle: Place,
    /// The run in use, how much of it is left, and the value of the next number of it. A run stays
    /// within the low 64 bits; sno's time is what reaches above them.
    run: Run,
    left: u32,
    high: u64,
    low: u64,
    /// How many of the run are in the caller's hands.
    lent: u32,
    /// The clock's reading for which the run was granted, and how often the sequencer had resumed a state.
    at: f64,
    resumes: u64,
    /// A reading at which the clock was seen to stand still.
    stalled_at: f64,
    /// How many ms the caller of the next request has waited for it.
    waited: f64,
    /// The latest batch, unless somebody else was granted numbers since it began.
    batch: Option<Batch>,
    /// How many batches have been begun.
    batches: u32,
    /// The next sequence number of IDs of a time of the caller's own.
    at_time: u32,
    /// Random bits that are still to be used, the lowest first, and how many there are.
    spare: u64,
    spare_bits: u8,
}

impl Generator {
    /// A generator that shares its numbers with all of the pool that could make the same IDs, or,
    /// without a pool, one that stands alone.
    ///
    /// # Errors
    /// `EPOCH_REQUIRED`; `INVALID_SNAPSHOT` where the snapshot's state can't be one of this format;
    /// `INVALID_OPTION` where another generator of a format with a toggle has a range that overlaps;
    /// `INVALID_FIELD` where a node field is to be chosen and none is left.
    pub fn new(
        format: &Rc<Format>,
        options: &GeneratorOptions,
        pool: Option<&mut Pool>,
        entropy: Entropy,
    ) -> Result<Self, Error> {
        let alone = pool.is_none();
        Self::of(format, options, pool.map(|pool| &mut pool.identities), alone, entropy)
    }

    /// A generator of one of these identities; or, if it stands `alone` and its node is given, of one of
    /// its own. A node that was chosen is nobody else's, as long as there are enough.
    pub(crate) fn of(
        format: &Rc<Format>,
        options: &GeneratorOptions,
        identities: Option<&mut Identities>,
        alone: bool,
        entropy: Entropy,
    ) -> Result<Self, Error> {
        let settings = options.settings;
        let (range, start) = (settings.range, settings.defaults.start);
        let epoch = format.epoch()?;
        let [time, sequence, random, toggle] =
            [Kind::Time, Kind::Sequence, Kind::Random, Kind::Toggle].map(|kind| format.layout().place(kind));
        // Before anything is registered: a refusal changes nothing.
        if let Some(saved) = options.saved
            && !saved.fits(range, (0, format.last_tick()))
        {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is damaged: tick {}, seen {}, next {} and used {} don't fit together",
                saved.tick,
                saved.seen,
                saved.next,
                saved.used
            ));
        }
        let identity = match (identities, options.node) {
            (Some(identities), node) if !alone || node.is_none() => {
                identities.open(format, node, range, start, entropy)?
            }
            (identities, Some(node)) => {
                if let Some(identities) = identities {
                    identities.set_aside(format, node)?;
                }
                Rc::new(Identity::alone(format, node, range, start))
            }
            (_, None) => {
                return Err(refuse!(InvalidField, "a generator that stands alone needs its node field"));
            }
        };
        if let Some(saved) = options.saved {
            let resumed = identity.sequencer.resume(saved);
            debug_assert!(resumed.is_some());
        }
        Ok(Self {
            epoch,
            identity,
            alone,
            automatic: options.node.is_none(),
            policy: Policy {
                on_rollback: settings.defaults.on_rollback,
                on_exhausted: settings.defaults.on_exhausted,
                leads_when_stalled: settings.defaults.leads_when_stalled,
                max_lead: settings.max_lead / format.unit(),
            },
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
            lent: 0,
            at: f64::NAN,
            resumes: 0,
            stalled_at: f64::NAN,
            waited: 0.0,
            batch: None,
            batches: 0,
            at_time: range.0,
            spare: 0,
            spare_bits: 0,
            format: Rc::clone(format),
        })
    }

    /// Whether it has a clock of its own.
    pub fn is_alone(&self) -> bool {
        self.alone
    }

    /// Whether its node was chosen for it.
    pub fn is_automatic(&self) -> bool {
        self.automatic
    }

    pub(crate) fn identity(&self) -> &Rc<Identity> {
        &self.identity
    }

    /// Whether another one makes the same IDs in the same way.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.settings == other.settings
            && self.identity.node == other.identity.node
            && self.automatic == other.automatic
            && self.format == other.format
    }

    /// The format of the IDs.
    pub fn format(&self) -> &Rc<Format> {
        &self.format
    }

    /// One ID, given the clock's reading in Unix ms.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn next(&mut self, now: f64) -> Result<u128, Refused> {
        if now != self.at || self.left == 0 || self.resumes != self.identity.sequencer.resumes() {
            self.refill(now, 1, self.run.count, NO_BATCH)?;
        }
        self.take()
    }

    /// An ID of a time of the caller's own, in Unix ms, for bringing IDs over from elsewhere (sno,
    /// "Time and sequence"): with a sequence of its own that rolls within the range, in the first
    /// timeline, whatever the clock. It is unique only if nothing else makes IDs of that time.
    ///
    /// # Errors
    /// `INVALID_TIME` where the format can't hold the time; `NO_RANDOMNESS`.
    pub fn at(&mut self, ms: f64) -> Result<u128, Refused> {
        let tick = self.format.tick(ms)?;
        let (min, max) = self.settings.range;
        let number = self.at_time;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let value = self.value(tick, false, number) | u128::from(self.noise()?);
        self.at_time = if number == max { min } else { number + 1 };
        Ok(value)
    }

    /// What the clock's reading is in ticks.
    ///
    /// # Errors
    /// `CLOCK_INVALID` or `CLOCK_OUT_OF_RANGE`.
    pub fn tick(&self, now: f64) -> Result<u64, Error> {
        self.clock(now)
    }

    /// How far it is at the clock's reading: the number handed out last in this tick, or the lowest, and
    /// how many are used of this tick.
    ///
    /// # Errors
    /// As [`Generator::tick`].
    pub fn progress(&mut self, now: f64) -> Result<(u32, u64), Error> {
        self.put_back();
        let tick = self.clock(now)?;
        let state = self.identity.sequencer.state().filter(|state| state.tick == tick && state.used > 0);
        let range = self.settings.range;
        Ok(state.map_or((range.0, 0), |state| (state.last(range), state.used)))
    }

    /// What has been granted, but for what is held for handing out.
    pub fn state(&self) -> Option<State> {
        self.identity.sequencer.state()
    }

    /// The numbers it may use.
    pub fn range(&self) -> (u32, u32) {
        self.settings.range
    }

    /// Lends a whole run, to be used up by the caller while the clock reads `now`: its first value
    /// and how many there are; each next one is [`Generator::step`] larger, in the low 32 bits. `before` is
    /// how many the same caller was lent before, 0 at first: a busy caller is lent more. What the caller has
    /// left when the clock has moved on, it gives back. Where the format has random bits, `noise` is passed
    /// those of each ID, in place, and they are the caller's to add.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn lend(
        &mut self,
        now: f64,
        before: u32,
        mut noise: impl FnMut(usize, u64),
    ) -> Result<(u128, u32), Refused> {
        self.refill(now, 1, before, NO_BATCH)?;
        if [self.sequence, self.random].iter().any(|place| place.shift + place.bits > 32) {
            return Ok((self.take()?, 1));
        }
        if self.random.bits > 0 {
            for at in 0..self.left {
                noise(at as usize, self.noise()?);
            }
        }
        self.lent = self.left;
        self.left = 0;
        Ok((joined(self.high, self.low), self.lent))
    }

    /// Takes back the last `unused` of a lent run, none of which may have been handed out; `last` is
    /// the ID handed out before them. What is not of the run lent last stays granted.
    pub fn give_back(&mut self, last: u128, unused: u32) {
        if unused < self.lent {
            let next = self.low.wrapping_add(u64::from(self.lent - unused) << self.sequence.shift);
            if joined(self.high, next) == last + self.step() {
                self.left = unused;
                self.low = next;
                self.lent = 0;
            }
        }
    }

    /// The difference between two IDs of a run.
    pub fn step(&self) -> u128 {
        self.sequence.put(1)
    }

    /// Says that the clock has been seen to stand still at this reading. Until it has moved on by a ms,
    /// waits for the next tick turn into leads, where the format allows it, and other waits into errors.
    pub fn stall(&mut self, now: f64) {
        self.stalled_at = now;
    }

    /// Says that the caller of the next request has waited for it for so many ms. They count towards
    /// `maxWait`.
    pub fn waited(&mut self, ms: f64) {
        self.waited = ms;
    }

    /// What has been granted, to go on from after a restart.
    pub fn snapshot(&mut self) -> Saved {
        self.put_back();
        let range = self.settings.range;
        Saved { range, state: self.state().unwrap_or(State::fresh(range)) }
    }

    /// The node fields, in place.
    pub fn node(&self) -> u128 {
        self.identity.node
    }

    fn take(&mut self) -> Result<u128, Refused> {
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let value = joined(self.high, self.low | self.noise()?);
        self.left -= 1;
        self.low = self.low.wrapping_add(1 << self.sequence.shift);
        Ok(value)
    }

    /// Random bits in place, where the format has a field for them. They are fetched 32 at a time, which last for as
    /// many IDs as they can.
    fn noise(&mut self) -> Result<u64, Refused> {
        let width = self.random.bits;
        if width == 0 {
            return Ok(0);
        }
        if width > self.spare_bits {
            let Some(random) = (self.entropy)() else {
                return Err(self.explain(Refusal::NoRandomness, self.at, 0.0));
            };
            (self.spare, self.spare_bits) = (u64::from(random), 32);
        }
        let noise = self.spare & self.random.max();
        self.spare >>= width;
        self.spare_bits -= width;
        Ok(noise << self.random.shift)
    }

    /// The value of a number, but for its random bits.
    #[inline(never)]
    fn value(&self, tick: u64, toggle: bool, number: u32) -> u128 {
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        let low = u64::from(number) << self.sequence.shift | u64::from(toggle) << self.toggle.shift;
        // Equivalent mutant `replace | with ^`: fields have no bit in common.
        self.identity.node | self.time.put(tick) | u128::from(low)
    }

    /// Gets a run for this reading of the clock: `least` numbers at the least. Where `before` were of the same tick,
    /// there are more, else fewer than they were. They are part of a batch, or [`NO_BATCH`].
    fn refill(&mut self, now: f64, least: u32, before: u32, batch: u32) -> Result<(), Refused> {
        // Before anything can fail: the caller holds on to nothing of the run.
        self.put_back();
        let waited = std::mem::take(&mut self.waited);
        let clock = self.clock(now)?;
        let busy = self.run.tick >= clock;
        let want = if busy { before.saturating_mul(GROWTH).min(LONGEST_RUN) } else { before / GROWTH };
        let stalled = (0.0..1.0).contains(&(now - self.stalled_at));
        let sequencer = &self.identity.sequencer;
        let of_batch =
            self.batch.as_ref().is_some_and(|own| own.number == batch && own.reached == reached(sequencer));
        let run = match sequencer.grant(clock, want.max(least), &self.policy, stalled, self.entropy) {
            Ok(run) => run,
            Err(refusal) => return Err(self.explain(refusal, now, waited)),
        };
        // A batch is taken back as a whole, or, if anybody else has been granted numbers, not at all.
        match &mut self.batch {
            Some(own) if of_batch => own.reached = reached(sequencer),
            _ => self.batch = None,
        }
        let value = self.value(run.tick, run.toggle, run.first);
        (self.high, self.low) = ((value >> 64) as u64, value as u64);
        self.run = run;
        self.left = run.count;
        self.lent = 0;
        self.at = now;
        self.resumes = self.identity.sequencer.resumes();
        Ok(())
    }

    fn put_back(&mut self) {
        // First: what may have been put back must not be handed out, even if the call doesn't return.
        let unused = std::mem::take(&mut self.left);
        let sequencer = &self.identity.sequencer;
        match &mut self.batch {
            Some(own) if unused > 0 && own.reached == reached(sequencer) => {
                sequencer.put_back(self.run, unused);
                own.reached = reached(sequencer);
            }
            _ => sequencer.put_back(self.run, unused),
        }
    }

    /// The tick of the clock's reading.
    fn clock(&self, now: f64) -> Result<u64, Error> {
        self.format.tick_from(self.epoch, now).ok_or_else(|| {
            let (given, name, span) = (Word::Instant(now), self.format.name(), self.format.span(self.epoch));
            if now.is_finite() {
                refuse!(ClockOutOfRange, "the clock reads {}; {} can hold {}", given, name, &span)
            } else {
                refuse!(ClockInvalid, "the clock reads {}; it must give Unix ms, a finite number", given)
            }
        })
    }
}

/// The value of two halves.
fn joined(high: u64, low: u64) -> u128 {
    // Equivalent mutant `replace | with ^`: the two halves have no bit in common.
    u128::from(high) << 64 | u128::from(low)
}
