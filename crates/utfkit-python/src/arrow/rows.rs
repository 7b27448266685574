//! The rows of an array of strings or bytes.

use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// The rows of an array that is not validated yet.
pub(super) struct Rows<'a> {
    pub(super) layout: Layout<'a>,
    pub(super) nulls: Option<&'a NullBuffer>,
    pub(super) len: usize,
    /// The number of rows before them in the column.
    first: usize,
}

/// The location of the rows.
pub(super) enum Layout<'a> {
    /// The rows are between offsets.
    Small(&'a [i32], &'a [u8]),
    Large(&'a [i64], &'a [u8]),
    /// Each view contains a short row, or the location of a long row in a buffer.
    Views(&'a [u128], &'a [Buffer]),
    /// No row has bytes.
    Empty,
}

/// A malformed row, and the reason.
pub(super) struct Malformed {
    pub(super) row: usize,
    pub(super) why: String,
}

impl Malformed {
    pub(super) fn new(row: usize, why: impl Into<String>) -> Self {
        Self { row, why: why.into() }
    }

    /// Returns the exception.
    pub(super) fn error(&self) -> PyErr {
        PyValueError::new_err(format!("malformed Arrow array: row {}: {}", self.row, self.why))
    }
}

/// Returns `true` if a view contains its row, followed by zeros.
pub(super) fn is_short(view: u128) -> bool {
    let len = view as u32;
    len <= 12 && (len == 12 || view >> (32 + 8 * len) == 0)
}

/// The maximum length of a row inside a view.
const INLINE: usize = 12;

impl<'a> Rows<'a> {
    /// Returns the rows of `data`, a chunk of a column after `first` rows.
    ///
    /// # Errors
    /// `TypeError` if it is not an array of strings or bytes, `ValueError` if it is malformed.
    pub(super) fn of(data: &'a ArrayData, first: usize) -> PyResult<Self> {
        let malformed = |why: &str| Malformed::new(first, why).error();
        let layout = match data.data_type() {
            DataType::Utf8 | DataType::Binary => match between::<i32>(data, first)? {
                Some((offsets, values)) => Layout::Small(offsets, values),
                None => Layout::Empty,
            },
            DataType::LargeUtf8 | DataType::LargeBinary => match between::<i64>(data, first)? {
                Some((offsets, values)) => Layout::Large(offsets, values),
                None => Layout::Empty,
            },
            DataType::Utf8View | DataType::BinaryView => {
                let [views, buffers @ ..] = data.buffers() else {
                    return Err(malformed("there are no views"));
                };
                let views = views.typed_data::<u128>();
                let views = views.get(data.offset()..data.offset() + data.len());
                Layout::Views(views.ok_or_else(|| malformed("there are too few views"))?, buffers)
            }
            DataType::Null => Layout::Empty,
            other => {
                let text = format!("expected a column of strings or bytes, found {other}");
                return Err(PyTypeError::new_err(text));
            }
        };
        Ok(Self { layout, nulls: data.nulls(), len: data.len(), first })
    }

    /// Returns `true` if a row is null.
    pub(super) fn is_null(&self, row: usize) -> bool {
        matches!(self.layout, Layout::Empty) || self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }

