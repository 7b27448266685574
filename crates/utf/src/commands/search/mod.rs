//! `utf search`: finds text in files of any encoding.

mod any_form;
mod args;
mod by_threads;
mod guess;
mod plan;
mod scan;
mod show;
mod window;

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    path::PathBuf,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::Serialize;
use utfkit::Encoding;
use utfkit_text::search::Layout;

use utfkit_text::detect::{Content, content};
use utfkit_text::diagnose::{self, Sample};

use super::each_file::{self, Message};

use crate::{
    args::encoding,
    files::reading::{self, CountingSource, Head, Source as _},
    input,
    process::{exit::Exit, json_line, names::counted, problem::Problem, terminal},
    reading::source::{Opened, Source},
    report::{progress::Progress, records::Records, words},
    system::arguments,
    system::facts::Facts,
    threads::{idle::Spare, outbox::Hand},
};
use any_form::Forms;
pub use args::Args;
use by_threads::ChunkedSearch;
use guess::Guess;
use plan::{Plan, Reach};
use scan::{Scan, Stop};
use show::{Matches, Printer, Show, ShowOptions};
use utfkit_text::streams::block::BLOCK;

/// Searches the operands.
pub fn run(args: Args) -> Exit {
    let json = args.show_options().json;
    match Search::new(args) {
        Ok(search) => search.operands(),
        Err(problem) => {
            let exit = problem.report();
            match json.then(|| summary(Totals { failures: 1, ..Totals::default() })) {
                Some(Err(error)) => terminal::output_failed(&error, exit),
                _ => exit,
            }
        }
    }
}

/// The task for each file.
enum Task {
    /// Search the text for the pattern.
    Text(Plan),
    /// Search the bytes for the text in several encodings.
    Forms { forms: Forms, text: String },
}

/// The totals over all files.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Totals {
    files: u64,
    files_found: u64,
    lines: u64,
    matches: u64,
    binary: u64,
    failures: u64,
}

/// The last line of a JSON report.
#[derive(Serialize)]
struct SummaryLine {
    r#type: &'static str,
    #[serde(flatten)]
    totals: Totals,
}

/// A run of the command.
struct Search {
    args: Args,
    paths: Vec<PathBuf>,
    source: Source,
    task: Task,
    /// The characters that a match can contain.
    reach: Reach,
    options: ShowOptions,
    /// The idle threads, which help with a large file.
    spare: Spare,
    totals: Mutex<Totals>,
    /// The number of files whose encoding is uncertain and that have no message of their own.
    unsure: AtomicU64,
    progress: Progress,
}

/// The size in bytes below which a file that seems binary is reported, because it may be text.
const SHORT: usize = 64;

/// The reason why a file was not searched to its end.
enum Failure {
    /// The file could not be read.
    Problem(Problem),
    /// The reader has closed the output.
    OutputClosed,
}

/// The output for a file: its lines and messages.
type Out<'h, 'p> = &'h mut Hand<'p, Message>;

impl Search {
    fn new(args: Args) -> Result<Self, Problem> {
        let (patterns, paths) = args.split()?;
        let paths = arguments::expand(paths);
        let source = args.source.source()?;
        let task = match &patterns[..] {
            [text] if args.any_form && text.is_empty() => {
                return Err(Problem::new("--any-form: the pattern is empty"));
            }
            [text] if args.any_form => Task::Forms { forms: Forms::of(text), text: text.clone() },
            _ => Task::Text(Plan::new(&args, &patterns)?),
        };
        let reach = Reach::of(&args, &patterns);
        let options = args.show_options();
        let helpers = if args.walk.is_single(&paths) { args.walk.threads() - 1 } else { 0 };
        let (spare, totals) = (Spare::new(helpers), Mutex::default());
        let progress = args.progress.start(args.walk.bytes(&paths), args.quiet);
        let unsure = AtomicU64::new(0);
        Ok(Self { args, paths, source, task, reach, options, spare, totals, unsure, progress })
    }

