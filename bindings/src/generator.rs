//! Generators: the hot calls. A generator is a number; the pool holds what it stands for, so that
//! making one for each ID costs no memory and nothing has to be collected.
//!
//! A call that is refused answers with a sentinel; `refusal` then tells why.

use std::cell::RefCell;
use std::rc::Rc;

use flakekit::formats::Native;
use flakekit::{Error, Format, Generator, GeneratorOptions, Pool, Refused};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::errors::thrown;
use crate::plain;
use crate::scratch::{VALUES, scratch};

thread_local! {
    /// One per instance of the module: generators of one identity share their numbers.
    static POOL: RefCell<Pool> = RefCell::new(Pool::new());
    static REFUSED: RefCell<Option<Refused>> = const { RefCell::new(None) };
}

pub fn open(format: &Rc<Format>, options: &GeneratorOptions, alone: bool) -> Result<usize, Error> {
    POOL.with_borrow_mut(|pool| pool.open(format, options, alone, entropy))
}

/// What a generator answers, or the sentinel where it refuses.
fn ask<T>(number: usize, sentinel: T, question: impl FnOnce(&mut Generator) -> Result<T, Refused>) -> T {
    POOL.with_borrow_mut(|pool| match pool.generator(number).map(question) {
        Some(Ok(answer)) => answer,
        Some(Err(refused)) => {
            REFUSED.set(Some(refused));
            sentinel
        }
        None => sentinel,
    })
}

/// One ID as the low 64 bits of a bigint. -1 may be a refusal: ask `refused`.
#[wasm_bindgen(js_name = nextBigint)]
pub fn next_bigint(number: usize, now: f64) -> i64 {
    ask(number, -1, |ids| ids.next(now).map(|value| value as i64))
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
        let mut places = scratch().values.iter();
        ids.fill(now, want.min(VALUES as u32), |value| {
            if let Some(place) = places.next() {
                place.set(if as_numbers { (value as u64 as f64).to_bits() } else { value as u64 });
            }
        })
    })
}

/// Whether the last call was refused.
#[wasm_bindgen]
pub fn refused() -> bool {
    REFUSED.with_borrow(Option::is_some)
}

/// What the last call was refused for: how many ms to wait, or an error, which is thrown.
#[wasm_bindgen]
pub fn refusal() -> Result<u32, JsValue> {
    match REFUSED.take() {
        Some(Refused::Error(error)) => Err(thrown(&error)),
        Some(Refused::Wait(ms)) => Ok(ms),
        None => Ok(0),
    }
}

/// Says that the clock has been seen to stand still at this reading.
#[wasm_bindgen]
pub fn stall(number: usize, now: f64) {
    ask(number, (), |ids| {
        ids.stall(now);
        Ok(())
    });
}

/// What has been granted, as plain data.
#[wasm_bindgen]
pub fn snapshot(number: usize, last: f64, unused: u32) -> JsValue {
    let snapshot = ask(number, None, |ids| {
        ids.give_back(last as u64 as u128, unused);
        Ok(Some(ids.snapshot()))
    });
    snapshot.map_or(JsValue::NULL, |snapshot| plain(&snapshot.write()))
}

/// Lets go of a generator that stands alone.
#[wasm_bindgen]
pub fn close(number: usize) {
    POOL.with_borrow_mut(|pool| pool.close(number));
}
