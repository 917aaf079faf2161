//! The options of a generator, and their checks.

use crate::error::{Code, Error, refuse};
use crate::formats::{FieldNumbers, Format};
use crate::layout::{Kind, MAX_NAMES};
use crate::limits::{DAY_MS, check_limits};
use crate::sequencer::{OnExhausted, OnRollback, Policy, Start, State, length};
use crate::snapshot::{self, RawSnapshot, Saved};

/// The longest wait for an ID, if the options state none, in ms.
pub const DEFAULT_WAIT_MS: u64 = 1_000;

/// The options of a generator as the caller gives them, not checked yet. `None` is not given.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RawOptions {
    /// The node fields and their parts, each at its [`Format::position`].
    pub fields: FieldNumbers,
    /// See [`Policy::on_rollback`]. Default of this and the next two policies: those of the format.
    pub on_rollback: Option<OnRollback>,
    /// See [`Policy::on_exhausted`].
    pub on_exhausted: Option<OnExhausted>,
    /// See [`Policy::start`].
    pub start: Option<Start>,
    /// The first and the last sequence number, in either order. Default: all.
    pub sequence_range: Option<(u64, u64)>,
    /// The threshold of [`Start::Reset`]. Default: 0.
    pub sequence_reset_threshold: Option<u64>,
    /// ms, up to a day. Default: 10 000, rounded down to whole ticks.
    pub max_lead: Option<u64>,
    /// ms, up to a day. Default: `max_lead`. Only leases have it.
    pub max_lag: Option<u64>,
    /// ms, up to a day. Default: 1000.
    pub max_wait: Option<u64>,
    /// The state to resume.
    pub snapshot: Option<RawSnapshot>,
}

/// The options of a generator, checked by [`GeneratorOptions::new`] or elsewhere by the caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratorOptions {
    /// The value of the node fields; `None` if a node is to be chosen.
    pub node: Option<u64>,
    /// What the generator keeps.
    pub settings: Settings,
    /// The state to resume.
    pub saved: Option<State>,
}

/// The options that a generator keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The first and the last sequence number, both inclusive.
    pub range: (u32, u32),
    /// What to do when the next number cannot be granted at once.
    pub policy: Policy,
    /// The longest wait for an ID, in ms.
    pub max_wait: u64,
}

impl GeneratorOptions {
    /// Checks the options of a generator of a format.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `INVALID_FIELD` or `INVALID_SNAPSHOT`; `INVALID_LAYOUT` if the IDs of the format are only read.
    pub fn new(format: &Format, raw: &RawOptions) -> Result<Self, Error> {
        format.check_making()?;
        let saved = match &raw.snapshot {
            None => None,
            Some(snapshot) => Some(snapshot::read(format, snapshot)?),
        };
        let range = range(format, raw, saved.as_ref())?;
        let is_automatic = format.chooses_node() && raw.fields == [None; MAX_NAMES];
        // With a snapshot, the node fields count as a part of it. So a wrong node field means that the snapshot is
        // damaged.
        let as_damage =
            |error: Error| if saved.is_some() { error.with_code(Code::InvalidSnapshot) } else { error };
        let node = if is_automatic {
            None
        } else {
            // Only the time may lie above the low 64 bits.
            Some(format.pack(&raw.fields, Some(Kind::Node), false).map_err(as_damage)? as u64)
        };
        let settings = Settings::new(format, raw, range)?;
        Ok(Self { node, settings, saved: saved.map(|Saved { state, .. }| state) })
    }
}

impl Settings {
    /// The settings of a generator with this sequence range.
    ///
    /// # Errors
    /// `INVALID_OPTION`.
    fn new(format: &Format, raw: &RawOptions, range: (u32, u32)) -> Result<Self, Error> {
        let policy = policy(format, raw, range)?;
        Ok(Self { range, policy, max_wait: ms("maxWait", raw.max_wait, DEFAULT_WAIT_MS)? })
    }

    /// The settings of a lease whose seat has this range of sequence numbers.
    ///
    /// # Errors
    /// `INVALID_OPTION`.
    pub fn of_lease(format: &Format, raw: &RawOptions, (first, last): (u32, u32)) -> Result<Self, Error> {
        // The threshold counts from the seat's first number, so all seats have the same limits.
        let mut settings = Self::new(format, raw, (0, last - first))?;
        settings.range = (first, last);
        let Policy { start, on_rollback, max_lead, max_lag, .. } = &mut settings.policy;
        if let Start::Reset { threshold: threshold @ 1.. } = start {
            *threshold += first;
        }
        // The clock of a lease goes back only after it was far ahead by mistake. With a lead, IDs go on
        // increasing.
        if raw.on_rollback.is_none() && *on_rollback == OnRollback::Toggle {
            *on_rollback = OnRollback::Lead;
        }
        // A window begins and ends with whole ticks. If a tick is longer than the usual `maxLead`, a new seat
        // would make no ID until a tick begins.
        if raw.max_lead.is_none() {
            *max_lead = 1.max(*max_lead);
            if raw.max_lag.is_none() {
                *max_lag = 1.max(*max_lag);
            }
        }
        Ok(settings)
    }
}

fn range(format: &Format, raw: &RawOptions, saved: Option<&Saved>) -> Result<(u32, u32), Error> {
    let max = format.layout().place(Kind::Sequence).max();
    let range = match raw.sequence_range {
        None => saved.map_or((0, max as u32), |saved| saved.range),
        Some((one, other)) => {
            let one = check_limits("sequenceRange[0]", one, 0, max)? as u32;
            let other = check_limits("sequenceRange[1]", other, 0, max)? as u32;
            (one.min(other), one.max(other))
        }
    };
    let min_length = format.min_range_length();
    if length(range) < min_length {
        return Err(refuse!(
            InvalidOption,
            "sequenceRange is [{}, {}]; it must have at least {} numbers",
            range.0,
            range.1,
            min_length
        ));
    }
    if saved.is_some_and(|saved| saved.range != range) {
        return Err(refuse!(
            InvalidSnapshot,
            "the snapshot is of another identity: it has another sequence range"
        ));
    }
    Ok(range)
}

fn policy(format: &Format, raw: &RawOptions, range: (u32, u32)) -> Result<Policy, Error> {
    let default = format.policy();
    let mut policy = Policy {
        on_rollback: raw.on_rollback.unwrap_or(default.on_rollback),
        on_exhausted: raw.on_exhausted.unwrap_or(default.on_exhausted),
        start: raw.start.unwrap_or(default.start),
        ..default
    };
    let max_lead = ms("maxLead", raw.max_lead, default.max_lead * format.unit())?;
    policy.max_lead = max_lead / format.unit();
    policy.max_lag = ms("maxLag", raw.max_lag, max_lead)? / format.unit();
    if policy.on_rollback == OnRollback::Toggle && format.layout().place(Kind::Toggle).bits == 0 {
        return Err(refuse!(
            InvalidOption,
            "onRollback is 'toggle', but {} has no toggle field",
            &format.called()
        ));
    }
    if let Some(threshold) = raw.sequence_reset_threshold {
        let threshold = check_limits("sequenceResetThreshold", threshold, 0, range.1.into())? as u32;
        let Start::Reset { .. } = policy.start else {
            return Err(refuse!(
                InvalidOption,
                "sequenceResetThreshold is {}; it needs sequenceStart: 'reset'",
                threshold
            ));
        };
        policy.start = Start::Reset { threshold };
    }
    Ok(policy)
}

fn ms(name: &str, given: Option<u64>, default: u64) -> Result<u64, Error> {
    given.map_or(Ok(default), |ms| check_limits(name, ms, 0, DAY_MS))
}
