//! `--against`: puts lost characters back from an older version, and keeps the edits.

mod changes;
mod history;
mod one_encoding;
mod report;
mod source;

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use utfkit::{Encoding, transcode::convert};
use utfkit_text::{
    detect::{Likeliest, detect},
    heal::{Healed, MAX_LEN, Refusal, heal},
};

use super::{
    args::{Args, Format},
    failure::Failure,
    goal::{Goal, Opened, Outcome},
    patch::Patches,
};
use crate::{
    args::encoding,
    files::folder::UnsyncedFolders,
    input::{
        content::is_binary,
        files::{Files, FoundFile},
    },
    output::{Output, counting::Counting, replace::change::Ended, sink::Sink},
    process::{exit::Exit, problem::Problem, signals, terminal, waiting::BlockingIo},
    report::records::Records,
    system::facts::Facts,
};
use one_encoding::{InUtf8, has_lines_of_utf8, in_utf8, is_mixed};
use report::{About, NotCompared, Report, Tally};
use source::Source;

/// Restores each file from its older version, and reports it.
pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let records = if args.is_output_standard() { Records::error() } else { Records::standard() };
    let changes = args.in_place.given() || args.output.is_some();
    let records = records.map_err(Failure::unread)?;
    let records = if changes { records.optional() } else { records };
    let at_end = records.clone();
    signals::before_end(move || at_end.interrupted());
    let report = Report { format: args.format, quiet: args.quiet, changes };
    let (mut work, files) = match prepare(args, records.clone(), report) {
        Ok(prepared) => prepared,
        Err(problem) if args.is_document() => {
            let tally = Tally { failures: 1, ..Tally::default() };
            return Ok(records.refused(&problem, |out| report.finish(out, &tally)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let passed = files.passed();
    for found in files {
        let counting = Counting::begin();
        let done = found.map_err(Failure::Problem).and_then(|found| {
            found.wait();
            work.file(&found)
        });
        drop(counting);
        match done {
            Ok(()) => {}
            Err(Failure::Problem(problem)) => work.problem(&problem)?,
            Err(failure) => return Err(failure),
        }
    }
    let exit = work.finish()?;
    if !args.quiet {
        passed.tell_listed();
        if args.patch.is_some() && !changes {
            terminal::write_error("utf: --patch: not written without -i or -o\n");
        }
    }
    Ok(exit)
}

/// Returns the work and the files of `args`.
fn prepare(args: &Args, records: Records, report: Report) -> Result<(Work<'_>, Files), Problem> {
    if !matches!(args.format, Format::Human | Format::Json) {
        return Err(Problem::new("--against: the report is `human` or `json`"));
    }
    if args.in_place.given() && !args.in_place.has_backup() && args.patch.is_none() {
        return Err(Problem::new(
            "--against: -i needs a way back, because wrong bytes are possible",
        )
        .hint("keep the damaged file with `-i.bak`, or name a patch with --patch"));
    }
    let label = args.from.as_deref();
    let from = label.map(|label| encoding::parse("--from", label, args.labels.label_set));
    let from = from.transpose()?.map(|label| label.encoding());
    let source = Source::of(args.against.as_deref().unwrap_or_default())?;
    if args.folder().is_some() {
        return Err(Problem::new("--against: -o needs a file, not a directory")
            .hint("use -i.bak, or -o with one file"));
    }
    let goal = Goal::of(args)?;
    super::check_patch(args)?;
    let mut files = args.walk.files(&args.paths)?;
    if report.changes {
        files = files.changing();
    }
    if !files.is_single() {
        args.refuse_several()?;
        if source.is_single() {
            return Err(Problem::new("--against: an older file restores only one file")
                .hint("name a directory that has the older files"));
        }
    }
    let path = args.patch.as_deref().filter(|_| report.changes);
    let patch = path.map(|path| Patches::open(path, files.is_single())).transpose()?;
    let (tally, exit, unsynced) = (Tally::default(), Exit::Well, UnsyncedFolders::default());
    Ok((Work { source, from, goal, patch, report, records, tally, exit, unsynced }, files))
}

/// The files of a run, and its results so far.
struct Work<'a> {
    source: Source,
    /// The encoding of the older versions, if the user named it.
    from: Option<Encoding>,
    goal: Goal<'a>,
    patch: Option<Patches<'a>>,
    report: Report,
    records: Records,
    tally: Tally,
    exit: Exit,
    unsynced: UnsyncedFolders,
}

/// The reason to leave a file as it is, if that is not a failure.
enum Left {
    /// The file equals its older version.
    Equal,
    /// The file was found in a directory, and cannot be compared.
    NotCompared(NotCompared),
    /// All of the file was converted to UTF-8, and nothing is lost.
    Converted,
    /// The restored text would be in two encodings.
    Mixed,
}

/// The restored version of a file.
struct Restored {
    /// The encoding of the older version.
    encoding: Encoding,
    healed: Healed,
    /// The name of the older version.
    source: String,
    /// Why the file is in UTF-8, if the older version is not.
    stays: Option<InUtf8>,
}

impl Work<'_> {
    /// Restores a file.
    fn file(&mut self, found: &FoundFile) -> Result<(), Failure> {
        let (operand, name) = (&found.operand, found.operand.name());
        let problem = |error: io::Error| Problem::with(&name, &error);
        let mut opened = match &self.goal {
            Goal::InPlace { manner, folders } => match Opened::new(found, manner, folders)? {
                Ok(opened) => Some(opened),
                Err(outcome) => return self.unopened(&name, outcome),
            },
            _ => None,
        };
        let mut file = match &opened {
            Some(opened) => opened.change.file().map_err(problem)?,
            None => operand.open_file()?,
        };
        let new = read_all(&mut file, &name)?;
        let restored = match self.source {
            Source::History => self.of_history(found, &new)?,
            _ => self.healed(found, &file, &new)?,
        };
        let Restored { encoding, healed, source, stays } = match restored {
            Ok(healed) => healed,
            Err(left) => {
                if let Goal::Output(to) = self.goal {
                    let mut output = Output::open(Some(to))?;
                    write(&mut output, &file, &name, &new)?;
                    drop(file);
                    finish(output)?;
                }
                return self.left(found, &left);
            }
        };
        let patch = |path: &Path| -> Result<(), Problem> {
            let Some(patches) = &self.patch else { return Ok(()) };
            let mut patch = patches.begin(Some(path).filter(|path| path.as_os_str() != "-"))?;
            changes::add(&mut patch, &new, &healed.bytes)?;
            patch.finish()
        };
        let undone = || self.patch.iter().for_each(Patches::discard);
        // The patch is complete before the original is replaced.
        match (&self.goal, &mut opened) {
            (Goal::Output(to), _) => {
                let mut output = Output::open(Some(to))?;
                patch(to)?;
                write(&mut output, &file, &name, &healed.bytes)?;
                drop(file);
                finish(output)?;
            }
            (_, Some(opened)) if healed.bytes != new => {
                patch(&opened.path)?;
                if let Err(error) = Sink::write(&mut opened.change, &healed.bytes) {
                    undone();
                    let refused = opened.change.refused().map(str::to_owned);
                    let why = refused.ok_or_else(|| problem(error))?;
                    return self.unopened(&name, Outcome::Unchanged(why));
                }
            }
            _ => {}
        }
        if let Some(Opened { change, folder, .. }) = opened.filter(|_| healed.bytes != new) {
            let ended = change.end();
            if matches!(ended, Err(_) | Ok(Ended::Refused(_))) {
                undone();
            }
            match ended.map_err(problem)? {
                Ended::Refused(why) => return self.unopened(&name, Outcome::Unchanged(why)),
                Ended::Changed(lost) => {
                    self.unsynced.changed(folder).map_err(problem)?;
                    if lost.any() {
                        terminal::write_error(&format!("utf: {name}: {lost}\n"));
                    }
                }
                Ended::Same | Ended::WouldChange => {}
            }
        }
        let about = About {
            path: operand.path(),
            written: match self.goal {
                Goal::Output(to) => Some(to),
                Goal::InPlace { .. } => Some(operand.path()),
                _ => None,
            },
            source,
            encoding,
            stays,
            // The file is well-formed UTF-8, which its bytes are no more. U+FFFD is UTF-8, too.
            leaves_utf8: is_utf8(&new) && !is_utf8(&healed.bytes) && !healed.bytes.is_ascii(),
            is_changed: healed.bytes != new,
            healed: &healed,
        };
        self.exit = self.exit.max(
            self.report
                .file(&mut self.records, &about, &mut self.tally)
                .map_err(|error| Failure::Report(error, self.exit))?,
        );
        Ok(())
    }

    /// Returns the restored version of `new`, the content of `file`, and its encoding.
    fn healed(
        &self,
        found: &FoundFile,
        file: &File,
        new: &[u8],
    ) -> Result<Result<Restored, Left>, Problem> {
        let name = found.operand.name();
        let named = self.source.name();
        let Some(old) = self.source.old(&found.operand, file, new, self.from)? else {
            return if found.walked {
                Ok(Err(Left::NotCompared(NotCompared::NoOlderVersion)))
            } else {
                let words = format!("{name}: {named} does not have an older version");
                let problem = Problem::new(words);
                Err(match self.source.next_step(found.operand.path()) {
                    Some(step) => problem.hint(step),
                    None => problem,
                })
            };
        };
        if old == new {
            return Ok(Err(Left::Equal));
        }
        if found.walked && is_binary(&old) {
            return Ok(Err(Left::NotCompared(NotCompared::Binary)));
        }
        let encoding = self.encoding_of(&old).ok_or_else(|| {
            Problem::new(format!("{name}: the encoding of the older version is not certain"))
                .hint("name it with -f")
        })?;
        match heal(&old, new, encoding) {
            Ok(healed) => Ok(restored(&old, new, encoding, healed, named)),
            Err(Refusal::Unrelated { .. } | Refusal::OldIsDamaged) if found.walked => {
                Ok(Err(Left::NotCompared(NotCompared::Unrelated)))
            }
            Err(refusal) => {
                let step = self.source.next_step(found.operand.path());
                let other = || format!("name another version than {named} with --against");
                Err(Problem::new(format!("{name}: {refusal}")).hint(step.unwrap_or_else(other)))
            }
        }
    }

    /// Returns the encoding of an older version: the named one, or else a certain one.
    fn encoding_of(&self, old: &[u8]) -> Option<Encoding> {
        self.from.or_else(|| Likeliest::sure(&detect(old)).and_then(Likeliest::one))
    }

    /// Reports a file that stays as it is.
    fn left(&mut self, found: &FoundFile, left: &Left) -> Result<(), Failure> {
        self.tally.files += 1;
        let path = found.operand.path();
        let reported = match left {
            Left::Equal => {
                let step = self.source.next_step(path).filter(|_| !found.walked);
                if let Some(step) = step.filter(|_| !self.report.quiet) {
                    let (name, source) = (found.operand.name(), self.source.name());
                    terminal::write_error(&format!("utf: {name}: equals {source} ({step})\n"));
                }
                Ok(())
            }
            Left::Converted => self.report.converted(&mut self.records, path),
            Left::Mixed => {
                self.exit = self.exit.max(Exit::Found);
                self.tally.unresolved += 1;
                self.report.mixed(&mut self.records, path)
            }
            Left::NotCompared(why) => {
                self.tally.not_compared += 1;
                self.report.not_compared(&mut self.records, path, *why)
            }
        };
        reported.map_err(|error| Failure::Report(error, self.exit))
    }

    /// Reports a file that may not be replaced.
    fn unopened(&mut self, name: &str, outcome: Outcome) -> Result<(), Failure> {
        let (why, exit) = match outcome {
            Outcome::Unchanged(why) => (why, Exit::Found),
            Outcome::Backup(why) => (why, Exit::Well),
            _ => return Ok(()),
        };
        self.tally.unchanged += 1;
        self.exit = self.exit.max(exit);
        self.flush()?;
        terminal::write_error(&format!("utf: {name}: left unchanged: {why}\n"));
        Ok(())
    }

    fn problem(&mut self, problem: &Problem) -> Result<(), Failure> {
        self.tally.failures += 1;
        self.flush()?;
        self.exit = self.exit.max(problem.report());
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.records.flush().map_err(|error| Failure::Report(error, self.exit))
    }

    /// Ends the report, and returns the exit status.
    fn finish(mut self) -> Result<Exit, Failure> {
        if let Err(error) = self.unsynced.finish() {
            self.problem(&Problem::with("syncing a directory", &error))?;
        }
        let ended = self.report.finish(&mut self.records, &self.tally);
        ended
            .and_then(|()| self.records.finish())
            .map_err(|error| Failure::Report(error, self.exit))?;
        Ok(self.exit)
    }
}

/// Returns the restored version of `new` from `source`. `healed` is that in `encoding`, which `old`
/// is in. If `new` was converted to UTF-8, it stays in UTF-8.
fn restored(
    old: &[u8],
    new: &[u8],
    encoding: Encoding,
    healed: Healed,
    source: String,
) -> Result<Restored, Left> {
    let is_converted = healed.damages.iter().any(|damage| damage == CONVERTED);
    let is_only_converted = is_converted && healed.damages.iter().all(|one| one == CONVERTED);
    if is_converted
        && has_utf8(new)
        && let Ok(text) = convert(old, encoding, Encoding::Utf8)
        && let text = text.strip_prefix(BOM).filter(|_| !new.starts_with(BOM)).unwrap_or(&text)
        && let Ok(healed) = heal(text, new, Encoding::Utf8)
    {
        return match healed.bytes == new && healed.open.is_empty() && healed.more_open == 0 {
            true => Err(Left::Converted),
            // The conversion encoded lines twice that were UTF-8.
            false if has_lines_of_utf8(old, encoding) => Err(Left::Mixed),
            false => Ok(Restored { encoding, healed, source, stays: Some(InUtf8::Converted) }),
        };
    }
    let is_whole = str::from_utf8(new).is_ok_and(|text| !text.contains('\u{FFFD}'));
    if is_only_converted && is_whole {
        return Err(Left::Converted);
    }
    if healed.bytes == new || !is_mixed(&healed, encoding) {
        return Ok(Restored { encoding, healed, source, stays: None });
    }
    let is_whole = !has_lines_of_utf8(old, encoding);
    let healed = in_utf8(&healed, encoding).filter(|_| is_whole).ok_or(Left::Mixed)?;
    Ok(Restored { encoding, healed, source, stays: Some(InUtf8::NotWhole) })
}

/// Returns `true` if `bytes` are well-formed UTF-8 with characters beyond ASCII.
fn is_utf8(bytes: &[u8]) -> bool {
    !bytes.is_ascii() && str::from_utf8(bytes).is_ok()
}

/// Returns `true` if `bytes` are well-formed UTF-8 with characters beyond ASCII that are not lost.
fn has_utf8(bytes: &[u8]) -> bool {
    let is_kept = |character: char| !character.is_ascii() && character != '\u{FFFD}';
    str::from_utf8(bytes).is_ok_and(|text| text.chars().any(is_kept))
}

/// The BOM of UTF-8.
const BOM: &[u8] = "\u{FEFF}".as_bytes();

/// The name of a damage that loses nothing.
const CONVERTED: &str = "converted to UTF-8";

/// Reads all of the file `name`. Returns an error if it is too long to be restored.
fn read_all(file: &mut File, name: &str) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let read = BlockingIo(file).take(MAX_LEN as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| Problem::with(name, &error))?;
    if bytes.len() > MAX_LEN {
        Err(Problem::new(format!("{name}: --against reads at most {MAX_LEN} bytes")))
    } else {
        Ok(bytes)
    }
}

/// Writes `bytes` to `output`, unless it is the file `name` that was read.
fn write(output: &mut Output, file: &File, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let facts = Facts::of(file).map_err(|error| Problem::with(name, &error))?;
    if output.overwrites(&facts) {
        let words = "input file is output file (`-i` and `-o` replace it safely)";
        return Err(Problem::new(format!("{name}: {words}")).into());
    }
    output.write(bytes).map_err(|error| unwritten(output.name(), error))
}

fn finish(output: Output) -> Result<(), Failure> {
    let name = output.name().to_owned();
    output.finish().map_err(|error| unwritten(&name, error))
}

/// Returns the failure of writing to the output `name`. Its reader may have closed it.
fn unwritten(name: &str, error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::unread(error),
        _ => Problem::with(name, &error).into(),
    }
}
