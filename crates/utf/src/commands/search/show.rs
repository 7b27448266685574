//! Prints the results like grep, or as JSON.

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

use super::scan::{Line, LineReceiver, Select};
use crate::{
    commands::each_file::Message,
    process::{json_line, names},
    report, system,
    threads::outbox::Hand,
};
use utfkit_text::unicode::printable;

/// The parts of the result to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Lines with matches.
    Lines,
    /// Each match on its own line.
    Matches,
    /// Only a message that a binary file matches.
    Binary,
    /// The number of lines with matches.
    Counts,
    /// The names of files with matches, or of those without.
    Names { with: bool },
    /// Nothing.
    Nothing,
}

/// The format of the output.
#[derive(Clone, Copy, Debug)]
pub struct ShowOptions {
    pub show: Show,
    pub json: bool,
    /// Whether each line begins with the file name, the line number and the offset.
    pub names: bool,
    pub numbers: bool,
    pub offsets: bool,
    /// Whether names end with NUL.
    pub null: bool,
    pub colours: bool,
    /// Whether text is printed unchanged, because the output is not a terminal.
    pub raw: bool,
    /// The maximum number of lines per file.
    pub most: u64,
    pub select: Select,
    /// Whether `--` separates lines that do not follow each other.
    pub groups: bool,
}

impl ShowOptions {
    /// Returns the format for a binary file, whose lines are not printed.
    pub fn of_binary(self) -> Self {
        match self.show {
            Show::Lines | Show::Matches if !self.json => Self { show: Show::Binary, ..self },
            _ => self,
        }
    }
}

/// The numbers of results in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Matches {
    /// The number of lines with matches, or of matches if the file has no lines.
    pub lines: u64,
    pub matches: u64,
}

/// A JSON line for a selected line or a context line. Its keys are an interface: keys may be added,
/// but not changed.
#[derive(Serialize)]
struct MatchLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    encoding: &'static str,
    line: u64,
    /// The number of the part, if the line is a long one.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u64>,
    offset: u64,
    text: &'a str,
    matches: Vec<Match<'a>>,
}

/// A match, with its offset in the file.
#[derive(Serialize)]
struct Match<'a> {
    offset: u64,
    length: u64,
    /// The column, in characters, from 1.
    column: u64,
    text: Cow<'a, str>,
}

/// A JSON line for a match in a file without lines.
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

/// Prints the results of one file.
pub struct Printer<'a, 'p> {
    out: &'a mut Hand<'p, Message>,
    options: ShowOptions,
    path: &'a Path,
    encoding: Encoding,
    /// Whether to print results immediately, because the next bytes may arrive much later.
    live: bool,
    /// Whether a line was printed.
    shown: bool,
    /// Whether a line was printed in parts.
    pub parts: bool,
    pub found: Matches,
}

const PATH: Style = AnsiColor::Magenta.on_default();
const NUMBER: Style = AnsiColor::Green.on_default();
const SEPARATOR: Style = AnsiColor::Cyan.on_default();
const MATCH: Style = AnsiColor::Red.on_default().bold();

/// The separators after the name, the number and the offset of a selected line, and of a context
/// line.
const SELECTED: &str = ":";
const CONTEXT: &str = "-";
/// The separator between lines that do not follow each other.
const GROUP_SEPARATOR: &str = "--";

impl<'a, 'p> Printer<'a, 'p> {
    pub fn new(
        out: &'a mut Hand<'p, Message>,
        options: ShowOptions,
        path: &'a Path,
        encoding: Encoding,
        live: bool,
    ) -> Self {
        Self {
            out,
            options,
            path,
            encoding,
            live,
            shown: false,
            parts: false,
            found: Matches::default(),
        }
    }

    /// Prints a match of `text` in `encoding`. Returns `false` to end the search.
    pub fn form(
        &mut self,
        encoding: Encoding,
        offset: u64,
        length: usize,
        text: &str,
    ) -> io::Result<bool> {
        self.found.lines += 1;
        self.found.matches += 1;
        match self.options.show {
            Show::Lines | Show::Matches if self.options.json => {
                let file = report::json::FileName::of(self.path);
                let encoding = encoding.name();
                let r#type = "match";
                let line = FormLine { r#type, file, encoding, offset, length, text };
                json_line::write_line(self.out, &line)?;
            }
            Show::Lines | Show::Matches => {
                let mut out = String::new();
                self.name(&mut out, SELECTED);
                self.field(&mut out, NUMBER, &offset.to_string(), SELECTED);
                self.field(&mut out, NUMBER, encoding.name(), SELECTED);
                self.styled(&mut out, MATCH, &self.fit(text));
                out.push('\n');
                self.write(out)?;
            }
            Show::Counts => {}
            Show::Binary | Show::Names { .. } | Show::Nothing => return Ok(false),
        }
        Ok(self.found.lines < self.options.most)
    }

    /// Prints the results that need the whole file.
    pub fn finish(&mut self) -> io::Result<()> {
        let found = self.found.lines > 0;
        let mut out = String::new();
        match self.options.show {
            Show::Counts => {
                self.name(&mut out, SELECTED);
                // Writing to a string cannot fail.
                let _ = writeln!(out, "{}", self.found.lines);
            }
            Show::Binary if found => {
                self.styled(&mut out, PATH, &names::operand(self.path));
                out.push_str(": binary file matches (use `-a` to print lines)\n");
            }
            Show::Names { with } if with == found => return self.whole_name(),
            _ => return Ok(()),
        }
        self.write(out)
    }

    /// Prints the name of the file alone: unchanged if a NUL ends it, otherwise safe for a
    /// terminal.
    fn whole_name(&mut self) -> io::Result<()> {
        if self.options.null {
            self.out.write_all(&system::names::bytes(self.path.as_os_str()))?;
            return self.out.write_all(b"\0");
        }
        let mut out = String::new();
        self.styled(&mut out, PATH, &names::operand(self.path));
        out.push('\n');
        self.write(out)
    }

    /// Appends the name of the file, if lines begin with it, and `separator`.
    fn name(&self, out: &mut String, separator: &str) {
        if self.options.names {
            self.field(out, PATH, &names::operand(self.path), separator);
        }
    }

    fn field(&self, out: &mut String, style: Style, text: &str, separator: &str) {
        self.styled(out, style, text);
        self.styled(out, SEPARATOR, separator);
    }

    /// Returns `text` of the file, made safe for a terminal if necessary.
    fn fit<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.options.raw { Cow::Borrowed(text) } else { printable::text(text) }
    }

