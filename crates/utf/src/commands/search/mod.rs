//! `utf search`: where text is, in files of any encoding.

mod args;
mod equivalent;
mod forms;
mod literal;
mod matcher;
mod plan;
mod scan;
mod show;
mod window;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use serde::Serialize;
use utfkit::{Encoding, search::Layout};

use crate::{
    choice::{self, Candidates},
    diagnose::Sample,
    encoding,
    exit::Exit,
    input::{self, BLOCK, Head, Operand},
    render, terminal,
    trouble::Trouble,
};
pub use args::Args;
use forms::Forms;
use plan::Plan;
use scan::{Scan, Stop};
use show::{Found, How, Shower, What};

/// Searches the operands.
pub fn run(args: Args) -> Exit {
    let mut search = match Search::new(args) {
        Ok(search) => search,
        Err(trouble) => return trouble.report(),
    };
    let done = terminal::output().and_then(|mut out| search.operands(&mut out));
    match done {
        Ok(()) => search.exit(),
        Err(error) => terminal::output_failed(&error, search.exit()),
    }
}

/// What is done with each file.
enum Task {
    /// Its text is searched.
    Text(Plan),
    /// Its octets are searched for every form of a text.
    Forms { forms: Forms, text: String },
}

/// What was found in all files.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Totals {
    files: u64,
    files_found: u64,
    lines: u64,
    matches: u64,
    binary: u64,
    trouble: u64,
}

/// The last line of a report in JSON.
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
    from: encoding::From,
    candidates: Option<Candidates>,
    task: Task,
    how: How,
    totals: Totals,
}

/// Why a file was not searched to its end.
enum Failure {
    /// It could not be read.
    Trouble(Trouble),
    /// What was found could not be written.
    Output(io::Error),
}

impl Search {
    fn new(args: Args) -> Result<Self, Trouble> {
        let (patterns, paths) = args.split()?;
        let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
        let candidates = args.choice.candidates(from, args.labels.label_set)?;
        if candidates.as_ref().is_some_and(|candidates| candidates.by_line) {
            return Err(Trouble::new("--by-line: a file is searched in one encoding"));
        }
        let task = match &patterns[..] {
            [text] if args.any_form && text.is_empty() => {
                return Err(Trouble::new("--any-form: an empty text has no form"));
            }
            [text] if args.any_form => Task::Forms { forms: Forms::of(text), text: text.clone() },
            _ => Task::Text(Plan::new(&args, &patterns)?),
        };
        let how = args.how();
        Ok(Self { args, paths, from, candidates, task, how, totals: Totals::default() })
    }

    fn exit(&self) -> Exit {
        match self.totals {
            Totals { trouble: 1.., .. } => Exit::Trouble,
            Totals { files_found: 1.., .. } => Exit::Well,
            _ => Exit::Found,
        }
    }

