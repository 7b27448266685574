//! The functions of `utfkit.arrow`.

use std::{ops::Range, sync::Arc};

use arrow_array::{
    Array as _, ArrayRef, BooleanArray, StructArray,
    builder::{Int64Builder, StringBuilder},
};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyBytes,
};
use utfkit::{
    Encoding, Finding,
    encoding::{BomPolicy, Label},
    transcode::{Policy, Transcoder},
    utf8,
};
use utfkit_text::detect::Detector;

use super::{
    bad,
    build::{self, Changed, binary_type, checked, rebuilt, shared, string_type},
    capsule::Column,
    rows::{Rows, firsts},
    table, threads,
};
use crate::{encode as encoder, judge, label, results::Detection};

/// Applies `work` to all chunks of `column` without the GIL. It gets the number of rows before the
/// chunk, because errors name the row of the column.
pub(super) fn by_chunks(
    py: Python<'_>,
    object: &Bound<'_, PyAny>,
    data_type: impl Fn(&DataType) -> DataType,
    work: impl Fn(&ArrayData, usize) -> PyResult<ArrayData> + Sync,
) -> PyResult<Py<PyAny>> {
    let column = Column::single(object)?;
    let data_type = data_type(&column.data_type);
    let Column { chunks, is_chunked, .. } = column;
    let results = py.detach(|| {
        // A long chunk uses all threads by itself.
        let are_long = chunks.iter().any(|chunk| chunk.len() > 1 << 16);
        let bytes = if are_long { 0 } else { usize::MAX };
        let firsts: Vec<_> = firsts(&chunks).collect();
        let result = |at: usize| {
            let result = work(&chunks[at], firsts[at])?;
            // Buffers of other rows are not needed.
            Ok(if result.is_empty() { ArrayData::new_empty(&data_type) } else { result })
        };
        let part = |range: Range<usize>| range.map(&result).collect::<Vec<_>>();
        let parts = threads::by_ranges(chunks.len(), bytes, part);
        parts.into_iter().flatten().collect::<PyResult<Vec<_>>>()
    });
    Column { chunks: results?, data_type, is_chunked }.export(py)
}

/// Returns `True` for each row that is well-formed UTF-8, and `False` for other rows.
#[pyfunction]
pub(crate) fn is_valid_utf8(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    by_chunks(
        py,
        column,
        |_| DataType::Boolean,
        |data, first| {
            let rows = Rows::of(data, first)?;
            let mut mask = BooleanBufferBuilder::new(rows.len);
            mask.append_n(rows.len, true);
            for row in checked(bad::rows(&rows))? {
                mask.set_bit(row, false);
            }
            let nulls = logical_nulls(data);
            Ok(BooleanArray::new(mask.finish(), nulls).into_data())
        },
    )
}

/// Returns the nulls of a column. For the null type, these are all rows.
pub(super) fn logical_nulls(data: &ArrayData) -> Option<NullBuffer> {
    match data.data_type() {
        DataType::Null => Some(NullBuffer::new_null(data.len())),
        _ => data.nulls().cloned(),
    }
}

/// Returns the column as strings, with U+FFFD for each ill-formed maximal subpart.
#[pyfunction]
pub(crate) fn make_valid_utf8(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    by_chunks(py, column, string_type, |data, first| {
        let rows = Rows::of(data, first)?;
        let mut changed = Changed::default();
        for row in checked(bad::rows_to_rebuild(&rows))? {
            changed.push_lossy(row, checked(rows.text(row))?);
        }
        // SAFETY: all other rows were checked.
        unsafe { with(data, &rows, &changed, data.nulls().cloned()) }
    })
}

/// Returns the column as strings, with null for ill-formed rows.
#[pyfunction]
pub(crate) fn try_validate_utf8(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    by_chunks(py, column, string_type, |data, first| {
        let rows = Rows::of(data, first)?;
        let (mut changed, mut bad) = (Changed::default(), Vec::new());
        for row in checked(bad::rows_to_rebuild(&rows))? {
            let text = utf8::validate(checked(rows.text(row))?);
            if text.is_err() {
                bad.push(row);
            }
            changed.push(row, text.unwrap_or_default().as_bytes());
        }
        // SAFETY: all other rows were checked.
        unsafe { with(data, &rows, &changed, without(data, &bad)) }
    })
}

/// Returns the column as strings.
///
/// Raises `UnicodeDecodeError` for the first ill-formed row.
#[pyfunction]
pub(crate) fn validate_utf8(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    by_chunks(py, column, string_type, |data, first| {
        let rows = Rows::of(data, first)?;
        let mut changed = Changed::default();
        for row in checked(bad::rows_to_rebuild(&rows))? {
            let bytes = checked(rows.text(row))?;
            let text = utf8::validate(bytes).map_err(|error| {
                in_row(
                    Encoding::Utf8.into(),
                    Encoding::Utf8,
                    rows.number(row),
                    &error.finding(),
                    bytes,
                )
            })?;
            changed.push(row, text.as_bytes());
        }
        // SAFETY: all other rows were checked.
        unsafe { with(data, &rows, &changed, data.nulls().cloned()) }
    })
}

