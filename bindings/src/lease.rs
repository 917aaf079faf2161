//! Leases: seats that a lease has been granted, by their numbers.

use flakekit::Generator;
use flakekit::stack::require_room;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::buffers::unix_ms;
use crate::entropy::entropy;
use crate::generator::HANDLES;
use crate::kept::with;
use crate::opening::{scheme, seat_numbers, settings};
use crate::refusals::{number_or_refusal, refuse};

/// Whether no generator without a lease could make an ID of a seat, whose numbers are in the frame `OPENING`.
#[wasm_bindgen]
pub fn can_take() -> bool {
    require_room();
    with(&HANDLES, |handles| handles.can_take(&scheme(), seat_numbers()))
}

/// Takes a seat that a lease has been granted, and returns its number; -1 is a refusal. The frame `OPENING` has the
/// numbers of the seat. `space` is the number of the seat's space.
#[wasm_bindgen]
pub fn take_seat(space: u32) -> i32 {
    require_room();
    number_or_refusal(with(&HANDLES, |handles| handles.take_seat(&scheme(), seat_numbers(), space)))
}

/// The handle of a new generator of a seat, with the settings in the frame `OPENING`; -1 if there is no such seat.
#[wasm_bindgen]
pub fn open_on_seat(seat: usize) -> i32 {
    require_room();
    let opened = with(&HANDLES, |handles| handles.open_on_seat(seat, settings(), entropy));
    opened.map_or_else(
        || {
            refuse(None);
            -1
        },
        |handle| handle as i32,
    )
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
