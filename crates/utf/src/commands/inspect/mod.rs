//! `utf inspect`: shows bytes with their roles, and a character in every encoding.

mod human;
mod json;
mod place;
mod render;
mod target;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use human::Human;
use inspect::Forms;
use json::Json;
use place::{Span, Stream};
use render::Render;
use target::{LineColumn, Target};
use utfkit::Encoding;
use utfkit_text::{
    inspect,
    streams::What,
    unicode::{names, printable},
};

use crate::{
    args::{encoding, size::Size},
    input::{operand::Operand, stream::DecompressArgs},
    process::{exit::Exit, problem::Problem, shell::Shown, terminal},
    reading::sample,
    system::facts::Facts,
};

/// Show bytes with their bits, and characters in every encoding
///
/// For a file, prints a table: each byte with its offset, its bits, its role, and its character or
/// error. The bits of the code point follow a `_`. For a code point, such as U+1F600 or 0x1F600,
/// prints its bytes in every encoding. For FILE@OFFSET or FILE:LINE:COLUMN, prints both: the bytes
/// around that place, and the character there.
///
/// Exit status: 0 if all is well-formed, 1 if something that was shown is not, 2 if a file could
/// not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of the input; `auto` uses the BOM, or UTF-8 if there is none
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    #[command(flatten)]
    decompress: DecompressArgs,
    /// Inspect bytes in hexadecimal, such as `f0 9f 98 80`
    #[arg(long, value_name = "BYTES", value_parser = hex_bytes)]
    hex: Vec<HexBytes>,
    /// Inspect each character of TEXT
    #[arg(long, value_name = "TEXT")]
    text: Vec<String>,
    /// Inspect the character with this Unicode name
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Begin with the character at byte N; a negative N counts from the end. K, M and G are 1024,
    /// 1024² and 1024³; kB, MB and GB are powers of 1000
    #[arg(short, long, value_name = "N", value_parser = Size::parse, allow_hyphen_values = true, conflicts_with_all = GIVEN)]
    skip: Option<Size>,
    /// Show at most N bytes, and the rest of the last character
    #[arg(short = 'n', long, value_name = "N", value_parser = Size::positive, conflicts_with_all = GIVEN)]
    length: Option<u64>,
    /// Format of the output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// Files, FILE@OFFSET, FILE:LINE:COLUMN, or code points such as U+1F600; `-` or nothing is standard
    /// input
    #[arg(value_name = "WHAT")]
    what: Vec<PathBuf>,
}

/// The options for input that is not a file, and that is always inspected completely.
const GIVEN: [&str; 3] = ["hex", "text", "name"];

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables
    Human,
    /// One JSON object per line
    Json,
}

/// Bytes that were given in hexadecimal.
#[derive(Clone, Debug)]
struct HexBytes(Vec<u8>);

fn hex_bytes(text: &str) -> Result<HexBytes, String> {
    target::hexadecimal(text).map(HexBytes)
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    let from = match encoding::From::parse("-f", &args.from, args.labels.label_set) {
        Ok(from) => from,
        Err(problem) => return problem.report(),
    };
    let render = match args.render() {
        Ok(render) => render,
        Err(error) => return terminal::output_failed(&error, Exit::Well),
    };
    let mut inspection = Inspection { args, from, render, shown: 0, exit: Exit::Well };
    match inspection.all().and_then(|()| inspection.render.flush()) {
        Ok(()) => inspection.exit,
        Err(error) => terminal::report_failed(&error, inspection.exit),
    }
}

impl Args {
    fn render(&self) -> io::Result<Box<dyn Render>> {
        let out = terminal::output()?;
        Ok(match self.format {
            Format::Human => Box::new(Human::new(out, terminal::colours(false))),
            Format::Json => Box::new(Json::new(out)),
        })
    }
}

/// The number of bytes that are shown before and after a requested offset.
const AROUND: u64 = 16;

