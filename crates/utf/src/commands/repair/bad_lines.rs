//! `--bad-lines`: lines that cannot be fixed go to a file unchanged, and the other lines to the
//! output.

use std::{fs::File, path::Path, sync::Mutex};

use utfkit::{
    Encoding,
    utf8::{Piece, Pieces, Utf8Stream},
};
use utfkit_text::repair::{Event, Options, Repairer};

use utfkit_text::detect::Content;
use utfkit_text::streams::refused::refuses_bom;

use super::{
    args::Args,
    failure::Failure,
    file,
    in_order::{self, Printer},
    notes,
    rejected::{Follower, Rejection},
    report::{Findings, Report},
};
use crate::{
    args::encoding::From,
    commands::bad_lines::{
        args::cut,
        failure::Failure as SortFailure,
        judge,
        outlet::Good,
        rejects::{self, Rejects},
    },
    files::{reading::Head, temporary::TemporaryFiles},
    input::operand::Operand,
    output::{Output, sink::Sink},
    process::{exit::Exit, problem::Problem, shell::Shown, terminal},
    report::sarif::Notice,
    system::facts::Facts,
};
use utfkit_text::lines::{Feed, Held, Mark, Rejected, SortError, Sorter, Taker, Unit};
use utfkit_text::streams::block;

