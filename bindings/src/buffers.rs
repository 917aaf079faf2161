//! Buffers in the core's memory, through which the wrapper and the core exchange everything that is no primitive.
//!
//! The buffers never move. The wrapper asks for their addresses once, and makes new views of them when the
//! memory has grown. The sizes and the frames of numbers are in the crate `flakekit-contract`.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use flakekit_contract::{ENCODED_LENGTH, NUMBERS_LENGTH, VALUES_LENGTH};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::kept::{Kept, with};

thread_local! {
    static ENCODED: Kept<[u8; ENCODED_LENGTH]> = const { Kept::new([0; ENCODED_LENGTH]) };
}

/// Calls `work` with the buffer for texts and bytes of a batch.
pub fn with_encoded<T>(work: impl FnOnce(&mut [u8]) -> T) -> T {
    with(&ENCODED, |buffer| work(buffer))
}

/// The buffers of numbers and of values.
pub struct Buffers {
    /// A frame: see the crate `flakekit-contract`.
    numbers: [Number; NUMBERS_LENGTH],
    /// IDs (64-bit integers, or the bits of an `f64`), or a value.
    pub values: [Integer; VALUES_LENGTH],
}

static BUFFERS: Buffers = Buffers {
    numbers: [const { Number(Integer::ZERO) }; NUMBERS_LENGTH],
    values: [const { Integer::ZERO }; VALUES_LENGTH],
};

#[inline(always)]
pub fn buffers() -> &'static Buffers {
    &BUFFERS
}

/// An integer of a static. A static must be `Sync`; in wasm, where a module has one thread, an atomic costs
/// the same as a plain integer.
pub struct Integer(AtomicU64);

impl Integer {
    #[allow(clippy::declare_interior_mutable_const)] // This constant is an initial value; nobody writes to it.
    const ZERO: Self = Self(AtomicU64::new(0));

    #[inline(always)]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
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

impl Buffers {
    /// A number of a frame; NaN if it is not given.
    pub fn number(&self, position: usize) -> f64 {
        self.numbers[position].get()
    }

    /// Writes a number of a frame.
    #[inline(always)]
    pub fn set_number(&self, position: usize, number: f64) {
        self.numbers[position].set(number);
    }

    /// Writes a value to the value buffer, its low 64 bits first.
    pub fn write_value(&self, high: u64, low: u64) {
        self.values[0].set(low);
        self.values[1].set(high);
    }
}

/// A time in Unix ms, rounded down. A time outside of the range of `i64` becomes its nearest integer, which
/// no format can hold.
pub fn unix_ms(time: f64) -> i64 {
    time.floor() as i64
}

/// The address of the number buffer.
#[wasm_bindgen]
pub fn numbers_address() -> usize {
    buffers().numbers.as_ptr() as usize
}

/// The address of the value buffer.
#[wasm_bindgen]
pub fn values_address() -> usize {
    buffers().values.as_ptr() as usize
}

/// The address of the buffer for texts and bytes of a batch.
#[wasm_bindgen]
pub fn encoded_address() -> usize {
    with_encoded(|buffer| buffer.as_ptr() as usize)
}
