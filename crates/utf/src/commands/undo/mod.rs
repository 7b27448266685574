//! `utf undo`: brings files and names back to what they were before `utf` changed them.

mod backup;
mod patch;
mod record;

use std::{
    collections::HashSet,
    ffi::OsStr,
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    commands::{file_names, repair::failure::Failure},
    output::replace::args::InPlaceArgs,
    process::{exit::Exit, names, problem::Problem, terminal},
};
use record::Record;

/// The help of `-i`, which is about other files than that of other commands.
const IN_PLACE: &str = "Restore the files and their names. Without -i, they are only listed. SUFFIX is \
    that of the backups, if it is not `.bak`, `.orig`, `.old`, `.backup`, `.save` or `~`";

/// Undo changes of `repair`, `edit`, `names` and `-i.bak`
///
/// Each FILE is a record of changes, which `utf` recognizes: a patch that `--patch OUT` wrote, the
/// list that `utf names -i` printed, or a backup that `-i.bak` kept. Without -i and -o, the command
/// changes nothing: it checks everything, and lists what it would undo.
///
/// If there is a patch, every other FILE names a file to restore, and the rest of the patch is
/// skipped. If the patch is of one file, that file may have another name now. A list is undone as a
/// whole. Paths in a patch or a list are relative to the current directory.
///
/// Nothing is lost. A file that has changed since stays as it is, and is reported. The same is true
/// for a name that another file has now, for a file with several hard links without --break-links,
/// and for a read-only file without --force. A backup and its file exchange their names, so the same
/// command brings the changed text back.
///
/// Exit status: 0 if everything was or can be undone, 1 if a file was left unchanged, 2 on failure.
#[derive(Debug, clap::Args)]
#[command(mut_arg("in_place", |option| option.long_help(IN_PLACE)))]
pub struct Args {
    /// Patches, lists and backups; with a patch, also the files to restore
    #[arg(value_name = "FILE", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write the original of the only file of a patch to OUT; `-` is standard output
    #[arg(short, long, value_name = "OUT", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    #[command(flatten)]
    in_place: InPlaceArgs,
    /// Do not report restored files
    #[arg(short, long)]
    quiet: bool,
    /// Change nothing, as without -i
    #[arg(long, conflicts_with = "output")]
    dry_run: bool,
    /// Write without -i, as `repair --undo` did
    #[arg(long, hide = true)]
    at_once: bool,
}