/// The part of a stream that was shown.
struct Seen {
    /// The cell at the requested offset.
    found: Option<What>,
    /// The offset of the first error, if the text was read as UTF-8.
    wrong: Option<u64>,
    cells: u64,
}

/// A run of the command. Its errors are those of writing.
struct Inspection {
    args: Args,
    from: encoding::From,
    render: Box<dyn Render>,
    /// The number of things that were shown.
    shown: usize,
    exit: Exit,
}

impl Inspection {
    fn all(&mut self) -> io::Result<()> {
        for HexBytes(bytes) in std::mem::take(&mut self.args.hex) {
            self.bytes(&bytes)?;
        }
        for text in std::mem::take(&mut self.args.text) {
            text.chars().try_for_each(|character| self.point(character.into()))?;
        }
        for name in std::mem::take(&mut self.args.name) {
            match names::character(&name) {
                Some(character) => self.point(character.into())?,
                None => {
                    let words = format!("--name: no character is named {}", printable::line(&name));
                    self.problem(&Problem::new(words))?;
                }
            }
        }
        let mut what = std::mem::take(&mut self.args.what);
        if what.is_empty() && self.shown == 0 && self.exit == Exit::Well {
            what.push("-".into());
        }
        let several = what.len() > 1;
        what.iter().try_for_each(|operand| self.operand(operand, several))
    }

    fn operand(&mut self, operand: &Path, several: bool) -> io::Result<()> {
        let target = match Target::of(operand) {
            Ok(target) => target,
            Err(problem) => return self.problem(&problem),
        };
        let (operand, at) = match target {
            Target::Point(value) => return self.point(value),
            Target::File(operand) => (operand, None),
            Target::At(operand, at) => (operand, Some(at)),
            Target::In(operand, place) => match self.offset(&operand, place) {
                Ok(at) => (operand, Some(at)),
                Err(problem) => return self.problem(&problem),
            },
        };
        let opened =
            operand.open_text(self.args.decompress).map_err(|problem| {
                match target::meant(operand.path()) {
                    Some(hint) => problem.hint(hint),
                    None => problem,
                }
            });
        let file = opened.and_then(|file| {
            let span = self.span(&file, at);
            span.map(|span| (file, span))
                .map_err(|words| Problem::new(format!("{}: {words}", operand.name())))
        });
        let (mut file, span) = match file {
            Ok(opened) => opened,
            Err(problem) => return self.problem(&problem),
        };
        self.begin(operand.path(), several)?;
        let read = self.stream(operand.path(), &mut file, span, at)?;
        if let Ok(Seen { wrong: Some(offset), .. }) = read {
            self.looks(&operand, offset)?;
        }
        match read {
            Ok(Seen { found: Some(found), .. }) => self.found(found),
            Ok(Seen { found: None, cells, .. })
                if at.is_some() || (cells == 0 && span.start > 0) =>
            {
                let words = format!("{}: ends before this offset", operand.name());
                self.problem(&Problem::new(words))
            }
            Ok(_) => Ok(()),
            Err(error) => self.problem(&Problem::with(&operand.name(), &error)),
        }
    }

    /// Returns the offset of a line and column of `operand`.
    fn offset(&self, operand: &Operand, place: LineColumn) -> Result<u64, Problem> {
        let mut file = operand.open_text(self.args.decompress)?;
        let found = place::offset(&mut file, self.from, place);
        let LineColumn { line, column } = place;
        found.map_err(|error| Problem::with(&operand.name(), &error))?.ok_or_else(|| {
            Problem::new(format!("{}: has no column {column} in line {line}", operand.name()))
        })
    }

    /// Reports what `operand` looks like, which has an error at `offset`, unless `-f` names its
    /// encoding.
    fn looks(&mut self, operand: &Operand, offset: u64) -> io::Result<()> {
        let Operand::Path(path) = operand else { return Ok(()) };
        if self.from != encoding::From::Auto || self.args.decompress.decompress {
            return Ok(());
        }
        let Some(looks) = sample::looks(path, offset) else { return Ok(()) };
        self.render.flush()?;
        let (name, sentence) = (operand.name(), looks.sentence(Shown::new(path)));
        terminal::write_error(&format!("utf: {name}: {sentence}\n"));
        Ok(())
    }

