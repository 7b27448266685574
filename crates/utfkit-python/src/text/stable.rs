//! A `str` that grows, with only the stable ABI: the text is collected in UTF-8.

use arrow_buffer::ToByteSlice;
use pyo3::{
    ffi,
    prelude::*,
    types::{PyBytes, PyString},
};
use utfkit::{Be, Le, Outcome, encoding::ByteOrder, latin1, scalar, utf8, utf16, utf32};

use super::{
    source::Source,
    tables::{self, Tables},
};
use crate::{label::Form, raw::LARGE};

/// The number of bytes that are decoded at once.
const BLOCK: usize = 16 << 10;

/// The number of code values that are decoded at once.
const VALUES: usize = 2048;

/// The number of code values that are decoded at once where tables lack a character.
const FEW: usize = 256;

impl Source {
    /// Decodes `src` with one of Python's own decoders, which builds the `str` itself. `None` if
    /// that fails.
    pub(crate) fn by_python<'py>(
        &self,
        py: Python<'py>,
        src: &[u8],
    ) -> Option<Bound<'py, PyString>> {
        if let Some(form) = self.form {
            return by_python(py, form, src);
        }
        if self.tables.is_some_and(|tables| tables.same(src) == src.len()) {
            return by_python(py, Form::Latin1, src);
        }
        match self.tables.and_then(Tables::singles) {
            Some(singles) => by_charmap(py, singles, src),
            None => of_units(py, &self.units(src)?),
        }
    }

    /// Decodes `src` to UTF-16. `None` if it is ill-formed, or has values that are not characters.
    fn units(mut self, src: &[u8]) -> Option<Vec<u16>> {
        let mut units = Vec::with_capacity(src.len());
        let mut values = [0_u32; VALUES];
        let mut read = 0;
        while read < src.len() {
            let rest = &src[read..];
            if let Some(tables) = self.tables.filter(|tables| tables.serve(&self.decoder)) {
                let (more, written) = tables.decode(rest, units.spare_capacity_mut());
                // SAFETY: the tables wrote this many units after the others.
                unsafe { units.set_len(units.len() + written) };
                if more > 0 {
                    read += more;
                    continue;
                }
            }
            // The tables may have the characters after a few.
            let most = if self.tables.is_some() { FEW } else { VALUES };
            let done = self.decoder.decode(rest, &mut values[..most]);
            let decoded = &values[..done.written];
            let all = decoded.iter().fold(0, |all, value| all | value);
            if done.read == 0
                || (all > 0xD7FF && !decoded.iter().all(|value| scalar::is_scalar(*value)))
            {
                return None;
            }
            if all <= 0xFFFF {
                units.extend(decoded.iter().map(|value| *value as u16));
            } else {
                let characters = decoded.iter().map(|value| scalar::to_char(*value));
                characters.for_each(|one| units.extend_from_slice(one.encode_utf16(&mut [0; 2])));
            }
            read += done.read;
        }
        Some(units)
    }
}

/// A `str` that grows.
pub(crate) struct Builder {
    text: Vec<u8>,
    surrogates: bool,
}

impl Builder {
    /// Creates a builder for the text of `src`.
    pub(crate) fn new(_: Python<'_>, _: &Source, src: &[u8], _: bool) -> PyResult<Self> {
        Ok(Self { text: Vec::with_capacity(src.len()), surrogates: false })
    }

    /// Decodes `src` from `at` on, up to its end or a sequence that is ill-formed or incomplete. If
    /// `detach` is set, long text is decoded without the GIL.
    pub(crate) fn take(
        &mut self,
        py: Python<'_>,
        source: &mut Source,
        src: &[u8],
        at: &mut usize,
        detach: bool,
    ) -> PyResult<()> {
        let rest = &src[*at..];
        let text = &mut self.text;
        *at += if detach && rest.len() >= LARGE {
            py.detach(|| run(source, rest, text))
        } else {
            run(source, rest, text)
        };
        Ok(())
    }

    /// Appends code points, which may be surrogates.
    pub(crate) fn push(&mut self, _: Python<'_>, values: &[u32]) -> PyResult<()> {
        for &value in values {
            if scalar::is_surrogate(value) {
                self.surrogates = true;
                let (high, low) = (0x80 | (value >> 6 & 0x3F) as u8, 0x80 | (value & 0x3F) as u8);
                self.text.extend([0xED, high, low]);
            } else {
                push(&mut self.text, value);
            }
        }
        Ok(())
    }

