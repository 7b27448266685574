//! The errors of a table: `utfkit.arrow.check`.

use std::{collections::HashMap, sync::Arc};

use arrow_array::{
    Array as _, ArrayRef, StructArray,
    builder::{BinaryBuilder, Int64Builder, StringBuilder},
};
use arrow_buffer::ArrowNativeType;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use utfkit::{Encoding, Finding, utf8};
use utfkit_text::{
    diagnose::{Diagnoser, Diagnostic, Sink, Summary},
    streams::Reading,
};

use super::{
    bad,
    build::checked,
    capsule::{Column, child, malformed},
    rows::{Rows, firsts},
};

/// Returns all errors of a table or a column, as a table with the columns column, row, offset,
/// length, kind and bytes. `columns` are the columns to check; without it, all columns that contain
/// text.
#[pyfunction]
#[pyo3(signature = (table, *, columns = None))]
pub(crate) fn check(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    columns: Option<Vec<String>>,
) -> PyResult<Py<PyAny>> {
    let Column { chunks, data_type, .. } = Column::of(table)?;
    let chosen = chosen(&data_type, columns.as_deref())?;
    let data = py.detach(|| {
        let mut errors = Errors::default();
        for (chunk, first) in chunks.iter().zip(firsts(&chunks)) {
            let rows = Numbers::From(first);
            match (&data_type, &chosen) {
                (DataType::Struct(fields), Some(chosen)) => {
                    let rows = rows.without_nulls(chunk);
                    for &number in chosen {
                        let field = &fields[number];
                        errors.find(field.name(), &child(chunk, number)?, &rows)?;
                    }
                }
                _ => errors.find("", chunk, &rows)?,
            }
        }
        PyResult::Ok(errors.finish())
    })?;
    Column { data_type: data.data_type().clone(), chunks: vec![data], is_chunked: true }.export(py)
}

/// Returns the numbers of the columns to check; `None` for a single column.
///
/// # Errors
/// A column cannot be checked, so the result would not have all errors.
fn chosen(data_type: &DataType, columns: Option<&[String]>) -> PyResult<Option<Vec<usize>>> {
    let DataType::Struct(fields) = data_type else {
        return match (columns, is_readable(data_type) && has_text(data_type)) {
            (Some(_), _) => Err(PyTypeError::new_err("only a table has columns to choose")),
            (None, true) => Ok(None),
            (None, false) if data_type == &DataType::Null => Ok(None),
            (None, false) => {
                let text = format!("expected a column of strings or bytes, found {data_type}");
                Err(PyTypeError::new_err(text))
            }
        };
    };
    let chosen = match columns {
        None => (0..fields.len()).filter(|&at| has_text(fields[at].data_type())).collect(),
        Some(names) => {
            let mut chosen = Vec::new();
            for name in names {
                let found = fields.iter().position(|field| field.name() == name);
                let unknown = || PyValueError::new_err(format!("unknown column: {name:?}"));
                chosen.push(found.ok_or_else(unknown)?);
            }
            chosen
        }
    };
    let described = |&at: &usize| format!("{:?} ({})", fields[at].name(), fields[at].data_type());
    let refused = chosen.iter().filter(|&&at| {
        let data_type = fields[at].data_type();
        !is_readable(data_type) || !(has_text(data_type) || data_type == &DataType::Null)
    });
    let refused: Vec<_> = refused.map(described).collect();
    if refused.is_empty() {
        return Ok(Some(chosen));
    }
    let text = format!("cannot check the columns {} (name others in columns=)", refused.join(", "));
    Err(PyTypeError::new_err(text))
}

/// Returns `true` if values of the type may contain strings or bytes.
fn has_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => true,
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _)
        | DataType::RunEndEncoded(_, field) => has_text(field.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_text(field.data_type())),
        DataType::Union(fields, _) => fields.iter().any(|(_, field)| has_text(field.data_type())),
        DataType::Dictionary(_, values) => has_text(values),
        _ => false,
    }
}

/// Returns `true` if all strings and bytes of the type can be found.
fn is_readable(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _) => is_readable(field.data_type()),
        DataType::Struct(fields) => fields.iter().all(|field| is_readable(field.data_type())),
        DataType::ListView(_)
        | DataType::LargeListView(_)
        | DataType::RunEndEncoded(..)
        | DataType::Union(..) => !has_text(data_type),
        DataType::Dictionary(_, values) => !has_text(values) || !values.is_nested(),
        _ => true,
    }
}

/// The row of the table for each value.
enum Numbers {
    /// The first row; the others follow.
    From(usize),
    /// The row of each value; `None` for a value that is not part of a row.
    Listed(Vec<Option<usize>>),
}

