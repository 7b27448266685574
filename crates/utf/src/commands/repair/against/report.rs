//! The report: a line for each restored place and each place that stays, one for each file, and a
//! summary.

use std::{
    fmt::Write as _,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::{Encoding, decode_lossy, encoding::Bom};
use utfkit_text::{
    heal::{Healed, Open, Reason, Restored},
    unicode::printable,
    views::hexadecimal,
};

use super::one_encoding::InUtf8;
use crate::{
    commands::repair::args::Format,
    process::{exit::Exit, json_line, names, shell::Shown},
    report::json::{FileName, skipped},
};

/// The maximum number of lines about a file in a report for people.
const MAX_SHOWN: usize = 1000;

/// The maximum number of bytes of a place that the report shows.
const MAX_TEXT: usize = 60;

/// The format of the report.
#[derive(Clone, Copy)]
pub(super) struct Report {
    pub(super) format: Format,
    pub(super) quiet: bool,
    /// Whether the restored text is written.
    pub(super) changes: bool,
}

/// The counts of all files.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) files: u64,
    pub(super) files_restored: u64,
    pub(super) restored: u64,
    pub(super) unresolved: u64,
    pub(super) hidden: u64,
    pub(super) not_compared: u64,
    pub(super) unchanged: u64,
    pub(super) failures: u64,
}

/// A file and its restored version.
pub(super) struct About<'a> {
    pub(super) path: &'a Path,
    /// The file with the restored text, if it is written. `-` is standard output.
    pub(super) written: Option<&'a Path>,
    pub(super) source: String,
    /// The encoding of the older version.
    pub(super) encoding: Encoding,
    /// Why the text is in UTF-8, if the older version is not.
    pub(super) stays: Option<InUtf8>,
    /// Whether the file was UTF-8, and the restored text is in the encoding of the older version.
    pub(super) leaves_utf8: bool,
    pub(super) is_changed: bool,
    pub(super) healed: &'a Healed,
}

/// The reason why a file in a directory was not compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NotCompared {
    NoOlderVersion,
    Unrelated,
    Binary,
}

impl NotCompared {
    /// Returns the code for programs, and the words for people.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::NoOlderVersion => ("no-older-version", "no older version"),
            Self::Unrelated => ("unrelated", "not an older version"),
            Self::Binary => ("binary", "binary"),
        }
    }
}

/// A line of JSON. Its keys are an interface: new keys are added, and old ones stay.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum JsonLine<'a> {
    Restored {
        #[serde(flatten)]
        place: Place<'a>,
        characters: usize,
        evidence: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        old_line: Option<usize>,
    },
    Unresolved {
        #[serde(flatten)]
        place: Place<'a>,
        reason: &'static str,
        candidates: Vec<String>,
    },
    Healed {
        #[serde(flatten)]
        file: FileName<'a>,
        against: &'a str,
        encoding: &'static str,
        damage: &'a [String],
        score: f64,
        restored: usize,
        unresolved: usize,
        line_ends: bool,
        bom: bool,
        /// Whether the restored text differs from the file.
        differs: bool,
        /// The encoding of the restored text.
        result_encoding: &'static str,
    },
    Summary {
        files: u64,
        files_restored: u64,
        restored: u64,
        unresolved: u64,
        not_compared: u64,
        unchanged: u64,
        failures: u64,
        /// Whether restored text was written.
        changed: bool,
    },
}

/// A place in the restored text.
#[derive(Serialize)]
struct Place<'a> {
    #[serde(flatten)]
    file: FileName<'a>,
    line: usize,
    offset: usize,
    length: usize,
    /// The first bytes of the place.
    bytes: String,
    text: String,
}

/// Counts lines up to offsets that increase.
struct Lines<'a> {
    bytes: &'a [u8],
    offset: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, offset: usize) -> usize {
        let passed = self.bytes.get(self.offset..offset).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', passed).count();
        self.offset = self.offset.max(offset);
        self.line
    }
}

