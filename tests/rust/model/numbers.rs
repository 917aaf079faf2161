//! A naive model of a sequencer.

use std::collections::{BTreeMap, BTreeSet};

use flakekit::sequencer::{GrantError, OnExhausted, OnRollback, Policy, Run, Start, State, WaitCause};

use crate::support::entropy;

pub const EVER: (u64, u64) = (0, u64::MAX);

/// Remembers every granted number, and finds the next number by search.
#[derive(Debug, Clone)]
pub struct Model {
    range: (u32, u32),
    start: Start,
    /// The ticks and numbers of each timeline.
    granted: [BTreeMap<u64, BTreeSet<u32>>; 2],
    /// Whether the model is in the second timeline.
    toggle: bool,
    /// The latest reading since the model came into this timeline.
    seen: u64,
    /// The number after the last one, for rolling sequences.
    cursor: u32,
    /// The window of the lease, if there is one.
    pub window: Option<(u64, u64)>,
}

impl Model {
    pub fn new(range: (u32, u32), start: Start) -> Self {
        Self {
            range,
            start,
            granted: Default::default(),
            toggle: false,
            seen: 0,
            cursor: range.0,
            window: None,
        }
    }

    /// The one number that a caller who wants one must be granted.
    pub fn expect(&self, clock: u64, policy: &Policy, stalled: bool) -> Result<(u64, u32, bool), GrantError> {
        let wait = |until, cause| {
            Err(if stalled { GrantError::Stalled(cause) } else { GrantError::Wait { until, cause } })
        };
        let [own, other] = [self.toggle, !self.toggle].map(|toggle| &self.granted[usize::from(toggle)]);
        let (lowest, highest) = self.window.unwrap_or(EVER);
        if clock > highest {
            return self.expect_rest(clock, policy);
        }
        let none = BTreeSet::new();
        let (last, numbers, is_new) = match own.last_key_value() {
            Some((&last, numbers)) if clock.max(lowest) <= last => (last, numbers, false),
            _ if clock >= lowest => return Ok((clock, self.begin(), self.toggle)),
            _ => (lowest, &none, true),
        };
        if clock < self.seen {
            let safe = other.last_key_value().map_or(0, |(last, _)| *last);
            match policy.on_rollback {
                OnRollback::Throw => return Err(GrantError::Behind { by: self.seen - clock }),
                OnRollback::Wait => return wait(self.seen, WaitCause::Rollback),
                OnRollback::Toggle if clock < lowest => {}
                OnRollback::Toggle if clock > safe => {
                    return Ok((clock, self.begin(), !self.toggle));
                }
                OnRollback::Toggle => return wait(self.seen.min(safe + 1), WaitCause::Rollback),
                OnRollback::Lead => {}
            }
        }
        let free = |n: &u32| !numbers.contains(n);
        let (min, max) = self.range;
        let candidate = match (self.cursor..=max).find(free).or_else(|| (min..self.cursor).find(free)) {
            _ if is_new => (last, self.begin()),
            Some(number) => (last, number),
            None if clock < last
                && policy.on_rollback == OnRollback::Lead
                && (clock >= lowest || clock < self.seen) =>
            {
                (last + 1, self.begin())
            }
            None => match policy.on_exhausted {
                OnExhausted::Lead => (last + 1, self.begin()),
                OnExhausted::Throw => return Err(GrantError::Exhausted),
                OnExhausted::Wait if stalled && policy.leads_when_stalled => (last + 1, self.begin()),
                OnExhausted::Wait => return wait(last + 1, WaitCause::Exhausted),
            },
        };
        if candidate.0 > highest {
            return Err(GrantError::Expired);
        }
        if candidate.0 - clock > policy.max_lead {
            let cause = if is_new { WaitCause::Window } else { WaitCause::MaxLead };
            return wait(candidate.0 - policy.max_lead, cause);
        }
        Ok((candidate.0, candidate.1, self.toggle))
    }

    /// As [`Model::expect`], when the clock is after the window.
    fn expect_rest(&self, clock: u64, policy: &Policy) -> Result<(u64, u32, bool), GrantError> {
        let (lowest, highest) = self.window.unwrap_or(EVER);
        let granted = &self.granted[usize::from(self.toggle)];
        let last = granted.last_key_value().map_or(0, |(last, _)| *last);
        for tick in lowest.max(clock.saturating_sub(policy.max_lag)).max(last)..=highest {
            let Some(numbers) = granted.get(&tick) else {
                return Ok((tick, self.begin(), self.toggle));
            };
            let free = |n: &u32| !numbers.contains(n);
            let (min, max) = self.range;
            if let Some(number) = (self.cursor..=max).find(free).or_else(|| (min..self.cursor).find(free)) {
                return Ok((tick, number, self.toggle));
            }
        }
        Err(GrantError::Expired)
    }

