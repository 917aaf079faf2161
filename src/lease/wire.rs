//! Views, actions and orders as text, for the TypeScript wrapper. A line feed is between two lines.

use crate::digits::push_digits;
use crate::error::{Error, refuse};
use crate::lease::records::{name_text, read_callers, read_generation};
use crate::lease::{
    Action, CallerRequest, CallersView, Change, HEAD_KEY, Head, Held, List, ListId, Order, Seat, SeatId,
    Section, Swap, Terms, Token, View,
};
use crate::message::Word;

/// Reads a view: a line with the generation, one with the head record, and two for each seat: its key and its record. A
/// missing record is an empty line.
///
/// # Errors
/// `STORE_FAILED`, with the record that cannot be read.
pub fn read_view(text: &[u8], now: u64) -> Result<View, Error> {
    let mut seats = Vec::new();
    let mut view = read_lines(text, now, |key, record| {
        seats.push(read_seat(key, record)?);
        Ok(())
    })?;
    view.seats = seats;
    Ok(view)
}

/// Reads the view of a request of a caller. It also has two lines for each list: its key and its record. The seats before the
/// first list may be taken, those after it are only counted.
///
/// # Errors
/// As [`read_view`].
pub fn read_callers_view(text: &[u8], now: u64) -> Result<CallersView, Error> {
    let (mut seats, mut lists, mut counted) = (Vec::new(), Vec::new(), Vec::new());
    let mut view = read_lines(text, now, |key, record| {
        if let Some(id) = ListId::read(key) {
            lists.push((id, read_record(&shown(key), record, List::read)?));
        } else {
            let seats = if lists.is_empty() { &mut seats } else { &mut counted };
            seats.push(read_seat(key, record)?);
        }
        Ok(())
    })?;
    view.seats = seats;
    Ok(CallersView { view, lists, counted })
}

/// Reads the generation and the head record of a view. Calls `take` with each key and its record.
fn read_lines(
    text: &[u8],
    now: u64,
    mut take: impl FnMut(&[u8], Option<&[u8]>) -> Result<(), Error>,
) -> Result<View, Error> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let Some(generation) = lines.next().and_then(read_generation) else {
        return Err(refuse!(
            StoreFailed,
            "the store's generation cannot be used; it must be 1 to 1000 printable ASCII characters without spaces"
        ));
    };
    let head = read_record(HEAD_KEY, lines.next(), Head::read)?;
    while let Some(key) = lines.next() {
        take(key, lines.next())?;
    }
    Ok(View { now, generation, head, seats: Vec::new() })
}

/// Reads the key and the record of a seat.
fn read_seat(key: &[u8], record: Option<&[u8]>) -> Result<(SeatId, Option<Seat>), Error> {
    let name = shown(key);
    let Some(id) = SeatId::read(key) else {
        return Err(refuse!(StoreFailed, "the key {} is not that of a seat", Word::Quoted(&name)));
    };
    Ok((id, read_record(&name, record, Seat::read)?))
}

/// Reads an order: to free the seat `id` (0), to reset the space (1), or to migrate it to these terms (2).
///
/// # Errors
/// `STORE_FAILED` if the terms of a migration cannot be read.
pub fn read_order(number: u32, terms: &[u8], id: SeatId) -> Result<Order, Error> {
    match (number, Terms::read(terms)) {
        (0, _) => Ok(Order::Free(id)),
        (1, _) => Ok(Order::Reset),
        (_, Some(terms)) => Ok(Order::Migrate(terms)),
        (_, None) => Err(refuse!(StoreFailed, "the terms {} cannot be read", Word::Quoted(&shown(terms)))),
    }
}

/// Reads the request of a caller: a line with the terms, one with the numbers of the caller, and two with the key and the
/// record of the seat that the caller holds, which are empty if it holds none. `None` if the text cannot be read.
pub fn read_request(text: &[u8], token: Token, quota: usize) -> Option<(Terms, CallerRequest)> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let terms = Terms::read(lines.next()?)?;
    let numbers = read_callers(lines.next()?)?;
    let held = match (lines.next()?, lines.next()?) {
        (b"", b"") => None,
        (key, record) => Some(Held::read(key, record)?),
    };
    lines.next().is_none().then(|| (terms, CallerRequest::new(&numbers, quota, token, held)))
}

impl Held {
    /// What is held, as two lines: the key of the seat and its record.
    pub fn write(self) -> String {
        let mut text = self.id.key();
        push_line(&mut text, &self.record(None).write());
        text
    }

    /// Reads the key of a seat and its record; `None` if they cannot be read, or the record has no owner.
    fn read(key: &[u8], record: &[u8]) -> Option<Self> {
        let Seat { owner, from, until, leased_to, .. } = Seat::read(record)?;
        Some(Self { token: owner?, id: SeatId::read(key)?, own: from, until, leased_to })
    }
}

fn read_record<T>(key: &str, line: Option<&[u8]>, read: fn(&[u8]) -> Option<T>) -> Result<Option<T>, Error> {
    let line = line.unwrap_or(b"(nothing)");
    let record = read(line);
    if record.is_none() && !line.is_empty() {
        return Err(refuse!(
            StoreFailed,
            "the record '{}' is {}, which this version cannot read: correct it, or use another space",
            key,
            Word::Quoted(&shown(line))
        ));
    }
    Ok(record)
}

