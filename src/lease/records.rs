//! The records of a space, as versioned text.
//!
//! ```text
//! head       1 nonce=9f… generation=r1 since=1790000000000 skew=1000 age=2000 grace=0 layout=time:42,… sections=0-1023/1/10000
//! seat 5.0   1 owner=3c… from=1790000000000 until=1790000010000 holder=b5c1a0d700001073
//! seat 6.0   1 owner=a7… from=1790000000000 until=1790000600000 caller=5e… since=1789999400000
//! seat 9.0   1 owner=6461746162617365 from=1790000000000 until=8640000000000000
//! callers 0.3   1 5e…:6.0:1790000002000
//! ```
//!
//! A record begins with the version of its text and meaning. Seat 9.0 is reserved for a database that makes the IDs of node 9
//! itself (`nextSql` of the npm package).
//!
//! Reading is strict: only a text that could have been written is a record.

use crate::digits::push_digits;
use crate::lease::{Caller, Holder, LeasedTo, Seat, SeatId, Section, Terms, Token};
use crate::limits::MAX_SAFE;

/// The key of the head record.
pub const HEAD_KEY: &str = "head";

/// The owner of seats that are reserved for a database: "database" in ASCII.
pub const DATABASE: Token = 0x6461_7461_6261_7365;

/// The end of the window of a reserved seat: the last instant of a JavaScript `Date`, in Unix ms.
pub const LAST_WINDOW_MS: u64 = 8_640_000_000_000_000;

/// The bit of a nonce that locks the head record.
pub(super) const LOCK: u64 = 1 << 63;

/// The head record of a space: what all its seats have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Head {
    /// A random number, new whenever the record is replaced. Its highest bit is a lock: see [`Head::is_locked`].
    pub nonce: u64,
    /// The generation of the store in which the record was written.
    pub generation: String,
    /// When this generation was first seen, in ms of the store's clock.
    pub since: u64,
    /// How far the store's clock may be below its highest earlier reading after a restart, in ms.
    pub skew: u64,
    /// How old a decision may be when it is written, in ms.
    pub age: u64,
    /// The shortest grace period after the last reset or migration, without the skew and the age, in ms; 0 if
    /// there was none. It is long enough for all windows that were granted before.
    pub grace: u64,
    /// The identity of the IDs: [`Terms::layout`](super::Terms::layout).
    pub layout: String,
    /// Disjoint, sorted by their nodes.
    pub sections: Vec<Section>,
}

impl Head {
    /// Whether nobody may write a seat before the record is replaced, because a claim changes the terms.
    pub fn is_locked(&self) -> bool {
        Self::is_lock(self.nonce)
    }

    pub(super) fn is_lock(nonce: u64) -> bool {
        nonce & LOCK != 0
    }

    /// A random number as the nonce of a record that is not locked.
    pub(super) fn unlocked(nonce: u64) -> u64 {
        nonce & !LOCK
    }

    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        push_hex(entry(&mut text, "1 nonce="), self.nonce);
        entry(&mut text, " generation=").push_str(&self.generation);
        push_digits(entry(&mut text, " since="), self.since, 1);
        push_digits(entry(&mut text, " skew="), self.skew, 1);
        push_digits(entry(&mut text, " age="), self.age, 1);
        push_digits(entry(&mut text, " grace="), self.grace, 1);
        entry(&mut text, " layout=").push_str(&self.layout);
        entry(&mut text, " sections=");
        for (i, section) in self.sections.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            section.push_to(&mut text);
        }
        text
    }

    /// Whether its text is longer than [`MAX_RECORD`].
    pub fn is_too_long(&self) -> bool {
        self.write().len() > MAX_RECORD
    }

    /// Reads the text of a head record; `None` if it is another text.
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut reader = Reader(text);
        let mut head = Self {
            nonce: reader.name("1 nonce=")?.hex()?,
            generation: reader.name(" generation=")?.word()?,
            since: reader.name(" since=")?.number()?,
            skew: reader.name(" skew=")?.number()?,
            age: reader.name(" age=")?.number()?,
            grace: reader.name(" grace=")?.number()?,
            layout: reader.name(" layout=")?.word()?,
            sections: Vec::new(),
        };
        let mut before = " sections=";
        while !reader.0.is_empty() {
            let section = reader.name(before)?.section()?;
            if head.sections.last().is_some_and(|last| last.last >= section.first) {
                return None;
            }
            head.sections.push(section);
            before = ",";
        }
        (!head.sections.is_empty()).then_some(head)
    }
}

impl Terms {
    /// The terms as text, for [`Terms::read`].
    pub fn write(&self) -> String {
        let mut text = String::new();
        entry(&mut text, "layout=").push_str(&self.layout);
        push_digits(entry(&mut text, " skew="), self.skew, 1);
        push_digits(entry(&mut text, " age="), self.age, 1);
        push_digits(entry(&mut text, " durable="), self.is_durable.into(), 1);
        self.section.push_to(entry(&mut text, " section="));
        text.push_str(&self.given);
        push_holder(&mut text, self.holder);
        text
    }

