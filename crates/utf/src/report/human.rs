//! Reports for people, in the style of compilers.

use std::{io, path::Path};

use utfkit_text::detect::Content;

use super::{
    diagnostics::{FileDiagnostic, Out, Report},
    drawing::{Drawing, Line, Message, Picture},
    remark::Level,
    summary::{FileSummary, Summary},
    words::{self, field, label, title},
};
use crate::{
    input::{
        content,
        left_out::{passed_words, unread_words},
    },
    process::{
        names::{self, counted},
        problem::missing,
    },
    rules::Breach,
};
use utfkit_text::unicode::printable;

/// Writes diagnostics in the style of compilers.
pub struct Human<W> {
    out: W,
    drawing: Drawing,
    /// Whether a long report has lines instead of pictures.
    has_lines: bool,
}

impl<W: Out> Human<W> {
    /// Creates a report to `out`, with colors if `colours`. Without `has_lines`, all findings are
    /// pictures, even in a long report.
    pub fn new(out: W, colours: bool, has_lines: bool) -> Self {
        Self { out, drawing: Drawing::new(colours), has_lines }
    }

    /// Writes a note, which has the same form in short and in long reports.
    fn line(&mut self, line: String) -> io::Result<()> {
        self.out.finding(line.into_bytes(), None)
    }
}

impl<W: Out> Report for Human<W> {
    fn shows_context(&self) -> bool {
        true
    }

    fn finding(&mut self, found: &FileDiagnostic<'_>) -> io::Result<()> {
        let diagnostic = found.error;
        let context = &diagnostic.context;
        let (title, label) = (title(diagnostic), label(diagnostic));
        let field = field(diagnostic);
        let hint = words::file_hint(found);
        let hint = hint.as_deref().map(Message::Help);
        let remarks =
            [hint, Some(Message::Note(diagnostic.section())), field.as_deref().map(Message::Note)];
        let remarks: Vec<_> = remarks.into_iter().flatten().collect();
        let picture = Picture {
            level: Level::Error,
            code: diagnostic.finding.kind().description().code,
            title: &title,
            path: found.path,
            place: (diagnostic.line, Some(diagnostic.column)),
            line: Some(Line {
                before: &context.before,
                marked: &context.bytes,
                after: &context.after,
                label: &label,
            }),
            remarks: &remarks,
        };
        let mut drawn = Vec::new();
        self.drawing.draw(&mut drawn, &picture)?;
        let line = self.has_lines.then(|| {
            let (name, code) = (names::operand(found.path), picture.code);
            let (line, column) = (diagnostic.line, diagnostic.column);
            format!("{name}:{line}:{column}: error[{code}]: {}\n", words::in_a_line(found))
        });
        self.out.finding(drawn, line)
    }

    fn breach(&mut self, breach: &Breach) -> io::Result<()> {
        let fix = breach.fix.as_ref().map(|fix| printable::line(fix));
        let rule = words::rule(&breach.source);
        let fix = fix.as_deref().map(Message::Help);
        let remarks: Vec<_> = [Some(Message::Note(&rule)), fix].into_iter().flatten().collect();
        let picture = Picture {
            level: Level::Error,
            code: breach.code,
            title: &breach.words,
            path: &breach.path,
            place: (breach.line, None),
            line: None,
            remarks: &remarks,
        };
        self.drawing.draw(&mut self.out, &picture)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn file(&mut self, path: &Path, summary: &FileSummary) -> io::Result<()> {
        let name = names::operand(path);
        for words::Note { place, words, .. } in words::notes(path, summary) {
            self.line(match place {
                Some((line, column)) => format!("{name}:{line}:{column}: note: {words}\n"),
                None => format!("{name}: note: {words}\n"),
            })?;
        }
        if let (Some(method), 1..) = (summary.compressed, summary.findings()) {
            self.line(format!(
                "{name}: note: positions refer to the decompressed text ({method})\n"
            ))?;
        }
        Ok(())
    }

    /// Binary files are counted in the summary: a directory may have thousands.
    fn skipped(&mut self, path: &Path, content: Content) -> io::Result<()> {
        if content == Content::Binary {
            return Ok(());
        }
        let (name, advice) = (names::path(path), content::advice(content));
        self.line(format!("{name}: note: {content}, not checked{advice}\n"))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if summary.encodings.len() > 1 && summary.findings > 0 {
            summary.encodings.write(&mut self.out, "errors")?;
        }
        writeln!(self.out, "{}", sentence(summary))?;
        self.out.flush()
    }
}

/// Returns the summary line of the run.
pub(super) fn sentence(summary: &Summary) -> String {
    let read = format!(
        "{}, {}, {}",
        counted(summary.files, "file"),
        counted(summary.bytes, "byte"),
        counted(summary.characters, "character"),
    );
    let mut sentence = match summary.findings {
        // Without files, do not claim that they are well-formed.
        0 if summary.files == 0 => read,
        0 if summary.accepted > 0 => format!("{read}: nothing new"),
        0 if summary.doubtful > 0 => {
            format!("{read}: well-formed, but see {}", counted(summary.doubtful, "note"))
        }
        0 => format!("{read}: well-formed"),
        findings => {
            format!(
                "{read}: {} in {}",
                kinds(findings, summary),
                counted(summary.files_found, "file")
            )
        }
    };
    let [links, others] = summary.passed;
    let [not_followed, no_files] = passed_words(summary.passed);
    let looks_like: Vec<_> = summary.looks_like.iter().map(|one| one.name()).collect();
    let advice = if looks_like.is_empty() {
        String::new()
    } else {
        format!(" (use `--candidates {}`)", looks_like.join(","))
    };
    let no_bom = format!("without a BOM, not checked{advice}");
    let rest = [
        (summary.accepted, "accepted"),
        (summary.unreported, "not shown (see --max-findings)"),
        (summary.binary, "binary, not checked"),
        (summary.no_bom, &no_bom),
        (links, not_followed),
        (others, no_files),
        missing(summary.missing),
        (summary.failures - summary.missing, "not read to the end"),
    ];
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        sentence.push_str(&format!("; {count} {what}"));
    }
    sentence + &unread_words(summary.unread)
}

/// Returns the summary line of a run that a signal ended after `so_far`.
pub fn interrupted(so_far: &Summary) -> String {
    let found = match so_far.findings {
        0 => String::new(),
        findings => {
            let files = counted(so_far.files_found, "file");
            format!(": {} in {files}", kinds(findings, so_far))
        }
    };
    let (bytes, files) = (counted(so_far.bytes, "byte"), counted(so_far.files, "file"));
    format!("interrupted after {bytes}{found}; {files} completed")
}

/// Returns the counts of the kinds that make up `findings`.
fn kinds(findings: u64, summary: &Summary) -> String {
    let &Summary { rejected, broken_rules, .. } = summary;
    let all = [
        (findings - rejected - broken_rules, "ill-formed sequence"),
        (rejected, "rejected character"),
        (broken_rules, "broken rule"),
    ];
    let some = all.into_iter().filter(|&(count, _)| count > 0);
    some.map(|(count, what)| counted(count, what)).collect::<Vec<_>>().join(", ")
}
