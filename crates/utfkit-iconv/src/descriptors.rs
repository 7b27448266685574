//! The table of the descriptors of this library.
//!
//! A descriptor is the address of a slot. Slots are in segments that are never freed, so an address
//! is known to be a slot without reading it, and no other library can return the same address. There
//! are no locks: a process that forks while another thread opens a descriptor can continue.

use core::{
    cell::UnsafeCell,
    ffi::c_void,
    mem::MaybeUninit,
    ptr,
    sync::atomic::{AtomicPtr, AtomicU8, AtomicUsize, Ordering},
};
use std::alloc::{Layout, alloc_zeroed, dealloc};

use crate::conversion::Conversion;

/// No descriptor. A segment that is all zero has only free slots.
const FREE: u8 = 0;
/// A descriptor that no call uses.
const OPEN: u8 = 1;
/// A descriptor that a call uses.
const BUSY: u8 = 2;

/// The place of a descriptor.
pub(crate) struct Slot {
    state: AtomicU8,
    conversion: UnsafeCell<MaybeUninit<Conversion>>,
}

// SAFETY: only the thread that has changed the state to `BUSY` accesses the conversion.
unsafe impl Sync for Slot {}

impl Slot {
    const fn free() -> Self {
        Self { state: AtomicU8::new(FREE), conversion: UnsafeCell::new(MaybeUninit::uninit()) }
    }

    /// Changes the state from `from` to `BUSY`. Returns `false` if it is another one.
    fn acquire(&self, from: u8) -> bool {
        self.state.compare_exchange(from, BUSY, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Calls `work` with the conversion. Returns `None` if the descriptor is closed, or if another
    /// call uses it.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Conversion) -> T) -> Option<T> {
        if !self.acquire(OPEN) {
            return None;
        }
        // SAFETY: the slot was open, so its conversion is initialized. It is busy now, so no other
        // call accesses it.
        let result = work(unsafe { (*self.conversion.get()).assume_init_mut() });
        self.state.store(OPEN, Ordering::Release);
        Some(result)
    }

    /// Frees the slot. Returns `false` if the descriptor is closed, or if another call uses it.
    pub(crate) fn close(&self) -> bool {
        // A conversion owns nothing.
        const { assert!(!core::mem::needs_drop::<Conversion>()) };
        let open = self.acquire(OPEN);
        if open {
            self.state.store(FREE, Ordering::Release);
        }
        open
    }
}

/// The number of slots in the first segment. Each segment is twice as large as the one before it.
const FIRST: usize = 16;

/// The maximum number of segments.
const SEGMENTS: usize = 28;

static FIRST_SEGMENT: [Slot; FIRST] = [const { Slot::free() }; FIRST];

/// The segments after the first. A null pointer is a segment that is not allocated.
static MORE: [AtomicPtr<Slot>; SEGMENTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SEGMENTS];

/// The segment in which the search for a free slot begins.
static HINT: AtomicUsize = AtomicUsize::new(0);

/// Returns the slots of segment `at`, if it is allocated.
fn segment(at: usize) -> Option<&'static [Slot]> {
    if at == 0 {
        return Some(&FIRST_SEGMENT);
    }
    let slots = MORE.get(at - 1)?.load(Ordering::Acquire);
    if slots.is_null() {
        return None;
    }
    // SAFETY: `add_segment` allocated this number of slots, and zero bytes are free slots.
    Some(unsafe { core::slice::from_raw_parts(slots, FIRST << at) })
}

/// Allocates segment `at`. Returns `false` if there is no memory.
fn add_segment(at: usize) -> bool {
    let Some(place) = MORE.get(at - 1) else { return false };
    let Ok(layout) = Layout::array::<Slot>(FIRST << at) else { return false };
    // SAFETY: the size is not zero.
    let slots = unsafe { alloc_zeroed(layout) };
    if slots.is_null() {
        return false;
    }
    let none = ptr::null_mut();
    let added = place.compare_exchange(none, slots.cast(), Ordering::AcqRel, Ordering::Acquire);
    if added.is_err() {
        // SAFETY: another thread was faster, so nobody knows this segment.
        unsafe { dealloc(slots, layout) };
    }
    true
}

/// Returns the address of a new descriptor. Returns `None` if there is no memory.
pub(crate) fn insert(conversion: Conversion) -> Option<*mut c_void> {
    let hint = HINT.load(Ordering::Relaxed);
    let mut at = hint;
    loop {
        let slots = match segment(at) {
            Some(slots) => slots,
            None if at >= SEGMENTS => return None,
            None if add_segment(at) => continue,
            None => return None,
        };
        if let Some(slot) = slots.iter().find(|slot| slot.acquire(FREE)) {
            // SAFETY: the slot is busy, so no other call accesses it.
            unsafe { (*slot.conversion.get()).write(conversion) };
            slot.state.store(OPEN, Ordering::Release);
            HINT.store(at, Ordering::Relaxed);
            return Some(ptr::from_ref(slot).cast_mut().cast());
        }
        // Slots of the segments before the hint may be free again.
        at = match at {
            at if at == hint && hint > 0 => 0,
            at if at + 1 == hint => hint + 1,
            at => at + 1,
        };
    }
}

/// Returns the slot of `descriptor`. Returns `None` if it is a descriptor of another library.
pub(crate) fn find(descriptor: *mut c_void) -> Option<&'static Slot> {
    (0..=SEGMENTS).map_while(segment).find_map(|slots| {
        let offset = descriptor.addr().checked_sub(slots.as_ptr().addr())?;
        let slot = slots.get(offset / size_of::<Slot>())?;
        (offset % size_of::<Slot>() == 0).then_some(slot)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_has_less_than_a_kibibyte() {
        assert!((512..1024).contains(&size_of::<Slot>()), "{}", size_of::<Slot>());
    }
}
