//! An operator who prepares a space: a deployment writes the head record, so that the grace period runs before the first claim.

use crate::lease::adapt::Adaptation;
use crate::lease::step::{Step, View, check_head};
use crate::lease::{Action, Mismatch, Terms};

/// An operator who prepares a space. A server or a keeper performs its claims as it performs those of a
/// [`Claimant`](super::Claimant), but they take no seat: they end with [`Action::Wait`] and the time from which on the
/// space grants seats, which may have passed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Preparer(Option<Adaptation>);

impl Preparer {
    /// Begins a claim.
    pub fn begin(&mut self) -> Action {
        self.0 = None;
        Action::ReadAll(Vec::new())
    }

    /// Handles the answer to a read. `nonce` is a random number.
    pub fn handle_read(&mut self, terms: &Terms, view: &View, nonce: u64) -> Action {
        if let Some(adaptation) = &mut self.0 {
            return adaptation.handle_read(terms, view, nonce).unwrap_or_else(|| self.begin());
        }
        match check_head(terms, view, nonce) {
            Ok(head) => Action::Wait(head.grants_from(&view.generation, view.now, terms.section.window_ms)),
            Err(Step::Swap(swap, _)) => Action::Swap(swap),
            Err(Step::Mismatch(mismatch)) => self.adapt(terms, view, mismatch),
            Err(_) => Action::Lost,
        }
    }

    fn adapt(&mut self, terms: &Terms, view: &View, mismatch: Mismatch) -> Action {
        self.0 = Adaptation::new(terms, view, mismatch);
        self.0.as_ref().map_or(Action::Mismatch(mismatch), Adaptation::read)
    }

    /// Handles the answer to a swap: whether it has applied.
    pub fn handle_swap(&mut self, applied: bool) -> Action {
        let next = self.0.as_mut().and_then(|adaptation| adaptation.handle_swap(applied));
        // Whether the space is prepared or somebody else was faster, the head record is read again.
        next.unwrap_or_else(|| self.begin())
    }
}
