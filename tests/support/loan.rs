//! Runs that are lent in a trial.

use flakekit::Generator;
use flakekit::sequencer::Run;

/// A lent run.
pub struct Loan {
    /// The number of the generator.
    pub lender: usize,
    first: u128,
    step: u128,
    serial: u64,
    count: u32,
    used: u32,
    /// Whether its IDs may still be handed out.
    pub is_open: bool,
}

impl Loan {
    /// What `lend` has granted.
    pub fn new(lender: usize, (first, run): (u128, Run), step: u128) -> Self {
        Self { lender, first, step, serial: run.serial, count: run.count, used: 0, is_open: true }
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
        lender.give_back(self.serial, self.count - self.used);
    }
}
