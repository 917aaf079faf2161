//! The processes, leases and generators of a trial, and the rules that they must keep.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use flakekit::lease::SeatId;
use flakekit::{Code, Format, Generator, NextError};
use proptest::prelude::*;
use proptest::sample::Index;

use super::members::{Leased, Member, Record, can_request, is_open_lease, recent};
use super::steps::{Action, Options, Step};
use crate::support::leased::{Process, shares};
use crate::support::trial::Setup;
use crate::support::{NOW, range, run_of};

/// The format of the seats. Its IDs have 47 bits.
fn usual(setup: Setup) -> Rc<Format> {
    setup.format(2, 4)
}

pub struct World {
    setup: Setup,
    /// The store's clock, in ms after [`NOW`].
    now: u64,
    ahead: [i64; 2],
    records: BTreeMap<(u32, SeatId), Record>,
    processes: [Process; 2],
    members: Vec<Member>,
    /// The IDs of leases, by space.
    leased: [HashSet<u128>; 2],
    /// By process: the IDs of its leases, and the IDs of its generators without a lease.
    of_leases: [HashSet<u128>; 2],
    of_generators: [HashSet<u128>; 2],
}

impl World {
    pub fn new(setup: Setup) -> Self {
        Self {
            setup,
            now: 1_000,
            ahead: [0, 0],
            records: BTreeMap::new(),
            processes: Default::default(),
            members: Vec::new(),
            leased: Default::default(),
            of_leases: Default::default(),
            of_generators: Default::default(),
        }
    }

    /// The reading of a member's clock, in Unix ms.
    fn reading(&self, which: usize) -> i64 {
        NOW + self.now as i64 + self.ahead[self.members[which].process]
    }

    fn generator(&mut self, which: usize) -> &mut Generator {
        let Member { process, handle, .. } = self.members[which];
        self.processes[process].generator(handle)
    }

    fn hand_out(&mut self, which: usize, id: u128) -> Result<(), TestCaseError> {
        let Member { process, lease, .. } = &self.members[which];
        if let Some(Leased { seat: (space, _), .. }) = lease {
            prop_assert!(self.leased[*space as usize].insert(id), "{id} was made twice in space {space}");
            prop_assert!(!self.of_generators[*process].contains(&id), "{id} was made by a generator");
            self.of_leases[*process].insert(id);
        } else {
            prop_assert!(self.of_generators[*process].insert(id), "{id} was made twice");
            prop_assert!(!self.of_leases[*process].contains(&id), "{id} was made by a lease");
        }
        Ok(())
    }

    /// The beginning of an ID's tick, in ms after [`NOW`].
    fn instant(&self, id: u128) -> u64 {
        (usual(self.setup).decode(id).unwrap().timestamp - NOW) as u64
    }

    /// Checks that an ID that is granted now is in a window of its seat, and neither leads nor lags too far.
    fn check(&mut self, which: usize, id: u128) -> Result<(), TestCaseError> {
        let (instant, reading) = (self.instant(id), self.reading(which) - NOW);
        let Member { lease, options, .. } = &self.members[which];
        let begin = |ms: i64| ms.div_euclid(self.setup.unit as i64) * self.setup.unit as i64;
        // All ticks begin at a multiple of their length after `NOW`.
        let ahead = instant as i64 - begin(reading);
        prop_assert!(ahead <= options.max_lead as i64, "{id} leads by {ahead} ms");
        if let Some(Leased { windows, .. }) = lease {
            prop_assert!(-ahead <= options.max_lag as i64, "{id} lags by {} ms", -ahead);
            let is_inside = windows.iter().any(|(from, until)| (*from..*until).contains(&instant));
            prop_assert!(is_inside, "{id} of {instant} is outside of {windows:?}");
        }
        Ok(())
    }

    fn check_refusal(&self, which: usize, error: &NextError) -> Result<(), TestCaseError> {
        let is_expired = matches!(error, NextError::Error(error) if error.code() == Code::LeaseExpired);
        prop_assert!(!is_expired || self.members[which].lease.is_some(), "{error:?}");
        Ok(())
    }

    fn take(&mut self, process: usize, seat: (u32, SeatId), options: Options, ms: u64) {
        let record = self.records.get(&seat);
        if record.is_some_and(|record| record.until > self.now) {
            return;
        }
        let terms = shares(u64::from(seat.0) + 1);
        let (format, given) = (usual(self.setup), options.given(self.setup));
        let can_take = self.processes[process].can_take(&format, &terms, seat.1).unwrap();
        let taken = self.processes[process].try_lease(&format, &terms, &given, seat);
        assert_eq!(taken.is_ok(), can_take);
        let Ok(lease) = taken else { return };
        let window = (self.now, self.now + ms);
        self.processes[process].move_window(lease, window);
        let owner = Some(self.members.len());
        self.records.insert(seat, Record { owner, from: window.0, until: window.1 });
        let leased = Leased { lease, seat, windows: vec![window], is_open: true };
        self.members.push(Member {
            process,
            handle: lease.handle,
            options,
            lease: Some(leased),
            batch: None,
        });
    }

