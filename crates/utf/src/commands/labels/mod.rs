//! `utf labels`: what charset labels mean, and which label a file should have.

mod elsewhere;
mod facts;
mod list;
mod name;
mod suggest;

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::ValueEnum;

use crate::{
    args::encoding::{self, LabelArgs},
    process::{exit::Exit, terminal},
};

/// Say what labels mean, and which label a file should have
///
/// Without a name, lists every encoding: what is read and written, its BOM, what the IANA
/// registry says of it, and its labels. With names, shows each in full, and where registries and
/// programs disagree about it.
///
/// Exit status: 0 if all is known, 1 if no label can be suggested for a file, 2 if a name is
/// unknown or a file cannot be read.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Labels to show; with --suggest files, `-` or none is standard input
    #[arg(value_name = "NAME")]
    names: Vec<PathBuf>,
    /// Suggest the label that the standards want for each file (RFC 2781 section 3.3)
    #[arg(long)]
    suggest: bool,
    /// With --suggest: the encoding of the files, where it is known
    #[arg(short, long, value_name = "ENC")]
    from: Option<String>,
    #[command(flatten)]
    labels: LabelArgs,
    /// How to report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

/// How it is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Human,
    /// One JSON object a line
    Json,
}

/// Runs it.
pub fn run(args: &Args) -> Exit {
    let set = args.labels.label_set;
    let from = match encoding::From::parse("-f", args.from.as_deref().unwrap_or("auto"), set) {
        Ok(from) => from,
        Err(trouble) => return trouble.report(),
    };
    let mut exit = Exit::Well;
    let done = terminal::output().and_then(|mut out| {
        match (args.suggest, args.names.is_empty()) {
            (true, _) => suggest::suggest(&mut out, args, from, &mut exit)?,
            (false, true) => list::list(&mut out, args)?,
            (false, false) => name::show(&mut out, args, &mut exit)?,
        }
        out.flush()
    });
    match done {
        Ok(()) => exit,
        Err(error) => terminal::report_failed(&error, exit),
    }
}

/// Writes `text` behind `head`, in lines of at most so many columns as terminals have.
fn paragraph(out: &mut impl Write, head: &str, text: &str) -> io::Result<()> {
    const WIDTH: usize = 96;
    const INDENT: usize = 13;
    write!(out, "  {head:<width$}", width = INDENT - 2)?;
    let mut column = INDENT;
    for (at, word) in text.split(' ').enumerate() {
        let len = word.chars().count();
        if at > 0 && column + 1 + len > WIDTH {
            write!(out, "\n{:INDENT$}", "")?;
            column = INDENT;
        } else if at > 0 {
            write!(out, " ")?;
            column += 1;
        }
        write!(out, "{word}")?;
        column += len;
    }
    writeln!(out)
}
