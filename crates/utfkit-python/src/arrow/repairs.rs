//! `utfkit.arrow.repair`.

use pyo3::{exceptions::PyValueError, prelude::*};
use utfkit::{Encoding, utf8};
use utfkit_text::repair as repairs;

use super::{
    build::string_type,
    functions::{by_chunks, each, in_row},
    rows::Rows,
};
use crate::judge;

/// Repairs each row where the damage has only one interpretation. Other ill-formed sequences become
/// U+FFFD. With `errors="strict"` they are errors, and with `errors="null"` the row becomes null.
#[pyfunction]
#[pyo3(signature = (column, *, modified_utf8 = false, unsafe_overlong = false, mixed = None, errors = "replace"))]
pub(crate) fn repair(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    modified_utf8: bool,
    unsafe_overlong: bool,
    mixed: Option<&str>,
    errors: &str,
) -> PyResult<Py<PyAny>> {
    let options = judge::options(modified_utf8, unsafe_overlong, mixed)?;
    if !matches!(errors, "strict" | "replace" | "null") {
        let text = format!("unknown errors: {errors:?} (use strict, replace or null)");
        return Err(PyValueError::new_err(text));
    }
    by_chunks(py, column, string_type, |data, first| {
        let rows = Rows::of(data, first)?;
        each(data, &rows, |row, bytes, text: &mut String| {
            let repaired = repairs::repair(bytes, options);
            match utf8::validate(&repaired.bytes) {
                Ok(valid) => text.push_str(valid),
                Err(_) if errors == "null" => return Ok(false),
                Err(error) if errors == "strict" => {
                    let (row, finding) = (rows.number(row), error.finding());
                    let utf8 = Encoding::Utf8;
                    return Err(in_row(utf8.into(), utf8, row, &finding, &repaired.bytes));
                }
                Err(_) => text.push_str(&utf8::to_string_lossy(&repaired.bytes).0),
            }
            Ok(true)
        })
    })
}