impl About<'_> {
    /// Returns the number of restored characters.
    fn characters(&self) -> usize {
        self.healed.restored.iter().map(|place| place.characters).sum()
    }

    fn unresolved(&self) -> usize {
        self.healed.open.len() + self.healed.more_open
    }

    /// Returns `bytes` of the older version as text on one line.
    fn text(&self, bytes: &[u8]) -> String {
        // A part of the text does not have the BOM that names the byte order.
        let named = Bom::of(&self.healed.bytes).map(|bom| bom.encoding());
        let encoding = match self.stays {
            Some(_) => Encoding::Utf8,
            None => self.encoding_of_bytes(named),
        };
        let is_long = bytes.len() > MAX_TEXT;
        let (text, replaced) = decode_lossy(&bytes[..bytes.len().min(MAX_TEXT)], encoding);
        let text = match replaced > 0 && is_long {
            // The end of the part may be in the middle of a character.
            true => text.trim_end_matches('\u{FFFD}'),
            false => &text,
        };
        format!("{}{}", printable::line(text.trim()), if is_long { "…" } else { "" })
    }

    /// Returns the encoding of the restored text, whose BOM may name an encoding.
    fn encoding_of_bytes(&self, named: Option<Encoding>) -> Encoding {
        match [Some(self.encoding), named].contains(&Some(Encoding::Utf16)) {
            true if self.healed.bytes.first() == Some(&0xFF) => Encoding::Utf16Le,
            true => Encoding::Utf16Be,
            false => self.encoding,
        }
    }

    fn place(&self, lines: &mut Lines<'_>, offset: usize, length: usize) -> Place<'_> {
        let bytes = self.healed.bytes.get(offset..offset + length).unwrap_or_default();
        Place {
            file: FileName::of(self.path),
            line: lines.at(offset),
            offset,
            length,
            bytes: hexadecimal(&bytes[..bytes.len().min(MAX_TEXT)], " "),
            text: self.text(bytes),
        }
    }
}

impl Report {
    /// Reports a file, counts it, and returns the exit status for it.
    pub(super) fn file(
        self,
        out: &mut impl Write,
        about: &About<'_>,
        tally: &mut Tally,
    ) -> io::Result<Exit> {
        let (characters, unresolved) = (about.characters(), about.unresolved());
        tally.files += 1;
        tally.files_restored += u64::from(about.is_changed);
        tally.restored += characters as u64;
        tally.unresolved += unresolved as u64;
        if !self.quiet {
            let hidden = self.places(out, about)?;
            tally.hidden += hidden as u64;
            self.end_of_file(out, about)?;
        }
        if unresolved > 0 || about.is_changed && !self.changes {
            Ok(Exit::Found)
        } else {
            Ok(Exit::Well)
        }
    }

    /// Writes a line for each place, and returns the number of places without a line.
    fn places(self, out: &mut impl Write, about: &About<'_>) -> io::Result<usize> {
        let Healed { restored, open, bytes, more_open, .. } = about.healed;
        let mut lines = Lines { bytes, offset: 0, line: 1 };
        let (mut restored, mut open) = (restored.iter().peekable(), open.iter().peekable());
        let mut shown = 0;
        loop {
            if self.format == Format::Human && shown == MAX_SHOWN {
                break;
            }
            let is_restored = match (restored.peek(), open.peek()) {
                (Some(one), Some(other)) => one.offset <= other.offset,
                (one, _) => one.is_some(),
            };
            let mut line = Vec::new();
            if is_restored && let Some(one) = restored.next() {
                self.restored(&mut line, about, &mut lines, one)?;
            } else if let Some(one) = open.next() {
                self.open(&mut line, about, &mut lines, one)?;
            } else {
                break;
            }
            out.write_all(&line)?;
            shown += 1;
        }
        Ok(restored.count() + open.count() + more_open)
    }

