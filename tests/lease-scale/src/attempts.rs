//! The attempts of a process: the I/O of `pkg-template/src/lease/keeper/`, with a virtual store and clock.

use flakekit::lease::pauses::MAX_SWAPS;
use flakekit::lease::{Action, Claimant, End, Failure, Held, Keeper, Moment, Numbers, Task, Terms};

use crate::random::Random;
use crate::store::{Answer, Call};

/// The next action of a process.
#[derive(Debug)]
pub enum Next {
    /// The process calls the store.
    Call(Call),
    /// Its attempt has ended with this outcome, and it begins another attempt after this many ms.
    Pause(Outcome, f64),
}

/// The outcome of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The process has a window.
    Held {
        /// The window that the process held before the attempt.
        before: Option<Held>,
    },
    /// The seat was given up.
    Released,
    /// The process has no window, and gave up no seat: no seat is free, the seat is lost, or the store has failed.
    Nothing,
}

/// The attempts of a process, which its keeper decides.
#[derive(Debug, Default)]
pub struct Attempts {
    claimant: Claimant,
    keeper: Keeper,
    task: Option<Task>,
    swaps: u64,
    /// The window that the claimant held when the attempt began.
    before: Option<Held>,
    /// The generation and the nonce of head, as they were read last.
    read: (u64, Option<u64>),
    /// When the attempt began, in Unix ms of the store's clock.
    began: u64,
    /// When the attempt's last read was asked for.
    asked: u64,
}

impl Attempts {
    /// The window that the process holds. The window may have passed.
    #[must_use]
    pub fn held(&self) -> Option<Held> {
        self.claimant.held()
    }

    /// Begins an attempt to claim a seat or to extend the window.
    pub fn begin(&mut self, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        let task = if self.keeper.claims() { Task::Claim } else { Task::Extend };
        self.begin_task(task, clock, terms, random)
    }

    /// Gives up the seat.
    pub fn release(&mut self, used_until: u64, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        self.begin_task(Task::Release { used_until }, clock, terms, random)
    }

    fn begin_task(&mut self, task: Task, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        self.began = clock;
        self.before = self.held();
        self.task = Some(task);
        self.swaps = 0;
        let action = self.claimant.begin(&terms.section, task, random.pair());
        self.follow(action, clock, terms, random)
    }

    /// Takes the answer to its call. `clock` is the store's clock, in Unix ms.
    pub fn answer(&mut self, answer: Answer, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        let action = match answer {
            Answer::View(view) => {
                let generation = view.generation.parse().expect("a number");
                self.read = (generation, view.head.as_ref().map(|head| head.nonce));
                self.claimant.handle_read(terms, &view, random.number())
            }
            Answer::Applied(false) if clock >= self.asked + terms.age => {
                return self.fail(true, clock, terms, random);
            }
            Answer::Applied(applied) => self.claimant.handle_swap(&terms.section, applied, random.pair()),
            Answer::Failed => return self.fail(false, clock, terms, random),
        };
        self.follow(action, clock, terms, random)
    }

    /// The attempt has failed. `is_slow`: a swap was refused because it took too long.
    pub fn fail(&mut self, is_slow: bool, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        let failure = Failure { is_slow, took: (clock - self.began) as f64 };
        let pause = self.keeper.failed(failure, terms.section.window_ms as f64, moment(clock, random));
        Next::Pause(Outcome::Nothing, pause)
    }

    fn follow(&mut self, action: Action, clock: u64, terms: &Terms, random: &mut Random) -> Next {
        let (outcome, end) = match action {
            Action::Read(seats) => {
                self.asked = clock;
                return Next::Call(Call::Read(seats));
            }
            Action::Swap(_) if self.swaps == MAX_SWAPS => return self.fail(false, clock, terms, random),
            Action::Swap(swap) => {
                self.swaps += 1;
                let (generation, nonce) = self.read;
                return Next::Call(Call::Swap { swap, generation, nonce });
            }
            Action::Done if matches!(self.task, Some(Task::Release { .. })) => {
                return Next::Pause(Outcome::Released, 0.0);
            }
            Action::Done => {
                self.take(clock);
                (Outcome::Held { before: self.before }, End::Done)
            }
            Action::Lost => (Outcome::Nothing, End::Lost),
            Action::Wait(time) => (Outcome::Nothing, End::Wait(time as f64)),
            Action::Full(time) => (Outcome::Nothing, End::Full(time as f64)),
            // All processes have the same terms, and no process leases for callers.
            Action::Mismatch(_) | Action::ReadAll(_) | Action::ReadLists(_) | Action::Refused(_) => {
                panic!("{action:?}")
            }
        };
        let window = terms.section.window_ms as f64;
        Next::Pause(outcome, self.keeper.ended(end, window, moment(clock, random)))
    }

    /// Takes over the granted window. If it is of another seat than the old window, leaves the old seat: all IDs until
    /// now may have been used.
    fn take(&mut self, clock: u64) {
        let Some(Held { id, own, until, .. }) = self.claimant.held() else { return };
        let numbers = Numbers { node: id.node as f64, first: id.share as f64, last: id.share as f64 };
        if self.keeper.moves_to(numbers)
            && let Some(before) = self.before
        {
            self.keeper.leave((clock + 1).clamp(before.own, before.until) as f64);
        }
        self.keeper.take(numbers, own as f64, until as f64);
    }
}

/// One clock serves as the store's clock and as the clock of the process.
fn moment(clock: u64, random: &mut Random) -> Moment {
    Moment { now: clock as f64, clock: clock as f64, random: random.between(0.0, 1.0) }
}
