//! The functions of `iconv.h`, converted by `utfkit`.
//!
//! A program gets them by `LD_PRELOAD`, without being compiled again. A descriptor of this library
//! is known by its address, in a table that is never freed. All other descriptors, and charsets
//! that this library does not convert as glibc does, go to the next library that has `iconv`.
//!
//! The crate is empty on systems without glibc.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod buffers;
mod charset;
mod conversion;
mod descriptors;
mod errno;
mod next;
mod request;
mod shared;

use core::{
    ffi::{c_char, c_int, c_void},
    mem::MaybeUninit,
    panic::AssertUnwindSafe,
    ptr, slice,
};
use std::panic::catch_unwind;

use conversion::{Conversion, Status};
use errno::{FAILED, errno, set_errno};
use request::Request;

/// Prepares for a fork when the library is loaded.
///
/// The linker of glibc holds a lock while it finds a function. A process that forks must not copy a
/// lock that is held, so the functions of glibc are found here.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = {
    extern "C" fn start() {
        let _ = catch_unwind(|| {
            let _ = utfkit::simd::active();
            next::find();
        });
        // SAFETY: the library is never unloaded, so the function stays.
        unsafe { libc::pthread_atfork(None, None, Some(descriptors::begin_child)) };
    }
    start
};

/// Opens a descriptor: see `iconv_open(3)`.
///
/// # Safety
/// Both arguments are strings that end with a NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void {
    let failed = ptr::without_provenance_mut(FAILED);
    if to.is_null() || from.is_null() {
        set_errno(libc::EINVAL);
        return failed;
    }
    // SAFETY: the caller passes strings.
    let Some(request) = (unsafe { Request::read(to, from) }) else {
        // Another library may have a name that is not ASCII.
        // SAFETY: the same.
        return unsafe { next::open(to, from) };
    };
    let ours = |conversion: Option<Conversion>| {
        let conversion = conversion?;
        Some(descriptors::insert(conversion).unwrap_or_else(|| {
            set_errno(libc::ENOMEM);
            failed
        }))
    };
    let exact = catch_unwind(|| request.exact()).ok().flatten();
    if let Some(descriptor) = ours(exact) {
        return descriptor;
    }
    // SAFETY: the caller passes strings.
    let theirs = unsafe { next::open(to, from) };
    if theirs.addr() != FAILED {
        return theirs;
    }
    let error = errno();
    let only_ours = catch_unwind(|| request.any()).ok().flatten();
    ours(only_ours).unwrap_or_else(|| {
        set_errno(error);
        failed
    })
}

/// Converts: see `iconv(3)`.
///
/// # Safety
/// The pointers are those that POSIX describes: null, or to a pointer and the size of its buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconv(
    descriptor: *mut c_void,
    input: *mut *mut c_char,
    input_left: *mut usize,
    output: *mut *mut c_char,
    output_left: *mut usize,
) -> usize {
    let buffers = Buffers { input, input_left, output, output_left };
    let Some(slot) = descriptors::find(descriptor) else {
        // SAFETY: the caller passes the pointers that POSIX describes.
        return unsafe { next::convert(descriptor, input, input_left, output, output_left) };
    };
    if buffers.input.is_null() {
        slot.recover();
    }
    let result = slot.with(|conversion| {
        // SAFETY: the caller passes the pointers that POSIX describes.
        let work = AssertUnwindSafe(|| unsafe { convert_buffers(conversion, buffers) });
        catch_unwind(work).unwrap_or(Err(libc::EBADF))
    });
    result.unwrap_or(Err(libc::EBADF)).unwrap_or_else(|error| {
        set_errno(error);
        FAILED
    })
}

/// Closes a descriptor: see `iconv_close(3)`.
#[unsafe(no_mangle)]
pub extern "C" fn iconv_close(descriptor: *mut c_void) -> c_int {
    match descriptors::find(descriptor) {
        Some(slot) if slot.close() => 0,
        Some(_) => {
            set_errno(libc::EBADF);
            -1
        }
        None => next::close(descriptor),
    }
}

