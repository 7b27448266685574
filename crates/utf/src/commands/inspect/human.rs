//! Inspections for people: a table of bytes, and a code point in all its forms.

use std::{
    io::{self, Write},
    path::Path,
};

use anstyle::{AnsiColor, Style};
use icu_properties::{
    CodePointMapData,
    props::{GeneralCategory, GeneralCategoryGroup},
};
use unicode_width::UnicodeWidthChar;
use utfkit::Finding;

use utfkit_text::{
    diagnose,
    inspect::{Forms, Row, Unit, units},
    streams::{Cell, What},
    unicode::{self, categories, printable},
};

use super::{place::Reading, render::Render};
use crate::{process::names, report::words};

/// Writes tables.
pub struct Human<W> {
    out: W,
    styles: Styles,
    /// Whether the head of the table is written.
    begun: bool,
}

#[derive(Default)]
struct Styles {
    head: Style,
    fixed: Style,
    payload: Style,
    wrong: Style,
}

impl<W: Write> Human<W> {
    /// Writes to `out`, with colors if `colours`.
    pub fn new(out: W, colours: bool) -> Self {
        let styles = if colours {
            Styles {
                head: Style::new().bold(),
                fixed: Style::new().dimmed(),
                payload: AnsiColor::BrightGreen.on_default().bold(),
                wrong: AnsiColor::BrightRed.on_default().bold(),
            }
        } else {
            Styles::default()
        };
        Self { out, styles, begun: false }
    }

    /// Writes the head of a table, with these widths for the bytes and the bits of a unit.
    fn head(&mut self, (bytes, bits): (usize, usize)) -> io::Result<()> {
        let head = self.styles.head;
        writeln!(
            self.out,
            "{head}{:>10}  {:bytes$}  {:bits$}  {:ROLE$}  code point{head:#}",
            "offset", "bytes", "bits", "is",
        )
    }

    /// Writes the row of `unit` at `offset`, without the last column.
    fn unit(
        &mut self,
        widths: (usize, usize),
        mark: char,
        offset: u64,
        unit: &Unit<'_>,
    ) -> io::Result<()> {
        let Styles { fixed, payload, .. } = self.styles;
        let shown = unit.bits().len();
        let bytes = hex(unit.bytes);
        let between = if unit.fixed.is_empty() || unit.payload.is_empty() { "" } else { "_" };
        write!(
            self.out,
            "{mark}{offset:>9}  {bytes:bytes_width$}  {fixed}{}{between}{fixed:#}{payload}{}{payload:#}{:pad$}  {:ROLE$}",
            unit.fixed,
            unit.payload,
            "",
            unit.role,
            bytes_width = widths.0,
            pad = widths.1.saturating_sub(shown),
        )
    }
}

/// The width of the column with the role of a unit.
const ROLE: usize = 14;

/// Returns the widths for the bytes and the bits of units of `unit` bytes.
fn widths(unit: usize) -> (usize, usize) {
    match unit {
        1 => (5, 9),
        2 => (5, 17),
        _ => (11, 33),
    }
}

impl<W: Write> Render for Human<W> {
    fn begin(&mut self, path: &Path, several: bool) -> io::Result<()> {
        self.begun = false;
        if several { writeln!(self.out, "==> {} <==", names::operand(path)) } else { Ok(()) }
    }

    fn cell(&mut self, _: &Path, reading: Reading, cell: &Cell, marked: bool) -> io::Result<()> {
        let widths = widths(reading.encoding.unit_bytes());
        if !self.begun {
            self.begun = true;
            self.head(widths)?;
        }
        let mark = if marked { '>' } else { ' ' };
        let mut texts = last_column(reading, cell).into_iter();
        let mut offset = cell.offset;
        for unit in units::units(reading.encoding, reading.order, cell) {
            self.unit(widths, mark, offset, &unit)?;
            offset += unit.bytes.len() as u64;
            self.text(cell, texts.next())?;
        }
        for text in texts {
            let before = 12 + widths.0 + 2 + widths.1 + 2 + ROLE;
            write!(self.out, "{:before$}", "")?;
            self.text(cell, Some(text))?;
        }
        Ok(())
    }

    fn forms(&mut self, forms: &Forms) -> io::Result<()> {
        let head = self.styles.head;
        let value = forms.value;
        let shown = picture(value).map(|picture| format!(" {picture} ")).unwrap_or_default();
        writeln!(
            self.out,
            "{head}{}{head:#} {shown} {}",
            categories::notation(value),
            unicode::name(value)
        )?;
        for (name, text) in facts(value) {
            self.row(name, &text)?;
        }
        writeln!(self.out)?;
        for (name, bytes) in &forms.encodings {
            match bytes {
                Some(bytes) => self.encoded(name, bytes)?,
                None => self.row(name, "-")?,
            }
        }
        let by_bytes = by_bytes(&forms.charsets);
        for (at, (bytes, names)) in by_bytes.iter().enumerate() {
            let name = if at == 0 { "charsets" } else { "" };
            self.row(name, &format!("{}  {}", hex(bytes), names.join(" ")))?;
        }
        writeln!(self.out)?;
        for (name, text) in forms.escapes.iter().chain(&forms.normalized) {
            self.row(name, text)?;
        }
        if let Some(mojibake) = &forms.mojibake {
            self.row("mojibake", &format!("{mojibake}  (its UTF-8, read as windows-1252)"))?;
        }
        Ok(())
    }

