//! A format, a sequencer and the clock's readings: IDs, one by one or many at once.
//!
//! A [`Generator`] holds a run of sequence numbers and uses it up one by one; while the clock reads
//! the same, that is all there is to do. When the clock has moved, what is left of the run goes
//! back to the sequencer, and the next run is asked for. Runs grow with demand (1, 2, 4, … within a
//! tick), so that a generator made for a single ID takes a single number, and a busy one seldom asks.

use std::cell::RefCell;
use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::instant::Instant;
use crate::layout::{Kind, Place};
use crate::options::GeneratorOptions;
use crate::plain::{Entries, Figure, Plain};
use crate::pool::{Family, Lane, Pool, identity};
use crate::sequencer::{Because, Entropy, Policy, Refusal, Run, State};
use crate::snapshot::Saved;

/// The longest run that is asked for ahead of need.
const LONGEST_RUN: u32 = 1 << 14;

/// Why there is no ID now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Ask again when the clock has moved on by so many ms, which are no more than `maxWait`.
    Wait(u32, Because),
    /// It is an error; the generator works on.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

/// Makes the IDs of one format and one set of node fields.
#[derive(Debug)]
pub struct Generator {
    format: Rc<Format>,
    options: GeneratorOptions,
    node: u128,
    epoch: i64,
    lane: Lane,
    policy: Policy,
    entropy: Entropy,
    time: Place,
    sequence: Place,
    random: Option<Place>,
    toggle: Option<Place>,
    /// The run in use, how much of it is left, and the value of the next number of it.
    run: Run,
    left: u32,
    value: u128,
    /// How many of the run are in the caller's hands.
    lent: u32,
    /// The clock's reading for which the run was granted.
    at: f64,
    /// A reading at which the clock was seen to stand still.
    stalled_at: f64,
    /// The next sequence number of IDs of a time of the caller's own.
    at_time: u32,
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
        let epoch = format.epoch()?;
        let layout = format.layout();
        let alone = || refuse!(InvalidField, "a generator that stands alone needs its node field");
        let (node, mut pool) = match pool {
            Some(pool) => (pool.node(format, options, entropy)?, Some(pool)),
            None => (options.node.ok_or_else(alone)?, None),
        };
        let place = |kind| layout.place(kind).unwrap_or(Place { shift: 0, bits: 0 });
        let window = (0, format.last_tick());
        let start = options.defaults.start;
        let lane = match &mut pool {
            None => Lane::alone(options.range, start, window),
            Some(pool) => {
                let identity = identity(format, epoch, node);
                pool.lane(identity, options.range, start, window, layout.place(Kind::Toggle).is_some())?
            }
        };
        if let Some(saved) = options.saved {
            lane.resume(saved).ok_or_else(|| {
                let State { tick, seen, next, used, .. } = saved;
                let next = u64::from(next);
                refuse!(
                    InvalidSnapshot,
                    "the snapshot is damaged: tick {tick}, seen {seen}, next {next} and used {used} don't fit together"
                )
            })?;
        }
        Ok(Self {
            epoch,
            lane,
            policy: Policy {
                on_rollback: options.defaults.on_rollback,
                on_exhausted: options.defaults.on_exhausted,
                max_lead: options.max_lead / format.unit(),
            },
            entropy,
            node,
            options: GeneratorOptions { node: Some(node), saved: None, ..options.clone() },
            time: place(Kind::Time),
            sequence: place(Kind::Sequence),
            random: layout.place(Kind::Random),
            toggle: layout.place(Kind::Toggle),
            run: Run::default(),
            left: 0,
            value: 0,
            lent: 0,
            at: f64::NAN,
            stalled_at: f64::NAN,
            at_time: options.range.0,
            format: Rc::clone(format),
        })
    }

    /// Whether it shares its numbers with nobody.
    pub fn is_alone(&self) -> bool {
        self.lane.is_alone()
    }

    /// Whether another one makes the same IDs in the same way.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.format == other.format && self.options == other.options
    }

    pub(crate) fn family(&self) -> Rc<RefCell<Family>> {
        self.lane.family()
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
        if now != self.at || self.left == 0 {
            self.refill(now, 1, self.run.count)?;
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
        let (min, max) = self.options.range;
        let number = self.at_time;
        let value = self.node | self.time.put(tick) | self.sequence.put(number.into()) | self.noise()?;
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

    /// How far it is at the clock's reading, as plain data: `sequenceMin` and `sequenceMax`, its
    /// range; `sequence`, the number handed out last in this tick, or the lowest; `len`, how many
    /// are used of this tick, and `cap`, of how many.
    ///
    /// # Errors
    /// As [`Generator::tick`].
    pub fn report(&mut self, now: f64) -> Result<Plain, Error> {
        self.put_back();
        let tick = self.clock(now)?;
        let (min, max) = self.options.range;
        let state = self.lane.state().filter(|state| state.tick == tick && state.used > 0);
        let mut entries = Entries::default();
        entries.number("sequenceMin", min.into());
        entries.number("sequenceMax", max.into());
        entries.number("sequence", state.map_or(min, |state| state.last((min, max))).into());
        entries.number("len", state.map_or(0, |state| state.used) as f64);
        entries.number("cap", (u64::from(max - min) + 1) as f64);
        Ok(entries.end())
    }

    /// What has been granted, but for what is held for handing out.
    pub fn state(&self) -> Option<State> {
        self.lane.state()
    }

    /// The numbers it may use.
    pub fn range(&self) -> (u32, u32) {
        self.options.range
    }

    /// Lends a whole run, to be used up by the caller while the clock reads `now`: its first value
    /// and how many there are; each next one is [`Generator::step`] larger. `before` is how many the
    /// same caller was lent before, 0 at first: a busy caller is lent more. What the caller has left
    /// when the clock has moved on, it gives back.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn lend(&mut self, now: f64, before: u32) -> Result<(u128, u32), Refused> {
        self.refill(now, 1, before)?;
        if self.random.is_some() {
            // Each ID has bits of its own, so no two are a fixed step apart.
            return Ok((self.take()?, 1));
        }
        self.lent = std::mem::take(&mut self.left);
        Ok((self.value, self.lent))
    }

    /// Takes back the last `unused` of a lent run, none of which may have been handed out; `last` is
    /// the ID handed out before them. What is not of the run lent last stays granted.
    pub fn give_back(&mut self, last: u128, unused: u32) {
        let used = self.lent.wrapping_sub(unused);
        if (1..=self.lent).contains(&used) && last == self.value + self.step() * u128::from(used - 1) {
            self.left = unused;
            self.value = last + self.step();
            self.lent = 0;
        }
    }

    /// The difference between two IDs of a run.
    pub fn step(&self) -> u128 {
        self.sequence.put(1)
    }

    /// As many IDs as there are for this reading, up to `want`; each is passed to `put`.
    ///
    /// # Errors
    /// Says why there is none. Where there are some but fewer than wanted, that is no error.
    pub fn fill(&mut self, now: f64, want: u32, mut put: impl FnMut(u128)) -> Result<u32, Refused> {
        let mut filled = 0;
        while filled < want {
            match self.refill(now, want - filled, 0) {
                Ok(()) => {}
                Err(refused) if filled == 0 => return Err(refused),
                Err(_) => break,
            }
            while self.left > 0 && filled < want {
                put(self.take()?);
                filled += 1;
            }
        }
        Ok(filled)
    }

    /// Says that the clock has been seen to stand still at this reading. While it reads the same,
    /// waits for the next tick turn into leads, and other waits into errors.
    pub fn stall(&mut self, now: f64) {
        self.stalled_at = now;
    }

    /// What has been granted, to go on from after a restart: plain data that JSON can hold, and that
    /// the option `snapshot` takes.
    ///
    /// # Errors
    /// As [`Generator::tick`].
    pub fn snapshot(&mut self, now: f64) -> Result<Plain, Error> {
        self.put_back();
        let range = self.options.range;
        let state = self.lane.state().unwrap_or(State::fresh(range));
        Saved { node: self.node, range, state }.write(&self.format, self.clock(now)?)
    }

    fn take(&mut self) -> Result<u128, Refused> {
        let value = self.value | self.noise()?;
        self.left -= 1;
        self.value += self.step();
        Ok(value)
    }

    /// Random bits in place, where the format has a field for them.
    fn noise(&self) -> Result<u128, Refused> {
        let Some(place) = self.random else { return Ok(0) };
        let random = (self.entropy)().ok_or_else(|| self.explain(Refusal::NoRandomness, self.at))?;
        Ok(place.put(u64::from(random) & place.max()))
    }

    /// Gets a run for this reading of the clock: `least` numbers, or twice as many as `before`
    /// where that was in the same tick.
    fn refill(&mut self, now: f64, least: u32, before: u32) -> Result<(), Refused> {
        // Before anything can fail: the caller holds on to nothing of the run.
        self.put_back();
        let clock = self.clock(now)?;
        let busy = self.run.tick >= clock;
        let want = if busy { (before * 2).min(LONGEST_RUN) } else { 1 };
        let stalled = now == self.stalled_at;
        let run = self.lane.grant(clock, want.max(least), &self.policy, stalled, self.entropy);
        self.run = run.map_err(|refusal| self.explain(refusal, now))?;
        self.left = self.run.count;
        self.lent = 0;
        let toggle = self.toggle.map_or(0, |place| place.put(self.run.toggle.into()));
        self.value =
            self.node | self.time.put(self.run.tick) | toggle | self.sequence.put(self.run.first.into());
        self.at = now;
        Ok(())
    }

    fn put_back(&mut self) {
        self.lane.put_back(self.run, std::mem::take(&mut self.left));
    }

    /// The tick of the clock's reading.
    fn clock(&self, now: f64) -> Result<u64, Error> {
        self.format.tick_from(self.epoch, now).ok_or_else(|| {
            let (given, name, span) = (Instant(now), self.format.name(), self.format.span(self.epoch));
            if now.is_finite() {
                refuse!(ClockOutOfRange, "the clock reads {given}; {name} can hold {span}")
            } else {
                refuse!(ClockInvalid, "the clock reads {given}; it must give Unix ms, a finite number")
            }
        })
    }

    /// The sequencer's refusal in ms and words.
    #[cold]
    fn explain(&self, refusal: Refusal, now: f64) -> Refused {
        let unit = self.format.unit();
        let reading = Instant(now);
        let error = match refusal {
            Refusal::Wait { until, because } => {
                let wait = (self.format.instant(self.epoch, until) as f64 - now).ceil();
                let most = self.options.max_wait;
                if wait <= most as f64 {
                    return Refused::Wait(wait as u32, because);
                }
                let (why, wait) = (self.why(because), Figure(wait));
                let or = if because == Because::MaxLead { " or maxLead" } else { "" };
                refuse!(
                    WaitTooLong,
                    "{why}; the next ID is {wait} ms away, more than maxWait ({most} ms): raise maxWait{or}, or ask again later"
                )
            }
            Refusal::Behind { by } => {
                let by = by * unit;
                refuse!(
                    ClockBehind,
                    "the clock went back by {by} ms, to {reading}, and onRollback is 'throw': ask again later, or use 'lead' or 'wait'"
                )
            }
            Refusal::Exhausted => {
                let why = self.why(Because::Exhausted);
                refuse!(
                    SequenceExhausted,
                    "{why}, and onExhausted is 'throw': ask again in the next tick, or use 'wait' or 'lead'"
                )
            }
            Refusal::Stalled(because) => {
                let why = self.why(because);
                refuse!(ClockStalled, "{why}, and the clock stands still at {reading}")
            }
            Refusal::OutsideWindow => {
                let (name, span) = (self.format.name(), self.format.span(self.epoch));
                refuse!(ClockOutOfRange, "no tick is left: the clock reads {reading}; {name} can hold {span}")
            }
            Refusal::NoRandomness => refuse!(
                NoRandomness,
                "there are no random bits here, as in a Worker's global scope; make IDs in a handler, not while the module is loading"
            ),
        };
        Refused::Error(error)
    }

    fn why(&self, because: Because) -> String {
        let unit = self.format.unit();
        let numbers = u64::from(self.options.range.1 - self.options.range.0) + 1;
        let lead = self.policy.max_lead * unit;
        match because {
            Because::Rollback => "the clock went back".to_owned(),
            Because::Exhausted => {
                format!("all {numbers} sequence numbers of this tick ({unit} ms) are used up")
            }
            Because::MaxLead => format!("the last ID leads the clock by maxLead ({lead} ms) or more"),
        }
    }
}
