//! What is told of a repair: a line for each fix, and one for all.

use std::{
    fmt,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::{Encoding, Finding, Kind, utf8};
use utfkit_text::receivers::Receiver;
use utfkit_text::repair::{Ambiguity, Event, Fault, Fix};

use utfkit_text::detect::content::Content;
use utfkit_text::diagnose;

use super::{
    args::{Args, Format},
    begun::Skipped,
    line_counter::LineCounter,
    refused::Refused,
};
use crate::{
    process::{exit::Exit, json_line, names},
    report::{
        self,
        github::Github,
        remark::{Level, Remark, Remarks},
        sarif::Sarif,
    },
};
use utfkit_text::unicode::printable;

/// What was found in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    pub bytes: u64,
    pub fixes: u64,
    pub ambiguous: u64,
    pub ill_formed: u64,
    /// What a receiver refuses of the repaired text.
    pub refused: u64,
    pub counted: LineCounter,
    /// Whether nobody read the repaired text to its end.
    pub unread: bool,
}

/// What was found in all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    files: u64,
    files_fixed: u64,
    all: Findings,
    pub unchanged: u64,
    binary: u64,
    no_bom: u64,
    other_charset: u64,
    /// Files that were reached again, when all was done.
    pub again: u64,
    pub failures: u64,
}

impl Findings {
    /// What that means for the run; `changed` if the fixes are written.
    pub fn exit(&self, changed: bool) -> Exit {
        let open = self.ambiguous + self.ill_formed + self.refused;
        match open > 0 || (self.fixes > 0 && !changed) {
            true => Exit::Found,
            false if self.unread => Exit::Unread,
            false => Exit::Well,
        }
    }
}

impl Tally {
    /// Adds a file that is not looked at.
    pub fn skip(&mut self, skipped: Skipped) {
        match skipped {
            Skipped::Utf32 => {}
            Skipped::Content(Content::NoBom(_)) => self.no_bom += 1,
            Skipped::Content(_) => self.binary += 1,
            Skipped::OtherCharset(_) => self.other_charset += 1,
        }
    }

    /// Adds a file.
    pub fn add(&mut self, found: &Findings) {
        self.files += 1;
        self.files_fixed += u64::from(found.fixes > 0);
        self.all.bytes += found.bytes;
        self.all.fixes += found.fixes;
        self.all.ambiguous += found.ambiguous;
        self.all.ill_formed += found.ill_formed;
        self.all.refused += found.refused;
    }
}

/// How files are told of: by lines, in whatever format.
#[derive(Clone, Copy)]
pub struct Report {
    format: Format,
    quiet: bool,
}

/// A line of JSON. Its keys are an interface: they are added to, never changed.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Fix {
        #[serde(flatten)]
        at: Place<'a>,
        becomes: String,
        why: &'a str,
        /// What else was wrong there, below the kind that is named.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        also: Vec<&'static str>,
    },
    Ambiguous {
        #[serde(flatten)]
        at: Place<'a>,
        readings: &'a [String; 2],
        /// How likely each is, in percent, if that is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        percent: Option<[u8; 2]>,
    },
    Finding {
        #[serde(flatten)]
        at: Place<'a>,
        encoding: &'static str,
        means: Option<String>,
        subparts: usize,
        /// Who refuses it, if it is well-formed, and why.
        #[serde(skip_serializing_if = "Option::is_none")]
        receiver: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    Summary {
        files: u64,
        files_fixed: u64,
        bytes: u64,
        fixes: u64,
        ambiguous: u64,
        ill_formed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<u64>,
        unchanged: u64,
        binary: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        no_bom: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        other_charset: u64,
        #[serde(skip_serializing_if = "crate::report::json::is_none")]
        again: u64,
        failures: u64,
        /// Whether anything that was fixed was written.
        changed: bool,
    },
}

/// What all lines about a place have.
#[derive(Serialize)]
struct Place<'a> {
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    offset: u64,
    length: usize,
    /// Of UTF-8: lines of UTF-16 are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    kind: &'static str,
    bytes: String,
}

/// Where something is, as people count.
#[derive(Clone, Copy)]
enum At {
    /// Behind so much of the text as it was.
    Original(LineCounter),
    /// In this line of a text whose columns are not counted.
    Line(u64),
}

