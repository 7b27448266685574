//! Memory whose ends are real: a byte read or written beyond them stops the test with a signal.

/// Some pages with one before and one behind that nothing may touch.
#[derive(Debug)]
pub(crate) struct Fenced {
    start: *mut u8,
    page: usize,
    len: usize,
}

impl Fenced {
    /// Memory for `least` bytes at least.
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

    /// The last `len` bytes: behind them nothing may be touched.
    pub(crate) fn at_end(&mut self, len: usize) -> &mut [u8] {
        let start = self.len - len;
        &mut self.all()[start..]
    }

    /// The bytes from `offset` on: before the first, if `offset` is 0, nothing may be touched.
    pub(crate) fn at_start(&mut self, offset: usize, len: usize) -> &mut [u8] {
        &mut self.all()[offset..offset + len]
    }
}

impl Drop for Fenced {
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

    /// Maps `len` bytes, the first and the last `fence` of which cannot be touched.
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

/// Where there is no `mmap`: memory between bytes that are looked at in the end. What is read
/// beyond the ends stays unseen there; what is written does not.
#[cfg(not(all(unix, not(miri))))]
mod pages {
    use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};

    /// What the fences hold, and nobody writes.
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
