//! `utf count`: counts lines, characters and bytes.

mod tally;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use clap::ValueEnum;
use serde::Serialize;

use utfkit::Encoding;

use super::{
    cutting,
    each_file::{self, Message},
};
use crate::{
    args::reading::ReadingArgs,
    input::{files::FoundFile, operand::Operand, walk::args::WalkArgs},
    process::{exit::Exit, json_line, names, problem::Problem, terminal},
    reading::events::{Reader, Room},
    reading::source::{Source, SourceArgs},
    report::{self, records::Records},
    threads::{idle::Spare, outbox::Hand},
};
use tally::Tally;

/// Count lines, characters and bytes of text in any encoding
///
/// Without options, prints lines, characters and bytes, as `wc` does. BOMs and ill-formed bytes do
/// not count as characters; ill-formed bytes are reported on standard error. A file that looks like
/// UTF-16 or UTF-32 without a BOM, and like nothing else, is read as such, with a message.
///
/// Exit status: 0 if all text is well-formed, 1 if some is not, 2 if a file could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Line feeds
    #[arg(short, long)]
    lines: bool,
    /// Characters (code points)
    #[arg(short = 'm', long, alias = "chars")]
    characters: bool,
    /// Characters as people see them: extended grapheme clusters
    #[arg(long)]
    graphemes: bool,
    /// Bytes of the file
    #[arg(short = 'c', long, alias = "bytes")]
    bytes: bool,
    /// Code units in the encoding of the file
    #[arg(short, long)]
    units: bool,
    /// Bytes that the text needs in UTF-8
    #[arg(long)]
    utf8: bool,
    /// Code units that the text needs in UTF-16
    #[arg(long)]
    utf16: bool,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    walk: WalkArgs,
    /// Files and directories; `-` or no PATH is standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns: lines, characters, graphemes, bytes, units, UTF-8, UTF-16
    Human,
    /// One JSON object per line
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let source = match args.source.source() {
        Ok(source) => source,
        Err(problem) => return problem.report(),
    };
    let helpers = if args.walk.is_single(&args.paths) { args.walk.threads() - 1 } else { 0 };
    let run = Run { args, source, spare: Spare::new(helpers), all: Mutex::default() };
    let one = |found: &FoundFile, room: &mut Room, hand: &mut Hand<'_, Message>| {
        run.file(found, room, hand)
    };
    let records = (args.format == Format::Json).then(Records::standard).transpose();
    let records = match records {
        Ok(records) => records,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let exit = each_file::each(&args.walk, &args.paths, records, false, Room::new, one).exit;
    let all = run.all.lock().unwrap_or_else(PoisonError::into_inner);
    if all.binary > 0 {
        let files = names::counted(all.binary, "binary file");
        terminal::write_error(&format!("utf: {files} not counted\n"));
    }
    if all.files <= 1 {
        return exit;
    }
    let written = terminal::output().and_then(|mut out| {
        run.report(&mut out, None, all.files, &all.tally)?;
        out.flush()
    });
    match written {
        Ok(()) => exit,
        Err(error) => terminal::output_failed(&error, exit),
    }
}

/// A run of the command.
struct Run<'a> {
    args: &'a Args,
    source: Source,
    /// Threads that help with a large file.
    spare: Spare,
    all: Mutex<All>,
}

/// The totals of all files.
#[derive(Default)]
struct All {
    files: u64,
    /// The number of binary files that walks found.
    binary: u64,
    tally: Tally,
}

