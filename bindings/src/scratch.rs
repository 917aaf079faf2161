//! The places in wasm memory through which hot calls pass what doesn't fit a primitive.
//!
//! They are made once and never move; the wrapper asks for their addresses once and makes a new view
//! whenever the memory has grown.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use flakekit::text::push_point;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};

/// Characters of a text; longer ones are no ID in any encoding.
pub const TEXT: usize = 64;

/// Numbers of a call: fields, options, those of a snapshot.
pub const NUMBERS: usize = 40;

/// Values of a batch that are written at a time: 32 KiB.
pub const VALUES: usize = 4096;

/// Bytes of a batch, or characters of its texts, that are written at a time.
const BYTES: usize = 1 << 15;

thread_local! {
    static RECORDS: Kept<[u8; BYTES]> = const { Kept::new([0; BYTES]) };
}

/// Does something with the place of a batch's bytes and texts.
pub fn with_records<T>(work: impl FnOnce(&mut [u8]) -> T) -> T {
    with(&RECORDS, |records| work(records))
}

pub struct Scratch {
    /// Eight bytes each, the first one lowest: an ASCII character, or more than 127 for any other one.
    pub text: [Integer; TEXT / 8],
    /// The timestamp, then the fields; or what a call says that they are.
    pub numbers: [Number; NUMBERS],
    /// IDs: integers of 64 bits, or the bits of an `f64`.
    pub values: [Integer; VALUES],
    /// The value that is worked on, and the one before it.
    pub value: Value,
    pub before: Value,
}

static SCRATCH: Scratch = Scratch {
    text: [const { Integer::ZERO }; TEXT / 8],
    numbers: [const { Number(Integer::ZERO) }; NUMBERS],
    values: [const { Integer::ZERO }; VALUES],
    value: Value { high: Integer::ZERO, low: Integer::ZERO },
    before: Value { high: Integer::ZERO, low: Integer::ZERO },
};

pub fn scratch() -> &'static Scratch {
    &SCRATCH
}

/// An integer of a static. Being atomic is what a static asks for; in wasm, where a module has one thread,
/// an atomic is read and written as anything else, and a static needs neither an allocation nor a question
/// whether there has been one.
pub struct Integer(AtomicU64);

impl Integer {
    #[allow(clippy::declare_interior_mutable_const)] // What each of them starts as, not a place.
    const ZERO: Self = Self(AtomicU64::new(0));

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub fn set(&self, integer: u64) {
        self.0.store(integer, Relaxed);
    }
}

/// A number of a static.
pub struct Number(Integer);

impl Number {
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.get())
    }

    pub fn set(&self, number: f64) {
        self.0.set(number.to_bits());
    }
}

/// A value of a static.
pub struct Value {
    high: Integer,
    low: Integer,
}

impl Value {
    pub fn get(&self) -> u128 {
        u128::from(self.high.get()) << 64 | u128::from(self.low.get())
    }

    fn set(&self, value: u128) {
        self.high.set((value >> 64) as u64);
        self.low.set(value as u64);
    }
}

impl Scratch {
    /// The first characters of a text that the wrapper has put here.
    pub fn read_text<'a>(&self, length: usize, text: &'a mut [u8; TEXT]) -> &'a [u8] {
        let length = length.min(TEXT);
        for (to, from) in text.chunks_exact_mut(8).zip(&self.text[..length.div_ceil(8)]) {
            to.copy_from_slice(&from.get().to_le_bytes());
        }
        &text[..length]
    }

    pub fn write_text(&self, text: &[u8]) {
        for (to, from) in self.text.iter().zip(text.chunks(8)) {
            to.set(from.iter().rev().fold(0, |eight, &byte| eight << 8 | u64::from(byte)));
        }
    }

    /// A text of so many code points at the place of the values, two in each.
    pub fn read_points(&self, count: usize) -> String {
        let mut text = String::new();
        for at in 0..count {
            let point = (self.values[at / 2].get() >> (at % 2 * 32)) as u32;
            push_point(&mut text, point);
        }
        text
    }

    pub fn read_numbers(&self) -> [f64; NUMBERS] {
        let mut numbers = [0.0; NUMBERS];
        numbers.iter_mut().zip(&self.numbers).for_each(|(to, from)| *to = from.get());
        numbers
    }

    /// Writes numbers, the first to this place.
    pub fn write_numbers(&self, at: usize, numbers: &[f64]) {
        self.numbers[at..].iter().zip(numbers).for_each(|(to, from)| to.set(*from));
    }

    /// Takes a value to be worked on.
    pub fn put(&self, value: u128) {
        self.before.set(self.value.get());
        self.value.set(value);
    }
}

/// The value of two halves: what stands above the low 32 bits, and those, which may be signed; or 0 and all of it.
pub fn whole(high: f64, low: f64) -> u128 {
    let low = if low < 0.0 { f64::from(u32::MAX) + 1.0 + low } else { low };
    u128::from(high as u64) << 32 | u128::from(low as u64)
}

/// The value as a number, for formats of up to 53 bits.
#[wasm_bindgen]
pub fn value_as_number() -> f64 {
    scratch().value.get() as u64 as f64
}

/// The low 64 bits of the value, signed.
#[wasm_bindgen]
pub fn value_as_bigint() -> i64 {
    scratch().value.get() as i64
}

/// The order of the value before this one, and this one: -1, 0 or 1.
#[wasm_bindgen]
pub fn compare_values() -> i32 {
    scratch().before.get().cmp(&scratch().value.get()) as i32
}

/// The address of the text.
#[wasm_bindgen]
pub fn text_address() -> usize {
    scratch().text.as_ptr() as usize
}

/// The address of the numbers.
#[wasm_bindgen]
pub fn numbers_address() -> usize {
    scratch().numbers.as_ptr() as usize
}

/// The address of the values.
#[wasm_bindgen]
pub fn values_address() -> usize {
    scratch().values.as_ptr() as usize
}

/// The address of a batch's bytes and texts.
#[wasm_bindgen]
pub fn bytes_address() -> usize {
    with_records(|records| records.as_ptr() as usize)
}
