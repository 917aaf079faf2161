//! When a keeper of a seat makes its next attempt, and whether it claims a seat then or extends a window: a state machine
//! that is told how each attempt has ended.
//!
//! No decision here makes two windows overlap: at worst, leases refuse IDs.

use crate::lease::pauses::{MAX_PAUSE_MS, MAX_RETRY_MS, MIN_PAUSE_MS};

/// How an attempt has ended. Times are Unix ms of the store's clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// With a window.
    Done,
    /// The seat is lost.
    Lost,
    /// Nothing is granted before this time.
    Wait(f64),
    /// No seat is free. One of those that were read is free at this time; infinite if that is not known.
    Full(f64),
}

/// Why an attempt has failed. Times are in ms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Failure {
    /// Whether the store has refused a swap because it took too long.
    pub is_slow: bool,
    /// How long the attempt took.
    pub took: f64,
    /// How long the window still runs; 0 or less if it has ended, or there is none.
    pub left: f64,
}

/// The state of a keeper between its attempts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Keeper {
    /// Whether the seat can't be extended: its window is used up, and another seat claimed.
    is_lost: bool,
    /// How many attempts in a row have failed.
    failures: u8,
    /// How many attempts in a row have found no free seat.
    refusals: u8,
}

impl Keeper {
    /// The keeper with a state that [`Keeper::to_bits`] has returned. That of a new keeper is 0.
    pub fn from_bits(bits: u32) -> Self {
        let [failures, refusals, is_lost, _] = bits.to_le_bytes();
        Self { is_lost: is_lost != 0, failures, refusals }
    }

    /// The state as an integer.
    pub fn to_bits(self) -> u32 {
        u32::from_le_bytes([self.failures, self.refusals, u8::from(self.is_lost), 0])
    }

    /// Whether the next attempt claims a seat. Otherwise it extends the window of the seat that is held.
    pub fn claims(&self, holds: bool) -> bool {
        !holds || self.is_lost
    }

    /// Takes the end of an attempt. Returns the time until the next one, in ms. `now` is the reading of the store's clock in
    /// Unix ms, `window` the length of the section's windows in ms.
    pub fn ended(&mut self, end: End, now: f64, window: f64) -> f64 {
        self.failures = 0;
        // More than 0, although the estimated clock may be past the time.
        let until = |time: f64| if time < now { 1.0 } else { time + 1.0 - now };
        match end {
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
                // Longer each time, because such attempts read many records.
                let pause = doubled(MAX_PAUSE_MS, self.refusals);
                self.refusals = self.refusals.saturating_add(1);
                least(least(until(time), pause), least(window / 4.0, MAX_RETRY_MS as f64))
            }
        }
    }

    /// Takes the failure of an attempt. Returns the time until the next one, in ms.
    pub fn failed(&mut self, Failure { is_slow, took, left }: Failure, window: f64) -> f64 {
        self.failures = self.failures.saturating_add(1);
        let pause = least(doubled(MIN_PAUSE_MS, self.failures), window / 3.0);
        // A store that has more to do than it can must get less to do. But one that has not answered may have lost a
        // message, and then a window that runs can be extended in time.
        let patience = if is_slow || left <= 0.0 { took } else { least(took, left / 2.0) };
        let pause = if patience > pause { patience } else { pause };
        least(pause, MAX_RETRY_MS as f64)
    }
}

/// A pause that is doubled so many times, in ms. No pause is as long as one that is doubled 20 times.
fn doubled(pause: u64, times: u8) -> f64 {
    (pause << times.min(20)) as f64
}

/// The smaller number. `f64::min` weighs three times as much in wasm, because it looks for NaN.
fn least(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// The time until an attempt, in ms: spread, so that many processes do not ask the store at the same time. `random` is from
/// 0 to 1.
pub fn spread(pause: f64, random: f64) -> f64 {
    let spread = pause * (0.9 + random * 0.2);
    if pause <= 0.0 {
        0.0
    } else if spread < MIN_PAUSE_MS as f64 {
        MIN_PAUSE_MS as f64
    } else {
        spread
    }
}
