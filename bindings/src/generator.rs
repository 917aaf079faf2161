//! Generators: the hot calls. A generator is a number, its handle, so that a generator made for each ID
//! costs no memory and nothing has to be collected.

use std::cell::Cell;

use flakekit::sequencer::Hot;
use flakekit::stack::require_room;
use flakekit::{Generator, Handles, NextError};
use flakekit_contract::{VALUES_LENGTH, halves, state};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::buffers::{buffers, unix_ms, with_encoded};
use crate::entropy::entropy;
use crate::kept::{Kept, read, with};
use crate::opening::{options, scheme};
use crate::refusals::{number_or_refusal, or_sentinel, refuse};

thread_local! {
    /// One per instance of the module: generators of one identity share one sequencer.
    pub static HANDLES: Kept<Handles> = const { Kept::new(Handles::new()) };
    static RESTORES: Cell<u32> = const { Cell::new(0) };
}

/// The handle of a generator. Equal options always get one handle, but each own-clock generator gets a new one. The
/// frame `OPENING` has its format and its options, with the state of a snapshot if `resumes`. -1 is a refusal.
#[wasm_bindgen]
pub fn open_generator(has_own_clock: bool, resumes: bool) -> i32 {
    require_room();
    RESTORES.set(RESTORES.get() + u32::from(resumes));
    let (scheme, options) = (scheme(), options(resumes));
    let opened = with(&HANDLES, |handles| handles.open(&scheme, &options, has_own_clock, entropy));
    number_or_refusal(opened)
}

/// Gives a generator the policy with this number, and calls `request` with the generator. Returns its answer, or the sentinel
/// after a refusal.
fn ask_with<T>(
    handle: usize,
    policy: u32,
    sentinel: T,
    request: impl FnOnce(&mut Generator) -> Result<T, NextError>,
) -> T {
    ask(handle, sentinel, |ids| {
        ids.set_policy(policy);
        request(ids)
    })
}

/// Calls `request` with a generator; returns its answer, or the sentinel after a refusal.
fn ask<T>(handle: usize, sentinel: T, request: impl FnOnce(&mut Generator) -> Result<T, NextError>) -> T {
    match with(&HANDLES, |handles| handles.generator(handle).map(request)) {
        Some(answer) => or_sentinel(answer, sentinel),
        None => {
            refuse(None);
            sentinel
        }
    }
}

/// Writes an ID for a time of the caller's choice to the value buffer, its low 64 bits first; `false` is a refusal.
#[wasm_bindgen]
pub fn id_for_time(handle: usize, ms: f64, metadata: f64) -> bool {
    ask(handle, false, |ids| {
        let metadata = ids.metadata_bits(metadata as u64);
        let (high, low) = ids.halves_for_time(unix_ms(ms))?;
        buffers().write_value(high, low | metadata);
        Ok(true)
    })
}

/// The ready numbers of a generator; `None` if there are none, or if its IDs have random bits.
#[inline(always)]
fn ready(handle: usize, policy: u32, now: f64) -> Option<&'static Hot> {
    let hot = read(&HANDLES).ready(handle, policy, now)?;
    if hot.is_random() { None } else { Some(hot) }
}

/// Makes the next ID of any generator: writes it to the value buffer, its low 64 bits first, and returns
/// whether there is one.
#[inline(never)]
fn next(handle: usize, policy: u32, now: f64) -> bool {
    ask_with(handle, policy, false, |ids| {
        let low = ids.next_low(now)?;
        buffers().values[0].set(low);
        buffers().values[1].set(ids.high());
        Ok(true)
    })
}

/// The next ID of a format of numbers; -1 is a refusal.
#[wasm_bindgen]
pub fn next_number(handle: usize, policy: u32, now: f64) -> f64 {
    if let Some(hot) = ready(handle, policy, now) {
        return hot.take() as i64 as f64;
    }
    if next(handle, policy, now) { buffers().values[0].get() as i64 as f64 } else { -1.0 }
}

/// Writes the next ID of up to 64 bits to the value buffer; 0 is a refusal.
#[wasm_bindgen]
pub fn next_value(handle: usize, policy: u32, now: f64) -> u32 {
    if let Some(hot) = ready(handle, policy, now) {
        buffers().values[0].set(hot.take());
        return 1;
    }
    next(handle, policy, now).into()
}