impl Args {
    /// Returns `true` if files are changed, not only listed.
    fn changes(&self) -> bool {
        (self.in_place.given() || self.at_once) && !self.dry_run
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    let suffix = args.in_place.suffix();
    // A backup that is named twice would be exchanged twice, so nothing would change.
    let mut seen = HashSet::new();
    let is_new = |path: &&PathBuf| seen.insert(path.canonicalize().unwrap_or(path.to_path_buf()));
    let paths = args.paths.iter().filter(is_new);
    let records: Vec<_> = paths.map(|path| (path, Record::of(path, suffix))).collect();
    let is_patch = |(_, record): &&_| matches!(record, Record::Patch);
    let patches = records.iter().filter(is_patch).count();
    // With a patch, all that is not a record is a file to restore.
    let is_file =
        |record: &Record| patches > 0 && matches!(record, Record::None(_) | Record::Empty);
    let files = records.iter().filter(|(_, record)| is_file(record));
    let files: Vec<PathBuf> = files.map(|(path, _)| path.to_path_buf()).collect();
    if args.output.is_some() && (patches, records.len()) != (1, 1 + files.len()) {
        return Problem::new("-o: only the file of one patch can be written there")
            .hint("use -i to restore files in their places")
            .report();
    }
    if patches > 1 && !files.is_empty() {
        let words =
            format!("{}: not a patch, and there are {patches} patches", names::path(&files[0]));
        return Problem::new(words).hint("name one patch, and the files to restore").report();
    }
    let is_backup = |(_, record): &_| matches!(record, Record::Backup(_) | Record::None(_));
    if args.in_place.has_backup() && !records.iter().all(is_backup) {
        return Problem::new("-i: only backups have a suffix").hint("use -i").report();
    }
    if let Some(exit) = reject(&records, &files) {
        return exit;
    }
    // The files to restore are checked before any record is undone.
    let mut checked = None;
    if let Some((path, _)) = records.iter().find(|one| !files.is_empty() && is_patch(one)) {
        match patch::check(path, &files) {
            Ok(contents) => checked = Some(contents),
            Err(problem) => return problem.report(),
        }
    }
    let mut exit = Exit::Well;
    let mut can_change = false;
    for (path, record) in records.into_iter().filter(|(_, record)| !is_file(record)) {
        let done = match record {
            Record::Patch => patch::undo(args, path, &files, checked.take()),
            Record::Names(list) => undo_names(args, path, &list),
            Record::Backup(original) => backup::undo(args, path, &original),
            Record::Empty => {
                terminal::write_error(&format!(
                    "utf: {}: empty, so there is nothing to undo\n",
                    names::path(path)
                ));
                Ok(Exit::Well.into())
            }
            Record::None(problem) => Err(problem.into()),
        };
        match done {
            Ok(done) => {
                exit = exit.max(done.exit);
                can_change |= done.can_change;
            }
            Err(Failure::Problem(problem)) => exit = exit.max(problem.report()),
            Err(failure) => return exit.max(failure.report()),
        }
    }
    if !args.changes() && args.output.is_none() && !args.quiet && exit != Exit::Unread {
        let advice = if can_change { " (use -i)" } else { "" };
        terminal::write_error(&format!("utf: nothing was changed{advice}\n"));
    }
    exit
}

/// The result for a record.
struct Outcome {
    exit: Exit,
    /// Whether the run only listed changes, which `-i` makes.
    can_change: bool,
}

impl From<Exit> for Outcome {
    fn from(exit: Exit) -> Self {
        Self { exit, can_change: false }
    }
}

/// Rejects operands that are not records, if there is a list and they are not `files` of a patch:
/// they may be meant to select names, but a list is undone as a whole.
fn reject(records: &[(&PathBuf, Record)], files: &[PathBuf]) -> Option<Exit> {
    let lists = records.iter().filter_map(|(path, record)| match record {
        Record::Names(list) => Some((path, list)),
        _ => None,
    });
    let lists: Vec<_> = lists.collect();
    if lists.is_empty() || !files.is_empty() {
        return None;
    }
    let is_renamed = |name: &OsStr| {
        lists.iter().any(|(path, list)| file_names::undo::has_new_name(path, list, name))
    };
    let rejected = records.iter().filter_map(|(path, record)| match record {
        Record::None(problem) => Some(problem.report()),
        // Lists may be empty, but so may renamed files.
        Record::Empty if path.file_name().is_some_and(is_renamed) => Some(
            Problem::new(format!("{}: a renamed file, not a list", names::path(path))).report(),
        ),
        _ => None,
    });
    let exit = rejected.max()?;
    terminal::write_error(
        "utf: nothing was changed: name only patches, lists and backups (a list is undone as a whole)\n",
    );
    Some(exit)
}

/// Undoes the renaming of the `list` at `path`.
fn undo_names(args: &Args, path: &Path, list: &[u8]) -> Result<Outcome, Failure> {
    let undone = file_names::undo::undo(path, list, args.changes())?;
    if !args.quiet {
        let hint = match undone.exit() {
            Exit::Failure if undone.restored == 0 => {
                " (names in a list are relative to the directory in which `utf names` ran)"
            }
            _ => "",
        };
        terminal::write_error(&format!("utf: {}: {undone}{hint}\n", names::path(path)));
    }
    let can_change = !args.changes() && undone.restored > 0;
    Ok(Outcome { exit: undone.exit(), can_change })
}

/// Prints a line of the list of what would be undone.
fn list(line: &str) -> Result<(), Failure> {
    let printed = || -> io::Result<()> {
        let mut out = terminal::output()?;
        writeln!(out, "{line}")?;
        out.flush()
    };
    printed().map_err(Failure::unread)
}
