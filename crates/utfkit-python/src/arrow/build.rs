//! Builds columns of strings. Unchanged buffers are shared, and unchanged rows are copied together.

use arrow_array::{OffsetSizeTrait, builder::make_view};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::{exceptions::PyOverflowError, prelude::*};
use utfkit::utf8;

use super::rows::{Layout, Malformed, Rows};

/// Rows with new text, in order.
#[derive(Default)]
pub(super) struct Changed {
    pub(super) rows: Vec<usize>,
    /// The end of the text of each row.
    pub(super) ends: Vec<usize>,
    pub(super) text: Vec<u8>,
}

impl Changed {
    /// Sets the text of `row`, which is well-formed.
    pub(super) fn push(&mut self, row: usize, text: &[u8]) {
        self.text.extend_from_slice(text);
        self.end(row);
    }

    /// Sets the text of `row` to that of `bytes`, with U+FFFD for ill-formed sequences.
    pub(super) fn push_lossy(&mut self, row: usize, bytes: &[u8]) {
        let from = self.text.len();
        self.text.resize(from + 3 * bytes.len(), 0);
        let outcome = utf8::to_utf8_lossy(bytes, &mut self.text[from..]);
        self.text.truncate(from + outcome.written);
        self.end(row);
    }

    fn end(&mut self, row: usize) {
        self.rows.push(row);
        self.ends.push(self.text.len());
    }

    fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(from, &to)| &self.text[from..to])
    }

    fn each(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.rows.iter().copied().zip(self.texts())
    }
}

/// Returns the string type with the layout of `data_type`.
pub(super) fn string_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::LargeBinary | DataType::LargeUtf8 => DataType::LargeUtf8,
        DataType::BinaryView | DataType::Utf8View => DataType::Utf8View,
        _ => DataType::Utf8,
    }
}

/// Returns the type of bytes with the layout of `data_type`.
pub(super) fn binary_type(data_type: &DataType) -> DataType {
    match data_type {
        DataType::LargeBinary | DataType::LargeUtf8 => DataType::LargeBinary,
        DataType::BinaryView | DataType::Utf8View => DataType::BinaryView,
        _ => DataType::Binary,
    }
}

/// Returns a column of strings with the same buffers.
///
/// # Safety
/// All rows are well-formed UTF-8, null rows too, and in range.
pub(super) unsafe fn shared(data: &ArrayData) -> ArrayData {
    let data_type = string_type(data.data_type());
    if data.data_type() == &DataType::Null {
        return ArrayData::new_null(&data_type, data.len());
    }
    // SAFETY: the layout is the same, and the caller knows that the rows are strings.
    unsafe { data.clone().into_builder().data_type(data_type).build_unchecked() }
}

/// Returns a column of strings with the text of `changed`, and otherwise the text of `data`.
///
/// # Safety
/// All other rows are well-formed UTF-8, including null rows, and in range. The text of `changed`
/// is well-formed, too.
pub(super) unsafe fn rebuilt(
    data: &ArrayData,
    rows: &Rows<'_>,
    changed: &Changed,
    nulls: Option<NullBuffer>,
) -> PyResult<ArrayData> {
    let (buffers, data_type) = match rows.layout {
        Layout::Small(offsets, values) => (by_offsets(offsets, values, changed)?, DataType::Utf8),
        Layout::Large(offsets, values) => {
            (by_offsets(offsets, values, changed)?, DataType::LargeUtf8)
        }
        Layout::Views(views, buffers) => (by_views(views, buffers, changed)?, DataType::Utf8View),
        Layout::Empty => {
            // SAFETY: there are no rows with bytes.
            return Ok(unsafe { shared(data) });
        }
    };
    let builder = ArrayData::builder(data_type).len(data.len()).nulls(nulls).buffers(buffers);
    // SAFETY: the offsets and views were made for these rows, and the caller knows that they are
    // strings.
    Ok(unsafe { builder.build_unchecked() })
}

