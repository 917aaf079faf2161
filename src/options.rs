//! What a generator can be told, and the checks of it.

use std::rc::Rc;

use crate::error::{Error, refuse};
use crate::formats::{Defaults, Format, Given};
use crate::layout::{Field, Kind, Place};
use crate::plain::{Plain, Quoted, words};
use crate::sequencer::{OnExhausted, OnRollback, Start};
use crate::snapshot::Snapshot;

/// The options of a generator besides its format's node fields.
pub(crate) const NAMES: &[&str] = &[
    "onRollback",
    "onExhausted",
    "maxLead",
    "maxWait",
    "sequence",
    "sequenceRange",
    "sequenceResetThreshold",
    "snapshot",
];

const ON_ROLLBACK: &[(&str, OnRollback)] = &[
    ("lead", OnRollback::Lead),
    ("wait", OnRollback::Wait),
    ("throw", OnRollback::Throw),
    ("toggle", OnRollback::Toggle),
];

const ON_EXHAUSTED: &[(&str, OnExhausted)] =
    &[("wait", OnExhausted::Wait), ("lead", OnExhausted::Lead), ("throw", OnExhausted::Throw)];

const START: &[(&str, Start)] =
    &[("reset", Start::Reset { threshold: 0 }), ("rolling", Start::Rolling), ("random", Start::Random)];

/// The longest lead or wait that can be asked for: a day, in ms.
const LONGEST_MS: u64 = 86_400_000;

/// Options of a generator, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The node fields, in place; `None` where they are to be chosen.
    pub(crate) node: Option<u128>,
    /// The sequence numbers it may use, both inclusive.
    pub(crate) range: (u32, u32),
    pub(crate) defaults: Defaults,
    /// ms.
    pub(crate) max_lead: u64,
    /// ms.
    pub(crate) max_wait: u64,
    pub(crate) snapshot: Option<Snapshot>,
}

impl GeneratorOptions {
    /// Checks the options for generators of this format: its node fields by name, `onRollback`
    /// (`lead`, `wait`, `throw`), `onExhausted` (`wait`, `lead`, `throw`), `maxLead` and `maxWait`
    /// (whole ms up to a day; 10 000 and 1 000 unless given), `sequence` (`reset`, `rolling`,
    /// `random`), `sequenceRange` (the first and the last number), `sequenceResetThreshold` and
    /// `snapshot`.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `INVALID_FIELD` or `INVALID_SNAPSHOT`, with what is wrong and what is allowed.
    pub fn new(format: &Rc<Format>, options: &[(String, Plain)]) -> Result<Self, Error> {
        let snapshot = match find(options, "snapshot") {
            Plain::Missing => None,
            snapshot => Some(Snapshot::read(snapshot, format)?),
        };
        let mut given = Given::new(format);
        let saved_node = match &snapshot {
            None => None,
            Some(snapshot) => Some(snapshot.give_nodes(format, &mut given)?),
        };
        let nodes = || {
            let fields = format.layout().fields().iter().filter(|field| field.kind == Kind::Node);
            fields.flat_map(Field::names)
        };
        check_names(format.name(), options, || nodes().chain(NAMES.iter().copied()))?;
        for (name, arg) in
            options.iter().filter(|(name, arg)| *arg != Plain::Missing && nodes().any(|node| node == name))
        {
            given.set(name, arg)?;
        }
        let node = match given.pack(|kind| kind == Kind::Node) {
            Err(_) if format.chooses_node() && given.is_empty() => None,
            node => Some(node?),
        };
        if saved_node.is_some_and(|saved| Some(saved) != node) {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is of another identity: its node fields differ from those given"
            ));
        }
        let range = range(format, find(options, "sequenceRange"), snapshot.as_ref())?;
        let milliseconds = |name, default| match find(options, name) {
            Plain::Missing => Ok(default),
            arg => arg.option(name, 0, LONGEST_MS),
        };
        let mut defaults = defaults(options, format.defaults())?;
        if defaults.on_rollback == OnRollback::Toggle && format.layout().place(Kind::Toggle).is_none() {
            return Err(refuse!(
                InvalidOption,
                "onRollback is 'toggle', but {} has no toggle field",
                format.name()
            ));
        }
        defaults.start = threshold(defaults.start, range, find(options, "sequenceResetThreshold"))?;
        Ok(Self {
            node,
            range,
            defaults,
            max_lead: milliseconds("maxLead", 10_000)?,
            max_wait: milliseconds("maxWait", 1_000)?,
            snapshot,
        })
    }
}

