//! The identities that take turns: which ones are equal, and which ones overlap.
//!
//! Each search takes logarithmic time, and the time for what it finds. Only where formats of one epoch divide the bits in
//! different ways, it looks at all ranges of the other formats.

use super::order::{Item, Key, Order};
use super::shape::Shape;
use crate::sequencer::{Start, Turns};

/// The numbers that make an identity in a shape: the value of the node fields, the sequence range, the start.
pub(crate) type Numbers = (u64, (u32, u32), Start);

/// The identities of a process that take turns with one another. `I` stands for an identity.
#[derive(Debug)]
pub(crate) struct Registry<I> {
    /// The place of a shape is the number of its group.
    shapes: Vec<Shape>,
    entries: Vec<Entry<I>>,
    /// Of the groups, by family; of the entries, by group and numbers; and of one entry for each `hull`, by group, node and
    /// hull. The hulls of a node are disjoint.
    order: Order,
}

/// An identity.
#[derive(Debug)]
pub(crate) struct Entry<I> {
    pub group: usize,
    /// The sequence numbers of all identities of the node that were connected with it by overlapping ranges when it was
    /// added.
    pub hull: (u32, u32),
    pub turns: Turns,
    pub identity: I,
}

fn key_of(group: usize, (node, (first, last), start): Numbers) -> Key {
    let (kind, threshold) = start.parts();
    let range = u64::from(first) << 32 | u64::from(last);
    [2 * group as u64 + 1, node, range, (kind as u64) << 32 | u64::from(threshold)]
}

/// The key of a hull that ends at this number.
fn key_of_hull(group: usize, node: u64, last: u64) -> Key {
    [2 * group as u64 + 2, node, last, 0]
}

impl<I> Registry<I> {
    pub const fn new() -> Self {
        Self { shapes: Vec::new(), entries: Vec::new(), order: Order::new() }
    }

    /// The number of the group of a shape.
    pub fn group(&mut self, shape: &Shape) -> usize {
        let [epoch, unit] = shape.family;
        let mut place = self.order.place(&[0, epoch, unit, 0]);
        while let Some(&Item { key: [0, ..], number, .. }) = self.order.next(&mut place)
            && let group = number as usize
            && self.shapes[group].family == shape.family
        {
            if self.shapes[group] == *shape {
                return group;
            }
        }
        let group = self.shapes.len();
        self.shapes.push(*shape);
        self.order.insert([0, epoch, unit, group as u64], group as u32);
        group
    }

    pub fn shape(&self, group: usize) -> &Shape {
        &self.shapes[group]
    }

    /// The identities, in the order in which they were added.
    pub fn entries(&self) -> &[Entry<I>] {
        &self.entries
    }

    /// The identity with these numbers.
    pub fn find(&self, group: usize, numbers: Numbers) -> Option<&I> {
        let key = key_of(group, numbers);
        let found = self.order.next(&mut self.order.place(&key))?;
        (found.key == key).then(|| &self.entries[found.number as usize].identity)
    }

    /// Passes the identities that could make an ID of this node and range in the group's shape to `visit`: one for all that
    /// are connected by overlapping ranges of a node.
    pub fn visit(&self, group: usize, node: u64, range: (u32, u32), visit: &mut dyn FnMut(&Entry<I>)) {
        let shape = &self.shapes[group];
        let [epoch, unit] = shape.family;
        let mut family = self.order.place(&[0, epoch, unit, 0]);
        while let Some(&Item { key: [0, ..], number, .. }) = self.order.next(&mut family)
            && let other = number as usize
            && let Some(overlap) = shape.overlap(&self.shapes[other])
        {
            let first = if overlap.has_same_sequence { range.0 } else { 0 };
            let mut key = key_of_hull(other, node, first.into());
            if !overlap.has_same_bits {
                key = key_of_hull(other, 0, 0);
            }
            let mut place = self.order.place(&key);
            while let Some(found) = self.order.next(&mut place)
                && found.key[0] == key[0]
            {
                let entry = &self.entries[found.number as usize];
                if overlap.contains((node, range), (found.key[1], entry.hull)) {
                    visit(entry);
                } else if overlap.has_same_bits {
                    break;
                }
            }
        }
    }

    /// Makes a new member take the turns of all identities that could make an ID of its node and range in the group's shape.
    /// `settle` settles the sequencer of an identity.
    ///
    /// # Errors
    /// The range of one of them if it or the new member has two timelines: taking turns does not keep timelines apart.
    pub fn meet(
        &self,
        group: usize,
        node: u64,
        range: (u32, u32),
        turns: &Turns,
        settle: impl Fn(&I),
    ) -> Result<(), (u32, u32)> {
        let mut conflict = Ok(());
        let toggles = self.shapes[group].toggles;
        self.visit(group, node, range, &mut |entry| {
            if toggles || self.shapes[entry.group].toggles {
                conflict = Err(entry.hull);
            }
        });
        if conflict.is_ok() {
            self.visit(group, node, range, &mut |entry| {
                settle(&entry.identity);
                turns.unite(&entry.turns);
            });
        }
        conflict
    }

    /// Adds an identity that is not there. It takes the `turns` of all that it overlaps with.
    pub fn add(&mut self, group: usize, numbers: Numbers, turns: Turns, identity: I) {
        let (node, range, _) = numbers;
        let first = key_of_hull(group, node, range.0.into());
        let mut hull = range;
        let mut place = self.order.place(&first);
        while let Some(found) = self.order.next(&mut place)
            && found.key[..2] == first[..2]
            && let (low, high) = self.entries[found.number as usize].hull
            && low <= range.1
        {
            hull = (hull.0.min(low), hull.1.max(high));
        }
        let at = self.entries.len() as u32;
        self.order.reserve(2);
        self.entries.push(Entry { group, hull, turns, identity });
        // From here on, memory cannot run out.
        self.order.remove(&first, &key_of_hull(group, node, u64::from(hull.1) + 1));
        self.order.insert(key_of_hull(group, node, hull.1.into()), at);
        self.order.insert(key_of(group, numbers), at);
    }
}