/// Returns the exception for a finding in `bytes`, the row with the number `row` of a column.
pub(super) fn in_row(
    from: Label,
    to: Encoding,
    row: usize,
    finding: &Finding,
    bytes: &[u8],
) -> PyErr {
    Python::attach(|py| {
        let (object, place) = (PyBytes::new(py, bytes), format!(" of row {row}"));
        encoder::error_in(py, from, to, finding, &object, &place)
    })
}

/// Returns `data` as strings with the text of `changed`, and with the same buffers if nothing
/// changes.
///
/// # Safety
/// All other rows are well-formed UTF-8, including null rows, in range, and have regular views.
unsafe fn with(
    data: &ArrayData,
    rows: &Rows<'_>,
    changed: &Changed,
    nulls: Option<NullBuffer>,
) -> PyResult<ArrayData> {
    // SAFETY: the caller guarantees the rows, and the text in `changed` is well-formed.
    unsafe {
        if changed.rows.is_empty() { Ok(shared(data)) } else { rebuilt(data, rows, changed, nulls) }
    }
}

/// Returns the nulls of `data` and the rows `bad`.
fn without(data: &ArrayData, bad: &[usize]) -> Option<NullBuffer> {
    if bad.is_empty() {
        return data.nulls().cloned();
    }
    let mut mask = BooleanBufferBuilder::new(data.len());
    match data.nulls() {
        Some(nulls) => mask.append_buffer(nulls.inner()),
        None => mask.append_n(data.len(), true),
    }
    bad.iter().for_each(|&row| mask.set_bit(row, false));
    Some(NullBuffer::new(mask.finish()))
}

/// Returns the first error of each row: a struct of kind, offset and length, or null.
#[pyfunction]
pub(crate) fn first_error(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let fields = Fields::from(vec![
        Field::new("kind", DataType::Utf8, false),
        Field::new("offset", DataType::Int64, false),
        Field::new("length", DataType::Int64, false),
    ]);
    by_chunks(
        py,
        column,
        |_| DataType::Struct(fields.clone()),
        |data, first| {
            let rows = Rows::of(data, first)?;
            let bad = checked(bad::rows(&rows))?;
            let mut kinds = StringBuilder::with_capacity(rows.len, 16 * bad.len());
            let mut offsets = Int64Builder::with_capacity(rows.len);
            let mut lengths = Int64Builder::with_capacity(rows.len);
            let mut is_bad = BooleanBufferBuilder::new(rows.len);
            is_bad.append_n(rows.len, false);
            let mut bad = bad.into_iter().filter(|&row| !rows.is_null(row)).peekable();
            for row in 0..rows.len {
                let finding = match bad.next_if_eq(&row) {
                    Some(_) => table::findings(checked(rows.get(row))?).into_iter().next(),
                    None => None,
                };
                is_bad.set_bit(row, finding.is_some());
                kinds.append_value(finding.as_ref().map_or("", |finding| finding.kind().code()));
                offsets.append_value(finding.as_ref().map_or(0, |finding| finding.offset() as i64));
                lengths.append_value(finding.as_ref().map_or(0, |finding| finding.len() as i64));
            }
            let columns: Vec<ArrayRef> = vec![
                Arc::new(kinds.finish()),
                Arc::new(offsets.finish()),
                Arc::new(lengths.finish()),
            ];
            let nulls = Some(NullBuffer::new(is_bad.finish()));
            Ok(StructArray::new(fields.clone(), columns, nulls).into_data())
        },
    )
}

/// Returns the policy for errors of rows, and whether a row with an error becomes null.
fn reaction(errors: &str) -> PyResult<(Policy<'static>, bool)> {
    match errors {
        "null" => Ok((Policy::Strict, true)),
        other => encoder::policy(other).map(|policy| (policy, false)).map_err(|_| {
            let known = "strict, replace, ignore, utfkit.escape or null";
            PyValueError::new_err(format!("unknown errors: {errors:?} (use {known})"))
        }),
    }
}

/// Decodes each row, a whole text in `encoding`, to strings.
///
/// `errors` is `strict`, `replace`, `ignore`, `utfkit.escape` or `null`. With `null`, a row with an
/// error becomes null.
#[pyfunction]
#[pyo3(signature = (column, encoding, errors = "strict"))]
pub(crate) fn decode(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    encoding: &str,
    errors: &str,
) -> PyResult<Py<PyAny>> {
    let label = label::label(encoding)?;
    let (policy, is_null) = reaction(errors)?;
    by_chunks(py, column, string_type, |data, first| {
        if matches!(data.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) {
            let text = "expected a column of bytes, found strings, which are decoded already (if they \
                        are not, cast the column to bytes)";
            return Err(PyTypeError::new_err(text));
        }
        let rows = Rows::of(data, first)?;
        each(data, &rows, |row, bytes, text: &mut String| {
            let bom = if label::may_have_bom(label) { BomPolicy::Strip } else { BomPolicy::Forbid };
            let transcoder = Transcoder::labelled(label, Encoding::Utf8.into()).bom(bom);
            match transcoder.policy(policy).transcode_to_string(bytes, text, true) {
                Ok(()) => Ok(true),
                Err(_) if is_null => Ok(false),
                Err(finding) => {
                    Err(in_row(label, Encoding::Utf8, rows.number(row), &finding, bytes))
                }
            }
        })
    })
}

