//! An operator who prepares a space: a deployment writes the head record, so that the grace period runs before the first claim.

use crate::lease::step::{Step, View, check_head};
use crate::lease::{Action, Section, Terms};

/// An operator who prepares a space. A server or a keeper performs its claims as it performs those of a
/// [`Claimant`](super::Claimant), but they take no seat: they end with [`Action::Wait`] and the time from which on the
/// space grants seats, which may have passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Preparer;

impl Preparer {
    /// Begins a claim.
    pub fn begin(self, section: &Section) -> Action {
        // The head record is read with each seat.
        Action::Read(vec![section.seat(0)])
    }

    /// Handles the answer to a read. `nonce` is a random number.
    pub fn handle_read(self, terms: &Terms, view: &View, nonce: u64) -> Action {
        match check_head(terms, view, nonce) {
            Ok(head) => Action::Wait(head.grants_from(&view.generation, view.now, terms.section.window_ms)),
            Err(Step::Swap(swap, _)) => Action::Swap(swap),
            Err(Step::Mismatch(mismatch)) => Action::Mismatch(mismatch),
            Err(_) => Action::Lost,
        }
    }

    /// Handles the answer to a swap. Whether it has applied or somebody else was faster, the head record is read again.
    pub fn handle_swap(self, section: &Section) -> Action {
        self.begin(section)
    }
}
