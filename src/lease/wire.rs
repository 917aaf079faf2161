//! Views, actions and orders as text, for the TypeScript wrapper. A line feed is between two lines.

use crate::digits::push_digits;
use crate::error::{Error, refuse};
use crate::lease::records::{read_callers, read_generation};
use crate::lease::{
    Action, CallerRequest, CallersView, Change, HEAD_KEY, Head, Held, List, ListId, Order, Seat, SeatId,
    Swap, Terms, Token, View,
};
use crate::message::Word;

/// Reads a view: a line with the generation, one with the head record, and two for each seat: its key and its record. A
/// missing record is an empty line.
///
/// # Errors
/// `STORE_FAILED`, with the record that cannot be read.
pub fn read_view(text: &[u8], now: u64) -> Result<View, Error> {
    read_callers_view(text, now).map(|read| read.view)
}

/// Reads the view of a request of a caller. It also has two lines for each list: its key and its record. The seats before the
/// first list may be taken, those after it are only counted.
///
/// # Errors
/// As [`read_view`].
pub fn read_callers_view(text: &[u8], now: u64) -> Result<CallersView, Error> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let Some(generation) = lines.next().and_then(read_generation) else {
        return Err(refuse!(
            StoreFailed,
            "the store's generation cannot be used; it must be 1 to 1000 printable ASCII characters without spaces"
        ));
    };
    let head = read_record(HEAD_KEY, lines.next(), Head::read)?;
    let mut view = View { now, generation, head, seats: Vec::new() };
    let (mut lists, mut counted) = (Vec::new(), Vec::new());
    while let Some(key) = lines.next() {
        let name = shown(key);
        if let Some(id) = ListId::read(key) {
            lists.push((id, read_record(&name, lines.next(), List::read)?));
            continue;
        }
        let Some(id) = SeatId::read(key) else {
            return Err(refuse!(StoreFailed, "the key {} is not that of a seat", Word::Quoted(&name)));
        };
        let seats = if lists.is_empty() { &mut view.seats } else { &mut counted };
        seats.push((id, read_record(&name, lines.next(), Seat::read)?));
    }
    Ok(CallersView { view, lists, counted })
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
        push_line(&mut text, &self.record().write());
        text
    }

    /// Reads the key of a seat and its record; `None` if they cannot be read, or the record has no owner.
    fn read(key: &[u8], record: &[u8]) -> Option<Self> {
        let Seat { owner, from, until, leased_to } = Seat::read(record)?;
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

impl Action {
    /// The word of the action.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Read(_) | Self::ReadLists(_) => "read",
            Self::Swap(_) => "swap",
            Self::Done => "done",
            Self::Wait(_) => "wait",
            Self::Full(_) => "full",
            Self::Lost => "lost",
            Self::Mismatch(_) => "mismatch",
            Self::Refused(_) => "error",
        }
    }

    /// The action as text: its word, then a line for each key to read, for each part of a swap or an error, or with a
    /// time. Keys of lists are between those of seats that may be taken and those of seats that are only counted.
    pub fn write(&self) -> String {
        let mut text = String::from(self.word());
        match self {
            Self::Read(ids) => ids.iter().for_each(|id| push_line(&mut text, &id.key())),
            Self::ReadLists(keys) => {
                keys.seats.iter().for_each(|id| push_line(&mut text, &id.key()));
                keys.lists.iter().for_each(|id| push_line(&mut text, &id.key()));
                keys.counted.iter().for_each(|id| push_line(&mut text, &id.key()));
            }
            Self::Swap(swap) => return swap.write(),
            Self::Refused(error) => return error_text(error),
            Self::Wait(time) | Self::Full(time) if *time < u64::MAX => push_time(&mut text, *time),
            _ => {}
        }
        text
    }
}

impl Swap {
    /// The swap as text: the word `swap`, and lines with the key, the record that replaces the one that was read, and
    /// `before`.
    pub fn write(&self) -> String {
        let mut text = String::from("swap");
        let (key, next) = match &self.change {
            Change::Head(next) => (HEAD_KEY.to_owned(), next.write()),
            Change::Seat { id, next, .. } => (id.key(), next.write()),
            Change::List { id, next, .. } => (id.key(), next.write()),
        };
        push_line(&mut text, &key);
        push_line(&mut text, &next);
        push_time(&mut text, self.before);
        text
    }
}

/// An error as lines: the word `error`, its code and its message.
pub fn error_text(error: &Error) -> String {
    let mut text = String::from("error");
    push_line(&mut text, error.code().as_str());
    push_line(&mut text, error.message());
    text
}

/// Numbers with spaces between them.
pub fn numbers_text(numbers: &[u64]) -> String {
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

fn push_time(text: &mut String, time: u64) {
    text.push('\n');
    push_digits(text, time, 1);
}