/// A place that something is told of.
#[derive(Clone, Copy)]
struct Position<'a> {
    path: &'a Path,
    at: At,
    offset: u64,
    kind: &'static str,
    bytes: &'a [u8],
}

impl<'a> Position<'a> {
    /// The line and the column in the text as it was, where there are any.
    fn numbers(&self) -> Option<(u64, u64)> {
        match self.at {
            At::Original(counted) => (!is_of_utf16(self.kind, self.bytes)).then(|| counted.place()),
            At::Line(_) => None,
        }
    }

    fn json(self) -> Place<'a> {
        let (line, column) = self.numbers().unzip();
        Place {
            file: report::json::FileName::of(self.path),
            offset: self.offset,
            length: self.bytes.len(),
            line,
            column,
            kind: self.kind,
            bytes: report::json::hexadecimal(self.bytes, " "),
        }
    }

    fn remark(self, level: Level, words: String) -> Remark<'a> {
        let bytes = Some((self.offset, self.bytes.len() as u64));
        let (line, column) = match (self.at, self.numbers()) {
            (At::Line(line), _) => (line, None),
            (At::Original(_), Some((line, column))) => (line, Some(column)),
            (At::Original(_), None) => (1, None),
        };
        let place = report::remark::Place { line, column, bytes, end_column: None };
        Remark { path: self.path, code: self.kind, level, words, place }
    }
}

/// What a line for people begins with.
impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&names::operand(self.path))?;
        if let Some((line, column)) = self.numbers() {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": byte {}", self.offset)
    }
}

impl Report {
    /// The report that is asked for.
    pub fn new(args: &Args) -> Self {
        Self { format: args.format, quiet: args.quiet }
    }

    /// Tells `out` of `event` in the file at `path`, and counts it.
    pub fn event(
        self,
        out: &mut impl Write,
        path: &Path,
        event: &Event<'_>,
        found: &mut Findings,
    ) -> io::Result<()> {
        match event {
            Event::Fix(_) => found.fixes += 1,
            Event::Ambiguous(_) => found.ambiguous += 1,
            Event::IllFormed(_) => found.ill_formed += 1,
            _ => {}
        }
        if self.quiet {
            return Ok(());
        }
        let at = At::Original(found.counted);
        let here = |offset, kind, bytes| Position { path, at, offset, kind, bytes };
        match event {
            Event::Kept(bytes) => found.counted.pass(bytes),
            Event::Fix(fix) => {
                found.counted.pass(&fix.bytes);
                let Fix { offset, bytes, fault, .. } = fix;
                self.fix(out, here(*offset, fault.code(), bytes), fix)?;
            }
            Event::Ambiguous(ambiguity) => {
                let Ambiguity { offset, bytes, code, .. } = ambiguity;
                self.ambiguous(out, here(*offset, code, bytes), ambiguity)?;
            }
            Event::IllFormed(finding) => {
                let here = here(finding.offset(), finding.kind().code(), finding.bytes());
                self.ill_formed(out, here, finding, None)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells `out` of a character of the repaired text that `receiver` refuses.
    pub fn refused(
        self,
        out: &mut impl Write,
        path: &Path,
        receiver: Receiver,
        Refused { finding, offset, counted, line }: &Refused,
    ) -> io::Result<()> {
        let at = line.map_or(At::Original(*counted), At::Line);
        let (offset, kind, bytes) = (*offset, finding.kind().code(), finding.bytes());
        let here = Position { path, at, offset, kind, bytes };
        self.ill_formed(out, here, finding, Some(receiver))
    }

    fn fix<'m>(self, out: &mut impl Write, here: Position<'m>, fix: &'m Fix) -> io::Result<()> {
        let (becomes, why) = (&fix.becomes, &fix.why());
        let words = || format!("{} becomes {}: {why}", quoted(here.bytes), quoted(becomes));
        self.tell(out, here, Level::Warning, "", words, || {
            let becomes = report::json::hexadecimal(becomes, " ");
            let also = fix.also.iter().map(|fault| fault.code()).collect();
            Line::Fix { at: here.json(), becomes, why, also }
        })
    }

    fn ambiguous(
        self,
        out: &mut impl Write,
        here: Position<'_>,
        Ambiguity { readings, percent, .. }: &Ambiguity,
    ) -> io::Result<()> {
        let words = || {
            let [one, other] = readings.each_ref().map(|reading| printable::line(reading));
            let [first, second] = match percent {
                Some(percent) => percent.map(|percent| format!(" ({percent} %)")),
                None => Default::default(),
            };
            format!("{}, {}? `{one}`{first} or `{other}`{second}", quoted(here.bytes), here.kind)
        };
        let json = || Line::Ambiguous { at: here.json(), readings, percent: *percent };
        self.tell(out, here, Level::Warning, LEFT, words, json)
    }

    /// Tells of what is ill-formed, or refused by a receiver.
    fn ill_formed(
        self,
        out: &mut impl Write,
        here: Position<'_>,
        finding: &Finding,
        receiver: Option<Receiver>,
    ) -> io::Result<()> {
        let hint = || {
            receiver.and_then(|receiver| {
                diagnose::hint::refusal(receiver, finding).map(report::words::hint_text)
            })
        };
        let words = || {
            let why = hint().map_or_else(String::new, |hint| format!("; {hint}"));
            format!("{}{}{why}", finding.what(), finding.hex())
        };
        self.tell(out, here, Level::Error, LEFT, words, || {
            let means = finding.means().map(|value| format!("U+{value:04X}"));
            let (encoding, subparts) = (encoding(finding).name(), finding.subparts());
            let (receiver, hint) = (receiver.map(Receiver::name), hint());
            Line::Finding { at: here.json(), encoding, means, subparts, receiver, hint }
        })
    }

    /// Tells `out` in its format; `left` is said before anything else. Lines are written whole: a
    /// signal may end the report between any two pieces.
    fn tell<'l>(
        self,
        out: &mut impl Write,
        here: Position<'_>,
        level: Level,
        left: &str,
        words: impl FnOnce() -> String,
        json: impl FnOnce() -> Line<'l>,
    ) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mut line = Vec::new();
        match self.format {
            Format::Json => json_line::write_line(&mut line, &json())?,
            // An ambiguity names its kind in its words.
            Format::Human if !left.is_empty() && level == Level::Warning => {
                writeln!(line, "{here}: {left}{}", words())?;
            }
            Format::Human => writeln!(line, "{here}: {left}{}: {}", here.kind, words())?,
            Format::Github => {
                Github::new(&mut line).remark(&here.remark(level, format!("{left}{}", words())))?;
            }
            Format::Sarif => {
                Sarif::new(&mut line).result(&here.remark(level, format!("{left}{}", words())))?;
            }
        }
        out.write_all(&line)
    }

