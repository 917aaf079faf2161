//! Room on the stack, for what must not be interrupted.
//!
//! A JavaScript engine whose stack is full throws out of whatever WebAssembly function is called next, and
//! nothing unwinds. Code that allocates or frees memory would leave the heap damaged then. So it first
//! calls [`require_room`]: if the engine throws, it throws there, where nothing has been changed.

/// How many calls deep to try: about three times as deep as any call of the package needs. (In V8, in
/// frames of a JavaScript function that calls itself: 84 for this, 11 to 25 for the package's calls.)
#[cfg(target_family = "wasm")]
const DEPTH: u32 = 150;

/// Returns if there is room on the stack for any call of this crate. Natively, it does nothing: there,
/// nobody survives a full stack.
pub fn require_room() {
    #[cfg(target_family = "wasm")]
    descend(DEPTH);
}

#[cfg(target_family = "wasm")]
#[inline(never)]
fn descend(depth: u32) -> u32 {
    // The compiler would make a loop of what it can see through.
    if depth == 0 { 0 } else { std::hint::black_box(descend(std::hint::black_box(depth) - 1)) + 1 }
}
