//! Trials with random formats.

use std::env;
use std::rc::Rc;

use flakekit::Format;
use flakekit::layout::Kind;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{EPOCH, custom_format};

/// The settings that the formats of a trial have in common.
#[derive(Debug, Clone, Copy)]
pub struct Setup {
    /// Whether the formats have two timelines.
    pub toggles: bool,
    pub unit: u64,
}

impl Setup {
    /// A format with these bits for nodes and sequence numbers, and 41 bits for the rest.
    pub fn format(self, nodes: u8, numbers: u8) -> Rc<Format> {
        let toggles = u8::from(self.toggles);
        let fields = [
            (Kind::Time, "timestamp", 41 - toggles),
            (Kind::Toggle, "toggle", toggles),
            (Kind::Node, "node", nodes),
            (Kind::Sequence, "sequence", numbers),
        ];
        let fields: Vec<_> = fields.into_iter().filter(|(_, _, bits)| *bits > 0).collect();
        custom_format(&fields, self.unit, EPOCH)
    }
}

/// Setups with ticks of one of these lengths in ms.
pub fn setups(ticks: &'static [u64]) -> impl Strategy<Value = Setup> {
    (any::<bool>(), select(ticks)).prop_map(|(toggles, unit)| Setup { toggles, unit })
}

/// The configuration of a property with this many trials, and with 200 times as many in the long form.
pub fn trials(cases: u32) -> ProptestConfig {
    let is_long = env::var("FLAKEKIT_LONG").is_ok_and(|value| value == "1");
    let cases = if is_long { cases * 200 } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