    /// Returns the bytes of a row, even if it is null.
    ///
    /// # Errors
    /// The bytes are out of range.
    pub(super) fn get(&self, row: usize) -> Result<&'a [u8], Malformed> {
        let bytes = match self.layout {
            Layout::Small(offsets, values) => slice(offsets, values, row),
            Layout::Large(offsets, values) => slice(offsets, values, row),
            Layout::Views(views, buffers) => view(&views[row], buffers, row),
            Layout::Empty => Ok(&[][..]),
        };
        bytes.map_err(|malformed| self.in_column(malformed))
    }

    /// Returns the bytes of a row; none if it is null.
    ///
    /// # Errors
    /// The bytes are out of range.
    pub(super) fn text(&self, row: usize) -> Result<&'a [u8], Malformed> {
        if self.is_null(row) { Ok(&[]) } else { self.get(row) }
    }

    /// Returns `malformed` with its row in the column.
    pub(super) fn in_column(&self, malformed: Malformed) -> Malformed {
        Malformed { row: self.number(malformed.row), ..malformed }
    }

    /// Returns the number of a row in the column.
    pub(super) fn number(&self, row: usize) -> usize {
        self.first + row
    }

    /// Returns `true` if a view is not the one that Arrow gives to the bytes of its row: bytes after a
    /// short row are not zero, or a prefix is not that of the row. Other libraries compare views.
    pub(super) fn is_irregular(&self, row: usize) -> bool {
        let Layout::Views(views, _) = self.layout else { return false };
        let view = views[row];
        let len = view as u32;
        if len as usize <= INLINE {
            return !is_short(view);
        }
        match self.get(row) {
            Ok([first, second, third, fourth, ..]) => {
                let prefix = u32::from_le_bytes([*first, *second, *third, *fourth]);
                prefix != (view >> 32) as u32
            }
            _ => true,
        }
    }

    /// Returns the number of bytes, as an estimate of the work.
    pub(super) fn work(&self) -> usize {
        let rows = self.len.saturating_mul(8);
        rows + match self.layout {
            Layout::Small(_, values) | Layout::Large(_, values) => values.len(),
            Layout::Views(_, buffers) => buffers.iter().map(Buffer::len).sum(),
            Layout::Empty => 0,
        }
    }
}

/// Returns the offsets of `data`, and the values up to the last offset; `None` if there are no
/// rows.
fn between<O>(data: &ArrayData, first: usize) -> PyResult<Option<(&[O], &[u8])>>
where
    O: ArrowNativeType + utfkit::utf8::Offset,
{
    if data.is_empty() {
        return Ok(None);
    }
    let malformed = |why: String| Malformed::new(first + data.len() - 1, why).error();
    let [offsets, values] = data.buffers() else {
        return Err(malformed("there are no offsets".to_owned()));
    };
    let offsets = offsets.typed_data::<O>();
    let offsets = offsets
        .get(data.offset()..data.offset() + data.len() + 1)
        .ok_or_else(|| malformed("there are too few offsets".to_owned()))?;
    // The interface does not pass the length of the values. The last offset is used as that length,
    // so it must not be negative.
    let last: i64 = (*offsets.last().unwrap_or(&O::default())).into();
    match usize::try_from(last) {
        Ok(last) if last <= values.len() && values.len() <= isize::MAX as usize => {
            Ok(Some((offsets, &values.as_slice()[..last])))
        }
        _ if last < 0 => Err(malformed(format!("the offset {last} is negative"))),
        _ => Err(malformed(format!("the offset {last} is beyond the end of the values"))),
    }
}

fn slice<'a, O: Copy + Into<i64>>(
    offsets: &[O],
    values: &'a [u8],
    row: usize,
) -> Result<&'a [u8], Malformed> {
    let (from, to): (i64, i64) = (offsets[row].into(), offsets[row + 1].into());
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    range.and_then(|(from, to)| values.get(from..to)).ok_or_else(|| {
        Malformed::new(row, format!("it is from {from} to {to}, of {} bytes", values.len()))
    })
}

fn view<'a>(view: &'a u128, buffers: &'a [Buffer], row: usize) -> Result<&'a [u8], Malformed> {
    let bytes = std::slice::from_ref(view);
    // A view contains the length, a prefix of four bytes, the buffer's number, and the offset in
    // it.
    let field = |at: u32| (*view >> (32 * at)) as u32 as usize;
    let len = field(0);
    if len <= INLINE {
        let bytes: &[u8] = arrow_buffer::ToByteSlice::to_byte_slice(bytes);
        return Ok(&bytes[4..4 + len]);
    }
    let (number, offset) = (field(2), field(3));
    let range = offset..offset + len;
    buffers.get(number).and_then(|buffer| buffer.get(range)).ok_or_else(|| {
        Malformed::new(row, format!("its view is out of range: buffer {number}, offset {offset}"))
    })
}

/// Returns the number of rows before each chunk.
pub(super) fn firsts(chunks: &[ArrayData]) -> impl Iterator<Item = usize> {
    chunks.iter().scan(0, |rows, chunk| {
        let first = *rows;
        *rows += chunk.len();
        Some(first)
    })
}