    fn restored(
        self,
        out: &mut Vec<u8>,
        about: &About<'_>,
        lines: &mut Lines<'_>,
        one: &Restored,
    ) -> io::Result<()> {
        let place = about.place(lines, one.offset, one.len);
        if self.format == Format::Json {
            let (evidence, old_line) = (one.evidence.code(), one.old_line);
            let characters = one.characters;
            let line = JsonLine::Restored { place, characters, evidence, old_line };
            return json_line::write_line(out, &line);
        }
        let does = if self.changes { "restored" } else { "can be restored" };
        let count = names::counted(one.characters as u64, "character");
        let (path, line, text) = (names::operand(about.path), place.line, &place.text);
        write!(out, "{path}:{line}: {count} {does}: `{text}`")?;
        match one.old_line {
            Some(old) => writeln!(out, " (line {old} of the older version)"),
            None => writeln!(out, " ({})", one.evidence.code()),
        }
    }

    fn open(
        self,
        out: &mut Vec<u8>,
        about: &About<'_>,
        lines: &mut Lines<'_>,
        one: &Open,
    ) -> io::Result<()> {
        let mut place = about.place(lines, one.offset, one.len);
        let bytes = about.healed.bytes.get(one.offset..one.offset + one.len).unwrap_or_default();
        if let Ok(text) = str::from_utf8(bytes) {
            // The damage wrote this text, and most programs write UTF-8.
            place.text = printable::line(text.trim()).chars().take(MAX_TEXT).collect();
        }
        let candidates: Vec<_> =
            one.candidates.iter().map(|candidate| about.text(candidate)).collect();
        if self.format == Format::Json {
            let line = JsonLine::Unresolved { place, reason: one.reason.code(), candidates };
            return json_line::write_line(out, &line);
        }
        let (path, line, text) = (names::operand(about.path), place.line, &place.text);
        let mut candidates = candidates;
        candidates.dedup();
        let why = match one.reason {
            Reason::TwoPlaces | Reason::LookAlike if candidates.len() == 1 => {
                "one text of the older version is possible, but not certain"
            }
            Reason::TwoPlaces => "two places of the older version are possible",
            Reason::LookAlike => "several texts of the older version look like this",
            Reason::PoorContext => "there is too little text around it",
            Reason::NotInOld => "the older version does not have this text",
            Reason::NotInEncoding => "the encoding of the older version lacks this character",
            Reason::MayBeMissing => "characters may be missing",
            _ => one.reason.code(),
        };
        write!(out, "{path}:{line}: left unchanged: `{text}`: {why}")?;
        let mut before = ": ";
        for candidate in candidates {
            write!(out, "{before}`{candidate}`")?;
            before = " or ";
        }
        writeln!(out)
    }

    fn end_of_file(self, out: &mut impl Write, about: &About<'_>) -> io::Result<()> {
        let Healed { damages, score, line_ends, bom, .. } = about.healed;
        let (characters, unresolved) = (about.characters(), about.unresolved());
        let mut line = Vec::new();
        if self.format == Format::Json {
            let healed = JsonLine::Healed {
                file: FileName::of(about.path),
                against: &about.source,
                encoding: about.encoding.name(),
                damage: damages,
                score: (score * 1000.0).round() / 1000.0,
                restored: characters,
                unresolved,
                line_ends: *line_ends,
                bom: *bom,
                differs: about.is_changed,
                result_encoding: match about.stays {
                    Some(_) => Encoding::Utf8.name(),
                    None => about.encoding.name(),
                },
            };
            json_line::write_line(&mut line, &healed)?;
            return out.write_all(&line);
        }
        if !about.is_changed && unresolved == 0 {
            return Ok(());
        }
        let mut words = format!("{}: ", names::operand(about.path));
        let does = if self.changes { "restored" } else { "can be restored" };
        let count = names::counted(characters as u64, "character");
        let _ = write!(words, "{count} {does} from {} ({})", about.source, about.encoding);
        if !damages.is_empty() {
            let _ = write!(words, ": {}", damages.join(", "));
        }
        for (what, is_so) in [("line ends", *line_ends), ("BOM", *bom)] {
            if is_so {
                let _ = write!(words, "; {what} of the older version");
            }
        }
        if about.stays == Some(InUtf8::Converted) {
            words.push_str("; the file stays in utf-8");
        } else if about.stays == Some(InUtf8::NotWhole) {
            words.push_str("; the text is in utf-8, because places are left");
            if let Some(written) = about.written.map(Shown::new) {
                let backup = if written.is_plain() { " -i.bak" } else { "" };
                let options = format!("convert -f utf-8 -t {}{backup}", about.encoding);
                let _ = write!(words, " (fix them, then `{}`)", written.command(&options));
            }
        } else if about.leaves_utf8 {
            let (encoding, written) = (about.encoding, about.written.unwrap_or(Path::new("-")));
            let written = Shown::new(written);
            let in_place = if written.is_plain() { " -i" } else { "" };
            let convert = written.command(&format!("convert -f {encoding}{in_place}"));
            let _ = write!(
                words,
                "; the encoding changes from utf-8 to {encoding} (then `{convert}` makes it utf-8 again)"
            );
        } else if about.is_changed && characters == 0 && !line_ends && !bom {
            words.push_str("; new text is encoded like the older version");
        }
        writeln!(line, "{words}")?;
        out.write_all(&line)
    }

