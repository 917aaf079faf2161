//! The steps of a script.

use std::rc::Rc;

use flakekit::Format;
use flakekit::layout::Kind;
use flakekit::lease::{RawTerms, SeatId};
use flakekit::sequencer::{OnExhausted, OnRollback, Policy, Start};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::leased::shares;
use crate::support::{EPOCH, Given, NOW, built_in, custom_format, range};

/// Where the fields of the formats are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Time, nodes, numbers.
    Usual,
    /// The fields of `Usual`, with the longest time that there is, which begins about 270 000 years ago.
    Far,
    /// The numbers are above the low 32 bits, the time is below them, and there are random bits.
    Turned,
    /// sno's format, whose time is above the low 64 bits.
    Sno,
}

/// The settings that the formats of a script have in common.
#[derive(Debug, Clone, Copy)]
pub struct Setup {
    pub shape: Shape,
    toggles: bool,
    unit: u64,
    /// The start of the seat's sequence.
    pub seat_start: &'static str,
}

impl Setup {
    /// The format; or a format whose numbers cover the node too.
    pub fn format(self, wide: bool) -> Rc<Format> {
        let toggles = u8::from(self.toggles);
        let (nodes, numbers) = if wide { (0, 8) } else { (2, 6) };
        let fields = |time| {
            [
                (Kind::Time, "timestamp", time - toggles),
                (Kind::Toggle, "toggle", toggles),
                (Kind::Node, "node", nodes),
                (Kind::Sequence, "sequence", numbers),
                (Kind::Random, "random", 8),
            ]
        };
        let (fields, epoch) = match self.shape {
            Shape::Sno => return built_in("sno"),
            Shape::Usual => (fields(41)[..4].to_vec(), EPOCH),
            Shape::Far => {
                let time = match self.unit {
                    1 => 53,
                    4 => 51,
                    10 => 50,
                    _ => 43,
                };
                (fields(time + toggles)[..4].to_vec(), -8_640_000_000_000_000)
            }
            Shape::Turned => {
                let [time, toggle, node, sequence, random] = fields(41);
                (vec![random, sequence, node, toggle, time], EPOCH)
            }
        };
        let fields: Vec<_> = fields.into_iter().filter(|(_, _, bits)| *bits > 0).collect();
        custom_format(&fields, self.unit, epoch)
    }

    /// The name of the node field.
    pub fn node(self) -> &'static str {
        if self.shape == Shape::Sno { "partition" } else { "node" }
    }

    pub fn seat(self) -> (RawTerms, (u32, SeatId)) {
        let count = if self.shape == Shape::Sno { 2048 } else { 2 };
        (shares(count), (0, SeatId { node: 2, share: 1 }))
    }
}

pub fn setups() -> impl Strategy<Value = Setup> {
    let shapes = select(vec![Shape::Usual, Shape::Usual, Shape::Far, Shape::Turned, Shape::Sno]);
    let starts = select(vec!["reset", "rolling", "random"]);
    (shapes, any::<bool>(), select(vec![1, 4, 10, 1000]), starts).prop_map(
        |(shape, toggles, unit, seat_start)| {
            let (toggles, unit) = if shape == Shape::Sno { (true, 4) } else { (toggles, unit) };
            Setup { shape, toggles, unit, seat_start }
        },
    )
}

/// The owner of a generator's sequencer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The sequencer of the generator's identity.
    Pool,
    /// A sequencer of the generator's own.
    Itself,
    /// The sequencer of the seat of a lease.
    Seat,
}

/// The options of a generator.
#[derive(Debug, Clone)]
pub struct Options {
    pub owner: Owner,
    /// Whether the generator's numbers cover the bits of the other generators' nodes.
    wide: bool,
    range: (u64, u64),
    start: &'static str,
    threshold: u64,
    on_rollback: Option<&'static str>,
    on_exhausted: &'static str,
    max_lead: u64,
    max_lag: u64,
}

prop_compose! {
    fn options()(
        owner in select(vec![Owner::Pool, Owner::Pool, Owner::Pool, Owner::Itself, Owner::Seat, Owner::Seat]),
        wide in prop::bool::weighted(0.15),
        range in select(vec![(0, 40), (0, 40), (0, 40), (0, 7), (30, 50), (41, 63), (3, 6), (5, 5)]),
        start in select(vec!["reset", "reset", "reset", "rolling", "rolling", "random"]),
        threshold in prop_oneof![4 => Just(0), 1 => 1u64..6],
        on_rollback in select(vec![None, None, Some("lead"), Some("wait"), Some("throw")]),
        on_exhausted in select(vec!["wait", "lead", "throw"]),
        max_lead in 0u64..60,
        max_lag in 0u64..60,
    ) -> Options {
        Options { owner, wide, range, start, threshold, on_rollback, on_exhausted, max_lead, max_lag }
    }
}

/// The options of the generators of a script.
pub fn generators() -> impl Strategy<Value = Vec<Options>> {
    prop::collection::vec(options(), 1..5)
}

impl Options {
    fn is_wide(&self, setup: Setup) -> bool {
        self.wide && self.owner != Owner::Seat && matches!(setup.shape, Shape::Usual | Shape::Far)
    }

    /// sno needs four numbers.
    fn range(&self, setup: Setup) -> (u64, u64) {
        if setup.shape == Shape::Sno && self.range == (5, 5) { (5, 9) } else { self.range }
    }

