//! The protocol of leases.
//!
//! A call that decides returns the number of a word in `wire::WORDS`. What belongs to the word is a text in this module's
//! memory, which both sides read and replace, and numbers. Claimants are kept in a `Cell`, from which a call takes them: if the
//! engine throws out of a call because its stack is full, they are lost, and a claimant that is unknown claims another seat.

use std::cell::Cell;

use flakekit::Error;
use flakekit::lease::{
    Action, CallerRequest, Claimant, Held, SeatId, Section, Task, Terms, View, WORDS, read_callers_view,
    read_order, read_request, read_view, seats_among, write_seats, write_space,
};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::numbers;

thread_local! {
    /// The text that is exchanged.
    static TEXT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
    /// The claimants by number; `None` if the claimant was closed.
    static CLAIMANTS: Cell<Vec<Option<Opened>>> = const { Cell::new(Vec::new()) };
}

/// A claimant of a space.
struct Opened {
    terms: Terms,
    claimant: Opener,
}

/// Who has opened a claimant.
enum Opener {
    Keeper(Claimant),
    Server(CallerRequest),
}

impl Opened {
    fn held(&self) -> Option<Held> {
        match &self.claimant {
            Opener::Keeper(claimant) => claimant.held(),
            Opener::Server(request) => request.held(),
        }
    }
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

/// Replaces the text.
fn set_text(text: String) {
    TEXT.set(text.into_bytes());
}

/// Opens a claimant with the terms in the text, and returns its number; -1 if the text cannot be read.
#[wasm_bindgen]
pub fn open_claimant() -> i32 {
    keep(Terms::read(&TEXT.take()).map(|terms| (terms, Opener::Keeper(Claimant::default()))))
}

/// Opens a request of a caller, with the text that `read_request` reads, and returns its number; -1 if the text cannot be
/// read. It is used and closed as a claimant.
#[wasm_bindgen]
pub fn open_request(token: u64, quota: usize) -> i32 {
    let read = read_request(&TEXT.take(), token, quota);
    keep(read.map(|(terms, request)| (terms, Opener::Server(request))))
}

fn keep(opened: Option<(Terms, Opener)>) -> i32 {
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
        Some(Some(opened)) => Some((request(opened), opened.held())),
        _ => None,
    };
    CLAIMANTS.set(claimants);
    match answer {
        None => number_of("unknown"),
        Some((Err(error) | Ok(Action::Refused(error)), _)) => refuse(&error),
        Some((Ok(action), held)) => answer_with(&action, held),
    }
}

/// Answers with an action, and with what the claimant holds if the action is `done`.
fn answer_with(action: &Action, held: Option<Held>) -> u32 {
    if let (Action::Done, Some(held)) = (action, held) {
        numbers::set_first(&[held.id.node, held.id.share, held.own, held.until]);
        set_text(held.write());
    } else {
        numbers::set_first(&[action.time()]);
        set_text(action.write());
    }
    number_of(action.word())
}

/// The number of a word.
fn number_of(word: &str) -> u32 {
    WORDS.iter().position(|other| *other == word).unwrap_or_default() as u32
}

/// Answers with an error: its code and its message.
fn refuse(error: &Error) -> u32 {
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
    act(number, |Opened { terms, claimant }| {
        Ok(match claimant {
            Opener::Keeper(claimant) => claimant.begin(&terms.section, task, [name, start]),
            Opener::Server(request) => request.begin(terms, task, [name, start]),
        })
    })
}

/// Handles the answer to a read, which is the text: see `read_callers_view`.
#[wasm_bindgen]
pub fn handle_read(number: usize, now: f64, nonce: u64) -> u32 {
    let text = TEXT.take();
    act(number, |Opened { terms, claimant }| {
        let read = read_callers_view(&text, now as u64)?;
        let action = match claimant {
            Opener::Keeper(claimant) => claimant.handle_read(terms, &read.view, nonce),
            Opener::Server(request) => request.handle_read(terms, &read, nonce),
        };
        match (&action, &read.view.head) {
            (Action::Mismatch(mismatch), Some(head)) => Err(mismatch.refuse(terms, head, read.view.now)),
            _ => Ok(action),
        }
    })
}

/// Handles the answer to a swap: whether it has applied.
#[wasm_bindgen]
pub fn handle_swap(number: usize, applied: bool, name: u64, start: u64) -> u32 {
    act(number, |Opened { terms, claimant }| {
        Ok(match claimant {
            Opener::Keeper(claimant) => claimant.handle_swap(&terms.section, applied, [name, start]),
            Opener::Server(request) => request.handle_swap(terms, applied, [name, start]),
        })
    })
}

/// Carries out an order of an operator: frees a seat (0), resets the space (1) or migrates it (2). The text is a line
/// with the terms, if it is to be migrated, and a view. Answers with a swap, with an error, or with `done` if there is nothing
/// to do.
#[wasm_bindgen]
pub fn carry_out(order: u32, now: f64, node: f64, share: f64, nonce: u64) -> u32 {
    let text = TEXT.take();
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let (terms, rest) = (&text[..end], text.get(end + 1..).unwrap_or_default());
    let id = SeatId { node: node as u64, share: share as u64 };
    let swap =
        read_order(order, terms, id).and_then(|order| order.carry_out(&read_view(rest, now as u64)?, nonce));
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

/// Reads the key in the text into two numbers: the node and the share of its seat. Returns whether it is the key of a seat.
#[wasm_bindgen]
pub fn read_key() -> bool {
    let id = SeatId::read(&TEXT.take());
    if let Some(SeatId { node, share }) = id {
        numbers::set_first(&[node, share]);
    }
    id.is_some()
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
    match read_view(&TEXT.take(), now as u64) {
        Err(error) => refuse(&error),
        Ok(view) => {
            set_text(describe(&view));
            number_of("done")
        }
    }
}

/// Selects and sorts the keys in the text, as `seats_among` does.
#[wasm_bindgen]
pub fn select_keys() {
    set_text(seats_among(&TEXT.take()));
}

/// Writes the keys of the seats of a section that have these numbers.
#[wasm_bindgen]
pub fn section_keys(first: f64, last: f64, shares: f64, start: f64, count: f64) {
    let section = Section { first: first as u64, last: last as u64, shares: shares as u64, window_ms: 0 };
    set_text(section.keys(start as u64, count as u64));
}
