//! Generators: the hot calls. A generator is a number, its handle, so that a generator made for each ID
//! costs no memory and nothing has to be collected.

use std::cell::Cell;
use std::rc::Rc;

use flakekit::formats::JsType;
use flakekit::sequencer::{Hot, OnExhausted, OnRollback, Start};
use flakekit::stack::require_room;
use flakekit::{Generator, GeneratorOptions, Handles, NextError, RawOptions};
use flakekit_contract::{VALUES_LENGTH, halves, options, progress};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::format::format;
use crate::kept::{Kept, read, with};
use crate::memory::grow_ahead;
use crate::refusals::{number_or_refusal, or_sentinel, refuse_unknown_generator};
use crate::report::to_js;
use crate::shared::{shared, unix_ms, with_records};

thread_local! {
    /// One per instance of the module: generators of one identity share one sequencer.
    pub static HANDLES: Kept<Handles> = const { Kept::new(Handles::new()) };
    static RESTORES: Cell<u32> = const { Cell::new(0) };
}

/// The handle of a generator: always the same one for equal options, or a new one if the generator has its
/// own clock. The options are the record `OPTIONS`, with the numbers of a snapshot if `resumes`. -1 is a
/// refusal.
#[wasm_bindgen]
pub fn open_generator(number: usize, has_own_clock: bool, resumes: bool) -> i32 {
    require_room();
    let format = format(number);
    RESTORES.set(RESTORES.get() + u32::from(resumes));
    let opened = GeneratorOptions::new(format, &raw_options(resumes))
        .and_then(|options| with(&HANDLES, |handles| handles.open(format, &options, has_own_clock, entropy)));
    grow_ahead();
    number_or_refusal(opened)
}

/// The options in the record `OPTIONS`, with the numbers of a snapshot if `resumes`.
pub fn raw_options(resumes: bool) -> RawOptions {
    let shared = shared();
    let range = (shared.natural(options::RANGE_FIRST), shared.natural(options::RANGE_LAST));
    RawOptions {
        fields: shared.naturals(options::FIELDS),
        on_rollback: shared.choice(options::ON_ROLLBACK, &OnRollback::ALL),
        on_exhausted: shared.choice(options::ON_EXHAUSTED, &OnExhausted::ALL),
        start: shared.choice(options::SEQUENCE, &Start::ALL),
        sequence_range: range.0.zip(range.1),
        sequence_reset_threshold: shared.natural(options::RESET_THRESHOLD),
        max_lead: shared.natural(options::MAX_LEAD),
        max_lag: shared.natural(options::MAX_LAG),
        max_wait: shared.natural(options::MAX_WAIT),
        snapshot: resumes.then(|| shared.naturals(options::SNAPSHOT)),
    }
}

/// Calls `request` with a generator; returns its answer, or the sentinel after a refusal.
fn ask<T>(handle: usize, sentinel: T, request: impl FnOnce(&mut Generator) -> Result<T, NextError>) -> T {
    match with(&HANDLES, |handles| handles.generator(handle).map(request)) {
        Some(answer) => or_sentinel(answer, sentinel),
        None => {
            refuse_unknown_generator();
            sentinel
        }
    }
}

/// The value of metadata.
fn metadata_value(ids: &mut Generator, metadata: f64) -> Result<u128, NextError> {
    // The usual case.
    if metadata == 0.0 {
        return Ok(0);
    }
    ids.format().metadata(metadata as u64).map_err(|error| {
        // The wait for this request must not count for another one.
        ids.waited(0);
        error.into()
    })
}

/// Writes an ID for a time of the caller's choice to the value buffer, its low 64 bits first; `false` is a refusal.
#[wasm_bindgen]
pub fn id_for_time(handle: usize, ms: f64, metadata: f64) -> bool {
    ask(handle, false, |ids| {
        shared().write_value(metadata_value(ids, metadata)? | ids.id_for_time(unix_ms(ms))?);
        Ok(true)
    })
}

/// What is ready for a generator without random bits.
#[inline(always)]
fn ready(handle: usize, now: f64) -> Option<&'static Hot> {
    let hot = read(&HANDLES).ready(handle, now)?;
    if hot.is_random() { None } else { Some(hot) }
}