    /// Reports a file that was converted to UTF-8 as a whole.
    pub(super) fn converted(self, out: &mut impl Write, path: &Path) -> io::Result<()> {
        let words = "note: it was converted to UTF-8, and no lost character was found";
        self.unchanged(out, path, "converted", words)
    }

    /// Reports a file whose restored text would be in two encodings.
    pub(super) fn mixed(self, out: &mut impl Write, path: &Path) -> io::Result<()> {
        let words = "left unchanged: the restored text would be in two encodings";
        self.unchanged(out, path, "mixed-encodings", words)
    }

    /// Reports a file that stays as it is, with the reason in `words` and its `code` in JSON.
    fn unchanged(
        self,
        out: &mut impl Write,
        path: &Path,
        code: &'static str,
        words: &str,
    ) -> io::Result<()> {
        let mut line = Vec::new();
        match self.format {
            _ if self.quiet => {}
            Format::Json => skipped(&mut line, path, code, None)?,
            _ => writeln!(line, "{}: {words}", names::operand(path))?,
        }
        out.write_all(&line)
    }

    /// Reports a file in a directory that was not compared.
    pub(super) fn not_compared(
        self,
        out: &mut impl Write,
        path: &Path,
        why: NotCompared,
    ) -> io::Result<()> {
        let (code, words) = why.texts();
        let mut line = Vec::new();
        if !self.quiet && self.format == Format::Json {
            skipped(&mut line, path, code, None)?;
        } else if !self.quiet && why != NotCompared::Binary {
            writeln!(line, "{}: note: not compared: {words}", names::operand(path))?;
        }
        out.write_all(&line)
    }

    /// Writes the summary.
    pub(super) fn finish(self, out: &mut impl Write, tally: &Tally) -> io::Result<()> {
        let &Tally { files, files_restored, restored, unresolved, .. } = tally;
        let &Tally { hidden, not_compared, unchanged, failures, .. } = tally;
        if self.quiet {
            return Ok(());
        }
        if self.format == Format::Json {
            let changed = self.changes && files_restored > 0;
            let summary = JsonLine::Summary {
                files,
                files_restored,
                restored,
                unresolved,
                not_compared,
                unchanged,
                failures,
                changed,
            };
            return json_line::write_line(out, &summary);
        }
        let counted = names::counted;
        let mut words = counted(files, "file");
        let count = counted(restored, "character");
        let _ = match (files_restored, self.changes) {
            (0, _) if files == 0 => Ok(()),
            (0, _) => write!(words, ": nothing to restore"),
            (count_of, true) => {
                write!(words, ": {count} restored in {}", counted(count_of, "file"))
            }
            (_, false) => {
                write!(words, ": {count} can be restored; nothing was changed (use -i or -o)")
            }
        };
        let rest = [
            (unresolved, "places left unchanged"),
            (hidden, "places not shown (--format json shows all)"),
            (not_compared, "not compared"),
            (unchanged, "may not be replaced"),
            (failures, "not read, compared or written"),
        ];
        for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
            let what = if count == 1 { what.replacen("places", "place", 1) } else { what.into() };
            let _ = write!(words, "; {count} {what}");
        }
        writeln!(out, "{words}")
    }
}
