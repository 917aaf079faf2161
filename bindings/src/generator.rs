//! Generators: the hot calls. A generator is a number; the pool holds what it stands for, so that
//! making one for each ID costs no memory and nothing has to be collected.
//!
//! A call that is refused answers with a sentinel; `refusal` then tells why.

use std::rc::Rc;

use flakekit::formats::Native;
use flakekit::snapshot::NUMBERS;
use flakekit::stack::require_room;
use flakekit::{Error, Format, Generator, GeneratorOptions, Pool, Refused};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::kept::{Kept, with};
use crate::memory::grow_ahead;
use crate::refusals::{answer, refuse_unknown};
use crate::scratch::{VALUES, scratch, whole, with_records};

thread_local! {
    /// One per instance of the module: generators of one identity share their numbers.
    static POOL: Kept<Pool> = const { Kept::new(Pool::new()) };
}

pub fn open(format: &Rc<Format>, options: &GeneratorOptions, alone: bool) -> Result<usize, Error> {
    let opened = with(&POOL, |pool| pool.open(format, options, alone, entropy));
    grow_ahead();
    opened
}

/// What a generator answers, or the sentinel where it refuses.
fn ask<T>(number: usize, sentinel: T, question: impl FnOnce(&mut Generator) -> Result<T, Refused>) -> T {
    match with(&POOL, |pool| pool.generator(number).map(question)) {
        Some(tried) => answer(tried, sentinel),
        None => {
            refuse_unknown();
            sentinel
        }
    }
}

/// The metadata in place, to be added to IDs.
fn metadata(ids: &mut Generator, number: f64) -> Result<u128, Refused> {
    // Nearly always there is none.
    if number == 0.0 {
        return Ok(0);
    }
    ids.format().metadata(number).map_err(|error| {
        // What was waited for this request must not count for another.
        ids.waited(0.0);
        error.into()
    })
}

/// Takes one ID of a time of the caller's own; `false` is a refusal.
#[wasm_bindgen]
pub fn value_at(number: usize, ms: f64, meta: f64) -> bool {
    ask(number, false, |ids| {
        scratch().put(metadata(ids, meta)? | ids.at(ms)?);
        Ok(true)
    })
}

/// Lends a run of IDs and tells how many there are; 0 is a refusal. Among the numbers it puts the two halves of the
/// first, the lower one of the last, the difference between two, and whether random bits are to be added, which are
/// where the values are, the last ID's first. `before` is how many the caller was lent before.
#[wasm_bindgen]
pub fn lend(number: usize, now: f64, meta: f64, before: u32) -> u32 {
    ask(number, 0, |ids| {
        let metadata = metadata(ids, meta)?;
        let scratch = scratch();
        let mut noisy = 0.0;
        let (first, count) = ids.lend(now, before, |at, bits| {
            noisy = 1.0;
            // Two to a place, the first of them low.
            let place = &scratch.values[at / 2];
            place.set(if at % 2 == 0 { bits } else { place.get() | bits << 32 });
        })?;
        let (high, low) = halves(first | metadata, ids.format().native());
        let step = f64::from(ids.step() as u32);
        scratch.write_numbers(0, &[high, low, low + step * f64::from(count - 1), step, noisy]);
        Ok(count)
    })
}

/// The halves of an ID: what stands above its low 32 bits, and those, signed, so that they are an integer that
/// is quick in JavaScript; of a number, all of it is the lower one.
fn halves(id: u128, native: Native) -> (f64, f64) {
    if native == Native::Number {
        return (0.0, id as u64 as f64);
    }
    ((id >> 32) as u64 as f64, f64::from(id as i32))
}

/// Takes back what is left of a lent run: `unused` IDs after the last one that the caller has made, whose halves
/// these are.
#[wasm_bindgen]
pub fn give_back(number: usize, high: f64, low: f64, unused: u32) {
    ask(number, (), |ids| {
        // Metadata is the caller's own.
        let last = ids.format().with_metadata(whole(high, low), 0.0)?;
        ids.give_back(last, unused);
        Ok(())
    });
}

/// Begins a batch and tells its number; 0 is a refusal.
#[wasm_bindgen]
pub fn begin_batch(number: usize) -> u32 {
    ask(number, 0, |ids| Ok(ids.begin_batch()))
}

/// Puts up to `want` IDs of a batch among the values and tells how many; 0 is a refusal.
#[wasm_bindgen]
pub fn fill(number: usize, batch: u32, now: f64, want: u32) -> u32 {
    ask(number, 0, |ids| {
        let as_numbers = ids.format().native() == Native::Number;
        let step = ids.step() as u64;
        let mut filled = 0;
        ids.fill_runs(now, want.min(VALUES as u32), batch, |first, count| {
            let (mut value, end) = (first as u64, filled + count as usize);
            for place in &scratch().values[filled..end] {
                place.set(if as_numbers { (value as f64).to_bits() } else { value });
                value = value.wrapping_add(step);
            }
            filled = end;
        })
    })
}

/// Puts the texts, or the bytes, of up to `want` IDs of a batch one after the other where those of batches are, and
/// tells how many; 0 is a refusal.
#[wasm_bindgen]
pub fn fill_bytes(number: usize, batch: u32, now: f64, want: u32, meta: f64, texts: bool) -> u32 {
    ask(number, 0, |ids| {
        let metadata = metadata(ids, meta)?;
        with_records(|records| ids.fill_records(now, want, batch, metadata, texts, records))
    })
}

/// Takes back all IDs of a batch that was refused before it was complete.
#[wasm_bindgen]
pub fn cancel_batch(number: usize, batch: u32) {
    ask(number, (), |ids| {
        ids.cancel_batch(batch);
        Ok(())
    });
}

/// Says for how many ms the caller of the next request has waited for it.
#[wasm_bindgen]
pub fn waited(number: usize, ms: f64) {
    ask(number, (), |ids| {
        ids.waited(ms);
        Ok(())
    });
}

/// Says that the clock has been seen to stand still at this reading.
#[wasm_bindgen]
pub fn stall(number: usize, now: f64) {
    ask(number, (), |ids| {
        ids.stall(now);
        Ok(())
    });
}

/// Puts what has been granted among the numbers: those of the snapshot, then the fields, of which the
/// node fields count; `false` is a refusal.
#[wasm_bindgen]
pub fn snapshot(number: usize, now: f64) -> bool {
    ask(number, false, |ids| {
        let tick = ids.tick(now)?;
        let saved = ids.snapshot().numbers(ids.format(), tick);
        scratch().write_numbers(0, &saved);
        ids.format()
            .decode_each(ids.node(), |at, number| scratch().write_numbers(NUMBERS + at, &[number]))?;
        Ok(true)
    })
}

/// Puts how far a generator is among the numbers: the lowest and the highest number, the one handed out
/// last in this tick, and how many are used of it; `false` is a refusal.
#[wasm_bindgen]
pub fn report(number: usize, now: f64) -> bool {
    ask(number, false, |ids| {
        let (sequence, used) = ids.progress(now)?;
        let (min, max) = ids.range();
        scratch().write_numbers(0, &[min.into(), max.into(), sequence.into(), used as f64]);
        Ok(true)
    })
}

/// Lets go of a generator that is no longer used.
#[wasm_bindgen]
pub fn close(number: usize) {
    require_room();
    with(&POOL, |pool| pool.close(number));
}
