//! Generators for callers who can't own one, such as JavaScript.
//!
//! The pool holds generators and gives numbers for them. Asked twice for the same generator, it gives the
//! same number, so that a generator made for each ID costs no memory.

use std::rc::Rc;

use crate::error::Error;
use crate::formats::Format;
use crate::generator::Generator;
use crate::identity::Identities;
use crate::options::GeneratorOptions;
use crate::sequencer::Entropy;

/// The generators of a process, or of one instance of the wasm module. Those that could make the same ID
/// share its counter.
#[derive(Debug, Default)]
pub struct Pool {
    pub(crate) identities: Identities,
    /// `None` where a generator was closed.
    held: Vec<Option<Held>>,
    /// The numbers of closed ones, to be given again.
    free: Vec<usize>,
}

/// A generator that the pool holds.
#[derive(Debug)]
struct Held {
    generator: Box<Generator>,
    /// The number of the one before it among those of its identity that don't stand alone.
    previous: Option<usize>,
}

impl Pool {
    /// A pool that has granted nothing yet.
    pub const fn new() -> Self {
        Self { identities: Identities::new(), held: Vec::new(), free: Vec::new() }
    }

    /// Holds a generator and gives its number. Equal generators have the same number, but for those that
    /// stand `alone`, each of which has its own.
    ///
    /// # Errors
    /// As [`Generator::new`]. Nothing is held then.
    pub fn open(
        &mut self,
        format: &Rc<Format>,
        options: &GeneratorOptions,
        alone: bool,
        entropy: Entropy,
    ) -> Result<usize, Error> {
        let generator = Generator::of(format, options, Some(&mut self.identities), alone, entropy)?;
        if alone {
            return Ok(self.hold(generator, None));
        }
        let identity = Rc::clone(generator.identity());
        let latest = identity.held.get();
        let mut at = latest;
        while let Some(number) = at
            && let Some(held) = self.get(number)
        {
            if held.generator.equals(&generator) {
                return Ok(number);
            }
            at = held.previous;
        }
        let number = self.hold(generator, latest);
        identity.held.set(Some(number));
        Ok(number)
    }

    fn hold(&mut self, generator: Generator, previous: Option<usize>) -> usize {
        let held = Some(Held { generator: Box::new(generator), previous });
        if let Some(number) = self.free.pop()
            && let Some(place) = self.held.get_mut(number)
        {
            *place = held;
            return number;
        }
        self.held.push(held);
        self.held.len() - 1
    }

    fn get(&self, number: usize) -> Option<&Held> {
        self.held.get(number)?.as_ref()
    }

    /// The generator of this number.
    pub fn generator(&mut self, number: usize) -> Option<&mut Generator> {
        self.held.get_mut(number)?.as_mut().map(|held| &mut *held.generator)
    }

    /// Lets go of a generator: of one that stands alone, all; of one whose node was chosen, the node. What
    /// else is shared stays, lest an ID be made again.
    pub fn close(&mut self, number: usize) {
        let Some(place) = self.held.get_mut(number) else { return };
        let Some(Held { generator, .. }) = place else { return };
        if generator.is_automatic() {
            self.identities.release(generator.format(), generator.identity());
        }
        if generator.is_alone() {
            *place = None;
            self.free.push(number);
        }
    }
}
