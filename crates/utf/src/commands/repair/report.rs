//! What is told of a repair: a line for each mend, and one for all.

use std::{
    borrow::Cow,
    io::{self, Write},
    path::Path,
};

use serde::Serialize;
use utfkit::{
    Finding,
    repair::{Ambiguity, Event, Fault, Mend},
    utf8,
};

use super::args::{Args, Format};
use crate::{render, shown};

/// What was found in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub octets: u64,
    pub mends: u64,
    pub ambiguous: u64,
    pub ill_formed: u64,
    place: Counted,
}

/// How far the text has been told.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Line feeds.
    lines: u64,
    /// Characters behind the last of them.
    characters: u64,
}

impl Counted {
    /// Goes on behind `octets`.
    fn pass(&mut self, octets: &[u8]) {
        let lines = utf8::count_lines(octets) as u64;
        let last = octets.iter().rposition(|&octet| octet == b'\n').filter(|_| lines > 0);
        if let Some(last) = last {
            (self.lines, self.characters) = (self.lines + lines, 0);
            return self.add(&octets[last + 1..]);
        }
        self.add(octets);
    }

    /// Goes on in the line: what is ill-formed counts as the U+FFFD that would be written for it.
    fn add(&mut self, octets: &[u8]) {
        for chunk in utf8::chunks(octets) {
            let ill_formed = chunk.finding().map_or(0, |finding| finding.subparts());
            self.characters += (chunk.text().chars().count() + ill_formed) as u64;
        }
    }
}

/// What was found in all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    files: u64,
    files_mended: u64,
    all: Found,
    pub left_alone: u64,
    pub binary: u64,
    pub trouble: u64,
}

impl Tally {
    /// Adds a file.
    pub fn add(&mut self, found: &Found) {
        self.files += 1;
        self.files_mended += u64::from(found.mends > 0);
        self.all.octets += found.octets;
        self.all.mends += found.mends;
        self.all.ambiguous += found.ambiguous;
        self.all.ill_formed += found.ill_formed;
    }
}

/// How files are told of.
#[derive(Clone, Copy)]
pub struct Report {
    format: Format,
    quiet: bool,
}

/// A line of JSON. Its keys are an interface: they are added to, never changed.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Mend {
        #[serde(flatten)]
        at: Place<'a>,
        becomes: String,
        why: &'static str,
    },
    Ambiguous {
        #[serde(flatten)]
        at: Place<'a>,
        readings: &'a [String; 2],
    },
    Finding {
        #[serde(flatten)]
        at: Place<'a>,
        encoding: &'static str,
        means: Option<String>,
        subparts: usize,
    },
    Skipped {
        path: Cow<'a, str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        path_octets: Option<String>,
        reason: &'static str,
    },
    Summary {
        files: u64,
        files_mended: u64,
        octets: u64,
        mends: u64,
        ambiguous: u64,
        ill_formed: u64,
        left_alone: u64,
        binary: u64,
        trouble: u64,
        changed: bool,
    },
}

/// What all lines about a place have.
#[derive(Serialize)]
struct Place<'a> {
    path: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_octets: Option<String>,
    offset: u64,
    length: usize,
    /// Of UTF-8: lines of UTF-16 are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    kind: &'static str,
    octets: String,
}

impl<'a> Place<'a> {
    fn new(
        path: &'a Path,
        counted: Counted,
        offset: u64,
        kind: &'static str,
        octets: &[u8],
    ) -> Self {
        let (path, path_octets) = render::name(path);
        let (length, octets) = (octets.len(), render::hexadecimal(octets, " "));
        let (line, column) = numbers(counted, kind).unzip();
        Self { path, path_octets, offset, length, line, column, kind, octets }
    }
}

/// The line and the column of what is of this `kind`, where there are any.
fn numbers(counted: Counted, kind: &str) -> Option<(u64, u64)> {
    let of_utf16 = kind == Fault::LostOctet.code() || kind == Fault::WrongSignature.code();
    (!of_utf16).then_some((counted.lines + 1, counted.characters + 1))
}

