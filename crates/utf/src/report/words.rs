//! The texts for findings and notes that several formats share.

use std::{borrow::Cow, path::Path};

use utfkit::{Encoding, Kind};

use super::{diagnostics::FileDiagnostic, summary::FileSummary};
use crate::{
    process::names,
    rules::{Breach, Source},
};
use utfkit_text::{
    diagnose::{Advice, Diagnostic, Hint, InnerBoms, Remark},
    receivers::declared::Declared,
    unicode::printable,
};

/// A note about a file.
pub struct Note {
    /// The stable code, for `utf explain`.
    pub code: &'static str,
    /// The line and the column, from 1. `None` for notes about the whole file.
    pub place: Option<(u64, u64)>,
    /// The offset and the length in bytes.
    pub bytes: Option<(u64, u64)>,
    pub words: String,
}

/// Returns the notes about a file.
pub fn notes(summary: &FileSummary) -> Vec<Note> {
    let looks_like = summary.text.looks_like.map(|encoding| Note {
        code: "looks-like",
        place: None,
        bytes: None,
        words: match encoding {
            _ if summary.text.encoding.is_some_and(|read| read.unit_bytes() > 1) => {
                format!("the text makes sense only in {encoding}; try `-f {encoding}`")
            }
            Encoding::Utf32Le | Encoding::Utf32Be => format!(
                "three bytes of four are NUL, as in {encoding} without a BOM; try `-f {encoding}`"
            ),
            _ => format!(
                "every second byte is NUL, as in {encoding} without a BOM; try `-f {encoding}`"
            ),
        },
    });
    let shifted = summary.text.shifted.map(|encoding| Note {
        code: "looks-like",
        place: None,
        bytes: None,
        words: shifted(encoding),
    });
    let doubt = summary.doubt.as_ref().map(|why| Note {
        code: "not-one-encoding",
        place: None,
        bytes: None,
        words: why.clone(),
    });
    let encoding = summary.text.encoding.unwrap_or(Encoding::Utf8);
    let remarks = summary.remarks.iter().map(|remark| Note {
        code: remark_code(remark),
        place: None,
        bytes: None,
        words: self::remark(remark, encoding),
    });
    let InnerBoms { count, line, column, bytes, .. } = summary.text.inner_boms;
    let inner = (count > 0).then(|| {
        let times = if count == 1 { String::new() } else { format!(" and {} more", count - 1) };
        Note {
            code: "inner-bom",
            place: Some((line, column)),
            bytes,
            words: format!(
                "U+FEFF inside the text{times}, as after joining files with BOMs; \
                 `utf convert --strip-inner-bom` removes it"
            ),
        }
    });
    looks_like.into_iter().chain(shifted).chain(doubt).chain(remarks).chain(inner).collect()
}

/// Returns the text about a file that is in `encoding` as a whole, but was read as another one and
/// has `errors` so.
pub fn whole(path: &Path, encoding: Encoding, errors: u64) -> String {
    let file = names::word(path).filter(|_| path.as_os_str() != "-");
    let file = file.as_deref().unwrap_or("FILE");
    let errors = names::counted(errors, "error");
    format!(
        "looks like {encoding} as a whole: {errors}; `utf convert -f {encoding} -i.bak -- {file}` \
         makes it UTF-8"
    )
}

/// Returns the text of a remark about a text in `encoding`.
pub fn remark(remark: &Remark, encoding: Encoding) -> String {
    match remark {
        Remark::Mojibake => "suspected mojibake: `utf repair` shows the original text".to_owned(),
        Remark::Declares(Declared { format, label, .. }) => {
            let label = printable::line(label);
            format!("the {format} declaration says {label}, but the text is {encoding}")
        }
        _ => String::new(),
    }
}

/// Returns the code of a remark.
pub fn remark_code(remark: &Remark) -> &'static str {
    match remark {
        Remark::Declares(_) => "wrong-declaration",
        _ => "mojibake",
    }
}

/// Returns the text about a file that is ASCII but has the escape sequences of `encoding`.
pub fn shifted(encoding: Encoding) -> String {
    format!("looks like {encoding}, but was read as UTF-8; try `-f {encoding}`")
}

