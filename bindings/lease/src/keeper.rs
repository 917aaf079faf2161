//! The attempts of keepers. JavaScript holds the state of a keeper, a number, because a full stack of the engine
//! loses what this module keeps.

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

/// Takes the end of an attempt: done (0), wait (1), full (2) or lost (3), with the time in Unix ms that belongs to it.
/// `now` is the reading of the store's clock, `window` the length of windows in ms. Returns the ms until the next attempt.
#[wasm_bindgen]
pub fn ended(state: u32, end: u32, time: f64, now: f64, window: f64) -> f64 {
    let end = match end {
        0 => End::Done,
        1 => End::Wait(time),
        2 => End::Full(time),
        _ => End::Lost,
    };
    change(state, |keeper| keeper.ended(end, now, window))
}

/// Takes the failure of an attempt. `took` and `left` are the ms that it took, and that the window still runs. Returns the
/// ms until the next attempt.
#[wasm_bindgen]
pub fn failed(state: u32, is_slow: bool, took: f64, left: f64, window: f64) -> f64 {
    change(state, |keeper| keeper.failed(Failure { is_slow, took, left }, window))
}

/// Changes a state, and notes the next one.
fn change(state: u32, change: impl FnOnce(&mut Keeper) -> f64) -> f64 {
    let mut keeper = Keeper::from_bits(state);
    let pause = change(&mut keeper);
    STATE.store(keeper.to_bits(), Relaxed);
    pause
}

/// The ms until an attempt, spread. `random` is from 0 to 1.
#[wasm_bindgen]
pub fn spread(pause: f64, random: f64) -> f64 {
    flakekit::lease::spread(pause, random)
}
