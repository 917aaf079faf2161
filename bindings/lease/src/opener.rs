//! Who has opened a claimant: the keeper of a seat, a server for a caller, or an operator who prepares the space.

use flakekit::Error;
#[cfg(not(feature = "complete"))]
use flakekit::lease::read_view;
use flakekit::lease::{Action, Claimant, Held, Taken, Task, Terms, View};
#[cfg(feature = "complete")]
use flakekit::lease::{CallerRequest, CallersView, Preparer, read_callers_view};

/// A claimant of a space.
pub struct Opened {
    /// The terms with which it was opened.
    pub terms: Terms,
    /// Who has opened it.
    pub claimant: Opener,
}

/// Who has opened a claimant.
pub enum Opener {
    Keeper(Claimant),
    #[cfg(feature = "complete")]
    Server(CallerRequest),
    #[cfg(feature = "complete")]
    Operator(Preparer),
}

/// What was read; in the complete module, with the lists of callers.
#[cfg(feature = "complete")]
pub type Read = CallersView;
#[cfg(not(feature = "complete"))]
pub type Read = View;

/// Reads the text of a view.
pub fn read(text: &[u8], now: f64) -> Result<Read, Error> {
    #[cfg(feature = "complete")]
    return read_callers_view(text, now as u64);
    #[cfg(not(feature = "complete"))]
    return read_view(text, now as u64);
}

/// The head record and the seats that were read.
pub fn view_of(read: &Read) -> &View {
    #[cfg(feature = "complete")]
    return &read.view;
    #[cfg(not(feature = "complete"))]
    return read;
}

impl Opener {
    /// The seat that the claimant holds.
    pub fn held(&self) -> Option<Held> {
        match self {
            Self::Keeper(claimant) => claimant.held(),
            #[cfg(feature = "complete")]
            Self::Server(request) => request.held(),
            #[cfg(feature = "complete")]
            Self::Operator(_) => None,
        }
    }

    /// The taken seats that the last search has read. A server tells its callers nothing of them, and an operator takes none.
    pub fn taken(&self) -> Taken {
        match self {
            Self::Keeper(claimant) => claimant.taken(),
            #[cfg(feature = "complete")]
            Self::Server(_) | Self::Operator(_) => Taken::default(),
        }
    }

    /// Begins a task.
    pub fn begin(&mut self, terms: &Terms, task: Task, random: [u64; 2]) -> Action {
        match self {
            Self::Keeper(claimant) => claimant.begin(&terms.section, task, random),
            #[cfg(feature = "complete")]
            Self::Server(request) => request.begin(terms, task, random),
            #[cfg(feature = "complete")]
            Self::Operator(preparer) => preparer.begin(),
        }
    }

    /// Handles the answer to a read.
    pub fn handle_read(&mut self, terms: &Terms, read: &Read, nonce: u64) -> Action {
        match self {
            Self::Keeper(claimant) => claimant.handle_read(terms, view_of(read), nonce),
            #[cfg(feature = "complete")]
            Self::Server(request) => request.handle_read(terms, read, nonce),
            #[cfg(feature = "complete")]
            Self::Operator(preparer) => preparer.handle_read(terms, &read.view, nonce),
        }
    }

    /// Handles the answer to a swap.
    pub fn handle_swap(&mut self, terms: &Terms, applied: bool, random: [u64; 2]) -> Action {
        match self {
            Self::Keeper(claimant) => claimant.handle_swap(&terms.section, applied, random),
            #[cfg(feature = "complete")]
            Self::Server(request) => request.handle_swap(terms, applied, random),
            #[cfg(feature = "complete")]
            Self::Operator(preparer) => preparer.handle_swap(applied),
        }
    }
}