impl Run<'_> {
    /// Counts a file, and reports the counts.
    fn file(
        &self,
        found: &FoundFile,
        room: &mut Room,
        hand: &mut Hand<'_, Message>,
    ) -> Result<Exit, Problem> {
        let tally = self.count(found, room, hand)?;
        let all = || self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(tally) = tally else {
            all().binary += 1;
            return Ok(Exit::Well);
        };
        {
            let mut all = all();
            all.files += 1;
            all.tally.add(&tally);
        }
        let mut exit = Exit::Well;
        if tally.ill_formed > 0 {
            let name = found.operand.name();
            let subparts = names::counted(tally.ill_formed, "ill-formed maximal subpart");
            let hint = tally.hint().or_else(|| self.looks(&found.operand, &tally));
            let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
            hand.note(Message::Told(format!(
                "utf: {name}: {subparts} not counted as characters{hint}\n"
            )));
            exit = Exit::Found;
        }
        // If the report fails, its reader is gone, which the pool already knows.
        let _ = self.report(hand, Some(&found.operand), 1, &tally);
        Ok(exit)
    }

    /// Returns what `operand` looks like, which was read as UTF-8 and has errors.
    fn looks(&self, operand: &Operand, tally: &Tally) -> Option<String> {
        let is_assumed = self.source.from().label().is_none() && !self.source.decompresses();
        let first = tally.first.filter(|_| is_assumed && tally.encoding == Some(Encoding::Utf8))?;
        let looks = cutting::looks(operand, first.offset())?;
        Some(looks.with_option(self.source.shown(operand.path())))
    }

    /// Counts a file. Returns `None` if a walk found it and it is binary.
    fn count(
        &self,
        found: &FoundFile,
        room: &mut Room,
        hand: &mut Hand<'_, Message>,
    ) -> Result<Option<Tally>, Problem> {
        let operand = &found.operand;
        let Some(mut opened) = self.source.look(found, !found.walked)? else { return Ok(None) };
        opened.message.take().into_iter().for_each(|words| hand.note(Message::Told(words)));
        let mut tally = Tally::new(self.args.graphemes);
        let reader = Reader {
            from: opened.from,
            reading: ReadingArgs::default(),
            by_line: None,
            receiver: None,
            spare: &self.spare,
        };
        let read = reader.begin(&mut opened.file, room, false);
        let read = read.and_then(|head| reader.read(&mut opened.file, head, room, &mut tally));
        read.map_err(|error| Problem::with(&operand.name(), &error))?;
        tally.finish();
        Ok(Some(tally))
    }

    /// Reports the counts of `operand`, or the totals of `files` files.
    fn report(
        &self,
        out: &mut impl Write,
        operand: Option<&Operand>,
        files: u64,
        tally: &Tally,
    ) -> io::Result<()> {
        match self.args.format {
            Format::Human => self.columns(out, operand, tally),
            Format::Json => json_line::write_line(out, &JsonLine::of(operand, files, tally)),
        }
    }

    fn columns(
        &self,
        out: &mut impl Write,
        operand: Option<&Operand>,
        tally: &Tally,
    ) -> io::Result<()> {
        let wanted = self.args.wanted(tally);
        let numbers: Vec<_> = wanted.iter().map(|number| format!("{number:>9}")).collect();
        let numbers = match wanted.len() {
            1 => numbers.concat().trim_start().to_owned(),
            _ => numbers.join(" "),
        };
        match operand {
            Some(Operand::StandardInput) => writeln!(out, "{numbers}"),
            Some(operand) => writeln!(out, "{numbers} {}", names::path(operand.path())),
            None => writeln!(out, "{numbers} total"),
        }
    }
}

impl Args {
    /// Returns the numbers that were requested, in the order of the columns.
    fn wanted(&self, tally: &Tally) -> Vec<u64> {
        let columns = [
            (self.lines, tally.lines),
            (self.characters, tally.characters),
            (self.graphemes, tally.graphemes),
            (self.bytes, tally.bytes),
            (self.units, tally.units),
            (self.utf8, tally.utf8),
            (self.utf16, tally.utf16),
        ];
        let wanted: Vec<_> =
            columns.iter().filter(|(is, _)| *is).map(|(_, number)| *number).collect();
        if wanted.is_empty() { vec![tally.lines, tally.characters, tally.bytes] } else { wanted }
    }
}

/// A line of JSON. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct JsonLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: Option<report::json::FileName<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<u64>,
    lines: u64,
    characters: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    graphemes: Option<u64>,
    bytes: u64,
    units: u64,
    utf8: u64,
    utf16: u64,
    ill_formed: u64,
}

impl<'a> JsonLine<'a> {
    fn of(operand: Option<&'a Operand>, files: u64, tally: &Tally) -> Self {
        Self {
            r#type: if operand.is_some() { "count" } else { "total" },
            file: operand.map(|operand| report::json::FileName::of(operand.path())),
            encoding: operand.and(tally.encoding).map(|encoding| encoding.name()),
            files: operand.is_none().then_some(files),
            lines: tally.lines,
            characters: tally.characters,
            graphemes: tally.counts_graphemes().then_some(tally.graphemes),
            bytes: tally.bytes,
            units: tally.units,
            utf8: tally.utf8,
            utf16: tally.utf16,
            ill_formed: tally.ill_formed,
        }
    }
}
