//! Random bits of the system.

/// 32 random bits from the operating system, or from `crypto.getRandomValues` in JavaScript; `None` if there
/// are none. Generators take this function as their [`Entropy`](crate::sequencer::Entropy).
pub fn system_entropy() -> Option<u32> {
    getrandom::u32().ok()
}
