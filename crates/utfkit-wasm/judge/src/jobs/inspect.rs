//! The characters of a text, with their bytes and bits.

use std::ops::{ControlFlow, Range};

use serde_json::{Value, json};
use utfkit::{Encoding, encoding::ByteOrder};
use utfkit_text::{
    inspect::units,
    streams::{Cell, Cells, What},
    unicode::{self, categories, printable},
};

use super::job::Job;
use crate::{
    json::{self, Object, hex},
    label,
    output::Output,
};

pub(super) struct Inspect {
    cells: Option<Cells>,
    encoding: Encoding,
    /// The byte order of the code units.
    order: ByteOrder,
    /// The offset of the next byte.
    at: u64,
    /// The range of bytes of interest. Only characters with at least one of them are returned.
    wanted: Range<u64>,
}

/// The number of bytes before the range that are decoded to cells, so that errors are joined.
const RUN_IN: u64 = 64;

/// The number of bytes at the start of a stream that are never skipped, for the BOM.
const HEAD: u64 = 4;

impl Inspect {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let label = label::or_utf8(options, "encoding")?;
        let offset = json::number(options, "offset", 0);
        let encoding = label.encoding();
        let named =
            || (json::text(options, "order") == Some("little")).then_some(ByteOrder::Little);
        let order = encoding.byte_order().or(label.order()).or_else(named).unwrap_or_default();
        let cells = match offset {
            0 => Cells::new(label),
            _ => Cells::inside(encoding.with_order(order), offset),
        };
        let wanted = json::number(options, "start", 0)..json::number(options, "end", u64::MAX);
        Ok(Self { cells: Some(cells), encoding, order, at: offset, wanted })
    }

    /// Returns the number of the next bytes that are before the range, among `len`.
    fn skipped(&self, len: usize) -> usize {
        let end = self.wanted.start.saturating_sub(RUN_IN);
        usize::try_from(end.saturating_sub(self.at)).unwrap_or(len).min(len)
    }

    fn is_wanted(&self, cell: &Cell) -> bool {
        let Range { start, end } = self.wanted;
        (cell.offset >= start || cell.end() > start) && cell.offset < end
    }

    /// Takes the byte order of a BOM.
    fn read_order(&mut self, cell: &Cell) {
        if cell.what == What::Bom && self.encoding.unit_bytes() > 1 {
            // The first byte of a BOM is 0 or FE in big-endian order.
            let is_little = cell.bytes.first() == Some(&0xFF);
            self.order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        }
    }

    fn cell(&self, cell: &Cell) -> Value {
        let units: Vec<_> = units::units(self.encoding, self.order, cell)
            .iter()
            .map(|unit| {
                json!({
                    "bytes": hex(unit.bytes),
                    "fixed": unit.fixed,
                    "payload": unit.payload,
                    "role": unit.role,
                })
            })
            .collect();
        let mut value = json!({
            "offset": cell.offset,
            "bytes": hex(&cell.bytes),
            "units": units,
        });
        let (what, more) = match cell.what {
            What::Value(point) => ("character", character(point)),
            What::Bom => ("bom", json!({})),
            What::Shift => ("shift", json!({})),
            What::IllFormed(finding) => (
                "ill-formed",
                json!({
                    "kind": finding.kind().code(),
                    "message": finding.what().to_string(),
                    "means": finding.means().map(categories::notation),
                }),
            ),
        };
        if let (Value::Object(object), Value::Object(more)) = (&mut value, more) {
            object.insert("what".into(), what.into());
            object.extend(more);
        }
        value
    }
}

/// Returns the code point, its visible form, its name and its category.
fn character(point: u32) -> Value {
    let mut shown = String::new();
    if let Some(character) = char::from_u32(point) {
        printable::push(&mut shown, character);
    }
    json!({
        "point": point,
        "shown": shown,
        "name": unicode::name(point),
        "category": categories::short_category(point),
    })
}

impl Job for Inspect {
    fn push(&mut self, mut bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut cells) = self.cells.take() else { return };
        let mut ready = Vec::new();
        let mut take = |cell| {
            ready.push(cell);
            ControlFlow::Continue(())
        };
        while !bytes.is_empty() {
            let skipped = if self.at < HEAD { 0 } else { self.skipped(bytes.len()) };
            // The head of the stream comes byte by byte.
            let taken = if self.at < HEAD { 1 } else { bytes.len() };
            let (before, rest) = bytes.split_at(skipped);
            if !before.is_empty() {
                cells.skip(before);
            }
            let (now, rest) = rest.split_at(taken - skipped);
            let _ = cells.feed(now, &mut take);
            self.at += taken as u64;
            bytes = rest;
        }
        if last {
            cells.finish(&mut take)
        } else {
            self.cells = Some(cells)
        }
        if ready.last().is_some_and(|cell| cell.offset >= self.wanted.end) {
            self.cells = None;
        }
        for cell in &ready {
            self.read_order(cell);
            if self.is_wanted(cell) {
                let value = self.cell(cell);
                output.line(&value);
            }
        }
    }
}