    /// Searches all operands.
    fn operands(mut self) -> Exit {
        let single = self.args.walk.is_single(&self.paths);
        self.options.names |= !single && !self.args.no_filename;
        let room = || vec![0; BLOCK];
        let one = |found: &input::files::FoundFile, room: &mut Vec<u8>, out: Out<'_, '_>| {
            self.found(found, room, out)
        };
        let records = match self.options.json.then(Records::standard).transpose() {
            Ok(records) => records,
            Err(error) => return terminal::output_failed(&error, Exit::Well),
        };
        let done = each_file::each_told(
            &self.args.walk,
            self.args.walk.files(&self.paths),
            records,
            !self.args.no_messages,
            room,
            one,
        );
        let done = done.exit;
        let unsure = guess::unsure(self.unsure.load(Ordering::Relaxed));
        let tells = self.options.show != Show::Nothing && !self.args.no_messages;
        if let Some(words) = unsure.filter(|_| tells) {
            terminal::write_error(&format!("utf: {words}\n"));
        }
        let totals = *self.totals();
        let exit = match done {
            // As POSIX requires of `grep -q`: if a match was found, an error does not change the
            // exit status.
            Exit::Failure if self.options.show == Show::Nothing && totals.files_found > 0 => {
                Exit::Well
            }
            Exit::Failure => done,
            _ if totals.files_found > 0 => Exit::Well,
            // The files that were not searched may contain matches.
            Exit::Unread => done,
            _ => Exit::Found,
        };
        let totals =
            Totals { failures: totals.failures.max(u64::from(done == Exit::Failure)), ..totals };
        match self.options.json.then(|| summary(totals)) {
            Some(Err(error)) => terminal::output_failed(&error, exit),
            _ => exit,
        }
    }

