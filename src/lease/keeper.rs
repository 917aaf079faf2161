//! The state of a keeper of a seat: a state machine that is told the time, how each attempt has ended, and which IDs are
//! wanted. It says which task comes next and when, whether leases must move to another seat, and where their window begins.
//! It does no I/O and reads no clock.
//!
//! No decision here makes two windows overlap: at worst, leases refuse IDs. All times are in ms: those of windows are Unix ms
//! of the store's clock, and `now` is a reading of a monotonic clock.

use crate::lease::pauses::{MAX_PAUSE_MS, MAX_RETRY_MS, MIN_PAUSE_MS};

/// How an attempt has ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// The attempt has got a window.
    Done,
    /// Nothing is granted before this time.
    Wait(f64),
    /// No seat is free. One of those that were read is free at this time; infinite if that is not known.
    Full(f64),
    /// The seat is lost.
    Lost,
}

/// Why an attempt has failed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Failure {
    /// Whether the store has refused a swap because it took too long.
    pub is_slow: bool,
    /// How long the attempt took.
    pub took: f64,
}

/// The clocks and the chance that decide when an attempt begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The monotonic clock.
    pub now: f64,
    /// The store's clock.
    pub clock: f64,
    /// A random number from 0 to 1. It spreads attempts, so that many processes do not ask the store at the same time.
    pub random: f64,
}

/// The numbers of a seat's IDs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Numbers {
    /// The node number.
    pub node: f64,
    /// The first sequence number.
    pub first: f64,
    /// The last sequence number.
    pub last: f64,
}

/// The state that leases show, in the order of [`State::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// There is no seat yet.
    Claiming,
    /// There is a window that runs.
    Held,
    /// The window has ended, or is closed.
    Expired,
}

impl State {
    /// The names of the states.
    pub const NAMES: [&str; 3] = ["claiming", "held", "expired"];
}

/// What a keeper does when IDs are wanted, in the order of [`Demand::NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demand {
    /// Nothing.
    Nothing,
    /// Begin an attempt, because no timer has.
    Renew,
    /// Close the window until an attempt has extended it, and begin one.
    Suspend,
}

impl Demand {
    /// The names of the demands.
    pub const NAMES: [&str; 3] = ["nothing", "renew", "suspend"];
}

/// The state of a keeper between its attempts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keeper {
    /// The numbers of the IDs that leases make, if there is a seat, and the end of its window.
    seat: Option<(Numbers, f64)>,
    /// The time up to which earlier seats were used. Windows of another seat begin there or later, so that IDs increase.
    floor: f64,
    /// From this reading of the monotonic clock on, whoever wants an ID begins an attempt.
    due: f64,
    /// How many attempts in a row have failed.
    failures: u8,
    /// How many attempts in a row have found no free seat.
    refusals: u8,
    /// Whether the seat can't be extended: its window is used up, and another seat claimed.
    is_lost: bool,
    /// Whether the window is closed until it has been extended: see [`Keeper::demand`].
    is_suspended: bool,
}

/// How many numbers [`Keeper::to_numbers`] returns.
pub const KEEPER_LENGTH: usize = 7;

impl Keeper {
    /// The keeper with a state that [`Keeper::to_numbers`] has returned. That of a new keeper is all zeros.
    pub fn from_numbers(numbers: [f64; KEEPER_LENGTH]) -> Self {
        let [bits, floor, due, node, first, last, until] = numbers;
        let [failures, refusals, flags, has_seat] = (bits as u32).to_le_bytes();
        Self {
            seat: (has_seat != 0).then_some((Numbers { node, first, last }, until)),
            floor,
            due,
            failures,
            refusals,
            is_lost: flags & 1 != 0,
            is_suspended: flags & 2 != 0,
        }
    }

    /// The state as numbers.
    pub fn to_numbers(self) -> [f64; KEEPER_LENGTH] {
        let flags = u8::from(self.is_lost) + 2 * u8::from(self.is_suspended);
        let has_seat = u8::from(self.seat.is_some());
        let bits = u32::from_le_bytes([self.failures, self.refusals, flags, has_seat]);
        let (Numbers { node, first, last }, until) = self.seat.unwrap_or_default();
        [f64::from(bits), self.floor, self.due, node, first, last, until]
    }

    /// Whether the next attempt claims a seat. Otherwise it extends the window of the seat that is held.
    pub fn claims(&self) -> bool {
        self.seat.is_none() || self.is_lost
    }

    /// The state at a reading of the store's clock.
    pub fn state(&self, clock: f64) -> State {
        match self.seat {
            None => State::Claiming,
            Some((_, until)) if !self.is_suspended && clock < until => State::Held,
            Some(_) => State::Expired,
        }
    }

    /// The end of the window; 0 without a seat.
    pub fn until(&self) -> f64 {
        self.seat.unwrap_or_default().1
    }