    fn between(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Human<W> {
    /// Ends a row of the table with the text of the last column.
    fn text(&mut self, cell: &Cell, text: Option<String>) -> io::Result<()> {
        let wrong = match cell.what {
            What::IllFormed(_) => self.styles.wrong,
            _ => Style::new(),
        };
        match text {
            Some(text) => writeln!(self.out, "  {wrong}{text}{wrong:#}"),
            None => writeln!(self.out),
        }
    }

    fn row(&mut self, name: &str, text: &str) -> io::Result<()> {
        writeln!(self.out, "  {name:20}{text}")
    }

    /// Writes an encoding, and the bytes of a code point in it. If the encoding has fixed bits, the
    /// bits are shown too.
    fn encoded(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let Styles { fixed, payload, .. } = self.styles;
        let Ok(encoding) = name.parse::<utfkit::Encoding>() else {
            return self.row(name, &hex(bytes));
        };
        let order = encoding.byte_order().unwrap_or_default();
        let ascii = bytes.is_ascii() && encoding.unit_bytes() == 1;
        if ascii && bytes.len() > 1 {
            let text = String::from_utf8_lossy(bytes);
            return self.row(name, &format!("{:24}{text}", hex(bytes)));
        }
        write!(self.out, "  {name:20}{}", hex(bytes))?;
        let cell = Cell { offset: 0, bytes: bytes.to_vec(), what: What::Shift };
        let units = units::units(encoding, order, &cell);
        let tells = units.iter().any(|unit| !unit.fixed.is_empty());
        if tells && !ascii {
            write!(self.out, "{:1$}", "", 24_usize.saturating_sub(hex(bytes).len()).max(2))?;
            for (at, unit) in units.iter().enumerate() {
                let blank = if at == 0 { "" } else { " " };
                let between = if unit.fixed.is_empty() { "" } else { "_" };
                write!(
                    self.out,
                    "{blank}{fixed}{}{between}{fixed:#}{payload}{}{payload:#}",
                    unit.fixed, unit.payload
                )?;
            }
        }
        writeln!(self.out)
    }
}

/// Returns the text of the last column for `cell`, row by row.
fn last_column(reading: Reading, cell: &Cell) -> Vec<String> {
    match cell.what {
        What::Value(value) => vec![character(value)],
        What::Bom => vec!["BOM, not part of the text".to_owned()],
        What::Shift => vec!["not a character".to_owned()],
        What::IllFormed(finding) => ill_formed(reading, &finding),
    }
}

fn character(value: u32) -> String {
    let picture = picture(value).unwrap_or_default();
    let pad = 2_usize.saturating_sub(width(&picture));
    let (notation, category) = (categories::notation(value), categories::short_category(value));
    format!("{notation:8}  {picture}{:pad$}  {category}  {}", "", unicode::name(value))
}

/// Describes an error, and its probable meaning.
fn ill_formed(reading: Reading, finding: &Finding) -> Vec<String> {
    let code = finding.kind().code();
    let meant = match finding.means() {
        Some(value) => format!(", {}", unicode::name(value)),
        None => String::new(),
    };
    let mut texts = vec![format!("error[{code}]: {}{meant}", finding.what())];
    let hint = diagnose::hint::hint(reading.encoding, finding, || None);
    texts.extend(hint.map(|hint| format!("help: {}", words::hint(&hint))));
    texts
}

/// Returns the character for display; `None` if it is invisible or unsafe.
fn picture(value: u32) -> Option<String> {
    let character = char::from_u32(value)?;
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    if GeneralCategoryGroup::Mark.contains(category) {
        return printable::is_plain(character).then(|| format!("\u{25CC}{character}"));
    }
    (printable::is_plain(character) && !character.is_whitespace()).then(|| character.to_string())
}

fn width(picture: &str) -> usize {
    picture.chars().filter_map(UnicodeWidthChar::width).sum()
}

fn facts(value: u32) -> Vec<Row> {
    let Some(facts) = categories::facts(value) else { return Vec::new() };
    let category = format!("{}, {}", categories::short_category(value), facts.category);
    let mut rows = vec![("category", category), ("script", facts.script), ("block", facts.block)];
    if (0xD800..0xE000).contains(&value) {
        rows.push(("note", "not a scalar value, so no encoding has it".to_owned()));
    }
    rows
}

/// Groups the charsets in which the bytes are the same.
fn by_bytes<'a>(charsets: &'a [(&'static str, Vec<u8>)]) -> Vec<(&'a [u8], Vec<&'static str>)> {
    let mut groups: Vec<(&[u8], Vec<&'static str>)> = Vec::new();
    for (name, bytes) in charsets {
        match groups.iter_mut().find(|(known, _)| known == bytes) {
            Some((_, names)) => names.push(name),
            None => groups.push((bytes, vec![name])),
        }
    }
    groups
}

/// Returns `bytes` in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    digits.join(" ")
}
