//! `utf names`: shows names of files that are not UTF-8 or were misread, and repairs them.

use std::{collections::BTreeSet, path::PathBuf};

use utfkit_text::{detect::Detector, transform::Form};

use super::{
    Wanted,
    judge::{MAX, Names, judge},
    refuse,
    rename::rename,
    undo::undo,
    zip,
};
use crate::{
    args::{encoding, values::forms},
    input::walk::args::WalkArgs,
    process::{exit::Exit, problem::Problem, terminal},
    system,
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
    /// Rename the files, and print a list for --undo
    #[arg(short, long)]
    in_place: bool,
    /// Undo the renaming in LIST, which -i has printed; without -i, only list the changes
    #[arg(long, value_name = "LIST")]
    undo: Option<PathBuf>,
    #[command(flatten)]
    walk: WalkArgs,
    /// Files and directories; no PATH is the current directory
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let done = match &args.undo {
        Some(list) => undo(list, args.in_place),
        None => repair_names(args),
    };
    done.unwrap_or_else(|problem| problem.report())
}

fn repair_names(args: &Args) -> Result<Exit, Problem> {
    refuse(&args.paths)?;
    let mut from = encoding::From::parse("-f", &args.from, args.labels.label_set)?;
    let inside = zip::list(&args.paths, from, args.normalize.is_some())?;
    let names = below(args)?;
    if from == encoding::From::Auto && names.count > 0 {
        let (found, words) = judge(&names);
        from = found;
        terminal::write_error(&format!("utf: {words}\n"));
    }
    let misread = names.misread();
    // A name that is only listed is not repaired.
    let is_left = !args.in_place && (names.count > 0 || !misread.is_empty());
    let wanted = Wanted::new(from, args.normalize)?.with_misread(misread);
    let exit = rename(&args.walk, &args.paths, wanted, args.in_place)?;
    let exit = exit.max(inside);
    Ok(if is_left { exit.max(Exit::Found) } else { exit })
}

/// Reads the names below the operands.
fn below(args: &Args) -> Result<Names, Problem> {
    let (mut detector, mut count, mut texts) = (Detector::new(), 0, BTreeSet::new());
    let mut len = 0;
    // The renaming reports entries that cannot be read.
    for entry in args.walk.entries(&args.paths, false)?.flatten() {
        let Some(name) = entry.path.file_name() else { continue };
        if len > MAX {
            break;
        }
        match name.to_str() {
            Some(text) if text.is_ascii() => {}
            // A name with a line feed would be two.
            Some(text) if text.contains(['\n', '\r']) => {}
            Some(text) => {
                len += text.len();
                texts.insert(text.to_owned());
            }
            None => {
                let bytes = system::names::bytes(name);
                len += bytes.len();
                count += 1;
                detector.feed(&bytes);
                detector.feed(b"\n");
            }
        }
    }
    Ok(Names { detection: Some(detector.finish()), count, texts })
}