/// Any next ID: writes it to the value buffer, its low 64 bits first, and returns whether there is one.
#[inline(never)]
fn next(handle: usize, now: f64) -> bool {
    ask(handle, false, |ids| {
        let low = ids.next_low(now)?;
        shared().values[0].set(low);
        shared().values[1].set(ids.high());
        Ok(true)
    })
}

/// The next ID of a format of numbers; -1 is a refusal.
#[wasm_bindgen]
pub fn next_number(handle: usize, now: f64) -> f64 {
    if let Some(hot) = ready(handle, now) {
        return hot.take() as i64 as f64;
    }
    if next(handle, now) { shared().values[0].get() as i64 as f64 } else { -1.0 }
}

/// Writes the next ID of up to 64 bits to the value buffer; 0 is a refusal.
#[wasm_bindgen]
pub fn next_value(handle: usize, now: f64) -> u32 {
    if let Some(hot) = ready(handle, now) {
        shared().values[0].set(hot.take());
        return 1;
    }
    next(handle, now).into()
}

/// The low 32 bits of the next ID; -1 is a refusal. It writes the bits above them to the number buffer.
#[wasm_bindgen]
pub fn next_halves(handle: usize, now: f64) -> f64 {
    let (low, high) = if let Some(hot) = ready(handle, now) {
        (hot.take(), hot.high())
    } else if next(handle, now) {
        (shared().values[0].get(), shared().values[1].get())
    } else {
        return -1.0;
    };
    shared().set_number(halves::HIGH, (high << 32 | low >> 32) as i64 as f64);
    f64::from(low as u32)
}

/// Begins a batch and returns its number; 0 is a refusal.
#[wasm_bindgen]
pub fn begin_batch(handle: usize) -> u32 {
    ask(handle, 0, |ids| Ok(ids.begin_batch()))
}

/// Writes up to `want` IDs of a batch, or of none if it is 0, to the value buffer, and returns their count; 0 is a
/// refusal.
#[wasm_bindgen]
pub fn fill(handle: usize, batch: u32, now: f64, want: u32, metadata: f64) -> u32 {
    ask(handle, 0, |ids| {
        let metadata = metadata_value(ids, metadata)? as u64;
        let as_numbers = ids.format().js_type() == JsType::Number;
        let step = ids.step() as u64;
        let mut filled = 0;
        ids.fill_runs(unix_ms(now), want.min(VALUES_LENGTH as u32), batch, |first, count| {
            let (mut value, end) = (first as u64 | metadata, filled + count as usize);
            for place in &shared().values[filled..end] {
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
pub fn fill_records(handle: usize, batch: u32, now: f64, want: u32, metadata: f64, texts: bool) -> u32 {
    ask(handle, 0, |ids| {
        let metadata = metadata_value(ids, metadata)?;
        with_records(|records| ids.fill_records(unix_ms(now), want, batch, metadata, texts, records))
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

/// Notes how long the caller of the next request has waited for it, in ms.
#[wasm_bindgen]
pub fn waited(handle: usize, ms: f64) {
    ask(handle, (), |ids| {
        ids.waited(ms as u64);
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
        shared().write_value(ids.node());
        Ok(true)
    })
}

/// The state to persist; `undefined` is a refusal.
#[wasm_bindgen]
pub fn snapshot(handle: usize, now: f64) -> JsValue {
    require_room();
    let saved = ask(handle, None, |ids| {
        let tick = ids.tick(unix_ms(now))?;
        Ok(Some((ids.saved(), Rc::clone(ids.format()), ids.node(), tick)))
    });
    // Not within `ask`, because it calls into JavaScript.
    saved.map_or(JsValue::UNDEFINED, |(saved, format, node, tick)| to_js(&saved.report(&format, node, tick)))
}

/// Writes the record `PROGRESS`; `false` is a refusal.
#[wasm_bindgen]
pub fn progress(handle: usize, now: f64) -> bool {
    ask(handle, false, |ids| {
        let (last, used) = ids.progress(unix_ms(now))?;
        let (min, max) = ids.range();
        let shared = shared();
        shared.set_number(progress::MIN, min.into());
        shared.set_number(progress::MAX, max.into());
        shared.set_number(progress::LAST, last.into());
        shared.set_number(progress::USED, used as f64);
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
    with(&HANDLES, Handles::reset)
}
