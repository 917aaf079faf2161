//! Generators: the hot calls. A generator is a number, its handle, so that a generator made for each ID
//! costs no memory and nothing has to be collected.

use std::ptr;
use std::rc::Rc;

use flakekit::formats::JsType;
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::stack::require_room;
use flakekit::{Generator, GeneratorOptions, Handles, NextError, RawOptions};
use flakekit_contract::{VALUES_LENGTH, lent, options, progress};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::format::format;
use crate::kept::{Kept, with};
use crate::memory::grow_ahead;
use crate::refusals::{number_or_refusal, or_sentinel, refuse_unknown_generator};
use crate::report::to_js;
use crate::shared::{shared, unix_ms, with_records};

thread_local! {
    /// One per instance of the module: generators of one identity share one sequencer.
    pub static HANDLES: Kept<Handles> = const { Kept::new(Handles::new()) };
}

/// The handle of a generator: always the same one for equal options, or a new one if the generator has its
/// own clock. The options are the record `OPTIONS`, with the numbers of a snapshot if `resumes`. -1 is a
/// refusal.
#[wasm_bindgen]
pub fn open_generator(number: usize, has_own_clock: bool, resumes: bool) -> i32 {
    require_room();
    let format = format(number);
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

/// Lends a run of IDs and returns their count; 0 is a refusal. It writes the record `LENT`. `before` is the
/// count of IDs of the caller's last run, and `kept` that of IDs whose random bits the caller still has.
#[wasm_bindgen]
pub fn lend(handle: usize, now: f64, metadata: f64, before: u32, kept: u32) -> u32 {
    ask(handle, 0, |ids| {
        let metadata = metadata_value(ids, metadata)?;
        let shared = shared();
        let mut random_count = 0;
        let (first, run) = ids.lend(unix_ms(now), before, kept, |index, bits| {
            random_count = index + 1;
            // Two in each value, the first one in the low half.
            let value = &shared.values[index / 2];
            value.set(if index % 2 == 0 { bits } else { value.get() | bits << 32 });
        })?;
        let (high, low) = halves(first | metadata, ids.format().js_type());
        let step = f64::from(ids.step() as u32);
        shared.set_number(lent::HIGH, high);
        shared.set_number(lent::LOW, low);
        shared.set_number(lent::END, low + step * f64::from(run.count - 1));
        shared.set_number(lent::STEP, step);
        shared.set_number(lent::RANDOM_COUNT, random_count as f64);
        shared.set_number(lent::SERIAL, run.serial as f64);
        shared.set_number(lent::START, low - step * f64::from(run.first - ids.range().0));
        shared.set_number(lent::TICK_END, ids.end_of_tick() as f64);
        shared.set_number(lent::PERMIT, (ptr::from_ref(ids.permit()) as usize / size_of::<f64>()) as f64);
        Ok(run.count)
    })
}

/// The halves of an ID: the bits above the low 32, and the low 32 bits; or 0 and the whole ID, if IDs are numbers.
fn halves(id: u128, js_type: JsType) -> (f64, f64) {
    if js_type == JsType::Number {
        return (0.0, id as u64 as f64);
    }
    ((id >> 32) as u64 as f64, f64::from(id as u32))
}

/// Takes back the last `unused` IDs of the lent run with this serial number.
#[wasm_bindgen]
pub fn give_back(handle: usize, serial: f64, unused: u32) {
    ask(handle, (), |ids| {
        ids.give_back(serial as u64, unused);
        Ok(())
    });
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

/// Forgets all generators, so that later ones may repeat IDs: for tests. `false` if a lease has a seat.
#[wasm_bindgen]
pub fn reset_generators() -> bool {
    with(&HANDLES, Handles::reset)
}
