//! Views, actions and orders as text, for the TypeScript wrapper. A line feed is between two lines.

use crate::digits::push_digits;
use crate::error::{Error, refuse};
use crate::lease::records::read_generation;
use crate::lease::{
    Action, Caller, Change, Claimant, HEAD_KEY, Head, Held, Order, Seat, SeatId, Swap, Terms, Token, View,
};
use crate::message::Word;

/// Reads a view: a line with the generation, one with the head record, and two for each seat: its key and its record. A
/// missing record is an empty line.
///
/// # Errors
/// `STORE_FAILED`, with the record that cannot be read.
pub fn read_view(text: &[u8], now: u64) -> Result<View, Error> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let Some(generation) = lines.next().and_then(read_generation) else {
        return Err(refuse!(
            StoreFailed,
            "the store's generation cannot be used; it must be 1 to 1000 printable ASCII characters without spaces"
        ));
    };
    let head = read_record(HEAD_KEY, lines.next(), Head::read)?;
    let mut view = View { now, generation, head, seats: Vec::new() };
    while let Some(key) = lines.next() {
        let Some(id) = SeatId::read(key) else {
            return Err(refuse!(StoreFailed, "the key {} is not that of a seat", Word::Quoted(&shown(key))));
        };
        view.seats.push((id, read_record(&shown(key), lines.next(), Seat::read)?));
    }
    Ok(view)
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

/// Reads the claimant of a caller: a line with the terms, two with the key and the record of the seat that
/// the caller holds, which are empty if it holds none, and one for the key of each seat that it may have.
/// `None` if the text cannot be read.
pub fn read_caller(text: &[u8], caller: Caller, token: Token) -> Option<(Terms, Claimant)> {
    let mut lines = text.split(|&byte| byte == b'\n');
    let terms = Terms::read(lines.next()?)?;
    let held = match (lines.next()?, lines.next()?) {
        (b"", b"") => None,
        (key, record) => Some(Held::read(key, record)?),
    };
    let mut seats = Vec::new();
    for line in lines {
        seats.push(SeatId::read(line)?);
    }
    Some((terms, Claimant::of_caller(caller, token, held, seats)))
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
            Self::Read(_) => "read",
            Self::Swap(_) => "swap",
            Self::Done => "done",
            Self::Wait(_) => "wait",
            Self::Full(_) => "full",
            Self::Lost => "lost",
            Self::Mismatch(_) => "mismatch",
        }
    }

    /// The action as text: its word, then a line for each key to read, for each part of a swap, or with a
    /// time.
    pub fn write(&self) -> String {
        let mut text = String::from(self.word());
        match self {
            Self::Read(ids) => ids.iter().for_each(|id| push_line(&mut text, &id.key())),
            Self::Swap(swap) => return swap.write(),
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
        };
        push_line(&mut text, &key);
        push_line(&mut text, &next);
        push_time(&mut text, self.before);
        text
    }
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
