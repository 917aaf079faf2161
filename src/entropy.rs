//! Random bits of the system.

/// 32 random bits of the operating system, or of `crypto.getRandomValues` in JavaScript; `None` if it provides none. It is an
/// [`Entropy`](crate::sequencer::Entropy) for generators.
pub fn system_entropy() -> Option<u32> {
    getrandom::u32().ok()
}