impl Numbers {
    fn get(&self, at: usize) -> Option<usize> {
        match self {
            Self::From(first) => Some(first + at),
            Self::Listed(rows) => rows.get(at).copied().flatten(),
        }
    }

    /// Returns the same rows without those where `data` is null.
    fn without_nulls(&self, data: &ArrayData) -> Self {
        match (self, data.nulls()) {
            (Self::From(first), None) => Self::From(*first),
            (_, nulls) => {
                let is_null = |at: usize| nulls.is_some_and(|nulls| nulls.is_null(at));
                let row = |at| self.get(at).filter(|_| !is_null(at));
                Self::Listed((0..data.len()).map(row).collect())
            }
        }
    }
}

/// The columns of the result.
#[derive(Default)]
struct Errors {
    columns: StringBuilder,
    rows: Int64Builder,
    offsets: Int64Builder,
    lengths: Int64Builder,
    kinds: StringBuilder,
    bytes: BinaryBuilder,
}

impl Errors {
    /// Appends the errors of `data`. The rows of a list's values are those of the list.
    fn find(&mut self, name: &str, data: &ArrayData, rows: &Numbers) -> PyResult<()> {
        match data.data_type() {
            DataType::Struct(fields) => {
                let rows = rows.without_nulls(data);
                for (number, field) in fields.iter().enumerate() {
                    if has_text(field.data_type()) {
                        let name = format!("{name}.{}", field.name());
                        self.find(&name, &child(data, number)?, &rows)?;
                    }
                }
                Ok(())
            }
            DataType::List(_) => self.in_list(name, data, rows, ends::<i32>(data)?),
            DataType::LargeList(_) => self.in_list(name, data, rows, ends::<i64>(data)?),
            DataType::FixedSizeList(_, size) => {
                let size = usize::try_from(*size).map_err(|_| malformed("a negative size"))?;
                let ranges = (data.offset()..=data.offset() + data.len()).map(|row| row * size);
                self.in_list(name, data, rows, ranges.collect())
            }
            DataType::Map(..) => {
                let [entries] = data.child_data() else {
                    return Err(malformed("a map does not have one child"));
                };
                let rows = values(data, rows, &ends::<i32>(data)?, entries.len())?;
                self.find(name, entries, &rows)
            }
            DataType::Dictionary(..) => self.in_dictionary(name, data, rows),
            _ => each_bad(data, rows.get(0).unwrap_or_default(), |at, text| {
                if let Some(row) = rows.get(at) {
                    self.append(name, row, &findings(text));
                }
            }),
        }
    }

    fn in_list(
        &mut self,
        name: &str,
        data: &ArrayData,
        rows: &Numbers,
        ends: Vec<usize>,
    ) -> PyResult<()> {
        let [items] = data.child_data() else {
            return Err(malformed("a list does not have one child"));
        };
        if !has_text(items.data_type()) {
            return Ok(());
        }
        let rows = values(data, rows, &ends, items.len())?;
        self.find(name, items, &rows)
    }

    fn in_dictionary(&mut self, name: &str, data: &ArrayData, rows: &Numbers) -> PyResult<()> {
        let [texts] = data.child_data() else {
            return Err(malformed("a dictionary does not have one child"));
        };
        if !has_text(texts.data_type()) {
            return Ok(());
        }
        let mut bad = HashMap::new();
        each_bad(texts, 0, |at, text| {
            bad.insert(at, findings(text));
        })?;
        let keys = keys(data)?;
        for (at, key) in keys.into_iter().enumerate().filter(|(at, _)| !data.is_null(*at)) {
            let key = key.filter(|key| *key < texts.len());
            let key = key.ok_or_else(|| malformed("a key is not in the dictionary"))?;
            if let Some(findings) = bad.get(&key)
                && let Some(row) = rows.get(at)
            {
                self.append(name, row, findings);
            }
        }
        Ok(())
    }

    /// Appends the errors of a text.
    fn append(&mut self, name: &str, row: usize, findings: &[Finding]) {
        for finding in findings {
            self.columns.append_value(name);
            self.rows.append_value(row as i64);
            self.offsets.append_value(finding.offset() as i64);
            self.lengths.append_value(finding.len() as i64);
            self.kinds.append_value(finding.kind().code());
            self.bytes.append_value(finding.bytes());
        }
    }

