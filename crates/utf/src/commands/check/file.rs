//! Checks one file.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use utfkit::Encoding;
use utfkit_text::detect::{Content, content};
use utfkit_text::diagnose::{Tracker, Watcher};
use utfkit_text::receivers::{Format, Receiver, declared};

use super::{
    args::Args,
    baseline::Baseline,
    follow::{Diagnosis, Follow, Look},
};
use crate::{
    args::encoding,
    files::{
        compressed::{decompress, method::Method},
        reading::Head,
    },
    git::older::blobs::OldBlobs,
    input::{files::FoundFile, operand::Operand, stream::Stream},
    process::{exit::Exit, problem::Problem, shell::Shown},
    reading::{
        assessment::Assessment,
        choose::{self, Choice},
        declared::DeclaredCharset,
        events::{Reader, Room},
        kept::{KeepingSource, Kept},
        looks::{self, Looks},
        sample,
    },
    report::{
        diagnostics::Out,
        progress::Progress,
        summary::{FileSummary, SoFar},
    },
    rules::{Rule, Rules, Watch},
    system::files::open_regular,
    threads::{idle::Spare, outbox},
};
use utfkit_text::streams::Candidates;

/// The shared state of a run.
pub(super) struct Check {
    pub(super) args: Args,
    pub(super) from: encoding::From,
    pub(super) candidates: Option<Candidates>,
    pub(super) baseline: Baseline,
    pub(super) rules: Rules,
    pub(super) old_blobs: OldBlobs,
    pub(super) spare: Spare,
    pub(super) progress: Progress,
    pub(super) so_far: Arc<SoFar>,
    pub(super) coloured: bool,
}

/// A message about a file, in addition to the report.
pub(super) enum Note {
    /// A line for stderr.
    Message(String),
    Problem(Problem),
    /// The file was not checked, because it is binary or looks like UTF-16 or UTF-32 without a BOM.
    Skipped(PathBuf, Content, Exit),
    /// An error in a report for people.
    Found {
        picture: Vec<u8>,
        line: Option<String>,
    },
    /// The file was checked. It has a name if it has findings.
    File(Option<String>, FileSummary),
}

pub(super) type Hand<'p> = outbox::Hand<'p, Note>;

impl Out for Hand<'_> {
    fn finding(&mut self, picture: Vec<u8>, line: Option<String>) -> io::Result<()> {
        self.send(Note::Found { picture, line })
    }
}

impl Check {
    /// Checks the file of a job. Failures become notes.
    pub(super) fn job(
        &self,
        job: Result<FoundFile, Problem>,
        room: &mut Room,
        hand: &mut Hand<'_>,
    ) {
        let done = job.and_then(|found| {
            let stream = found.operand.open(self.args.decompress)?;
            self.file(&found, stream, room, hand)
        });
        if let Err(problem) = done {
            hand.note(Note::Problem(problem));
        }
    }