    fn on_rollback(&self, setup: Setup) -> &'static str {
        self.on_rollback.unwrap_or(if setup.toggles { "toggle" } else { "lead" })
    }

    /// Generators of a seat have the range and the start of the seat.
    pub fn given(&self, setup: Setup) -> Vec<(&'static str, Given)> {
        let mut given = vec![
            ("onRollback", self.on_rollback(setup).into()),
            ("onExhausted", self.on_exhausted.into()),
            ("maxLead", self.max_lead.into()),
            ("maxLag", self.max_lag.into()),
        ];
        if self.owner == Owner::Seat {
            given.push(("sequence", setup.seat_start.into()));
            return given;
        }
        let (first, last) = self.range(setup);
        given.extend([("sequence", self.start.into()), ("sequenceRange", range(first, last))]);
        if self.start == "reset" && self.threshold > 0 {
            given.push(("sequenceResetThreshold", self.threshold.into()));
        }
        if !self.is_wide(setup) {
            given.push((setup.node(), 1.into()));
        }
        given
    }

    pub fn format(&self, setup: Setup) -> Rc<Format> {
        setup.format(self.is_wide(setup))
    }

    /// The properties that decide which counter a generator of a pool has: whether the generator is wide, its
    /// range, and its start.
    pub fn identity(&self, setup: Setup) -> (bool, (u32, u32), Start) {
        let (first, last) = self.range(setup);
        (self.is_wide(setup), (first as u32, last as u32), self.start_of(self.start))
    }

    pub fn seat_start(&self, setup: Setup) -> Start {
        self.start_of(setup.seat_start)
    }

    fn start_of(&self, word: &str) -> Start {
        match word {
            "reset" if self.owner != Owner::Seat => Start::Reset { threshold: self.threshold as u32 },
            "reset" => Start::Reset { threshold: 0 },
            "rolling" => Start::Rolling,
            _ => Start::Random,
        }
    }

    pub fn policy(&self, setup: Setup) -> Policy {
        let on_rollback = match self.on_rollback(setup) {
            "lead" => OnRollback::Lead,
            "wait" => OnRollback::Wait,
            "throw" => OnRollback::Throw,
            _ => OnRollback::Toggle,
        };
        let on_exhausted = match self.on_exhausted {
            "wait" => OnExhausted::Wait,
            "lead" => OnExhausted::Lead,
            _ => OnExhausted::Throw,
        };
        let [max_lead, max_lag] = [self.max_lead, self.max_lag].map(|ms| ms / setup.unit);
        Policy { on_rollback, on_exhausted, max_lead, max_lag, ..Policy::standard(setup.unit) }
    }
}

#[derive(Debug, Clone)]
pub enum Action {
    /// Up to n IDs are made one by one. After each ID, the clock moves on by this many ms.
    Next(u32, f64),
    /// An ID is asked for at a reading before the epoch.
    Early,
    /// Up to n IDs are made at once; also as a part of a batch, if one is in progress.
    Fill(u32, bool),
    /// A batch begins; the batch before is handed out.
    Begin,
    Cancel,
    /// The clock is said to stall.
    Stall,
    /// The caller has waited for this many ms.
    Waited(u64),
    Progress,
    /// The seat's numbers are counted.
    Left,
    Save,
    /// One of the latest snapshots is resumed, whichever process it is from.
    Resume(Index),
    /// The generator is closed. The sequencer of a pool continues.
    Close,
    /// A generator with these options is opened again.
    Open(Index),
    /// The window of the seat is extended by this many ms.
    Extend(u64),
    /// A window of the seat begins this many ms after or before the clock, and has this many ms.
    Window(i64, u64),
    /// The lease of the seat ends.
    End,
}

#[derive(Debug, Clone)]
pub struct Step {
    /// Whether the step happens in the second process.
    pub second: bool,
    /// By how many ms the clock moves before the step.
    pub ms: f64,
    /// The generator.
    pub which: Index,
    pub action: Action,
}

prop_compose! {
    pub fn step()(
        second in prop::bool::weighted(0.2),
        ms in prop_oneof![
            16 => Just(0.0),
            8 => select(vec![0.25, 0.5, 0.999, 1.0, 2.0, 3.5, 4.0, 10.0, 1000.0, 2500.25]),
            3 => (-60i32..60).prop_map(f64::from),
            1 => select(vec![-1000.0, -5000.5, 20_000.0, 1e9]),
        ],
        which in any::<Index>(),
        action in actions(),
    ) -> Step {
        Step { second, ms, which, action }
    }
}

fn actions() -> impl Strategy<Value = Action> {
    let index = any::<Index>;
    let gaps = select(vec![0.0, 0.0, 0.0, 0.25, 1.0, 1.5, 4.0, 10.0, 1000.0]);
    prop_oneof![
        40 => (1u32..20, gaps).prop_map(|(count, ms)| Action::Next(count, ms)),
        1 => Just(Action::Early),
        6 => (1u32..30, any::<bool>()).prop_map(|(count, is_batch)| Action::Fill(count, is_batch)),
        3 => Just(Action::Begin),
        3 => Just(Action::Cancel),
        3 => Just(Action::Stall),
        3 => (0u64..1100).prop_map(Action::Waited),
        2 => Just(Action::Progress),
        2 => Just(Action::Left),
        2 => Just(Action::Save),
        2 => index().prop_map(Action::Resume),
        2 => Just(Action::Close),
        4 => index().prop_map(Action::Open),
        4 => (1u64..300).prop_map(Action::Extend),
        3 => (-60i64..60, 0u64..300).prop_map(|(distance, ms)| Action::Window(distance, ms)),
        1 => Just(Action::End),
    ]
}

/// The reading of the clock at which scripts begin.
pub const BEGIN: f64 = NOW as f64;
