//! Helpers of all suites: options, fields and widths by name, and generators made of them.

pub mod grants;
pub mod leased;
pub mod space;
#[cfg(not(target_family = "wasm"))]
pub mod trial;

use std::borrow::Cow;
use std::rc::Rc;

use flakekit::formats::{Definition, FieldNumbers, Native, Width};
use flakekit::layout::{Field, Kind, MAX_NAMES};
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::snapshot::RawSnapshot;
use flakekit::text::Encoding;
use flakekit::{Code, Error, Format, Generator, GeneratorOptions, Identities, NextError, RawOptions};

/// 2026-01-01, in Unix ms.
pub const NOW: i64 = 1_767_225_600_000;

/// 2024-01-01, in Unix ms: the epoch of formats without an epoch.
pub const EPOCH: i64 = 1_704_067_200_000;

/// The value of an option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given {
    Number(u64),
    Word(&'static str),
    Range(u64, u64),
    Snapshot(RawSnapshot),
}

impl From<u64> for Given {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Given {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

pub fn range(first: u64, last: u64) -> Given {
    Given::Range(first, last)
}

/// The numbers of a generator's snapshot at a reading of the clock.
pub fn saved_numbers(ids: &mut Generator, now: i64) -> RawSnapshot {
    let (saved, tick) = (ids.saved(), ids.tick(now).unwrap());
    let sno = built_in("sno");
    if Ok(ids.scheme()) == sno.scheme().as_ref() {
        saved.numbers(&sno, tick)
    } else {
        saved.general().map(Some)
    }
}

/// The `snapshot` option that resumes a generator's state at a reading of the clock.
pub fn snapshot(ids: &mut Generator, now: i64) -> Given {
    Given::Snapshot(saved_numbers(ids, now))
}

/// The raw options with these values.
pub fn raw_options(format: &Format, options: &[(&str, Given)]) -> RawOptions {
    let mut raw = RawOptions::default();
    for (name, given) in options {
        match (*name, *given) {
            ("sequenceRange", Given::Range(first, last)) => raw.sequence_range = Some((first, last)),
            ("sequenceResetThreshold", Given::Number(number)) => raw.sequence_reset_threshold = Some(number),
            ("maxLead", Given::Number(ms)) => raw.max_lead = Some(ms),
            ("maxLag", Given::Number(ms)) => raw.max_lag = Some(ms),
            ("maxWait", Given::Number(ms)) => raw.max_wait = Some(ms),
            ("snapshot", Given::Snapshot(numbers)) => raw.snapshot = Some(numbers),
            (field, Given::Number(number)) => raw.fields[position(format, field)] = Some(number),
            ("onRollback", Given::Word(word)) => {
                raw.on_rollback = Some(OnRollback::ALL[index_of(&["lead", "wait", "throw", "toggle"], word)]);
            }
            ("onExhausted", Given::Word(word)) => {
                raw.on_exhausted = Some(OnExhausted::ALL[index_of(&["wait", "lead", "throw"], word)]);
            }
            ("sequence", Given::Word(word)) => {
                raw.start = Some(Start::ALL[index_of(&["reset", "rolling", "random"], word)]);
            }
            (name, given) => panic!("{name} cannot be {given:?}"),
        }
    }
    raw
}

fn index_of(words: &[&str], word: &str) -> usize {
    words.iter().position(|known| *known == word).unwrap()
}

/// The numbers of an ID's fields.
pub fn numbers(format: &Format, fields: &[(&str, u64)]) -> FieldNumbers {
    let mut numbers = [None; MAX_NAMES];
    for (name, number) in fields {
        numbers[position(format, name)] = Some(*number);
    }
    numbers
}

/// The format with another epoch, if one is given, and with these widths.
pub fn with(
    format: &Format,
    epoch: Option<i64>,
    widths: &[(&str, u64)],
    now: Option<i64>,
) -> Result<Rc<Format>, Error> {
    for (name, _) in widths {
        assert!(format.widths().iter().any(|known| known.option == *name), "{} has no {name}", format.name());
    }
    let given =
        |known: &Width| widths.iter().find(|(name, _)| *name == known.option).map(|(_, width)| *width);
    format.with(epoch, &format.widths().iter().map(given).collect::<Vec<_>>(), now)
}

fn position(format: &Format, name: &str) -> usize {
    format.position(name).unwrap_or_else(|| panic!("{} has no {name}", format.name()))
}

/// The built-in format with this name; with [`EPOCH`] if it has no epoch.
pub fn built_in(name: &str) -> Rc<Format> {
    let format = Format::named(name).unwrap();
    if format.known_epoch().is_some() { format } else { with(&format, Some(EPOCH), &[], Some(NOW)).unwrap() }
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of an entropy source, which can fail")]
pub fn entropy() -> Option<u32> {
    Some(0x5EED)
}

/// All built-in formats, with an epoch, and the node fields of one machine.
pub fn formats() -> impl Iterator<Item = (Rc<Format>, Vec<(&'static str, Given)>)> {
    Format::names().map(|name| {
        let format = built_in(name);
        let nodes = format.layout().fields().iter().filter(|field| field.kind == Kind::Node);
        let names = nodes.filter_map(|field| match field.name {
            Cow::Borrowed(name) => Some(name),
            Cow::Owned(_) => None,
        });
        let nodes = names.map(|name| (name, 3.into())).collect();
        (format, nodes)
    })
}

/// A custom format with these fields, by kind, name and width.
pub fn custom_format(fields: &[(Kind, &'static str, u8)], unit: u64, epoch: i64) -> Rc<Format> {
    let definition = Definition {
        name: "custom".to_owned(),
        fields: fields.iter().map(|(kind, name, bits)| Field::new(*kind, name, *bits)).collect(),
        bits: None,
        unit_us: Some(unit * 1000),
        epoch,
        native: Native::BigInt,
        encoding: Encoding::Decimal,
        on_rollback: None,
        on_exhausted: None,
        start: None,
    };
    Format::define(definition, None).unwrap()
}

pub fn try_generator(
    format: &Rc<Format>,
    options: &[(&str, Given)],
    identities: Option<&mut Identities>,
) -> Result<Generator, Error> {
    let options = GeneratorOptions::new(format, &raw_options(format, options))?;
    Ok(Generator::new(&format.scheme()?, &options, identities, entropy)?)
}

pub fn generator(
    format: &Rc<Format>,
    options: &[(&str, Given)],
    identities: Option<&mut Identities>,
) -> Generator {
    try_generator(format, options, identities).unwrap()
}

/// These options and `machineId` 1.
pub fn one_machine<'a>(options: &[(&'a str, Given)]) -> Vec<(&'a str, Given)> {
    [&[("machineId", 1.into())], options].concat()
}

/// A generator of twitter's format with `machineId` 1 and these options.
pub fn twitter(options: &[(&str, Given)], identities: Option<&mut Identities>) -> Generator {
    generator(&built_in("twitter"), &one_machine(options), identities)
}

/// The IDs of a run. `fill_runs` passes the first ID and the count.
pub fn run_of((high, low): (u64, u64), count: u32, step: u64) -> impl Iterator<Item = u128> {
    (0..u64::from(count)).map(move |at| u128::from(high) << 64 | u128::from(low + at * step))
}

/// The code of an answer that is an error.
pub fn code(error: NextError) -> Code {
    match error {
        NextError::Error(error) => error.code(),
        NextError::Wait(ms, cause) => panic!("a wait of {ms} ms for {cause:?}"),
    }
}
