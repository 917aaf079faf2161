//! The generators of a process, one for each identity, behind one lock: rivals read each other's ticks, so a
//! lock for each of them would not do. A generator is never dropped, so that nothing repeats.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::entropy::system_entropy;
use crate::generator::Generator;
use crate::identity::{Identity, Shape};
use crate::options::GeneratorOptions;
use crate::refusal::{Reason, Refusal};
use crate::scheme::Scheme;

static MEMBERS: Mutex<Vec<Member>> = Mutex::new(Vec::new());

/// A generator with an identity of its own.
struct Member {
    shape: Shape,
    is_chosen: bool,
    generator: Generator<Box<Identity>>,
}

/// The members. A panic leaves no half change: see `sequencer/mod.rs`.
fn members() -> MutexGuard<'static, Vec<Member>> {
    MEMBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls the generator with a number.
pub(super) fn with_generator<T>(number: usize, call: impl FnOnce(&mut Generator<Box<Identity>>) -> T) -> T {
    call(&mut members()[number].generator)
}

/// The number of the generator of an identity: always the same one for equal arguments.
///
/// # Errors
/// `INVALID_OPTION` if its IDs overlap others and have two timelines; `INVALID_FIELD` if no node can be
/// chosen; `NO_RANDOMNESS`.
pub(super) fn open(scheme: &Scheme, options: GeneratorOptions) -> Result<usize, Refusal> {
    let mut members = members();
    let shape = Shape::new(scheme);
    let (range, start) = (options.settings.range, options.settings.policy.start);
    let is_same = |member: &Member| {
        let identity = member.generator.identity();
        member.shape == shape
            && identity.has(range, start)
            && options.node.map_or(member.is_chosen, |node| node == identity.node)
    };
    if let Some(number) = members.iter().position(is_same) {
        return Ok(number);
    }
    let node = options.node.map_or_else(|| choose_node(&members, scheme, range), Ok)?;
    let identity = Box::new(Identity::isolated(scheme, node, range, start));
    if let Some((other, _)) =
        rivals(&members, &shape, &identity).find(|(other, _)| shape.toggles || other.shape.toggles)
    {
        let (first, last) = other.generator.range();
        return Err(Refusal::new(Reason::Overlap, [range.0, range.1, first, last, 0].map(i64::from)));
    }
    for (other, coarser) in rivals(&members, &shape, &identity) {
        identity.sequencer.take_turns_with(&other.generator.identity().sequencer, coarser);
    }
    let is_chosen = options.node.is_none();
    let generator =
        Generator::of_identity(scheme, options.settings, identity, (true, is_chosen), system_entropy);
    members.push(Member { shape, is_chosen, generator });
    Ok(members.len() - 1)
}

/// The members that could make an ID of an identity, with how much coarser their ticks are.
fn rivals<'m>(
    members: &'m [Member],
    shape: &Shape,
    identity: &Identity,
) -> impl Iterator<Item = (&'m Member, i32)> {
    members.iter().filter_map(move |other| {
        let overlap = shape.overlap(&other.shape)?;
        let (node, range) = (other.generator.node(), other.generator.range());
        let contains = overlap.contains((identity.node, identity.sequencer.range()), (node, range));
        contains.then_some((other, overlap.coarser))
    })
}

/// A node of which no member makes IDs: the first one from a random number on.
fn choose_node(members: &[Member], scheme: &Scheme, range: (u32, u32)) -> Result<u64, Refusal> {
    let first = u64::from(system_entropy().ok_or(Refusal::bare(Reason::NoRandomNode))?);
    let (shape, place) = (Shape::new(scheme), scheme.node);
    let is_free = |node: &u64| {
        members.iter().all(|other| {
            let taken = (other.generator.node(), other.generator.range());
            shape.overlap(&other.shape).is_none_or(|overlap| !overlap.contains((*node, range), taken))
        })
    };
    let mut nodes = (0..=place.max()).map(|tried| (first.wrapping_add(tried) & place.max()) << place.shift);
    nodes.find(is_free).ok_or(Refusal::new(Reason::NoNodeLeft, [place.max() as i64 + 1, 0, 0, 0, 0]))
}
