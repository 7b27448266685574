//! What was found, as grep shows it, or as JSON.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
    ops::Range,
    path::Path,
};

use anstyle::{AnsiColor, Style};
use serde::Serialize;
use utfkit::Encoding;

use super::scan::{Line, Lines, Select};
use crate::{
    commands::each_file::Message,
    process::{json_line, names},
    report,
    threads::outbox::Hand,
};
use utfkit_text::unicode::printable;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Lines with matches.
    Lines,
    /// Matches.
    Matches,
    /// That a file which is no text matches.
    Binary,
    /// How many lines have matches.
    Counts,
    /// The names of files with matches, or without.
    Names { with: bool },
    /// Nothing.
    Nothing,
}

/// How it is shown.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub what: What,
    pub json: bool,
    /// Before each line: the name of the file, the number of the line, the offset.
    pub names: bool,
    pub numbers: bool,
    pub offsets: bool,
    /// Names end with a NUL.
    pub null: bool,
    pub colours: bool,
    /// Text goes out as it is: no terminal shows it.
    pub raw: bool,
    /// So many lines of a file at most.
    pub most: u64,
    pub select: Select,
    /// Whether lines that do not follow each other are parted.
    pub groups: bool,
}

impl How {
    /// How it is shown of a file that is no text, of which nobody wants to see lines.
    pub fn of_binary(self) -> Self {
        match self.what {
            What::Lines | What::Matches if !self.json => Self { what: What::Binary, ..self },
            _ => self,
        }
    }
}

/// What was found in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Matches {
    /// Lines with matches; where there are no lines, matches.
    pub lines: u64,
    pub matches: u64,
}

/// A line for a line that is selected, or stands around one. Its keys are an interface: they are
/// added to, never changed.
#[derive(Serialize)]
struct MatchLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'static str,
    line: u64,
    /// Which part of a long line it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u64>,
    offset: u64,
    text: &'a str,
    matches: Vec<Match<'a>>,
}

/// A match: where in the file, and what it is.
#[derive(Serialize)]
struct Match<'a> {
    offset: u64,
    length: u64,
    /// In characters, from 1.
    column: u64,
    text: Cow<'a, str>,
}

/// A line for a match in a file without lines.
#[derive(Serialize)]
struct FormLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'static str,
    offset: u64,
    length: usize,
    text: &'a str,
}

/// Shows what is found in one file.
pub struct Shower<'a, 'p> {
    out: &'a mut Hand<'p, Message>,
    how: How,
    path: &'a Path,
    encoding: Encoding,
    /// Whether what is read must be seen at once: it may take long until there is more.
    live: bool,
    /// Whether a line was shown.
    shown: bool,
    /// Whether a line was given in parts.
    pub parts: bool,
    pub found: Matches,
}

const PATH: Style = AnsiColor::Magenta.on_default();
const NUMBER: Style = AnsiColor::Green.on_default();
const SEPARATOR: Style = AnsiColor::Cyan.on_default();
const MATCH: Style = AnsiColor::Red.on_default().bold();

/// What stands behind the name, the number and the offset of a line that is selected, and of one
/// around it.
const SELECTED: &str = ":";
const AROUND: &str = "-";
/// What stands between lines that do not follow each other.
const APART: &str = "--";

impl<'a, 'p> Shower<'a, 'p> {
    pub fn new(
        out: &'a mut Hand<'p, Message>,
        how: How,
        path: &'a Path,
        encoding: Encoding,
        live: bool,
    ) -> Self {
        Self {
            out,
            how,
            path,
            encoding,
            live,
            shown: false,
            parts: false,
            found: Matches::default(),
        }
    }