    /// Returns the range of bytes of `file` to show.
    fn span(&self, file: &File, at: Option<u64>) -> Result<Span, String> {
        let Args { skip, length, .. } = self.args;
        let start = match (at, skip) {
            (Some(_), Some(_)) => {
                return Err("--skip cannot be used with a place of a file".to_owned());
            }
            (Some(at), None) => {
                let around = length.map_or(AROUND, |length| length / 2);
                return Ok(Span {
                    start: at.saturating_sub(around),
                    end: at.saturating_add(around.max(1)),
                });
            }
            (None, None) => 0,
            (None, Some(Size { bytes, negative: false })) => bytes,
            (None, Some(Size { bytes, negative: true })) => match Facts::of(file) {
                Ok(found) if found.is_file() => found.len().saturating_sub(bytes),
                _ => return Err("a negative --skip needs a regular file".to_owned()),
            },
        };
        Ok(Span { start, end: length.map_or(u64::MAX, |length| start.saturating_add(length)) })
    }

    /// Shows the bytes of `span`. Returns the cell at `at`, if there is one, and the number of
    /// cells shown. A failure to read is the inner error.
    fn stream(
        &mut self,
        path: &Path,
        stream: &mut dyn Stream,
        span: Span,
        at: Option<u64>,
    ) -> io::Result<io::Result<Seen>> {
        let mut seen = Seen { found: None, wrong: None, cells: 0 };
        let (mut failed, mut is_wrong) = (None, false);
        let read = place::cells(stream, self.from, span, &mut |reading, cell| {
            let marked = at.is_some_and(|at| (cell.offset..cell.end()).contains(&at));
            if marked {
                seen.found = Some(cell.what);
            }
            seen.cells += 1;
            if matches!(cell.what, What::IllFormed(_)) {
                is_wrong = true;
                if reading.encoding == Encoding::Utf8 {
                    seen.wrong.get_or_insert(cell.offset);
                }
            }
            let shown = self.render.cell(path, reading, cell, marked);
            failed = shown.as_ref().err().map(|error| io::Error::from(error.kind()));
            shown
        });
        if is_wrong {
            self.exit = self.exit.max(Exit::Found);
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(read.map(|_| seen)),
        }
    }

    /// Shows the given bytes, and all forms of the character if they are a single one.
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let path = Path::new("<hex>");
        self.begin(path, false)?;
        let (mut only, mut number) = (None, 0);
        let span = Span { start: 0, end: u64::MAX };
        // Reading from memory cannot fail.
        let _ = place::cells(&mut &bytes[..], self.from, span, &mut |_, cell| {
            only = Some(cell.what);
            number += 1;
            Ok(())
        });
        let _ = self.stream(path, &mut &bytes[..], span, None)?;
        match only.filter(|_| number == 1) {
            Some(what) => self.found(what),
            None => Ok(()),
        }
    }

    /// Shows all forms of a character that was found among bytes.
    fn found(&mut self, what: What) -> io::Result<()> {
        let value = match what {
            What::Value(value) => Some(value),
            What::IllFormed(finding) => finding.means(),
            What::Bom | What::Shift => None,
        };
        value.map_or(Ok(()), |value| self.point(value))
    }

    fn point(&mut self, value: u32) -> io::Result<()> {
        self.begin(Path::new("-"), false)?;
        self.render.forms(&Forms::of(value))
    }

    fn begin(&mut self, path: &Path, several: bool) -> io::Result<()> {
        if self.shown > 0 {
            self.render.between()?;
        }
        self.shown += 1;
        self.render.begin(path, several)
    }

    /// Reports a problem, after the output so far.
    fn problem(&mut self, problem: &Problem) -> io::Result<()> {
        let flushed = self.render.flush();
        self.exit = self.exit.max(problem.report());
        flushed
    }
}