    fn totals(&self) -> MutexGuard<'_, Totals> {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn found(
        &self,
        found: &input::files::FoundFile,
        room: &mut [u8],
        out: Out<'_, '_>,
    ) -> Result<Exit, Problem> {
        let searched = self.search(found, room, out);
        self.progress.counters().file();
        match searched {
            Ok(None) => {
                self.totals().binary += 1;
                Ok(Exit::Well)
            }
            Ok(Some(found)) => {
                let mut totals = self.totals();
                totals.files += 1;
                totals.files_found += u64::from(found.lines > 0);
                totals.lines += found.lines;
                totals.matches += found.matches;
                Ok(Exit::Well)
            }
            Err(Failure::Problem(problem)) => {
                self.totals().failures += 1;
                Err(problem)
            }
            Err(Failure::OutputClosed) => Ok(Exit::Well),
        }
    }

    /// Reports that the file `name` was read as UTF-8 but looks like UTF-16 or UTF-32.
    fn report_utf16(&self, name: &str, sample: &Sample, words: &str, out: Out<'_, '_>) {
        if self.options.show == Show::Nothing || self.source.from() != encoding::From::Auto {
            return;
        }
        if let Some(looks_like) = sample.unsigned_utf16(Encoding::Utf8) {
            out.note(Message::Told(format!(
                "utf: {name}: {words}many NULs, so it may be {looks_like} without a BOM (try `-f {looks_like}`)\n"
            )));
        }
    }

    /// Opens a file. Returns `None` if it was found in a directory and is not text.
    fn open(
        &self,
        found: &input::files::FoundFile,
        out: Out<'_, '_>,
    ) -> Result<Option<Opened>, Problem> {
        if matches!(self.task, Task::Forms { .. }) {
            return self.source.open(&found.operand).map(Some);
        }
        let opened = self.source.look(found, !found.walked || self.args.text)?;
        if opened.is_none() {
            let (name, file) = (found.operand.name(), found.operand.open_file()?);
            let (_, bytes) = Head::peek(&file).map_err(|error| Problem::with(&name, &error))?;
            // Detection is not reliable for so few bytes.
            if bytes.len() < SHORT {
                let mut sample = Sample::default();
                sample.push(&bytes);
                self.report_utf16(&name, &sample, "not searched: ", out);
            }
        }
        Ok(opened)
    }

    /// Searches one file, and writes the results to `out`. Returns `None` if the file was found in
    /// a directory and is not text.
    ///
    /// Several threads can do this at once. `head` is a buffer for a block.
    fn search(
        &self,
        found: &input::files::FoundFile,
        head: &mut [u8],
        out: Out<'_, '_>,
    ) -> Result<Option<Matches>, Failure> {
        let operand = &found.operand;
        let name = operand.name();
        let problem = |error: io::Error| Failure::Problem(Problem::with(&name, &error));
        let opened = self.open(found, out).map_err(Failure::Problem)?;
        let Some(Opened { mut file, from, message, is_unsure, .. }) = opened else {
            return Ok(None);
        };
        let live = !found.regular && !Facts::of(&file).map_err(problem)?.is_file();
        if self.options.show != Show::Nothing {
            message.into_iter().for_each(|words| out.note(Message::Told(words)));
        }
        // Only a regular file has a position.
        let start = file.stream_position().unwrap_or(0);
        let mut file = CountingSource { source: file, counters: self.progress.counters() };
        let wanted = from == encoding::From::Auto;
        let mut len = reading::read_head(&mut file, head, wanted).map_err(problem)?;
        let stopped = |stop| match stop {
            Stop::Input(error) => problem(error),
            Stop::Output => Failure::OutputClosed,
        };
        let plan = match &self.task {
            Task::Text(plan) => plan,
            Task::Forms { forms, text } => {
                let mut printer =
                    Printer::new(&mut *out, self.options, operand.path(), Encoding::Utf8, live);
                forms
                    .search(&head[..len], &mut file, |encoding, offset, length| {
                        printer.form(encoding, offset, length, text)
                    })
                    .map_err(stopped)?;
                printer.finish().map_err(|_| Failure::OutputClosed)?;
                return Ok(Some(printer.found));
            }
        };
        let unproven = self.reach != Reach::Ascii && from == encoding::From::Auto;
        let regular = file.source.regular().map(|file| (file, start));
        let guess = match self.reach {
            Reach::Any | Reach::Named if is_unsure => Guess::Unsure,
            _ if unproven => guess::look(&head[..len], regular),
            _ => Guess::Utf8,
        };
        let named = self.source.shown(operand.path());
        let message = guess.message(named).filter(|_| self.options.show != Show::Nothing);
        let message = message.map(|words| Message::Told(format!("utf: {name}: {words}\n")));
        // Most patterns can match text beyond ASCII without being meant to. Then only files that
        // matter are reported.
        let (message, if_found) = match (self.reach, &guess) {
            (Reach::Any, Guess::Sure(..)) => (None, message),
            (_, Guess::Unsure) if found.walked => {
                self.unsure.fetch_add(1, Ordering::Relaxed);
                (None, None)
            }
            _ => (message, None),
        };
        message.into_iter().for_each(|message| out.note(message));
        let label = guess.label().unwrap_or_else(|| from.of(&head[..len]));
        let mut last = len == 0;
        let layout = loop {
            if let Some(layout) = Layout::of(label, &head[..len], last) {
                break layout;
            }
            let more = reading::read_some(&mut file, &mut head[len..]).map_err(problem)?;
            (len, last) = (len + more, more == 0);
        };
        let seen = Head { len, ended: last };
        // In an encoding with units of a byte, lines of UTF-16 are not fit to print.
        let is_binary = seen.content(head, label.encoding()) == Content::Binary
            || content::wide_bom(&head[..len], label.encoding()).is_some();
        let binary = is_binary && !self.args.text;
        let options = if binary { self.options.of_binary() } else { self.options };
        let mut printer = Printer::new(&mut *out, options, operand.path(), label.encoding(), live);
        let regular = file.source.regular();
        let in_tail = regular.and_then(|file| guess::in_tail(&head[..len], file, named));
        let text = Text { file: &mut file, start, head: &head[..len], layout };
        let Cut { searched, left_out } = self.text(plan, text, &mut printer).map_err(stopped)?;
        printer.finish().map_err(|_| Failure::OutputClosed)?;
        let (found, shown) = (printer.found, printer.parts);
        if_found.into_iter().filter(|_| found.lines > 0).for_each(|message| out.note(message));
        if binary && found.lines == 0 && self.options.show != Show::Nothing {
            let words = guess::in_binary(&head[..len], named);
            words
                .into_iter()
                .for_each(|words| out.note(Message::Told(format!("utf: {name}: {words}\n"))));
        }
        self.report_cut(&name, searched, shown, left_out, out);
        if let Some(hint) = diagnose::hint::misread_head(label, &head[..len])
            && self.options.show != Show::Nothing
        {
            let hint = words::hint(&hint);
            out.note(Message::Told(format!("utf: {name}: {hint}\n")));
        }
        if let Some(words) = in_tail.filter(|_| self.options.show != Show::Nothing) {
            out.note(Message::Told(format!("utf: {name}: {words}\n")));
        }
        if layout.is_utf8() && layout.start() == 0 {
            let mut sample = Sample::default();
            sample.push(&head[..len]);
            self.report_utf16(&name, &sample, "", out);
        }
        Ok(Some(found))
    }

    /// Reports long lines of `name` that were searched or shown in pieces, and the bytes that were
    /// left out.
    fn report_cut(&self, name: &str, searched: bool, shown: bool, left_out: u64, out: Out<'_, '_>) {
        let words = match (searched, shown) {
            (true, true) => Some("searched and shown in pieces"),
            (true, false) => Some("searched in pieces"),
            (false, true) => Some("shown in pieces"),
            (false, false) => None,
        };
        if let Some(words) = words.filter(|_| self.options.show != Show::Nothing) {
            let words = format!("a line longer than 1 MiB was {words}");
            out.note(Message::Told(format!("utf: {name}: {words}\n")));
        }
        if left_out > 0 {
            let bytes = counted(left_out, "byte");
            let words =
                format!("not shown: {bytes} of lines longer than 1 MiB, which could not be kept");
            out.note(Message::Problem(Problem::new(format!("{name}: {words}"))));
        }
    }

    /// Searches `text`, and passes the lines to `printer`. Returns what happened to long lines.
    fn text(
        &self,
        plan: &Plan,
        text: Text<'_>,
        printer: &mut Printer<'_, '_>,
    ) -> Result<Cut, Stop> {
        let Text { file, start, head, layout } = text;
        let Some((window, matcher, feed)) = plan.begin(layout) else { return Ok(Cut::default()) };
        if self.options.most == 0 {
            return Ok(Cut::default());
        }
        let spread = ChunkedSearch::of(&file.source, start, &window, &matcher, &feed, layout);
        let mut scan = Scan::new(start, window.another(), &matcher, &feed, self.options.select);
        // With one thread, chunks are slower than the plain search.
        let spread = spread.filter(|_| self.spare.has_any() && self.options.select.is_plain());
        match spread {
            Some(spread) => {
                let counters = file.counters;
                let done = spread.run(&self.spare, counters, &mut scan, printer);
                let done = done.map_err(|_| Stop::Output)?;
                let Some(offset) = done else { return Ok(Cut::default()) };
                file.source.seek(SeekFrom::Start(start + offset)).map_err(Stop::Input)?;
            }
            None => scan.push(&head[layout.start()..]),
        }
        scan.run(file, printer)?;
        Ok(Cut { searched: scan.cut, left_out: scan.left_out })
    }
}

/// The treatment of long lines.
#[derive(Clone, Copy, Debug, Default)]
struct Cut {
    /// Whether a line was searched in pieces although that may change the matches.
    searched: bool,
    /// The number of bytes of shown lines that were left out.
    left_out: u64,
}

/// A text to search.
struct Text<'f> {
    file: &'f mut CountingSource<'f, File>,
    /// The start of the text in the file.
    start: u64,
    /// The bytes of the text that were already read.
    head: &'f [u8],
    layout: Layout,
}

/// Prints the last line of a JSON report.
fn summary(totals: Totals) -> io::Result<()> {
    let mut out = terminal::output()?;
    json_line::write_line(&mut out, &SummaryLine { r#type: "summary", totals })?;
    out.flush()
}