    /// Reads the text of [`Terms::write`]; `None` if it is another text.
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut reader = Reader(text);
        let terms = Self {
            layout: reader.name("layout=")?.word()?,
            skew: reader.name(" skew=")?.number()?,
            age: reader.name(" age=")?.number()?,
            is_durable: reader.name(" durable=")?.number()? == 1,
            section: reader.name(" section=")?.section()?,
            given: reader.options()?,
            holder: reader.holder(),
        };
        reader.0.is_empty().then_some(terms)
    }
}

impl Section {
    /// Appends the section as text: `first-last/shares/window`.
    pub fn push_to(&self, text: &mut String) {
        for (before, number) in
            [("", self.first), ("-", self.last), ("/", self.shares), ("/", self.window_ms)]
        {
            push_digits(entry(text, before), number, 1);
        }
    }
}

impl Seat {
    /// Whether the seat is reserved for a database. No claim gets such a seat, because its window has no end.
    pub fn is_reserved(&self) -> bool {
        self.owner == Some(DATABASE) && self.until == LAST_WINDOW_MS
    }

    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        entry(&mut text, "1 owner=").push_str(&name_text(self.owner));
        push_digits(entry(&mut text, " from="), self.from, 1);
        push_digits(entry(&mut text, " until="), self.until, 1);
        push_holder(&mut text, self.holder);
        if let Some(LeasedTo { caller, since }) = self.leased_to {
            push_hex(entry(&mut text, " caller="), caller);
            push_digits(entry(&mut text, " since="), since, 1);
        }
        text
    }

    /// Reads the text of a seat's record; `None` if it is another text.
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut reader = Reader(text);
        let owner = if reader.name("1 owner=")?.name("-").is_some() { None } else { Some(reader.hex()?) };
        let from = reader.name(" from=")?.number()?;
        let until = reader.name(" until=")?.number()?;
        let holder = reader.holder();
        let leased_to = if reader.0.is_empty() {
            None
        } else {
            Some(LeasedTo {
                caller: reader.name(" caller=")?.hex()?,
                since: reader.name(" since=")?.number()?,
            })
        };
        (reader.0.is_empty() && from <= until).then_some(Self { owner, from, until, leased_to, holder })
    }
}

/// An owner or a caller as text: 16 hexadecimal digits, or `-` if there is none.
pub fn name_text(name: Option<u64>) -> String {
    let mut text = String::new();
    match name {
        Some(name) => push_hex(&mut text, name),
        None => text.push('-'),
    }
    text
}

impl SeatId {
    /// The key of the seat's record: `seat <node>.<share>`.
    pub fn key(self) -> String {
        let mut key = String::new();
        self.push_key(&mut key);
        key
    }

    /// Appends the key.
    pub(super) fn push_key(self, text: &mut String) {
        push_pair(entry(text, "seat "), self.node, self.share);
    }

    /// Reads the key of a seat's record; `None` if it is another text.
    pub fn read(key: &[u8]) -> Option<Self> {
        let mut reader = Reader(key);
        let (node, share) = reader.name("seat ")?.pair()?;
        reader.0.is_empty().then_some(Self { node, share })
    }
}

/// How many seats of a section there are for each of its lists. A list has room for more than 80 entries.
const SEATS_PER_LIST: u64 = 8;

/// A list of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ListId {
    /// The first node number of the section.
    pub first: u64,
    /// The number of the list, from 0.
    pub number: u64,
}

impl ListId {
    /// The list of a caller. Callers are divided among the lists of a section, so that the records stay bounded however many
    /// callers there are.
    pub fn of(section: &Section, caller: Caller) -> Self {
        Self { first: section.first, number: caller % section.seats().div_ceil(SEATS_PER_LIST) }
    }

    /// The key of the list: `callers <first>.<number>`.
    pub fn key(self) -> String {
        let mut key = String::new();
        push_pair(entry(&mut key, "callers "), self.first, self.number);
        key
    }

    /// Reads the key of a list; `None` if it is another text.
    pub fn read(key: &[u8]) -> Option<Self> {
        let mut reader = Reader(key);
        let (first, number) = reader.name("callers ")?.pair()?;
        reader.0.is_empty().then_some(Self { first, number })
    }
}

/// A list: the seats that some callers may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct List {
    /// In the order in which they were written.
    pub entries: Vec<Entry>,
}

/// A seat that a caller may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The caller.
    pub caller: Caller,
    /// The seat.
    pub seat: SeatId,
    /// Before this time of the store's clock, the grant may still be written.
    pub until: u64,
}

impl List {
    /// The list as text.
    pub fn write(&self) -> String {
        let mut text = String::from("1");
        for &Entry { caller, seat, until } in &self.entries {
            push_hex(entry(&mut text, " "), caller);
            push_pair(entry(&mut text, ":"), seat.node, seat.share);
            push_digits(entry(&mut text, ":"), until, 1);
        }
        text
    }

    /// Whether its text is longer than [`MAX_RECORD`].
    pub fn is_too_long(&self) -> bool {
        self.write().len() > MAX_RECORD
    }

