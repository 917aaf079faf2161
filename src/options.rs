//! What a generator can be told, and the checks of it.

use crate::error::{Error, refuse};
use crate::formats::{Defaults, Format, Given};
use crate::layout::Kind;
use crate::plain::Plain;
use crate::reader::Reader;
use crate::sequencer::{OnExhausted, OnRollback, Start, State};
use crate::snapshot::{self, Saved};

/// The options of a generator besides its format's node fields.
pub(crate) const NAMES: [&str; 8] = [
    "onRollback",
    "onExhausted",
    "maxLead",
    "maxWait",
    "sequence",
    "sequenceRange",
    "sequenceResetThreshold",
    "snapshot",
];

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
    /// What to go on from.
    pub(crate) saved: Option<State>,
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
    pub fn new(format: &Format, options: &[(String, Plain)]) -> Result<Self, Error> {
        let layout = format.layout();
        let mut given = Given::new(format, Some(Kind::Node));
        let mut names = given.names();
        names.extend(NAMES);
        let mut reader = Reader::new(format.name(), options, &names);
        reader.check()?;
        let saved = match reader.get("snapshot") {
            Plain::Missing => None,
            snapshot => Some(snapshot::read(snapshot, format, &mut given)?),
        };
        for (name, arg) in options {
            given.set(name, arg)?;
        }
        let node = if format.chooses_node() && given.is_empty() { None } else { Some(given.pack()?) };

        let max = layout.place(Kind::Sequence).max();
        let range = match reader.get("sequenceRange") {
            Plain::Missing => saved.as_ref().map_or((0, max as u32), |saved| saved.range),
            _ => reader.range("sequenceRange", max),
        };
        let fewest = format.least_range();
        if u64::from(range.1 - range.0) + 1 < fewest {
            let (first, last) = (u64::from(range.0), u64::from(range.1));
            reader.refuse(refuse!(
                InvalidOption,
                "sequenceRange is [{}, {}]; it must have at least {} numbers",
                first,
                last,
                fewest
            ));
        }
        if saved.as_ref().is_some_and(|saved| Some(saved.node) != node || saved.range != range) {
            reader.refuse(refuse!(
                InvalidSnapshot,
                "the snapshot is of another identity: its node fields or its sequence range differ from those given"
            ));
        }

        let mut defaults = defaults(&mut reader, format.defaults());
        if defaults.on_rollback == OnRollback::Toggle && layout.place(Kind::Toggle).bits == 0 {
            let name = format.name();
            reader.refuse(refuse!(InvalidOption, "onRollback is 'toggle', but {} has no toggle field", name));
        }
        if !reader.get("sequenceResetThreshold").is_missing() {
            let threshold = reader.whole("sequenceResetThreshold", 0, range.1.into()) as u32;
            if defaults.start != (Start::Reset { threshold: 0 }) {
                reader.refuse(refuse!(
                    InvalidOption,
                    "sequenceResetThreshold is {}; it goes with sequence: 'reset' alone",
                    threshold
                ));
            }
            defaults.start = Start::Reset { threshold };
        }
        let max_lead = reader.whole_or(10_000, "maxLead", 0, LONGEST_MS);
        let max_wait = reader.whole_or(1_000, "maxWait", 0, LONGEST_MS);
        reader.check()?;
        Ok(Self { node, range, defaults, max_lead, max_wait, saved: saved.map(|Saved { state, .. }| state) })
    }
}

/// The policies among the options, over those that hold where none is given.
pub(crate) fn defaults(reader: &mut Reader<'_>, otherwise: Defaults) -> Defaults {
    let Defaults { on_rollback, on_exhausted, start } = otherwise;
    let rollback = ["lead", "wait", "throw", "toggle"];
    let exhausted = ["wait", "lead", "throw"];
    let start = match start {
        Start::Reset { .. } => 0,
        Start::Rolling => 1,
        Start::Random => 2,
    };
    Defaults {
        on_rollback: OnRollback::ALL[reader.choice("onRollback", &rollback, on_rollback as usize)],
        on_exhausted: OnExhausted::ALL[reader.choice("onExhausted", &exhausted, on_exhausted as usize)],
        start: match reader.choice("sequence", &["reset", "rolling", "random"], start) {
            0 => Start::Reset { threshold: 0 },
            1 => Start::Rolling,
            _ => Start::Random,
        },
    }
}
