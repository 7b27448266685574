//! `utf cmp`: compares the text of two files, which may be in different encodings.

mod report;

use std::path::PathBuf;

use clap::ValueEnum;

use crate::{
    args::values::forms,
    input::operand::Operand,
    process::{exit::Exit, problem::Problem, terminal},
    reading::source::{Source, SourceArgs},
};
use utfkit_text::search::{Comparison, Side};
use utfkit_text::transform::Form;

/// Compare the text of two files in any encodings
///
/// Compares characters, not bytes, so the files may be in different encodings. Prints the first
/// difference, and which file comes first in the order of code points. A BOM is not part of the
/// text. Ill-formed bytes are equal only to the same bytes.
///
/// Exit status: 0 if the texts are equal, 1 if they differ, 2 if a file could not be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Encoding of the second file, if it is not that of -f
    #[arg(long, value_name = "ENC")]
    from_second: Option<String>,
    /// Treat equivalent spellings as equal: normalize both texts to FORM [default: nfc]
    #[arg(long, value_name = "FORM", value_parser = forms(), num_args = 0..=1, default_missing_value = "nfc", require_equals = true)]
    normalize: Option<Form>,
    /// Print nothing; only set the exit status
    #[arg(short, long, short_alias = 's', alias = "silent")]
    quiet: bool,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
    /// The first file; `-` is standard input
    first: PathBuf,
    /// The second file; `-` is standard input
    second: PathBuf,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text, if the files differ
    Human,
    /// A JSON object
    Json,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    compare(args).unwrap_or_else(|problem| problem.report())
}

fn compare(args: &Args) -> Result<Exit, Problem> {
    let [first, second] = [&args.first, &args.second].map(|path| Operand::from_path(path));
    if first == Operand::StandardInput && second == first {
        return Err(Problem::new("standard input can be only one of the two files"));
    }
    let (source, other) = args.source.pair(args.from_second.as_deref())?;
    let text = |source: &Source, operand| {
        if args.quiet { source.text_without_message(operand) } else { source.text(operand) }
    };
    let texts = [text(&source, &first)?, text(&other, &second)?];
    let encodings = texts.each_ref().map(|text| text.encoding());
    let mut sides = texts.map(|text| Side::new(text, args.normalize));
    let operands = [first, second];
    let comparison = Comparison::of(&mut sides);
    let comparison =
        comparison.map_err(|(at, error)| Problem::with(&operands[at].name(), &error))?;
    let exit = if comparison.difference.is_some() { Exit::Found } else { Exit::Well };
    if args.quiet {
        return Ok(exit);
    }
    let sides = report::Sides {
        operands: &operands,
        encodings,
        is_second_named: args.from_second.is_some(),
    };
    let written = match args.format {
        Format::Human => report::human(&comparison, &sides),
        Format::Json => report::json(&comparison, &sides),
    };
    Ok(written.map_or_else(|error| terminal::output_failed(&error, exit), |()| exit))
}