    /// Tells of a file that is not looked at.
    /// `typed` if somebody means it, and is told what to do.
    pub fn skipped(
        self,
        out: &mut impl Write,
        path: &Path,
        skipped: Skipped,
        typed: bool,
    ) -> io::Result<()> {
        let first = |it| format!(" (`utf convert -f {it}` makes it UTF-8)");
        let (reason, looks_like, words) = match skipped {
            Skipped::Utf32 => ("utf-32", None, "UTF-32 (`utf check` checks it)".to_owned()),
            Skipped::Content(Content::Binary) if typed => {
                ("binary", None, "binary: NUL in it (`-a` takes it for text)".to_owned())
            }
            Skipped::Content(content) => {
                let words = content.looks_like().map_or_else(String::new, first);
                (content.reason(), content.looks_like(), format!("{content}{words}"))
            }
            Skipped::OtherCharset(encoding) => {
                let whole = "as a whole, not like UTF-8 with damage";
                let words = format!("looks like {encoding} {whole}{}", first(encoding));
                (skipped.reason(), Some(encoding), words)
            }
        };
        let mut line = Vec::new();
        match self.format {
            _ if self.quiet => {}
            Format::Sarif | Format::Github if skipped.is_ill_formed() => {
                let words = format!("{words}, not repaired");
                let place = report::remark::Place { line: 1, ..report::remark::Place::default() };
                let remark = Remark { path, code: reason, level: Level::Warning, words, place };
                match self.format {
                    Format::Sarif => Sarif::new(&mut line).result(&remark)?,
                    _ => Github::new(&mut line).remark(&remark)?,
                }
            }
            Format::Sarif => {}
            Format::Github => {
                Github::new(&mut line).skipped(path, format!("{words}, not repaired"))?;
            }
            Format::Json => report::json::skipped(&mut line, path, reason, looks_like)?,
            Format::Human => {
                writeln!(line, "{}: note: {words}, not repaired", names::path(path))?;
            }
        }
        out.write_all(&line)
    }

