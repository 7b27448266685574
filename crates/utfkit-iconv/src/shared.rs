//! Values that all threads share: made once, without a lock, and never freed.

use core::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};
use std::alloc::{Layout, dealloc};

/// The place of such a value.
pub(crate) struct Shared<T: Copy + 'static>(AtomicPtr<T>);

impl<T: Copy + 'static> Shared<T> {
    /// Creates an empty place.
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(ptr::null_mut()))
    }

    /// Returns the value, if it was made.
    pub(crate) fn get(&self) -> Option<&'static T> {
        // SAFETY: a pointer that is not null was stored below, and is never freed.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    /// Keeps the value at `made`. Returns it, or that of another thread that was faster.
    ///
    /// # Safety
    /// `made` points to a value in memory of its own, which was allocated with the layout of `T`.
    pub(crate) unsafe fn keep(&self, made: *mut T) -> &'static T {
        let none = ptr::null_mut();
        match self.0.compare_exchange(none, made, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: the value is shared from now on, and never freed or changed.
            Ok(_) => unsafe { &*made },
            // SAFETY: nobody knows the memory of `made`. The other pointer is not null.
            Err(found) => unsafe {
                dealloc(made.cast(), Layout::new::<T>());
                &*found
            },
        }
    }
}
