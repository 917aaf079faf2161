//! Who has which numbers: which identities are equal, and which ones overlap.
//!
//! Each search takes logarithmic time, and the time for what it finds, once for each way in which the formats of one epoch
//! divide the bits. A program has few of these ways, because a program defines its formats in its code.

use super::order::{Item, Key, Order};
use super::shape::{Overlap, Shape, overlap};
use crate::sequencer::Start;

/// The numbers that make an identity in a shape: the value of the node fields, the sequence range, the start.
pub(crate) type Numbers = (u64, (u32, u32), Start);

/// Who has the numbers of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// Generators that share a sequencer and take turns with other generators.
    Generators = 1,
    /// An own-clock generator.
    OwnClock = 2,
    /// A lease.
    Lease = 3,
}

impl Holder {
    pub const ALL: [Self; 3] = [Self::Generators, Self::OwnClock, Self::Lease];
}

/// What is registered, in a process. `I` stands for an identity.
#[derive(Debug)]
pub(crate) struct Registry<I> {
    /// The place of a shape is the number of its group.
    shapes: Vec<Shape>,
    entries: Vec<Entry<I>>,
    /// The keys of the groups, by shape; of the entries, by group, holder and numbers; and of the entries that are visited, by the keys of
    /// [`Registry::key_for`].
    order: Order,
}

/// Numbers that somebody has.
#[derive(Debug)]
pub(crate) struct Entry<I> {
    pub holder: Holder,
    pub group: usize,
    node: u64,
    /// The sequence numbers of all entries of the node and the holder that overlapping ranges connected with this entry when
    /// this entry was added. Of all these entries, this entry alone is visited. The hulls of a node are disjoint. A lease has its own range, and is always visited.
    pub hull: (u32, u32),
    pub identity: I,
}

/// The first word of the keys of a holder in a group. `visited` for the keys of [`Registry::key_for`].
fn word(group: usize, holder: Holder, visited: bool) -> u64 {
    group as u64 * 8 + u64::from(visited) * 4 + holder as u64
}

/// What tells apart the entries of generators that have equal nodes and ranges.
fn tag(start: Start) -> u64 {
    let (kind, threshold) = start.parts();
    (kind as u64) << 32 | u64::from(threshold)
}

fn key_of(group: usize, holder: Holder, (node, (first, last)): (u64, (u32, u32)), tag: u64) -> Key {
    [word(group, holder, false), node, u64::from(first) << 32 | u64::from(last), tag]
}

impl<I> Registry<I> {
    pub const fn new() -> Self {
        Self { shapes: Vec::new(), entries: Vec::new(), order: Order::new() }
    }

    /// The number of the group of a shape.
    pub fn group(&mut self, shape: Shape) -> usize {
        if let Some(&Item { key, number, .. }) = self.order.next(&mut self.order.place(&shape.0))
            && key == shape.0
        {
            return number as usize;
        }
        let group = self.shapes.len();
        self.order.reserve(self.entries.len() + 1);
        self.shapes.push(shape);
        // From here on, memory cannot run out.
        let mut place = self.family(group);
        while let Some(other) = self.next_of_family(group, &mut place) {
            let end = word(other + 1, Holder::Generators, false);
            let mut place = self.order.place(&[word(other, Holder::Generators, true), 0, 0, 0]);
            while let Some(&Item { key: [first, of, ..], number, .. }) = self.order.next(&mut place)
                && first < end
            {
                if of == other as u64 {
                    self.order.insert(self.key_for(group, number), number);
                }
            }
        }
        self.order.insert(shape.0, group as u32);
        group
    }

    /// The place before the family of a group.
    fn family(&self, group: usize) -> u32 {
        let Shape([epoch, unit, ..]) = self.shapes[group];
        self.order.place(&[epoch, unit, 0, 0])
    }

    /// The next group of the family of a group.
    #[inline(never)]
    fn next_of_family(&self, group: usize, place: &mut u32) -> Option<usize> {
        let Item { key, number, .. } = self.order.next(place)?;
        let Shape(shape) = &self.shapes[group];
        (key[..2] == shape[..2]).then_some(*number as usize)
    }

    fn overlap(&self, group: usize, other: usize) -> Overlap {
        self.shapes[group].overlap(&self.shapes[other])
    }

    /// The key by which the identities of a group find an entry of its family: the bits of the node that are fixed in both
    /// shapes, and the last number.
    fn key_for(&self, group: usize, number: u32) -> Key {
        let Entry { holder, group: of, node, hull, .. } = self.entries[number as usize];
        let fixed = node & self.overlap(group, of).fixed;
        [word(of, holder, true), group as u64, fixed, u64::from(hull.1) << 32 | u64::from(number)]
    }

    /// The entries, in the order in which they were added.
    pub fn entries(&self) -> &[Entry<I>] {
        &self.entries
    }

