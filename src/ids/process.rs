//! The generators of a process, one for each identity, behind one lock: rivals read each other's ticks, so a lock for
//! each generator would not suffice. A generator is never dropped, so that no ID repeats.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::entropy::system_entropy;
use crate::generator::Generator;
use crate::identity::{Entry, Holder, Identity, Registry, Shape};
use crate::options::GeneratorOptions;
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;
use crate::sequencer::Start;

static PROCESS: Mutex<Process> =
    Mutex::new(Process { registry: Registry::new(), generators: Vec::new(), chosen: BTreeMap::new() });

struct Process {
    /// The numbers of the generators.
    registry: Registry<usize>,
    /// Each has an identity of its own.
    generators: Vec<Generator<Box<Identity>>>,
    /// The generators whose nodes were chosen: one for each group of the registry, range and start.
    chosen: BTreeMap<(usize, (u32, u32), Start), usize>,
}

/// The process. A panic leaves no half-made change: see `sequencer/mod.rs`.
fn process() -> MutexGuard<'static, Process> {
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls the generator with a number.
pub(super) fn with_generator<T>(number: usize, call: impl FnOnce(&mut Generator<Box<Identity>>) -> T) -> T {
    call(&mut process().generators[number])
}

/// The number of the generator of an identity: always the same one for equal arguments.
///
/// # Errors
/// `INVALID_OPTION` if its IDs overlap others and have two timelines; `INVALID_FIELD` if no node can be
/// chosen; `NO_RANDOMNESS`.
pub(super) fn open(scheme: &Scheme, options: GeneratorOptions) -> Result<usize, Refusal> {
    let Process { registry, generators, chosen } = &mut *process();
    let group = registry.group(Shape::new(scheme));
    let (range, start) = (options.settings.range, options.settings.policy.start);
    let is_chosen = options.node.is_none();
    if is_chosen && let Some(number) = chosen.get(&(group, range, start)) {
        return Ok(*number);
    }
    let node = options.node.map_or_else(|| choose_node(registry, group, scheme, range), Ok)?;
    let numbers = (node, range, start);
    if let Some(number) = registry.find(group, numbers) {
        return Ok(*number);
    }
    let identity = Box::new(Identity::isolated(scheme, node, range, start));
    let unite = |entry: &Entry<usize>| {
        let other = &generators[entry.identity].identity().sequencer;
        other.settle();
        identity.sequencer.turns().unite(other.turns());
    };
    registry.meet(group, (node, range), unite).map_err(|(first, last)| {
        Refusal::new(Reason::Overlap, [range.0, range.1, first, last, 0].map(i64::from))
    })?;
    let number = generators.len();
    let flags = (true, is_chosen);
    generators.push(Generator::of_identity(scheme, options.settings, identity, flags, system_entropy));
    registry.add(group, numbers, number);
    if is_chosen {
        chosen.insert((group, range, start), number);
    }
    Ok(number)
}

/// A node of which no generator makes IDs: the first one from a random number on.
fn choose_node(
    registry: &Registry<usize>,
    group: usize,
    scheme: &Scheme,
    range: (u32, u32),
) -> Result<u64, Refusal> {
    let first = u64::from(system_entropy().ok_or(Refusal::bare(Reason::NoRandomNode))?);
    let place = scheme.node;
    let is_free = |node: &u64| !registry.is_had(group, &[Holder::Generators], (*node, range));
    let mut nodes = (0..=place.max()).map(|tried| (first.wrapping_add(tried) & place.max()) << place.shift);
    nodes.find(is_free).ok_or(Refusal::new(Reason::NoNodeLeft, [place.max() as i64 + 1, 0, 0, 0, 0]))
}
