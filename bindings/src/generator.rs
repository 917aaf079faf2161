//! Generators: the hot calls. A generator is a number; the pool holds what it stands for, so that
//! making one for each ID costs no memory and nothing has to be collected.
//!
//! A call that is refused answers with a sentinel; `refusal` then tells why.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::rc::Rc;

use flakekit::formats::Native;
use flakekit::snapshot::NUMBERS;
use flakekit::text::{MAX_TEXT, Style, Text};
use flakekit::{Error, Format, Generator, GeneratorOptions, Pool, Refused};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::refusals::answer;
use crate::scratch::{BYTES, Stream, VALUES, scratch};

thread_local! {
    /// One per instance of the module: generators of one identity share their numbers.
    static POOL: RefCell<ManuallyDrop<Pool>> = const { RefCell::new(ManuallyDrop::new(Pool::new())) };
}

pub fn open(format: &Rc<Format>, options: &GeneratorOptions, alone: bool) -> Result<usize, Error> {
    POOL.with_borrow_mut(|pool| pool.open(format, options, alone, entropy))
}

/// What a generator answers, or the sentinel where it refuses.
fn ask<T>(number: usize, sentinel: T, question: impl FnOnce(&mut Generator) -> Result<T, Refused>) -> T {
    POOL.with_borrow_mut(|pool| match pool.generator(number).map(question) {
        Some(tried) => answer(tried, sentinel),
        None => sentinel,
    })
}

/// The metadata in place, to be added to IDs.
fn metadata(ids: &Generator, number: f64) -> Result<u128, Refused> {
    // Nearly always there is none.
    if number == 0.0 { Ok(0) } else { Ok(ids.format().metadata(number)?) }
}

/// One ID as the low 64 bits of a bigint. -1 may be a refusal: ask `refused`.
#[wasm_bindgen(js_name = nextBigint)]
pub fn next_bigint(number: usize, now: f64, meta: f64) -> i64 {
    ask(number, -1, |ids| Ok((metadata(ids, meta)? | ids.next(now)?) as i64))
}

/// Puts the text of one ID into the text scratch and tells its length; 0 is a refusal.
#[wasm_bindgen(js_name = nextText)]
pub fn next_text(number: usize, now: f64, meta: f64) -> u32 {
    ask(number, 0, |ids| {
        let value = metadata(ids, meta)? | ids.next(now)?;
        let text = ids.format().write(value, Style::OWN)?;
        scratch().write_text(text.as_bytes());
        Ok(text.as_bytes().len() as u32)
    })
}

/// Takes one ID of a time of the caller's own; `false` is a refusal.
#[wasm_bindgen(js_name = valueAt)]
pub fn value_at(number: usize, ms: f64, meta: f64) -> bool {
    ask(number, false, |ids| {
        scratch().put(metadata(ids, meta)? | ids.at(ms)?);
        Ok(true)
    })
}

/// Lends a run of IDs: puts the first among the numbers and tells how many there are; 0 is a refusal.
/// Here and below, `before` is how many the caller was lent before, of which `unused` are left after
/// `last`, the ID it handed out last.
#[wasm_bindgen]
pub fn lend(number: usize, now: f64, before: u32, last: f64, unused: u32) -> u32 {
    ask(number, 0, |ids| {
        ids.give_back(last as u64 as u128, unused);
        let (first, count) = ids.lend(now, before)?;
        scratch().numbers[0].set(first as u64 as f64);
        Ok(count)
    })
}

/// The difference between two IDs of a lent run.
#[wasm_bindgen]
pub fn step(number: usize) -> f64 {
    ask(number, 0.0, |ids| Ok(ids.step() as u64 as f64))
}

/// Puts up to `want` IDs among the values and tells how many; 0 is a refusal.
#[wasm_bindgen]
pub fn fill(number: usize, now: f64, last: f64, unused: u32, want: u32) -> u32 {
    ask(number, 0, |ids| {
        ids.give_back(last as u64 as u128, unused);
        let as_numbers = ids.format().native() == Native::Number;
        let step = ids.step() as u64;
        let mut filled = 0;
        ids.fill_runs(now, want.min(VALUES as u32), |first, count| {
            let (mut value, end) = (first as u64, filled + count as usize);
            for place in &scratch().values[filled..end] {
                place.set(if as_numbers { (value as f64).to_bits() } else { value });
                value = value.wrapping_add(step);
            }
            filled = end;
        })
    })
}

/// Puts the texts, or the bytes, of up to `want` IDs one after the other where the values are, and
/// tells how many; 0 is a refusal.
#[wasm_bindgen(js_name = fillBytes)]
pub fn fill_bytes(number: usize, now: f64, want: u32, meta: f64, texts: bool) -> u32 {
    ask(number, 0, |ids| {
        let metadata = metadata(ids, meta)?;
        let format = Rc::clone(ids.format());
        let (bytes, step) = (format.layout().bytes(), ids.step());
        let (mut text, mut stream) = (Text::EMPTY, Stream::default());
        let filled = ids.fill_runs(now, want.min((BYTES / MAX_TEXT) as u32), |first, count| {
            let mut value = first | metadata;
            for _ in 0..count {
                if !texts {
                    stream.push_value(value, bytes);
                } else if format.write_to(&mut text, value, Style::OWN).is_ok() {
                    stream.push_text(text.as_bytes());
                }
                value += step;
            }
        });
        stream.end();
        filled
    })
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
pub fn snapshot(number: usize, now: f64, last: f64, unused: u32) -> bool {
    ask(number, false, |ids| {
        ids.give_back(last as u64 as u128, unused);
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

/// Lets go of a generator that stands alone.
#[wasm_bindgen]
pub fn close(number: usize) {
    POOL.with_borrow_mut(|pool| pool.close(number));
}
