//! `utf names`: shows names of files that are not UTF-8 or were misread, and repairs them.

use std::path::PathBuf;

use utfkit_text::transform::Form;

use super::{Wanted, found::Found, judge::judge, refuse, rename::rename, zip};
use crate::{
    args::{encoding, values::forms},
    input::walk::args::WalkArgs,
    process::{exit::Exit, problem::Problem, terminal},
};

/// Show names of files that are not UTF-8 or were misread, and repair them
///
/// The encoding of names that are not UTF-8 is detected from all of them together. Names that are
/// UTF-8 but were misread, such as `MÃ¼ller`, are found, too. Nothing is renamed without -i, and no
/// file is replaced. `utf check --names` is for hooks and CI.
///
/// If a PATH is a ZIP file, or a program with one at its end, the names inside that are not what they
/// are meant to be are listed, too. Names without the flag of UTF-8 are judged together. The ZIP file
/// is not changed.
///
/// Exit status: 0 if all names are fine or were repaired, 1 if some are not, 2 on failure.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Encoding of names that are not UTF-8; `auto` detects it
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: encoding::LabelArgs,
    /// Also normalize the names to `nfc` or `nfd`; not with ZIP files
    #[arg(long, value_name = "FORM", value_parser = forms())]
    normalize: Option<Form>,
    /// Rename the files, and print a list with which `utf undo` undoes that
    #[arg(short, long)]
    in_place: bool,
    /// Rename nothing, as without -i
    #[arg(long, hide = true)]
    dry_run: bool,
    #[command(flatten)]
    walk: WalkArgs,
    /// Files and directories; no PATH is the current directory
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    repair_names(args).unwrap_or_else(|problem| problem.report())
}

fn repair_names(args: &Args) -> Result<Exit, Problem> {
    refuse(&args.paths)?;
    let mut from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let inside = zip::list(&args.paths, from, args.normalize.is_some())?;
    // The arguments are checked before anything is read.
    Wanted::new(from, args.normalize)?;
    let found = Found::read(&args.walk, &args.paths)?;
    let names = found.names();
    if from == encoding::From::Auto && names.count > 0 {
        let (found, words) = judge(&names);
        from = found;
        terminal::write_error(&format!("utf: {words}\n"));
    }
    let wanted = Wanted::new(from, args.normalize)?.with_misread(names.misread());
    let exit = rename(found, &wanted, args.in_place && !args.dry_run)?;
    Ok(exit.max(inside))
}