    /// A match in a file that is searched for all forms of a text, which is `text` in `encoding`
    /// there. Gives whether to go on.
    pub fn form(
        &mut self,
        encoding: Encoding,
        offset: u64,
        length: usize,
        text: &str,
    ) -> io::Result<bool> {
        self.found.lines += 1;
        self.found.matches += 1;
        match self.how.what {
            What::Lines | What::Matches if self.how.json => {
                let file = report::json::FileName::of(self.path);
                let encoding = encoding.name();
                let r#type = "match";
                let line = FormLine { r#type, file, encoding, offset, length, text };
                json_line::write_line(self.out, &line)?;
            }
            What::Lines | What::Matches => {
                let mut out = String::new();
                self.name(&mut out, SELECTED);
                self.field(&mut out, NUMBER, &offset.to_string(), SELECTED);
                self.field(&mut out, NUMBER, encoding.name(), SELECTED);
                self.styled(&mut out, MATCH, &self.fit(text));
                out.push('\n');
                self.write(out)?;
            }
            What::Counts => {}
            What::Binary | What::Names { .. } | What::Nothing => return Ok(false),
        }
        Ok(self.found.lines < self.how.most)
    }

    /// The file is searched.
    pub fn finish(&mut self) -> io::Result<()> {
        let found = self.found.lines > 0;
        let mut out = String::new();
        match self.how.what {
            What::Counts => {
                self.name(&mut out, SELECTED);
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{}", self.found.lines);
            }
            What::Binary if found => {
                self.styled(&mut out, PATH, &names::operand(self.path));
                out.push_str(": binary file matches (`-a` shows lines)\n");
            }
            What::Names { with } if with == found => return self.whole_name(),
            _ => return Ok(()),
        }
        self.write(out)
    }

    /// The name of the file alone, as it is if a NUL ends it.
    fn whole_name(&mut self) -> io::Result<()> {
        if self.how.null {
            self.out.write_all(self.path.as_os_str().as_encoded_bytes())?;
            return self.out.write_all(b"\0");
        }
        let mut out = String::new();
        self.styled(&mut out, PATH, &names::operand(self.path));
        out.push('\n');
        self.write(out)
    }

    /// Appends the name of the file, if lines begin with it, and `separator`.
    fn name(&self, out: &mut String, separator: &str) {
        if self.how.names {
            self.field(out, PATH, &names::operand(self.path), separator);
        }
    }

    fn field(&self, out: &mut String, style: Style, text: &str, separator: &str) {
        self.styled(out, style, text);
        self.styled(out, SEPARATOR, separator);
    }

    /// `text` of a file, made fit for where it goes.
    fn fit<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.how.raw { Cow::Borrowed(text) } else { printable::text(text) }
    }

    fn styled(&self, out: &mut String, style: Style, text: &str) {
        // Writing to a string cannot fail.
        let _ = match self.how.colours {
            true => write!(out, "{style}{text}{style:#}"),
            false => write!(out, "{text}"),
        };
    }

    /// What stands before a line, or a match, that is at `offset`.
    fn before(&self, out: &mut String, separator: &str, number: u64, offset: impl Fn() -> u64) {
        self.name(out, separator);
        if self.how.numbers {
            self.field(out, NUMBER, &number.to_string(), separator);
        }
        if self.how.offsets {
            self.field(out, NUMBER, &offset().to_string(), separator);
        }
    }

    /// Parts `line` from what was shown before, here or of another file, if it does not follow it.
    fn part(&mut self, line: &Line<'_>) -> io::Result<()> {
        if !self.how.groups || !line.apart {
            return Ok(());
        }
        let mut between = String::new();
        self.styled(&mut between, SEPARATOR, APART);
        between.push('\n');
        match std::mem::replace(&mut self.shown, true) {
            true => self.write(between),
            false => {
                self.out.note(Message::Between(between));
                Ok(())
            }
        }
    }

