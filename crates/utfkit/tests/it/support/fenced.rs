//! Memory with fences: a byte read or written beyond its ends stops the test with a signal.

/// Some pages, with one page before and one after them that must not be touched.
#[derive(Debug)]
pub(crate) struct FencedMemory {
    start: *mut u8,
    page: usize,
    len: usize,
}

impl FencedMemory {
    /// Maps memory for at least `least` bytes.
    pub(crate) fn new(least: usize) -> Self {
        let page = pages::size();
        let len = least.next_multiple_of(page).max(page);
        Self { start: pages::map(len + 2 * page, page), page, len }
    }

    fn all(&mut self) -> &mut [u8] {
        // SAFETY: these pages between the two fences were mapped for reading and writing, filled
        // with zeros, and live as long as `self`, which is borrowed.
        unsafe { core::slice::from_raw_parts_mut(self.start.add(self.page), self.len) }
    }

    /// Returns the last `len` bytes. The memory after them must not be touched.
    pub(crate) fn at_end(&mut self, len: usize) -> &mut [u8] {
        let start = self.len - len;
        &mut self.all()[start..]
    }

    /// Returns the bytes from `offset` on. If `offset` is 0, the memory before them must not be
    /// touched.
    pub(crate) fn at_start(&mut self, offset: usize, len: usize) -> &mut [u8] {
        &mut self.all()[offset..offset + len]
    }
}

impl Drop for FencedMemory {
    fn drop(&mut self) {
        pages::unmap(self.start, self.len + 2 * self.page);
    }
}

#[cfg(all(unix, not(miri)))]
mod pages {
    use core::ptr;

    pub(super) fn size() -> usize {
        // SAFETY: asks for a number.
        usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("a page has a size")
    }

    /// Maps `len` bytes. The first and the last `fence` bytes cannot be touched.
    pub(super) fn map(len: usize, fence: usize) -> *mut u8 {
        let (access, flags) = (libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, anywhere.
        let start = unsafe { libc::mmap(ptr::null_mut(), len, access, flags, -1, 0) };
        assert!(start != libc::MAP_FAILED, "no memory");
        let start = start.cast::<u8>();
        // SAFETY: pages of the mapping just made.
        let opened = unsafe {
            let inner = start.add(fence).cast();
            libc::mprotect(inner, len - 2 * fence, libc::PROT_READ | libc::PROT_WRITE)
        };
        assert_eq!(opened, 0, "the pages could not be opened");
        start
    }

    pub(super) fn unmap(start: *mut u8, len: usize) {
        // SAFETY: the mapping was made by `map` with this length, and nobody uses it any more.
        unsafe { libc::munmap(start.cast(), len) };
    }
}

/// Without `mmap`, the memory is between bytes that are checked in the end. Reads beyond the ends
/// are not detected, but writes are.
#[cfg(not(all(unix, not(miri))))]
mod pages {
    use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

    /// The content of the fences, which nobody writes.
    const CANARY: u8 = 0xA5;

    pub(super) fn size() -> usize {
        4096
    }

    fn layout(len: usize) -> Layout {
        Layout::from_size_align(len, size()).expect("a small size")
    }

    pub(super) fn map(len: usize, fence: usize) -> *mut u8 {
        // SAFETY: `len` is not 0.
        let start = unsafe { alloc(layout(len)) };
        if start.is_null() {
            handle_alloc_error(layout(len));
        }
        // SAFETY: just allocated with this length, of which the fences are a part.
        unsafe {
            start.write_bytes(CANARY, len);
            start.add(fence).write_bytes(0, len - 2 * fence);
        }
        start
    }

    pub(super) fn unmap(start: *mut u8, len: usize) {
        // SAFETY: initialized by `map`, with this length, and not borrowed any more.
        let all = unsafe { core::slice::from_raw_parts(start, len) };
        let fences = all[..size()].iter().chain(&all[len - size()..]);
        let whole = fences.copied().all(|byte| byte == CANARY);
        // SAFETY: allocated by `map` with this layout, and nobody uses it any more.
        unsafe { dealloc(start, layout(len)) };
        assert!(whole, "something was written beyond the ends of memory");
    }
}
