//! The texts for findings and notes that several formats share.

use std::{borrow::Cow, path::Path};

use utfkit::{Encoding, Kind};

use super::{diagnostics::FileDiagnostic, summary::FileSummary};
use crate::{
    process::{names, shell::Shown},
    reading::looks,
    rules::{Breach, Source},
};
use utfkit_text::{
    diagnose::{Advice, Diagnostic, Hint, InnerBoms, Remark},
    receivers::Declared,
    repair::Loss,
    unicode::printable,
};

/// The code of a note about lost text.
pub const LOST: &str = "lost-text";

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

/// Returns the notes about the file at `path`.
pub fn notes(path: &Path, summary: &FileSummary) -> Vec<Note> {
    let shown = Shown::new(path).decompressed(summary.compressed.is_some());
    let looks = summary.looks.as_ref();
    let is_open = looks.is_none_or(|one| one.encoding().is_none());
    let looks_like = summary.text.looks_like.filter(|_| is_open);
    let looks = looks.filter(|_| looks_like.is_none());
    let looks_like = looks_like.map(|encoding| Note {
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
    let shifted = summary.text.shifted.filter(|_| is_open).map(|encoding| Note {
        code: "looks-like",
        place: None,
        bytes: None,
        words: shifted(encoding),
    });
    let looks = looks.map(|looks| Note {
        code: "looks-like",
        place: None,
        bytes: None,
        words: match summary.staged {
            // A command would change the file of the work tree, which may be another text.
            true => format!("{} in the index", looks.words()),
            false => looks.sentence_about(summary.text.errors, shown),
        },
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
        words: self::remark(remark, encoding, shown),
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
                 `{}` removes it",
                shown.command("convert --strip-inner-bom")
            ),
        }
    });
    looks_like
        .into_iter()
        .chain(shifted)
        .chain(looks)
        .chain(doubt)
        .chain(remarks)
        .chain(inner)
        .collect()
}

/// Returns the text of a remark about the `shown` file in `encoding`.
pub fn remark(remark: &Remark, encoding: Encoding, shown: Shown<'_>) -> String {
    match remark {
        Remark::Mojibake => {
            let repair = looks::repair_command(shown);
            format!("suspected mojibake: `{repair}` shows the original text")
        }
        Remark::Declares(Declared { format, label, .. }) => {
            let label = printable::line(label);
            format!("the {format} declaration says {label}, but the text is {encoding}")
        }
        Remark::Lost(loss) => lost(*loss, shown),
        _ => String::new(),
    }
}

/// Returns the text about characters that the `shown` file has lost.
pub fn lost(loss: Loss, shown: Shown<'_>) -> String {
    let explain = if shown.is_plain() && shown.is_in_work_tree() {
        format!("`{}` looks for it in git", shown.command("repair --against auto"))
    } else {
        "`utf explain lost-text` shows how to get it back".to_owned()
    };
    match loss {
        Loss::QuestionMark => {
            format!("text seems to be lost: `?` inside words stands for letters; {explain}")
        }
        _ => {
            let audit = shown.command("audit --show note");
            format!("text is lost: U+FFFD stands for it, and `{audit}` lists where; {explain}")
        }
    }
}

/// Returns the code of a remark.
pub fn remark_code(remark: &Remark) -> &'static str {
    match remark {
        Remark::Declares(_) => "wrong-declaration",
        Remark::Lost(_) => LOST,
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
