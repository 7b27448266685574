//! Exceptions with the attributes of our findings, and Python's error handlers.

use pyo3::{
    exceptions::{PyIndexError, PyTypeError, PyUnicodeDecodeError, PyUnicodeEncodeError},
    intern,
    prelude::*,
    types::{PyBytes, PyCFunction, PyString},
};
use utfkit::{Finding, scalar};

use crate::raw::{Characters, characters};

/// The reaction to an error.
pub(crate) enum Handler {
    /// Raise the exception.
    Strict,
    /// Write U+FFFD for the sequence.
    Replace,
    /// Leave out the sequence.
    Ignore,
    /// Write `\xNN` for each byte.
    Backslash,
    /// Write `&#N;` for each character. Only for encoding.
    Xml,
    /// Write a surrogate for each byte, U+DC80 to U+DCFF.
    SurrogateEscape,
    /// Call this function of Python itself. It does not read the attributes of our findings.
    Own {
        /// The function.
        function: Py<PyAny>,
        /// Whether it encodes surrogates as UTF-8 encodes characters.
        passes_surrogates: bool,
    },
    /// Call the function that Python registered under this name.
    Other(Py<PyAny>),
}

impl Handler {
    /// Returns the handler `name`.
    ///
    /// # Errors
    /// `LookupError` from Python, if the name is unknown.
    pub(crate) fn named(py: Python<'_>, name: &str) -> PyResult<Self> {
        Ok(match name {
            "strict" => Self::Strict,
            "replace" => Self::Replace,
            "ignore" => Self::Ignore,
            "backslashreplace" => Self::Backslash,
            "surrogateescape" => Self::SurrogateEscape,
            other => {
                let function = function(py, other)?;
                // A program may have registered another function under this name.
                let is_own = matches!(other, "namereplace" | "surrogatepass" | "xmlcharrefreplace")
                    && function.bind(py).is_instance_of::<PyCFunction>();
                let passes_surrogates = other == "surrogatepass";
                if is_own {
                    Self::Own { function, passes_surrogates }
                } else {
                    Self::Other(function)
                }
            }
        })
    }
}

impl Handler {
    /// Returns `true` if no function of Python is called, and text with errors has no exception.
    pub(crate) fn is_simple(&self) -> bool {
        matches!(self, Self::Replace | Self::Ignore | Self::Backslash | Self::SurrogateEscape)
    }
}

/// Returns the error handler that Python registered as `name`.
pub(crate) fn function(py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
    let codecs = py.import("codecs")?;
    Ok(codecs.call_method1("lookup_error", (name,))?.unbind())
}

/// The range of a finding in the object of its exception, in bytes or characters.
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Returns the `UnicodeDecodeError` of `finding`, which is at `place` of `object`.
pub(crate) fn decode_error(
    py: Python<'_>,
    encoding: &str,
    object: &Bound<'_, PyBytes>,
    place: &Place,
    finding: &Finding,
    reason: &str,
) -> PyErr {
    let arguments = (encoding, object, place.start, place.end, reason);
    raised(py.get_type::<PyUnicodeDecodeError>().call1(arguments), finding)
}

/// Returns the `UnicodeEncodeError` of characters of `text` that `encoding` does not have.
pub(crate) fn encode_error(
    py: Python<'_>,
    encoding: &str,
    text: &Bound<'_, PyString>,
    place: &Place,
    finding: &Finding,
    reason: &str,
) -> PyErr {
    let arguments = (encoding, text, place.start, place.end, reason);
    raised(py.get_type::<PyUnicodeEncodeError>().call1(arguments), finding)
}

/// Returns the exception `value` with the attributes `kind`, `offset` and `bytes`.
fn raised(value: PyResult<Bound<'_, PyAny>>, finding: &Finding) -> PyErr {
    let with_finding = |value: Bound<'_, PyAny>| {
        let py = value.py();
        value.setattr(intern!(py, "kind"), finding.kind().code())?;
        value.setattr(intern!(py, "offset"), finding.offset())?;
        value.setattr(intern!(py, "bytes"), PyBytes::new(py, finding.bytes()))?;
        Ok(PyErr::from_value(value))
    };
    value.and_then(with_finding).unwrap_or_else(|error| error)
}

/// The exception that all calls of a handler of Python itself share, as in Python's codecs.
pub(crate) type Shared<'py> = Option<Bound<'py, PyAny>>;

/// Calls a handler for an error at `place`. `raised` makes the exception with our attributes. It is only
/// made if it is seen.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    handler: &Handler,
    place: &Place,
    shared: &mut Shared<'py>,
    raised: impl Fn() -> PyErr,
) -> PyResult<Bound<'py, PyAny>> {
    let py = function.py();
    if matches!(handler, Handler::Other(_)) {
        return function.call1((raised().value(py),));
    }
    let exception = shared.get_or_insert_with(|| raised().into_value(py).into_bound(py).into_any());
    exception.setattr(intern!(py, "start"), place.start)?;
    exception.setattr(intern!(py, "end"), place.end)?;
    // A handler raises the exception that it does not handle.
    function.call1((&*exception,)).or_else(|_| function.call1((raised().value(py),)))
}

/// Returns the text of a handler's result for decoding, and the offset to continue at.
pub(crate) fn handled<'py>(
    result: &Bound<'py, PyAny>,
    len: usize,
) -> PyResult<(Bound<'py, PyString>, usize)> {
    let wrong = || PyTypeError::new_err("decoding error handler must return (str, int) tuple");
    let (text, at): (Bound<'_, PyAny>, isize) = result.extract().map_err(|_| wrong())?;
    let text = text.cast_into::<PyString>().map_err(|_| wrong())?;
    Ok((text, position(at, len)?))
}

/// Resolves a position that a handler returned. A negative one counts from the end.
pub(crate) fn position(at: isize, len: usize) -> PyResult<usize> {
    let signed = isize::try_from(len)?;
    let from_start = if at < 0 { at + signed } else { at };
    if !(0..=signed).contains(&from_start) {
        let text = format!("position {at} from error handler out of bounds");
        return Err(PyIndexError::new_err(text));
    }
    Ok(from_start as usize)
}

/// Returns the code points of `text`.
pub(crate) fn code_points(text: &Bound<'_, PyString>) -> PyResult<Vec<u32>> {
    characters(text, |characters| match characters {
        Characters::One(bytes) => bytes.iter().copied().map(u32::from).collect(),
        #[cfg(not(feature = "abi3"))]
        Characters::Two(units) => units.iter().copied().map(u32::from).collect(),
        Characters::Four(values) => values.to_vec(),
    })
}

/// Returns the surrogate that represents a byte under `surrogateescape`.
pub(crate) fn escaped(byte: u8) -> u32 {
    0xDC00 + u32::from(byte)
}

/// Returns `true` if `value` is a character of a `str`.
pub(crate) fn is_character(value: u32) -> bool {
    scalar::is_scalar(value)
}
