//! The protocol of leases.
//!
//! A call that decides returns the number of a word in `wire::WORDS`. A text in this module's memory and numbers belong to the
//! word. Both sides read and replace the text. Claimants are kept in a `Cell`, from which a call takes them: if the engine
//! throws out of a call because its stack is full, the claimants are lost. A keeper whose claimant is lost claims another seat.

use std::cell::Cell;

use flakekit::Error;
use flakekit::lease::{Action, Claimant, Held, SeatId, Taken, Task, Terms, WORDS};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::numbers;
use crate::opener::{Opened, Opener, read, view_of};

thread_local! {
    /// The text that is exchanged.
    static TEXT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    /// The claimants by number; `None` if the claimant was closed.
    static CLAIMANTS: Cell<Vec<Option<Opened>>> = const { Cell::new(Vec::new()) };
}

/// Makes room for a text of this length, and returns its address.
#[wasm_bindgen]
pub fn text_room(length: usize) -> usize {
    TEXT.set(vec![0; length]);
    text_address()
}

/// The address of the text.
#[wasm_bindgen]
pub fn text_address() -> usize {
    let text = TEXT.take();
    let address = text.as_ptr() as usize;
    TEXT.set(text);
    address
}

/// The length of the text.
#[wasm_bindgen]
pub fn text_length() -> usize {
    let text = TEXT.take();
    let length = text.len();
    TEXT.set(text);
    length
}

/// Takes the text that JavaScript has written.
pub fn take_text() -> Vec<u8> {
    TEXT.take()
}

/// Replaces the text.
pub fn set_text(text: String) {
    TEXT.set(text.into_bytes());
}

/// Opens a claimant with the terms in the text, and returns its number; -1 if the text cannot be read.
#[wasm_bindgen]
pub fn open_claimant() -> i32 {
    keep(Terms::read(&take_text()).map(|terms| (terms, Opener::Keeper(Claimant::default()))))
}

/// Keeps a claimant, and returns its number; -1 if there is none.
pub fn keep(opened: Option<(Terms, Opener)>) -> i32 {
    let Some((terms, claimant)) = opened else { return -1 };
    let mut claimants = CLAIMANTS.take();
    let number = claimants.iter().position(Option::is_none).unwrap_or_else(|| {
        claimants.push(None);
        claimants.len() - 1
    });
    claimants[number] = Some(Opened { terms, claimant });
    CLAIMANTS.set(claimants);
    number as i32
}

/// Closes a claimant.
#[wasm_bindgen]
pub fn close_claimant(number: usize) {
    let mut claimants = CLAIMANTS.take();
    if let Some(claimant) = claimants.get_mut(number) {
        *claimant = None;
    }
    CLAIMANTS.set(claimants);
}

/// Calls `request` with a claimant, and answers with its action.
fn act(number: usize, request: impl FnOnce(&mut Opened) -> Result<Action, Error>) -> u32 {
    let mut claimants = CLAIMANTS.take();
    let answer = match claimants.get_mut(number) {
        Some(Some(opened)) => Some((request(opened), opened.claimant.held(), opened.claimant.taken())),
        _ => None,
    };
    CLAIMANTS.set(claimants);
    match answer {
        None => number_of("unknown"),
        Some((Err(error) | Ok(Action::Refused(error)), ..)) => refuse(&error),
        Some((Ok(action), held, taken)) => answer_with(&action, held, taken),
    }
}

/// Answers with an action, with what the claimant holds if the action is `done`, and with the seats that are taken if it is `full`.
fn answer_with(action: &Action, held: Option<Held>, taken: Taken) -> u32 {
    if let (Action::Done, Some(held)) = (action, held) {
        numbers::set_first(&[held.id.node, held.id.share, held.own, held.until]);
        set_text(held.write());
    } else {
        numbers::set_first(&[action.time(), taken.seats, taken.of_host, taken.of_process]);
        set_text(action.write());
    }
    number_of(action.word())
}

/// The number of a word.
pub fn number_of(word: &str) -> u32 {
    WORDS.iter().position(|other| *other == word).unwrap_or_default() as u32
}

/// Answers with an error: its code and its message.
pub fn refuse(error: &Error) -> u32 {
    set_text([error.code().as_str(), error.message()].join("\n"));
    number_of("error")
}

/// Begins to claim a seat (0), to extend the window (1), or to release the seat (2), whose window was used up
/// to `used_until`. `name` and `start` are random numbers for a claim.
#[wasm_bindgen]
pub fn begin_task(number: usize, task: u32, used_until: f64, name: u64, start: u64) -> u32 {
    let task = match task {
        0 => Task::Claim,
        1 => Task::Extend,
        _ => Task::Release { used_until: used_until as u64 },
    };
    act(number, |Opened { terms, claimant }| Ok(claimant.begin(terms, task, [name, start])))
}

/// Handles the answer to a read, which is the text: see `read_callers_view`.
#[wasm_bindgen]
pub fn handle_read(number: usize, now: f64, nonce: u64) -> u32 {
    let text = take_text();
    act(number, |Opened { terms, claimant }| {
        let read = read(&text, now)?;
        let action = claimant.handle_read(terms, &read, nonce);
        let view = view_of(&read);
        match (&action, &view.head) {
            (Action::Mismatch(mismatch), Some(head)) => Err(mismatch.refuse(terms, head, view.now)),
            _ => Ok(action),
        }
    })
}

/// Handles the answer to a swap: whether it has applied.
#[wasm_bindgen]
pub fn handle_swap(number: usize, applied: bool, name: u64, start: u64) -> u32 {
    act(number, |Opened { terms, claimant }| Ok(claimant.handle_swap(terms, applied, [name, start])))
}

/// Reads the key in the text into two numbers: the node and the share of its seat. Returns whether it is the key of a seat.
#[wasm_bindgen]
pub fn read_key() -> bool {
    let id = SeatId::read(&take_text());
    if let Some(SeatId { node, share }) = id {
        numbers::set_first(&[node, share]);
    }
    id.is_some()
}
