//! The calls of servers and of operators. A program that only leases does without them.

use flakekit::lease::{
    Preparer, SeatId, Section, Terms, View, read_order, read_request, seats_among, write_seats, write_space,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::numbers;
use crate::opener::{Opener, read};
use crate::protocol::{keep, number_of, refuse, set_text, take_text};

/// Opens a request of a caller, with the text that `read_request` reads, and returns its number; -1 if the text cannot be
/// read. The request is used and closed as a claimant is.
#[wasm_bindgen]
pub fn open_request(token: u64, quota: usize) -> i32 {
    let read = read_request(&take_text(), token, quota);
    keep(read.map(|(terms, request)| (terms, Opener::Server(request))))
}

/// Opens a claimant for an operator who prepares the space, with the terms in the text, and returns its number; -1 if the text
/// cannot be read. It is used and closed as other claimants are, but its claims take no seat.
#[wasm_bindgen]
pub fn open_preparer() -> i32 {
    keep(Terms::read(&take_text()).map(|terms| (terms, Opener::Operator(Preparer::default()))))
}

/// Carries out an order of an operator: frees a seat (0), resets the space (1) or migrates it (2). The text is a line and
/// a view. The line has the terms if the space is migrated; otherwise it is empty. Answers with a swap, with an error, or
/// with `done` if there is nothing to do.
#[wasm_bindgen]
pub fn carry_out(order: u32, now: f64, node: f64, share: f64, nonce: u64) -> u32 {
    let text = take_text();
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let (terms, rest) = (&text[..end], text.get(end + 1..).unwrap_or_default());
    let id = SeatId { node: node as u64, share: share as u64 };
    let swap = read_order(order, terms, id).and_then(|order| order.carry_out(&read(rest, now)?.view, nonce));
    match swap {
        Err(error) => refuse(&error),
        Ok(None) => number_of("done"),
        Ok(Some(swap)) => {
            numbers::set_first(&[swap.before]);
            set_text(swap.write());
            number_of("swap")
        }
    }
}

/// Writes the key of a seat into the text.
#[wasm_bindgen]
pub fn write_key(node: f64, share: f64) {
    set_text(SeatId { node: node as u64, share: share as u64 }.key());
}

/// Describes the space of the view in the text, as `write_space` does, or answers with an error.
#[wasm_bindgen]
pub fn describe_space(now: f64) -> u32 {
    describe(now, write_space)
}

/// Lists the seats of the view in the text, as `write_seats` does, or answers with an error.
#[wasm_bindgen]
pub fn describe_seats(now: f64) -> u32 {
    describe(now, write_seats)
}

fn describe(now: f64, describe: fn(&View) -> String) -> u32 {
    match read(&take_text(), now) {
        Err(error) => refuse(&error),
        Ok(read) => {
            set_text(describe(&read.view));
            number_of("done")
        }
    }
}

/// Selects and sorts the keys in the text, as `seats_among` does.
#[wasm_bindgen]
pub fn select_keys() {
    set_text(seats_among(&take_text()));
}

/// Writes the keys of the seats of a section that have these numbers.
#[wasm_bindgen]
pub fn section_keys(first: f64, last: f64, shares: f64, start: f64, count: f64) {
    let section = Section { first: first as u64, last: last as u64, shares: shares as u64, window_ms: 0 };
    set_text(section.keys(start as u64, count as u64));
}
