//! Imports and exports arrays by the C data interface. All `unsafe` code for that is here.

use std::{
    cell::Cell,
    ffi::{CStr, CString, c_char, c_int, c_void},
    panic::{self, AssertUnwindSafe},
    ptr::{self, NonNull},
    sync::Once,
};

use arrow_array::{
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type},
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyTuple},
};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column: one array, or a stream of them.
pub(crate) struct Column {
    pub(crate) chunks: Vec<ArrayData>,
    pub(crate) data_type: DataType,
    pub(crate) is_chunked: bool,
}

/// Returns the exception for an Arrow error.
pub(crate) fn error(error: &ArrowError) -> PyErr {
    malformed(&error.to_string())
}

impl Column {
    /// Imports the column that `object` exports.
    ///
    /// # Errors
    /// `TypeError` if it does not export a column, `ValueError` if the data are malformed.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_array__")? {
            let exported = object.call_method0("__arrow_c_array__")?;
            let pair = exported.cast_into::<PyTuple>()?;
            let (schema, array) = (pair.get_item(0)?, pair.get_item(1)?);
            let data = import(&schema, &array)?;
            let data_type = data.data_type().clone();
            return Ok(Self { chunks: vec![data], data_type, is_chunked: false });
        }
        if object.hasattr("__arrow_c_stream__")? {
            return stream(&object.call_method0("__arrow_c_stream__")?);
        }
        let name = object.get_type().qualname()?;
        Err(PyTypeError::new_err(format!(
            "{name} does not export an Arrow array (it has no __arrow_c_array__ or \
             __arrow_c_stream__)"
        )))
    }

    /// Imports the column that `object` exports, or the only column of a table.
    pub(crate) fn single(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let column = Self::of(object)?;
        let DataType::Struct(fields) = &column.data_type else { return Ok(column) };
        let [field] = &fields[..] else { return Ok(column) };
        if !column.is_chunked || column.chunks.iter().any(|chunk| chunk.null_count() > 0) {
            return Ok(column);
        }
        let data_type = field.data_type().clone();
        let child = |chunk: &ArrayData| child(chunk, 0);
        let chunks = column.chunks.iter().map(child).collect::<PyResult<_>>()?;
        Ok(Self { chunks, data_type, is_chunked: true })
    }

    /// Exports the chunks as an object of the same kind as the input.
    pub(crate) fn export(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.is_chunked {
            let Self { chunks, data_type, .. } = self;
            return Ok(Py::new(py, ChunkedArray { chunks, data_type })?.into_any());
        }
        let data = self.chunks.into_iter().next();
        let data = data.unwrap_or_else(|| ArrayData::new_empty(&self.data_type));
        Ok(Py::new(py, Array { data })?.into_any())
    }
}

/// Returns the rows of a struct's child.
pub(super) fn child(data: &ArrayData, number: usize) -> PyResult<ArrayData> {
    let child = data.child_data().get(number);
    let child = child.filter(|child| child.len() >= data.offset() + data.len());
    let child = child.ok_or_else(|| malformed("a child of a struct is too short"))?;
    Ok(child.slice(data.offset(), data.len()))
}

/// Moves the structure out of a capsule, and leaves `empty` there.
///
/// # Safety
/// `name` is the name that the C data interface gives to capsules of a `T`.
unsafe fn take<T>(capsule: &Bound<'_, PyAny>, name: &CStr, empty: T) -> PyResult<T> {
    let pointer: NonNull<T> = capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast();
    // SAFETY: a capsule of this name holds a `T`, and is made for one consumer.
    Ok(unsafe { ptr::replace(pointer.as_ptr(), empty) })
}