    fn finish(mut self) -> ArrayData {
        let field = |name: &str, data_type| Field::new(name, data_type, false);
        let fields = Fields::from(vec![
            field("column", DataType::Utf8),
            field("row", DataType::Int64),
            field("offset", DataType::Int64),
            field("length", DataType::Int64),
            field("kind", DataType::Utf8),
            field("bytes", DataType::Binary),
        ]);
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(self.columns.finish()),
            Arc::new(self.rows.finish()),
            Arc::new(self.offsets.finish()),
            Arc::new(self.lengths.finish()),
            Arc::new(self.kinds.finish()),
            Arc::new(self.bytes.finish()),
        ];
        StructArray::new(fields, arrays, None).into_data()
    }
}

/// Calls `work` for each ill-formed text of `data`, which are `first` rows after the start of a column.
fn each_bad(data: &ArrayData, first: usize, mut work: impl FnMut(usize, &[u8])) -> PyResult<()> {
    if let DataType::FixedSizeBinary(size) = data.data_type() {
        let size = usize::try_from(*size).map_err(|_| malformed("a negative size"))?;
        let texts = data.buffers().first().map_or(&[][..], |buffer| buffer.as_slice());
        for at in (0..data.len()).filter(|&at| !data.is_null(at)) {
            let start = (data.offset() + at) * size;
            let text = texts.get(start..start + size);
            let text = text.ok_or_else(|| malformed("there are too few values"))?;
            if !utf8::is_valid(text) {
                work(at, text);
            }
        }
        return Ok(());
    }
    let rows = Rows::of(data, first)?;
    for at in checked(bad::rows(&rows))? {
        if !rows.is_null(at) {
            work(at, checked(rows.get(at))?);
        }
    }
    Ok(())
}

/// Returns the start of the first list of `data`, and the end of each.
fn ends<O: ArrowNativeType>(data: &ArrayData) -> PyResult<Vec<usize>> {
    if data.is_empty() {
        return Ok(vec![0]);
    }
    let offsets = data.buffers().first().map(|buffer| buffer.typed_data::<O>());
    let offsets = offsets.and_then(|all| all.get(data.offset()..=data.offset() + data.len()));
    let offsets = offsets.ok_or_else(|| malformed("there are too few offsets"))?;
    let end = |end: &O| end.to_usize().ok_or_else(|| malformed("an offset is negative"));
    offsets.iter().map(end).collect()
}

/// Returns the row of each of the `len` values of lists.
fn values(data: &ArrayData, rows: &Numbers, ends: &[usize], len: usize) -> PyResult<Numbers> {
    let mut all = vec![None; len];
    for (at, range) in ends.windows(2).enumerate().filter(|(at, _)| !data.is_null(*at)) {
        let range = all.get_mut(range[0]..range[1]);
        range.ok_or_else(|| malformed("a list is out of range"))?.fill(rows.get(at));
    }
    Ok(Numbers::Listed(all))
}

/// Returns the keys of a dictionary array; `None` for a negative one.
fn keys(data: &ArrayData) -> PyResult<Vec<Option<usize>>> {
    fn typed<K: ArrowNativeType>(data: &ArrayData) -> Option<Vec<Option<usize>>> {
        let keys = data.buffers().first()?.typed_data::<K>();
        let keys = keys.get(data.offset()..data.offset() + data.len())?;
        Some(keys.iter().map(|key| key.to_usize()).collect())
    }
    let DataType::Dictionary(key, _) = data.data_type() else { return Ok(Vec::new()) };
    let keys = match &**key {
        DataType::Int8 => typed::<i8>(data),
        DataType::Int16 => typed::<i16>(data),
        DataType::Int32 => typed::<i32>(data),
        DataType::Int64 => typed::<i64>(data),
        DataType::UInt8 => typed::<u8>(data),
        DataType::UInt16 => typed::<u16>(data),
        DataType::UInt32 => typed::<u32>(data),
        DataType::UInt64 => typed::<u64>(data),
        _ => None,
    };
    keys.ok_or_else(|| malformed("there are too few keys"))
}

/// Returns the findings of UTF-8, as `utfkit.check` does.
pub(super) fn findings(text: &[u8]) -> Vec<Finding> {
    struct Found(Vec<Finding>);
    impl Sink for Found {
        fn diagnostic(&mut self, diagnostic: Diagnostic, _: &Summary) {
            self.0.push(diagnostic.finding);
        }

        fn wants_context(&self) -> bool {
            false
        }

        fn wants_hints(&self) -> bool {
            false
        }
    }
    let mut found = Found(Vec::new());
    let reading = Reading { label: Some(Encoding::Utf8.into()), ..Reading::default() };
    let mut diagnoser = Diagnoser::new(reading);
    diagnoser.feed(text, &mut found);
    diagnoser.finish(&mut found);
    found.0
}
