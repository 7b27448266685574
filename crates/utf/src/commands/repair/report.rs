//! The report of a repair: one line per event, and a summary.

use std::{
    fmt,
    fs::File,
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
    notes,
    rejected::Rejected,
};
use crate::{
    process::{exit::Exit, json_line, names},
    report::{
        self,
        github::Github,
        remark::{Level, Remark, Remarks},
        sarif::Sarif,
        words,
    },
};
use utfkit_text::unicode::printable;

/// The counts of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    pub bytes: u64,
    pub fixes: u64,
    pub ambiguous: u64,
    pub ill_formed: u64,
    /// The characters of the repaired text that the receiver rejects.
    pub rejected: u64,
    pub counted: LineCounter,
    /// The notes about the file.
    pub notes: u64,
    /// Whether the reader of the repaired text closed the pipe.
    pub unread: bool,
}

/// The counts of all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    files: u64,
    files_fixed: u64,
    all: Findings,
    pub unchanged: u64,
    binary: u64,
    no_bom: u64,
    other_charset: u64,
    /// Files that were reached by another path before.
    pub again: u64,
    pub failures: u64,
}

impl Findings {
    /// Returns the exit status. `changed` is `true` if the fixes are written.
    pub fn exit(&self, changed: bool) -> Exit {
        let open = self.ambiguous + self.ill_formed + self.rejected;
        match open > 0 || (self.fixes > 0 && !changed) {
            true => Exit::Found,
            false if self.unread => Exit::Unread,
            false => Exit::Well,
        }
    }
}

impl Tally {
    /// Adds a file that is not repaired.
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
        self.all.rejected += found.rejected;
        self.all.notes += found.notes;
    }
}

/// The format of the report.
#[derive(Clone, Copy)]
pub struct Report {
    format: Format,
    quiet: bool,
}

/// A line of JSON. Its keys are an interface: new keys are added, and old ones stay.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Fix {
        #[serde(flatten)]
        at: Place<'a>,
        becomes: String,
        why: &'a str,
        /// The other faults, each below the one before it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        also: Vec<&'static str>,
    },
    Ambiguous {
        #[serde(flatten)]
        at: Place<'a>,
        readings: &'a [String; 2],
        /// The probability of each interpretation in percent, if it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        percent: Option<[u8; 2]>,
    },
    Finding {
        #[serde(flatten)]
        at: Place<'a>,
        encoding: &'static str,
        means: Option<String>,
        subparts: usize,
        /// The receiver that rejects a well-formed character, and the reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        receiver: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    Note {
        #[serde(flatten)]
        file: report::json::FileName<'a>,
        encoding: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        doubt: Option<&'a str>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        remarks: Vec<&'static str>,
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
        /// Whether fixed text was written.
        changed: bool,
    },
}

/// The common keys of all lines about a position.
#[derive(Serialize)]
struct Place<'a> {
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    offset: u64,
    length: usize,
    /// The line in UTF-8. Lines of UTF-16 are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    kind: &'static str,
    bytes: String,
}

/// The line and the column of an event.
#[derive(Clone, Copy)]
enum At {
    /// The position in the text before the repair.
    Original(LineCounter),
    /// A line of a text whose columns are not counted.
    Line(u64),
}

/// The position of an event.
#[derive(Clone, Copy)]
struct Position<'a> {
    path: &'a Path,
    at: At,
    offset: u64,
    kind: &'static str,
    bytes: &'a [u8],
}

impl<'a> Position<'a> {
    /// Returns the line and the column in the text before the repair, if they are known.
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

/// The start of a line of the human report.
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
    /// Returns the report in the format of `args`.
    pub fn new(args: &Args) -> Self {
        Self { format: args.format, quiet: args.quiet }
    }

    /// Reports `event` in the file at `path` to `out`, and counts it.
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

    /// Reports a character of the repaired text that `receiver` rejects to `out`.
    pub fn rejected(
        self,
        out: &mut impl Write,
        path: &Path,
        receiver: Receiver,
        Rejected { finding, offset, counted, line }: &Rejected,
    ) -> io::Result<()> {
        let at = line.map_or(At::Original(*counted), At::Line);
        let (offset, kind, bytes) = (*offset, finding.kind().code(), finding.bytes());
        let here = Position { path, at, offset, kind, bytes };
        self.ill_formed(out, here, finding, Some(receiver))
    }