    fn write(&mut self, text: String) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// A line, or a part of one, with its matches marked.
    fn whole_line(&mut self, line: &Line<'_>, separator: &str) -> io::Result<()> {
        self.part(line)?;
        let mut out = String::new();
        if line.first {
            self.before(&mut out, separator, line.number, || line.begin());
        }
        let mut at = line.range.start;
        for one in line.matches.iter().filter(|one| !one.is_empty()) {
            out.push_str(&self.fit(&line.text(at..one.start)));
            self.styled(&mut out, MATCH, &self.fit(&line.text(one.clone())));
            at = one.end;
        }
        let rest = line.text(at..line.range.end);
        // To a terminal it says nothing; to who reads on it is part of the line.
        let shown = rest.strip_suffix('\r').filter(|_| !self.how.raw && line.last);
        out.push_str(&self.fit(shown.unwrap_or(&rest)));
        if line.last {
            out.push('\n');
        }
        self.write(out)
    }

    /// The matches of a line, each on a line of its own.
    fn matches(&mut self, line: &Line<'_>) -> io::Result<()> {
        for one in line.matches.iter().filter(|one| !one.is_empty()) {
            let mut out = String::new();
            self.before(&mut out, SELECTED, line.number, || line.offset(one.start));
            self.styled(&mut out, MATCH, &self.fit(&line.text(one.clone())));
            out.push('\n');
            self.write(out)?;
        }
        Ok(())
    }

    fn json(&mut self, line: &Line<'_>, r#type: &'static str) -> io::Result<()> {
        let (mut at, mut column) = (line.range.start, line.column + 1);
        let one = |range: &Range<usize>| {
            column += line.text(at..range.start).chars().count() as u64;
            at = range.start;
            let offset = line.offset(range.start);
            let length = line.offset(range.end) - offset;
            Match { offset, length, column, text: line.text(range.clone()) }
        };
        let text = line.text(line.range.clone());
        let shown = text.strip_suffix('\r').filter(|_| line.last);
        self.parts |= line.part > 0;
        json_line::write_line(
            self.out,
            &MatchLine {
                r#type,
                file: report::json::FileName::of(self.path),
                encoding: self.encoding.name(),
                line: line.number,
                part: (line.part > 0).then_some(line.part),
                offset: line.offset(line.range.start),
                text: shown.unwrap_or(&text),
                matches: line.matches.iter().map(one).collect(),
            },
        )
    }
}

impl Lines for Shower<'_, '_> {
    fn wants_numbers(&self) -> bool {
        let lines = matches!(self.how.what, What::Lines | What::Matches);
        lines && self.how.numbers || self.how.json
    }

    fn wants_matches(&self) -> bool {
        let how = self.how;
        match how.what {
            What::Lines => how.json || how.colours,
            What::Matches => true,
            What::Binary | What::Counts | What::Names { .. } | What::Nothing => false,
        }
    }

    fn wants_columns(&self) -> bool {
        self.how.json
    }

    fn wants_text(&self) -> bool {
        self.how.what == What::Lines || self.how.json
    }

    fn wants_counts(&self) -> bool {
        !matches!(self.how.what, What::Lines | What::Matches)
    }

    fn count(&mut self, lines: u64) -> bool {
        let most = match self.how.what {
            // Where lines are shown, there are none in what is only counted.
            What::Lines | What::Matches | What::Counts => self.how.most,
            What::Binary | What::Names { .. } | What::Nothing => 1,
        };
        self.found.lines = (self.found.lines + lines).min(most);
        self.found.lines < most
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<bool> {
        self.found.lines += u64::from(line.first);
        self.found.matches += line.matches.len() as u64;
        match self.how.what {
            What::Lines | What::Matches if self.how.json => self.json(line, "match")?,
            What::Lines => self.whole_line(line, SELECTED)?,
            What::Matches => self.matches(line)?,
            What::Counts => {}
            What::Binary | What::Names { .. } | What::Nothing => return Ok(false),
        }
        // Of a line that is shown, all parts are.
        let rest = !line.last && self.how.what != What::Counts;
        Ok(rest || self.found.lines < self.how.most)
    }

    fn around(&mut self, line: &Line<'_>) -> io::Result<()> {
        match self.how.json {
            true => self.json(line, "context"),
            false => self.whole_line(line, AROUND),
        }
    }

    fn read(&mut self) -> io::Result<()> {
        if self.live { self.out.flush() } else { Ok(()) }
    }
}
