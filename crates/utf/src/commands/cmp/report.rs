//! Reports a comparison to people and programs.

use std::{
    cmp::Ordering,
    io::{self, Write},
};

use serde::Serialize;
use utfkit::Encoding;

use utfkit_text::diagnose::hint;

use crate::{
    commands::cutting,
    input::operand::Operand,
    process::{json_line, shell::Shown, terminal},
    report,
};
use utfkit_text::search::{Comparison, There, Value};
use utfkit_text::unicode::printable;

/// Reports where the texts differ, if they do.
pub(super) fn human(
    comparison: &Comparison,
    operands: &[Operand; 2],
    encodings: [Encoding; 2],
) -> io::Result<()> {
    let Some(difference) = &comparison.difference else {
        return Ok(());
    };
    let mut out = terminal::output()?;
    let [first, second] = operands.each_ref().map(Operand::name);
    let character = comparison.characters + 1;
    let (line, column) = (difference.line, difference.column);
    writeln!(out, "{first} {second} differ: character {character}, line {line}, column {column}")?;
    for ((name, encoding), there) in [&first, &second].iter().zip(encodings).zip(&difference.there)
    {
        let place = there.offset.map(|offset| format!(" byte {offset}:")).unwrap_or_default();
        writeln!(out, "  {name} ({encoding}):{place} {}", words(there))?;
    }
    match difference.order() {
        Some(order) => {
            let before = if order == Ordering::Less { &first } else { &second };
            writeln!(out, "  {before} comes first in code point order")?;
        }
        None => writeln!(out, "  ill-formed text has no order")?,
    }
    let options = ["-f", "--from-second"];
    let sides = [(&first, &operands[0]), (&second, &operands[1])].into_iter().zip(options);
    for ((((name, operand), option), encoding), there) in
        sides.zip(encodings).zip(&difference.there)
    {
        if let Some(hint) = hint(operand, there, encoding, option) {
            writeln!(out, "  help: {name}: {hint}")?;
        }
    }
    out.flush()
}

/// Returns a hint about the real encoding, if the text is ill-formed there. `option` sets the encoding
/// of this text, which is that of `operand`.
fn hint(operand: &Operand, there: &There, encoding: Encoding, option: &str) -> Option<String> {
    let error = there.error.as_ref()?;
    let hint = hint::misread(encoding, error).map(report::words::hint_text);
    // An error after the difference did not cause it.
    let is_cause = there.offset.is_none_or(|at| error.offset() <= at);
    let looks = || {
        let looks = cutting::looks(operand, error.offset());
        looks.filter(|_| encoding == Encoding::Utf8 && is_cause)
    };
    let hint = hint.or_else(|| Some(looks()?.with_option(Shown::new(operand.path()))))?;
    Some(hint.replace("`-f ", &format!("`{option} ")))
}

/// Describes the text at the difference.
fn words(there: &There) -> String {
    match &there.value {
        None => "the end".to_owned(),
        Some(Value::IllFormed(bytes)) => {
            let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            format!("ill-formed: {}", bytes.join(" "))
        }
        Some(Value::CodePoint(value)) => match char::from_u32(*value) {
            Some(character) if printable::is_plain(character) => {
                format!("U+{value:04X} {character}")
            }
            _ => format!("U+{value:04X}"),
        },
    }
}

/// The JSON object of a comparison. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct Line<'a> {
    r#type: &'static str,
    same: bool,
    /// The number of equal characters.
    characters: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    /// The file that comes first in code point order: `first` or `second`.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'static str>,
    first: SideObject<'a>,
    second: SideObject<'a>,
}

/// One of the two files.
#[derive(Serialize)]
struct SideObject<'a> {
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    /// The code point; `None` at the end of the text, or if it is ill-formed.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ill_formed: Option<String>,
    /// A hint about the real encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// Prints the object of `comparison`.
pub(super) fn json(
    comparison: &Comparison,
    operands: &[Operand; 2],
    encodings: [Encoding; 2],
) -> io::Result<()> {
    let difference = comparison.difference.as_ref();
    let side = |at: usize| {
        let there = difference.map(|difference| &difference.there[at]);
        let value = there.and_then(|there| there.value.as_ref());
        SideObject {
            file: report::json::FileName::of(operands[at].path()),
            encoding: encodings[at].name(),
            offset: there.and_then(|there| there.offset),
            value: match value {
                Some(Value::CodePoint(value)) => Some(format!("U+{value:04X}")),
                _ => None,
            },
            ill_formed: match value {
                Some(Value::IllFormed(bytes)) => Some(report::json::hexadecimal(bytes, " ")),
                _ => None,
            },
            hint: there.and_then(|there| {
                hint(&operands[at], there, encodings[at], ["-f", "--from-second"][at])
            }),
        }
    };
    let mut out = terminal::output()?;
    let line = Line {
        r#type: "comparison",
        same: difference.is_none(),
        characters: comparison.characters,
        line: difference.map(|difference| difference.line),
        column: difference.map(|difference| difference.column),
        before: difference.and_then(|difference| difference.order()).map(|order| match order {
            Ordering::Less => "first",
            _ => "second",
        }),
        first: side(0),
        second: side(1),
    };
    json_line::write_line(&mut out, &line)?;
    out.flush()
}
