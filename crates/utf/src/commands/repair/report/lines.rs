//! The lines of the report, in each format.

use std::{
    fs::File,
    io::{self, Write},
    path::Path,
};

use utfkit::{Encoding, Finding, Kind, utf8};
use utfkit_text::receivers::Receiver;
use utfkit_text::repair::{Ambiguity, Event, Fix, lost};

use utfkit_text::detect::Content;
use utfkit_text::diagnose;

use super::{
    json::JsonLine,
    position::{At, Position},
    tally::{Findings, Tally},
};
use crate::commands::repair::{
    args::{Args, Format},
    beginning::Skipped,
    notes,
    rejected::Rejection,
};
use crate::{
    process::{json_line, names, shell::Shown},
    report::{
        self,
        github::Github,
        json::FileName,
        remark::{Level, Remark, Remarks},
        sarif::Sarif,
        words,
    },
};
use utfkit_text::{unicode::printable, views};

/// The maximum number of lines about a file in a report for people.
const MAX_SHOWN: u64 = 1000;

/// The format of the report.
#[derive(Clone, Copy)]
pub struct Report {
    format: Format,
    quiet: bool,
    /// Whether files are decompressed.
    decompress: bool,
}

impl Report {
    /// Returns the report in the format of `args`.
    pub fn new(args: &Args) -> Self {
        Self { format: args.format, quiet: args.quiet, decompress: args.decompress.decompress }
    }

