//! The keepers of seats. JavaScript holds the state of a keeper, which is numbers, because a full stack of the engine loses
//! what this module keeps. JavaScript writes the state before a call, and takes it after the call.

use flakekit::lease::{End, Failure, Keeper, Moment, Numbers};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::numbers;

/// The state of the keeper that JavaScript has written.
fn keeper() -> Keeper {
    Keeper::from_numbers(numbers::get())
}

/// Changes the state of the keeper.
fn change<T>(change: impl FnOnce(&mut Keeper) -> T) -> T {
    let mut keeper = keeper();
    let answer = change(&mut keeper);
    numbers::set(keeper.to_numbers());
    answer
}

/// Whether the next attempt claims a seat; otherwise it extends the window.
#[wasm_bindgen]
pub fn keeper_claims() -> bool {
    keeper().claims()
}

/// The number of the state that leases show: see `State::NAMES`.
#[wasm_bindgen]
pub fn keeper_state(clock: f64) -> u32 {
    keeper().state(clock) as u32
}

/// The end of the window in Unix ms; 0 without a seat.
#[wasm_bindgen]
pub fn keeper_until() -> f64 {
    keeper().until()
}

/// Whether leases must move to a seat.
#[wasm_bindgen]
pub fn keeper_moves_to(node: f64, first: f64, last: f64) -> bool {
    keeper().moves_to(Numbers { node, first, last })
}

/// Takes over a window, and returns its beginning for leases.
#[wasm_bindgen]
pub fn keeper_take(node: f64, first: f64, last: f64, from: f64, until: f64) -> f64 {
    change(|keeper| keeper.take(Numbers { node, first, last }, from, until))
}

/// The seat is given up. It was used up to this time. Returns the time up to which all seats were used.
#[wasm_bindgen]
pub fn keeper_leave(used_until: f64) -> f64 {
    change(|keeper| keeper.leave(used_until))
}

/// Takes the end of an attempt, by its number in `wire::WORDS`, with the time that belongs to it. Returns the ms until the
/// next attempt.
#[wasm_bindgen]
pub fn keeper_ended(end: u32, time: f64, window: f64, now: f64, clock: f64, random: f64) -> f64 {
    let end = match end {
        0 => End::Done,
        1 => End::Wait(time),
        2 => End::Full(time),
        _ => End::Lost,
    };
    change(|keeper| keeper.ended(end, window, Moment { now, clock, random }))
}

/// Takes the failure of an attempt, which took so many ms. Returns the ms until the next attempt.
#[wasm_bindgen]
pub fn keeper_failed(is_slow: bool, took: f64, window: f64, now: f64, clock: f64, random: f64) -> f64 {
    change(|keeper| keeper.failed(Failure { is_slow, took }, window, Moment { now, clock, random }))
}

/// The reading of the monotonic clock from which on `keeper_demand` begins an attempt.
#[wasm_bindgen]
pub fn keeper_due() -> f64 {
    keeper().due()
}

/// An ID is wanted. Returns the number of what the keeper does: see `Demand::NAMES`.
#[wasm_bindgen]
pub fn keeper_demand(now: f64, is_doubtful: bool) -> u32 {
    change(|keeper| keeper.demand(now, is_doubtful)) as u32
}

/// Whether a call that could make its ID now waits for an attempt.
#[wasm_bindgen]
pub fn keeper_is_worth_waiting(now: f64) -> bool {
    keeper().is_worth_waiting(now)
}