    /// Returns the `str`.
    pub(crate) fn finish(self, py: Python<'_>) -> PyResult<Bound<'_, PyString>> {
        if self.surrogates {
            let bytes = PyBytes::new(py, &self.text);
            return Ok(bytes.call_method1("decode", ("utf-8", "surrogatepass"))?.cast_into()?);
        }
        PyString::from_bytes(py, &self.text)
    }
}

fn push(text: &mut Vec<u8>, value: u32) {
    text.extend_from_slice(scalar::to_char(value).encode_utf8(&mut [0; 4]).as_bytes());
}

fn run(source: &mut Source, src: &[u8], text: &mut Vec<u8>) -> usize {
    match source.form {
        Some(form) => run_form(form, src, text),
        None => run_values(source, src, text),
    }
}

fn run_form(form: Form, src: &[u8], text: &mut Vec<u8>) -> usize {
    if form == Form::Utf8 {
        let valid = utf8::valid_up_to(src);
        text.extend_from_slice(&src[..valid]);
        return valid;
    }
    let mut room = vec![0_u8; BLOCK];
    let mut read = 0;
    loop {
        let rest = &src[read..];
        let (outcome, unit): (Outcome, usize) = match form {
            Form::Latin1 | Form::Utf8 => (latin1::to_utf8(rest, &mut room[..]), 1),
            Form::Utf16(ByteOrder::Big) => (utf16::to_utf8(Be(rest), &mut room[..]), 2),
            Form::Utf16(ByteOrder::Little) => (utf16::to_utf8(Le(rest), &mut room[..]), 2),
            Form::Utf32(ByteOrder::Big) => (utf32::to_utf8(Be(rest), &mut room[..]), 4),
            Form::Utf32(ByteOrder::Little) => (utf32::to_utf8(Le(rest), &mut room[..]), 4),
        };
        text.extend_from_slice(&room[..outcome.written]);
        read += outcome.read * unit;
        if outcome.status != utfkit::Status::OutputFull {
            return read;
        }
    }
}

fn run_values(source: &mut Source, src: &[u8], text: &mut Vec<u8>) -> usize {
    let mut values = [0_u32; VALUES];
    let mut read = 0;
    loop {
        let before = source.decoder;
        let mut done = source.decoder.decode(&src[read..], &mut values);
        let full = done.written == VALUES;
        if source.beyond
            && let Some(bad) =
                values[..done.written].iter().position(|&value| !scalar::is_scalar(value))
        {
            source.decoder = before;
            done = source.decoder.decode(&src[read..], &mut values[..bad]);
        }
        values[..done.written].iter().for_each(|&value| push(text, value));
        read += done.read;
        if !full || done.written < VALUES {
            return read;
        }
    }
}

/// Returns the `str` of UTF-16.
fn of_units<'py>(py: Python<'py>, units: &[u16]) -> Option<Bound<'py, PyString>> {
    let order = if cfg!(target_endian = "big") { ByteOrder::Big } else { ByteOrder::Little };
    by_python(py, Form::Utf16(order), units.to_byte_slice())
}

/// Decodes `src` with Python's decoder for charsets of single bytes. `None` if that fails.
fn by_charmap<'py>(
    py: Python<'py>,
    singles: &[u16; 256],
    src: &[u8],
) -> Option<Bound<'py, PyString>> {
    /// Python's mark of a byte without a character.
    const UNDEFINED: u16 = 0xFFFE;

    let characters = singles.map(|unit| if unit == tables::NONE { UNDEFINED } else { unit });
    let characters = of_units(py, &characters)?;
    let len = ffi::Py_ssize_t::try_from(src.len()).ok()?;
    // SAFETY: the pointer and the length are those of `src`, which does not change while the GIL is
    // held. A null error handler means "strict". The function returns a new reference, or null with
    // an exception.
    let text = unsafe {
        let data = src.as_ptr().cast();
        let text = ffi::PyUnicode_DecodeCharmap(data, len, characters.as_ptr(), std::ptr::null());
        Bound::from_owned_ptr_or_err(py, text).ok()?
    };
    text.cast_into().ok()
}

/// Decodes `src` with Python's own decoder. `None` if that fails.
fn by_python<'py>(py: Python<'py>, form: Form, src: &[u8]) -> Option<Bound<'py, PyString>> {
    let len = ffi::Py_ssize_t::try_from(src.len()).ok()?;
    let data = src.as_ptr().cast();
    let order = |order| if order == ByteOrder::Big { 1 } else { -1 };
    // SAFETY: the pointer and the length are those of `src`, which does not change while the GIL is
    // held. A null error handler means "strict". The functions return a new reference, or null with
    // an exception.
    let text = unsafe {
        let object = match form {
            Form::Latin1 => ffi::PyUnicode_DecodeLatin1(data, len, std::ptr::null()),
            Form::Utf8 => ffi::PyUnicode_DecodeUTF8(data, len, std::ptr::null()),
            Form::Utf16(big) => {
                let mut order: std::ffi::c_int = order(big);
                ffi::PyUnicode_DecodeUTF16(data, len, std::ptr::null(), &raw mut order)
            }
            Form::Utf32(big) => {
                let mut order: std::ffi::c_int = order(big);
                ffi::PyUnicode_DecodeUTF32(data, len, std::ptr::null(), &raw mut order)
            }
        };
        Bound::from_owned_ptr_or_err(py, object).ok()?
    };
    text.cast_into().ok()
}
