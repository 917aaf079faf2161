//! The shared memory: buffers through which the wrapper and the core exchange what is no primitive.
//!
//! The buffers never move. The wrapper asks for their addresses once, and makes new views of them when the
//! memory has grown. The sizes and the records of numbers are in the crate `flakekit-contract`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use flakekit_contract::{NUMBERS_LENGTH, RECORDS_LENGTH, TEXT_LENGTH, VALUES_LENGTH};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};

thread_local! {
    static RECORDS: Kept<[u8; RECORDS_LENGTH]> = const { Kept::new([0; RECORDS_LENGTH]) };
}

/// Calls `work` with the buffer for texts and bytes of a batch.
pub fn with_records<T>(work: impl FnOnce(&mut [u8]) -> T) -> T {
    with(&RECORDS, |records| work(records))
}

/// All other buffers.
pub struct Shared {
    /// Eight bytes each, the first one lowest. A byte is an ASCII character, or more than 127 for another one.
    text: [Integer; TEXT_LENGTH / 8],
    /// A record: see the crate `flakekit-contract`.
    numbers: [Number; NUMBERS_LENGTH],
    /// IDs (64-bit integers, or the bits of an `f64`), a value to decode, random bits or code points.
    pub values: [Integer; VALUES_LENGTH],
    /// The loaded value, which most calls work on, and the value loaded before it.
    value: Value,
    previous: Value,
}

static SHARED: Shared = Shared {
    text: [const { Integer::ZERO }; TEXT_LENGTH / 8],
    numbers: [const { Number(Integer::ZERO) }; NUMBERS_LENGTH],
    values: [const { Integer::ZERO }; VALUES_LENGTH],
    value: Value { high: Integer::ZERO, low: Integer::ZERO },
    previous: Value { high: Integer::ZERO, low: Integer::ZERO },
};

/// The buffers.
pub fn shared() -> &'static Shared {
    &SHARED
}

/// An integer of a static. A static must be `Sync`; in wasm, where a module has one thread, an atomic costs
/// the same as a plain integer.
pub struct Integer(AtomicU64);

impl Integer {
    #[allow(clippy::declare_interior_mutable_const)] // An initial value, not a place.
    const ZERO: Self = Self(AtomicU64::new(0));

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub fn set(&self, integer: u64) {
        self.0.store(integer, Relaxed);
    }
}

/// An `f64` of a static.
struct Number(Integer);

impl Number {
    fn get(&self) -> f64 {
        f64::from_bits(self.0.get())
    }

    fn set(&self, number: f64) {
        self.0.set(number.to_bits());
    }
}

/// A value of a static.
struct Value {
    high: Integer,
    low: Integer,
}

impl Value {
    fn get(&self) -> u128 {
        u128::from(self.high.get()) << 64 | u128::from(self.low.get())
    }

    fn set(&self, value: u128) {
        self.high.set((value >> 64) as u64);
        self.low.set(value as u64);
    }
}

impl Shared {
    /// Copies the first `length` bytes of the text buffer.
    pub fn read_text<'a>(&self, length: usize, text: &'a mut [u8; TEXT_LENGTH]) -> &'a [u8] {
        let length = length.min(TEXT_LENGTH);
        for (to, from) in text.chunks_exact_mut(8).zip(&self.text[..length.div_ceil(8)]) {
            to.copy_from_slice(&from.get().to_le_bytes());
        }
        &text[..length]
    }

    /// Writes bytes to the text buffer.
    pub fn write_text(&self, text: &[u8]) {
        for (to, from) in self.text.iter().zip(text.chunks(8)) {
            to.set(from.iter().rev().fold(0, |eight, &byte| eight << 8 | u64::from(byte)));
        }
    }

    /// The text of the first `count` code points of the value buffer, two in each value. An invalid code
    /// point becomes U+FFFD.
    pub fn read_code_points(&self, count: usize) -> String {
        let mut text = String::new();
        for at in 0..count {
            let point = (self.values[at / 2].get() >> (at % 2 * 32)) as u32;
            text.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        text
    }

    /// A natural number of a record; `None` if it is not given, which is NaN.
    pub fn natural(&self, position: usize) -> Option<u64> {
        let number = self.numbers[position].get();
        (!number.is_nan()).then_some(number as u64)
    }

    /// A list of natural numbers of a record, from a position on.
    pub fn naturals<const COUNT: usize>(&self, position: usize) -> [Option<u64>; COUNT] {
        let mut naturals = [None; COUNT];
        for (i, natural) in naturals.iter_mut().enumerate() {
            *natural = self.natural(position + i);
        }
        naturals
    }

    /// An instant of a record in Unix ms; `None` if it is not given.
    pub fn instant(&self, position: usize) -> Option<i64> {
        let number = self.numbers[position].get();
        (!number.is_nan()).then_some(number as i64)
    }

    /// An item of a list whose number is in a record; `None` if it is not given.
    pub fn choice<T: Copy>(&self, position: usize, items: &[T]) -> Option<T> {
        items.get(self.natural(position)? as usize).copied()
    }

    /// Writes a number of a record.
    pub fn set_number(&self, position: usize, number: f64) {
        self.numbers[position].set(number);
    }

    /// The loaded value.
    pub fn value(&self) -> u128 {
        self.value.get()
    }

    /// Writes a value to the value buffer, its low 64 bits first.
    pub fn write_value(&self, value: u128) {
        self.values[0].set(value as u64);
        self.values[1].set((value >> 64) as u64);
    }

    /// Loads a value.
    pub fn load(&self, value: u128) {
        self.previous.set(self.value.get());
        self.value.set(value);
    }
}

/// The value with these low 32 bits and these bits above them; or with 0 and the whole value.
pub fn value_of_halves(high: f64, low: f64) -> u128 {
    u128::from(high as u64) << 32 | u128::from(low as u64)
}

/// A time in Unix ms, rounded down. A time outside of the range of `i64` becomes its nearest integer, which
/// no format can hold.
pub fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}

/// The loaded value as a number, for formats of up to 53 bits.
#[wasm_bindgen]
pub fn value_as_number() -> f64 {
    shared().value() as u64 as f64
}

/// The low 64 bits of the loaded value, signed.
#[wasm_bindgen]
pub fn value_as_bigint() -> i64 {
    shared().value() as i64
}

/// The order of the value loaded before the last one, and the last one: -1, 0 or 1.
#[wasm_bindgen]
pub fn compare_values() -> i32 {
    shared().previous.get().cmp(&shared().value.get()) as i32
}

/// The address of the text buffer.
#[wasm_bindgen]
pub fn text_address() -> usize {
    shared().text.as_ptr() as usize
}

/// The address of the number buffer.
#[wasm_bindgen]
pub fn numbers_address() -> usize {
    shared().numbers.as_ptr() as usize
}

/// The address of the value buffer.
#[wasm_bindgen]
pub fn values_address() -> usize {
    shared().values.as_ptr() as usize
}

/// The address of the buffer for texts and bytes of a batch.
#[wasm_bindgen]
pub fn records_address() -> usize {
    with_records(|records| records.as_ptr() as usize)
}
