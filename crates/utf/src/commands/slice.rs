//! `utf slice`: prints a part of a text.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use super::cutting;
use crate::{
    args::range::{Place, Range},
    input::operand::Operand,
    output::Output,
    process::{exit::Exit, problem::Problem},
    reading::source::SourceArgs,
};
use utfkit_text::streams::{CodePoints, Cutter, Edge, LinePart, Stop, Unit, Until, line_parts};

/// Print a part of a text by characters, lines or bytes
///
/// A range has one of two forms. With `-`, numbers count from one, like those of `cut` and `sed`:
/// `3-5` is the third to the fifth, `3-` is everything from the third on, and `-20` is the first 20.
/// With `..`, offsets count from zero, and the end is not included: `2..5` is the same as `3-5`. A
/// negative offset counts from the end: `-20..` is the last 20, and `..-20` is everything except the
/// last 20.
///
/// No character is divided, unless the text is ill-formed in its encoding, which is reported. The
/// part is in the encoding of the text, and ill-formed bytes stay unchanged. A range from the end
/// needs memory for its decoded characters; a file of more than 1 MiB is read twice instead.
///
/// Exit status: 0 if all is well, 1 if the text is ill-formed and is not cut by lines. If the reader
/// closes the output early, it is 141, as for `cat`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    part: Part,
    /// Print the part of each line, as `cut` does; with -c or -b
    ///
    /// The line ends stay. A range from the end needs memory for the longest line.
    #[arg(long, conflicts_with = "lines")]
    each_line: bool,
    #[command(flatten)]
    source: SourceArgs,
    /// Write to OUT instead of standard output
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
    /// The file; `-` or no PATH is standard input
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
}

/// The part to print.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Part {
    /// Print the characters in RANGE, such as `3-5` or `-20..`
    #[arg(short, long, value_name = "RANGE", allow_hyphen_values = true)]
    characters: Option<Range>,
    /// Print the lines in RANGE, such as `3-5` or `-20..`
    #[arg(short, long, value_name = "RANGE", allow_hyphen_values = true)]
    lines: Option<Range>,
    /// Print the bytes in RANGE, such as `..4K`. An offset inside a character counts as the start of
    /// that character. K, M and G are 1024, 1024² and 1024³
    #[arg(short = 'b', long, alias = "bytes", value_name = "RANGE", value_parser = Range::of_bytes, allow_hyphen_values = true)]
    bytes: Option<Range>,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    slice(args).unwrap_or_else(|problem| problem.report())
}

fn slice(args: &Args) -> Result<Exit, Problem> {
    let (mut range, unit) = args.part.wanted();
    let path = args.path.as_deref();
    let operand = path.map_or(Operand::StandardInput, Operand::from_path);
    let source = args.source.source()?;
    let mut text = source.text(&operand)?;
    cutting::allow(unit, text.encoding())?;
    if args.each_line {
        return each_line(text, range, unit, args, &operand);
    }
    if path.is_some_and(|path| holds_much(path, range, unit)) {
        match Cutter::new(text, unit).count() {
            Ok(total) => range = range.counted(total),
            Err(stop) => return Ok(cutting::report(&stop, &operand.name(), "")),
        }
        text = source.text_without_message(&operand)?;
    }
    let mut output = Output::open(args.output.as_deref())?;
    let name = output.name().to_owned();
    let mut text = Cutter::new(text, unit);
    let taken = take(&mut text, range, &mut output);
    let ended = match taken {
        Ok(()) => output.finish().map_err(Stop::Output),
        Err(stop) => output.abandon().map_err(Stop::Output).and(Err(stop)),
    };
    Ok(match ended {
        Ok(()) if unit == Unit::Lines => Exit::Well,
        Ok(()) => cutting::warn(text.first_finding(), &operand),
        Err(stop) => cutting::report(&stop, &operand.name(), &name),
    })
}

/// Prints `range` of each line of `text`.
fn each_line(
    text: CodePoints<'_>,
    range: Range,
    unit: Unit,
    args: &Args,
    operand: &Operand,
) -> Result<Exit, Problem> {
    let edge = |place| match place {
        Place::Behind(units) => Edge::After(units),
        Place::Before(units) => Edge::Before(units),
    };
    let (start, end) = (edge(range.start), range.end.map(edge));
    let part = LinePart { start, end, is_bytes: unit == Unit::Bytes };
    let mut output = Output::open(args.output.as_deref())?;
    let name = output.name().to_owned();
    let ended = match line_parts::cut(text, part, &mut |bytes| output.write(bytes)) {
        Ok(found) => output.finish().map_err(Stop::Output).map(|()| found),
        Err(stop) => output.abandon().map_err(Stop::Output).and(Err(stop)),
    };
    Ok(match ended {
        Ok(found) => cutting::warn(found, operand),
        Err(stop) => cutting::report(&stop, &operand.name(), &name),
    })
}

/// The maximum number of bytes to hold in memory for a range that counts from the end.
const HELD: u64 = 1 << 20;

/// Returns `true` if holding the end of the file at `path`, from which `range` counts, would take
/// much memory. Then the file is read twice. A single line may be as long as the file.
fn holds_much(path: &Path, range: Range, unit: Unit) -> bool {
    let units = match (range.start, range.end) {
        (Place::Before(units), _) | (_, Some(Place::Before(units))) => units,
        _ => return false,
    };
    let len = fs::metadata(path).ok().filter(Metadata::is_file).map_or(0, |file| file.len());
    len > HELD && (unit == Unit::Lines || units > HELD)
}

/// Writes the part `range` to `output`.
fn take(text: &mut Cutter<'_>, range: Range, output: &mut Output) -> Result<(), Stop> {
    let total = match range.start {
        Place::Behind(start) => {
            if !text.skip(start)? {
                return Ok(());
            }
            None
        }
        Place::Before(units) => Some(text.skip_to_last(units)?),
    };
    let mut bom = if text.at_start() { Vec::new() } else { text.bom().to_vec() };
    let until = match (range.end, total) {
        (None, _) => Until::End,
        (Some(Place::Behind(end)), _) => Until::Units(end),
        (Some(Place::Before(units)), Some(total)) => Until::Units(total.saturating_sub(units)),
        (Some(Place::Before(units)), None) => Until::Before(units),
    };
    text.take(until, &mut |bytes| {
        output.write(&std::mem::take(&mut bom))?;
        output.write(bytes)
    })?;
    Ok(())
}

impl Part {
    fn wanted(&self) -> (Range, Unit) {
        let units = [
            (self.characters, Unit::Characters),
            (self.lines, Unit::Lines),
            (self.bytes, Unit::Bytes),
        ];
        // The parser requires one of them.
        let whole = (Range { start: Place::Behind(0), end: None }, Unit::Bytes);
        units.into_iter().find_map(|(range, unit)| Some((range?, unit))).unwrap_or(whole)
    }
}
