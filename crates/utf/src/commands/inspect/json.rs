//! Inspections for programs: one JSON object per line.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;

use utfkit_text::{
    diagnose,
    inspect::{Forms, units},
    streams::{Cell, What},
    unicode::{self, categories},
    views,
};

use super::{place::Reading, render::Render};
use crate::{process::json_line, report};

/// Writes one JSON object per line.
pub struct Json<W> {
    out: W,
}

impl<W: Write> Json<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }
}

/// The object for a cell. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct CellLine<'a> {
    /// `character`, `bom`, `shift` or `finding`.
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'static str,
    offset: u64,
    length: usize,
    bytes: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_point: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'static str>,
    #[serde(flatten)]
    ill_formed: Option<IllFormed>,
    units: Vec<UnitPart>,
}

/// An ill-formed sequence, with the keys of `check`.
#[derive(Serialize)]
struct IllFormed {
    kind: &'static str,
    means: Option<String>,
    subparts: usize,
    hint: Option<String>,
}

#[derive(Serialize)]
struct UnitPart {
    bytes: String,
    bits: String,
    is: &'static str,
}

/// The object for a code point.
#[derive(Serialize)]
struct FormsLine<'a> {
    r#type: &'static str,
    code_point: String,
    name: Cow<'a, str>,
    category: &'static str,
    script: Option<String>,
    block: Option<String>,
    encodings: BTreeMap<&'a str, Option<String>>,
    charsets: BTreeMap<&'a str, String>,
    escapes: BTreeMap<String, &'a str>,
    normalized: BTreeMap<&'a str, &'a str>,
    mojibake: Option<&'a str>,
}

impl<W: Write> Render for Json<W> {
    fn cell(&mut self, path: &Path, reading: Reading, cell: &Cell, _: bool) -> io::Result<()> {
        let parts = units::units(reading.encoding, reading.order, cell);
        let parts = parts.iter().map(|unit| UnitPart {
            bytes: hex(unit.bytes),
            bits: unit.bits(),
            is: unit.role,
        });
        let value = match cell.what {
            What::Value(value) => Some(value),
            _ => None,
        };
        let line = CellLine {
            r#type: kind(cell.what),
            file: report::json::FileName::of(path),
            encoding: reading.encoding.name(),
            offset: cell.offset,
            length: cell.bytes.len(),
            bytes: hex(&cell.bytes),
            code_point: value.map(categories::notation),
            name: value.map(unicode::name),
            category: value.map(categories::short_category),
            ill_formed: ill_formed(reading, cell.what),
            units: parts.collect(),
        };
        json_line::write_line(&mut self.out, &line)
    }

    fn forms(&mut self, forms: &Forms) -> io::Result<()> {
        let encodings = forms.encodings.iter();
        let encodings = encodings.map(|(name, bytes)| (*name, bytes.as_deref().map(hex)));
        let facts = categories::facts(forms.value);
        let (script, block) = facts.map(|facts| (facts.script, facts.block)).unzip();
        let line = FormsLine {
            r#type: "code-point",
            code_point: categories::notation(forms.value),
            name: unicode::name(forms.value),
            category: categories::short_category(forms.value),
            script,
            block,
            encodings: encodings.collect(),
            charsets: forms.charsets.iter().map(|(name, bytes)| (*name, hex(bytes))).collect(),
            escapes: forms.escapes.iter().map(|(name, text)| (key(name), text.as_str())).collect(),
            normalized: forms
                .normalized
                .iter()
                .map(|(name, text)| (*name, text.as_str()))
                .collect(),
            mojibake: forms.mojibake.as_deref(),
        };
        json_line::write_line(&mut self.out, &line)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns the key for a form that has several names: the first one.
fn key(names: &str) -> String {
    names.split(',').next().unwrap_or(names).to_ascii_lowercase()
}

fn kind(what: What) -> &'static str {
    match what {
        What::Value(_) => "character",
        What::Bom => "bom",
        What::Shift => "shift",
        What::IllFormed(_) => "finding",
    }
}

fn ill_formed(reading: Reading, what: What) -> Option<IllFormed> {
    let What::IllFormed(finding) = what else { return None };
    Some(IllFormed {
        kind: finding.kind().code(),
        means: finding.means().map(categories::notation),
        subparts: finding.subparts(),
        hint: diagnose::hint::hint(reading.encoding, &finding, || None)
            .map(report::words::hint_text),
    })
}

/// Returns `bytes` in hexadecimal, as in all reports with bytes.
fn hex(bytes: impl AsRef<[u8]>) -> String {
    views::hexadecimal(bytes.as_ref(), " ")
}