/// Returns the remedy for an error.
pub(super) fn file_hint<'a>(found: &'a FileDiagnostic<'_>) -> Option<Cow<'a, str>> {
    match found.begins_as.filter(|_| found.error.receiver.is_none()) {
        Some(method) => Some(method.unread().into()),
        None => found.error.hint.as_ref().map(hint),
    }
}

/// Returns the text of `hint`, with options of the command line.
pub fn hint(hint: &Hint) -> Cow<'_, str> {
    let words = &*hint.text;
    match hint.advice {
        Some(Advice::ReadAs(encoding)) if words.is_empty() => format!("try `-f {encoding}`").into(),
        Some(Advice::ReadAs(encoding)) => format!("{words}; try `-f {encoding}`").into(),
        Some(Advice::OrderFromBom(encoding)) => {
            format!("`-f {encoding}` reads the byte order from the BOM").into()
        }
        Some(Advice::AllowBom) => "without `--bom as-text`, the BOM decides the byte order".into(),
        Some(Advice::AllowNoBom) => "the label or `--bom require` requires a BOM".into(),
        _ => words.into(),
    }
}

/// Returns the text of `hint` as an owned string.
pub fn hint_text(hint: Hint) -> String {
    self::hint(&hint).into_owned()
}

/// Returns the description of an error in one line: the title, the bytes, and the hint.
pub fn in_a_line(found: &FileDiagnostic<'_>) -> String {
    let diagnostic = found.error;
    let finding = &diagnostic.finding;
    let (title, label) = (title(diagnostic), label(diagnostic));
    let mut words = format!("{title}{}, {label}", finding.hex());
    if let Some(hint) = file_hint(found) {
        words.push_str("; ");
        words.push_str(&hint);
    }
    if let Some(field) = field(diagnostic) {
        words.push_str("; ");
        words.push_str(&field);
    }
    words
}

/// Returns the text of a rule and its position.
pub fn rule(source: &Source) -> String {
    let (file, says) = (names::path(&source.file), printable::line(&source.says));
    match source.line {
        Some(line) => format!("`{says}`, {file}:{line}"),
        None => format!("`{says}`, {file}"),
    }
}

/// Returns the description of a broken rule in one line: the message, the rule, and the fix.
pub fn breach_in_a_line(breach: &Breach) -> String {
    let mut words = format!("{} ({})", breach.words, rule(&breach.source));
    if let Some(fix) = &breach.fix {
        words.push_str("; ");
        words.push_str(&printable::line(fix));
    }
    words
}

/// Returns the title of an error, with the character that was meant.
pub(super) fn title(diagnostic: &Diagnostic) -> String {
    let finding = &diagnostic.finding;
    let title = finding.kind().description().title;
    match (finding.kind(), finding.means()) {
        (Kind::InvalidByte, _) | (_, None) => match finding.kind().detail() {
            Some(detail) => format!("{title}: {detail}"),
            None => title.to_owned(),
        },
        (Kind::Overlong { .. } | Kind::IrregularPair { .. }, Some(value)) => {
            format!("{title} of U+{value:04X}")
        }
        (_, Some(value)) => format!("{title} U+{value:04X}"),
    }
}

/// Returns the record and the field of an error, in text with fields.
pub(super) fn field(diagnostic: &Diagnostic) -> Option<String> {
    diagnostic.field.map(|(record, field)| format!("record {record}, field {field}"))
}

/// Returns the label below the bytes: their offset, and the number that is missing.
pub(super) fn label(diagnostic: &Diagnostic) -> String {
    let finding = &diagnostic.finding;
    let mut label = format!("byte {}", finding.offset());
    if finding.subparts() > 1 {
        label.push_str(&format!(", {} maximal subparts", finding.subparts()));
    }
    // In other encodings, the lead byte does not encode the length in its high bits.
    let has_length = !matches!(diagnostic.encoding, Encoding::Charset(_) | Encoding::Utf1);
    if let (Kind::Truncated, [lead, ..], true) = (finding.kind(), finding.bytes(), has_length) {
        let (announced, found) = (lead.leading_ones(), finding.len());
        label.push_str(&format!(": {lead:02X} announces {announced} bytes, found {found}"));
    }
    label
}