    /// Reads the text of a list; `None` if it is another text.
    pub fn read(text: &[u8]) -> Option<Self> {
        let mut reader = Reader(text);
        reader.name("1")?;
        let mut list = Self::default();
        while !reader.0.is_empty() {
            let caller = reader.name(" ")?.hex()?;
            let (node, share) = reader.name(":")?.pair()?;
            let until = reader.name(":")?.number()?;
            list.entries.push(Entry { caller, seat: SeatId { node, share }, until });
        }
        Some(list)
    }
}

/// Reads the numbers of a caller: names with spaces between them. `None` if it is another text.
pub(super) fn read_callers(text: &[u8]) -> Option<Vec<Caller>> {
    let mut reader = Reader(text);
    let mut callers = vec![reader.hex()?];
    while !reader.0.is_empty() {
        callers.push(reader.name(" ")?.hex()?);
    }
    Some(callers)
}

/// Appends a holder, if there is one.
fn push_holder(text: &mut String, holder: Option<Holder>) {
    if let Some(Holder { host, process }) = holder {
        push_hex(entry(text, HOLDER), u64::from(host) << 32 | u64::from(process));
    }
}

/// The name of a holder.
const HOLDER: &str = " holder=";

/// Appends the beginning of an entry, and returns the text to append the rest.
fn entry<'t>(text: &'t mut String, name: &str) -> &'t mut String {
    text.push_str(name);
    text
}

/// Appends two numbers: `6.0`.
fn push_pair(text: &mut String, one: u64, other: u64) {
    push_digits(text, one, 1);
    push_digits(entry(text, "."), other, 1);
}

/// Appends 16 hexadecimal digits.
fn push_hex(text: &mut String, number: u64) {
    for byte in number.to_be_bytes() {
        for digit in [byte >> 4, byte % 16] {
            text.push(char::from(HEX_DIGITS[usize::from(digit)]));
        }
    }
}

const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The longest record that every store accepts, in bytes.
pub const MAX_RECORD: usize = 4_000;

/// The longest word of a record, in bytes.
const MAX_WORD: usize = 1_000;

/// The rest of a text to read. Each call returns `None` if no record is written like the text.
struct Reader<'t>(&'t [u8]);

impl Reader<'_> {
    /// Reads exactly this name.
    fn name(&mut self, name: &str) -> Option<&mut Self> {
        self.0 = self.0.strip_prefix(name.as_bytes())?;
        Some(self)
    }

    /// Reads the bytes that `is_part` accepts, of which there must be some.
    fn take(&mut self, is_part: impl Fn(u8) -> bool) -> Option<&[u8]> {
        let length = self.0.iter().take_while(|&&byte| is_part(byte)).count();
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        (1..=MAX_WORD).contains(&length).then_some(taken)
    }

    /// Reads printable ASCII characters up to a space.
    fn word(&mut self) -> Option<String> {
        Some(self.take(|byte| byte.is_ascii_graphic())?.iter().map(|&byte| char::from(byte)).collect())
    }

    /// Reads a decimal number without leading zeros.
    fn number(&mut self) -> Option<u64> {
        let digits = self.take(|byte| byte.is_ascii_digit())?;
        if digits.len() > 16 || digits.len() > 1 && digits[0] == b'0' {
            return None;
        }
        let number = digits.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
        (number <= MAX_SAFE).then_some(number)
    }

    /// Reads two numbers: `6.0`.
    fn pair(&mut self) -> Option<(u64, u64)> {
        Some((self.number()?, self.name(".")?.number()?))
    }

    /// Reads 16 hexadecimal digits.
    fn hex(&mut self) -> Option<u64> {
        let digits = self.take(|byte| HEX_DIGITS.contains(&byte))?;
        let value = |digit: u8| if digit > b'9' { digit - b'a' + 10 } else { digit - b'0' };
        // Equivalent mutant `replace | with ^`: the lowest four bits are 0.
        let number = digits.iter().fold(0, |number, &digit| number << 4 | u64::from(value(digit)));
        (digits.len() == 16).then_some(number)
    }

    /// Reads a holder. If the text has none here, nothing is taken.
    fn holder(&mut self) -> Option<Holder> {
        let mut ahead = Reader(self.0);
        let number = ahead.name(HOLDER)?.hex()?;
        self.0 = ahead.0;
        Some(Holder { host: (number >> 32) as u32, process: number as u32 })
    }

    /// Reads options of the command, each after a space.
    fn options(&mut self) -> Option<String> {
        let mut options = String::new();
        while self.0.starts_with(b" --") {
            self.0 = &self.0[1..];
            entry(&mut options, " ").push_str(&self.word()?);
        }
        Some(options)
    }

    /// Reads a section: `first-last/shares/window`.
    fn section(&mut self) -> Option<Section> {
        let section = Section {
            first: self.number()?,
            last: self.name("-")?.number()?,
            shares: self.name("/")?.number()?,
            window_ms: self.name("/")?.number()?,
        };
        (section.first <= section.last && section.shares.is_power_of_two()).then_some(section)
    }
}

/// Reads the name of a generation; `None` if the text cannot be part of a record.
pub(super) fn read_generation(text: &[u8]) -> Option<String> {
    let mut reader = Reader(text);
    reader.word().filter(|_| reader.0.is_empty())
}
