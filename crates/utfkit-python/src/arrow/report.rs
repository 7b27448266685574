//! The report of `utfkit.arrow.repair`: a struct for each row.

use std::sync::Arc;

use arrow_array::{
    Array as _, ArrayRef, ListArray, StructArray,
    builder::{BinaryBuilder, BooleanBuilder, Int64Builder, ListBuilder, StringBuilder},
    make_array,
};
use arrow_buffer::OffsetBuffer;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Fields};
use utfkit::Finding;
use utfkit_text::{
    repair::{Ambiguity, Fix, Repaired},
    views,
};

use super::functions::logical_nulls;

/// The repair of a row.
pub(super) struct Note {
    row: usize,
    changed: bool,
    fixes: Vec<Fix>,
    ambiguous: Vec<Ambiguity>,
    ill_formed: Vec<Finding>,
}

impl Note {
    /// Returns the note of a row; `None` if the row is correct.
    pub(super) fn of(row: usize, changed: bool, repaired: Repaired) -> Option<Self> {
        let Repaired { fixes, ambiguous, ill_formed, .. } = repaired;
        let is_plain =
            !changed && fixes.is_empty() && ambiguous.is_empty() && ill_formed.is_empty();
        (!is_plain).then_some(Self { row, changed, fixes, ambiguous, ill_formed })
    }
}

/// Returns the type of the report for texts of this type.
pub(super) fn data_type(text: DataType) -> DataType {
    DataType::Struct(fields(text))
}

fn fields(text: DataType) -> Fields {
    Fields::from(vec![
        Field::new("text", text, true),
        field("changed", DataType::Boolean),
        list("fixes", fix_fields()),
        list("ambiguous", ambiguity_fields()),
        list("ill_formed", finding_fields()),
    ])
}

/// Returns the fields of a `Fix`, in the order of Python's class.
fn fix_fields() -> Fields {
    let strings = Field::new_list_field(DataType::Utf8, true);
    Fields::from(vec![
        field("offset", DataType::Int64),
        field("bytes", DataType::Binary),
        field("becomes", DataType::Binary),
        field("kind", DataType::Utf8),
        field("why", DataType::Utf8),
        field("length", DataType::Int64),
        field("also", DataType::List(Arc::new(strings))),
        Field::new("percent", DataType::Int64, true),
        field("guess", DataType::Boolean),
    ])
}

fn ambiguity_fields() -> Fields {
    let strings = Field::new_list_field(DataType::Utf8, true);
    Fields::from(vec![
        field("offset", DataType::Int64),
        field("bytes", DataType::Binary),
        field("kind", DataType::Utf8),
        field("readings", DataType::List(Arc::new(strings))),
    ])
}

fn finding_fields() -> Fields {
    Fields::from(vec![
        field("kind", DataType::Utf8),
        field("offset", DataType::Int64),
        field("length", DataType::Int64),
    ])
}

fn field(name: &str, data_type: DataType) -> Field {
    Field::new(name, data_type, false)
}

fn list(name: &str, fields: Fields) -> Field {
    field(name, DataType::List(item(fields)))
}

fn item(fields: Fields) -> Arc<Field> {
    Arc::new(Field::new_list_field(DataType::Struct(fields), false))
}

/// Returns the report of the rows of `data`, with their new `texts`. The notes are in the order of the
/// rows.
pub(super) fn column(data: &ArrayData, texts: ArrayData, notes: Vec<Note>) -> ArrayData {
    let fields = fields(texts.data_type().clone());
    let len = data.len();
    let mut changed = BooleanBuilder::with_capacity(len);
    let mut lengths = [const { Vec::new() }; 3];
    let mut notes_of_rows = notes.iter().peekable();
    for row in 0..len {
        let note = notes_of_rows.next_if(|note| note.row == row);
        changed.append_value(note.is_some_and(|note| note.changed));
        let [fixes, ambiguous, ill_formed] = &mut lengths;
        fixes.push(note.map_or(0, |note| note.fixes.len()));
        ambiguous.push(note.map_or(0, |note| note.ambiguous.len()));
        ill_formed.push(note.map_or(0, |note| note.ill_formed.len()));
    }
    let [fixes, ambiguous, ill_formed] = lengths;
    let columns: Vec<ArrayRef> = vec![
        make_array(texts),
        Arc::new(changed.finish()),
        lists(fixes, fixes_of(notes.iter().flat_map(|note| &note.fixes))),
        lists(ambiguous, ambiguities_of(notes.iter().flat_map(|note| &note.ambiguous))),
        lists(ill_formed, findings_of(notes.iter().flat_map(|note| &note.ill_formed))),
    ];
    StructArray::new(fields, columns, logical_nulls(data)).into_data()
}

/// Returns a list for each row, with this many of `all`.
fn lists(lengths: Vec<usize>, all: StructArray) -> ArrayRef {
    let item = item(all.fields().clone());
    Arc::new(ListArray::new(item, OffsetBuffer::from_lengths(lengths), Arc::new(all), None))
}

fn fixes_of<'a>(all: impl Iterator<Item = &'a Fix>) -> StructArray {
    let (mut offset, mut length) = (Int64Builder::new(), Int64Builder::new());
    let (mut bytes, mut becomes) = (BinaryBuilder::new(), BinaryBuilder::new());
    let (mut kind, mut why) = (StringBuilder::new(), StringBuilder::new());
    let mut also = ListBuilder::new(StringBuilder::new());
    let (mut percent, mut guess) = (Int64Builder::new(), BooleanBuilder::new());
    for fix in all {
        let view = views::Fix::of(fix);
        offset.append_value(view.offset as i64);
        bytes.append_value(&fix.bytes);
        becomes.append_value(&fix.becomes);
        kind.append_value(view.kind);
        why.append_value(&view.why);
        length.append_value(view.length as i64);
        also.append_value(view.also.into_iter().map(Some));
        percent.append_option(view.percent.map(i64::from));
        guess.append_value(view.guess);
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(offset.finish()),
        Arc::new(bytes.finish()),
        Arc::new(becomes.finish()),
        Arc::new(kind.finish()),
        Arc::new(why.finish()),
        Arc::new(length.finish()),
        Arc::new(also.finish()),
        Arc::new(percent.finish()),
        Arc::new(guess.finish()),
    ];
    StructArray::new(fix_fields(), columns, None)
}

fn ambiguities_of<'a>(all: impl Iterator<Item = &'a Ambiguity>) -> StructArray {
    let (mut offset, mut bytes) = (Int64Builder::new(), BinaryBuilder::new());
    let (mut kind, mut readings) = (StringBuilder::new(), ListBuilder::new(StringBuilder::new()));
    for one in all {
        offset.append_value(one.offset as i64);
        bytes.append_value(&one.bytes);
        kind.append_value(one.code);
        readings.append_value(one.readings.iter().map(Some));
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(offset.finish()),
        Arc::new(bytes.finish()),
        Arc::new(kind.finish()),
        Arc::new(readings.finish()),
    ];
    StructArray::new(ambiguity_fields(), columns, None)
}

fn findings_of<'a>(all: impl Iterator<Item = &'a Finding>) -> StructArray {
    let mut kind = StringBuilder::new();
    let (mut offset, mut length) = (Int64Builder::new(), Int64Builder::new());
    for finding in all {
        kind.append_value(finding.kind().code());
        offset.append_value(finding.offset() as i64);
        length.append_value(finding.len() as i64);
    }
    let columns: Vec<ArrayRef> =
        vec![Arc::new(kind.finish()), Arc::new(offset.finish()), Arc::new(length.finish())];
    StructArray::new(finding_fields(), columns, None)
}
