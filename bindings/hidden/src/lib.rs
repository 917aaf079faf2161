//! Hidden IDs for JavaScript: a module of its own, so that users who hide no IDs do not load it.
//!
//! This crate only translates; `flakekit::hidden` has the cipher. The wrapper checks options, and writes and reads the texts. The
//! module has a table of ciphers, and exchanges keys and IDs by words of 32 bits at a fixed address. It allocates nothing, so that it
//! needs no allocator, and imports nothing.
//!
//! A call takes its cipher from the table, and puts it back at its end: if the engine throws out of a call because its stack is full,
//! the cipher is lost. Then the next call returns -1, and the wrapper opens the cipher again.

use std::cell::Cell;

use flakekit::hidden::Cipher;
use flakekit_contract::hidden::{CIPHERS, EXCHANGED, MAX_KEY};
use wasm_bindgen::prelude::wasm_bindgen;

/// The count of words of an ID.
const ID: usize = 3;

thread_local! {
    /// The words that are exchanged: a key and a tweak, or an ID.
    static WORDS: Cell<[u32; EXCHANGED]> = const { Cell::new([0; EXCHANGED]) };
    static TABLE: [Cell<Option<Cipher>>; CIPHERS] = const { [const { Cell::new(None) }; CIPHERS] };
}

/// The address of the words.
#[wasm_bindgen]
pub fn words_address() -> usize {
    WORDS.with(Cell::as_ptr) as usize
}

/// Puts a cipher at a place of the table. The words have the bytes of the key and, from byte `MAX_KEY` on, those of the tweak. They
/// are cleared. `letter` is the code of the letter of the key, or 0.
#[wasm_bindgen]
pub fn open_cipher(at: usize, key_length: usize, letter: u8, tweak_length: usize, bits: u8) {
    let words = WORDS.take();
    let mut bytes = [0; 4 * EXCHANGED];
    for (four, word) in bytes.chunks_exact_mut(4).zip(words) {
        four.copy_from_slice(&word.to_le_bytes());
    }
    let (key, tweak) = bytes.split_at(MAX_KEY);
    let letter = (letter > 0).then_some(letter);
    let cipher = Cipher::try_new(&key[..key_length], letter, &tweak[..tweak_length], bits);
    TABLE.with(|table| table[at].set(cipher));
}

/// Writes the hidden number of an ID into the words. Returns the check of the ID, or -1 if there is no cipher at the place.
#[wasm_bindgen]
pub fn hide_id(at: usize, low: u32, middle: u32, high: u32) -> i32 {
    let id = value(low, middle, high);
    with_cipher(at, |cipher| {
        write(cipher.hide(id));
        cipher.check(id)
    })
}

/// Writes the ID of a hidden number into the words. Returns the check of the ID, or -1 if there is no cipher at the place.
#[wasm_bindgen]
pub fn show_id(at: usize, low: u32, middle: u32, high: u32) -> i32 {
    with_cipher(at, |cipher| {
        let id = cipher.show(value(low, middle, high));
        write(id);
        cipher.check(id)
    })
}

/// The check that a call returns, or -1.
fn with_cipher(at: usize, call: impl Fn(&Cipher) -> u32) -> i32 {
    TABLE.with(|table| {
        let place = &table[at];
        let cipher = place.take();
        let check = cipher.as_ref().map_or(-1, |cipher| call(cipher) as i32);
        place.set(cipher);
        check
    })
}

fn value(low: u32, middle: u32, high: u32) -> u128 {
    u128::from(low) | u128::from(middle) << 32 | u128::from(high) << 64
}

fn write(value: u128) {
    let mut words = WORDS.get();
    for (at, word) in words[..ID].iter_mut().enumerate() {
        *word = (value >> (32 * at)) as u32;
    }
    WORDS.set(words);
}
