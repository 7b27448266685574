//! Findings drawn as a compiler does it, over a line of the file.
//!
//! Text may be nothing but mistakes, and each is drawn: all of a picture goes into one string, which is kept.

use std::{
    fmt::Write as _,
    io::{self, Write},
    iter::repeat_n,
    path::Path,
};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthChar;

use super::Level;
use crate::shown;

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
    /// What is said below, each behind what it is: `help`, `note`.
    pub remarks: &'a [(&'a str, &'a str)],
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

/// So wide a picture is, if its label lets it.
const WIDTH: usize = 140;

/// What stands for what is cut off.
const CUT: &str = "...";

/// So much of the line is shown beside the mark, whatever is cut off.
const BESIDE: usize = 2 * CUT.len();

/// How findings are drawn.
pub struct Drawing {
    levels: [Painted; 3],
    /// Frames and numbers of lines.
    frame: Painted,
    strong: Painted,
    picture: String,
}

/// What begins and ends a style.
struct Painted {
    begin: String,
    end: String,
}

impl Painted {
    fn new(style: Style) -> Self {
        Self { begin: style.render().to_string(), end: style.render_reset().to_string() }
    }

    fn push(&self, out: &mut String, parts: &[&str]) {
        out.push_str(&self.begin);
        parts.iter().for_each(|part| out.push_str(part));
        out.push_str(&self.end);
    }
}

impl Drawing {
    /// With colours if `colours`.
    pub fn new(colours: bool) -> Self {
        let bold =
            |colour: AnsiColor| if colours { colour.on_default().bold() } else { Style::new() };
        let levels = [AnsiColor::BrightRed, AnsiColor::Yellow, AnsiColor::BrightGreen];
        Self {
            levels: levels.map(|colour| Painted::new(bold(colour))),
            frame: Painted::new(bold(AnsiColor::BrightBlue)),
            strong: Painted::new(if colours { Style::new().bold() } else { Style::new() }),
            picture: String::new(),
        }
    }

    /// Draws `picture`.
    pub fn draw(&mut self, out: &mut impl Write, picture: &Picture<'_>) -> io::Result<()> {
        let mut drawn = std::mem::take(&mut self.picture);
        drawn.clear();
        self.append(&mut drawn, picture);
        let written = out.write_all(drawn.as_bytes());
        self.picture = drawn;
        written
    }

    fn append(&self, out: &mut String, picture: &Picture<'_>) {
        let (name, paint) = match picture.level {
            Level::Error => ("error", &self.levels[0]),
            Level::Warning => ("warning", &self.levels[1]),
            Level::Note => ("note", &self.levels[2]),
        };
        paint.push(out, &[name, "[", picture.code, "]"]);
        self.strong.push(out, &[": ", picture.title]);
        let (number, column) = picture.place;
        let number = number.to_string();
        // The place stands under the number of the line, the frame behind it; without a line, below the place.
        let indent = number.len();
        let frame = if picture.line.is_some() { indent + 1 } else { indent };
        out.push('\n');
        blanks(out, indent);
        self.frame.push(out, &["-->"]);
        out.push(' ');
        out.push_str(&shown::operand(picture.path));
        // Writing to a string cannot fail.
        let _ = write!(out, ":{number}");
        let _ = column.map_or(Ok(()), |column| write!(out, ":{column}"));
        out.push('\n');
        self.edge(out, frame);
        if let Some(line) = picture.line {
            let line = line.cut(WIDTH.saturating_sub(indent + " | ".len()));
            self.frame.push(out, &[&number]);
            out.push(' ');
            self.frame.push(out, &["|"]);
            out.push(' ');
            let [start, end] = line.cut;
            [start, line.before, line.marked, line.after, end]
                .iter()
                .for_each(|part| out.push_str(part));
            out.push('\n');
            blanks(out, frame);
            self.frame.push(out, &["|"]);
            blanks(out, 1 + start.len() + width(line.before));
            out.push_str(&paint.begin);
            out.extend(repeat_n('^', width(line.marked).max(1)));
            out.push_str(&paint.end);
            out.push(' ');
            paint.push(out, &[line.label]);
            out.push('\n');
            self.edge(out, frame);
        }
        for &(what, words) in picture.remarks {
            blanks(out, frame);
            self.frame.push(out, &["= "]);
            self.strong.push(out, &[what]);
            out.push_str(": ");
            out.push_str(words);
            out.push('\n');
        }
        out.push('\n');
    }

