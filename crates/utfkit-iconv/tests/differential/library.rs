//! Two libraries with the functions of `iconv.h`.

use std::{
    ffi::{CString, c_char, c_int, c_void},
    fmt,
    mem::transmute,
    path::PathBuf,
    ptr::null_mut,
};

type Open = unsafe extern "C" fn(*const c_char, *const c_char) -> *mut c_void;
type Close = unsafe extern "C" fn(*mut c_void) -> c_int;
type Convert = unsafe extern "C" fn(
    *mut c_void,
    *mut *mut c_char,
    *mut usize,
    *mut *mut c_char,
    *mut usize,
) -> usize;

/// The functions of a library.
pub(crate) struct Library {
    open: Open,
    close: Close,
    convert: Convert,
}

/// A descriptor.
pub(crate) struct Descriptor<'a> {
    library: &'a Library,
    descriptor: *mut c_void,
}

/// The result of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Call {
    pub(crate) count: usize,
    pub(crate) error: Option<c_int>,
    pub(crate) read: usize,
    pub(crate) output: Vec<u8>,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = match self.error {
            None => format!("{}", self.count),
            Some(libc::EILSEQ) => "EILSEQ".to_owned(),
            Some(libc::EINVAL) => "EINVAL".to_owned(),
            Some(libc::E2BIG) => "E2BIG".to_owned(),
            Some(error) => format!("errno {error}"),
        };
        write!(f, "({error}, read {}, {:02X?})", self.read, self.output)
    }
}

impl Call {
    /// Returns the result of this call and the next one. The count is that of the next one.
    pub(crate) fn then(mut self, next: Self) -> Self {
        self.output.extend(next.output);
        Self { read: self.read + next.read, output: self.output, ..next }
    }

    /// Returns `true` if this call stopped, and `other` has the same output until then.
    pub(crate) fn precedes(&self, other: &Self) -> bool {
        self.error.is_some() && other.output.starts_with(&self.output)
    }
}

impl Library {
    /// Returns the functions of the C library.
    pub(crate) fn glibc() -> Self {
        Self::load(null_mut())
    }

    /// Returns the functions of the library under test.
    pub(crate) fn ours() -> Self {
        let path = std::env::var_os("UTFKIT_ICONV_LIBRARY").map(PathBuf::from);
        let path = path.unwrap_or_else(|| {
            let test = std::env::current_exe().expect("the path of the test");
            test.ancestors().nth(2).expect("target/PROFILE").join("libutfkit_iconv.so")
        });
        let name = CString::new(path.into_os_string().into_encoded_bytes()).expect("a path");
        // SAFETY: the name is a string. Loading the library runs no code of it.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        assert!(!handle.is_null(), "{name:?} can be loaded");
        Self::load(handle)
    }

    fn load(handle: *mut c_void) -> Self {
        let find = |name: &str| {
            let name = CString::new(name).expect("a name");
            // SAFETY: the name is a string.
            let found = unsafe { libc::dlsym(handle, name.as_ptr()) };
            assert!(!found.is_null(), "{name:?}");
            found
        };
        // SAFETY: the functions with these names have these types.
        unsafe {
            Self {
                open: transmute::<*mut c_void, Open>(find("iconv_open")),
                close: transmute::<*mut c_void, Close>(find("iconv_close")),
                convert: transmute::<*mut c_void, Convert>(find("iconv")),
            }
        }
    }

    pub(crate) fn open(&self, to: &str, from: &str) -> Option<Descriptor<'_>> {
        let [to, from] = [to, from].map(|name| CString::new(name).expect("a name"));
        // SAFETY: both are strings.
        let descriptor = unsafe { (self.open)(to.as_ptr(), from.as_ptr()) };
        (descriptor.addr() != usize::MAX).then(|| Descriptor { library: self, descriptor })
    }
}

impl Descriptor<'_> {
    /// Returns to the start of a text.
    pub(crate) fn reset(&mut self) {
        // SAFETY: the descriptor is open.
        unsafe {
            (self.library.convert)(self.descriptor, null_mut(), null_mut(), null_mut(), null_mut());
        }
    }

    /// Returns the bytes that end the text.
    pub(crate) fn flush(&mut self, room: usize) -> Vec<u8> {
        let mut output = vec![0_u8; room];
        let (mut to, mut left) = (output.as_mut_ptr().cast(), room);
        // SAFETY: the pointers are those of a buffer and its size.
        let result = unsafe {
            (self.library.convert)(self.descriptor, null_mut(), null_mut(), &mut to, &mut left)
        };
        assert_eq!(result, 0);
        output.truncate(room - left);
        output
    }

    /// Converts a text in pieces of these sizes. Returns the whole output.
    pub(crate) fn by_pieces(&mut self, input: &[u8], mut size: impl FnMut() -> usize) -> Vec<u8> {
        self.reset();
        let (mut read, mut end, mut output) = (0, 0, Vec::new());
        while read < input.len() {
            end = input.len().min(end + size());
            loop {
                let call = self.convert(&input[read..end], size().max(16));
                read += call.read;
                output.extend(call.output);
                match call.error {
                    None => break,
                    Some(libc::E2BIG) => {}
                    Some(libc::EINVAL) if end < input.len() => break,
                    error => panic!("{error:?} at {read}"),
                }
            }
        }
        output.extend(self.flush(64));
        output
    }

    pub(crate) fn convert(&mut self, input: &[u8], room: usize) -> Call {
        // The bytes after the buffer must not change.
        let mut output = vec![0xA5_u8; room + 8];
        let (mut from, mut from_left) = (input.as_ptr().cast_mut().cast(), input.len());
        let (mut to, mut to_left) = (output.as_mut_ptr().cast::<c_char>(), room);
        // SAFETY: the pointers are those of buffers, with their sizes.
        let count = unsafe {
            *libc::__errno_location() = 0;
            (self.library.convert)(
                self.descriptor,
                &mut from,
                &mut from_left,
                &mut to,
                &mut to_left,
            )
        };
        let error = std::io::Error::last_os_error().raw_os_error();
        let read = input.len() - from_left;
        assert_eq!(from.addr() - input.as_ptr().addr(), read);
        assert_eq!(to.addr() - output.as_ptr().addr(), room - to_left);
        assert_eq!(output[room..], [0xA5; 8]);
        output.truncate(room - to_left);
        let error = (count == usize::MAX).then_some(error).flatten();
        Call { count, error, read, output }
    }
}

impl Drop for Descriptor<'_> {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open.
        assert_eq!(unsafe { (self.library.close)(self.descriptor) }, 0);
    }
}