/// Bytes as text for a message.
fn shown(line: &[u8]) -> String {
    line.iter().map(|&byte| char::from(byte)).collect()
}

/// The words of answers, in the order of their numbers: how an attempt can end, first; then other actions, an error, and an
/// unknown claimant.
pub const WORDS: [&str; 8] = ["done", "wait", "full", "lost", "read", "swap", "error", "unknown"];

impl Action {
    /// The word of the action: one of [`WORDS`]; a mismatch becomes an error.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Read(_) | Self::ReadAll(_) | Self::ReadLists(_) => "read",
            Self::Swap(_) => "swap",
            Self::Done => "done",
            Self::Wait(_) => "wait",
            Self::Full(_) => "full",
            Self::Lost => "lost",
            Self::Mismatch(_) | Self::Refused(_) => "error",
        }
    }

    /// The time that belongs to the action, in Unix ms: of a swap, before which it must apply; otherwise at which another
    /// attempt makes sense. [`u64::MAX`] if there is none.
    pub fn time(&self) -> u64 {
        match self {
            Self::Swap(swap) => swap.before,
            Self::Wait(time) | Self::Full(time) => *time,
            _ => u64::MAX,
        }
    }

    /// The rest of the action as text: a line for each key to read, or for the key and the record of a swap. Keys of lists are
    /// between the keys of seats that may be taken and the keys of seats that are only counted. If all seats must be read, the key of
    /// the head record is before them.
    pub fn write(&self) -> String {
        match self {
            Self::Read(ids) => keys_text(ids.iter().copied()),
            Self::ReadAll(ids) => {
                let mut text = HEAD_KEY.to_owned();
                ids.iter().for_each(|id| push_line(&mut text, &id.key()));
                text
            }
            Self::ReadLists(keys) => {
                let mut text = keys_text(keys.seats.iter().copied());
                keys.lists.iter().for_each(|id| push_line(&mut text, &id.key()));
                keys.counted.iter().for_each(|id| push_line(&mut text, &id.key()));
                text
            }
            Self::Swap(swap) => swap.write(),
            _ => String::new(),
        }
    }
}

impl Swap {
    /// The swap as text: the key, and the record that replaces the one that was read.
    pub fn write(&self) -> String {
        let (mut text, next) = match &self.change {
            Change::Head(next) => (HEAD_KEY.to_owned(), next.write()),
            Change::Seat { id, next, .. } => (id.key(), next.write()),
            Change::List { id, next, .. } => (id.key(), next.write()),
        };
        push_line(&mut text, &next);
        text
    }
}

/// What an operator sees of a space: a line with the time from which on all its sections grant seats, and the skew; one with the
/// generation, one with the layout; and one with the first node, the last node, the shares and the window of each section.
/// Empty if the space does not exist.
pub fn write_space(view: &View) -> String {
    let Some(head) = &view.head else { return String::new() };
    let grants_from = head.grants_from(&view.generation, view.now, head.longest_window());
    let mut text = numbers_text(&[grants_from, head.skew]);
    push_line(&mut text, &head.generation);
    push_line(&mut text, &head.layout);
    for section in &head.sections {
        push_line(
            &mut text,
            &numbers_text(&[section.first, section.last, section.shares, section.window_ms]),
        );
    }
    text
}

/// The seats of a view that were taken at least once, a line each: the node, the share, the beginning and the end of the
/// window, the time since which no other caller has had it, or 0; then the number of the state, the owner and the caller.
pub fn write_seats(view: &View) -> String {
    let mut text = String::new();
    let Some(head) = &view.head else { return text };
    for &(id, seat) in &view.seats {
        let Some(seat) = seat else { continue };
        let since = seat.leased_to.map_or(0, |leased_to| leased_to.since);
        let state = head.state_of(id, &seat, view.now) as u64;
        let caller = seat.leased_to.map(|leased_to| leased_to.caller);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&numbers_text(&[id.node, id.share, seat.from, seat.until, since, state]));
        for name in [seat.owner, caller] {
            text.push(' ');
            text.push_str(&name_text(name));
        }
    }
    text
}

/// The keys of seats among lines. The head record in the first line tells which seats there are.
pub fn seats_among(text: &[u8]) -> String {
    let mut lines = text.split(|&byte| byte == b'\n');
    let Some(head) = lines.next().and_then(Head::read) else { return String::new() };
    keys_text(lines.filter_map(SeatId::read).filter(|&id| head.section_of(id).is_some()))
}

impl Section {
    /// The keys of the seats with these numbers: see [`Section::seat`].
    pub fn keys(&self, first: u64, count: u64) -> String {
        keys_text((first..self.seats().min(first + count)).map(|number| self.seat(number)))
    }
}

/// The keys of seats, a line each.
fn keys_text(ids: impl Iterator<Item = SeatId>) -> String {
    let mut text = String::new();
    for id in ids {
        if !text.is_empty() {
            text.push('\n');
        }
        id.push_key(&mut text);
    }
    text
}

/// Numbers with spaces between them.
fn numbers_text(numbers: &[u64]) -> String {
    let mut text = String::new();
    for (i, &number) in numbers.iter().enumerate() {
        text.push_str(if i > 0 { " " } else { "" });
        push_digits(&mut text, number, 1);
    }
    text
}

fn push_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}
