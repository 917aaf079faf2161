//! Seats of leases: the calls of `flakekit/lease`. None of them is hot.
//!
//! The protocol of leases is a module of its own (`bindings/lease`), so that users without leases do not load it. Here
//! is what shares its state with generators.

use flakekit::lease::{RawTerms, SeatId, Seats, Section};
use flakekit::stack::require_room;
use flakekit::{Generator, LeasedSeat};
use flakekit_contract::options;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::entropy::entropy;
use crate::format::format;
use crate::generator::{HANDLES, raw_options};
use crate::kept::with;
use crate::memory::grow_ahead;
use crate::refusals::{number_or_refusal, or_sentinel, refuse_unknown_generator};
use crate::shared::{shared, unix_ms, with_records};

/// The options of a lease in the record `OPTIONS`.
fn raw_terms(is_durable: bool) -> RawTerms {
    let shared = shared();
    let nodes = (shared.natural(options::NODES_FIRST), shared.natural(options::NODES_LAST));
    RawTerms {
        fields: shared.naturals(options::FIELDS),
        nodes: nodes.0.zip(nodes.1),
        shares: shared.natural(options::SHARES),
        window: shared.natural(options::WINDOW),
        skew: shared.natural(options::CLOCK_SKEW),
        is_durable,
    }
}

fn seat_id(node: f64, share: f64) -> SeatId {
    SeatId { node: node as u64, share: share as u64 }
}

/// Checks the options of a lease, and writes its terms as text to the buffer of batches. It writes the section and the
/// start of the sequence to the record, also if the options do not give them. Returns the length of the text; -1 is a refusal.
/// `is_durable`: whether the store never forgets a write.
#[wasm_bindgen]
pub fn lease_terms(number: usize, is_durable: bool) -> i32 {
    require_room();
    let terms = LeasedSeat::terms(format(number), &raw_terms(is_durable), &raw_options(false));
    number_or_refusal(terms.map(|(terms, start)| {
        let length = with_records(|records| copy_text(records, &terms.write()));
        let (number, threshold) = start.parts();
        let Section { first, last, shares, window_ms } = terms.section;
        for (position, number) in [
            (options::NODES_FIRST, first as f64),
            (options::NODES_LAST, last as f64),
            (options::SHARES, shares as f64),
            (options::WINDOW, window_ms as f64),
            (options::SEQUENCE, number as f64),
            (options::RESET_THRESHOLD, threshold.into()),
        ] {
            shared().set_number(position, number);
        }
        length
    }))
}

/// Writes the key of the seat of an ID, whose value is in the value buffer, to the buffer of batches. Returns its length: 0 if leases with the options in
/// the record `OPTIONS` have no such seat.
#[wasm_bindgen]
pub fn seat_key(number: usize) -> usize {
    require_room();
    let Ok((seats, terms)) = Seats::new(format(number), &raw_terms(false)) else { return 0 };
    let seat = seats.seat_of(shared().read_value()).filter(|&seat| terms.section.contains(seat));
    seat.map_or(0, |seat| with_records(|records| copy_text(records, &seat.key())))
}

/// Copies a text to the beginning of a buffer, and returns its length.
fn copy_text(records: &mut [u8], text: &str) -> usize {
    records[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// Whether no generator without a lease could make an ID of a seat.
#[wasm_bindgen]
pub fn can_take(number: usize, node: f64, share: f64) -> bool {
    require_room();
    let (format, raw) = (format(number), raw_terms(false));
    or_sentinel(with(&HANDLES, |handles| handles.can_take(format, &raw, seat_id(node, share))), false)
}

/// Takes a seat that a lease has been granted, and returns its number; -1 is a refusal. It writes the value of the
/// seat's node fields to the value buffer, and the range of its sequence to the record. Each space has a number.
#[wasm_bindgen]
pub fn take_seat(number: usize, space: u32, node: f64, share: f64) -> i32 {
    require_room();
    let (format, raw, options) = (format(number), raw_terms(false), raw_options(false));
    let taken = with(&HANDLES, |handles| {
        let taken = handles.take_seat(format, &raw, &options, (space, seat_id(node, share)))?;
        if let Some(seat) = handles.seat(taken) {
            let (first, last) = seat.range();
            shared().set_number(options::RANGE_FIRST, first.into());
            shared().set_number(options::RANGE_LAST, last.into());
            shared().write_value(seat.node());
        }
        Ok(taken)
    });
    number_or_refusal(taken)
}

/// The handle of a new generator of a seat, with the options in the record `OPTIONS`. -1 is a refusal.
#[wasm_bindgen]
pub fn open_on_seat(seat: usize) -> i32 {
    require_room();
    let options = raw_options(false);
    let opened = with(&HANDLES, |handles| handles.open_on_seat(seat, &options, entropy));
    grow_ahead();
    match opened.transpose() {
        Some(opened) => number_or_refusal(opened),
        None => {
            refuse_unknown_generator();
            -1
        }
    }
}

/// Moves the window of a seat to `[from, until)`, in Unix ms.
#[wasm_bindgen]
pub fn move_window(seat: usize, from: f64, until: f64) {
    with(&HANDLES, |handles| {
        if let Some(seat) = handles.seat(seat) {
            seat.move_window(from as u64, until as u64);
        }
    });
}

/// Ends the lease of a seat. Returns the end of what was used, in Unix ms.
#[wasm_bindgen]
pub fn end_seat(seat: usize) -> f64 {
    require_room();
    with(&HANDLES, |handles| handles.end_seat(seat)).unwrap_or_default() as f64
}

/// How many IDs the window of the seat has left for a generator, from a reading of the clock on.
#[wasm_bindgen]
pub fn left_in_window(handle: usize, now: f64) -> f64 {
    let left = |ids: &mut Generator| ids.left_in_window(unix_ms(now));
    with(&HANDLES, |handles| handles.generator(handle).map(left)).unwrap_or_default() as f64
}
