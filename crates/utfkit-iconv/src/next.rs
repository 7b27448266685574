//! The functions of the next library that has them, which is glibc.

use core::{
    ffi::{CStr, c_char, c_int, c_void},
    mem::transmute,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use crate::errno::{FAILED, set_errno};

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> *mut c_void;
type Close = unsafe extern "C" fn(*mut c_void) -> c_int;
type Control = unsafe extern "C" fn(*mut c_void, c_int, *mut c_void) -> c_int;
type Convert = unsafe extern "C" fn(
    *mut c_void,
    *mut *mut c_char,
    *mut usize,
    *mut *mut c_char,
    *mut usize,
) -> usize;

/// A function of the next library, found at its first use.
struct Next {
    name: &'static CStr,
    found: AtomicPtr<c_void>,
}

impl Next {
    const fn new(name: &'static CStr) -> Self {
        Self { name, found: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Returns the address of the function, or null if no library has it.
    fn address(&self) -> *mut c_void {
        // Acquire and release: two threads that search at once find the same address.
        let found = self.found.load(Ordering::Acquire);
        if !found.is_null() {
            return found;
        }
        // SAFETY: the name is a string.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.found.store(found, Ordering::Release);
        found
    }
}

static OPEN: Next = Next::new(c"iconv_open");
static CONVERT: Next = Next::new(c"iconv");
static CLOSE: Next = Next::new(c"iconv_close");
static CONTROL: Next = Next::new(c"iconvctl");

/// Finds the functions that all programs need.
pub(crate) fn find() {
    for function in [&OPEN, &CONVERT, &CLOSE] {
        function.address();
    }
}

/// Calls the next `iconv_open`.
///
/// # Safety
/// Both arguments are strings.
pub(crate) unsafe fn open(to: *const c_char, from: *const c_char) -> *mut c_void {
    let address = OPEN.address();
    if address.is_null() {
        set_errno(libc::EINVAL);
        return ptr::without_provenance_mut(FAILED);
    }
    // SAFETY: the function with this name has this type, and the caller passes strings.
    unsafe { transmute::<*mut c_void, Open>(address)(to, from) }
}

/// Calls the next `iconv`.
///
/// # Safety
/// The arguments are those of `iconv`.
pub(crate) unsafe fn convert(
    descriptor: *mut c_void,
    input: *mut *mut c_char,
    input_left: *mut usize,
    output: *mut *mut c_char,
    output_left: *mut usize,
) -> usize {
    let address = CONVERT.address();
    if address.is_null() || descriptor.addr() == FAILED {
        set_errno(libc::EBADF);
        return FAILED;
    }
    // SAFETY: the function with this name has this type, and the caller passes its arguments.
    unsafe {
        let convert = transmute::<*mut c_void, Convert>(address);
        convert(descriptor, input, input_left, output, output_left)
    }
}

/// Calls the next `iconv_close`.
pub(crate) fn close(descriptor: *mut c_void) -> c_int {
    let address = CLOSE.address();
    if address.is_null() || descriptor.addr() == FAILED {
        set_errno(libc::EBADF);
        return -1;
    }
    // SAFETY: the function with this name has this type. Without this library, the program would
    // pass the same descriptor.
    unsafe { transmute::<*mut c_void, Close>(address)(descriptor) }
}

/// Calls the next `iconvctl`.
///
/// # Safety
/// The arguments are those of `iconvctl`.
pub(crate) unsafe fn control(
    descriptor: *mut c_void,
    request: c_int,
    argument: *mut c_void,
) -> c_int {
    let address = CONTROL.address();
    if descriptor.addr() == FAILED {
        set_errno(libc::EBADF);
        return -1;
    }
    if address.is_null() {
        set_errno(libc::EINVAL);
        return -1;
    }
    // SAFETY: the function with this name has this type, and the caller passes its arguments.
    unsafe { transmute::<*mut c_void, Control>(address)(descriptor, request, argument) }
}
