//! The protocol of leases for JavaScript: a module of its own, so that users without leases do not load it.
//!
//! This crate only translates; `flakekit::lease` decides. Calls exchange a text in this module's memory, which they
//! read and replace. The module imports nothing. It keeps its state in `Cell`s, from which a call takes it: if the
//! engine throws out of a call because its stack is full, the state is lost, and a claimant that is unknown claims
//! another seat.

mod keeper;

use std::cell::Cell;

use flakekit::lease::{
    Action, CallerRequest, Claimant, Head, Held, Seat, SeatId, Task, Terms, error_text, name_text,
    numbers_text, read_callers_view, read_order, read_request, read_view,
};
#[cfg(target_family = "wasm")]
use talc::{
    cell::TalcSyncCell,
    wasm::{WasmBinning, WasmGrowAndClaim},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// As in `bindings/src/lib.rs`.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: TalcSyncCell<WasmGrowAndClaim, WasmBinning> = TalcSyncCell::new_wasm(WasmGrowAndClaim);

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
    set_text(vec![0; length])
}

/// The length of the text.
#[wasm_bindgen]
pub fn text_length() -> usize {
    let text = TEXT.take();
    let length = text.len();
    set_text(text);
    length
}

/// Replaces the text and returns its address.
fn set_text(text: Vec<u8>) -> usize {
    let address = text.as_ptr() as usize;
    TEXT.set(text);
    address
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

/// Calls `request` with a claimant. The answer becomes the text, whose address is returned.
fn answer(number: usize, request: impl FnOnce(&mut Opened) -> String) -> usize {
    let mut claimants = CLAIMANTS.take();
    let text = match claimants.get_mut(number) {
        Some(Some(opened)) => request(opened),
        _ => String::from("unknown"),
    };
    CLAIMANTS.set(claimants);
    set_text(text.into_bytes())
}

/// Begins to claim a seat (0), to extend the window (1), or to release the seat (2), whose window was used up
/// to `used_until`. `name` and `start` are random numbers for a claim. The answer is an action.
#[wasm_bindgen]
pub fn begin(number: usize, task: u32, used_until: f64, name: u64, start: u64) -> usize {
    let task = match task {
        0 => Task::Claim,
        1 => Task::Extend,
        _ => Task::Release { used_until: used_until as u64 },
    };
    answer(number, |Opened { terms, claimant }| {
        let action = match claimant {
            Opener::Keeper(claimant) => claimant.begin(&terms.section, task, [name, start]),
            Opener::Server(request) => request.begin(terms, task, [name, start]),
        };
        action.write()
    })
}

/// Handles the answer to a read, which is the text: see `read_callers_view`. The answer is an action or an error.
#[wasm_bindgen]
pub fn handle_read(number: usize, now: f64, nonce: u64) -> usize {
    let text = TEXT.take();
    answer(number, |Opened { terms, claimant }| {
        let read = match read_callers_view(&text, now as u64) {
            Ok(read) => read,
            Err(error) => return error_text(&error),
        };
        let action = match claimant {
            Opener::Keeper(claimant) => claimant.handle_read(terms, &read.view, nonce),
            Opener::Server(request) => request.handle_read(terms, &read, nonce),
        };
        match (&action, &read.view.head) {
            (Action::Mismatch(mismatch), Some(head)) => {
                error_text(&mismatch.refuse(terms, head, read.view.now))
            }
            _ => action.write(),
        }
    })
}

/// Handles the answer to a swap: whether it has applied. The answer is an action.
#[wasm_bindgen]
pub fn handle_swap(number: usize, applied: bool, name: u64, start: u64) -> usize {
    answer(number, |Opened { terms, claimant }| {
        let action = match claimant {
            Opener::Keeper(claimant) => claimant.handle_swap(&terms.section, applied, [name, start]),
            Opener::Server(request) => request.handle_swap(terms, applied, [name, start]),
        };
        action.write()
    })
}

/// What a claimant holds: the node, the share, and the beginning and the end of the window; then two lines with the key of
/// the seat and its record. The text is empty if it holds nothing.
#[wasm_bindgen]
pub fn held_seat(number: usize) -> usize {
    answer(number, |opened| {
        opened.held().map_or(String::new(), |held| {
            let (SeatId { node, share }, own, until) = (held.id, held.own, held.until);
            [numbers_text(&[node, share, own, until]), held.write()].join("\n")
        })
    })
}

/// Carries out an order of an operator: frees a seat (0), resets the space (1) or migrates it (2). The text is a line
/// with the terms, if it is to be migrated, and a view. The answer is a swap, an error, or `done` if there is nothing to
/// do.
#[wasm_bindgen]
pub fn carry_out(order: u32, now: f64, node: f64, share: f64, nonce: u64) -> usize {
    let text = TEXT.take();
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let (terms, rest) = (&text[..end], text.get(end + 1..).unwrap_or_default());
    let id = SeatId { node: node as u64, share: share as u64 };
    let swap =
        read_order(order, terms, id).and_then(|order| order.carry_out(&read_view(rest, now as u64)?, nonce));
    let text = match swap {
        Err(error) => error_text(&error),
        Ok(None) => String::from("done"),
        Ok(Some(swap)) => swap.write(),
    };
    set_text(text.into_bytes())
}

/// Reads the head record in the text. The answer is a line with its numbers (`since`, `skew`, `age`, `grace`), one with
/// the generation, one with the layout, and one with the numbers of each section; or nothing if it cannot be read.
#[wasm_bindgen]
pub fn read_head() -> usize {
    let text = Head::read(&TEXT.take()).map_or(String::new(), |head| {
        let mut text = numbers_text(&[head.since, head.skew, head.age, head.grace]);
        for line in [&head.generation, &head.layout] {
            text.push('\n');
            text.push_str(line);
        }
        for section in head.sections {
            text.push('\n');
            text.push_str(&numbers_text(&[section.first, section.last, section.shares, section.window_ms]));
        }
        text
    });
    set_text(text.into_bytes())
}

/// Reads the record of a seat in the text. The answer is a line with `from`, `until` and, if a server leases the seat for
/// a caller, `since`; one with the owner, which is `-` if there is none; and one with the caller, or `-`. It is empty if
/// the record cannot be read.
#[wasm_bindgen]
pub fn read_seat() -> usize {
    let text = Seat::read(&TEXT.take()).map_or(String::new(), |seat| {
        let mut numbers = vec![seat.from, seat.until];
        numbers.extend(seat.leased_to.map(|leased_to| leased_to.since));
        let caller = seat.leased_to.map(|leased_to| leased_to.caller);
        [numbers_text(&numbers), name_text(seat.owner), name_text(caller)].join("\n")
    });
    set_text(text.into_bytes())
}