    fn fix<'m>(self, out: &mut impl Write, here: Position<'m>, fix: &'m Fix) -> io::Result<()> {
        let (becomes, why) = (&fix.becomes, &fix.why());
        let message = || format!("{} becomes {}: {why}", quoted(here.bytes), quoted(becomes));
        self.write(out, here, Level::Warning, "", message, || {
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
        let message = || {
            let [one, other] = readings.each_ref().map(|reading| printable::line(reading));
            let [first, second] = match percent {
                Some(percent) => percent.map(|percent| format!(" ({percent} %)")),
                None => Default::default(),
            };
            format!("{}, {}? `{one}`{first} or `{other}`{second}", quoted(here.bytes), here.kind)
        };
        let json = || Line::Ambiguous { at: here.json(), readings, percent: *percent };
        self.write(out, here, Level::Warning, LEFT, message, json)
    }

    /// Reports an ill-formed sequence, or a character that a receiver rejects.
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
        let message = || {
            let why = hint().map_or_else(String::new, |hint| format!("; {hint}"));
            format!("{}{}{why}", finding.what(), finding.hex())
        };
        self.write(out, here, Level::Error, LEFT, message, || {
            let means = finding.means().map(|value| format!("U+{value:04X}"));
            let (encoding, subparts) = (encoding(finding).name(), finding.subparts());
            let (receiver, hint) = (receiver.map(Receiver::name), hint());
            Line::Finding { at: here.json(), encoding, means, subparts, receiver, hint }
        })
    }

