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
use utfkit_text::{unicode::printable, views};

/// The two files.
pub(super) struct Sides<'a> {
    pub(super) operands: &'a [Operand; 2],
    /// The encodings that the files were read in.
    pub(super) encodings: [Encoding; 2],
    /// Whether the user named the encoding of the second file.
    pub(super) is_second_named: bool,
}

/// Reports where the texts differ, if they do.
pub(super) fn human(comparison: &Comparison, sides: &Sides<'_>) -> io::Result<()> {
    let &Sides { operands, encodings, .. } = sides;
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
    for (name, hint) in [first, second].iter().zip(hints(&difference.there, sides)) {
        if let Some(hint) = hint {
            writeln!(out, "  help: {name}: {hint}")?;
        }
    }
    out.flush()
}

/// Returns a hint about the real encoding of each text that is ill-formed at the difference.
fn hints(there: &[There; 2], sides: &Sides<'_>) -> [Option<String>; 2] {
    let hint = |at: usize| hint(&sides.operands[at], &there[at], sides.encodings[at]);
    let (first, second) = (hint(0), hint(1));
    let stays = second.is_none() && !sides.is_second_named;
    let first = first.map(|hint| if stays { with_second(hint, sides.encodings[1]) } else { hint });
    [first, second.map(|hint| hint.replace("`-f ", "`--from-second "))]
}

/// Adds the encoding of the second file to a `hint` about the first one, because `-f` is for both.
fn with_second(hint: String, second: Encoding) -> String {
    const OPTION: &str = "`-f ";
    let Some(start) = hint.find(OPTION).map(|at| at + OPTION.len()) else { return hint };
    let Some(len) = hint[start..].find('`') else { return hint };
    let (before, after) = hint.split_at(start + len);
    if &before[start..] == second.name() {
        hint
    } else {
        format!("{before} --from-second {second}{after}")
    }
}

/// Returns a hint about the real encoding of `operand`, if the text is ill-formed there. Its option
/// is `-f`.
fn hint(operand: &Operand, there: &There, encoding: Encoding) -> Option<String> {
    let error = there.error.as_ref()?;
    let hint = hint::misread(encoding, error).map(report::words::hint_text);
    // An error after the difference did not cause it.
    let is_cause = there.offset.is_none_or(|at| error.offset() <= at);
    let looks = || {
        let looks = cutting::looks(operand, error.offset());
        looks.filter(|_| encoding == Encoding::Utf8 && is_cause)
    };
    hint.or_else(|| Some(looks()?.with_option(Shown::new(operand.path()))))
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
struct JsonLine<'a> {
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
pub(super) fn json(comparison: &Comparison, sides: &Sides<'_>) -> io::Result<()> {
    let &Sides { operands, encodings, .. } = sides;
    let difference = comparison.difference.as_ref();
    let mut hints = difference.map(|there| hints(&there.there, sides)).unwrap_or_default();
    let mut side = |at: usize| {
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
                Some(Value::IllFormed(bytes)) => Some(views::hexadecimal(bytes, " ")),
                _ => None,
            },
            hint: hints[at].take(),
        }
    };
    let mut out = terminal::output()?;
    let line = JsonLine {
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
