//! `utf convert`: text from one encoding to another.

mod bad_lines;
mod dry_run;
mod files;
mod losses;
mod mistake;
mod place;
mod plan;
mod report;
mod stream;

use std::{
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

use utfkit_text::transform::pipeline;

use super::file_names;
use crate::{
    args::{
        encoding::{self, LabelArgs},
        reading::{Order, ReadingArgs},
        values,
    },
    commands::bad_lines::args::BadLinesArgs,
    files::compressed::method::Method,
    input::{empty_list::ListWatch, stream::DecompressArgs, walk::args::WalkArgs},
    output::{
        self, Output,
        replace::{self, args::InPlaceArgs},
    },
    process::{exit::Exit, names, problem::Trouble, terminal},
    reading::choose,
    report::progress::{Progress, ProgressArgs},
    threads::idle::Spare,
};
use clap::ValueEnum;
use plan::Plan;
use stream::{Converter, Stop};
use utfkit_text::transform::{line_ends, normalize};

/// Convert text from one encoding to another
///
/// Several operands are joined, unless each is replaced (`-i`) or written to a folder (`-o DIR/`).
/// Conversion stops at the first ill-formed sequence and at the first character that the target
/// cannot encode, unless a policy says otherwise.
///
/// With `-i` and `-o DIR/`, folders are walked. `-i` replaces a file as a whole, and only if its
/// text is not right already; what has no BOM and is not UTF-8 is left alone and told.
///
/// Exit status: 0 if all went well, 1 if the text stopped it or a file was left alone, 2 if
/// something could not be read or written; 141, as of `cat`, if all went well up to where whoever
/// read the text went away.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to convert; `-` and none mean standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The encoding of the input; `auto`: what a BOM says, else UTF-8
    #[arg(short, long, alias = "from-code", value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    choice: choose::ChoiceArgs,
    /// The encoding of the output; behind it `//IGNORE` drops characters that it lacks,
    /// `//TRANSLIT` writes them in ASCII as people do
    #[arg(short, long, alias = "to-code", value_name = "ENC", default_value = "utf-8")]
    to: String,
    #[command(flatten)]
    labels: LabelArgs,
    /// Write to this file, replaced as a whole and only if all went well; it may be an input. To a
    /// folder (`OUT/`): each operand, or what is in it, on its own
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Drop what is ill-formed or cannot be encoded, and count it: `--errors skip`
    #[arg(short = 'c', overrides_with = "errors")]
    drop: bool,
    /// What to do about what is ill-formed or cannot be encoded [default: strict]
    #[arg(long, value_name = "POLICY", overrides_with = "drop")]
    errors: Option<Errors>,
    /// Write this text instead of U+FFFD: `--errors replace`
    #[arg(long, value_name = "TEXT")]
    replacement: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// The byte order of `-t utf-16` or `utf-32` [default: big]
    #[arg(long, value_name = "ORDER")]
    output_order: Option<Order>,
    /// Write the optional direct characters of UTF-7, such as `!`, as they are
    #[arg(long)]
    utf7_optional_direct: bool,
    /// Normalize the text
    #[arg(long, value_name = "FORM", value_parser = values::forms())]
    normalize: Option<normalize::Form>,
    /// Drop U+FEFF inside the text, where joined files left their BOMs
    #[arg(long)]
    strip_inner_bom: bool,
    /// How lines end; a carriage return that no line feed follows ends none
    #[arg(long, value_name = "EOL", default_value = "keep", value_parser = values::line_ends())]
    eol: line_ends::Eol,
    #[command(flatten)]
    in_place: InPlaceArgs,
    /// Leave a file alone that would lose anything, whatever `--errors` says: also what
    /// `--normalize`, `--strip-inner-bom` or `--eol` would drop
    #[arg(long, help_heading = replace::args::HEADING)]
    only_if_valid: bool,
    #[command(flatten)]
    bad_lines: BadLinesArgs,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    decompress: DecompressArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    /// Compress the output; a name that ends with `.gz` or the like does not
    #[arg(long, value_name = "METHOD", conflicts_with_all = ["in_place", "dry_run"])]
    compress: Option<Method>,
    /// Write nothing; say what would be lost, or with `-i` which files would be replaced, and what
    /// of them would change
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    /// Give files and folders names in UTF-8, where they are in the encoding of -f, and normalized
    /// as
    /// --normalize says. Without -i, only list `old -> new`; with it, print what --undo-names takes
    #[arg(long)]
    names: bool,
    /// Give the names back that a list of `--names -i` tells of; without -i, only list that
    #[arg(long, value_name = "LIST")]
    undo_names: Option<PathBuf>,
    /// List the encodings with their labels
    #[arg(short, long)]
    list: bool,
    /// Do not say what was replaced, dropped or escaped, nor how many files were converted
    #[arg(short, long, short_alias = 's', alias = "silent")]
    quiet: bool,
    /// Exit with 1 if anything was replaced, dropped or escaped
    #[arg(long)]
    exit_code: bool,
}