fn import(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<ArrayData> {
    // SAFETY: these are the names that the interface gives.
    let (schema, array) = unsafe {
        (
            take(schema, SCHEMA, FFI_ArrowSchema::empty())?,
            take(array, ARRAY, FFI_ArrowArray::empty())?,
        )
    };
    if array.is_released() {
        return Err(malformed("the array was released"));
    }
    data(array, &type_of(&schema)?)
}

/// Returns the type that a schema describes.
fn type_of(schema: &FFI_ArrowSchema) -> PyResult<DataType> {
    guarded(AssertUnwindSafe(|| DataType::try_from(schema).map_err(|arrow| error(&arrow))))?
}

pub(super) fn malformed(why: &str) -> PyErr {
    PyValueError::new_err(format!("malformed Arrow data: {why}"))
}

/// Imports the array, whose type is known.
fn data(array: FFI_ArrowArray, data_type: &DataType) -> PyResult<ArrayData> {
    // SAFETY: the array comes from one export with its type, so it has that layout. The lengths of
    // its buffers are checked before they are used; all other offsets are checked where they are read.
    let imported = AssertUnwindSafe(|| unsafe {
        check_lengths(&array, data_type)?;
        from_ffi_and_data_type(array, data_type.clone()).map_err(|arrow| error(&arrow))
    });
    guarded(imported)?
}

/// The maximum number of rows; more cannot fit in memory.
const MAX_ROWS: usize = isize::MAX as usize / 64;

/// Checks that the numbers that the library uses as buffer lengths are not negative.
///
/// # Safety
/// The array has the layout of `data_type`.
unsafe fn check_lengths(array: &FFI_ArrowArray, data_type: &DataType) -> PyResult<()> {
    let (len, offset) = (array.len(), array.offset());
    if len > MAX_ROWS || offset > MAX_ROWS {
        return Err(malformed(&format!("the length is {len}, the offset {offset}")));
    }
    let end = len + offset;
    // SAFETY: the layout has these offsets, lengths and children.
    unsafe {
        let last = match data_type {
            _ if end == 0 => None,
            DataType::Utf8 | DataType::Binary => Some(i64::from(at::<i32>(array, 1, end)?)),
            DataType::LargeUtf8 | DataType::LargeBinary => Some(at::<i64>(array, 1, end)?),
            _ => None,
        };
        if let Some(last) = last.filter(|last| *last < 0) {
            let row = len.saturating_sub(1);
            return Err(malformed(&format!("row {row}: the offset {last} is negative")));
        }
        match data_type {
            DataType::Utf8View | DataType::BinaryView => {
                let lengths = array.num_buffers().saturating_sub(1);
                for number in 2..lengths {
                    let length = at::<i64>(array, lengths, number - 2)?;
                    if length < 0 {
                        return Err(malformed(&format!("the length of a buffer is {length}")));
                    }
                }
            }
            DataType::Struct(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    check_lengths(array.child(number), field.data_type())?;
                }
            }
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::ListView(field)
            | DataType::LargeListView(field)
            | DataType::FixedSizeList(field, _)
            | DataType::Map(field, _) => check_lengths(array.child(0), field.data_type())?,
            DataType::Union(fields, _) => {
                for (number, (_, field)) in fields.iter().enumerate() {
                    check_lengths(array.child(number), field.data_type())?;
                }
            }
            DataType::RunEndEncoded(ends, values) => {
                check_lengths(array.child(0), ends.data_type())?;
                check_lengths(array.child(1), values.data_type())?;
            }
            DataType::Dictionary(_, values) => {
                if let Some(dictionary) = array.dictionary() {
                    check_lengths(dictionary, values)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the number at `index` of a buffer.
///
/// # Safety
/// The buffer has more than `index` numbers of type `T`.
unsafe fn at<T>(array: &FFI_ArrowArray, buffer: usize, index: usize) -> PyResult<T> {
    let start = array.buffer(buffer).cast::<T>();
    if start.is_null() {
        return Err(malformed(&format!("the buffer at position {buffer} is null")));
    }
    // SAFETY: the caller knows the length.
    Ok(unsafe { start.add(index).read_unaligned() })
}

thread_local! {
    /// Whether a panic of this thread is caught, so that it needs no message.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Silences the messages of panics that are caught here.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_CAUGHT.get() {
                hook(info);
            }
        }));
    });
}

