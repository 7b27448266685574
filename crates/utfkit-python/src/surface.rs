//! Escapes for characters: `caf&eacute;`.

use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use utfkit_text::transform::{Surface, SurfaceStream as Stream};

use crate::label;

/// A text, or its bytes.
#[derive(FromPyObject)]
pub(crate) enum Data {
    Text(String),
    Bytes(Vec<u8>),
}

fn surface(name: &str) -> PyResult<Surface> {
    name.parse().map_err(|_| {
        let names: Vec<_> = Surface::ALL.iter().map(|one| one.name()).collect();
        PyValueError::new_err(format!("unknown surface {name:?}: use {}", names.join(", ")))
    })
}

/// Returns the result of `stream` for `data`, in the type of `data`.
fn run<'py>(py: Python<'py>, data: Data, mut stream: Stream) -> PyResult<Bound<'py, PyAny>> {
    let (bytes, is_text) = match data {
        Data::Text(text) => (text.into_bytes(), true),
        Data::Bytes(bytes) => (bytes, false),
    };
    let mut out = Vec::with_capacity(bytes.len());
    stream.push(&bytes, &mut out);
    stream.finish(&mut out);
    if is_text {
        Ok(String::from_utf8(out)?.into_pyobject(py)?.into_any())
    } else {
        Ok(PyBytes::new(py, &out).into_any())
    }
}

/// Reads the escapes of `surface` in `data`, a `str` or `bytes`. An escape that is ill-formed stays.
///
/// The surfaces are `java`, `c99`, `html`, `encoded-words`, `punycode` and `quoted-printable`. The
/// escapes of the last one stand for bytes; in a `str`, for bytes of UTF-8.
///
/// >>> utfkit.decode_surface("caf&eacute; &nix;", "html")
/// 'café &nix;'
/// >>> utfkit.decode_surface(b"caf=E9", "quoted-printable")
/// b'caf\xe9'
#[pyfunction]
#[pyo3(signature = (data, surface))]
pub(crate) fn decode_surface<'py>(
    py: Python<'py>,
    data: Data,
    surface: &str,
) -> PyResult<Bound<'py, PyAny>> {
    run(py, data, self::surface(surface)?.decode())
}

/// Writes the characters of `data`, a `str` or UTF-8, that `encoding` lacks as escapes of `surface`.
///
/// Everything in `data` that already looks like an escape stays.
///
/// >>> utfkit.encode_surface("café €", "java")
/// 'caf\\u00E9 \\u20AC'
/// >>> utfkit.encode_surface("café €", "java", "latin-1")
/// 'café \\u20AC'
#[pyfunction]
#[pyo3(signature = (data, surface, encoding = "us-ascii"))]
pub(crate) fn encode_surface<'py>(
    py: Python<'py>,
    data: Data,
    surface: &str,
    encoding: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let encoding = label::label(encoding)?.encoding();
    run(py, data, self::surface(surface)?.encode(encoding))
}