    fn extend(&mut self, which: usize, ms: u64) {
        let now = self.now;
        let Member { process, lease, .. } = &mut self.members[which];
        let leased = lease.as_mut().unwrap();
        let record = self.records.get_mut(&leased.seat).unwrap();
        if record.owner != Some(which) {
            return;
        }
        if record.until <= now {
            record.from = now;
            leased.windows.push((now, now));
        }
        record.until = record.until.max(now + ms);
        leased.windows.last_mut().unwrap().1 = record.until;
        self.processes[*process].move_window(leased.lease, (record.from, record.until));
    }

    fn end(&mut self, which: usize, is_heard: bool) -> Result<(), TestCaseError> {
        let Member { process, lease, batch, .. } = &mut self.members[which];
        let process = *process;
        let leased = lease.as_mut().unwrap();
        leased.is_open = false;
        let (lease, seat) = (leased.lease, leased.seat);
        let pending = batch.as_ref().map_or(Vec::new(), |(_, ids)| ids.clone());
        let used_until = self.processes[process].end(lease).max(0) as u64;
        // The IDs of a batch count as used even before the batch is handed out.
        for id in pending {
            prop_assert!(self.instant(id) < used_until, "{id} is not before {used_until}");
        }
        let record = self.records.get_mut(&seat).unwrap();
        if is_heard && record.owner == Some(which) {
            record.owner = None;
            record.until = used_until.clamp(record.from, record.until);
        }
        Ok(())
    }

    /// Makes an ID and hands it out.
    fn next(&mut self, which: usize) -> Result<(), TestCaseError> {
        let now = self.reading(which);
        match self.generator(which).next(now) {
            Ok(id) => {
                self.check(which, id)?;
                self.hand_out(which, id)
            }
            Err(error) => self.check_refusal(which, &error),
        }
    }

    /// Hands out the IDs of a batch.
    fn complete_batch(&mut self, which: usize) -> Result<(), TestCaseError> {
        let (_, ids) = self.members[which].batch.take().unwrap_or_default();
        ids.into_iter().try_for_each(|id| self.hand_out(which, id))
    }

    fn fill(&mut self, which: usize, want: u32) -> Result<(), TestCaseError> {
        let now = self.reading(which);
        let Some((number, mut pending)) = self.members[which].batch.take() else { return Ok(()) };
        let mut made = Vec::new();
        let ids = self.generator(which);
        let step = ids.step();
        let filled =
            ids.fill_runs(now, want, number, &mut |first, count| made.extend(run_of(first, count, step)));
        for id in &made {
            self.check(which, *id)?;
        }
        pending.extend(made);
        self.members[which].batch = Some((number, pending));
        filled.map_or_else(|error| self.check_refusal(which, &error), |_| Ok(()))
    }

    pub fn happen(&mut self, Step { ms, ahead, stalled, action }: Step) -> Result<(), TestCaseError> {
        self.now += ms;
        self.ahead = ahead.unwrap_or(self.ahead);
        let requester = |index: Index, world: &Self| recent(index, &world.members, can_request);
        if let (true, Action::Next(index, ..) | Action::Fill(index, _)) = (stalled, &action)
            && let Some(which) = requester(*index, self)
        {
            let now = self.reading(which);
            self.generator(which).stall(now);
        }
        match action {
            Action::Take { process, seat, options, ms } => self.take(process, seat, options, ms),
            Action::Open { process, wide, node, range: (first, last), options } => {
                let format = if wide { self.setup.format(0, 6) } else { usual(self.setup) };
                let mut given = options.given(self.setup);
                given.push(("sequenceRange", range(first, last)));
                given.extend((!wide).then(|| ("node", node.into())));
                if let Ok(handle) = self.processes[process].open(&format, &given, false) {
                    self.members.push(Member { process, handle, options, lease: None, batch: None });
                }
            }
            Action::Extend(index, ms) => {
                recent(index, &self.members, is_open_lease)
                    .into_iter()
                    .for_each(|which| self.extend(which, ms));
            }
            Action::Suspend(index) => {
                if let Some(which) = recent(index, &self.members, is_open_lease) {
                    let Member { process, lease, .. } = &self.members[which];
                    let seat = lease.as_ref().unwrap().lease.seat;
                    self.processes[*process].handles.seat(seat).unwrap().move_window(0, 0);
                }
            }
            Action::End(index, heard) => {
                if let Some(which) = recent(index, &self.members, is_open_lease) {
                    self.end(which, heard)?;
                }
            }
            Action::Next(index, count, ms) => {
                if let Some(which) = requester(index, self) {
                    for _ in 0..count {
                        self.next(which)?;
                        self.now += ms;
                    }
                }
            }
            Action::Begin(index) => {
                if let Some(which) = requester(index, self) {
                    self.complete_batch(which)?;
                    let number = self.generator(which).begin_batch();
                    self.members[which].batch = Some((number, Vec::new()));
                }
            }
            Action::Fill(index, want) => {
                if let Some(which) = requester(index, self) {
                    self.fill(which, want)?;
                }
            }
            // A batch can be cancelled after the end of its lease too.
            Action::Cancel(index) => {
                if let Some(which) = recent(index, &self.members, |member| member.batch.is_some()) {
                    let (number, _) = self.members[which].batch.take().unwrap();
                    self.generator(which).cancel_batch(number);
                }
            }
        }
        Ok(())
    }

    /// Hands out all batches that are in progress.
    pub fn finish(&mut self) -> Result<(), TestCaseError> {
        for which in 0..self.members.len() {
            self.complete_batch(which)?;
        }
        Ok(())
    }
}