    /// Searches all operands. Its errors are those of writing.
    fn operands(&mut self, out: &mut impl Write) -> io::Result<()> {
        let files = match self.args.walk.files(&self.paths) {
            Ok(files) => files,
            Err(trouble) => return self.trouble(&trouble, out),
        };
        self.how.names |= !files.is_single() && !self.args.no_filename;
        for found in files {
            match found {
                Ok(input::Found { operand, walked: true, .. }) if self.is_binary(&operand) => {
                    self.binary(operand, out)?;
                }
                Ok(input::Found { operand, .. }) => self.operand(&operand, out)?,
                Err(trouble) => self.trouble(&trouble, out)?,
            }
        }
        if self.how.json {
            render::write_line(out, &SummaryLine { r#type: "summary", totals: self.totals })?;
        }
        out.flush()
    }

    /// Says what went wrong, behind what was found before it.
    fn trouble(&mut self, trouble: &Trouble, out: &mut impl Write) -> io::Result<()> {
        self.totals.trouble += 1;
        let flushed = out.flush();
        trouble.report();
        flushed
    }

    /// Whether a file of a folder is no text as it is read. What cannot be read is told when it is searched.
    fn is_binary(&self, operand: &Operand) -> bool {
        let Ok(mut file) = operand.open_file() else { return false };
        let mut room = vec![0; BLOCK];
        Head::read_enough(&mut file, &mut room)
            .is_ok_and(|head| head.is_binary(&room, self.from.of(&room[..head.len]).encoding()))
    }

    /// A file of a folder that is no text as it is read.
    fn binary(&mut self, operand: Operand, out: &mut impl Write) -> io::Result<()> {
        if self.args.text || matches!(self.task, Task::Forms { .. }) {
            return self.operand(&operand, out);
        }
        self.totals.binary += 1;
        let mut sample = Sample::default();
        if let Ok(mut file) = operand.open_file() {
            let mut head = [0; 4096];
            let len = input::read_some(&mut file, &mut head).unwrap_or(0);
            sample.push(&head[..len]);
        }
        self.tell(&operand.name(), &sample, "not searched: ");
        Ok(())
    }

    /// Says of a file that was read as UTF-8 what it looks like, if that is something else.
    fn tell(&self, name: &str, sample: &Sample, words: &str) {
        if self.how.what == What::Nothing || self.from != encoding::From::Auto {
            return;
        }
        if let Some(looks_like) = sample.unsigned_utf16(Encoding::Utf8) {
            terminal::write_error(&format!(
                "utf: {name}: {words}many NULs, {looks_like} without a signature? (try `-f {looks_like}`)\n"
            ));
        }
    }

    fn operand(&mut self, operand: &Operand, out: &mut impl Write) -> io::Result<()> {
        match self.search(operand, out) {
            Ok(found) => {
                self.totals.files += 1;
                self.totals.files_found += u64::from(found.lines > 0);
                self.totals.lines += found.lines;
                self.totals.matches += found.matches;
                Ok(())
            }
            Err(Failure::Trouble(trouble)) => self.trouble(&trouble, out),
            Err(Failure::Output(error)) => Err(error),
        }
    }

    /// Searches one file and shows in `out` what is found. Nothing is changed, so that several can be at work.
    fn search(&self, operand: &Operand, out: &mut impl Write) -> Result<Found, Failure> {
        let name = operand.name();
        let trouble = |error: io::Error| Failure::Trouble(Trouble::with(&name, &error));
        let mut file = operand.open_file().map_err(Failure::Trouble)?;
        let live = !file.metadata().map_err(trouble)?.is_file();
        let mut from = self.from;
        if let Some(candidates) = &self.candidates {
            let chosen = candidates.choose(file, None).map_err(trouble)?;
            if self.how.what != What::Nothing {
                choice::tell(&name, chosen.label.encoding());
            }
            (file, from) = (chosen.file, encoding::From::Known(chosen.label));
        }
        let mut head = vec![0; BLOCK];
        let wanted = from == encoding::From::Auto;
        let mut len = input::read_head(&mut file, &mut head, wanted).map_err(trouble)?;
        let stopped = |stop| match stop {
            Stop::Input(error) => trouble(error),
            Stop::Output(error) => Failure::Output(error),
        };
        let plan = match &self.task {
            Task::Text(plan) => plan,
            Task::Forms { forms, text } => {
                let mut shower = Shower::new(out, self.how, operand.path(), Encoding::Utf8, live);
                forms
                    .search(&head[..len], &mut file, |encoding, offset, length| {
                        shower.form(encoding, offset, length, text)
                    })
                    .map_err(stopped)?;
                shower.finish().map_err(Failure::Output)?;
                return Ok(shower.found);
            }
        };
        let label = from.of(&head[..len]);
        let mut last = len == 0;
        let layout = loop {
            if let Some(layout) = Layout::of(label, &head[..len], last) {
                break layout;
            }
            let more = input::read_some(&mut file, &mut head[len..]).map_err(trouble)?;
            (len, last) = (len + more, more == 0);
        };
        let Some((window, matcher, feed)) = plan.begin(layout, &head[..len]) else {
            return Ok(Found::default());
        };
        let mut shower = Shower::new(out, self.how, operand.path(), label.encoding(), live);
        let mut scan = Scan::new(window, matcher, feed);
        scan.run(&mut file, &mut shower).map_err(stopped)?;
        shower.finish().map_err(Failure::Output)?;
        let found = shower.found;
        if scan.cut && self.how.what != What::Nothing {
            let words = "a line of more than a mebibyte was searched in pieces";
            terminal::write_error(&format!("utf: {name}: {words}\n"));
        }
        if layout.is_utf8() && layout.start() == 0 {
            let mut sample = Sample::default();
            sample.push(&head[..len]);
            self.tell(&name, &sample, "");
        }
        Ok(found)
    }
}
