//! Values that the module keeps between calls.

use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// A value of the module. A `RefCell` is not possible: if the engine's stack or memory is full, it throws
/// out of a call without unwinding, and the `RefCell` would stay borrowed. The value is never dropped, so
/// that using it needs no check.
pub struct Kept<T>(UnsafeCell<ManuallyDrop<T>>);

impl<T> Kept<T> {
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(ManuallyDrop::new(value)))
    }
}

/// Calls `work` with a kept value. `work` must neither call this function with the same value again nor
/// call into JavaScript, which could call the module again.
pub fn with<T, R>(kept: &'static LocalKey<Kept<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    kept.with(|kept| {
        // SAFETY: The value belongs to this thread. By the condition above, no other reference to it is in
        // use while `work` runs. A reference of an earlier call that did not return is never used again.
        #[expect(unsafe_code, reason = "a safe cell would stay borrowed if a call does not return")]
        let value = unsafe { &mut *kept.0.get() };
        work(value)
    })
}
