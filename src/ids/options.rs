//! The options of IDs, by their names in Rust.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::{Clock, Ids, process, words};
use crate::error::{Error, refuse};
use crate::formats::Format;
use crate::layout::Kind;
use crate::message::Word;
use crate::options::{GeneratorOptions, RawOptions};
use crate::sequencer::{OnExhausted, OnRollback, Start};

/// The options of [`Ids`]. An option that is not given has the format's default.
#[derive(Clone)]
#[must_use]
pub struct IdsOptions {
    format: Format,
    raw: RawOptions,
    clock: Clock,
}

impl IdsOptions {
    pub(super) fn new(format: &Format) -> Self {
        Self { format: format.clone(), raw: RawOptions::default(), clock: Arc::new(SystemTime::now) }
    }

    /// The number of a node field, or of a part of one, by its name in the format. If the format has one node field
    /// only, `machineId` names this field, too.
    ///
    /// # Errors
    /// `INVALID_FIELD` if there is no such field.
    pub fn field(mut self, name: &str, number: u64) -> Result<Self, Error> {
        let own = self.format.name_of_machine().filter(|_| name == "machineId").unwrap_or(name);
        let is_node = |kind| matches!(kind, Kind::Node | Kind::Part);
        let fields = self.format.layout().fields();
        let is_known = fields.iter().any(|field| is_node(field.kind) && *field.name == *own);
        let Some(position) = self.format.position(own).filter(|_| is_known) else {
            let name = Word::Quoted(name);
            return Err(refuse!(InvalidField, "{} is no node field of {}", name, &self.format.called()));
        };
        self.raw.fields[position] = Some(number);
        Ok(self)
    }

    /// What to do when the clock reads earlier than before.
    pub fn on_rollback(mut self, policy: OnRollback) -> Self {
        self.raw.on_rollback = Some(policy);
        self
    }

    /// What to do when all sequence numbers of a tick are used.
    pub fn on_exhausted(mut self, policy: OnExhausted) -> Self {
        self.raw.on_exhausted = Some(policy);
        self
    }

    /// Where the sequence of a new tick starts.
    pub fn start(mut self, start: Start) -> Self {
        self.raw.start = Some(start);
        self.raw.sequence_reset_threshold = match start {
            Start::Reset { threshold } => Some(threshold.into()),
            Start::Rolling | Start::Random => None,
        };
        self
    }

    /// The first and the last sequence number. Default: all.
    pub fn sequence_range(mut self, range: RangeInclusive<u64>) -> Self {
        self.raw.sequence_range = Some(range.into_inner());
        self
    }

    /// How far an ID may be ahead of the clock, in whole ms up to a day. Default: 10 s.
    pub fn max_lead(mut self, time: Duration) -> Self {
        self.raw.max_lead = Some(ms(time));
        self
    }

    /// How long to wait for an ID, in whole ms up to a day. Default: 1 s.
    pub fn max_wait(mut self, time: Duration) -> Self {
        self.raw.max_wait = Some(ms(time));
        self
    }

    /// The clock. Default: `SystemTime::now`. [`Ids`] with different clocks still share the counter of the process.
    pub fn clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Checks the options. Without a node field, sno has a random node. All [`Ids`] without a node field share this
    /// node.
    ///
    /// # Errors
    /// `INVALID_OPTION`, also if other [`Ids`] of a format with a toggle have an overlapping range; `INVALID_FIELD`;
    /// `INVALID_LAYOUT` if the IDs of the format are only read; `EPOCH_REQUIRED`; `NO_RANDOMNESS`.
    pub fn open(self) -> Result<Ids, Error> {
        let Self { format, raw, clock } = self;
        let options = GeneratorOptions::new(&format, &raw).map_err(|error| words::of_option(&error))?;
        let number = process::open(&format.scheme()?, options)
            .map_err(|refusal| words::of_refusal(refusal, &format))?;
        Ok(Ids { settings: options.settings, format, number, clock })
    }
}

impl fmt::Debug for IdsOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, raw, .. } = self;
        f.debug_struct("IdsOptions").field("format", format).field("raw", raw).finish_non_exhaustive()
    }
}

fn ms(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}