    /// How many numbers the window has left from a reading of the clock on.
    pub fn left_in_window(&self, clock: u64, policy: &Policy) -> u64 {
        let (lowest, highest) = self.window.unwrap_or(EVER);
        let granted = &self.granted[usize::from(self.toggle)];
        let last = granted.last_key_value().map_or(0, |(last, _)| *last);
        let free = |tick| {
            let used = granted.get(&tick).map_or(0, BTreeSet::len) as u64;
            u64::from(self.range.1 - self.range.0) + 1 - used
        };
        let earliest = if clock > highest { clock.saturating_sub(policy.max_lag) } else { clock };
        (lowest.max(earliest).max(last)..=highest).map(free).sum()
    }

    /// The first number of a new tick.
    fn begin(&self) -> u32 {
        let (min, max) = self.range;
        let cursor = if (min..=max).contains(&self.cursor) { self.cursor } else { min };
        match self.start {
            Start::Rolling => cursor,
            Start::Reset { threshold } if cursor < threshold => cursor,
            Start::Reset { .. } => min,
            Start::Random => min + (u64::from(entropy().unwrap()) % u64::from(max - min + 1)) as u32,
        }
    }

    /// Notes numbers that were granted.
    pub fn take(&mut self, clock: u64, run: Run) {
        let range = self.range;
        let seen = clock.min(run.tick);
        self.seen = if run.toggle == self.toggle { self.seen.max(seen) } else { seen };
        self.toggle = run.toggle;
        let granted = self.granted[usize::from(run.toggle)].entry(run.tick).or_default();
        for number in run.first..run.first + run.count {
            assert!((range.0..=range.1).contains(&number), "{number} is out of range");
            assert!(granted.insert(number), "granted twice: {run:?}");
            self.cursor = if number == range.1 { range.0 } else { number + 1 };
        }
    }

    /// Notes that the last numbers of a run were taken back.
    pub fn take_back(&mut self, run: Run, unused: u32) {
        let granted = self.granted[usize::from(run.toggle)].get_mut(&run.tick).unwrap();
        for number in run.first + (run.count - unused)..run.first + run.count {
            assert!(granted.remove(&number));
        }
        if unused > 0 {
            self.cursor = run.first + (run.count - unused);
        }
    }

    /// Notes that a rival has granted from a tick.
    pub fn retire(&mut self, tick: u64) {
        let granted = &mut self.granted[usize::from(self.toggle)];
        if granted.last_key_value().is_none_or(|(last, _)| *last <= tick) {
            granted.entry(tick).or_default().extend(self.range.0..=self.range.1);
        }
    }

    /// The state of a snapshot. Its count of timelines is reduced to the number of the present timeline.
    pub fn state(&self) -> Option<State> {
        let [own, other] = [self.toggle, !self.toggle].map(|toggle| &self.granted[usize::from(toggle)]);
        let (&tick, numbers) = own.last_key_value()?;
        let safe = other.last_key_value().map_or(0, |(last, _)| *last);
        let (used, drifts) = (numbers.len() as u64, u32::from(self.toggle));
        Some(State { tick, seen: self.seen, next: self.cursor, used, safe, drifts })
    }

    /// A copy of the model after its sequencer has resumed a snapshot and got this state.
    pub fn resumed(&self, State { tick, seen, next, used, safe, drifts }: State) -> Self {
        let (toggle, length) = (drifts % 2 == 1, u64::from(self.range.1 - self.range.0) + 1);
        let number = |back| self.range.0 + ((u64::from(next - self.range.0) + length - back) % length) as u32;
        let mut granted = [BTreeMap::new(), BTreeMap::new()];
        granted[usize::from(toggle)].insert(tick, (1..=used).map(number).collect());
        if safe > 0 {
            granted[usize::from(!toggle)].insert(safe, (self.range.0..=self.range.1).collect());
        }
        Self { granted, toggle, seen, cursor: next, ..self.clone() }
    }
}