    fn styled(&self, out: &mut String, style: Style, text: &str) {
        // Writing to a string cannot fail.
        let _ = if self.options.colours {
            write!(out, "{style}{text}{style:#}")
        } else {
            write!(out, "{text}")
        };
    }

    /// Appends the fields before a line or a match at `offset`.
    fn before(&self, out: &mut String, separator: &str, number: u64, offset: impl Fn() -> u64) {
        self.name(out, separator);
        if self.options.numbers {
            self.field(out, NUMBER, &number.to_string(), separator);
        }
        if self.options.offsets {
            self.field(out, NUMBER, &offset().to_string(), separator);
        }
    }

    /// Prints a separator if `line` does not follow the line printed before, which may be in
    /// another file.
    fn part(&mut self, line: &Line<'_>) -> io::Result<()> {
        if !self.options.groups || !line.after_gap {
            return Ok(());
        }
        let mut between = String::new();
        self.styled(&mut between, SEPARATOR, GROUP_SEPARATOR);
        between.push('\n');
        if std::mem::replace(&mut self.shown, true) {
            self.write(between)
        } else {
            self.out.note(Message::Between(between));
            Ok(())
        }
    }

    fn write(&mut self, text: String) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Prints a line, or a part of one, with its matches highlighted.
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
        // A carriage return is of no use on a terminal. Programs get it, because it is part of the
        // line.
        let shown = rest.strip_suffix('\r').filter(|_| !self.options.raw && line.last);
        out.push_str(&self.fit(shown.unwrap_or(&rest)));
        if line.last {
            out.push('\n');
        }
        self.write(out)
    }

    /// Prints the matches of a line, each on its own line.
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

impl LineReceiver for Printer<'_, '_> {
    fn wants_numbers(&self) -> bool {
        let lines = matches!(self.options.show, Show::Lines | Show::Matches);
        lines && self.options.numbers || self.options.json
    }

    fn wants_matches(&self) -> bool {
        let options = self.options;
        match options.show {
            Show::Lines => options.json || options.colours,
            Show::Matches => true,
            Show::Binary | Show::Counts | Show::Names { .. } | Show::Nothing => false,
        }
    }

    fn wants_columns(&self) -> bool {
        self.options.json
    }

    fn wants_text(&self) -> bool {
        self.options.show == Show::Lines || self.options.json
    }

    fn wants_counts(&self) -> bool {
        !matches!(self.options.show, Show::Lines | Show::Matches)
    }

    fn count(&mut self, lines: u64) -> bool {
        let most = match self.options.show {
            // If lines are printed, lines that are only counted have no match to print.
            Show::Lines | Show::Matches | Show::Counts => self.options.most,
            Show::Binary | Show::Names { .. } | Show::Nothing => 1,
        };
        self.found.lines = (self.found.lines + lines).min(most);
        self.found.lines < most
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<bool> {
        self.found.lines += u64::from(line.first);
        self.found.matches += line.matches.len() as u64;
        match self.options.show {
            Show::Lines | Show::Matches if self.options.json => self.json(line, "match")?,
            Show::Lines => self.whole_line(line, SELECTED)?,
            Show::Matches => self.matches(line)?,
            Show::Counts => {}
            Show::Binary | Show::Names { .. } | Show::Nothing => return Ok(false),
        }
        // If a line is printed, all its parts are.
        let rest = !line.last && self.options.show != Show::Counts;
        Ok(rest || self.found.lines < self.options.most)
    }

    fn context(&mut self, line: &Line<'_>) -> io::Result<()> {
        if self.options.json { self.json(line, "context") } else { self.whole_line(line, CONTEXT) }
    }

    fn read(&mut self) -> io::Result<()> {
        if self.live { self.out.flush() } else { Ok(()) }
    }
}
