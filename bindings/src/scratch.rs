//! The places in wasm memory through which hot calls pass what doesn't fit a primitive.
//!
//! They are made once and never move; the wrapper asks for their addresses once and makes a new view
//! whenever the memory has grown.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use wasm_bindgen::prelude::wasm_bindgen;

/// Characters of a text; longer ones are no ID in any encoding.
pub const TEXT: usize = 64;

/// Numbers of a call: fields, options, those of a snapshot.
pub const NUMBERS: usize = 40;

/// Values of a batch that are written at a time: 32 KiB.
pub const VALUES: usize = 4096;

/// Bytes of the same place.
pub const BYTES: usize = VALUES * 8;

pub struct Scratch {
    /// One ASCII character each, or 255 for any other character.
    pub text: [Byte; TEXT],
    /// The timestamp, then the fields; or what a call says that they are.
    pub numbers: [Number; NUMBERS],
    /// IDs: integers of 64 bits, the bits of an `f64`, or eight bytes of a text or of bytes.
    pub values: [Integer; VALUES],
    /// The value that is worked on, and the one before it.
    pub value: Value,
    pub before: Value,
}

static SCRATCH: Scratch = Scratch {
    text: [const { Byte(AtomicU8::new(0)) }; TEXT],
    numbers: [const { Number(Integer::ZERO) }; NUMBERS],
    values: [const { Integer::ZERO }; VALUES],
    value: Value { high: Integer::ZERO, low: Integer::ZERO },
    before: Value { high: Integer::ZERO, low: Integer::ZERO },
};

pub fn scratch() -> &'static Scratch {
    &SCRATCH
}

/// A byte of a static. Being atomic is what a static asks for; in wasm, where a module has one thread, an
/// atomic is read and written as anything else, and a static needs neither an allocation nor a question
/// whether there has been one.
pub struct Byte(AtomicU8);

impl Byte {
    pub fn get(&self) -> u8 {
        self.0.load(Relaxed)
    }

    pub fn set(&self, byte: u8) {
        self.0.store(byte, Relaxed);
    }
}

/// An integer of a static.
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
        let text = &mut text[..length.min(TEXT)];
        text.iter_mut().zip(&self.text).for_each(|(to, from)| *to = from.get());
        text
    }

    pub fn write_text(&self, text: &[u8]) {
        self.text.iter().zip(text).for_each(|(to, &from)| to.set(from));
    }

    /// A text of so many code points at the place of the values, two in each.
    pub fn read_points(&self, count: usize) -> String {
        let mut text = String::new();
        for at in 0..count {
            let point = (self.values[at / 2].get() >> (at % 2 * 32)) as u32;
            text.push(char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER));
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

    /// Writes bytes to the place of the values, from this byte on.
    pub fn write_bytes(&self, at: usize, bytes: &[u8]) {
        for (at, &byte) in (at..BYTES).zip(bytes) {
            let (cell, shift) = (&self.values[at / 8], at % 8 * 8);
            cell.set(cell.get() & !(0xFF << shift) | u64::from(byte) << shift);
        }
    }

    /// Takes a value to be worked on.
    pub fn put(&self, value: u128) {
        self.before.set(self.value.get());
        self.value.set(value);
    }
}

/// The bytes of a value, the high one first.
#[inline(never)]
pub fn bytes_of(value: u128) -> [u8; 16] {
    let (mut bytes, mut rest) = ([0; 16], value);
    for byte in bytes.iter_mut().rev() {
        *byte = rest as u8;
        rest >>= 8;
    }
    bytes
}

/// The value as a number, for formats of up to 53 bits.
#[wasm_bindgen(js_name = valueAsNumber)]
pub fn value_as_number() -> f64 {
    scratch().value.get() as f64
}

/// The low 64 bits of the value, signed.
#[wasm_bindgen(js_name = valueAsBigint)]
pub fn value_as_bigint() -> i64 {
    scratch().value.get() as i64
}

/// The order of the value before this one, and this one: -1, 0 or 1.
#[wasm_bindgen(js_name = compareValues)]
pub fn compare_values() -> i32 {
    scratch().before.get().cmp(&scratch().value.get()) as i32
}

/// The address of the text.
#[wasm_bindgen(js_name = textAddress)]
pub fn text_address() -> usize {
    scratch().text.as_ptr() as usize
}

/// The address of the numbers.
#[wasm_bindgen(js_name = numbersAddress)]
pub fn numbers_address() -> usize {
    scratch().numbers.as_ptr() as usize
}

/// The address of the values.
#[wasm_bindgen(js_name = valuesAddress)]
pub fn values_address() -> usize {
    scratch().values.as_ptr() as usize
}
