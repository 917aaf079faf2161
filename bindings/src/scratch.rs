//! The places in wasm memory through which hot calls pass what doesn't fit a primitive.
//!
//! They are made once and never move; the wrapper asks for their addresses once and makes a new view
//! whenever the memory has grown.

use std::cell::Cell;

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
    pub text: [Cell<u8>; TEXT],
    /// The timestamp, then the fields; or what a call says that they are.
    pub numbers: [Cell<f64>; NUMBERS],
    /// IDs: integers of 64 bits, the bits of an `f64`, or eight bytes of a text or of bytes.
    pub values: [Cell<u64>; VALUES],
    /// The value that is worked on, and the one before it.
    pub value: Cell<u128>,
    pub before: Cell<u128>,
}

thread_local! {
    static SCRATCH: &'static Scratch = Box::leak(Box::new(Scratch {
        text: [const { Cell::new(0) }; TEXT],
        numbers: [const { Cell::new(0.0) }; NUMBERS],
        values: [const { Cell::new(0) }; VALUES],
        value: const { Cell::new(0) },
        before: const { Cell::new(0) },
    }));
}

pub fn scratch() -> &'static Scratch {
    SCRATCH.with(|scratch| *scratch)
}

impl Scratch {
    /// The first characters of a text that the wrapper has put here.
    pub fn read_text(&self, length: usize) -> ([u8; TEXT], usize) {
        let mut text = [0; TEXT];
        text.iter_mut().zip(&self.text).for_each(|(to, from)| *to = from.get());
        (text, length.min(TEXT))
    }

    pub fn write_text(&self, text: &[u8]) {
        self.text.iter().zip(text).for_each(|(to, &from)| to.set(from));
    }

    /// A text of so many UTF-16 units at the place of the values.
    pub fn read_units(&self, count: usize) -> String {
        let unit = |at: usize| (self.values[at / 4].get() >> (at % 4 * 16)) as u16;
        let characters = char::decode_utf16((0..count).map(unit));
        characters.map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
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
        self.before.set(self.value.replace(value));
    }
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
