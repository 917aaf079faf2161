//! Plain JavaScript values as the core's [`Plain`]: the wrapper gives them piece by piece, from the
//! leaves up, and a call that needs one takes what was given last.

use std::cell::RefCell;

use flakekit::plain::Plain;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::scratch::scratch;

thread_local! {
    static GIVEN: RefCell<Vec<Plain>> = const { RefCell::new(Vec::new()) };
}

/// Gives a value: nothing (0), a flag (1), a number (2), a text of `number` UTF-16 units where the values
/// are (3), a list of the last `number` values (4), an object of the last `number` pairs of a name and a
/// value (5), or, by a text, what else it is (6).
#[wasm_bindgen]
pub fn give(kind: u32, number: f64) {
    let count = number as usize;
    GIVEN.with_borrow_mut(|given| {
        let value = match kind {
            0 => Plain::Missing,
            1 => Plain::Flag(number != 0.0),
            2 => Plain::Number(number),
            3 => Plain::Text(scratch().read_units(count)),
            4 => Plain::List(given.split_off(given.len() - count)),
            5 => {
                let mut pairs = given.split_off(given.len() - 2 * count).into_iter();
                let mut entries = Vec::new();
                while let (Some(name), Some(value)) = (pairs.next(), pairs.next()) {
                    entries.push((text(name), value));
                }
                Plain::Map(entries)
            }
            _ => Plain::Other(scratch().read_units(count)),
        };
        given.push(value);
    });
}

/// What was given last.
pub fn given() -> Plain {
    GIVEN.with_borrow_mut(Vec::pop).unwrap_or(Plain::Missing)
}

/// A text as it is; of anything else, what it is.
pub fn text(value: Plain) -> String {
    match value {
        Plain::Text(text) => text,
        other => other.shown(),
    }
}

/// The named values of the options given last.
pub fn entries() -> Vec<(String, Plain)> {
    match given() {
        Plain::Map(entries) => entries,
        Plain::Missing => Vec::new(),
        // No option has this name, so the core refuses it and says what was given.
        other => vec![(other.shown(), Plain::Missing)],
    }
}