/// The low 32 bits of the next ID; -1 is a refusal. It writes the other bits to the frame `HALVES`.
#[wasm_bindgen]
pub fn next_halves(handle: usize, policy: u32, now: f64) -> f64 {
    let (low, high) = if let Some(hot) = ready(handle, policy, now) {
        (hot.take(), hot.high())
    } else if next(handle, policy, now) {
        (buffers().values[0].get(), buffers().values[1].get())
    } else {
        return -1.0;
    };
    buffers().set_number(halves::HIGH, (high << 32 | low >> 32) as i64 as f64);
    f64::from(low as u32)
}

/// Begins a batch and returns its number; 0 is a refusal.
#[wasm_bindgen]
pub fn begin_batch(handle: usize) -> u32 {
    ask(handle, 0, |ids| Ok(ids.begin_batch()))
}

/// Writes up to `want` IDs to the value buffer, and returns their count; 0 is a refusal. The IDs belong to
/// the batch with this number, or to no batch if it is 0.
#[wasm_bindgen]
pub fn fill(
    handle: usize,
    policy: u32,
    batch: u32,
    now: f64,
    want: u32,
    metadata: f64,
    as_numbers: bool,
) -> u32 {
    ask_with(handle, policy, 0, |ids| {
        let (metadata, step) = (ids.metadata_bits(metadata as u64), ids.step());
        let mut filled = 0;
        ids.fill_runs(unix_ms(now), want.min(VALUES_LENGTH as u32), batch, &mut |(_, low), count| {
            let (mut value, end) = (low | metadata, filled + count as usize);
            for place in &buffers().values[filled..end] {
                place.set(if as_numbers { (value as f64).to_bits() } else { value });
                value = value.wrapping_add(step);
            }
            filled = end;
        })
    })
}

/// Writes the texts or the bytes of up to `want` IDs of a batch to their buffer, one after the other, and
/// returns the count of IDs; 0 is a refusal.
#[wasm_bindgen]
pub fn fill_encoded(
    handle: usize,
    policy: u32,
    batch: u32,
    now: f64,
    want: u32,
    metadata: f64,
    texts: bool,
) -> u32 {
    ask_with(handle, policy, 0, |ids| {
        with_encoded(|buffer| ids.fill_encoded(unix_ms(now), want, batch, metadata as u64, texts, buffer))
    })
}

/// Takes back all IDs of a batch that was refused before it was complete.
#[wasm_bindgen]
pub fn cancel_batch(handle: usize, batch: u32) {
    ask(handle, (), |ids| {
        ids.cancel_batch(batch);
        Ok(())
    });
}

/// Notes that the clock stalls at this reading.
#[wasm_bindgen]
pub fn stall(handle: usize, now: f64) {
    ask(handle, (), |ids| {
        ids.stall(unix_ms(now));
        Ok(())
    });
}

/// Writes the value of a generator's node fields to the value buffer, its low 64 bits first; `false` is a refusal.
#[wasm_bindgen]
pub fn node_value(handle: usize) -> bool {
    ask(handle, false, |ids| {
        buffers().write_value(0, ids.node());
        Ok(true)
    })
}

/// Writes the frame `STATE`, the state to persist; `false` is a refusal.
#[wasm_bindgen]
pub fn snapshot(handle: usize, now: f64) -> bool {
    ask(handle, false, |ids| {
        // `?` and loops over arrays by value copy more: 50 bytes of core.wasm, gzipped.
        let tick = match ids.tick(unix_ms(now)) {
            Ok(tick) => tick,
            Err(refusal) => return Err(NextError::Error(refusal)),
        };
        for (at, number) in ids.saved().general().iter().enumerate() {
            buffers().set_number(state::NUMBERS + at, *number as f64);
        }
        buffers().set_number(state::NOW, tick as f64);
        Ok(true)
    })
}

/// Closes a generator that is no longer used.
#[wasm_bindgen]
pub fn close(handle: usize) {
    require_room();
    with(&HANDLES, |handles| handles.close(handle));
}

/// How many generators were opened from a snapshot.
#[wasm_bindgen]
pub fn restores() -> u32 {
    RESTORES.get()
}

/// Forgets all generators, so that later ones may repeat IDs: for tests. `false` if a lease has a seat.
#[wasm_bindgen]
pub fn reset_generators() -> bool {
    require_room();
    with(&HANDLES, Handles::reset)
}
