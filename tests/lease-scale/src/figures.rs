//! The figures of a simulation.

use std::ops::Range;

use crate::scenario::SECOND;
use crate::store::{Call, Micros};

/// The calls of a second.
#[derive(Debug, Clone, Copy, Default)]
struct Second {
    reads: u64,
    swaps: u64,
    refused: u64,
    records: u64,
}

/// Counts while a simulation runs.
#[derive(Debug)]
pub struct Counts {
    measured: Range<u64>,
    seconds: Vec<Second>,
    /// How long processes waited for their first seat, in us.
    waits: Vec<Micros>,
    /// The processes that have started.
    started: u64,
    /// The processes that have not got a seat in time.
    refused: u64,
    /// The times in which seats could not be used because their processes were dead.
    dead: Vec<Range<Micros>>,
    longest_gap: Micros,
}

/// The figures of a simulation. A second is a second of the virtual clock.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Reads per second.
    pub reads: Rate,
    /// Swaps per second.
    pub swaps: Rate,
    /// Records that were read, per second.
    pub records: Rate,
    /// The share of swaps that were refused.
    pub refused_swaps: f64,
    /// How long processes waited for their first seat, in seconds: the median, 99 % of them, all of them.
    pub waits: [f64; 3],
    /// How many processes got their first seat.
    pub seated: u64,
    /// The share of processes without a seat at the end of `maxWait`, or of their lives.
    pub without_seat: f64,
    /// The count of seats that dead processes blocked: the mean, and the most at a time.
    pub dead_seats: Rate,
    /// The longest time in which a process that had a seat had no window, in seconds.
    pub longest_gap: f64,
}

/// The mean, and the highest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// The mean.
    pub mean: f64,
    /// The highest value.
    pub peak: f64,
}

impl Counts {
    /// Counts of these seconds.
    pub fn new(measured: Range<u64>) -> Self {
        let seconds = vec![Second::default(); (measured.end - measured.start) as usize];
        let (waits, dead) = (Vec::new(), Vec::new());
        Self { measured, seconds, waits, started: 0, refused: 0, dead, longest_gap: 0 }
    }

    /// Whether a time is measured.
    fn includes(&self, time: Micros) -> bool {
        self.measured.contains(&(time / SECOND))
    }

    /// The store has worked on a call.
    pub fn called(&mut self, now: Micros, call: &Call) {
        if let Some(second) = self.second(now) {
            match call {
                Call::Read(seats) => {
                    second.reads += 1;
                    second.records += seats.len() as u64 + 1;
                }
                Call::Swap { .. } => second.swaps += 1,
            }
        }
    }

    /// A swap has been refused.
    pub fn refused_swap(&mut self, now: Micros) {
        if let Some(second) = self.second(now) {
            second.refused += 1;
        }
    }

    /// The counts of a second, if it is measured.
    fn second(&mut self, now: Micros) -> Option<&mut Second> {
        let index = (now / SECOND).checked_sub(self.measured.start)?;
        self.seconds.get_mut(index as usize)
    }

    /// A process starts.
    pub fn started(&mut self, now: Micros) {
        self.started += u64::from(self.includes(now));
    }

    /// A process that started at `start` has its first seat.
    pub fn seated(&mut self, start: Micros, now: Micros) {
        if self.includes(start) {
            self.waits.push(now - start);
        }
    }

    /// A process that started at `start` has not got a seat in time.
    pub fn without_seat(&mut self, start: Micros) {
        self.refused += u64::from(self.includes(start));
    }

    /// A seat can't be used from `from` to `until`, because its process is dead.
    pub fn dead_seat(&mut self, from: Micros, until: Micros) {
        let (begin, end) = (self.measured.start * SECOND, self.measured.end * SECOND);
        let seconds = from.max(begin)..until.min(end);
        if !seconds.is_empty() {
            self.dead.push(seconds);
        }
    }

    /// A process has got a window, `gap` after the end of its last window.
    pub fn granted(&mut self, now: Micros, gap: Micros) {
        if self.includes(now) {
            self.longest_gap = self.longest_gap.max(gap);
        }
    }

    /// The figures.
    pub fn figures(mut self) -> Figures {
        self.waits.sort_unstable();
        let of = |value: fn(&Second) -> u64| rate(self.seconds.iter().map(|second| value(second) as f64));
        let all = |value: fn(&Second) -> u64| self.seconds.iter().map(value).sum::<u64>() as f64;
        let wait = |share: f64| {
            let index = ((self.waits.len() as f64 * share) as usize).min(self.waits.len().saturating_sub(1));
            self.waits.get(index).map_or(0.0, |&wait| seconds(wait))
        };
        Figures {
            reads: of(|second| second.reads),
            swaps: of(|second| second.swaps),
            records: of(|second| second.records),
            refused_swaps: all(|second| second.refused) / all(|second| second.swaps).max(1.0),
            waits: [0.5, 0.99, 1.0].map(wait),
            seated: self.waits.len() as u64,
            without_seat: self.refused as f64 / self.started.max(1) as f64,
            dead_seats: self.dead_seats(),
            longest_gap: seconds(self.longest_gap),
        }
    }

    fn dead_seats(&self) -> Rate {
        let mut changes: Vec<_> =
            self.dead.iter().flat_map(|time| [(time.start, 1), (time.end, -1)]).collect();
        changes.sort_unstable();
        let (mut count, mut peak, mut total) = (0_i64, 0, 0.0);
        for time in &self.dead {
            total += seconds(time.end - time.start);
        }
        for (_, change) in changes {
            count += change;
            peak = peak.max(count);
        }
        Rate { mean: total / self.seconds.len() as f64, peak: peak as f64 }
    }
}

fn seconds(time: Micros) -> f64 {
    time as f64 / SECOND as f64
}

fn rate(values: impl ExactSizeIterator<Item = f64>) -> Rate {
    let count = values.len() as f64;
    let (sum, peak) = values.fold((0.0, 0.0_f64), |(sum, peak), value| (sum + value, peak.max(value)));
    Rate { mean: sum / count, peak }
}