/// Returns the result of `work`, or an error if it panics: the library checks some fields by
/// assertions.
fn guarded<T>(work: impl FnOnce() -> T + panic::UnwindSafe) -> PyResult<T> {
    silence();
    IS_CAUGHT.set(true);
    let result = panic::catch_unwind(work);
    IS_CAUGHT.set(false);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        malformed(text.unwrap_or("an assertion failed"))
    })
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<Column> {
    // SAFETY: this is the name that the interface gives.
    let mut stream = unsafe { take(capsule, STREAM, FFI_ArrowArrayStream::empty())? };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(malformed("the stream was released"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the functions belong to the stream, which lives, and write to the second argument.
    unsafe {
        if get_schema(&raw mut stream, &raw mut schema) != 0 {
            return Err(failed(&mut stream));
        }
    }
    let data_type = type_of(&schema)?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        unsafe {
            if get_next(&raw mut stream, &raw mut array) != 0 {
                return Err(failed(&mut stream));
            }
        }
        if array.is_released() {
            return Ok(Column { chunks, data_type, is_chunked: true });
        }
        chunks.push(data(array, &data_type)?);
    }
}

/// Returns the exception for the error of a stream.
fn failed(stream: &mut FFI_ArrowArrayStream) -> PyErr {
    let text = stream.get_last_error().and_then(|get_last_error| {
        // SAFETY: the function belongs to the stream, which lives. It returns null or a string of C.
        unsafe {
            let text = get_last_error(&raw mut *stream);
            (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    });
    let text = text.unwrap_or_else(|| "no reason is known".to_owned());
    PyValueError::new_err(format!("the stream of Arrow arrays failed: {text}"))
}

/// An Arrow array. Other libraries read it through the PyCapsule interface, without a copy:
/// `pyarrow.array(array)`, `polars.Series(array)`.
#[pyclass(frozen, module = "utfkit.arrow")]
pub(crate) struct Array {
    pub(crate) data: ArrayData,
}

#[pymethods]
impl Array {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The array has one type only; a consumer may cast.
        let _ = requested_schema;
        let schema = FFI_ArrowSchema::try_from(self.data.data_type());
        let schema = schema.map_err(|arrow| error(&arrow))?;
        let array = FFI_ArrowArray::new(&self.data);
        Ok((
            PyCapsule::new_with_value(py, schema, SCHEMA)?,
            PyCapsule::new_with_value(py, array, ARRAY)?,
        ))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.data.data_type());
        PyCapsule::new_with_value(py, schema.map_err(|arrow| error(&arrow))?, SCHEMA)
    }

    fn __len__(&self) -> usize {
        self.data.len()
    }

    fn __repr__(&self) -> String {
        format!("<utfkit.arrow.Array: {}, {} rows>", self.data.data_type(), self.data.len())
    }
}

/// An Arrow array in chunks. Other libraries read it through the PyCapsule interface, without a
/// copy: `pyarrow.chunked_array(array)`, `polars.Series(array)`.
#[pyclass(frozen, module = "utfkit.arrow")]
pub(crate) struct ChunkedArray {
    chunks: Vec<ArrayData>,
    data_type: DataType,
}

#[pymethods]
impl ChunkedArray {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The array has one type only; a consumer may cast.
        let _ = requested_schema;
        let private = Box::new(Private {
            chunks: self.chunks.clone().into_iter(),
            field: Field::new("", self.data_type.clone(), true),
            message: None,
        });
        // SAFETY: the functions below expect a `Private` in a box, which `release` takes back.
        let stream = unsafe {
            FFI_ArrowArrayStream::new_unchecked(
                Some(get_schema),
                Some(get_next),
                Some(get_last_error),
                Some(release),
                Box::into_raw(private).cast(),
            )
        };
        PyCapsule::new_with_value(py, stream, STREAM)
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(ArrayData::len).sum()
    }

    fn __repr__(&self) -> String {
        let rows: usize = self.chunks.iter().map(ArrayData::len).sum();
        let chunks = self.chunks.len();
        format!("<utfkit.arrow.ChunkedArray: {}, {rows} rows in {chunks} chunks>", self.data_type)
    }
}

/// The private data of a stream.
struct Private {
    chunks: std::vec::IntoIter<ArrayData>,
    field: Field,
    message: Option<CString>,
}

/// The C error number for an invalid argument.
const EINVAL: c_int = 22;

/// Returns the `Private` of a stream.
///
/// # Safety
/// `ChunkedArray` made the stream, and it is not released.
unsafe fn private<'a>(stream: *mut FFI_ArrowArrayStream) -> &'a mut Private {
    // SAFETY: the caller guarantees the type, and a stream has one user at a time.
    unsafe { &mut *(*stream).private_data().cast::<Private>() }
}

unsafe extern "C" fn get_schema(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowSchema,
) -> c_int {
    // SAFETY: the consumer passes the stream that it got.
    let private = unsafe { private(stream) };
    match FFI_ArrowSchema::try_from(&private.field) {
        Ok(schema) => {
            // SAFETY: the consumer passes room for a schema, which is not initialized.
            unsafe { out.write(schema) };
            0
        }
        Err(error) => {
            private.message = CString::new(error.to_string()).ok();
            EINVAL
        }
    }
}

unsafe extern "C" fn get_next(
    stream: *mut FFI_ArrowArrayStream,
    out: *mut FFI_ArrowArray,
) -> c_int {
    // SAFETY: the consumer passes the stream that it got.
    let private = unsafe { private(stream) };
    let array = private.chunks.next();
    let array = array.map_or_else(FFI_ArrowArray::empty, |data| FFI_ArrowArray::new(&data));
    // SAFETY: the consumer passes room for an array, which is not initialized.
    unsafe { out.write(array) };
    0
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: the consumer passes the stream that it got.
    let message = unsafe { private(stream) }.message.as_ref();
    message.map_or(ptr::null(), |message| message.as_ptr())
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the consumer passes the stream that it got, once.
    unsafe {
        let stream = &mut *stream;
        let private: *mut c_void = stream.set_private_data(ptr::null_mut());
        if !private.is_null() {
            drop(Box::from_raw(private.cast::<Private>()));
        }
        stream.set_release(None);
    }
}
