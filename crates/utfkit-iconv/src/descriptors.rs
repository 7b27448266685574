//! The table of the descriptors of this library.
//!
//! A descriptor is the address of a slot. Slots are in segments that are never freed, so an address
//! is known to be a slot without reading it, and no other library can return the same address. There
//! are no locks: a process that forks while another thread opens a descriptor can continue. If that
//! thread was inside a call, the child can close its descriptor, or reset it.

use core::{
    cell::UnsafeCell,
    ffi::c_void,
    mem::MaybeUninit,
    ptr,
    sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering},
};
use std::alloc::{Layout, alloc_zeroed, dealloc};

use crate::conversion::Conversion;

/// The state without a descriptor. A segment that is all zero has only free slots.
const FREE: u32 = 0;
/// The state of a descriptor that no call uses.
const OPEN: u32 = 1;

/// The state of a descriptor that a call uses. It grows with each fork: a greater state than `OPEN`
/// that is not this one belongs to a thread that this process does not have.
static BUSY: AtomicU32 = AtomicU32::new(OPEN + 1);

/// Distinguishes descriptors that a thread of the parent used from those that are in use. `fork`
/// calls it in the child.
pub(crate) extern "C" fn begin_child() {
    BUSY.fetch_add(1, Ordering::Relaxed);
}

/// The place of a descriptor.
pub(crate) struct Slot {
    state: AtomicU32,
    /// The number of this slot, or in the list of free slots, the link to the next one.
    link: AtomicU32,
    conversion: UnsafeCell<MaybeUninit<Conversion>>,
}

// SAFETY: only the thread that has changed the state to `BUSY` accesses the conversion.
unsafe impl Sync for Slot {}

impl Slot {
    const fn free() -> Self {
        Self {
            state: AtomicU32::new(FREE),
            link: AtomicU32::new(0),
            conversion: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// Changes the state from `from` to `BUSY`. Returns `false` if it is another one.
    fn acquire(&self, from: u32) -> bool {
        let busy = BUSY.load(Ordering::Relaxed);
        self.state.compare_exchange(from, busy, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Returns the state if the process forked while another thread used the descriptor.
    fn abandoned(&self) -> Option<u32> {
        let state = self.state.load(Ordering::Relaxed);
        (state > OPEN && state != BUSY.load(Ordering::Relaxed)).then_some(state)
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

    /// Restarts a descriptor that a thread of the parent used during a fork.
    pub(crate) fn recover(&self) {
        if let Some(state) = self.abandoned()
            && self.acquire(state)
        {
            // SAFETY: the slot had a descriptor, so its conversion is initialized. The thread that
            // used it is not in this process, and no other call accesses it.
            unsafe { (*self.conversion.get()).assume_init_mut() }.restart();
            self.state.store(OPEN, Ordering::Release);
        }
    }

    /// Frees the slot. Returns `false` if the descriptor is closed, or if another call uses it.
    pub(crate) fn close(&self) -> bool {
        // A conversion owns nothing.
        const { assert!(!core::mem::needs_drop::<Conversion>()) };
        let closed = self.acquire(self.abandoned().unwrap_or(OPEN));
        if closed {
            self.state.store(FREE, Ordering::Release);
            push(self);
        }
        closed
    }
}

/// The number of slots in the first segment. Each segment is twice as large as the one before it.
const FIRST: usize = 16;

/// The maximum number of segments after the first. The numbers of all slots fit 32 bits.
const SEGMENTS: usize = 27;

static FIRST_SEGMENT: [Slot; FIRST] = [const { Slot::free() }; FIRST];

/// The segments after the first. A null pointer is a segment that is not allocated.
static MORE: [AtomicPtr<Slot>; SEGMENTS] = [const { AtomicPtr::new(ptr::null_mut()) }; SEGMENTS];

/// The number of slots that were ever used.
static USED: AtomicU32 = AtomicU32::new(0);

/// The list of free slots: the link to the first one, which is its number plus 1, and in the upper
/// half, the number of changes. A thread that has read an old list cannot change the list then.
static FREED: AtomicU64 = AtomicU64::new(0);

/// Adds a free slot to the list.
fn push(slot: &Slot) {
    let link = slot.link.load(Ordering::Relaxed) + 1;
    let mut list = FREED.load(Ordering::Relaxed);
    loop {
        slot.link.store(list as u32, Ordering::Relaxed);
        match change_list(list, link, Ordering::Release) {
            Ok(()) => return,
            Err(found) => list = found,
        }
    }
}

/// Takes a slot from the list.
fn pop() -> Option<&'static Slot> {
    let mut list = FREED.load(Ordering::Acquire);
    loop {
        let number = (list as u32).checked_sub(1)?;
        let slot = slot(number)?;
        let next = slot.link.load(Ordering::Relaxed);
        match change_list(list, next, Ordering::Acquire) {
            Ok(()) => {
                slot.link.store(number, Ordering::Relaxed);
                return Some(slot);
            }
            Err(found) => list = found,
        }
    }
}

/// Lets the list begin with `link`, if it is still `list`. Returns the list that it is.
fn change_list(list: u64, link: u32, order: Ordering) -> Result<(), u64> {
    let changes = (list >> 32).wrapping_add(1);
    let new = changes << 32 | u64::from(link);
    FREED.compare_exchange(list, new, order, Ordering::Acquire).map(|_| ())
}

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

/// Returns the segment of the slot with this number, and its index there.
fn position(number: u32) -> (usize, usize) {
    let number = number as usize;
    let at = (number / FIRST + 1).ilog2() as usize;
    (at, number - ((FIRST << at) - FIRST))
}

/// Returns the slot with this number, if its segment is allocated.
fn slot(number: u32) -> Option<&'static Slot> {
    let (at, index) = position(number);
    segment(at)?.get(index)
}

/// Returns a slot that was never used. Returns `None` if there is no memory.
fn unused() -> Option<&'static Slot> {
    let mut number = USED.load(Ordering::Relaxed);
    loop {
        let found = match slot(number) {
            Some(slot) => slot,
            None if add_segment(position(number).0) => slot(number)?,
            None => return None,
        };
        let next = number.checked_add(1)?;
        match USED.compare_exchange(number, next, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => {
                found.link.store(number, Ordering::Relaxed);
                return Some(found);
            }
            Err(used) => number = used,
        }
    }
}

/// Returns the address of a new descriptor. Returns `None` if there is no memory.
pub(crate) fn insert(conversion: Conversion) -> Option<*mut c_void> {
    let slot = pop().or_else(unused)?;
    // SAFETY: the slot is not in the list, and no descriptor has its address, so no other thread
    // accesses it.
    unsafe { (*slot.conversion.get()).write(conversion) };
    slot.state.store(OPEN, Ordering::Release);
    Some(ptr::from_ref(slot).cast_mut().cast())
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
    fn each_number_has_a_slot() {
        let mut expected = (0, 0);
        for number in 0..10_000 {
            assert_eq!(position(number), expected);
            expected.1 += 1;
            if expected.1 == FIRST << expected.0 {
                expected = (expected.0 + 1, 0);
            }
        }
        assert_eq!(position(u32::MAX).0, SEGMENTS + 1);
    }

    #[test]
    fn a_descriptor_has_less_than_a_kibibyte() {
        assert!((512..1024).contains(&size_of::<Slot>()), "{}", size_of::<Slot>());
    }
}