/// The value of `--errors`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Errors {
    /// Stop
    #[default]
    Strict,
    /// Write U+FFFD for each maximal subpart
    Replace,
    /// Leave it out
    Skip,
    /// Write `\xNN` for each byte, and `\x5C` for a backslash before an `x`: so all can be undone
    Escape,
}

/// What all conversions of a run share.
struct Common {
    /// Threads that may help with a large file.
    spare: Spare,
    progress: Progress,
}

impl Args {
    /// What the conversions of a run share, which has threads to `spare`.
    fn common(&self, spare: Spare) -> Common {
        let decompresses = self.decompress.decompress;
        let total = if decompresses { None } else { self.walk.bytes(&self.paths) };
        // Text and a bar on one terminal would go through each other.
        let prints = self.output.is_none() && !self.in_place.given() && !self.dry_run;
        let quiet = self.quiet || (prints && io::stdout().is_terminal());
        Common { spare, progress: self.progress.start(total, quiet) }
    }

    /// Whether this only says what would be lost.
    fn rehearses(&self) -> bool {
        self.dry_run && !self.in_place.given()
    }

    /// The folder that is written to, if one is.
    fn folder(&self) -> Option<&Path> {
        let walks = || self.paths.iter().any(|path| path.is_dir());
        self.output.as_deref().filter(|path| output::names_folder(path) || walks())
    }
}

/// Runs it.
pub fn run(args: Args) -> Exit {
    let meant = args.in_place.given() && !args.dry_run;
    let done = match args.list {
        true => list(),
        false if args.names => names(&args, meant),
        false if args.undo_names.is_some() => {
            args.in_place.refuse_backup("--undo-names").and_then(|()| {
                file_names::undo::undo(args.undo_names.as_deref().unwrap_or(Path::new("")), meant)
            })
        }
        false => Plan::of(&args).and_then(|plan| match args.folder() {
            _ if args.bad_lines.bad_lines.is_some() => bad_lines::run(&args, &plan),
            _ if args.in_place.given() => files::in_place::run(&args, &plan),
            _ if args.dry_run => dry_run::rehearse(&args, &plan),
            Some(folder) => files::tree::run(folder, &args, &plan),
            None => convert(&args, &plan),
        }),
    };
    done.unwrap_or_else(|trouble| trouble.report())
}

/// Gives files other names, if that is `meant`.
fn names(args: &Args, meant: bool) -> Result<Exit, Trouble> {
    args.in_place.refuse_backup("--names")?;
    let from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let wanted = file_names::Wanted::new(from, args.normalize)?;
    file_names::rename::rename(&args.walk, &args.paths, wanted, meant)
}

/// Runs it as `utf cat`: all operands make one text.
pub fn join(args: Args) -> Exit {
    match args.in_place.given() {
        _ if args.names || args.undo_names.is_some() => {
            Trouble::new("utf cat: names of files are nothing to join")
                .hint("`utf convert` gives files other names")
                .report()
        }
        _ if args.bad_lines.bad_lines.is_some() => {
            Trouble::new("utf cat: --bad-lines takes one file")
                .hint("`utf convert` has it")
                .report()
        }
        true => Trouble::new("utf cat: several files cannot replace each of them")
            .hint("`utf convert -i` does that")
            .report(),
        false if args.folder().is_some() => {
            let joined = Plan::of(&args).and_then(|plan| convert(&args, &plan));
            joined.unwrap_or_else(|trouble| trouble.report())
        }
        false => run(args),
    }
}

/// Prints every encoding.
fn list() -> Result<Exit, Trouble> {
    let mut text = Vec::new();
    let mut output = Output::open(None)?;
    let done = encoding::list(&mut text).and_then(|()| output.write(&text));
    finish(done, output, Exit::Well)
}

