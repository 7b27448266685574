//! Findings drawn as a compiler does it, over a line of the file.

use std::{
    io::{self, Write},
    path::Path,
};

use annotate_snippets::{self as drawn, AnnotationKind, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use super::remark::Level;
use crate::process::names;

/// What is drawn of a finding.
pub struct Picture<'a> {
    pub level: Level,
    /// The stable code that it is looked up by.
    pub code: &'a str,
    pub title: &'a str,
    pub path: &'a Path,
    /// The line, and the column of it if there is one: those of the file, not of what is shown.
    pub place: (u64, Option<u64>),
    pub line: Option<Line<'a>>,
    /// What to do, or what else there is to say, in this order below.
    pub remarks: &'a [Message<'a>],
}

/// A line of which something is marked, fit for a terminal.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    pub before: &'a str,
    pub marked: &'a str,
    pub after: &'a str,
    /// What stands beside the mark.
    pub label: &'a str,
}

/// What is said below a line.
#[derive(Clone, Copy)]
pub enum Message<'a> {
    Help(&'a str),
    Note(&'a str),
}

/// How findings are drawn.
pub struct Drawing {
    renderer: Renderer,
    arrow: Style,
}

impl Drawing {
    /// With colours if `colours`.
    pub fn new(colours: bool) -> Self {
        match colours {
            true => Self {
                renderer: Renderer::styled(),
                arrow: AnsiColor::BrightBlue.on_default().bold(),
            },
            false => Self { renderer: Renderer::plain(), arrow: Style::new() },
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
        let said = picture.remarks.iter().map(|&said| match said {
            Message::Help(words) => drawn::Level::HELP.message(words),
            Message::Note(words) => drawn::Level::NOTE.message(words),
        });
        let title = level.primary_title(picture.title).id(picture.code);
        let rendered = self.renderer.render(&[title.elements(snippet).elements(said)]);
        // The library would count the columns of the line as it is shown, not of the file's.
        let (head, body) = rendered.split_once('\n').unwrap_or((&rendered, ""));
        let (indent, arrow) = (number.to_string().len(), self.arrow);
        let path = names::operand(picture.path);
        let column = column.map_or_else(String::new, |column| format!(":{column}"));
        // The place stands under the number of the line.
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