    /// Checks an open file. Returns an error if reading fails.
    fn file(
        &self,
        found: &FoundFile,
        stream: Stream,
        room: &mut Room,
        hand: &mut Hand<'_>,
    ) -> Result<(), Problem> {
        let operand = &found.operand;
        let problem = |error| Problem::with(&operand.name(), &error);
        let method = stream.method();
        let mut report_message = |words| hand.note(Note::Message(words));
        let rule = match self.rules.of(operand.path(), &mut report_message) {
            Ok(rule) => rule,
            Err(problem) => {
                hand.note(Note::Problem(problem));
                Rule::default()
            }
        };
        let (mut stream, from, overruled) = self.choose(operand, stream, hand).map_err(problem)?;
        let by_line = self.candidates.as_ref().filter(|candidates| candidates.by_line);
        let (reading, receiver) = (self.args.reading, self.args.receiver.of(from));
        let mut reader = Reader { from, reading, by_line, receiver, spare: &self.spare };
        let walked = found.walked || self.args.gate.skip_binary;
        let looks = walked || !rule.is_none() || receiver == Some(Receiver::Xml);
        let head = reader.begin(&mut stream, room, looks).map_err(problem)?;
        let watch = (!rule.is_none()).then(|| {
            let git_says = self.rules.git_says(&rule, operand);
            Watch::new(rule, head, &room.block[..head.len]).with_git_answer(git_says)
        });
        reader.from = watch.as_ref().map_or(from, Watch::from);
        if let Some(charset) = self.declared(reader.from, &room.block[..head.len], head.ended) {
            reader.from = encoding::From::Known(charset.encoding.into());
            let words = charset.message(&operand.name()).filter(|_| self.args.is_detailed());
            words.into_iter().for_each(|words| hand.note(Note::Message(words)));
        }
        let content = if walked { reader.content(head, room) } else { Content::Text };
        let content = watch.as_ref().map_or(content, |watch| watch.content(content));
        if content != Content::Text {
            // An error here means that the output is closed. The pool knows that already.
            let mut report = self.args.report(&mut *hand, self.coloured, method.is_some());
            let _ = report.skipped(operand.path(), content);
            drop(report);
            let exit = self.args.skipped(content);
            hand.note(Note::Skipped(operand.path().to_owned(), content, exit));
            return Ok(());
        }
        let bytes = &room.block[..head.len];
        let other = from.label().and_then(|label| {
            content::other_units(bytes, head.ended, label, self.args.reading.order())
        });
        let (read, mut diagnosis) =
            self.diagnose(found, &mut stream, (reader, head, watch), room, hand);
        let doubtful = method.is_some() && diagnosis.summary.findings() > 0;
        diagnosis.messages.drain(..).for_each(|words| hand.note(Note::Message(words)));
        // Do not count a file as checked if nothing could be read.
        if read.is_ok() || diagnosis.summary.text.bytes > 0 {
            diagnosis.summary.compressed = method;
            let is_doubtful = diagnosis.is_strange && diagnosis.looks.is_none();
            diagnosis.summary.doubt =
                if is_doubtful { self.doubt(found, &diagnosis, method) } else { None };
            diagnosis.summary.staged = matches!(operand, Operand::Copy { .. });
            diagnosis.summary.chosen = self.candidates.is_some();
            diagnosis.summary.looks = diagnosis.looks.take();
            diagnosis.summary.remarks = std::mem::take(&mut diagnosis.remarks);
            let looks_like = &mut diagnosis.summary.text.looks_like;
            *looks_like = looks_like.or(overruled).or(other);
            let mut report = self.args.report(&mut *hand, self.coloured, method.is_some());
            let _ = report.file(operand.path(), &diagnosis.summary);
            drop(report);
            let name = (diagnosis.summary.findings() > 0).then(|| operand.name());
            hand.note(Note::File(name, diagnosis.summary));
        }
        read.map_err(
            |error| if doubtful { decompress::doubting(problem(error)) } else { problem(error) },
        )
    }

    /// Chooses the encoding of the whole file if there are candidates. Also returns the UTF-16 or
    /// UTF-32 encoding that the file looks like although another one was chosen.
    fn choose(
        &self,
        operand: &Operand,
        stream: Stream,
        hand: &mut Hand<'_>,
    ) -> io::Result<(Stream, encoding::From, Option<Encoding>)> {
        let candidates = self.candidates.as_ref().filter(|candidates| !candidates.by_line);
        let Some(candidates) = candidates else { return Ok((stream, self.from, None)) };
        let chosen = Choice(candidates).choose(stream.into_file()?, self.args.reading.bom())?;
        if self.args.is_detailed() {
            let words = chosen.message(&operand.name());
            words.into_iter().for_each(|words| hand.note(Note::Message(words)));
        }
        let from = encoding::From::Known(chosen.label);
        Ok((Stream::Plain(chosen.file), from, chosen.overruled))
    }