/// Reads or changes a setting of a descriptor: see `iconvctl(3)` of GNU libiconv.
///
/// # Safety
/// `argument` points to an `int`, or to what the request needs in the next library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iconvctl(
    descriptor: *mut c_void,
    request: c_int,
    argument: *mut c_void,
) -> c_int {
    let Some(slot) = descriptors::find(descriptor) else {
        // SAFETY: the caller passes the argument of the request.
        return unsafe { next::control(descriptor, request, argument) };
    };
    let is_known = slot.with(|conversion| {
        if argument.is_null() {
            return false;
        }
        let argument = argument.cast::<c_int>();
        // SAFETY: the argument of each request that is handled here points to an `int`. The requests
        // that return a value do not read it.
        unsafe {
            match conversion.setting(request) {
                Some(value) => *argument = value,
                None => return conversion.set(request, || *argument),
            }
        }
        true
    });
    match is_known {
        Some(true) => return 0,
        Some(false) => set_errno(libc::EINVAL),
        None => set_errno(libc::EBADF),
    }
    -1
}

/// The pointers that `iconv` gets.
#[derive(Clone, Copy)]
struct Buffers {
    input: *mut *mut c_char,
    input_left: *mut usize,
    output: *mut *mut c_char,
    output_left: *mut usize,
}

/// Converts the buffers and moves their pointers. Returns the number of non-identical conversions,
/// or the value of `errno`.
///
/// # Safety
/// As for [`iconv`].
unsafe fn convert_buffers(conversion: &mut Conversion, buffers: Buffers) -> Result<usize, c_int> {
    let Buffers { input, input_left, output, output_left } = buffers;
    // SAFETY: a pointer to a buffer comes with its size, and is null or valid.
    let (to, room) = unsafe {
        if output.is_null() || output_left.is_null() || (*output).is_null() {
            (ptr::null_mut(), 0)
        } else {
            ((*output).cast::<u8>(), room(*output, *output_left))
        }
    };
    // SAFETY: the same.
    let source = unsafe {
        match input.is_null() || (*input).is_null() {
            true => None,
            false if input_left.is_null() => Some((ptr::dangling(), 0)),
            false => Some(((*input).cast_const().cast::<u8>(), *input_left)),
        }
    };
    let Some((from, length)) = source else {
        // SAFETY: the output has this room.
        let to = (!to.is_null()).then(|| unsafe { room_at(to, room) });
        let written = conversion.reset(to).ok_or(libc::E2BIG)?;
        // SAFETY: if bytes were written, both pointers are valid.
        unsafe { advance(output, output_left, written) };
        return Ok(0);
    };
    if !exists(from.addr(), length) {
        return Err(libc::EFAULT);
    }
    // SAFETY: both buffers exist.
    let done = unsafe { buffers::convert(conversion, from, length, to, room) };
    // SAFETY: if bytes were read or written, these pointers are valid.
    unsafe {
        advance(input, input_left, done.read);
        advance(output, output_left, done.written);
    }
    match done.status {
        Status::Done if done.is_lossy && conversion.reports_losses() => Err(libc::EILSEQ),
        Status::Done => Ok(done.non_identical),
        Status::IllFormed => Err(libc::EILSEQ),
        Status::Incomplete => Err(libc::EINVAL),
        Status::OutputFull => Err(libc::E2BIG),
    }
}

/// Returns the room at `to`, which may be null if there is no room.
///
/// # Safety
/// If `room` is not 0, `to` points to this number of bytes, which nothing else uses during `'a`.
unsafe fn room_at<'a>(to: *mut u8, room: usize) -> &'a mut [MaybeUninit<u8>] {
    if room == 0 {
        return &mut [];
    }
    // SAFETY: the caller guarantees it.
    unsafe { slice::from_raw_parts_mut(to.cast(), room) }
}

/// Moves the pointer at `at`, and reduces its size, by `count` bytes.
///
/// # Safety
/// If `count` is not 0, both pointers are valid, and the buffer has this number of bytes.
unsafe fn advance(at: *mut *mut c_char, left: *mut usize, count: usize) {
    if count > 0 {
        // SAFETY: the caller guarantees it.
        unsafe {
            *at = (*at).add(count);
            *left -= count;
        }
    }
}

/// Returns `true` if a buffer at `address` can have `size` bytes: it does not go beyond the last
/// address, and it is not longer than half of the address space.
fn exists(address: usize, size: usize) -> bool {
    size <= isize::MAX as usize && address.checked_add(size).is_some()
}

/// Returns the number of bytes that may be written at `address`.
///
/// If `size` bytes from there would go beyond the last address, nothing may be written, as in glibc.
/// Some programs pass -1 as the size, for example. Other sizes are cut to the longest slice that Rust
/// can have.
fn room(address: *mut c_char, size: usize) -> usize {
    match address.addr().checked_add(size) {
        Some(_) => size.min(isize::MAX as usize),
        None => 0,
    }
}