    /// Writes one line in the format of the report, with `prefix` before the message. The line is
    /// written at once, because a signal may end the report between two writes.
    fn write<'l>(
        self,
        out: &mut impl Write,
        here: Position<'_>,
        level: Level,
        prefix: &str,
        message: impl FnOnce() -> String,
        json: impl FnOnce() -> Line<'l>,
    ) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mut line = Vec::new();
        match self.format {
            Format::Json => json_line::write_line(&mut line, &json())?,
            // The message about an ambiguity names its kind.
            Format::Human if !prefix.is_empty() && level == Level::Warning => {
                writeln!(line, "{here}: {prefix}{}", message())?;
            }
            Format::Human => writeln!(line, "{here}: {prefix}{}: {}", here.kind, message())?,
            Format::Github => {
                Github::new(&mut line)
                    .remark(&here.remark(level, format!("{prefix}{}", message())))?;
            }
            Format::Sarif => {
                Sarif::new(&mut line)
                    .result(&here.remark(level, format!("{prefix}{}", message())))?;
            }
        }
        out.write_all(&line)
    }

    /// Reports the notes about the file at `path`, if all of it is well-formed, and counts them.
    pub fn notes(
        self,
        out: &mut impl Write,
        path: &Path,
        file: &File,
        follower: &notes::Follower,
        found: &mut Findings,
    ) -> io::Result<()> {
        if self.quiet || found.ill_formed + found.ambiguous > 0 {
            return Ok(());
        }
        // The repair is done, so a file that cannot be read again is not a failure.
        let notes = follower.notes(file).unwrap_or_default();
        found.notes = notes.len() as u64;
        let mut line = Vec::new();
        match self.format {
            Format::Json if notes.is_empty() => {}
            Format::Json => {
                let is_doubt = |note: &&words::Note| note.code == "not-one-encoding";
                let doubt = notes.iter().find(is_doubt).map(|note| &*note.words);
                let remarks = notes.iter().filter(|note| !is_doubt(note)).map(|note| note.code);
                let (file, encoding) =
                    (report::json::FileName::of(path), follower.encoding().name());
                let remarks = remarks.collect();
                json_line::write_line(&mut line, &Line::Note { file, encoding, doubt, remarks })?;
            }
            Format::Human => {
                for note in &notes {
                    writeln!(line, "{}: note: {}", names::path(path), note.words)?;
                }
            }
            Format::Sarif => {
                let mut sarif = Sarif::new(&mut line);
                notes.into_iter().try_for_each(|note| sarif.result(&Remark::note(path, note)))?;
            }
            Format::Github => {
                let mut github = Github::new(&mut line);
                notes.into_iter().try_for_each(|note| github.remark(&Remark::note(path, note)))?;
            }
        }
        out.write_all(&line)
    }

    /// Reports a file that is not repaired. If the user named it (`typed`), the message shows what
    /// to do.
    pub fn skipped(
        self,
        out: &mut impl Write,
        path: &Path,
        skipped: Skipped,
        typed: bool,
    ) -> io::Result<()> {
        let hint = |encoding| format!(" (`utf convert -f {encoding}` makes it UTF-8)");
        let (reason, looks_like, message) = match skipped {
            Skipped::Utf32 => ("utf-32", None, "UTF-32 (`utf check` checks it)".to_owned()),
            Skipped::Content(Content::Binary) if typed => {
                ("binary", None, "binary: contains NUL (`-a` treats it as text)".to_owned())
            }
            Skipped::Content(content) => {
                let hint = content.looks_like().map_or_else(String::new, hint);
                (content.reason(), content.looks_like(), format!("{content}{hint}"))
            }
            Skipped::OtherCharset(encoding) => {
                let whole = "as a whole, not like damaged UTF-8";
                let message = format!("looks like {encoding} {whole}{}", hint(encoding));
                (skipped.reason(), Some(encoding), message)
            }
        };
        let mut line = Vec::new();
        match self.format {
            _ if self.quiet => {}
            Format::Sarif | Format::Github if skipped.is_ill_formed() => {
                let words = format!("{message}, not repaired");
                let place = report::remark::Place { line: 1, ..report::remark::Place::default() };
                let remark = Remark { path, code: reason, level: Level::Warning, words, place };
                match self.format {
                    Format::Sarif => Sarif::new(&mut line).result(&remark)?,
                    _ => Github::new(&mut line).remark(&remark)?,
                }
            }
            Format::Sarif => {}
            Format::Github => {
                Github::new(&mut line).skipped(path, format!("{message}, not repaired"))?;
            }
            Format::Json => report::json::skipped(&mut line, path, reason, looks_like)?,
            // The summary counts binary files, because a directory may have thousands.
            Format::Human if skipped == Skipped::Content(Content::Binary) && !typed => {}
            Format::Human => {
                writeln!(line, "{}: note: {message}, not repaired", names::path(path))?;
            }
        }
        out.write_all(&line)
    }

    /// Writes the summary of all files. `changed` is `true` if the fixes were written.
    pub fn finish(self, out: &mut impl Write, tally: &Tally, changed: bool) -> io::Result<()> {
        let &Tally { files, files_fixed, all, unchanged, again, failures, .. } = tally;
        let &Tally { binary, no_bom, other_charset, .. } = tally;
        let Findings { bytes, fixes, ambiguous, ill_formed, rejected, .. } = all;
        let refused = (rejected > 0).then_some(rejected);
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

/// Returns `true` if an event of this `kind` with these `bytes` is in UTF-16.
fn is_of_utf16(kind: &str, bytes: &[u8]) -> bool {
    const CODES: [&str; 2] = ["lone-high-surrogate", "lone-low-surrogate"];
    CODES.contains(&kind)
        || [Fault::LostByte, Fault::WrongBom].iter().any(|one| one.code() == kind)
        || (kind == Fault::StrayBom.code() && bytes.len() == 2)
}

/// Returns the encoding of the text with `finding`.
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

/// The prefix of messages about text that does not change.
const LEFT: &str = "left unchanged: ";

/// Returns the summary of the run.
pub fn sentence(tally: &Tally, changed: bool) -> String {
    let counted = names::counted;
    let mut sentence = format!("{}: ", counted(tally.files, "file"));
    sentence.push_str(&match (tally.all.fixes, changed) {
        (0, _) if tally.all.notes > 0 => {
            format!("nothing to fix, but see {}", counted(tally.all.notes, "note"))
        }
        (0, _) => "nothing to fix".to_owned(),
        (fixes, true) => {
            format!("{} in {}", counted(fixes, "fix"), counted(tally.files_fixed, "file"))
        }
        (fixes, false) => {
            format!("{} possible; nothing was changed (use -i or -o)", counted(fixes, "fix"))
        }
    });
    let rest = [
        (tally.all.ambiguous, "ambiguous, left unchanged"),
        (tally.all.ill_formed, "ill-formed, left unchanged"),
        (tally.all.rejected, "rejected, left unchanged"),
        (
            tally.unchanged,
            if tally.unchanged == 1 { "file left unchanged" } else { "files left unchanged" },
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

/// Returns `bytes` as printable text, with other characters and bytes in brackets.
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
