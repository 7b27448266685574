//! Python's memory: input bytes, and the characters of a `str`. All `unsafe` code is here, except
//! that of Arrow's capsules.

use std::slice;

use pyo3::{
    buffer::PyUntypedBuffer,
    exceptions::PyBufferError,
    prelude::*,
    types::{PyBytes, PyString},
};

/// The bytes of an object with the buffer protocol.
pub(crate) enum Input<'py> {
    /// An object that never changes.
    Bytes(Bound<'py, PyBytes>),
    /// An object that other code may change, so it is read while the GIL is held.
    // Without a GIL, it is copied.
    #[cfg_attr(Py_GIL_DISABLED, allow(dead_code))]
    View(PyUntypedBuffer),
    /// A copy, for a Python without a GIL, where other threads may write.
    #[cfg(Py_GIL_DISABLED)]
    Copy(Vec<u8>),
}

impl<'py> Input<'py> {
    /// Returns the bytes of `object`.
    ///
    /// # Errors
    /// `TypeError` if it has no buffer, `BufferError` if its bytes are not contiguous.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        let view = PyUntypedBuffer::get(object).map_err(|error| {
            let is_buffer = error.is_instance_of::<PyBufferError>(object.py());
            let why = "the buffer has no dimensions, or no contiguous bytes (pass bytes)";
            if is_buffer { PyBufferError::new_err(why) } else { error }
        })?;
        if !view.is_c_contiguous() {
            let why = "the bytes of the buffer are not contiguous: it has strides (copy it first)";
            return Err(PyBufferError::new_err(why));
        }
        #[cfg(not(Py_GIL_DISABLED))]
        return Ok(Self::View(view));
        #[cfg(Py_GIL_DISABLED)]
        return Ok(Self::Copy(view_bytes(&view).to_vec()));
    }

    /// Like [`of`](Self::of), and returns the UTF-8 of a `str`. A surrogate becomes the ill-formed
    /// sequence that stands for it in UTF-8.
    pub(crate) fn of_text(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let Ok(text) = object.cast::<PyString>() else { return Self::of(object) };
        let bytes = text.encode_utf8().or_else(|_| {
            let bytes = text.call_method1("encode", ("utf-8", "surrogatepass"))?;
            PyResult::Ok(bytes.cast_into::<PyBytes>()?)
        });
        Ok(Self::Bytes(bytes?))
    }

    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes.as_bytes(),
            Self::View(view) => view_bytes(view),
            #[cfg(Py_GIL_DISABLED)]
            Self::Copy(bytes) => bytes,
        }
    }

    /// Runs `work` on the bytes, without the GIL if they are many and cannot change.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&[u8]) -> T + Send) -> T {
        match self {
            Self::View(view) => work(view_bytes(view)),
            _ => run(py, self.bytes(), work),
        }
    }

    /// Returns `true` if the GIL may be released while the bytes are read.
    pub(crate) fn is_immutable(&self) -> bool {
        !matches!(self, Self::View(_))
    }

    /// Returns the bytes as an object of type `bytes`.
    pub(crate) fn to_object(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        match self {
            Self::Bytes(bytes) => bytes.clone(),
            _ => PyBytes::new(py, self.bytes()),
        }
    }
}

/// The minimum length for which releasing the GIL is worth its cost.
pub(crate) const LARGE: usize = 16 << 10;

/// Runs `work` on immutable `bytes`, without the GIL if they are many.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    bytes: &[u8],
    work: impl FnOnce(&[u8]) -> T + Send,
) -> T {
    if bytes.len() < LARGE { work(bytes) } else { py.detach(|| work(bytes)) }
}

fn view_bytes(view: &PyUntypedBuffer) -> &[u8] {
    if view.len_bytes() == 0 {
        return &[];
    }
    // SAFETY: the exporter keeps this many contiguous bytes alive as long as the view is. The GIL is
    // held as long as the slice is read (`Input::run`), so no Python code writes to them.
    unsafe { slice::from_raw_parts(view.buf_ptr().cast(), view.len_bytes()) }
}

