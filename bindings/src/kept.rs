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

/// Calls `work` with a kept value. `work` must not call this function with the same value again. No other call of the
/// module can run meanwhile, because the module imports nothing.
#[inline(always)]
pub fn with<T, R>(kept: &'static LocalKey<Kept<T>>, work: impl FnOnce(&mut T) -> R) -> R {
    kept.with(|kept| {
        // SAFETY: The value belongs to this thread. By the condition above, no other reference to it is in
        // use while `work` runs. A reference of an earlier call that did not return is never used again.
        #[expect(unsafe_code, reason = "a safe cell would stay borrowed if a call does not return")]
        let value = unsafe { &mut *kept.0.get() };
        work(value)
    })
}

/// Returns a kept value to read. As long as the reference is used, nobody may call [`with`] with the same
/// value.
#[inline(always)]
pub fn read<T>(kept: &'static LocalKey<Kept<T>>) -> &'static T {
    // SAFETY: as in `with`, as long as the reference is used.
    #[expect(unsafe_code, reason = "as above; a closure would not be inlined in the hot path")]
    unsafe {
        &*kept.with(|kept| kept.0.get())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    use super::*;

    /// In this test, a panic stands for the engine's exception.
    #[test]
    fn a_value_is_kept_and_can_be_used_again_after_a_call_that_did_not_return() {
        thread_local! {
            static KEPT: Kept<Vec<u32>> = const { Kept::new(Vec::new()) };
        }
        let thrown = catch_unwind(|| {
            with(&KEPT, |numbers| {
                numbers.push(1);
                panic!("as the engine throws");
            });
        });
        assert!(thrown.is_err());
        with(&KEPT, |numbers| numbers.push(2));
        assert_eq!(with(&KEPT, |numbers| numbers.clone()), [1, 2]);
        // Frees the memory, because Miri reports memory that is lost.
        with(&KEPT, |numbers| *numbers = Vec::new());
    }

    #[test]
    fn two_values_can_be_used_at_once() {
        thread_local! {
            static OUTER: Kept<u32> = const { Kept::new(1) };
            static INNER: Kept<u32> = const { Kept::new(10) };
        }
        with(&OUTER, |outer| {
            with(&INNER, |inner| *inner += *outer);
            *outer += 1;
        });
        assert_eq!((with(&OUTER, |outer| *outer), with(&INNER, |inner| *inner)), (2, 11));
    }

    #[test]
    fn each_thread_has_its_own_value() {
        thread_local! {
            static KEPT: Kept<u32> = const { Kept::new(1) };
        }
        with(&KEPT, |number| *number = 2);
        assert_eq!(thread::spawn(|| with(&KEPT, |number| *number)).join().unwrap(), 1);
        assert_eq!(with(&KEPT, |number| *number), 2);
    }

    #[test]
    fn a_value_is_not_dropped_when_its_thread_ends() {
        static DROPS: AtomicU32 = AtomicU32::new(0);
        struct Value;
        impl Drop for Value {
            fn drop(&mut self) {
                DROPS.fetch_add(1, Ordering::Relaxed);
            }
        }
        thread_local! {
            static KEPT: Kept<Value> = const { Kept::new(Value) };
        }
        thread::spawn(|| with(&KEPT, |_| ())).join().unwrap();
        assert_eq!(DROPS.load(Ordering::Relaxed), 0);
    }
}
