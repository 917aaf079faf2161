//! The rules of the protocol, each of which can be left out, to see that the checker notices its absence.

use flakekit::lease::{Task, Terms, View};

use crate::state::{Faults, State};
use crate::store::{Message, RecordChange};
use crate::world::{World, node, section};

/// A rule of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Nobody is granted a seat before forgotten windows have ended.
    Grace,
    /// The grace period includes the clock's step back at a restart.
    GraceIncludesSkew,
    /// The grace period includes the age of a decision.
    GraceIncludesAge,
    /// A young section grants nothing, not even windows that begin after the grace period.
    NoEarlyGrant,
    /// An extension never lowers the end of a window.
    MaxInExtension,
    /// A release never sets the end below the beginning.
    MaxInRelease,
    /// A window that ran out begins again now, not at its old end.
    NewBeginning,
    /// A young section is not extended by a claimant whose seat has another owner with a later end.
    NoExtensionOverOthers,
    /// A swap applies only if its record is as it was read.
    RecordGuard,
    /// A swap applies only if the head record is as it was read.
    MetaGuard,
    /// A swap applies only if the generation is as it was read.
    GenerationGuard,
    /// A swap applies only if it is not too old.
    AgeGuard,
    /// Every claim has a new name.
    NewName,
    /// A seat is reserved only if no window of it runs.
    FreeReservation,
    /// The IDs of a reserved seat begin after the grace period.
    ReservationAfterGrace,
    /// A space that is prepared begins with a grace period, as one that a claim begins.
    PreparationBeginsGrace,
    /// A space takes other terms only in the generation of its head record.
    AdaptedInGeneration,
    /// A space takes other terms only after its grace period.
    AdaptedAfterGrace,
    /// A space takes other terms only if all its windows have ended.
    AdaptedIfIdle,
    /// A space takes other terms only if no seat is reserved. (The window of such a seat never ends.)
    AdaptedIfNotReserved,
    /// No seat is written while the space is locked, so that it takes other terms.
    AdaptedUnderLock,
    /// The seats are read again under the lock.
    AdaptedIfStillIdle,
    /// In a space with other terms, windows begin when it takes them, and not before, even if the clock jumps.
    AdaptedFromNow,
    /// If the store may forget that a space has other terms, its windows do not become longer than the grace period of before.
    NewWindowsAreCovered,
    /// The same for each section that is replaced: the longest window of the space is not enough.
    EachSectionCoversNewWindows,
    /// The same after a reset, whose longer grace period the store may forget, too.
    NoGraceCoversNewWindows,
    /// The same for the nodes of a replaced section that the new one does not have: they stay a section.
    RestStaysSection,
    /// A space takes other terms only if the windows of the other sections have ended, too; the longest window of all
    /// sections counts, and no section has another age. (This protects leases, and windows do not overlap without it.)
    OtherSectionsAgree,
}

impl Rule {
    /// All rules without which windows overlap.
    pub const ALL: [Self; 27] = [
        Self::Grace,
        Self::GraceIncludesSkew,
        Self::GraceIncludesAge,
        Self::NoEarlyGrant,
        Self::MaxInExtension,
        Self::MaxInRelease,
        Self::NewBeginning,
        Self::NoExtensionOverOthers,
        Self::RecordGuard,
        Self::MetaGuard,
        Self::GenerationGuard,
        Self::AgeGuard,
        Self::NewName,
        Self::FreeReservation,
        Self::ReservationAfterGrace,
        Self::PreparationBeginsGrace,
        Self::AdaptedInGeneration,
        Self::AdaptedAfterGrace,
        Self::AdaptedIfIdle,
        Self::AdaptedIfNotReserved,
        Self::AdaptedUnderLock,
        Self::AdaptedIfStillIdle,
        Self::AdaptedFromNow,
        Self::NewWindowsAreCovered,
        Self::EachSectionCoversNewWindows,
        Self::NoGraceCoversNewWindows,
        Self::RestStaysSection,
    ];