    /// Whether leases must move to a seat that was granted, because they make IDs of another one, or of none. After a
    /// migration, a seat of the same node and share can have other sequence numbers.
    pub fn moves_to(&self, numbers: Numbers) -> bool {
        self.seat.map(|(own, _)| own) != Some(numbers)
    }

    /// Takes over a window that was granted, when leases have moved to its seat. Returns the time at which it begins for them.
    pub fn take(&mut self, numbers: Numbers, from: f64, until: f64) -> f64 {
        self.seat = Some((numbers, until));
        self.is_suspended = false;
        most(from, self.floor)
    }

    /// The seat is given up, because leases have moved to another one or have ended. It was used up to this time. Returns the
    /// time up to which this seat and earlier ones were used.
    pub fn leave(&mut self, used_until: f64) -> f64 {
        self.seat = None;
        self.floor = most(self.floor, used_until);
        self.floor
    }

    /// Takes the end of an attempt. `window` is the length of the section's windows. Returns the time until the next attempt.
    pub fn ended(&mut self, end: End, window: f64, moment: Moment) -> f64 {
        self.failures = 0;
        // The pause is more than 0, although the estimated clock may be past the time. Equivalent mutant `replace <
        // with <=`: both branches give 1 at the time itself.
        let until = |time: f64| if time < moment.clock { 1.0 } else { time + 1.0 - moment.clock };
        let pause = match end {
            End::Done => {
                self.is_lost = false;
                self.refusals = 0;
                window / 3.0
            }
            End::Lost => {
                self.is_lost = true;
                0.0
            }
            End::Wait(time) => least(until(time), MAX_RETRY_MS as f64),
            End::Full(time) => {
                // The pause is longer each time, because attempts without a free seat read many records.
                let pause = doubled(MAX_PAUSE_MS, self.refusals);
                self.refusals = self.refusals.saturating_add(1);
                least(least(until(time), pause), least(window / 4.0, MAX_RETRY_MS as f64))
            }
        };
        self.pause(pause, moment)
    }

    /// Takes the failure of an attempt. Returns the time until the next one.
    pub fn failed(&mut self, Failure { is_slow, took }: Failure, window: f64, moment: Moment) -> f64 {
        self.failures = self.failures.saturating_add(1);
        let pause = least(doubled(MIN_PAUSE_MS, self.failures), window / 3.0);
        // An overloaded store must get less to do. But a store that has not answered may have lost a message, and then
        // a window that runs can be extended in time.
        let left = self.until() - moment.clock;
        let patience = if is_slow || left <= 0.0 { took } else { least(took, left / 2.0) };
        self.pause(least(most(pause, patience), MAX_RETRY_MS as f64), moment)
    }

    /// Begins a pause. Returns its length, which is changed at random by up to a tenth.
    fn pause(&mut self, pause: f64, Moment { now, random, .. }: Moment) -> f64 {
        let shortest = MIN_PAUSE_MS as f64;
        self.due = now + 1.5 * most(pause, shortest);
        if pause <= 0.0 { 0.0 } else { most(pause * (0.9 + random * 0.2), shortest) }
    }

    /// From this reading of the monotonic clock on, [`Keeper::demand`] begins an attempt: where timers do not run, nothing
    /// else does.
    pub fn due(&self) -> f64 {
        self.due
    }

    /// An ID is wanted, or an attempt has failed. `is_doubtful`: nobody knows whether the window holds, because the wall clock
    /// has moved against the monotonic one, as after the sleep of a computer, or because the store has lost the records.
    pub fn demand(&mut self, now: f64, is_doubtful: bool) -> Demand {
        if self.seat.is_none() {
            Demand::Nothing
        } else if is_doubtful && !self.is_suspended {
            self.is_suspended = true;
            Demand::Suspend
        } else if now >= self.due {
            Demand::Renew
        } else {
            Demand::Nothing
        }
    }

    /// Whether a call that may wait, and could make its ID now, waits for an attempt: in a Worker an attempt ends with the
    /// request that began it. After a failure the call does not wait, because the next attempt may fail too.
    pub fn is_worth_waiting(&self, now: f64) -> bool {
        self.seat.is_some() && self.failures == 0 && now >= self.due
    }
}

/// A pause that is doubled so many times. 20 doublings are enough: every limit of pauses is shorter.
fn doubled(pause: u64, times: u8) -> f64 {
    (pause << times.min(20)) as f64
}

/// The smaller number. `f64::min` weighs three times as much in wasm, because it looks for NaN.
fn least(one: f64, other: f64) -> f64 {
    // Equivalent mutant `replace < with <=`: the numbers are equal then.
    if one < other { one } else { other }
}

/// The larger number.
fn most(one: f64, other: f64) -> f64 {
    // Equivalent mutant `replace > with >=`: the numbers are equal then.
    if one > other { one } else { other }
}
