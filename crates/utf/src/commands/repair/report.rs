//! What is told of a repair: a line for each mend, and one for all.

use std::{
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::Serialize;
use utfkit::{
    Finding,
    receiver::Receiver,
    repair::{Ambiguity, Event, Fault, Mend},
    utf8,
};

use super::{
    Skipped,
    args::{Args, Format},
};
use crate::{
    diagnose,
    input::Nature,
    interrupt,
    render::{self, Document, Github, Level, Remark, Remarks, Sarif},
    shown, terminal,
};

/// What was found in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub octets: u64,
    pub mends: u64,
    pub ambiguous: u64,
    pub ill_formed: u64,
    /// What a receiver refuses of the repaired text.
    pub refused: u64,
    /// Line feeds so far.
    lines: u64,
}

/// What was found in all files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    files: u64,
    files_mended: u64,
    all: Found,
    binary: u64,
    unsigned: u64,
    trouble: u64,
}

impl Tally {
    /// Adds a file that is not looked at.
    fn skip(&mut self, skipped: Skipped) {
        match skipped {
            Skipped::Utf32 => {}
            Skipped::Nature(Nature::Unsigned(_)) => self.unsigned += 1,
            Skipped::Nature(_) => self.binary += 1,
        }
    }

    /// Adds a file.
    fn add(&mut self, found: &Found) {
        self.files += 1;
        self.files_mended += u64::from(found.mends > 0);
        self.all.octets += found.octets;
        self.all.mends += found.mends;
        self.all.ambiguous += found.ambiguous;
        self.all.ill_formed += found.ill_formed;
        self.all.refused += found.refused;
    }
}

/// A report, which a signal may end.
pub struct Report {
    told: Arc<Mutex<Told>>,
}

/// What was told so far.
struct Told {
    out: Option<Out>,
    tally: Tally,
}

/// Where a report goes, and how.
enum Out {
    Human(Box<dyn Write + Send>),
    Json(Box<dyn Write + Send>),
    /// To a format of a service.
    Remarks(Box<dyn Remarks + Send>),
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
        /// Who refuses it, if it is well-formed, and why.
        #[serde(skip_serializing_if = "Option::is_none")]
        receiver: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<String>,
    },
    Summary {
        files: u64,
        files_mended: u64,
        octets: u64,
        mends: u64,
        ambiguous: u64,
        ill_formed: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        refused: Option<u64>,
        binary: u64,
        #[serde(skip_serializing_if = "render::is_none")]
        unsigned: u64,
        trouble: u64,
        changed: bool,
    },
}

/// What all lines about a place have.
#[derive(Serialize)]
struct Place<'a> {
    #[serde(flatten)]
    file: render::FileName<'a>,
    offset: u64,
    length: usize,
    kind: &'static str,
    octets: String,
}

impl<'a> Place<'a> {
    fn new(path: &'a Path, offset: u64, kind: &'static str, octets: &[u8]) -> Self {
        let file = render::FileName::of(path);
        let (length, octets) = (octets.len(), render::hexadecimal(octets, " "));
        Self { file, offset, length, kind, octets }
    }
}