/// Returns a column of strings or bytes with one text for each row.
///
/// # Safety
/// `texts` has `len` rows. They are well-formed UTF-8 if `data_type` is of strings.
pub(super) unsafe fn column(
    texts: &Changed,
    len: usize,
    nulls: Option<NullBuffer>,
    data_type: DataType,
) -> PyResult<ArrayData> {
    let first = match data_type {
        DataType::LargeUtf8 | DataType::LargeBinary => offsets_of::<i64>(&texts.ends)?,
        DataType::Utf8View | DataType::BinaryView => views_of(texts)?,
        _ => offsets_of::<i32>(&texts.ends)?,
    };
    let buffers = vec![first, Buffer::from(texts.text.as_slice())];
    let builder = ArrayData::builder(data_type).len(len).nulls(nulls).buffers(buffers);
    // SAFETY: there is one offset more than rows, in order, or one view per row, and the caller knows
    // the text.
    Ok(unsafe { builder.build_unchecked() })
}

/// Returns a view of each text in the only buffer.
fn views_of(texts: &Changed) -> PyResult<Buffer> {
    let mut from = 0;
    let views = texts.texts().map(|text| {
        let offset = i32::try_from(from).map_err(|_| too_long())?;
        from += text.len();
        Ok(make_view(text, 0, offset as u32))
    });
    views.collect::<PyResult<Vec<_>>>().map(Buffer::from_vec)
}

fn offsets_of<O: OffsetSizeTrait>(ends: &[usize]) -> PyResult<Buffer> {
    let offsets = std::iter::once(&0).chain(ends).map(|&end| O::from_usize(end));
    let offsets: Option<Vec<O>> = offsets.collect();
    offsets.map(Buffer::from_vec).ok_or_else(too_long)
}

fn too_long() -> PyErr {
    PyOverflowError::new_err(
        "the new column has 2 GiB of text or more: use a large type, or chunks",
    )
}

fn by_offsets<O>(offsets: &[O], values: &[u8], changed: &Changed) -> PyResult<Vec<Buffer>>
where
    O: ArrowNativeType,
{
    let place = |row: usize| offsets[row].as_usize();
    let rows = offsets.len() - 1;
    let mut text = Vec::with_capacity(place(rows) - place(0) + changed.text.len());
    let mut ends = Vec::with_capacity(offsets.len());
    ends.push(O::default());
    let mut row = 0;
    let none: &[u8] = &[];
    for (next, with) in changed.each().chain([(rows, none)]) {
        // The bytes of earlier rows are unchanged, so their offsets move by a constant.
        let (from, moved) = (place(row), text.len());
        text.extend_from_slice(&values[from..place(next)]);
        O::from_usize(text.len()).ok_or_else(too_long)?;
        let mut end = |at: &O| O::usize_as(at.as_usize() - from + moved);
        ends.extend(offsets[row + 1..=next].iter().map(&mut end));
        if next < rows {
            text.extend_from_slice(with);
            ends.push(O::from_usize(text.len()).ok_or_else(too_long)?);
        }
        row = next + 1;
    }
    Ok(vec![Buffer::from_vec(ends), Buffer::from_vec(text)])
}

fn by_views(views: &[u128], buffers: &[Buffer], changed: &Changed) -> PyResult<Vec<Buffer>> {
    let mut views = views.to_vec();
    let number = u32::try_from(buffers.len())?;
    let mut from = 0;
    for ((row, text), &end) in changed.each().zip(&changed.ends) {
        let offset = i32::try_from(from).map_err(|_| too_long())?;
        views[row] = make_view(text, number, offset as u32);
        from = end;
    }
    let mut all = vec![Buffer::from_vec(views)];
    all.extend(buffers.iter().cloned());
    all.push(Buffer::from(changed.text.as_slice()));
    Ok(all)
}

/// Converts the error of a malformed row to an exception.
pub(super) fn checked<T>(result: Result<T, Malformed>) -> PyResult<T> {
    result.map_err(|malformed| malformed.error())
}
