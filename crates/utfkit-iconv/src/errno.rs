//! How the functions of C report an error.

use core::ffi::c_int;

/// The result of `iconv_open` and of `iconv` after an error.
pub(crate) const FAILED: usize = usize::MAX;

/// Sets `errno` of this thread.
pub(crate) fn set_errno(error: c_int) {
    // SAFETY: the location belongs to this thread.
    unsafe { *libc::__errno_location() = error }
}

/// Returns `errno` of this thread.
pub(crate) fn errno() -> c_int {
    // SAFETY: the location belongs to this thread.
    unsafe { *libc::__errno_location() }
}