/// Converts every operand.
fn convert(args: &Args, plan: &Plan) -> Result<Exit, Trouble> {
    let mut operands = args.walk.operands(&args.paths)?.peekable();
    let mut output = Output::open(args.output.as_deref())?;
    if let Some(method) = args.compress {
        output = output.compressed(method)?;
    }
    let common = args.common(Spare::new(args.walk.threads() - 1));
    let mut converter = Converter::new(plan, &mut output, &common);
    let mut named = ListWatch::of(&args.walk, &args.paths);
    let (mut exit, mut complete) = (Exit::Well, true);
    while let Some(operand) = operands.next() {
        named.operand(&operand);
        let operand = match operand {
            Ok(operand) => operand,
            Err(trouble) => {
                (exit, complete) = (exit.max(trouble.report()), false);
                continue;
            }
        };
        let stop = match converter.convert(&operand, operands.peek().is_some()) {
            Ok(tally) => {
                exit = exit.max(report::counted(&operand, &tally, plan));
                continue;
            }
            Err(stop) => stop,
        };
        complete = false;
        match stop {
            Stop::Mistake(mistake) => {
                exit = exit.max(report::stopped(&operand, &mistake, plan));
                // What follows would be joined to text that is not all there.
                break;
            }
            Stop::Input(trouble) if operand.path().is_dir() => {
                let hint =
                    "`utf convert -i` converts what is in it, with `-o DIR/` to another folder";
                exit = exit.max(trouble.hint(hint).report());
            }
            Stop::Input(trouble) => exit = exit.max(trouble.report()),
            Stop::Output(error) => {
                let known = converter.last_tally().map(|tally| report::exit_of(&tally, plan));
                exit = exit.max(known.unwrap_or(Exit::Well));
                drop(converter);
                return finish(Err(error), output, exit);
            }
        }
    }
    let ended = converter.finish().map(|last| exit = exit.max(last));
    // Behind a mistake the list was not read to its end.
    let is_list_empty = operands.peek().is_none() && named.is_list_empty();
    let replaces = args.output.as_deref().is_some_and(|path| !output::is_standard(path));
    if is_list_empty && (replaces || !args.quiet) {
        named.tell_empty_list();
    }
    if is_list_empty && replaces {
        // Whoever made the list wanted other text there than what is left without it.
        (exit, complete) = (Exit::Trouble, false);
    }
    if !complete {
        return abandon(output, exit);
    }
    let ended = finish(ended, output, exit)?;
    terminal::write_error(&misnamed(args).unwrap_or_default());
    Ok(ended)
}

/// A line that says that the output is not what its name says, if that is so.
fn misnamed(args: &Args) -> Option<String> {
    let path = args.output.as_deref().filter(|_| args.compress.is_none() && !args.quiet)?;
    let method = Method::of_name(path)?;
    let name = names::path(path);
    Some(format!(
        "utf: {name}: written as text, which is not compressed: `--compress {method}` does that\n"
    ))
}

/// What is wrong where `name` would be read and written at once.
fn is_output(name: &str) -> Trouble {
    Trouble::new(format!("{name}: input file is output file")).hint("`-o` replaces it safely")
}

/// Ends `output`, to which `written` says how writing went.
fn finish(written: io::Result<()>, output: Output, exit: Exit) -> Result<Exit, Trouble> {
    let name = output.name().to_owned();
    ended(&name, written.and_then(|()| output.finish()), exit)
}

/// Gives `output` up, and says so if there is a file that was to be written.
fn abandon(output: Output, exit: Exit) -> Result<Exit, Trouble> {
    let name = output.name().to_owned();
    let abandoned = output.abandon();
    if let Ok(true) = abandoned {
        terminal::write_error(&format!("utf: {name}: not written\n"));
    }
    ended(&name, abandoned.map(drop), exit)
}

/// The exit status, as it was or as `end`, how the output `name` ended, makes it.
fn ended(name: &str, end: io::Result<()>, exit: Exit) -> Result<Exit, Trouble> {
    match end {
        Ok(()) => Ok(exit),
        // Whoever read has seen enough; but part of the text was never written.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(exit.max(Exit::Unread)),
        Err(error) => Err(Trouble::with(name, &error)),
    }
}
