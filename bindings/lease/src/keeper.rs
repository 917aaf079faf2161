//! Keepers: when they make attempts, and what for. JavaScript holds the state of a keeper, a number, so that a full stack of the
//! engine cannot lose it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use flakekit::lease::{End, Failure, Keeper};
use wasm_bindgen::prelude::wasm_bindgen;

/// The state after the last call.
static STATE: AtomicU32 = AtomicU32::new(0);

/// The state of the keeper that the last call has changed. That of a new keeper is 0.
#[wasm_bindgen]
pub fn keeper_state() -> u32 {
    STATE.load(Relaxed)
}

/// Whether the next attempt of a keeper claims a seat; otherwise it extends the window.
#[wasm_bindgen]
pub fn claims(state: u32, holds: bool) -> bool {
    Keeper::from_bits(state).claims(holds)
}

/// Takes the end of an attempt, and returns the ms until the next one. An attempt ends as done (0), wait (1), full (2) or lost
/// (3), with the reading of the store's clock and the time in Unix ms that belongs to the end; or it has failed (4), or failed
/// because the store is slow (5), with the ms that the window still runs, and that the attempt took. `window` is the length of
/// windows in ms.
#[wasm_bindgen]
pub fn ended(state: u32, end: u32, now: f64, time: f64, window: f64) -> f64 {
    let mut keeper = Keeper::from_bits(state);
    let pause = if end < 4 {
        let end = match end {
            0 => End::Done,
            1 => End::Wait(time),
            2 => End::Full(time),
            _ => End::Lost,
        };
        keeper.ended(end, now, window)
    } else {
        keeper.failed(Failure { is_slow: end == 5, took: time, left: now }, window)
    };
    STATE.store(keeper.to_bits(), Relaxed);
    pause
}

/// The ms until an attempt, spread. `random` is from 0 to 1.
#[wasm_bindgen]
pub fn spread(pause: f64, random: f64) -> f64 {
    flakekit::lease::spread(pause, random)
}