/// Runs `work` on the writable memory of an object such as a NumPy array.
pub(crate) fn with_room<T>(
    object: &Bound<'_, PyAny>,
    work: impl FnOnce(&mut [u8]) -> T,
) -> PyResult<T> {
    let view = PyUntypedBuffer::get(object)?;
    if view.readonly() || !view.is_c_contiguous() {
        return Err(PyBufferError::new_err("the buffer is read-only, or not contiguous"));
    }
    if view.len_bytes() == 0 {
        return Ok(work(&mut []));
    }
    // SAFETY: the exporter keeps this many contiguous, writable bytes alive as long as the view is.
    // The GIL is held, so no Python code reads or writes them meanwhile.
    Ok(work(unsafe { slice::from_raw_parts_mut(view.buf_ptr().cast(), view.len_bytes()) }))
}

/// The characters of a `str`, as Python stores them.
#[derive(Clone, Copy)]
pub(crate) enum Characters<'a> {
    /// All characters are at most U+00FF.
    One(&'a [u8]),
    /// All characters are at most U+FFFF; surrogates count as characters.
    #[cfg(not(feature = "abi3"))]
    Two(&'a [u16]),
    /// Any characters; surrogates count as characters.
    Four(&'a [u32]),
}

/// Runs `work` on the characters of `text`.
pub(crate) fn characters<T>(
    text: &Bound<'_, PyString>,
    work: impl FnOnce(Characters<'_>) -> T,
) -> PyResult<T> {
    #[cfg(not(feature = "abi3"))]
    {
        use pyo3::ffi;
        let object = text.as_ptr();
        // SAFETY: it is a `str`, and lives as long as `text`. Its characters never change, and the
        // kind is the size of each.
        unsafe {
            let len = ffi::PyUnicode_GET_LENGTH(object) as usize;
            let data = ffi::PyUnicode_DATA(object);
            Ok(work(match ffi::PyUnicode_KIND(object) {
                ffi::PyUnicode_1BYTE_KIND => {
                    Characters::One(slice::from_raw_parts(data.cast(), len))
                }
                ffi::PyUnicode_2BYTE_KIND => {
                    Characters::Two(slice::from_raw_parts(data.cast(), len))
                }
                _ => Characters::Four(slice::from_raw_parts(data.cast(), len)),
            }))
        }
    }
    #[cfg(feature = "abi3")]
    {
        if let Ok(utf8) = text.to_str()
            && utf8.is_ascii()
        {
            return Ok(work(Characters::One(utf8.as_bytes())));
        }
        // The stable ABI gives access to characters only by a copy.
        let bytes = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?;
        let values: Vec<u32> = bytes
            .cast::<PyBytes>()?
            .as_bytes()
            .chunks_exact(4)
            .map(|unit| u32::from_le_bytes([unit[0], unit[1], unit[2], unit[3]]))
            .collect();
        Ok(work(Characters::Four(&values)))
    }
}

#[cfg(not(feature = "abi3"))]
pub(crate) use full::{NewStr, Room, Width};

#[cfg(not(feature = "abi3"))]
mod full {
    use std::{mem::MaybeUninit, ptr::NonNull, slice};

    use pyo3::{ffi, prelude::*, types::PyString};

    /// The width of the characters of a `str`. Python uses the smallest width that fits the
    /// greatest character.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub(crate) enum Width {
        /// One byte, and all characters are ASCII.
        Ascii,
        /// One byte.
        Latin1,
        /// Two bytes.
        Two,
        /// Four bytes.
        Four,
    }

    impl Width {
        /// Returns the width of a `str` whose greatest character is `value`.
        pub(crate) const fn of(value: u32) -> Self {
            match value {
                ..=0x7F => Self::Ascii,
                0x80..=0xFF => Self::Latin1,
                0x100..=0xFFFF => Self::Two,
                _ => Self::Four,
            }
        }

        const fn greatest(self) -> u32 {
            match self {
                Self::Ascii => 0x7F,
                Self::Latin1 => 0xFF,
                Self::Two => 0xFFFF,
                Self::Four => 0x10_FFFF,
            }
        }
    }

    /// Memory for the characters of a new `str`.
    pub(crate) enum Room<'a> {
        One(&'a mut [MaybeUninit<u8>]),
        Two(&'a mut [MaybeUninit<u16>]),
        Four(&'a mut [MaybeUninit<u32>]),
    }

    /// A new `str` that no other code can access yet.
    pub(crate) struct NewStr {
        object: Py<PyAny>,
        width: Width,
        len: usize,
    }

    impl NewStr {
        /// Creates a `str` with memory for `len` characters.
        pub(crate) fn new(py: Python<'_>, width: Width, len: usize) -> PyResult<Self> {
            let signed = ffi::Py_ssize_t::try_from(len)?;
            // SAFETY: the GIL is held. The function returns a new reference, or null with an exception.
            let object = unsafe {
                let object = ffi::PyUnicode_New(signed, width.greatest());
                Bound::from_owned_ptr_or_err(py, object)?.unbind()
            };
            Ok(Self { object, width, len })
        }

        pub(crate) const fn width(&self) -> Width {
            self.width
        }

        pub(crate) const fn len(&self) -> usize {
            self.len
        }

        /// Returns the memory from character `from` on.
        pub(crate) fn room(&mut self, from: usize) -> Room<'_> {
            let (from, len) = (from.min(self.len), self.len.saturating_sub(from));
            // SAFETY: the object is a `str` that was made with this width and this many characters,
            // and nobody else has it. Slices of uninitialized memory are not read.
            unsafe {
                let data = ffi::PyUnicode_DATA(self.object.as_ptr());
                let data = NonNull::new(data).unwrap_or(NonNull::dangling()).as_ptr();
                match self.width {
                    Width::Ascii | Width::Latin1 => Room::One(slice::from_raw_parts_mut(
                        data.cast::<MaybeUninit<u8>>().add(from),
                        len,
                    )),
                    Width::Two => Room::Two(slice::from_raw_parts_mut(
                        data.cast::<MaybeUninit<u16>>().add(from),
                        len,
                    )),
                    Width::Four => Room::Four(slice::from_raw_parts_mut(
                        data.cast::<MaybeUninit<u32>>().add(from),
                        len,
                    )),
                }
            }
        }

        /// Returns the `str` of the first `len` characters.
        ///
        /// # Safety
        /// The first `len` characters were written, and the greatest of them needs the current
        /// width.
        pub(crate) unsafe fn finish<'py>(
            self,
            py: Python<'py>,
            len: usize,
        ) -> PyResult<Bound<'py, PyString>> {
            if len == 0 {
                return Ok(PyString::new(py, ""));
            }
            let mut object = self.object.into_ptr();
            if len < self.len {
                // SAFETY: nobody else has the object, so it may be moved. On failure it stays.
                let result =
                    unsafe { ffi::PyUnicode_Resize(&raw mut object, len as ffi::Py_ssize_t) };
                if result != 0 {
                    // SAFETY: the pointer owns its reference.
                    drop(unsafe { Bound::from_owned_ptr_or_opt(py, object) });
                    return Err(PyErr::fetch(py));
                }
            }
            // SAFETY: the pointer owns its reference.
            let text = unsafe { Bound::from_owned_ptr_or_err(py, object)? };
            Ok(text.cast_into::<PyString>()?)
        }

        /// Copies the characters before `len` into a wider `str` with memory for `capacity`
        /// characters.
        ///
        /// # Safety
        /// The first `len` characters were written.
        pub(crate) unsafe fn widened(
            mut self,
            py: Python<'_>,
            len: usize,
            width: Width,
            capacity: usize,
        ) -> PyResult<Self> {
            let mut wide = Self::new(py, width, capacity.max(len))?;
            match (self.room(0), wide.room(0)) {
                (Room::One(from), Room::One(to)) => to[..len].copy_from_slice(&from[..len]),
                (Room::One(from), Room::Two(to)) => {
                    // SAFETY: the caller wrote the first `len` characters of `self`.
                    let from = unsafe { from[..len].assume_init_ref() };
                    let _ = utfkit::latin1::to_utf16(from, to);
                }
                (Room::One(from), Room::Four(to)) => {
                    // SAFETY: the caller wrote the first `len` characters of `self`.
                    let from = unsafe { from[..len].assume_init_ref() };
                    let _ = utfkit::latin1::to_utf32(from, to);
                }
                (Room::Two(from), Room::Four(to)) => {
                    // SAFETY: the caller wrote the first `len` characters of `self`.
                    let from = unsafe { from[..len].assume_init_ref() };
                    // Two-byte units are characters here, including surrogates.
                    for (to, from) in to.iter_mut().zip(from) {
                        to.write(u32::from(*from));
                    }
                }
                (Room::Two(from), Room::Two(to)) => to[..len].copy_from_slice(&from[..len]),
                (Room::Four(from), Room::Four(to)) => to[..len].copy_from_slice(&from[..len]),
                // A `str` is never narrowed.
                _ => return Err(pyo3::exceptions::PySystemError::new_err("a str was narrowed")),
            }
            Ok(wide)
        }
    }
}
