//! A check for room on the engine's stack.
//!
//! When its stack is full, a JavaScript engine throws at the next call, also inside WebAssembly, and
//! nothing unwinds. An allocation that is interrupted would corrupt the heap. So code that allocates or
//! frees memory calls [`require_room`] first: if the engine throws, it throws there, before any change.

/// How many nested calls are tried: about three times the depth of this package's deepest call. (In V8,
/// measured in frames of a recursive JavaScript function: 84 for this depth, 11 to 25 for the package's
/// calls.)
#[cfg(target_family = "wasm")]
const DEPTH: u32 = 150;

/// Returns if the stack has room for any call of this crate; otherwise the engine throws. Natively, it does
/// nothing, because a full stack ends the process.
pub fn require_room() {
    #[cfg(target_family = "wasm")]
    descend(DEPTH);
}

#[cfg(target_family = "wasm")]
#[inline(never)]
fn descend(depth: u32) -> u32 {
    // `black_box` keeps the compiler from turning the recursion into a loop.
    if depth == 0 { 0 } else { std::hint::black_box(descend(std::hint::black_box(depth) - 1)) + 1 }
}
