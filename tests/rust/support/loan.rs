//! Runs that are lent in a trial.

use flakekit::Generator;
use flakekit::layout::Kind;
use flakekit::sequencer::Run;

use crate::support::grants::move_run;

/// A lent run.
pub struct Loan {
    /// The number of the generator.
    pub lender: usize,
    /// The run as it was lent.
    run: Run,
    first: u128,
    step: u128,
    count: u32,
    used: u32,
    /// Whether its IDs may still be handed out.
    pub is_open: bool,
}

impl Loan {
    /// What `lend` has granted.
    pub fn new(lender: usize, (first, run): (u128, Run), step: u128) -> Self {
        Self { lender, run, first, step, count: run.count, used: 0, is_open: true }
    }

    fn id(&self, at: u32) -> u128 {
        self.first + u128::from(at) * self.step
    }

    /// The first and the last ID.
    pub fn ends(&self) -> [u128; 2] {
        [self.id(0), self.id(self.count - 1)]
    }

    /// The IDs that were not handed out.
    pub fn unused(&self) -> impl Iterator<Item = u128> {
        (self.used..self.count).map(|at| self.id(at))
    }

    /// The next ID that is handed out.
    pub fn hand_out(&mut self) -> Option<u128> {
        let id = self.unused().next().filter(|_| self.is_open)?;
        self.used += 1;
        Some(id)
    }

    /// Returns the rest of the run.
    pub fn give_back(&mut self, lender: &mut Generator) {
        self.is_open = false;
        lender.give_back(self.run.serial, self.count - self.used);
    }

    /// Moves the run to the tick of the clock, where it has up to `count` IDs. Returns whether that was permitted.
    pub fn move_to(&mut self, now: i64, count: u32, lender: &Generator) -> bool {
        let Some(ticks) = lender.tick(now).ok().and_then(|tick| tick.checked_sub(self.run.tick)) else {
            return false;
        };
        if !self.is_open {
            return false;
        }
        let place = |kind| lender.format().layout().place(kind);
        let (time, sequence) = (place(Kind::Time), place(Kind::Sequence));
        let next = sequence.read(self.first) as u32 + self.used;
        let (movement, lowest) = ((ticks, count.min(self.count)), lender.range().0);
        let Some(moved) = move_run(lender.permit(), &self.run, movement, next, lowest) else { return false };
        let fixed = self.first & !time.to_value(time.max()) & !sequence.to_value(sequence.max());
        self.first = fixed | time.to_value(moved.tick) | sequence.to_value(moved.first.into());
        (self.count, self.used) = (moved.count, 0);
        true
    }
}