/// Encodes each row, a whole text, to bytes.
///
/// `errors` is as for `decode`. A row with a character that the encoding lacks is an error.
#[pyfunction]
#[pyo3(signature = (column, encoding, errors = "strict"))]
pub(crate) fn encode(
    py: Python<'_>,
    column: &Bound<'_, PyAny>,
    encoding: &str,
    errors: &str,
) -> PyResult<Py<PyAny>> {
    let (label, utf8) = (label::label(encoding)?, Encoding::Utf8);
    let (policy, is_null) = reaction(errors)?;
    by_chunks(py, column, binary_type, |data, first| {
        let rows = Rows::of(data, first)?;
        each(data, &rows, |row, text, bytes: &mut Vec<u8>| {
            let mut transcoder = Transcoder::labelled(utf8.into(), label).policy(policy);
            match transcoder.transcode_to_vec(text, bytes, true) {
                Ok(()) => Ok(true),
                Err(_) if is_null => Ok(false),
                Err(finding) => {
                    let (to, row) = (label.encoding(), rows.number(row));
                    Err(in_row(utf8.into(), to, row, &finding, text))
                }
            }
        })
    })
}

/// The texts of a column that is built row by row: strings or bytes.
pub(super) trait Texts: Default + Send {
    /// Returns the type of the column for a column of `data_type`.
    fn data_type(data_type: &DataType) -> DataType;
    fn bytes(&self) -> &[u8];
    fn truncate(&mut self, len: usize);
}

impl Texts for String {
    fn data_type(data_type: &DataType) -> DataType {
        string_type(data_type)
    }

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }
}

impl Texts for Vec<u8> {
    fn data_type(data_type: &DataType) -> DataType {
        binary_type(data_type)
    }

    fn bytes(&self) -> &[u8] {
        self
    }

    fn truncate(&mut self, len: usize) {
        self.truncate(len);
    }
}

/// Builds a column row by row. If `work` returns `false`, the row is null.
fn each<T: Texts>(
    data: &ArrayData,
    rows: &Rows<'_>,
    work: impl Fn(usize, &[u8], &mut T) -> PyResult<bool> + Sync,
) -> PyResult<ArrayData> {
    let work = |row, bytes: &[u8], text: &mut T, _: &mut Vec<()>| work(row, bytes, text);
    Ok(each_with_notes(data, rows, work)?.0)
}

/// Builds a column row by row. Also returns the notes of `work`, in order.
pub(super) fn each_with_notes<T: Texts, N: Send>(
    data: &ArrayData,
    rows: &Rows<'_>,
    work: impl Fn(usize, &[u8], &mut T, &mut Vec<N>) -> PyResult<bool> + Sync,
) -> PyResult<(ArrayData, Vec<N>)> {
    let parts = threads::by_ranges(rows.len, rows.work(), |range| {
        let (mut text, mut ends, mut nulls) = (T::default(), Vec::new(), Vec::new());
        let mut notes = Vec::new();
        for row in range {
            if !rows.is_null(row) {
                let before = text.bytes().len();
                if !work(row, checked(rows.get(row))?, &mut text, &mut notes)? {
                    text.truncate(before);
                    nulls.push(row);
                }
            }
            ends.push(text.bytes().len());
        }
        PyResult::Ok((text, ends, nulls, notes))
    });
    let (mut all, mut bad, mut all_notes) = (Changed::default(), Vec::new(), Vec::new());
    for part in parts {
        let (text, ends, nulls, notes) = part?;
        let from = all.text.len();
        all.text.extend_from_slice(text.bytes());
        all.ends.extend(ends.into_iter().map(|end| from + end));
        bad.extend(nulls);
        all_notes.extend(notes);
    }
    let nulls = match data.data_type() {
        DataType::Null => Some(NullBuffer::new_null(data.len())),
        _ => without(data, &bad),
    };
    // SAFETY: each row has an end, and the text is that of `T`.
    let column = unsafe { build::column(&all, rows.len, nulls, T::data_type(data.data_type())) };
    Ok((column?, all_notes))
}

/// Returns the encoding of all rows together.
#[pyfunction]
pub(crate) fn detect(py: Python<'_>, column: &Bound<'_, PyAny>) -> PyResult<Detection> {
    let Column { chunks, .. } = Column::single(column)?;
    let detection = py.detach(|| {
        let mut detector = Detector::new();
        for (chunk, first) in chunks.iter().zip(firsts(&chunks)) {
            let rows = Rows::of(chunk, first)?;
            for row in 0..rows.len {
                if !rows.is_null(row) {
                    detector.feed(checked(rows.get(row))?);
                    detector.feed(b"\n");
                }
            }
        }
        PyResult::Ok(detector.finish())
    });
    Ok(judge::object(&detection?))
}