    /// Returns the file at `path` for command lines in messages.
    pub fn shown(self, path: &Path) -> Shown<'_> {
        Shown::new(path).decompressed(self.decompress)
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
            Event::Fix(fix) => {
                let is_in_part = lost::has_replacement(&fix.becomes);
                found.fixes += 1;
                found.in_part += u64::from(is_in_part);
                found.replaced |= is_in_part;
            }
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
            Event::Kept(bytes) => {
                found.replaced |= lost::has_replacement(bytes);
                found.counted.pass(bytes);
            }
            Event::Fix(fix) => found.counted.pass_fixed(&fix.bytes),
            _ => {}
        }
        let is_line = matches!(event, Event::Fix(_) | Event::Ambiguous(_) | Event::IllFormed(_));
        if !is_line || self.is_hidden(found) {
            return Ok(());
        }
        match event {
            Event::Fix(fix) => {
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

    /// Returns `true` if a report for people has [`MAX_SHOWN`] lines about a file already. Counts the
    /// lines that are shown and those that are not.
    fn is_hidden(self, found: &mut Findings) -> bool {
        let is_hidden = self.format == Format::Human && found.shown == MAX_SHOWN;
        if is_hidden {
            found.hidden += 1
        } else {
            found.shown += 1
        }
        is_hidden
    }

    /// Reports a character of the repaired text that `receiver` rejects to `out`.
    pub fn rejected(
        self,
        out: &mut impl Write,
        path: &Path,
        receiver: Receiver,
        Rejection { finding, offset, counted, line }: &Rejection,
        found: &mut Findings,
    ) -> io::Result<()> {
        if self.is_hidden(found) {
            return Ok(());
        }
        let at = line.map_or(At::Original(*counted), At::Line);
        let (offset, kind, bytes) = (*offset, finding.kind().code(), finding.bytes());
        let here = Position { path, at, offset, kind, bytes };
        self.ill_formed(out, here, finding, Some(receiver))
    }

    fn fix<'m>(self, out: &mut impl Write, here: Position<'m>, fix: &'m Fix) -> io::Result<()> {
        let (becomes, why) = (&fix.becomes, &fix.why());
        let certainty = certainty(fix);
        let message =
            || format!("{} becomes {}: {why}{certainty}", quoted(here.bytes), quoted(becomes));
        self.write(out, here, Level::Warning, "", message, || {
            let fix = views::Fix::of(fix).at(here.numbers());
            JsonLine::Fix { file: FileName::of(here.path), fix }
        })
    }

    fn ambiguous(
        self,
        out: &mut impl Write,
        here: Position<'_>,
        damage: &Ambiguity,
    ) -> io::Result<()> {
        let Ambiguity { readings, percent, .. } = damage;
        let message = || {
            let [one, other] = readings.each_ref().map(|reading| printable::line(reading));
            let [first, second] = match percent {
                Some(percent) => percent.map(|percent| format!(" ({percent} %)")),
                None => Default::default(),
            };
            let (bytes, kind) = (quoted(here.bytes), here.kind);
            format!("{bytes} may be damaged ({kind}): `{one}`{first} or `{other}`{second}")
        };
        let json = || {
            let damage = views::Ambiguity::of(damage).at(here.numbers());
            JsonLine::Ambiguous { file: FileName::of(here.path), damage }
        };
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
            let (line, column) = here.numbers().unzip();
            JsonLine::Finding {
                file: FileName::of(here.path),
                encoding: encoding(finding).name(),
                line,
                column,
                finding: views::Finding::of(finding).at(here.offset),
                receiver: receiver.map(Receiver::name),
                hint: hint(),
            }
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
        json: impl FnOnce() -> JsonLine<'l>,
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

    /// Reports the notes about the repaired file at `path`, if all of it is well-formed, and counts
    /// them. If the fixes replace the file (`in_place`), nothing is advised that was right only for
    /// the old text.
    pub fn notes_of_repaired(
        self,
        out: &mut impl Write,
        (path, in_place): (&Path, bool),
        file: &File,
        follower: &notes::Follower<'_>,
        found: &mut Findings,
    ) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let is_replaced = in_place && found.fixes > 0;
        let looks = follower.looks().filter(|_| !is_replaced);
        if found.ill_formed + found.ambiguous > 0 || found.fixes > 0 && looks.is_some() {
            let lost = found.replaced.then(|| follower.lost());
            let notes = looks.into_iter().chain(lost).collect();
            return self.notes(out, path, follower.encoding(), notes);
        }
        // The repair is done, so a file that cannot be read again is not a failure.
        let mut notes = follower.notes(file, is_replaced).unwrap_or_default();
        // An encoding with escape sequences has no ill-formed bytes.
        notes.extend(looks);
        if found.fixes > 0 {
            let known: Vec<String> = notes.iter().map(|note| note.words.clone()).collect();
            let wrong = follower.false_declarations().into_iter();
            notes.extend(wrong.filter(|note| !known.contains(&note.words)));
        }
        // The fixes may have put all lost characters back.
        notes.retain(|note| note.code != words::LOST || found.fixes == 0 || found.replaced);
        if found.in_part > 0 && !notes.iter().any(|note| note.code == words::LOST) {
            notes.push(follower.lost());
        }
        found.notes = notes.len() as u64;
        self.notes(out, path, follower.encoding(), notes)
    }

    /// Reports notes about the file at `path`, which was read as `encoding`.
    pub fn notes(
        self,
        out: &mut impl Write,
        path: &Path,
        encoding: Encoding,
        notes: Vec<words::Note>,
    ) -> io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mut line = Vec::new();
        match self.format {
            Format::Json if notes.is_empty() => {}
            Format::Json => {
                let is_doubt = |note: &&words::Note| note.code == notes::DOUBT;
                let doubt = notes.iter().find(is_doubt).map(|note| &*note.words);
                let remarks = notes.iter().filter(|note| !is_doubt(note)).map(|note| note.code);
                let (file, encoding) = (report::json::FileName::of(path), encoding.name());
                let remarks = remarks.collect();
                json_line::write_line(
                    &mut line,
                    &JsonLine::Note { file, encoding, doubt, remarks },
                )?;
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
        skipped: &Skipped,
        typed: bool,
    ) -> io::Result<()> {
        let shown = self.shown(path);
        let hint = |encoding| {
            let convert = shown.command(&format!("convert -f {encoding}"));
            format!(" (`{convert}` makes it UTF-8)")
        };
        let (reason, looks_like, message) = match skipped {
            Skipped::Utf32 => {
                ("utf-32", None, format!("UTF-32 (`{}` checks it)", shown.command("check")))
            }
            Skipped::Content(Content::Binary) if typed => {
                ("binary", None, "binary: contains NUL (`-a` treats it as text)".to_owned())
            }
            Skipped::Content(content) => {
                let hint = content.looks_like().map_or_else(String::new, hint);
                (content.reason(), content.looks_like(), format!("{content}{hint}"))
            }
            Skipped::OtherCharset(looks) => {
                let whole = "as a whole, not damaged UTF-8";
                let message = format!("{} {whole} ({})", looks.words(), looks.step(shown));
                (skipped.reason(), looks.encoding(), message)
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
            Format::Human if skipped.is_binary() && !typed => {}
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
        let rejected = (rejected > 0).then_some(rejected);
        match self.format {
            _ if self.quiet => Ok(()),
            Format::Sarif => Ok(()),
            Format::Human | Format::Github => writeln!(out, "{}", tally.sentence(changed)),
            Format::Json => json_line::write_line(
                out,
                &JsonLine::Summary {
                    files,
                    files_fixed,
                    bytes,
                    fixes,
                    ambiguous,
                    ill_formed,
                    rejected,
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

/// Returns the encoding of the text with `finding`.
fn encoding(finding: &Finding) -> Encoding {
    match (finding.kind(), finding.bytes()) {
        (
            Kind::LoneHighSurrogate { value } | Kind::LoneLowSurrogate { value },
            &[first, second],
        ) => {
            if u16::from_be_bytes([first, second]) == value {
                Encoding::Utf16Be
            } else {
                Encoding::Utf16Le
            }
        }
        _ => Encoding::Utf8,
    }
}

/// Returns the words about a fix that is not certain.
fn certainty(&Fix { percent, is_guess, .. }: &Fix) -> String {
    let percent = percent.filter(|&percent| percent < 99);
    match (is_guess, percent) {
        (true, Some(percent)) => format!(" (with a guessed byte, {percent} %)"),
        (true, None) => " (with a guessed byte)".to_owned(),
        (false, Some(percent)) => format!(" ({percent} %)"),
        (false, None) => String::new(),
    }
}

/// The prefix of messages about text that does not change.
const LEFT: &str = "left unchanged: ";

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
