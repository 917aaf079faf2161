//! The steps of a trial.

use flakekit::lease::SeatId;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::Given;
use crate::support::trial::Setup;

/// The options of a lease or of a generator.
#[derive(Debug, Clone)]
pub struct Options {
    start: &'static str,
    on_rollback: Option<&'static str>,
    on_exhausted: &'static str,
    pub max_lead: u64,
    pub max_lag: u64,
}

impl Options {
    pub fn given(&self, setup: Setup) -> Vec<(&'static str, Given)> {
        let usual = if setup.toggles { "toggle" } else { "lead" };
        vec![
            ("sequence", self.start.into()),
            ("onRollback", self.on_rollback.unwrap_or(usual).into()),
            ("onExhausted", self.on_exhausted.into()),
            ("maxLead", self.max_lead.into()),
            ("maxLag", self.max_lag.into()),
        ]
    }
}

prop_compose! {
    fn options()(
        start in select(vec!["reset", "reset", "reset", "rolling", "random"]),
        on_rollback in select(vec![None, None, Some("lead"), Some("wait"), Some("throw")]),
        on_exhausted in select(vec!["wait", "lead", "throw"]),
        max_lead in 0u64..60,
        max_lag in 0u64..60,
    ) -> Options {
        Options { start, on_rollback, on_exhausted, max_lead, max_lag }
    }
}

/// A seat of one of two spaces. The second space has two shares.
fn seats() -> impl Strategy<Value = (u32, SeatId)> {
    select(vec![(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1)])
        .prop_map(|(space, node, share)| (space, SeatId { node, share }))
}

#[derive(Debug, Clone)]
pub enum Action {
    /// A process claims a seat, if it is free, with a window of this many ms.
    Take { process: usize, seat: (u32, SeatId), options: Options, ms: u64 },
    /// A lease extends its window, if it has not lost the seat.
    Extend(Index, u64),
    /// A lease closes its window, until it is extended.
    Suspend(Index),
    /// A lease ends. The store gets its release or does not get it.
    End(Index, bool),
    /// A process opens a generator: of the usual format, or of a format whose sequence covers the node.
    Open { process: usize, wide: bool, node: u64, range: (u64, u64), options: Options },
    /// Up to n IDs are made one by one. After each ID, the clock moves on by this many ms.
    Next(Index, u32, u64),
    /// A batch begins; the batch before is complete.
    Begin(Index),
    /// Up to n IDs are added to a batch.
    Fill(Index, u32),
    /// A batch is cancelled.
    Cancel(Index),
}

fn actions() -> impl Strategy<Value = Action> {
    let index = any::<Index>;
    let window = || 10u64..120;
    let ranges = select(vec![(0, 15), (0, 15), (0, 7), (8, 15), (5, 9)]);
    prop_oneof![
        6 => (0usize..2, seats(), options(), window())
            .prop_map(|(process, seat, options, ms)| Action::Take { process, seat, options, ms }),
        6 => (index(), window()).prop_map(|(lease, ms)| Action::Extend(lease, ms)),
        1 => index().prop_map(Action::Suspend),
        3 => (index(), any::<bool>()).prop_map(|(lease, heard)| Action::End(lease, heard)),
        1 => (0usize..2, prop::bool::weighted(0.2), 0u64..2, ranges, options()).prop_map(
            |(process, wide, node, range, options)| Action::Open { process, wide, node, range, options }
        ),
        30 => (index(), 1u32..8, select(vec![0, 0, 0, 0, 1, 6, 10]))
            .prop_map(|(which, count, ms)| Action::Next(which, count, ms)),
        2 => index().prop_map(Action::Begin),
        4 => (index(), 1u32..30).prop_map(|(which, count)| Action::Fill(which, count)),
        2 => index().prop_map(Action::Cancel),
    ]
}

#[derive(Debug, Clone)]
pub struct Step {
    /// By how many ms the store's clock moves before the step.
    pub ms: u64,
    /// How far the clocks of the processes are ahead of the store's clock.
    pub ahead: Option<[i64; 2]>,
    pub stalled: bool,
    pub action: Action,
}

prop_compose! {
    pub fn steps()(
        ms in prop_oneof![20 => Just(0), 6 => 1u64..12, 2 => 12u64..80],
        ahead in prop::option::weighted(0.08, [-60i64..60, -60i64..60]),
        stalled in prop::bool::weighted(0.1),
        action in actions(),
    ) -> Step {
        Step { ms, ahead, stalled, action }
    }
}
