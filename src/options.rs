//! What a generator can be told, and the checks of it.

use crate::error::{Code, Error, refuse};
use crate::formats::{Defaults, Format};
use crate::layout::{Kind, MAX_NAMES};
use crate::sequencer::{OnExhausted, OnRollback, Start, State};
use crate::snapshot::{self, Saved};
use crate::whole::{DAY, whole};

/// What a generator is asked to be, as it comes from outside: numbers that nobody has checked, and NaN
/// where nothing is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asked {
    /// The node fields and their parts, each at its [`Format::position`].
    pub fields: [f64; MAX_NAMES],
    /// For a clock that went back; the format's policy where `None`, here and below.
    pub on_rollback: Option<OnRollback>,
    /// For a sequence that is used up.
    pub on_exhausted: Option<OnExhausted>,
    /// Where the sequence of a new tick starts.
    pub start: Option<Start>,
    /// The first and the last sequence number, in either order.
    pub range: [f64; 2],
    /// For [`Start::Reset`].
    pub threshold: f64,
    /// ms.
    pub max_lead: f64,
    /// ms.
    pub max_wait: f64,
    /// What to go on from: see [`Saved::numbers`].
    pub saved: Option<[f64; snapshot::NUMBERS]>,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            fields: [f64::NAN; MAX_NAMES],
            on_rollback: None,
            on_exhausted: None,
            start: None,
            range: [f64::NAN; 2],
            threshold: f64::NAN,
            max_lead: f64::NAN,
            max_wait: f64::NAN,
            saved: None,
        }
    }
}

/// Options of a generator, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The node fields, in place; `None` where they are to be chosen.
    pub(crate) node: Option<u128>,
    pub(crate) settings: Settings,
    /// What to go on from.
    pub(crate) saved: Option<State>,
}

/// What a generator keeps of its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The sequence numbers it may use, both inclusive.
    pub range: (u32, u32),
    pub defaults: Defaults,
    /// ms.
    pub max_lead: u64,
    /// ms.
    pub max_wait: u64,
}

impl GeneratorOptions {
    /// Checks what is asked for generators of this format. Unless asked otherwise, the policies are the
    /// format's, all sequence numbers are used, and a lead is 10 000 ms, a wait 1 000 ms at the most.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `INVALID_FIELD` or `INVALID_SNAPSHOT`, with what is wrong and what is allowed.
    pub fn new(format: &Format, asked: &Asked) -> Result<Self, Error> {
        let max = format.layout().place(Kind::Sequence).max();
        let saved = match &asked.saved {
            None => None,
            Some(numbers) => Some(snapshot::read(format, numbers)?),
        };
        let range = if asked.range[0].is_nan() && asked.range[1].is_nan() {
            saved.as_ref().map_or((0, max as u32), |saved| saved.range)
        } else {
            let one = whole("sequenceRange[0]", asked.range[0], 0, max)? as u32;
            let other = whole("sequenceRange[1]", asked.range[1], 0, max)? as u32;
            (one.min(other), one.max(other))
        };
        let fewest = format.least_range();
        if u64::from(range.1 - range.0) + 1 < fewest {
            let (first, last) = (u64::from(range.0), u64::from(range.1));
            return Err(refuse!(
                InvalidOption,
                "sequenceRange is [{}, {}]; it must have at least {} numbers",
                first,
                last,
                fewest
            ));
        }
        if saved.as_ref().is_some_and(|saved| saved.range != range) {
            return Err(refuse!(
                InvalidSnapshot,
                "the snapshot is of another identity: its sequence range differs from the one given"
            ));
        }
        let chosen = format.chooses_node() && asked.fields.iter().all(|number| number.is_nan());
        // Where there is a snapshot, the node fields are its.
        let damaged = |error: Error| if saved.is_some() { error.coded(Code::InvalidSnapshot) } else { error };
        let packed = || format.pack(&asked.fields, Some(Kind::Node)).map_err(damaged);
        let node = if chosen { None } else { Some(packed()?) };
        Ok(Self {
            node,
            settings: Settings {
                range,
                defaults: Self::defaults(format, asked, range)?,
                max_lead: whole_or(10_000, "maxLead", asked.max_lead)?,
                max_wait: whole_or(1_000, "maxWait", asked.max_wait)?,
            },
            saved: saved.map(|Saved { state, .. }| state),
        })
    }

    fn defaults(format: &Format, asked: &Asked, range: (u32, u32)) -> Result<Defaults, Error> {
        let own = format.defaults();
        let mut defaults = Defaults {
            on_rollback: asked.on_rollback.unwrap_or(own.on_rollback),
            on_exhausted: asked.on_exhausted.unwrap_or(own.on_exhausted),
            start: asked.start.unwrap_or(own.start),
            ..own
        };
        if defaults.on_rollback == OnRollback::Toggle && format.layout().place(Kind::Toggle).bits == 0 {
            return Err(refuse!(
                InvalidOption,
                "onRollback is 'toggle', but {} has no toggle field",
                format.name()
            ));
        }
        if !asked.threshold.is_nan() {
            let threshold = whole("sequenceResetThreshold", asked.threshold, 0, range.1.into())? as u32;
            let Start::Reset { .. } = defaults.start else {
                return Err(refuse!(
                    InvalidOption,
                    "sequenceResetThreshold is {}; it goes with sequence: 'reset' alone",
                    u64::from(threshold)
                ));
            };
            defaults.start = Start::Reset { threshold };
        }
        Ok(defaults)
    }
}

fn whole_or(otherwise: u64, name: &str, ms: f64) -> Result<u64, Error> {
    if ms.is_nan() { Ok(otherwise) } else { whole(name, ms, 0, DAY) }
}