impl Report {
    /// The report that is asked for: on standard error where the text goes to standard output.
    pub fn new(args: &Args) -> io::Result<Self> {
        let out: Option<Box<dyn Write + Send>> = match args.quiet {
            true => None,
            false if args.is_output_standard() => Some(Box::new(io::stderr())),
            false => Some(Box::new(terminal::output()?)),
        };
        let out = out.map(|out| match args.format {
            Format::Human => Out::Human(out),
            Format::Json => Out::Json(out),
            Format::Github => Out::Remarks(Box::new(Github::new(out))),
            Format::Sarif => {
                let document = Document::new(out, "utf repair", rules());
                Out::Remarks(Box::new(Sarif::new(document)))
            }
        });
        let told = Arc::new(Mutex::new(Told { out, tally: Tally::default() }));
        let at_end = Arc::clone(&told);
        interrupt::before_end(move || {
            if let Some(mut told) = interrupt::lock_soon(&at_end) {
                told.interrupted();
            }
        });
        Ok(Self { told })
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of `event` in the file at `path`, and counts it.
    pub fn event(&mut self, path: &Path, event: &Event<'_>, found: &mut Found) -> io::Result<()> {
        self.told().event(path, event, found)
    }

    /// Tells of a character of the repaired text, with its line, that `receiver` refuses.
    pub fn refused(
        &mut self,
        path: &Path,
        receiver: Receiver,
        refused: &(u64, Finding),
    ) -> io::Result<()> {
        self.told().ill_formed(path, refused.0, &refused.1, Some(receiver))
    }

    /// Tells of a file that is not looked at.
    pub fn skipped(&mut self, path: &Path, skipped: Skipped) -> io::Result<()> {
        self.told().skipped(path, skipped)
    }

    /// A file is done.
    pub fn add(&mut self, found: &Found) {
        self.told().tally.add(found);
    }

    /// A file cannot be read or written: whatever was reported must be seen before that is told.
    pub fn trouble(&mut self) -> io::Result<()> {
        let mut told = self.told();
        told.tally.trouble += 1;
        told.flush()
    }

    /// Tells of all files; `changed` if the mends were written.
    pub fn finish(&mut self, changed: bool) -> io::Result<()> {
        self.told().finish(changed)
    }
}

impl Told {
    /// A signal ends the run: says how far it came.
    fn interrupted(&mut self) {
        // There is nobody left to tell of an output that fails.
        let _ = match &mut self.out {
            Some(Out::Remarks(out)) => out.close(),
            _ => self.flush(),
        };
        let done = sentence(&self.tally, true);
        terminal::write_error(&format!("utf: interrupted; of that done: {done}\n"));
    }

    /// Tells of `event` in the file at `path`, and counts it.
    fn event(&mut self, path: &Path, event: &Event<'_>, found: &mut Found) -> io::Result<()> {
        let line = found.lines + 1;
        match event {
            Event::Kept(octets) => {
                if matches!(self.out, Some(Out::Human(_) | Out::Remarks(_))) {
                    found.lines += utf8::count_lines(octets) as u64;
                }
                Ok(())
            }
            Event::Mend(mend) => {
                found.mends += 1;
                found.lines += utf8::count_lines(&mend.octets) as u64;
                self.mend(path, line, mend)
            }
            Event::Ambiguous(ambiguity) => {
                found.ambiguous += 1;
                self.ambiguous(path, line, ambiguity)
            }
            Event::IllFormed(finding) => {
                found.ill_formed += 1;
                self.ill_formed(path, line, finding, None)
            }
            _ => Ok(()),
        }
    }

    fn mend(&mut self, path: &Path, line: u64, mend: &Mend) -> io::Result<()> {
        let (kind, why) = (mend.fault.code(), mend.fault.why());
        let becomes =
            || format!("{} becomes {}: {why}", quoted(&mend.octets), quoted(&mend.becomes));
        match &mut self.out {
            None => Ok(()),
            Some(Out::Json(out)) => {
                let at = Place::new(path, mend.offset, kind, &mend.octets);
                let becomes = render::hexadecimal(&mend.becomes, " ");
                render::write_line(out, &Line::Mend { at, becomes, why })
            }
            Some(Out::Human(out)) => {
                let (name, offset) = (shown::operand(path), mend.offset);
                writeln!(out, "{name}:{line}: octet {offset}: {kind}: {}", becomes())
            }
            Some(Out::Remarks(out)) => {
                let place = place(line, mend.offset, &mend.octets);
                let level = Level::Warning;
                out.remark(&Remark { path, code: kind, level, words: becomes(), place })
            }
        }
    }

    fn ambiguous(&mut self, path: &Path, line: u64, ambiguity: &Ambiguity) -> io::Result<()> {
        let Ambiguity { offset, octets, code, readings, .. } = ambiguity;
        let words = || {
            let [one, other] = readings.each_ref().map(|reading| shown::line(reading));
            format!("left alone: {}, {code}? `{one}` or `{other}`", quoted(octets))
        };
        match &mut self.out {
            None => Ok(()),
            Some(Out::Json(out)) => {
                let at = Place::new(path, *offset, code, octets);
                render::write_line(out, &Line::Ambiguous { at, readings })
            }
            Some(Out::Human(out)) => {
                writeln!(out, "{}: octet {offset}: {}", shown::operand(path), words())
            }
            Some(Out::Remarks(out)) => {
                let (level, place) = (Level::Warning, place(line, *offset, octets));
                out.remark(&Remark { path, code, level, words: words(), place })
            }
        }
    }

