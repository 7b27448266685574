//! Results that C reads: structures with pointers to memory that they own.

use std::{any::Any, collections::HashSet, ffi::c_char, mem::MaybeUninit, ptr};

/// Text or bytes of a result. They belong to the result.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct utfkit_string {
    /// The bytes. A NUL that is not counted follows them. It is never NULL.
    pub data: *const c_char,
    /// The number of bytes.
    pub length: usize,
}

/// The memory of a result.
#[derive(Default)]
pub(crate) struct Memory {
    /// The strings, each with a NUL. Equal ones are kept once.
    ///
    /// These are vectors and not boxes, because the content of a box may only be used through the
    /// box.
    strings: HashSet<Vec<u8>>,
    lists: Vec<Box<dyn Any>>,
}

impl Memory {
    /// Keeps `bytes`.
    pub(crate) fn string(&mut self, bytes: impl AsRef<[u8]>) -> utfkit_string {
        let bytes = bytes.as_ref();
        let mut kept = Vec::with_capacity(bytes.len() + 1);
        kept.extend_from_slice(bytes);
        kept.push(0);
        let data = match self.strings.get(&kept) {
            Some(known) => known.as_ptr(),
            None => {
                let data = kept.as_ptr();
                self.strings.insert(kept);
                data
            }
        };
        utfkit_string { data: data.cast(), length: bytes.len() }
    }

    /// Keeps `list`, and returns its first value and its length. An empty list is NULL.
    pub(crate) fn list<T: 'static>(&mut self, list: Vec<T>) -> (*const T, usize) {
        let (data, length) = (list.as_ptr(), list.len());
        if length == 0 {
            return (ptr::null(), 0);
        }
        self.lists.push(Box::new(list));
        (data, length)
    }
}

/// A result and its memory. The result is the first field, so a pointer to it is a pointer to all.
#[repr(C)]
struct Owned<T> {
    view: T,
    memory: Memory,
}

/// Writes a pointer to `view`, which now belongs to C, to `place`. The pointers of `view` are to
/// `memory`.
pub(crate) fn give_view<T>(place: &mut MaybeUninit<*const T>, view: T, memory: Memory) {
    let owned = Box::into_raw(Box::new(Owned { view, memory }));
    place.write(owned.cast::<T>().cast_const());
}

/// Frees a result that [`give_view`] gave to C. NULL is not a result.
///
/// # Safety
/// `view` is NULL, or it came from `give_view` and was not freed.
pub(crate) unsafe fn free_view<T>(view: *const T) {
    if !view.is_null() {
        // SAFETY: the pointer came from a box of `Owned<T>`, and the caller guarantees that it was
        // not freed.
        drop(unsafe { Box::from_raw(view.cast_mut().cast::<Owned<T>>()) });
    }
}

#[cfg(test)]
mod tests {
    use std::{ffi::CStr, slice};

    use super::*;

    struct View {
        first: utfkit_string,
        again: utfkit_string,
        numbers: (*const u64, usize),
    }

    #[test]
    fn a_result_owns_its_memory() {
        let mut memory = Memory::default();
        let first = memory.string("one");
        let others: Vec<_> = (0..100).map(|number| memory.string(number.to_string())).collect();
        let numbers = memory.list(vec![1, 2, 3]);
        let again = memory.string(b"one");
        let _ = memory.list(others);
        assert_eq!(memory.list(Vec::<u8>::new()), (ptr::null(), 0));
        let mut place = MaybeUninit::uninit();
        give_view(&mut place, View { first, again, numbers }, memory);
        // SAFETY: `give_view` wrote the place. The result lives until it is freed.
        unsafe {
            let view = place.assume_init();
            assert_eq!(CStr::from_ptr((*view).first.data), c"one");
            assert_eq!(((*view).first.length, (*view).first.data), (3, (*view).again.data));
            assert_eq!(slice::from_raw_parts((*view).numbers.0, (*view).numbers.1), [1, 2, 3]);
            free_view(view);
            free_view(ptr::null::<View>());
        }
    }
}