/// The policies among the options, over those that hold where none is given.
pub(crate) fn defaults(options: &[(String, Plain)], otherwise: Defaults) -> Result<Defaults, Error> {
    Ok(Defaults {
        on_rollback: choice(options, "onRollback", ON_ROLLBACK, otherwise.on_rollback)?,
        on_exhausted: choice(options, "onExhausted", ON_EXHAUSTED, otherwise.on_exhausted)?,
        start: choice(options, "sequence", START, otherwise.start)?,
    })
}

fn choice<T: Copy>(
    options: &[(String, Plain)],
    name: &str,
    choices: &[(&str, T)],
    otherwise: T,
) -> Result<T, Error> {
    match find(options, name) {
        Plain::Missing => Ok(otherwise),
        arg => arg.choice(name, choices),
    }
}

/// The range of sequence numbers: given in either order, or the snapshot's, or all there are.
fn range(format: &Format, arg: &Plain, snapshot: Option<&Snapshot>) -> Result<(u32, u32), Error> {
    let max = format.layout().place(Kind::Sequence).map_or(0, Place::max);
    let least = format.least_range();
    let saved = snapshot.map(|snapshot| snapshot.range);
    if let Some((first, last)) = saved
        && (first > last || u64::from(last) > max || u64::from(last - first) + 1 < least)
    {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is damaged: its sequence range is {first} to {last}; it must have at least {least} numbers, up to {max}"
        ));
    }
    let range = match arg {
        Plain::Missing => return Ok(saved.unwrap_or((0, max as u32))),
        Plain::List(ends) if ends.len() == 2 => {
            let one = ends[0].option("sequenceRange[0]", 0, max)? as u32;
            let other = ends[1].option("sequenceRange[1]", 0, max)? as u32;
            (one.min(other), one.max(other))
        }
        _ => {
            return Err(refuse!(
                InvalidOption,
                "sequenceRange is {arg}; it must be [first, last], from 0 to {max}"
            ));
        }
    };
    if u64::from(range.1 - range.0) + 1 < least {
        return Err(refuse!(
            InvalidOption,
            "sequenceRange is [{}, {}]; it must have at least {least} numbers",
            range.0,
            range.1
        ));
    }
    match saved.filter(|&saved| saved != range) {
        None => Ok(range),
        Some(saved) => Err(refuse!(
            InvalidSnapshot,
            "the snapshot is of another identity: its sequence range is {} to {}",
            saved.0,
            saved.1
        )),
    }
}

fn threshold(start: Start, range: (u32, u32), arg: &Plain) -> Result<Start, Error> {
    match (start, arg) {
        (_, Plain::Missing) => Ok(start),
        (Start::Reset { .. }, arg) => {
            let threshold = arg.option("sequenceResetThreshold", 0, u64::from(range.1))? as u32;
            Ok(Start::Reset { threshold })
        }
        _ => Err(refuse!(
            InvalidOption,
            "sequenceResetThreshold is {arg}; it goes with sequence: 'reset' alone"
        )),
    }
}

/// The option of this name, or `Missing`.
pub(crate) fn find<'a>(options: &'a [(String, Plain)], name: &str) -> &'a Plain {
    options.iter().find(|(key, _)| key == name).map_or(&Plain::Missing, |(_, arg)| arg)
}

/// Refuses a name that is none of these: a misspelt option must not pass for one left out.
pub(crate) fn check_names<'a, I: Iterator<Item = &'a str>>(
    what: &str,
    options: &[(String, Plain)],
    names: impl Fn() -> I,
) -> Result<(), Error> {
    match options.iter().find(|(key, _)| !names().any(|name| name == key)) {
        None => Ok(()),
        Some((key, _)) => {
            Err(refuse!(InvalidOption, "{what} has no option {}; it has {}", Quoted(key), words(names())))
        }
    }
}