    /// Tells of what is ill-formed, or refused by a receiver.
    fn ill_formed(
        &mut self,
        path: &Path,
        line: u64,
        finding: &Finding,
        receiver: Option<Receiver>,
    ) -> io::Result<()> {
        let (kind, offset) = (finding.kind().code(), finding.offset());
        let (what, hex) = (finding.what(), finding.hex());
        let hint = receiver.and_then(|receiver| diagnose::refusal(receiver, finding));
        let why = hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}"));
        match &mut self.out {
            None => Ok(()),
            Some(Out::Json(out)) => {
                let at = Place::new(path, offset, kind, finding.octets());
                let means = finding.means().map(|value| format!("U+{value:04X}"));
                let (encoding, subparts) = ("utf-8", finding.subparts());
                let receiver = receiver.map(Receiver::name);
                let line = Line::Finding { at, encoding, means, subparts, receiver, hint };
                render::write_line(out, &line)
            }
            Some(Out::Human(out)) => {
                let name = shown::operand(path);
                writeln!(out, "{name}: octet {offset}: left alone: {kind}: {what}{hex}{why}")
            }
            Some(Out::Remarks(out)) => {
                let (level, place) = (Level::Error, place(line, offset, finding.octets()));
                let words = format!("left alone: {what}{hex}{why}");
                out.remark(&Remark { path, code: kind, level, words, place })
            }
        }
    }

    /// Tells of a file that is not looked at.
    fn skipped(&mut self, path: &Path, skipped: Skipped) -> io::Result<()> {
        self.tally.skip(skipped);
        let (reason, looks_like, words) = match skipped {
            Skipped::Utf32 => ("utf-32", None, "UTF-32 (`utf check` checks it)".to_owned()),
            Skipped::Nature(nature) => {
                let first = |it| format!(" (`utf convert -f {it}` makes it UTF-8)");
                let words = nature.looks_like().map_or_else(String::new, first);
                (nature.reason(), nature.looks_like(), format!("{nature}{words}"))
            }
        };
        match &mut self.out {
            None | Some(Out::Remarks(_)) => Ok(()),
            Some(Out::Json(out)) => render::skipped(out, path, reason, looks_like),
            Some(Out::Human(out)) => {
                writeln!(out, "{}: note: {words}, not repaired", shown::path(path))
            }
        }
    }

    /// Whatever was reported must be seen now.
    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            None => Ok(()),
            Some(Out::Human(out) | Out::Json(out)) => out.flush(),
            Some(Out::Remarks(out)) => out.flush(),
        }
    }

    /// Tells of all files; `changed` if the mends were written.
    fn finish(&mut self, changed: bool) -> io::Result<()> {
        let Tally { files, files_mended, all, binary, unsigned, trouble } = self.tally;
        let Found { octets, mends, ambiguous, ill_formed, refused, .. } = all;
        let refused = (refused > 0).then_some(refused);
        let sentence = sentence(&self.tally, changed);
        match &mut self.out {
            None => {}
            Some(Out::Json(out)) => render::write_line(
                out,
                &Line::Summary {
                    files,
                    files_mended,
                    octets,
                    mends,
                    ambiguous,
                    ill_formed,
                    refused,
                    binary,
                    unsigned,
                    trouble,
                    changed,
                },
            )?,
            Some(Out::Human(out)) => writeln!(out, "{sentence}")?,
            Some(Out::Remarks(out)) => out.end(&sentence)?,
        }
        self.flush()
    }
}

/// Where `octets` are, of which the columns are not counted.
fn place(line: u64, offset: u64, octets: &[u8]) -> render::Place {
    let octets = Some((offset, octets.len() as u64));
    render::Place { line, octets, ..render::Place::default() }
}

/// What documents say of mends, and of what is ill-formed.
fn rules() -> Vec<render::Rule> {
    let mojibake = Fault::Mojibake { windows1252: true, layers: 1 };
    let faults = [
        Fault::InterruptedSequence,
        Fault::SurrogatePair,
        Fault::ModifiedNul,
        mojibake,
        Fault::StrayOctet,
        Fault::Reread,
        Fault::StraySignature,
        Fault::WrongSignature,
        Fault::LostOctet,
    ];
    let mend = "`utf repair -i` mends it; `--patch` keeps what it takes to undo that";
    let fault = |fault: Fault| render::Rule::new(fault.code(), fault.code(), fault.why(), mend);
    let mut rules = render::rules();
    rules.extend(faults.map(fault));
    rules
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
        (tally.all.refused, "left alone: refused"),
        (tally.binary, "binary, not repaired"),
        (tally.unsigned, "without a signature, not repaired"),
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
