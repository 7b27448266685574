//! Edits that keep every other byte.

use pyo3::{create_exception, exceptions::PyValueError, prelude::*, types::PyBytes};
use utfkit_text::transform::{self, Times};

use crate::{label, raw::Input, results::Edited};

create_exception!(
    utfkit,
    EditError,
    PyValueError,
    "An edit that was refused. The attribute `reason` has the code of the reason."
);

/// Replaces the text `old` by `new` in `data`, and keeps every other byte.
///
/// `new` is written in the encoding of `data`: that of a BOM, or `encoding`, or else the detected
/// one, if it is certain. `old` has to be there `count` times, or at least once if `count` is
/// `None`. A line feed in `old` also matches CRLF. An edit that cannot be exact raises `EditError`
/// with a `reason`: `not-found`, `found-elsewhere`, `not-in-encoding`, `joins`, `lost-characters`,
/// `empty`, `too-many` or `uncertain-encoding`.
///
/// >>> utfkit.edit(b"Gr\xf6\xdfe = 1", "= 1", "= 2 €", "cp1252").bytes
/// b'Gr\xf6\xdfe = 2 \x80'
#[pyfunction]
#[pyo3(signature = (data, old, new, encoding = None, *, count = Some(1)))]
pub(crate) fn edit(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    old: &str,
    new: &str,
    encoding: Option<&str>,
    count: Option<usize>,
) -> PyResult<Edited> {
    let input = Input::of(data)?;
    let encoding = encoding.map(label::label).transpose()?.map(|label| label.encoding());
    let times = match count {
        None => Times::All,
        Some(0) => return Err(PyValueError::new_err("count must be at least 1, or None")),
        Some(1) => Times::Once,
        Some(count) => Times::Exactly(count),
    };
    match input.run(py, |bytes| transform::edit(bytes, encoding, old, new, times)) {
        Ok(edited) => Ok(Edited {
            bytes: PyBytes::new(py, &edited.bytes).unbind(),
            encoding: edited.encoding.name().to_owned(),
            places: edited
                .places
                .iter()
                .map(|one| (one.old.start, one.old.len(), one.new.start, one.new.len()))
                .collect(),
        }),
        Err(refusal) => {
            let error = EditError::new_err(refusal.to_string());
            error.value(py).setattr("reason", refusal.code())?;
            Err(error)
        }
    }
}
