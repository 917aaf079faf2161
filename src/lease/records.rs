//! The records of a space, as versioned text.
//!
//! ```text
//! meta     1 nonce=9f… generation=r1 since=1790000000000 skew=1000 age=2000 layout=time:42,… sections=0-1023/1/10000
//! seat 5   1 owner=3c… from=1790000000000 until=1790000010000
//! ```
//!
//! Reading is strict: a text is a record only if writing the record gives the same text.

use crate::digits::push_digits;
use crate::lease::{Seat, SeatId, Section, Token};
use crate::limits::MAX_SAFE;

/// The version of the records. A change of the text, or of the meaning, gets another one.
const VERSION: &str = "1";

/// The key of the meta record.
pub const META_KEY: &str = "meta";

/// What holds for all seats of a space.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Meta {
    /// A random number, new whenever the record is replaced.
    pub nonce: u64,
    /// The generation of the store in which the record was written.
    pub generation: String,
    /// When this generation was first seen, in ms of the store's clock.
    pub since: u64,
    /// How far the store's clock may be below its highest earlier reading after a restart, in ms.
    pub skew: u64,
    /// How old a decision may be when it is written, in ms.
    pub age: u64,
    /// The identity of the IDs: [`Terms::layout`](super::Terms::layout).
    pub layout: String,
    /// Disjoint, sorted by their nodes.
    pub sections: Vec<Section>,
}

impl Meta {
    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = String::from(VERSION);
        push_hex(entry(&mut text, " nonce="), self.nonce.into(), 16);
        entry(&mut text, " generation=").push_str(&self.generation);
        push_digits(entry(&mut text, " since="), self.since, 1);
        push_digits(entry(&mut text, " skew="), self.skew, 1);
        push_digits(entry(&mut text, " age="), self.age, 1);
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

    /// The record of a text; `None` if the text is none.
    pub fn read(text: &str) -> Option<Self> {
        let [nonce, generation, since, skew, age, layout, sections] =
            values(text, ["nonce", "generation", "since", "skew", "age", "layout", "sections"])?;
        let meta = Self {
            nonce: u64::from_str_radix(nonce, 16).ok()?,
            generation: generation.to_owned(),
            since: number(since)?,
            skew: number(skew)?,
            age: number(age)?,
            layout: layout.to_owned(),
            sections: sections.split(',').map(Section::read).collect::<Option<_>>()?,
        };
        let are_disjoint = meta.sections.windows(2).all(|pair| pair[0].last < pair[1].first);
        (meta.write() == text && are_disjoint).then_some(meta)
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

    fn read(text: &str) -> Option<Self> {
        let (nodes, rest) = text.split_once('/')?;
        let (first, last) = nodes.split_once('-')?;
        let (shares, window_ms) = rest.split_once('/')?;
        let section = Self {
            first: number(first)?,
            last: number(last)?,
            shares: number(shares)?,
            window_ms: number(window_ms)?,
        };
        (section.first <= section.last && section.shares.is_power_of_two()).then_some(section)
    }
}

impl Seat {
    /// The record as text.
    pub fn write(&self) -> String {
        let mut text = String::from(VERSION);
        let owner = entry(&mut text, " owner=");
        match self.owner {
            Some(token) => push_hex(owner, token, 32),
            None => owner.push('-'),
        }
        push_digits(entry(&mut text, " from="), self.from, 1);
        push_digits(entry(&mut text, " until="), self.until, 1);
        text
    }

    /// The record of a text; `None` if the text is none.
    pub fn read(text: &str) -> Option<Self> {
        let [owner, from, until] = values(text, ["owner", "from", "until"])?;
        let owner = if owner == "-" { None } else { Some(Token::from_str_radix(owner, 16).ok()?) };
        let seat = Self { owner, from: number(from)?, until: number(until)? };
        (seat.write() == text && seat.from <= seat.until).then_some(seat)
    }
}

impl SeatId {
    /// The key of the seat's record: `seat <node>`, or `seat <node>.<share>` if the sequence is divided.
    pub fn key(self, shares: u64) -> String {
        let mut key = String::from("seat ");
        push_digits(&mut key, self.node, 1);
        if shares > 1 {
            push_digits(entry(&mut key, "."), self.share, 1);
        }
        key
    }
}

/// Appends the beginning of an entry, and returns the text to append the rest.
fn entry<'t>(text: &'t mut String, name: &str) -> &'t mut String {
    text.push_str(name);
    text
}

fn push_hex(text: &mut String, number: u128, width: u32) {
    for digit in (0..width).rev() {
        let digit = (number >> (digit * 4)) as u32 % 16;
        text.extend(char::from_digit(digit, 16));
    }
}

/// The values of a record with these names, in this order.
fn values<'t, const COUNT: usize>(text: &'t str, names: [&str; COUNT]) -> Option<[&'t str; COUNT]> {
    let mut entries = text.split(' ');
    if entries.next()? != VERSION {
        return None;
    }
    let mut values = [""; COUNT];
    for (value, name) in values.iter_mut().zip(names) {
        *value = entries.next()?.strip_prefix(name)?.strip_prefix('=')?;
    }
    entries.next().is_none().then_some(values)
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|&number| number <= MAX_SAFE)
}
