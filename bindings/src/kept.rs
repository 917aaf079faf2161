//! What the module keeps between calls.

use std::cell::UnsafeCell;
use std::mem::ManuallyDrop;
use std::thread::LocalKey;

/// A value of the module. A `RefCell` would not do: an engine whose stack is full, or whose memory is,
/// throws out of a call without unwinding, and the flag of a borrow would stay set for ever. It is never
/// dropped, so that using it needs no check whether it has been.
pub struct Kept<T>(UnsafeCell<ManuallyDrop<T>>);

impl<T> Kept<T> {
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(ManuallyDrop::new(value)))
    }
}

/// Works on a kept value. `work` must neither call this function with the same value again nor call into
/// JavaScript, which could call the module again.
pub fn with<T, R>(kept: &'static LocalKey<Kept<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    kept.with(|kept| {
        // SAFETY: The value belongs to this thread. By the condition above, no other reference to it lives
        // while `work` runs: one of an earlier call that was thrown out of is never used again.
        #[expect(unsafe_code, reason = "the flag of a safe cell would survive a call that was thrown out of")]
        let value = unsafe { &mut *kept.0.get() };
        work(value)
    })
}