    /// A small world in which windows overlap if this rule is left out.
    #[must_use]
    pub fn world_without(self) -> World {
        let without = World { without: Some(self), ..World::small() };
        let restart = World { faults: Faults { restarts: 1, ..Faults::default() }, ..without.clone() };
        let flush = World {
            faults: Faults { flushes: 2, ..Faults::default() },
            sections: vec![section(1, 1, 3)],
            skew: 0,
            age: 2,
            ..without.clone()
        };
        let jump =
            World { faults: Faults { jumps: 1, ..Faults::default() }, is_durable: true, ..without.clone() };
        // The last process wants the whole node, of which the first one wants a half.
        let adapted = |faults| World {
            faults: Faults { adaptations: 1, ..faults },
            sections: vec![section(1, 2, 2), section(1, 1, 2)],
            ..without.clone()
        };
        let other = adapted(Faults::default());
        let restarted = adapted(restart.faults);
        // The second node has longer windows, which the last process wants for the first one, too.
        let sections = |wanted, resets| World {
            sections: vec![section(1, 1, 1), node(1, 1, 3), wanted],
            known: 2,
            skew: 0,
            faults: Faults { resets, ..restarted.faults },
            ..restarted.clone()
        };
        match self {
            Self::AdaptedInGeneration | Self::AdaptedAfterGrace => restarted,
            Self::AdaptedIfIdle | Self::AdaptedUnderLock | Self::AdaptedIfStillIdle => other,
            Self::AdaptedIfNotReserved => {
                World { reserves: true, sections: vec![section(1, 1, 2), section(1, 2, 2)], ..other }
            }
            Self::AdaptedFromNow => World { is_durable: true, ..adapted(jump.faults) },
            Self::NewWindowsAreCovered => {
                World { sections: vec![section(1, 1, 2), section(1, 1, 6)], duration: 8, ..restarted }
            }
            Self::EachSectionCoversNewWindows => World { duration: 2, ..sections(section(2, 1, 3), 0) },
            Self::NoGraceCoversNewWindows => sections(section(1, 1, 3), 1),
            Self::RestStaysSection => World { without: Some(self), ..World::divided(restart.faults) },
            Self::OtherSectionsAgree => {
                World { without: Some(self), other_age: Some(2), ..World::beside(restart.faults) }
            }
            Self::Grace | Self::NewBeginning | Self::GenerationGuard => restart,
            Self::NoEarlyGrant => World { is_new: true, ..restart },
            Self::GraceIncludesSkew => World { skew: 2, ..restart },
            Self::GraceIncludesAge | Self::MetaGuard | Self::AgeGuard => flush,
            Self::MaxInExtension | Self::NoExtensionOverOthers => jump,
            Self::MaxInRelease => World { faults: Faults { releases: 1, ..jump.faults }, ..jump },
            Self::RecordGuard => without,
            Self::FreeReservation => World { reserves: true, ..without },
            Self::ReservationAfterGrace => World { reserves: true, ..restart },
            Self::PreparationBeginsGrace => World { preparations: 1, ..flush },
            Self::NewName => World { faults: Faults { kills: 1, ..Faults::default() }, ..without },
        }
    }

    /// Leaves the rule out of a decision: changes the view that the claimant reads.
    pub(crate) fn change_view(self, world: &World, task: Task, token: Option<u64>, view: &mut View) {
        let now = view.now;
        let grace = world.window() + world.skew + world.age;
        let Some(head) = &mut view.head else { return };
        let young_until = head.since + grace;
        let is_young = now < young_until;
        match self {
            Self::Grace => head.since = 0,
            // A grace period is made shorter by an earlier beginning.
            Self::GraceIncludesSkew => head.since = head.since.saturating_sub(world.skew),
            Self::GraceIncludesAge => head.since = head.since.saturating_sub(world.age),
            Self::NoEarlyGrant if is_young && task == Task::Claim => view.now = young_until,
            Self::NoExtensionOverOthers if is_young && task == Task::Extend => {
                for (_, seat) in &mut view.seats {
                    if seat.is_some_and(|seat| seat.owner != token) {
                        *seat = None;
                    }
                }
            }
            _ => {}
        }
    }

    /// Leaves the rule out of a decision of a process that wants other terms. `reads_all`: it changes the space.
    pub(crate) fn change_view_of_others(self, terms: &Terms, reads_all: bool, view: &mut View) {
        let Some(head) = &mut view.head else { return };
        let wants_others = !head.sections.contains(&terms.section);
        let overlaps = head.sections.iter().any(|section| section.overlaps(&terms.section));
        match self {
            Self::AdaptedInGeneration if wants_others => head.generation.clone_from(&view.generation),
            Self::AdaptedAfterGrace if wants_others => head.since = 0,
            Self::OtherSectionsAgree if wants_others && overlaps => {
                head.sections.retain(|section| section.overlaps(&terms.section));
            }
            Self::AdaptedIfIdle if reads_all => view.seats.iter_mut().for_each(|(_, seat)| *seat = None),
            Self::AdaptedUnderLock if !wants_others => head.nonce &= u64::MAX >> 1,
            Self::AdaptedIfStillIdle if reads_all && head.is_locked() => {
                view.seats.iter_mut().for_each(|(_, seat)| *seat = None);
            }
            Self::AdaptedIfNotReserved if reads_all => {
                for (_, seat) in &mut view.seats {
                    *seat = seat.filter(|seat| seat.owner != Some(u64::from(u8::MAX)));
                }
            }
            _ => {}
        }
    }

    /// Leaves the rule out of a decision: changes the swap.
    pub(crate) fn change_message(
        self,
        world: &World,
        terms: &Terms,
        task: Task,
        state: &State,
        message: &mut Message,
    ) {
        match (self, task, &mut message.change) {
            (Self::MaxInExtension, Task::Extend, RecordChange::Seat { next, .. }) => {
                next.until = state.now + world.window() as u8;
            }
            (Self::MaxInRelease, Task::Release { used_until }, RecordChange::Seat { next, .. }) => {
                next.until = used_until as u8;
            }
            (Self::AdaptedFromNow, _, RecordChange::Head(next))
                if state.records.head.is_some_and(|head| head.sections != next.sections) =>
            {
                next.since = 0;
            }
            (Self::OtherSectionsAgree, _, RecordChange::Head(next)) => {
                let others = state.records.head.map_or(0, |head| world.others(head.sections, &terms.section));
                next.sections |= others;
            }
            _ => {}
        }
    }
}
