//! `utfkit.arrow.repair`.

use arrow_data::ArrayData;
use pyo3::{exceptions::PyValueError, prelude::*};
use utfkit::{Encoding, utf8};
use utfkit_text::repair as repairs;

use super::{
    build::string_type,
    functions::{by_chunks, each_with_notes, in_row},
    report::{self, Note},
    rows::Rows,
};
use crate::judge;

/// Repairs each row where the damage has only one interpretation.
///
/// Other ill-formed sequences become U+FFFD. With `errors="strict"` they are errors, and with
/// `errors="null"` the row becomes null.
///
/// With `report=True`, each row becomes a struct. It has the `text`, and `changed` is true if that differs
/// from the row. The lists `fixes` and `ambiguous` have the fields of `Repaired`, and `ill_formed` lists
/// sequences without a fix. Offsets are those of the damaged row.
#[pyfunction]
#[pyo3(signature = (
    column, *, modified_utf8 = false, unsafe_overlong = false, mixed = None, errors = "replace",
    report = false,
))]
pub(crate) fn repair(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    modified_utf8: bool,
    unsafe_overlong: bool,
    mixed: Option<&str>,
    errors: &str,
    report: bool,
) -> PyResult<Py<PyAny>> {
    let options = judge::options(modified_utf8, unsafe_overlong, mixed)?;
    let errors = Errors::named(errors)?;
    let repaired = |data: &ArrayData, first| {
        let rows = Rows::of(data, first)?;
        each_with_notes(data, &rows, |row, bytes, text: &mut String, notes| {
            let repaired = repairs::repair(bytes, options);
            let before = text.len();
            let is_text = match utf8::validate(&repaired.bytes) {
                Ok(valid) => {
                    text.push_str(valid);
                    true
                }
                Err(_) if errors == Errors::Null => false,
                Err(error) if errors == Errors::Strict => {
                    let (row, finding) = (rows.number(row), error.finding());
                    let utf8 = Encoding::Utf8;
                    return Err(in_row(utf8.into(), utf8, row, &finding, &repaired.bytes));
                }
                Err(_) => {
                    text.push_str(&utf8::to_string_lossy(&repaired.bytes).0);
                    true
                }
            };
            if report {
                let changed = !is_text || text.as_bytes()[before..] != *bytes;
                notes.extend(Note::of(row, changed, repaired));
            }
            Ok(is_text)
        })
    };
    if report {
        let data_type = |data_type: &_| report::data_type(string_type(data_type));
        by_chunks(py, column, data_type, |data, first| {
            let (texts, notes) = repaired(data, first)?;
            Ok(report::column(data, texts, notes))
        })
    } else {
        by_chunks(py, column, string_type, |data, first| Ok(repaired(data, first)?.0))
    }
}

/// The reaction to ill-formed sequences that have no fix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    Strict,
    Replace,
    Null,
}

impl Errors {
    fn named(name: &str) -> PyResult<Self> {
        match name {
            "strict" => Ok(Self::Strict),
            "replace" => Ok(Self::Replace),
            "null" => Ok(Self::Null),
            other => {
                let text = format!("unknown errors: {other:?} (use strict, replace or null)");
                Err(PyValueError::new_err(text))
            }
        }
    }
}
