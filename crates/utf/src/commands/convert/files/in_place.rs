//! `utf convert -i`: replaces files by their converted text.

use std::io;

use utfkit::encoding::{Bom, BomRule, ByteOrder};

use super::{
    Decision, OperandFile, Outcome, Sort, each, not_text, second_run::WatchedSink, stopped,
    uncompressed,
};
use crate::{
    args::encoding::From,
    commands::convert::{
        args::{Args, Common},
        conflict::{self, Contradiction},
        plan::Plan,
        report,
        stream::{Converter, Read, Stop},
    },
    files::reading::Head,
    output::replace::{
        args::{MadeOf, Manner},
        change::{Change, Ended, Unopened},
        folders::Folders,
    },
    process::{exit::Exit, problem::Problem},
    system::old::LostAttributes,
};

/// The settings for converting in place.
pub(super) struct Job {
    plan: Plan,
    /// The plans for big-endian and little-endian input. The output keeps the order of the input if
    /// the target leaves it open.
    by_order: Option<[Plan; 2]>,
    manner: Manner,
    only_if_valid: bool,
    folders: Folders,
}

/// Converts the files of `args` in place.
pub(in crate::commands::convert) fn run(args: &Args, plan: &Plan) -> Result<Exit, Problem> {
    args.walk.need_names(&args.paths, "-i")?;
    uncompressed(args, "-i")?;
    let manner = args.in_place.manner(args.dry_run, &args.paths)?;
    let done = if args.dry_run { "would be converted" } else { "converted" };
    let job = Job::new(plan, manner, args.only_if_valid);
    let files = args.walk.files(&args.paths)?.changing();
    each(
        args,
        plan,
        files,
        done,
        |_| Ok(Decision::Convert),
        |found, common| one(found, &job, common),
    )
}

impl Job {
    fn new(plan: &Plan, manner: Manner, only_if_valid: bool) -> Self {
        let open = plan.output.to.bom_rule() == BomRule::Decides;
        let by_order =
            open.then(|| [ByteOrder::Big, ByteOrder::Little].map(|o| plan.with_order(o)));
        let folders = Folders::new(!manner.rehearses());
        Self { plan: plan.clone(), by_order, manner, only_if_valid, folders }
    }

    /// Returns the plan for a file that begins with `head`.
    fn plan(&self, head: &[u8]) -> &Plan {
        let Some([big, little]) = &self.by_order else { return &self.plan };
        match order(head, &self.plan) {
            Some(ByteOrder::Big) => big,
            Some(ByteOrder::Little) => little,
            None => &self.plan,
        }
    }
}

/// Returns the byte order of a file that begins with `head`, if it has one.
fn order(head: &[u8], plan: &Plan) -> Option<ByteOrder> {
    let known = match plan.input.from {
        From::Known(label) => Some(label),
        From::Auto => None,
    };
    let fixed = known.and_then(|label| label.encoding().byte_order());
    let signed = || Bom::of(head)?.encoding_after().byte_order();
    let assumed = || known.and_then(|label| plan.input_order().or(label.order()));
    fixed.or_else(signed).or_else(assumed)
}

/// Converts one file in place. It prints nothing and does not depend on other files, so threads can
/// convert files in any order.
pub(super) fn one(found: &OperandFile, job: &Job, common: &Common) -> Outcome {
    match job.manner.made_of(&found.path).filter(|_| !found.typed) {
        Some(MadeOf::Unfinished) => return Outcome::not_meant(),
        Some(MadeOf::Backup(_)) => return Outcome::backup(),
        None => {}
    }
    let done = change(found, job, common);
    done.unwrap_or_else(|error| Outcome::problem(&Problem::with(&found.name, &error)))
}

fn change(found: &OperandFile, job: &Job, common: &Common) -> io::Result<Outcome> {
    let place = match job.folders.place(&found.path, found.reached())? {
        Ok(place) => place,
        Err(why) => return Ok(Outcome::unchanged(found, &why)),
    };
    let folder = place.folder.clone();
    let mut change = match Change::open(place, &job.manner)? {
        Ok(change) => change,
        Err(Unopened::LeftAlone(why)) => return Ok(Outcome::unchanged(found, &why)),
        Err(Unopened::Again) => return Ok(Outcome::reached_again()),
    };
    let file = change.file()?;
    let head = Head::peek(&file)?;
    if let Some(outcome) = not_text(found, &head, &job.plan) {
        return Ok(outcome);
    }
    let told = match conflict::of_file(&file, &job.plan, &found.path)? {
        Some(Contradiction::Refused(why)) => return Ok(Outcome::unchanged(found, &why)),
        Some(Contradiction::Told(words)) => Some(format!("utf: {}: {words}\n", found.name)),
        None => None,
    };
    let kept = match job.plan.keeping(&head.1) {
        Ok(kept) => kept,
        Err(why) => return Ok(Outcome::unchanged(found, &why)),
    };
    let plan = kept.as_ref().unwrap_or_else(|| job.plan(&head.1));
    let name = (found.name.clone(), &*found.path);
    let mut watched = WatchedSink::new(&mut change, plan);
    let result = Converter::new(plan, &mut watched, common).convert_open(name, file.into(), false);
    let second_run = watched.second_run();
    let read = match result {
        Ok(mut read) => {
            read.hints.extend(told);
            read
        }
        Err(Stop::Text(error)) => return Ok(stopped(found, &error, plan)),
        Err(Stop::Forbidden(why)) => return Ok(Outcome::unchanged(found, &why)),
        Err(Stop::Input(problem)) => return Ok(Outcome::problem(&problem)),
        Err(Stop::Output(error)) => {
            return change.refused().map(|why| Outcome::unchanged(found, why)).ok_or(error);
        }
    };
    if let Some(why) = read.doubt {
        return Ok(Outcome::unchanged(found, &why));
    }
    if job.only_if_valid && (read.tally.lost || report::has_findings(&read.tally)) {
        return Ok(Outcome::unchanged(found, "--only-if-valid, and not all of it can be kept"));
    }
    let outcome = match change.end()? {
        Ended::Same => {
            Outcome::new(Sort::AlreadyCorrect, Vec::from_iter(read.hints.clone()), Exit::Well)
        }
        Ended::Refused(why) => Outcome::unchanged(found, &why),
        Ended::Changed(lost) => {
            Outcome { folder: Some(folder), ..converted(found, &read, plan, lost) }
        }
        Ended::WouldChange => Outcome {
            listed: Some(format!(
                "{}: {}\n",
                found.name,
                report::would_change(read.encoding, &read.tally, plan)
            )),
            ..converted(found, &read, plan, LostAttributes::default())
        },
    };
    Ok(outcome.with_second_run(found, &read.tally, second_run))
}

/// Returns the outcome for a converted file, with its messages.
fn converted(found: &OperandFile, read: &Read, plan: &Plan, lost: LostAttributes) -> Outcome {
    let mut messages = read.messages.clone();
    messages.extend(read.hints.clone());
    messages.extend(report::counts(&found.name, &read.tally, plan));
    if lost.any() {
        messages.push(format!("utf: {}: {lost}\n", found.name));
    }
    let exit = if plan.report.exit_code && report::has_findings(&read.tally) {
        Exit::Found
    } else {
        Exit::Well
    };
    Outcome::new(Sort::Converted, messages, exit)
}
