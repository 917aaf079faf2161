//! Numbers in the order of their keys.

/// Keys are compared word by word.
pub(super) type Key = [u64; 4];

/// The count of levels. Each level has an eighth of the items of the level below it: two million in all.
const LEVELS: usize = 7;

/// Numbers with their keys: a skip list. Chunks of sorted items take 480 bytes more of core.wasm, gzipped.
#[derive(Debug)]
pub(super) struct Order(Vec<Item>);

/// A key with its number. The first item is the head: its key and its number are not used.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub key: Key,
    pub number: u32,
    /// The place of the next item, on each level that this one belongs to; 0 at the end.
    next: [u32; LEVELS],
}

/// See [`Order`]. It comes with the first room that is made.
const HEAD: Item = Item { key: [0; 4], number: 0, next: [0; LEVELS] };

impl Order {
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The places of the last items before a key, by level.
    #[inline(never)]
    fn path(&self, key: &Key) -> [u32; LEVELS] {
        let mut path = [0; LEVELS];
        let mut at = 0;
        for level in (0..LEVELS).rev() {
            while let Some(item) = self.after(at, level)
                && item.key < *key
            {
                at = self.0[at as usize].next[level];
            }
            path[level] = at;
        }
        path
    }

    fn after(&self, at: u32, level: usize) -> Option<&Item> {
        let next = self.0.get(at as usize)?.next[level];
        if next == 0 { None } else { self.0.get(next as usize) }
    }

    /// The place before the first key that is not less than this one.
    pub fn place(&self, key: &Key) -> u32 {
        self.path(key)[0]
    }

    /// The item after a place. The place moves to that item.
    #[inline(never)]
    pub fn next(&self, place: &mut u32) -> Option<&Item> {
        let item = self.after(*place, 0)?;
        *place = self.0[*place as usize].next[0];
        Some(item)
    }

    /// Makes room for a number of keys: until that many keys are inserted, memory cannot run out.
    pub fn reserve(&mut self, count: usize) {
        self.0.reserve(count + 1);
        if self.0.is_empty() {
            self.0.push(HEAD);
        }
    }

    /// Adds a key with its number, before equal ones.
    #[inline(never)]
    pub fn insert(&mut self, key: Key, number: u32) {
        let path = self.path(&key);
        let at = self.0.len() as u32;
        self.0.push(Item { key, number, ..HEAD });
        // The highest bits of the multiples of this number are as if at random (Knuth, "multiplicative hashing").
        let mut hash = at.wrapping_mul(0x9E37_79B1);
        // By reference, as below: arrays by value are copied, which takes 130 bytes of core.wasm, gzipped.
        for (level, &before) in path.iter().enumerate() {
            self.0[at as usize].next[level] = std::mem::replace(&mut self.0[before as usize].next[level], at);
            if hash >> 29 != 0 {
                break;
            }
            hash <<= 3;
        }
    }

    /// Removes a key, which must be there once.
    pub fn remove(&mut self, key: &Key) {
        let path = self.path(key);
        let removed = self.0[path[0] as usize].next[0];
        for (level, &before) in path.iter().enumerate() {
            if self.0[before as usize].next[level] == removed {
                self.0[before as usize].next[level] = self.0[removed as usize].next[level];
            }
        }
    }
}
