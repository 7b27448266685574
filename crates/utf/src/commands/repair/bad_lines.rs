//! `--bad-lines`: lines that cannot be fixed go to a file as they were, the others, fixed, to the
//! output.

use std::{fs::File, path::Path, sync::Mutex};

use utfkit::{
    Encoding,
    utf8::{Piece, Pieces, Utf8Stream},
};
use utfkit_text::repair::{Event, Options};

use utfkit_text::detect::content::Content;
use utfkit_text::streams::refused::refuses_bom;

use super::{
    args::Args,
    failure::Failure,
    file,
    in_order::{self, Printer},
    refused::{Follower, Refused},
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
    process::{exit::Exit, problem::Problem, terminal},
    report::sarif::Notice,
};
use utfkit_text::lines::{Feed, Held, Mark, Rejected, SortError, Sorter, Taker, Unit};
use utfkit_text::streams::block;

/// Repairs the one operand.
pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let telling = in_order::begin(args, true).map_err(Failure::unread)?;
    let (operand, rejects) = match open(args) {
        Ok((operand, Some(rejects))) => (operand, rejects),
        Ok((_, None)) => return Ok(Exit::Well),
        Err(problem) if args.is_document() => {
            return Ok(in_order::lock(&telling).refused(&problem, Report::new(args)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let done = sort(args, &operand, rejects, &telling);
    if let Err(Failure::Problem(problem)) = &done {
        // Behind what was found before it.
        let telling = in_order::lock(&telling);
        telling.out.notice(Notice::error(problem.to_string()));
        telling.out.finish().map_err(Failure::unread)?;
    }
    done
}

/// The one operand, and where its bad lines go.
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
    telling: &Mutex<Printer>,
) -> Result<Exit, Failure> {
    let report = Report::new(args);
    let name = operand.name();
    let problem = |error| Problem::with(&name, &error);
    let mut file = operand.open_file()?;
    let output = Output::open(args.output.as_deref())?;
    let metadata = file.metadata().map_err(problem)?;
    if output.overwrites(&metadata) || rejects.overwrites(&metadata) {
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
    let mut work = Work { path, report, telling, found, follower, sorter, guard, bom };
    work.read(&mut file, &name, args.options()?)?;
    let found = work.found;
    let sorted = work.sorter.finish().map_err(failure)?;
    let Both { good, rejects } = both;
    let (words, apart) = rejects.finish(&sorted)?;
    let unread = apart.max(good.into_outlet().finish()?);
    let mut telling = in_order::lock(telling);
    in_order::lock(&telling.counts()).add(&found);
    telling.finish(report).map_err(Failure::unread)?;
    if let Some(words) = words.filter(|_| !args.quiet) {
        terminal::write_error(&words);
    }
    Ok(if sorted.rejected > 0 { Exit::Found } else { unread })
}

/// Refuses what makes no sense together.
fn check(args: &Args) -> Result<(), Problem> {
    let refused = match () {
        () if args.in_place.given() => "-i",
        () if args.patch.is_some() => "--patch",
        () if args.output.is_none() => {
            let words = "--bad-lines needs -o, where the other lines go";
            return Err(Problem::new(words).hint("`-o -` is standard output"));
        }
        () => return Ok(()),
    };
    Err(Problem::new(format!("--bad-lines does not go with {refused}")))
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
    telling: &'a Mutex<Printer>,
    found: Findings,
    /// Looks for what the receiver refuses of the repaired text.
    follower: Option<Follower>,
    sorter: Sorter<'a, SortFailure>,
    guard: Guard,
    /// How long the BOM is that comes next: part of no line.
    bom: usize,
}

impl Work<'_> {
    fn read(&mut self, file: &mut File, name: &str, options: Options) -> Result<(), Failure> {
        let mut room = vec![0; block::BLOCK];
        let problem = |error| Problem::with(name, &error);
        let head = Head::read_enough(file, &mut room).map_err(problem)?;
        let signed = From::Auto.of(&room[..head.len]).encoding();
        let other = match head.content(&room, Encoding::Utf8) {
            _ if signed != Encoding::Utf8 => Some(format!("is {signed}")),
            // NULs are no reason: a file that is named is taken for text.
            Content::Text | Content::Binary => None,
            unsigned => Some(unsigned.to_string()),
        };
        if let Some(other) = other {
            let words = format!("{name}: {other}; --bad-lines fixes lines of UTF-8 only");
            return Err(Problem::new(words).hint("convert it first").into());
        }
        let receiver = self.follower.as_ref().map(|one| one.receiver);
        self.bom = match refuses_bom(receiver) {
            true => 0,
            false => judge::bom(Encoding::Utf8, &room[..head.len]),
        };
        let take = |event: &Event<'_>| self.take(event);
        self.found.bytes = file::go_on(file, name, &mut room, head.len, options, take)?;
        self.guard.finish(&mut self.sorter);
        let refused = self.follower.as_mut().map(Follower::finish).unwrap_or_default();
        self.refused(&refused)
    }

    /// Tells of characters of the repaired text that the receiver refuses: their lines are bad.
    fn refused(&mut self, refused: &[Refused]) -> Result<(), Failure> {
        let Some(receiver) = self.follower.as_ref().map(|one| one.receiver) else { return Ok(()) };
        self.found.refused += refused.len() as u64;
        let out = &mut in_order::lock(self.telling).out;
        for refused in refused {
            let told = self.report.refused(out, self.path, receiver, refused);
            told.map_err(Failure::unread)?;
            self.sorter.mark(Mark::refused(refused.finding, receiver, refused.offset));
        }
        Ok(())
    }

    fn take(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        let before = self.found.counted;
        let told = {
            let out = &mut in_order::lock(self.telling).out;
            self.report.event(out, self.path, event, &mut self.found)
        };
        told.map_err(Failure::unread)?;
        if let Some(follower) = &mut self.follower {
            let refused = follower.push(event, before);
            self.refused(&refused)?;
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
                guard.told(Mark::new(offset, end, kind), sorter);
                Ok(())
            }
            Event::IllFormed(finding) => {
                guard.told((*finding).into(), sorter);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// Looks at what lines become: one that is ill-formed is bad, also where the repair has told
/// nothing of it.
#[derive(Default)]
struct Guard {
    stream: Utf8Stream,
    /// How many bytes of the file were read, and behind which one nothing was told of yet.
    read: u64,
    told: u64,
    /// Where in the file the bytes begin of which it is not known yet whether they are a
    /// character.
    began: u64,
}

impl Guard {
    /// Takes what is told of bytes that come next.
    fn told(&mut self, mark: Mark, sorter: &mut Sorter<'_, SortFailure>) {
        self.told = self.told.max(mark.end);
        sorter.mark(mark);
    }

    /// Takes `bytes`, which the next `len` of the file become.
    fn look(&mut self, bytes: &[u8], len: usize, sorter: &mut Sorter<'_, SortFailure>) {
        let fed = self.stream.offset() + self.stream.pending().len() as u64;
        let (read, began) = (self.read, self.began);
        let place = |found: u64| found.checked_sub(fed).map_or(began, |at| read + at);
        mark(self.stream.feed(bytes), self.told, place, sorter);
        if let Some(at) = bytes.len().checked_sub(self.stream.pending().len()) {
            // Bytes of a fix have no places of their own.
            self.began = read + if bytes.len() == len { at as u64 } else { 0 };
        }
        self.read += len as u64;
    }

    /// The file is at its end.
    fn finish(&mut self, sorter: &mut Sorter<'_, SortFailure>) {
        let began = self.began;
        mark(self.stream.finish(), self.told, |_| began, sorter);
    }
}

/// Marks what is ill-formed in `pieces` where nothing was `told` of it; `place` says where in the
/// file that is.
fn mark(
    pieces: Pieces<'_>,
    told: u64,
    place: impl Fn(u64) -> u64,
    sorter: &mut Sorter<'_, SortFailure>,
) {
    for piece in pieces {
        let Piece::IllFormed(finding) = piece else { continue };
        let offset = place(finding.offset());
        if offset >= told {
            let mut mark = Mark::from(finding);
            (mark.offset, mark.end) = (offset, offset);
            sorter.mark(mark);
        }
    }
}

/// What good and bad lines go to.
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

    /// Takes note of how much was found in each bad line.
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

    /// However a text is cut into pieces, what was told is not found once more, and what was not is
    /// found in its place.
    #[test]
    fn what_is_cut_is_found_once() {
        let text = b"a\n\xE2\x82b\n\xF0\x9F\x98\nc\n\xE2\x82";
        for told in [true, false] {
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
                    if told {
                        guard.told(finding.into(), &mut sorter);
                    }
                    look(start, end, &mut guard, &mut sorter);
                    done = end;
                }
                look(done, text.len(), &mut guard, &mut sorter);
                guard.finish(&mut sorter);
                assert!(sorter.finish().is_ok());
                assert_eq!(counted.0, [(2, 1, 2), (3, 1, 6), (5, 1, 12)], "{told} {at}");
            }
        }
    }
}
