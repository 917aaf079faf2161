//! Generators: the hot calls.

use flakekit::Refused;
use flakekit::formats::Native;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::thrown;
use crate::plain;
use crate::scratch::{VALUES, scratch};

/// Makes IDs. A call that is refused answers with a sentinel; `refusal` then tells why.
#[wasm_bindgen]
pub struct Generator {
    inner: flakekit::Generator,
    number: bool,
    refused: Option<Refused>,
}

impl Generator {
    pub(crate) fn of(inner: flakekit::Generator) -> Self {
        let number = inner.format().native() == Native::Number;
        Self { inner, number, refused: None }
    }

    fn keep<T>(&mut self, answer: Result<T, Refused>, sentinel: T) -> T {
        answer.unwrap_or_else(|refused| {
            self.refused = Some(refused);
            sentinel
        })
    }
}

#[wasm_bindgen]
impl Generator {
    /// One ID as the low 64 bits of a bigint. -1 may be a refusal: ask `refused`.
    #[wasm_bindgen(js_name = nextBigint)]
    pub fn next_bigint(&mut self, now: f64) -> i64 {
        let next = self.inner.next(now).map(|value| value as i64);
        self.keep(next, -1)
    }

    /// Lends a run of IDs: puts the first among the numbers and tells how many there are; 0 is a
    /// refusal. Here and below, `unused` is how many are left of the run lent before.
    pub fn lend(&mut self, now: f64, unused: u32) -> u32 {
        self.inner.give_back(unused);
        let lent = self.inner.lend(now).map(|(first, count)| {
            scratch().numbers[0].set(first as u64 as f64);
            count
        });
        self.keep(lent, 0)
    }

    /// The difference between two IDs of a lent run.
    pub fn step(&self) -> f64 {
        self.inner.step() as u64 as f64
    }

    /// Puts up to `want` IDs among the values and tells how many; 0 is a refusal.
    pub fn fill(&mut self, now: f64, unused: u32, want: u32) -> u32 {
        self.inner.give_back(unused);
        let number = self.number;
        let mut places = scratch().values.iter();
        let filled = self.inner.fill(now, want.min(VALUES as u32), |value| {
            if let Some(place) = places.next() {
                place.set(if number { (value as u64 as f64).to_bits() } else { value as u64 });
            }
        });
        self.keep(filled, 0)
    }

    /// Whether the last call was refused.
    pub fn refused(&self) -> bool {
        self.refused.is_some()
    }

    /// What the last call was refused for: how many ms to wait, or an error, which is thrown.
    pub fn refusal(&mut self) -> Result<u32, JsValue> {
        match self.refused.take() {
            Some(Refused::Error(error)) => Err(thrown(&error)),
            Some(Refused::Wait(ms)) => Ok(ms),
            None => Ok(0),
        }
    }

    /// Says that the clock has been seen to stand still at this reading.
    pub fn stall(&mut self, now: f64) {
        self.inner.stall(now);
    }

    /// What has been granted, as plain data.
    pub fn snapshot(&mut self, unused: u32) -> JsValue {
        self.inner.give_back(unused);
        plain(&self.inner.snapshot().write())
    }
}
