//! The characters of a text, with their bytes and bits.

use serde_json::{Value, json};
use utfkit::{
    Encoding,
    encoding::{BomRule, ByteOrder},
};
use utfkit_text::{
    inspect::units,
    streams::placed::{Cell, Cells, What},
    unicode::{categories, names, printable},
};

use super::Job;
use crate::{
    json::{self, Object, hex},
    label,
    state::Output,
};

pub(super) struct Inspect {
    cells: Option<Cells>,
    encoding: Encoding,
    /// The byte order of the code units.
    order: ByteOrder,
}

impl Inspect {
    pub(super) fn open(options: &Object) -> Result<Self, String> {
        let label = label::or_utf8(options, "encoding")?;
        let offset = json::number(options, "offset", 0);
        let encoding = label.encoding();
        let is_little = match (encoding.bom_rule(), label.order()) {
            (BomRule::Decides, Some(order)) => order == ByteOrder::Little,
            (BomRule::Decides, None) => json::text(options, "order") == Some("little"),
            _ => encoding.is_little_endian(),
        };
        let order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        let cells = match offset {
            0 => Cells::new(label),
            _ => Cells::inside(encoding, offset),
        };
        Ok(Self { cells: Some(cells), encoding, order })
    }

    fn cell(&mut self, cell: &Cell) -> Value {
        if cell.what == What::Bom && self.encoding.unit_bytes() > 1 {
            // The first byte of a BOM is 0 or FE in big-endian order.
            let is_little = cell.bytes.first() == Some(&0xFF);
            self.order = if is_little { ByteOrder::Little } else { ByteOrder::Big };
        }
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
                    "means": finding.means(),
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
        "name": names::name(point),
        "category": categories::short_category(point),
    })
}

impl Job for Inspect {
    fn push(&mut self, bytes: &[u8], last: bool, output: &mut Output) {
        let Some(mut cells) = self.cells.take() else { return };
        let mut ready = Vec::new();
        bytes.iter().for_each(|&byte| cells.push(byte, |cell| ready.push(cell)));
        if last {
            cells.finish(|cell| ready.push(cell));
        } else {
            self.cells = Some(cells);
        }
        for cell in &ready {
            let value = self.cell(cell);
            output.line(&value);
        }
    }
}