    /// Returns the legacy charset that a text declares which begins with `head`, if no option names
    /// an encoding.
    fn declared(&self, from: encoding::From, head: &[u8], ended: bool) -> Option<DeclaredCharset> {
        let is_open = self.candidates.is_none() && self.args.reading.looks_for_bom(from);
        let is_open = is_open && from == encoding::From::Auto;
        if is_open { DeclaredCharset::of(head, ended) } else { None }
    }

    fn diagnose(
        &self,
        found: &FoundFile,
        stream: &mut Stream,
        (reader, head, watch): (Reader<'_>, Head, Option<Watch>),
        room: &mut Room,
        hand: &mut Hand<'_>,
    ) -> (io::Result<()>, Diagnosis) {
        let (operand, compressed) = (&found.operand, stream.method().is_some());
        let can_look = found.regular && !compressed && *operand != Operand::StandardInput;
        let kept = (!can_look).then(Kept::default);
        let first = &room.block[..head.len];
        kept.iter().filter(|_| !first.is_empty()).for_each(|kept| kept.push(first));
        let look: Look<'_> = Box::new(|offset| match &kept {
            Some(kept) => kept.looks(),
            None => Looks::or_binary(sample::of_file(path(operand)?, offset)?),
        });
        let is_open = self.args.reading.looks_for_bom(reader.from) && self.candidates.is_none();
        let by_file = self.candidates.as_ref().is_some_and(|candidates| !candidates.by_line);
        let watcher = match reader.from {
            encoding::From::Known(label) if by_file => {
                Watcher::with_lookout(choose::lookout(label, &room.block[..head.len]))
            }
            _ => Watcher::new(),
        };
        let is_xml = reader.receiver == Some(Receiver::Xml);
        let declared = is_xml.then(|| declared::find(&room.block[..head.len])).flatten();
        let compared = self.compare(operand, hand);
        let mut report = self.args.report(hand, self.coloured, compressed);
        let mut follow = Follow::new(operand.path(), &mut *report, self.args.limit())
            // Damage later in a compressed file would make the first error doubtful, so read all of
            // it.
            .first_only(self.args.stops_at_first() && stream.method().is_none())
            .watching(watcher)
            .looking(Some(look).filter(|_| is_open))
            .of_stream(kept.is_some())
            .begins_as(Method::of(&room.block[..head.len]).filter(|_| !compressed))
            .watched(watch)
            .declared(declared.filter(|declared| declared.format == Format::Xml))
            .forbidden(self.args.reading.forbidden_bom(&room.block[..head.len]))
            .compared(compared)
            .known(self.baseline.of(operand.path()))
            .counted(self.progress.counters())
            .summed(&self.so_far);
        let mut tracker = Tracker::new(reader.receiver);
        if let Some(separator) = self.args.fields.fields.filter(|_| self.args.is_detailed()) {
            tracker = tracker.fields(separator);
        }
        let mut stream = KeepingSource { source: stream, kept: kept.as_ref() };
        let read = reader.read(&mut stream, head, room, &mut tracker.to(&mut follow));
        let text = tracker.finish(&mut follow);
        (read, follow.finish(text))
    }
}

impl Check {
    /// Returns the reason to doubt that the file in `found` is completely in the encoding that it
    /// was read in. Returns `None` if the file cannot be read again.
    fn doubt(
        &self,
        found: &FoundFile,
        diagnosis: &Diagnosis,
        method: Option<Method>,
    ) -> Option<String> {
        let is_open = self.args.reading.looks_for_bom(self.from);
        let can_look = found.regular && method.is_none() && is_open;
        let path = path(&found.operand).filter(|_| can_look && self.args.is_detailed())?;
        let encoding = diagnosis.summary.text.encoding?;
        let mut file = open_regular(path).ok()?;
        let assessment = Assessment::of(&mut file, encoding).ok()?;
        let shown = Shown::new(found.operand.path());
        looks::doubt(encoding, &assessment, shown)
    }
}

/// Returns the path of a file that can be read again.
fn path(operand: &Operand) -> Option<&Path> {
    match operand {
        Operand::Path(path) | Operand::Copy { copy: path, .. } => Some(path),
        Operand::StandardInput => None,
    }
}
