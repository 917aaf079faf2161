//! The leases and generators of a trial.

use flakekit::lease::SeatId;
use proptest::sample::Index;

use super::steps::Options;
use crate::support::leased::Lease;

/// The record of a seat.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    /// The number of the lease that has the seat.
    pub owner: Option<usize>,
    pub from: u64,
    pub until: u64,
}

/// A lease or a generator without one.
pub struct Member {
    pub process: usize,
    pub handle: usize,
    pub options: Options,
    pub lease: Option<Leased>,
    /// The number of the batch in progress, and its IDs.
    pub batch: Option<(u32, Vec<u128>)>,
}

/// The seat and the windows of a lease.
pub struct Leased {
    pub lease: Lease,
    pub seat: (u32, SeatId),
    /// The windows that the lease was granted. Only the last window is extended.
    pub windows: Vec<(u64, u64)>,
    pub is_open: bool,
}

/// One of the last 4 places that `is_wanted` accepts.
pub fn recent<T>(index: Index, all: &[T], is_wanted: impl Fn(&T) -> bool) -> Option<usize> {
    let wanted: Vec<_> = (0..all.len()).rev().filter(|&at| is_wanted(&all[at])).take(4).collect();
    (!wanted.is_empty()).then(|| wanted[index.index(wanted.len())])
}

pub fn can_request(member: &Member) -> bool {
    member.lease.as_ref().is_none_or(|leased| leased.is_open)
}

pub fn is_open_lease(member: &Member) -> bool {
    member.lease.as_ref().is_some_and(|leased| leased.is_open)
}