/// Repairs the only file.
pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let printer = in_order::begin(args, true).map_err(Failure::unread)?;
    let (operand, rejects) = match open(args) {
        Ok((operand, Some(rejects))) => (operand, rejects),
        Ok((_, None)) => return Ok(Exit::Well),
        Err(problem) if args.is_document() => {
            return Ok(in_order::lock(&printer).refused(&problem, Report::new(args)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let done = sort(args, &operand, rejects, &printer);
    if let Err(Failure::Problem(problem)) = &done {
        // The problem comes after the earlier findings.
        let printer = in_order::lock(&printer);
        printer.out.notice(Notice::error(problem.to_string()));
        printer.out.finish().map_err(Failure::unread)?;
    }
    done
}

/// Opens the only file and the output of its bad lines.
fn open(args: &Args) -> Result<(Operand, Option<Rejects>), Problem> {
    check(args)?;
    let operand = rejects::only(&args.paths, "--bad-lines")?;
    let rejects = Rejects::open(&args.bad_lines, &operand, args.output.as_deref())?;
    Ok((operand, rejects))
}

/// Sorts the lines of `operand`.
fn sort(
    args: &Args,
    operand: &Operand,
    rejects: Rejects,
    printer: &Mutex<Printer>,
) -> Result<Exit, Failure> {
    let report = Report::new(args);
    let name = operand.name();
    let problem = |error| Problem::with(&name, &error);
    let mut file = operand.open_file()?;
    let output = Output::open(args.output.as_deref())?;
    let facts = Facts::of(&file).map_err(problem)?;
    if output.overwrites(&facts) || rejects.overwrites(&facts) {
        let words = format!("{name}: input file is output file (`-o` replaces it safely)");
        return Err(Problem::new(words).into());
    }
    let feed = Feed::new(Unit::BYTE);
    let mut both = Both { good: Good::new(output, feed.clone()), rejects };
    let found = Findings::default();
    let cut = cut(args.bad_lines.fields, feed, "\u{FEFF}".into());
    let sorter = Sorter::new(cut, &mut both, &TemporaryFiles);
    let guard = Guard::default();
    let follower = args.receiver.receiver.map(Follower::of_utf8);
    let (path, bom) = (operand.path(), 0);
    let mut work = Work { path, report, printer, found, follower, sorter, guard, bom };
    work.read(&mut file, &name, args.options()?)?;
    let found = work.found;
    let sorted = work.sorter.finish().map_err(failure)?;
    let Both { good, rejects } = both;
    let (words, apart) = rejects.finish(&sorted)?;
    let unread = apart.max(good.into_outlet().finish()?);
    let mut printer = in_order::lock(printer);
    in_order::lock(&printer.counts()).add(&found);
    printer.finish(report).map_err(Failure::unread)?;
    if let Some(words) = words.filter(|_| !args.quiet) {
        terminal::write_error(&words);
    }
    Ok(if sorted.rejected > 0 { Exit::Found } else { unread })
}

/// Rejects options that exclude each other.
fn check(args: &Args) -> Result<(), Problem> {
    let option = match () {
        () if args.in_place.given() => "-i",
        () if args.patch.is_some() => "--patch",
        () if args.output.is_none() => {
            let words = "--bad-lines needs -o for the other lines";
            return Err(Problem::new(words).hint("`-o -` is standard output"));
        }
        () => return Ok(()),
    };
    Err(Problem::new(format!("--bad-lines cannot be used with {option}")))
}

fn failure(error: SortError<SortFailure>) -> Failure {
    match error.into() {
        SortFailure::Problem(problem) => Failure::Problem(problem),
        SortFailure::Closed => Failure::unread(std::io::ErrorKind::BrokenPipe.into()),
    }
}

/// A file that is being repaired.
struct Work<'a> {
    path: &'a Path,
    report: Report,
    printer: &'a Mutex<Printer>,
    found: Findings,
    /// Finds the characters that the receiver rejects.
    follower: Option<Follower>,
    sorter: Sorter<'a, SortFailure>,
    guard: Guard,
    /// The length of the BOM that comes next. It is not part of a line.
    bom: usize,
}

impl Work<'_> {
    fn read(&mut self, file: &mut File, name: &str, options: Options) -> Result<(), Failure> {
        let mut room = vec![0; block::BLOCK];
        let problem = |error| Problem::with(name, &error);
        let head = Head::read_enough(file, &mut room).map_err(problem)?;
        let encoding = From::Auto.of(&room[..head.len]).encoding();
        let other = match head.content(&room, Encoding::Utf8) {
            _ if encoding != Encoding::Utf8 => Some(encoding.to_string()),
            // NULs are not a reason: a named file is treated as text.
            Content::Text | Content::Binary => None,
            content => Some(content.to_string()),
        };
        if let Some(other) = other {
            let words = format!("{name}: {other}; --bad-lines only fixes lines of UTF-8");
            return Err(Problem::new(words).hint("convert it first").into());
        }
        let receiver = self.follower.as_ref().map(|one| one.receiver);
        self.bom =
            if refuses_bom(receiver) { 0 } else { judge::bom(Encoding::Utf8, &room[..head.len]) };
        let mut notes = notes::Follower::new(file, Shown::new(self.path), &room[..head.len]);
        let take = |event: Option<&Event<'_>>| event.map_or(Ok(()), |event| self.take(event));
        let repairer = Some(Repairer::new(options));
        self.found.bytes =
            file::repair_rest(file, name, &mut room, head.len, repairer, &mut notes, take)?;
        {
            let out = &mut in_order::lock(self.printer).out;
            let path = (self.path, false);
            self.report.notes_of_repaired(out, path, file, &notes, &mut self.found)
        }
        .map_err(Failure::unread)?;
        self.guard.finish(&mut self.sorter);
        let rejected = self.follower.as_mut().map(Follower::finish).unwrap_or_default();
        self.rejected(&rejected)
    }

    /// Reports characters of the repaired text that the receiver rejects. Their lines are bad.
    fn rejected(&mut self, rejected: &[Rejection]) -> Result<(), Failure> {
        let Some(receiver) = self.follower.as_ref().map(|one| one.receiver) else { return Ok(()) };
        self.found.rejected += rejected.len() as u64;
        let out = &mut in_order::lock(self.printer).out;
        for one in rejected {
            let reported = self.report.rejected(out, self.path, receiver, one, &mut self.found);
            reported.map_err(Failure::unread)?;
            self.sorter.mark(Mark::refused(one.finding, receiver, one.offset));
        }
        Ok(())
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        let before = self.found.counted;
        let reported = {
            let out = &mut in_order::lock(self.printer).out;
            self.report.event(out, self.path, event, &mut self.found)
        };
        reported.map_err(Failure::unread)?;
        if let Some(follower) = &mut self.follower {
            let rejected = follower.push(event, before);
            self.rejected(&rejected)?;
        }
        let Self { sorter, guard, .. } = self;
        match event {
            Event::Kept(bytes) => {
                guard.look(bytes, bytes.len(), sorter);
                let (bom, rest) = bytes.split_at(self.bom.min(bytes.len()));
                if !bom.is_empty() {
                    self.bom = 0;
                    sorter.bom(bom).map_err(failure)?;
                }
                sorter.pass(rest).map_err(failure)
            }
            Event::Fix(fix) => {
                self.bom = 0;
                guard.look(&fix.becomes, fix.bytes.len(), sorter);
                sorter.change(&fix.bytes, &fix.becomes).map_err(failure)
            }
            Event::Ambiguous(ambiguity) => {
                let (offset, kind) = (ambiguity.offset, ambiguity.code);
                let end = offset + ambiguity.bytes.len() as u64;
                guard.report(Mark::new(offset, end, kind), sorter);
                Ok(())
            }
            Event::IllFormed(finding) => {
                guard.report((*finding).into(), sorter);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Examines the repaired lines. An ill-formed line is bad, even if the repair did not report it.
#[derive(Default)]
struct Guard {
    stream: Utf8Stream,
    /// The number of bytes of the file that were read, and the end of the last finding.
    read: u64,
    reported: u64,
    /// The offset in the file of an incomplete character.
    began: u64,
}

impl Guard {
    /// Adds a finding about the next bytes.
    fn report(&mut self, mark: Mark, sorter: &mut Sorter<'_, SortFailure>) {
        self.reported = self.reported.max(mark.end);
        sorter.mark(mark);
    }

    /// Adds `bytes`, the repaired text of the next `len` bytes of the file.
    fn look(&mut self, bytes: &[u8], len: usize, sorter: &mut Sorter<'_, SortFailure>) {
        let fed = self.stream.offset() + self.stream.pending().len() as u64;
        let (read, began) = (self.read, self.began);
        let place = |found: u64| found.checked_sub(fed).map_or(began, |at| read + at);
        mark(self.stream.feed(bytes), self.reported, place, sorter);
        if let Some(at) = bytes.len().checked_sub(self.stream.pending().len()) {
            // The bytes of a fix do not have positions in the file.
            self.began = read + if bytes.len() == len { at as u64 } else { 0 };
        }
        self.read += len as u64;
    }

    /// Ends the file.
    fn finish(&mut self, sorter: &mut Sorter<'_, SortFailure>) {
        let began = self.began;
        mark(self.stream.finish(), self.reported, |_| began, sorter);
    }
}

/// Marks ill-formed sequences of `pieces` after the offset `reported`. `place` returns the offset in
/// the file of a sequence.
fn mark(
    pieces: Pieces<'_>,
    reported: u64,
    place: impl Fn(u64) -> u64,
    sorter: &mut Sorter<'_, SortFailure>,
) {
    for piece in pieces {
        let Piece::IllFormed(finding) = piece else { continue };
        let offset = place(finding.offset());
        if offset >= reported {
            let mut mark = Mark::from(finding);
            (mark.offset, mark.end) = (offset, offset);
            sorter.mark(mark);
        }
    }
}

/// The outputs of good and bad lines.
struct Both {
    good: Good,
    rejects: Rejects,
}

impl Taker for Both {
    type Error = SortFailure;

    fn good(&mut self, bytes: &[u8]) -> Result<(), SortFailure> {
        self.good.write(bytes)
    }

    fn bad(&mut self, rejected: &Rejected, line: &mut Held<'_>) -> Result<(), SortFailure> {
        self.rejects.take(rejected, line, &self.good)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the number of findings of each bad line.
    #[derive(Default)]
    struct Counted(Vec<(u64, u64, u64)>);

    impl Taker for Counted {
        type Error = SortFailure;

        fn good(&mut self, _: &[u8]) -> Result<(), SortFailure> {
            Ok(())
        }
        fn bad(&mut self, rejected: &Rejected, _: &mut Held<'_>) -> Result<(), SortFailure> {
            self.0.push((rejected.line, rejected.count, rejected.marks[0].offset));
            Ok(())
        }
    }

    /// For all cuts of a text into pieces, reported sequences are not found again, and other
    /// sequences are found at their offsets.
    #[test]
    fn finds_sequences_across_pieces_once() {
        let text = b"a\n\xE2\x82b\n\xF0\x9F\x98\nc\n\xE2\x82";
        for reported in [true, false] {
            for at in 0..=text.len() {
                let (mut counted, mut guard) = (Counted::default(), Guard::default());
                let cut = cut(None, Feed::new(Unit::BYTE), Vec::new());
                let mut sorter = Sorter::new(cut, &mut counted, &TemporaryFiles);
                let look = |from: usize,
                            to: usize,
                            guard: &mut Guard,
                            sorter: &mut Sorter<'_, SortFailure>| {
                    let middle = at.clamp(from, to);
                    for piece in [&text[from..middle], &text[middle..to]] {
                        guard.look(piece, piece.len(), sorter);
                        assert!(sorter.pass(piece).is_ok());
                    }
                };
                let mut done = 0;
                for finding in utfkit::utf8::chunks(text).filter_map(|chunk| chunk.finding()) {
                    let [start, end] = [finding.offset(), finding.end()].map(|at| at as usize);
                    look(done, start, &mut guard, &mut sorter);
                    if reported {
                        guard.report(finding.into(), &mut sorter);
                    }
                    look(start, end, &mut guard, &mut sorter);
                    done = end;
                }
                look(done, text.len(), &mut guard, &mut sorter);
                guard.finish(&mut sorter);
                assert!(sorter.finish().is_ok());
                assert_eq!(counted.0, [(2, 1, 2), (3, 1, 6), (5, 1, 12)], "{reported} {at}");
            }
        }
    }
}
