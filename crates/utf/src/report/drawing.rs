//! Draws a finding over its line of the file, as compilers do.

use std::{
    io::{self, Write},
    path::Path,
};

use annotate_snippets::{self as drawn, AnnotationKind, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use super::remark::Level;
use crate::process::names;

/// The parts of a finding to draw.
pub struct Picture<'a> {
    pub level: Level,
    /// The stable code of the finding, for `utf explain`.
    pub code: &'a str,
    pub title: &'a str,
    pub path: &'a Path,
    /// The line in the file and, if known, the column in it. The drawn line may begin later.
    pub place: (u64, Option<u64>),
    pub line: Option<Line<'a>>,
    /// Remedies and notes, which are drawn below the line in this order.
    pub remarks: &'a [Message<'a>],
}

/// A line with a marked part. All of it is safe for a terminal.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    pub before: &'a str,
    pub marked: &'a str,
    pub after: &'a str,
    /// The text next to the mark.
    pub label: &'a str,
}

/// A message below a line.
#[derive(Clone, Copy)]
pub enum Message<'a> {
    Help(&'a str),
    Note(&'a str),
}

/// The style for drawing findings.
pub struct Drawing {
    renderer: Renderer,
    arrow: Style,
}

impl Drawing {
    /// Creates a style, with colors if `colours`.
    pub fn new(colours: bool) -> Self {
        if colours {
            Self { renderer: Renderer::styled(), arrow: AnsiColor::BrightBlue.on_default().bold() }
        } else {
            Self { renderer: Renderer::plain(), arrow: Style::new() }
        }
    }

    /// Draws `picture`.
    pub fn draw(&self, out: &mut impl Write, picture: &Picture<'_>) -> io::Result<()> {
        let (number, column) = picture.place;
        let text = picture.line.map(|line| [line.before, line.marked, line.after].concat());
        let snippet = picture.line.zip(text.as_deref()).map(|(line, text)| {
            let marked = line.before.len()..line.before.len() + line.marked.len();
            let mark = AnnotationKind::Primary.span(marked).label(line.label);
            Snippet::source(text).line_start(number as usize).annotation(mark)
        });
        let level = match picture.level {
            Level::Error => drawn::Level::ERROR,
            Level::Warning => drawn::Level::WARNING,
            Level::Note => drawn::Level::NOTE,
        };
        let remarks = picture.remarks.iter().map(|&remark| match remark {
            Message::Help(words) => drawn::Level::HELP.message(words),
            Message::Note(words) => drawn::Level::NOTE.message(words),
        });
        let title = level.primary_title(picture.title).id(picture.code);
        let rendered = self.renderer.render(&[title.elements(snippet).elements(remarks)]);
        // The library would count columns in the part of the line that is shown, not in the file.
        // So this function writes the line with the position itself.
        let (head, body) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let (indent, arrow) = (number.to_string().len(), self.arrow);
        let path = names::operand(picture.path);
        let column = column.map_or_else(String::new, |column| format!(":{column}"));
        // The arrow is indented by the width of the line number.
        writeln!(out, "{head}\n{:indent$}{arrow}-->{arrow:#} {path}:{number}{column}\n{body}\n", "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(line: Option<Line<'_>>) -> String {
        let mut out = Vec::new();
        let picture = Picture {
            level: Level::Error,
            code: "code",
            title: "title",
            path: Path::new("file"),
            place: (10, Some(7)),
            line,
            remarks: &[Message::Help("do"), Message::Note("read")],
        };
        Drawing::new(false).draw(&mut out, &picture).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn marks_stand_below_what_they_mark() {
        let line = Line { before: "日a", marked: "本", after: "b", label: "here" };
        assert_eq!(
            drawn(Some(line)),
            "error[code]: title\n  --> file:10:7\n   |\n10 | 日a本b\n   |    ^^ here\n   |\n   = help: do\n   = note: read\n\n"
        );
        assert_eq!(
            drawn(None),
            "error[code]: title\n  --> file:10:7\n |\n = help: do\n = note: read\n\n"
        );
    }
}
