//! The functions of the next library that has them: glibc, or GNU libiconv.

use core::{
    ffi::{CStr, c_char, c_int, c_void},
    mem::transmute,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use crate::{FAILED, set_errno};

/// The library whose names the program uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// `iconv`
    Libc,
    /// `libiconv`
    Libiconv,
}

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
    names: &'static [&'static CStr],
    found: AtomicPtr<c_void>,
}

impl Next {
    const fn new(names: &'static [&'static CStr]) -> Self {
        Self { names, found: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Returns the address of the function, or null if no library has it.
    fn address(&self) -> *mut c_void {
        // Acquire and release: two threads that search at once find the same address.
        let found = self.found.load(Ordering::Acquire);
        if !found.is_null() {
            return found;
        }
        // SAFETY: the names are strings.
        let search = |name: &&CStr| unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr()) };
        let found = self.names.iter().map(search).find(|found| !found.is_null());
        let found = found.unwrap_or(ptr::null_mut());
        self.found.store(found, Ordering::Release);
        found
    }
}

static OPEN: [Next; 2] =
    [Next::new(&[c"iconv_open"]), Next::new(&[c"libiconv_open", c"iconv_open"])];
static CONVERT: [Next; 2] = [Next::new(&[c"iconv"]), Next::new(&[c"libiconv", c"iconv"])];
static CLOSE: [Next; 2] =
    [Next::new(&[c"iconv_close"]), Next::new(&[c"libiconv_close", c"iconv_close"])];
static CONTROL: [Next; 2] = [Next::new(&[c"iconvctl"]), Next::new(&[c"libiconvctl", c"iconvctl"])];

/// Finds the functions of `family` that all its programs need.
pub(crate) fn find(family: Family) {
    for functions in [&OPEN, &CONVERT, &CLOSE] {
        functions[family as usize].address();
    }
}

/// Calls the next `iconv_open`.
///
/// # Safety
/// Both arguments are strings.
pub(crate) unsafe fn open(family: Family, to: *const c_char, from: *const c_char) -> *mut c_void {
    let address = OPEN[family as usize].address();
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
    family: Family,
    descriptor: *mut c_void,
    input: *mut *mut c_char,
    input_left: *mut usize,
    output: *mut *mut c_char,
    output_left: *mut usize,
) -> usize {
    let address = CONVERT[family as usize].address();
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
pub(crate) fn close(family: Family, descriptor: *mut c_void) -> c_int {
    let address = CLOSE[family as usize].address();
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
    family: Family,
    descriptor: *mut c_void,
    request: c_int,
    argument: *mut c_void,
) -> c_int {
    let address = CONTROL[family as usize].address();
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
