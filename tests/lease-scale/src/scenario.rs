//! The events of the processes and the store of a simulation.

use std::ops::Range;

use flakekit::lease::{Section, Terms};

use crate::random::Random;
use crate::store::{Capacity, Micros};

/// A second of the virtual clock.
pub const SECOND: Micros = 1_000_000;

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The process releases its seat.
    Releases,
    /// The process is killed.
    Killed,
}

/// An event.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A process starts, and ends after a time if a time is given.
    Start(Option<(Micros, End)>),
    /// This many processes, chosen by lot, end, and this many start.
    Replace(usize, End),
    /// The store fails for this time.
    Fail(Micros),
    /// The store restarts and has forgotten everything.
    Forget,
}

/// A simulation.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The name of the scenario.
    pub name: String,
    /// The terms of all processes.
    pub terms: Terms,
    /// The capacity of the store.
    pub capacity: Capacity,
    /// Whether the space does not exist in the beginning.
    pub is_new: bool,
    /// The events, with their times.
    pub events: Vec<(Micros, Event)>,
    /// The seconds that the figures are about.
    pub measured: Range<u64>,
}

impl Scenario {
    /// A scenario of a minute without processes: Discord's 1024 nodes with this many shares.
    #[must_use]
    pub fn new(name: &str, shares: u64, window_ms: u64, capacity: Capacity) -> Self {
        let section = Section { first: 0, last: 1_023, shares, window_ms };
        let age = window_ms.min(2_000);
        Self {
            name: name.to_owned(),
            terms: Terms {
                layout: "ids".to_owned(),
                section,
                skew: 1_000,
                age,
                is_durable: true,
                given: String::new(),
                holder: None,
            },
            capacity,
            is_new: false,
            events: Vec::new(),
            measured: 0..60,
        }
    }

    /// Adds an event.
    #[must_use]
    pub fn at(mut self, second: u64, event: Event) -> Self {
        self.events.push((second * SECOND, event));
        self
    }

    /// This many processes start within some seconds, and do not end.
    #[must_use]
    pub fn with(mut self, processes: u64, seconds: Range<u64>) -> Self {
        let length = (seconds.end - seconds.start) * SECOND;
        let begin = seconds.start * SECOND;
        self.events.extend((0..processes).map(|i| (begin + i * length / processes, Event::Start(None))));
        self
    }

    /// In each of these seconds an event happens.
    #[must_use]
    pub fn each_second(mut self, seconds: Range<u64>, event: Event) -> Self {
        self.events.extend(seconds.map(|second| (second * SECOND, event)));
        self
    }

    /// In these seconds this many processes start per second, and live for a random time, in seconds.
    #[must_use]
    pub fn short_lived(mut self, seconds: Range<u64>, rate: u64, lives: Range<f64>, end: End) -> Self {
        let mut random = Random::new(rate);
        for i in 0..(seconds.end - seconds.start) * rate {
            let life = random.between(lives.start, lives.end) * SECOND as f64;
            let start = seconds.start * SECOND + i * SECOND / rate;
            self.events.push((start, Event::Start(Some((life as Micros, end)))));
        }
        self
    }

    /// The figures are about these seconds.
    #[must_use]
    pub fn measured(mut self, seconds: Range<u64>) -> Self {
        self.measured = seconds;
        self
    }

    /// The store may have forgotten writes, as a store that is not durable.
    #[must_use]
    pub fn forgetful(mut self) -> Self {
        self.terms.is_durable = false;
        self
    }

    /// The space does not exist in the beginning.
    #[must_use]
    pub fn of_new_space(mut self) -> Self {
        self.is_new = true;
        self
    }
}