    /// A line with nothing but the frame.
    fn edge(&self, out: &mut String, at: usize) {
        blanks(out, at);
        self.frame.push(out, &["|"]);
        out.push('\n');
    }
}

/// A line as much of which is shown as there is room for.
struct Shown<'a> {
    before: &'a str,
    marked: &'a str,
    after: &'a str,
    label: &'a str,
    /// What stands for what was cut off at the start and at the end.
    cut: [&'a str; 2],
}

impl<'a> Line<'a> {
    /// What of the line is shown in `room` columns: the mark in any case, its label if that has room too.
    fn cut(self, room: usize) -> Shown<'a> {
        let Self { before, marked, after, label } = self;
        let whole = Shown { before, marked, after, label, cut: [""; 2] };
        let [start, middle, end] = [before, marked, after].map(width);
        if start + middle + end <= room {
            return whole;
        }
        let labelled = start + middle + 1 + width(label) + BESIDE;
        let least = start.saturating_sub(BESIDE);
        let left = match (labelled - least <= room, middle + 2 * BESIDE <= room) {
            (true, _) if labelled <= room => 0,
            (true, _) => least - ((room - (labelled - least)) / 2).min(least),
            (false, true) => least - ((room - (middle + 2 * BESIDE)) * 2 / 5).min(least),
            (false, false) => least,
        };
        let right = (left + room).max(start + middle + BESIDE);
        let mut shown = whole;
        if left > 0 {
            shown.cut[0] = CUT;
            shown.before = last(before, start - left - CUT.len());
        }
        if start + middle + end > right {
            shown.cut[1] = CUT;
            shown.after = first(after, right - start - middle - CUT.len());
        }
        shown
    }
}

/// The start of `text` that is at most so wide.
fn first(text: &str, most: usize) -> &str {
    let mut room = most;
    let over = |character| {
        let wide = char_width(character);
        let over = wide > room;
        room = room.saturating_sub(wide);
        over
    };
    &text[..text.find(over).unwrap_or(text.len())]
}

/// The end of `text` that is at most so wide.
fn last(text: &str, most: usize) -> &str {
    let mut room = most;
    let over = |&(_, character): &(usize, char)| {
        let wide = char_width(character);
        let over = wide > room;
        room = room.saturating_sub(wide);
        over
    };
    let over = text.char_indices().rev().find(over);
    &text[over.map_or(0, |(at, character)| at + character.len_utf8())..]
}

/// How many columns `text` has.
fn width(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().map(char_width).sum(),
    }
}

fn char_width(character: char) -> usize {
    character.width().unwrap_or(1)
}

fn blanks(out: &mut String, count: usize) {
    out.extend(repeat_n(' ', count));
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
            remarks: &[("help", "do"), ("note", "read")],
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
            "error[code]: title\n  --> file:10:7\n  |\n  = help: do\n  = note: read\n\n"
        );
    }

    /// What is marked is shown, whatever is too long.
    #[test]
    fn long_lines_are_cut() {
        for (before, marked, after, label) in [
            (200, 1, 200, 5),
            (200, 1, 0, 5),
            (0, 1, 200, 5),
            (100, 1, 100, 300),
            (100, 300, 100, 300),
            (3, 300, 2, 5),
        ] {
            for letter in ["x", "本"] {
                let [before, after] = [before, after].map(|times| letter.repeat(times));
                let (marked, label) = ("m".repeat(marked), "l".repeat(label));
                let line = Line { before: &before, marked: &marked, after: &after, label: &label };
                let picture = drawn(Some(line));
                let [shown, marks] = [3, 4].map(|at| picture.lines().nth(at).unwrap());
                assert!(width(shown) <= WIDTH.max(marked.len() + 2 * BESIDE + 5), "{shown}");
                let at = |text: &str, character| width(&text[..text.find(character).unwrap()]);
                assert_eq!(at(shown, 'm'), at(marks, '^'), "{picture}");
                assert!(shown.contains(&marked));
                assert_eq!(
                    shown.ends_with(CUT),
                    shown.matches(letter).count() > 0 && !shown.ends_with(&after),
                    "{shown}"
                );
            }
        }
    }
}
