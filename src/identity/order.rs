//! Numbers in the order of their keys.

/// Keys are compared word by word.
pub(super) type Key = [u64; 4];

/// The most numbers of a chunk.
const CHUNK: usize = 128;

/// Numbers with their keys in chunks, so that an insertion moves few of them.
#[derive(Debug)]
pub(super) struct Order(Vec<Vec<(Key, usize)>>);

/// A place in an order: that of a chunk, and one in the chunk.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place(usize, usize);

impl Order {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The place of the first key that is not less than this one. Behind all keys, it is the end of the last chunk.
    #[inline(never)]
    pub fn place(&self, key: &Key) -> Place {
        let is_less = |(other, _): &(Key, usize)| other < key;
        let at = self.0.partition_point(|chunk| chunk.last().is_some_and(is_less));
        let at = at.min(self.0.len().saturating_sub(1));
        Place(at, self.0.get(at).map_or(0, |chunk| chunk.partition_point(is_less)))
    }

    /// The key and the number at a place, which moves to the next one.
    #[inline(never)]
    pub fn next(&self, place: &mut Place) -> Option<(Key, usize)> {
        let found = *self.0.get(place.0)?.get(place.1)?;
        place.1 += 1;
        if place.1 == self.0[place.0].len() {
            *place = Place(place.0 + 1, 0);
        }
        Some(found)
    }

    /// Adds a key with its number. If the key is there, it replaces its number.
    #[inline(never)]
    pub fn insert(&mut self, key: Key, number: usize) {
        let Place(mut at, mut within) = self.place(&key);
        // Memory may run out: each step leaves an order.
        if self.0.is_empty() {
            self.0.push(Vec::new());
        }
        if let Some(item) = self.0[at].get_mut(within)
            && item.0 == key
        {
            item.1 = number;
            return;
        }
        if self.0[at].len() == CHUNK {
            self.0.reserve(1);
            let rest = self.0[at].split_off(CHUNK / 2);
            self.0.insert(at + 1, rest);
            if within > CHUNK / 2 {
                (at, within) = (at + 1, within - CHUNK / 2);
            }
        }
        self.0[at].insert(within, (key, number));
    }

    /// Removes the keys from one to before another one, which must be there.
    #[inline(never)]
    pub fn remove(&mut self, from: &Key, end: &Key) {
        loop {
            let Place(at, within) = self.place(from);
            if self.0[at][within].0 >= *end {
                return;
            }
            self.0[at].remove(within);
            if self.0[at].is_empty() {
                self.0.remove(at);
            }
        }
    }
}
