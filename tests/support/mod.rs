//! What the suites share: options, fields and widths by name, put where the core takes their numbers; and generators
//! made of them.

// Each suite is a crate of its own, and none needs all of this.
#![allow(dead_code)]

use std::rc::Rc;

use flakekit::formats::{Defaults, Definition, Native};
use flakekit::layout::{Field, MAX_NAMES};
use flakekit::sequencer::{OnExhausted, OnRollback, Start};
use flakekit::snapshot::NUMBERS;
use flakekit::text::Encoding;
use flakekit::{Asked, Code, Error, Format, Generator, GeneratorOptions, Pool, Refused};

/// 2026-01-01.
pub const NOW: f64 = 1_767_225_600_000.0;

/// What an option is given as.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given {
    Number(f64),
    Word(&'static str),
    Range(f64, f64),
    Saved([f64; NUMBERS]),
}

impl From<f64> for Given {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<&'static str> for Given {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

pub fn range(first: u32, last: u32) -> Given {
    Given::Range(first.into(), last.into())
}

/// What a generator has granted, at the clock's reading.
pub fn snapshot(ids: &mut Generator, now: f64) -> Given {
    let tick = ids.tick(now).unwrap();
    Given::Saved(ids.snapshot().numbers(ids.format(), tick))
}

/// What generators of the format are asked to be.
pub fn asked(format: &Format, options: &[(&str, Given)]) -> Asked {
    let mut asked = Asked::default();
    for (name, given) in options {
        match (*name, *given) {
            ("sequenceRange", Given::Range(first, last)) => asked.range = [first, last],
            ("sequenceResetThreshold", Given::Number(number)) => asked.threshold = number,
            ("maxLead", Given::Number(ms)) => asked.max_lead = ms,
            ("maxWait", Given::Number(ms)) => asked.max_wait = ms,
            ("snapshot", Given::Saved(numbers)) => asked.saved = Some(numbers),
            (field, Given::Number(number)) => asked.fields[position(format, field)] = number,
            ("onRollback", Given::Word(word)) => {
                asked.on_rollback = Some(OnRollback::ALL[place(&["lead", "wait", "throw", "toggle"], word)]);
            }
            ("onExhausted", Given::Word(word)) => {
                asked.on_exhausted = Some(OnExhausted::ALL[place(&["wait", "lead", "throw"], word)]);
            }
            ("sequence", Given::Word(word)) => {
                asked.start = Some(Start::ALL[place(&["reset", "rolling", "random"], word)]);
            }
            (name, given) => panic!("{name} is no {given:?}"),
        }
    }
    asked
}

fn place(words: &[&str], word: &str) -> usize {
    words.iter().position(|known| *known == word).unwrap()
}

/// The numbers of an ID's fields; the time is `timestamp`.
pub fn numbers(format: &Format, fields: &[(&str, f64)]) -> [f64; MAX_NAMES] {
    let mut numbers = [f64::NAN; MAX_NAMES];
    for (name, number) in fields {
        numbers[if *name == "timestamp" { 0 } else { position(format, name) }] = *number;
    }
    numbers
}

/// The format with another `epoch` and other widths.
pub fn with(format: &Format, changes: &[(&str, f64)], now: Option<f64>) -> Result<Rc<Format>, Error> {
    let names: Vec<_> = format.widths().collect();
    let (mut epoch, mut widths) = (f64::NAN, vec![f64::NAN; names.len()]);
    for (name, number) in changes {
        match names.iter().position(|known| known == name) {
            Some(place) => widths[place] = *number,
            None if *name == "epoch" => epoch = *number,
            None => panic!("{} has no {name} to change", format.name()),
        }
    }
    format.with(epoch, &widths, now)
}

/// A custom format with these fields, an epoch of 2024 and these policies.
pub fn defined(fields: Vec<Field>, tick_ms: f64, defaults: Defaults) -> Rc<Format> {
    let definition = Definition {
        name: "defined".to_owned(),
        bits: fields.iter().map(|field| f64::from(field.place.bits)).sum(),
        fields,
        unit: tick_ms,
        epoch: 1_704_067_200_000.0,
        native: Native::BigInt,
        text: Encoding::Decimal,
        defaults,
    };
    Format::define(definition, None).unwrap()
}

fn position(format: &Format, name: &str) -> usize {
    format.position(name).unwrap_or_else(|| panic!("{} has no {name}", format.name()))
}

#[expect(clippy::unnecessary_wraps, reason = "the signature of a source that may have none")]
pub fn entropy() -> Option<u32> {
    Some(0x5EED)
}

/// Every format of the table, with an epoch, and the node fields of one machine.
pub fn formats() -> impl Iterator<Item = (Rc<Format>, Vec<(&'static str, Given)>)> {
    Format::names().map(|name| {
        let format = Format::named(name).unwrap();
        let format = if format.epoch().is_ok() {
            format
        } else {
            with(&format, &[("epoch", 1_704_067_200_000.0)], Some(NOW)).unwrap()
        };
        let nodes = ["machineId", "workerId", "processId", "shardId", "generatorId", "partition"];
        let named = |node: &&str| format.layout().fields().iter().any(|field| field.name == **node);
        // Twitter's `workerId` is the low bits of its `machineId`, and so 3 as well.
        let nodes = nodes.into_iter().filter(named).map(|node| (node, 3.0.into())).collect();
        (format, nodes)
    })
}

pub fn try_generator(
    format: &Rc<Format>,
    options: &[(&str, Given)],
    pool: Option<&mut Pool>,
) -> Result<Generator, Error> {
    Generator::new(format, &GeneratorOptions::new(format, &asked(format, options))?, pool, entropy)
}

pub fn generator(format: &Rc<Format>, options: &[(&str, Given)], pool: Option<&mut Pool>) -> Generator {
    try_generator(format, options, pool).unwrap()
}

/// One machine's, and these options.
pub fn one_machine<'a>(options: &[(&'a str, Given)]) -> Vec<(&'a str, Given)> {
    [&[("machineId", 1.0.into())], options].concat()
}

pub fn twitter(options: &[(&str, Given)], pool: Option<&mut Pool>) -> Generator {
    generator(&Format::named("twitter").unwrap(), &one_machine(options), pool)
}

pub fn code(refused: Refused) -> Code {
    match refused {
        Refused::Error(error) => error.code(),
        Refused::Wait(ms, because) => panic!("a wait of {ms} ms for {because:?}"),
    }
}

/// For formats without random bits.
pub fn no_noise(_: usize, _: u64) {}