/// What a line for people begins with.
fn head(path: &Path, counted: Counted, offset: u64, kind: &str) -> String {
    let name = shown::operand(path);
    match numbers(counted, kind) {
        Some((line, column)) => format!("{name}:{line}:{column}: octet {offset}"),
        None => format!("{name}: octet {offset}"),
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
        found: &mut Found,
    ) -> io::Result<()> {
        let place = found.place;
        match event {
            Event::Kept(octets) => {
                if !self.quiet {
                    found.place.pass(octets);
                }
                return Ok(());
            }
            Event::Mend(mend) => {
                found.mends += 1;
                found.place.pass(&mend.octets);
            }
            Event::Ambiguous(_) => found.ambiguous += 1,
            Event::IllFormed(_) => found.ill_formed += 1,
            _ => return Ok(()),
        }
        match event {
            _ if self.quiet => Ok(()),
            Event::Mend(mend) => self.mend(out, path, place, mend),
            Event::Ambiguous(ambiguity) => self.ambiguous(out, path, place, ambiguity),
            Event::IllFormed(finding) => self.ill_formed(out, path, place, finding),
            _ => Ok(()),
        }
    }

    fn mend(
        self,
        out: &mut impl Write,
        path: &Path,
        place: Counted,
        mend: &Mend,
    ) -> io::Result<()> {
        let (kind, why) = (mend.fault.code(), mend.fault.why());
        if self.format == Format::Json {
            let at = Place::new(path, place, mend.offset, kind, &mend.octets);
            let becomes = render::hexadecimal(&mend.becomes, " ");
            return render::write_line(out, &Line::Mend { at, becomes, why });
        }
        let (old, new) = (quoted(&mend.octets), quoted(&mend.becomes));
        let head = head(path, place, mend.offset, kind);
        writeln!(out, "{head}: {kind}: {old} becomes {new}: {why}")
    }

    fn ambiguous(
        self,
        out: &mut impl Write,
        path: &Path,
        place: Counted,
        ambiguity: &Ambiguity,
    ) -> io::Result<()> {
        let Ambiguity { offset, octets, code, readings, .. } = ambiguity;
        if self.format == Format::Json {
            let at = Place::new(path, place, *offset, code, octets);
            return render::write_line(out, &Line::Ambiguous { at, readings });
        }
        let [one, other] = readings.each_ref().map(|reading| shown::line(reading));
        let (head, octets) = (head(path, place, *offset, code), quoted(octets));
        writeln!(out, "{head}: left alone: {octets}, {code}? `{one}` or `{other}`")
    }

    fn ill_formed(
        self,
        out: &mut impl Write,
        path: &Path,
        place: Counted,
        finding: &Finding,
    ) -> io::Result<()> {
        let kind = finding.kind().code();
        if self.format == Format::Json {
            let at = Place::new(path, place, finding.offset(), kind, finding.octets());
            let means = finding.means().map(|value| format!("U+{value:04X}"));
            let (encoding, subparts) = ("utf-8", finding.subparts());
            return render::write_line(out, &Line::Finding { at, encoding, means, subparts });
        }
        let head = head(path, place, finding.offset(), kind);
        let (what, hex) = (finding.what(), finding.hex());
        writeln!(out, "{head}: left alone: {kind}: {what}{hex}")
    }

    /// Tells of a file of a folder that is no text.
    pub fn binary(self, out: &mut impl Write, path: &Path) -> io::Result<()> {
        match self.format {
            _ if self.quiet => Ok(()),
            Format::Json => {
                let (path, path_octets) = render::name(path);
                render::write_line(out, &Line::Skipped { path, path_octets, reason: "binary" })
            }
            Format::Human => writeln!(out, "{}: note: binary, not repaired", shown::path(path)),
        }
    }

    /// Tells of all files; `changed` if the mends were written.
    pub fn finish(self, out: &mut impl Write, tally: &Tally, changed: bool) -> io::Result<()> {
        let &Tally { files, files_mended, all, left_alone, binary, trouble } = tally;
        let Found { octets, mends, ambiguous, ill_formed, .. } = all;
        match self.format {
            _ if self.quiet => Ok(()),
            Format::Human => writeln!(out, "{}", sentence(tally, changed)),
            Format::Json => {
                let summary = Line::Summary {
                    files,
                    files_mended,
                    octets,
                    mends,
                    ambiguous,
                    ill_formed,
                    left_alone,
                    binary,
                    trouble,
                    changed,
                };
                render::write_line(out, &summary)
            }
        }
    }
}

/// The whole run in a sentence.
fn sentence(tally: &Tally, changed: bool) -> String {
    let counted = render::counted;
    let mut sentence = format!("{}: ", counted(tally.files, "file"));
    sentence.push_str(&match (tally.all.mends, changed) {
        (0, _) => "nothing to mend".to_owned(),
        (mends, true) => {
            format!("{} in {}", counted(mends, "mend"), counted(tally.files_mended, "file"))
        }
        (mends, false) => {
            format!("{} to make; nothing was changed (`-o` and `-i` do)", counted(mends, "mend"))
        }
    });
    let rest = [
        (tally.all.ambiguous, "left alone: two readings"),
        (tally.all.ill_formed, "left alone: ill-formed"),
        (tally.left_alone, "files left alone"),
        (tally.binary, "binary, not repaired"),
        (tally.trouble, "not read or written"),
    ];
    for (count, what) in rest.into_iter().filter(|(count, _)| *count > 0) {
        sentence.push_str(&format!("; {count} {what}"));
    }
    sentence
}

/// `octets` as people read them: text, with what is no text or not plain in brackets.
fn quoted(octets: &[u8]) -> String {
    const MOST: usize = 60;
    if octets.is_empty() {
        return "nothing".to_owned();
    }
    let mut out = String::from("`");
    for chunk in utf8::chunks(&octets[..utf8::floor_boundary(octets, MOST)]) {
        chunk.text().chars().for_each(|character| shown::push(&mut out, character));
        for octet in chunk.finding().iter().flat_map(Finding::octets) {
            out.push_str(&format!("<{octet:02X}>"));
        }
    }
    out.push_str(if octets.len() > MOST { "…`" } else { "`" });
    out
}