    /// Tells of all files; `changed` if the fixes were written.
    pub fn finish(self, out: &mut impl Write, tally: &Tally, changed: bool) -> io::Result<()> {
        let &Tally { files, files_fixed, all, unchanged, again, failures, .. } = tally;
        let &Tally { binary, no_bom, other_charset, .. } = tally;
        let Findings { bytes, fixes, ambiguous, ill_formed, refused, .. } = all;
        let refused = (refused > 0).then_some(refused);
        match self.format {
            _ if self.quiet => Ok(()),
            Format::Sarif => Ok(()),
            Format::Human | Format::Github => writeln!(out, "{}", sentence(tally, changed)),
            Format::Json => json_line::write_line(
                out,
                &Line::Summary {
                    files,
                    files_fixed,
                    bytes,
                    fixes,
                    ambiguous,
                    ill_formed,
                    refused,
                    unchanged,
                    binary,
                    no_bom,
                    other_charset,
                    again,
                    failures,
                    changed: changed && files_fixed > 0,
                },
            ),
        }
    }
}

/// Whether only UTF-16 has what `kind` is the code of, of `bytes`.
fn is_of_utf16(kind: &str, bytes: &[u8]) -> bool {
    const CODES: [&str; 2] = ["lone-high-surrogate", "lone-low-surrogate"];
    CODES.contains(&kind)
        || [Fault::LostByte, Fault::WrongBom].iter().any(|one| one.code() == kind)
        || (kind == Fault::StrayBom.code() && bytes.len() == 2)
}

/// What text is in that has `finding`.
fn encoding(finding: &Finding) -> Encoding {
    match (finding.kind(), finding.bytes()) {
        (
            Kind::LoneHighSurrogate { value } | Kind::LoneLowSurrogate { value },
            &[first, second],
        ) => match u16::from_be_bytes([first, second]) == value {
            true => Encoding::Utf16Be,
            false => Encoding::Utf16Le,
        },
        _ => Encoding::Utf8,
    }
}

/// What is said of what could be two things, or is ill-formed.
const LEFT: &str = "left alone: ";

/// The whole run in a sentence.
pub fn sentence(tally: &Tally, changed: bool) -> String {
    let counted = names::counted;
    let mut sentence = format!("{}: ", counted(tally.files, "file"));
    sentence.push_str(&match (tally.all.fixes, changed) {
        (0, _) => "nothing to fix".to_owned(),
        (fixes, true) => {
            format!("{} in {}", counted(fixes, "fix"), counted(tally.files_fixed, "file"))
        }
        (fixes, false) => {
            format!("{} to make; nothing was changed (`-o` and `-i` do)", counted(fixes, "fix"))
        }
    });
    let rest = [
        (tally.all.ambiguous, "left alone: two readings"),
        (tally.all.ill_formed, "left alone: ill-formed"),
        (tally.all.refused, "left alone: refused"),
        (
            tally.unchanged,
            if tally.unchanged == 1 { "file left alone" } else { "files left alone" },
        ),
        (tally.binary, "binary, not repaired"),
        (tally.no_bom, "without a BOM, not repaired"),
        (tally.other_charset, "in another charset, not repaired"),
        (tally.again, "reached again"),
        (tally.failures, "not read or written"),
    ];
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        sentence.push_str(&format!("; {count} {what}"));
    }
    sentence
}

/// `bytes` as people read them: text, with what is no text or not plain in brackets.
fn quoted(bytes: &[u8]) -> String {
    const MAX: usize = 60;
    if bytes.is_empty() {
        return "nothing".to_owned();
    }
    let mut out = String::from("`");
    for chunk in utf8::chunks(&bytes[..utf8::floor_boundary(bytes, MAX)]) {
        chunk.text().chars().for_each(|character| printable::push(&mut out, character));
        for byte in chunk.finding().iter().flat_map(Finding::bytes) {
            out.push_str(&format!("<{byte:02X}>"));
        }
    }
    out.push_str(if bytes.len() > MAX { "…`" } else { "`" });
    out
}
