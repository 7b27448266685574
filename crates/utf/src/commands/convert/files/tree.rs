//! `utf convert -o DIR/`: writes each file to a directory.

use std::{io, path::Path};

use super::{
    Decision, OperandFile, Outcome, Sort, each, not_text, second_run::WatchedSink, stopped,
    uncompressed,
};
use crate::{
    commands::{
        convert::{
            args::{Args, Common},
            plan::Plan,
            report,
            stream::{Converter, Read, Stop},
        },
        output_tree::{OutputTree, UNFINISHED},
    },
    files::reading::Head,
    input,
    process::{exit::Exit, problem::Problem},
    system::facts::Facts,
};

/// Converts the files of `args` to the directory `to`.
pub(in crate::commands::convert) fn run(
    to: &Path,
    args: &Args,
    plan: &Plan,
) -> Result<Exit, Problem> {
    args.walk.need_names(&args.paths, "-o to a directory")?;
    uncompressed(args, "-o to a directory")?;
    let tree = OutputTree::open(to, &args.paths)?;
    let mut take = tree.taking(&args.walk);
    let decide = |found: &mut input::files::FoundFile| {
        Ok(if take(found)? { Decision::Convert } else { Decision::Skip })
    };
    let files = tree.files(&args.walk, &args.paths)?;
    each(args, plan, files, "written", decide, |found, common| one(found, &tree, plan, common))
}

/// Converts one file.
fn one(found: &OperandFile, tree: &OutputTree<'_>, plan: &Plan, common: &Common) -> Outcome {
    if found.source().is_temporary() {
        return if found.walked {
            Outcome::not_meant()
        } else {
            Outcome::unchanged(found, UNFINISHED)
        };
    }
    write(found, tree, plan, common).unwrap_or_else(|problem| Outcome::problem(&problem))
}

fn write(
    found: &OperandFile,
    tree: &OutputTree<'_>,
    plan: &Plan,
    common: &Common,
) -> Result<Outcome, Problem> {
    let input = |error: io::Error| Problem::with(&found.name, &error);
    let file = tree.open_source(found.source()).map_err(input)?;
    let facts = Facts::of(&file).map_err(input)?;
    if found.walked && !facts.is_file() {
        return Ok(Outcome::unchanged(found, "not a regular file"));
    }
    if let Some(outcome) = Head::peek(&file).ok().and_then(|head| not_text(found, &head, plan)) {
        return Ok(outcome);
    }
    let mut output = tree.output(found.source(), &facts)?;
    let path = output.name().to_owned();
    let problem = |error: io::Error| Problem::with(&path, &error);
    let name = (found.name.clone(), &*found.path);
    let mut watched = WatchedSink::new(&mut output, plan);
    let result = Converter::new(plan, &mut watched, common).convert_open(name, file.into(), false);
    let second_run = watched.second_run();
    match result {
        Ok(Read { doubt: Some(why), .. }) => Ok(Outcome::unchanged(found, &why)),
        Ok(read) => {
            let lost = output.end().map_err(problem)?;
            let mut messages = read.messages;
            messages.extend(read.hints);
            if lost.takes_away() {
                messages.push(format!("utf: {}: {lost}\n", path));
            }
            messages.extend(report::counts(&found.name, &read.tally, plan));
            let lossy = plan.report.exit_code && report::has_findings(&read.tally);
            let exit = if lossy { Exit::Found } else { Exit::Well };
            let outcome = Outcome::new(Sort::Converted, messages, exit);
            Ok(outcome.with_second_run(found, &read.tally, second_run))
        }
        Err(Stop::Text(error)) => Ok(stopped(found, &error, plan)),
        Err(Stop::Forbidden(why)) => Ok(Outcome::unchanged(found, &why)),
        Err(Stop::Input(problem)) => Err(problem),
        Err(Stop::Output(error)) => Err(problem(error)),
    }
}