    /// The identity of generators with these numbers.
    pub fn find(&self, group: usize, (node, range, start): Numbers) -> Option<&I> {
        self.find_of(group, Holder::Generators, (node, range), tag(start), &|_| true)
    }

    /// The identity of a holder with these numbers and this tag.
    pub fn find_of(
        &self,
        group: usize,
        holder: Holder,
        numbers: (u64, (u32, u32)),
        tag: u64,
        is_wanted: &dyn Fn(&I) -> bool,
    ) -> Option<&I> {
        let key = key_of(group, holder, numbers, tag);
        let mut place = self.order.place(&key);
        while let Some(found) = self.order.next(&mut place)
            && found.key == key
        {
            let identity = &self.entries[found.number as usize].identity;
            if is_wanted(identity) {
                return Some(identity);
            }
        }
        None
    }

    /// Passes the entries of a holder that could make an ID of this node and range in the group's shape to `visit`, with their
    /// numbers.
    pub fn visit(
        &self,
        group: usize,
        holder: Holder,
        (node, range): (u64, (u32, u32)),
        visit: &mut dyn FnMut(u32, &Entry<I>),
    ) {
        let mut family = self.family(group);
        while let Some(other) = self.next_of_family(group, &mut family) {
            let Overlap { fixed, has_same_bits, has_same_sequence } = self.overlap(group, other);
            let first = if has_same_sequence { range.0 } else { 0 };
            let key = [word(other, holder, true), group as u64, node & fixed, u64::from(first) << 32];
            let mut place = self.order.place(&key);
            while let Some(found) = self.order.next(&mut place)
                && found.key[..3] == key[..3]
            {
                let entry = &self.entries[found.number as usize];
                if !has_same_sequence || overlap(range, entry.hull) {
                    visit(found.number, entry);
                } else if has_same_bits && holder != Holder::Lease {
                    break;
                }
            }
        }
    }

    /// Whether one of these holders could make an ID of this node and range in the group's shape.
    pub fn is_had(&self, group: usize, holders: &[Holder], numbers: (u64, (u32, u32))) -> bool {
        let mut is_had = false;
        for &holder in holders {
            self.visit(group, holder, numbers, &mut |_, _| is_had = true);
        }
        is_had
    }

    /// Passes all entries that new generators of this node and range must keep apart from to `meet`: the entries of leases and of other generators.
    ///
    /// # Errors
    /// The range of one of them if it or the group has two timelines: neither the end of a lease nor taking turns keeps timelines apart.
    pub fn meet(
        &self,
        group: usize,
        numbers: (u64, (u32, u32)),
        mut meet: impl FnMut(&Entry<I>),
    ) -> Result<(), (u32, u32)> {
        let mut conflict = Ok(());
        for is_met in [false, true] {
            for holder in [Holder::Lease, Holder::Generators] {
                self.visit(group, holder, numbers, &mut |_, entry| {
                    if is_met {
                        meet(entry);
                    } else if self.shapes[group].toggles() || self.shapes[entry.group].toggles() {
                        conflict = Err(entry.hull);
                    }
                });
            }
            conflict?;
        }
        conflict
    }

    /// Makes room for an entry: until an entry is added, memory cannot run out.
    pub fn reserve(&mut self) {
        self.entries.reserve(1);
        self.order.reserve(self.shapes.len() + 1);
    }

    /// Adds a new identity of generators. The identity takes turns with all identities that it overlaps.
    pub fn add(&mut self, group: usize, (node, range, start): Numbers, identity: I) {
        self.add_of(group, Holder::Generators, (node, range), tag(start), identity);
    }

    /// Adds an identity of a holder.
    pub fn add_of(
        &mut self,
        group: usize,
        holder: Holder,
        (node, range): (u64, (u32, u32)),
        tag: u64,
        identity: I,
    ) {
        self.reserve();
        let number = self.entries.len() as u32;
        self.entries.push(Entry { holder, group, node, hull: range, identity });
        if holder != Holder::Lease {
            let first = [word(group, holder, true), group as u64, node, u64::from(range.0) << 32];
            let mut place = self.order.place(&first);
            while let Some(&Item { key, number: absorbed, .. }) = self.order.next(&mut place)
                && key[..3] == first[..3]
                && let (low, high) = self.entries[absorbed as usize].hull
                && low <= range.1
            {
                self.list(absorbed, false);
                let hull = &mut self.entries[number as usize].hull;
                *hull = (hull.0.min(low), hull.1.max(high));
            }
        }
        self.list(number, true);
        self.order.insert(key_of(group, holder, (node, range), tag), number);
    }

    /// Notes whether an entry is visited.
    #[inline(never)]
    pub fn list(&mut self, number: u32, is_visited: bool) {
        let group = self.entries[number as usize].group;
        let mut place = self.family(group);
        while let Some(other) = self.next_of_family(group, &mut place) {
            let key = self.key_for(other, number);
            if is_visited {
                self.order.insert(key, number);
            } else {
                self.order.remove(&key);
            }
        }
    }
}
