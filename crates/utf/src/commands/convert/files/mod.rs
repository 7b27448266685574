//! Each file on its own: in place, or to a folder.

pub(super) mod in_place;
mod outcome;
mod summary;
pub(super) mod tree;

use std::{io::Write as _, path::PathBuf, sync::Arc};

use utfkit::{Kind, encoding::Signature};

use outcome::{Outcome, What};
use summary::Summary;

use super::{Args, mistake::Mistake, plan::Plan, report};
use crate::{
    exit::Exit,
    input::{Entry, Operand},
    output::{self, replace::Folder},
    terminal,
    trouble::Trouble,
};

/// A file that an operand leads to.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// What stands for it in reports.
    pub(super) name: String,
    /// Whether it is of a folder, not named itself.
    pub(super) walked: bool,
}

/// What is done to the files of the operands.
struct Work<'a> {
    args: &'a Args,
    plan: &'a Plan,
    summary: Arc<Summary>,
    exit: Exit,
    files: u64,
    /// Whether nobody reads standard output any more.
    unheard: bool,
    /// The folder of the last file that was changed, which is to be synced.
    dirty: Option<Folder>,
}

impl<'a> Work<'a> {
    /// Work of which `done` says what was done to a file.
    fn new(args: &'a Args, plan: &'a Plan, done: &'static str) -> Self {
        let summary = Arc::new(Summary::new(done));
        let (last, quiet) = (Arc::clone(&summary), plan.quiet);
        output::when_interrupted(move || {
            if !quiet {
                terminal::write_error(&format!("utf: interrupted: {last}\n"));
            }
        });
        Self { args, plan, summary, exit: Exit::Well, files: 0, unheard: false, dirty: None }
    }

    /// Does `one` to each file that `operand` leads to.
    fn each(&mut self, operand: Operand, one: &dyn Fn(&Found) -> Outcome) {
        let walked = operand.path().is_dir();
        for entry in operand.entries(&self.args.walk, self.plan.from) {
            let outcome = match entry {
                Ok(Entry::Text(operand)) => {
                    let (path, name) = (operand.path().to_owned(), operand.name());
                    one(&Found { path, name, walked })
                }
                Ok(Entry::Binary(path)) => Outcome::not_text(&path),
                Err(trouble) => Outcome::trouble(&trouble),
            };
            self.take(outcome);
        }
    }

    /// Tells what became of the next file.
    fn take(&mut self, outcome: Outcome) {
        let Outcome { what, told, listed, exit, folder } = outcome;
        if what == What::Passed {
            return;
        }
        self.files += 1;
        self.exit = self.exit.max(exit);
        self.summary.count(what);
        // What is left alone is always told: it is what remains to be done.
        if !self.plan.quiet || exit != Exit::Well {
            terminal::write_error(&told.concat());
        }
        if let Some(line) = listed.filter(|_| !self.unheard) {
            self.list(&line);
        }
        if let Some(folder) = folder {
            self.sync_all_but(Some(&folder));
            self.dirty = Some(folder);
        }
    }

    /// Prints `line` on standard output, until that fails.
    fn list(&mut self, line: &str) {
        let written = terminal::output().and_then(|mut output| {
            output.write_all(line.as_bytes())?;
            output.flush()
        });
        if let Err(error) = written {
            self.unheard = true;
            self.exit = self.exit.max(terminal::output_failed(&error, self.exit));
        }
    }

    /// Syncs what was changed, unless it goes on in the folder `next`.
    fn sync_all_but(&mut self, next: Option<&Folder>) {
        let done = |dirty: &Folder| !next.is_some_and(|next| next.is(dirty));
        if let Some(dirty) = self.dirty.take_if(|dirty| done(dirty))
            && let Err(error) = dirty.sync()
        {
            self.exit = Trouble::with("syncing a folder", &error).report();
        }
    }

    /// Ends it, with a summary if there was more than one file.
    fn finish(mut self) -> Exit {
        self.sync_all_but(None);
        if self.files > 1 && !self.plan.quiet {
            terminal::write_error(&format!("utf: {}\n", self.summary));
        }
        self.exit
    }
}

/// The operands, if all of them are names.
fn operands(args: &Args, flag: &str) -> Result<Vec<Operand>, Trouble> {
    let operands = Operand::of(&args.paths);
    match operands.contains(&Operand::StandardInput) {
        true => Err(Trouble::new(format!("{flag}: standard input is no file with a name"))),
        false => Ok(operands),
    }
}

/// What becomes of a file at a mistake in it.
fn stopped(found: &Found, mistake: &Mistake, plan: &Plan) -> Outcome {
    let of_text = !matches!(mistake.finding.kind(), Kind::Unencodable { .. } | Kind::BadSignature);
    if mistake.unproven && of_text {
        let place = mistake.place.map_or_else(String::new, |place| format!(", {place}"));
        let (none, say) = match plan.chooses_by_file() {
            Some(_) => (" nor any of --candidates", "--fallback or -f"),
            None => ("", "-f, --candidates or --fallback"),
        };
        let offset = mistake.finding.offset();
        let why = format!("no signature, and not UTF-8{none} (octet {offset}{place}): say {say}");
        return Outcome::left_alone(found, &why);
    }
    let line = report::stop(&found.name, mistake, plan);
    let told = format!("{}: left alone\n", line.trim_end_matches('\n'));
    Outcome::told(What::LeftAlone, vec![told], Exit::Found)
}

/// Why a file that begins with `head` is no text as far as can be told, if it is to be told by that.
fn unproven(head: &[u8], plan: &Plan) -> Option<&'static str> {
    let told_by_head = plan.looks_for_signature() && Signature::of(head).is_none();
    (told_by_head && head.contains(&0))
        .then_some("no signature, and NUL in it: not text, or UTF-16 or UTF-32; say -f")
}
