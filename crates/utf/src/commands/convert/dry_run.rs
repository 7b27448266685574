//! `--dry-run`: converts without output, and reports the losses.

use std::io::Write as _;

use super::{
    args::Args,
    plan::Plan,
    report,
    stream::{Converter, Stop},
};
use crate::{
    files::compressed::decompress,
    input::empty_list::ListWatch,
    output::Output,
    process::{exit::Exit, problem::Problem, terminal},
    threads::idle::Spare,
};

/// Reads every operand and prints what would be lost.
pub(super) fn run(args: &Args, plan: &Plan) -> Result<Exit, Problem> {
    let mut output = Output::nowhere();
    let common = args.common(Spare::new(args.walk.threads() - 1));
    let mut converter = Converter::new(plan, &mut output, &common).collecting_losses();
    let (mut exit, mut text) = (Exit::Well, String::new());
    let mut named = ListWatch::of(&args.walk, &args.paths);
    for operand in args.walk.operands(&args.paths)? {
        named.operand(&operand);
        let operand = match operand {
            Ok(operand) => operand,
            Err(problem) => {
                exit = exit.max(problem.report());
                continue;
            }
        };
        let converted = converter.convert(&operand, false);
        let losses = converter.losses();
        match converted {
            Ok(_) => {}
            Err(Stop::Text(error)) => exit = exit.max(report::stopped(&operand, &error, plan)),
            Err(Stop::Forbidden(why)) => {
                terminal::write_error(&format!("utf: {}: {why}\n", operand.name()));
                exit = exit.max(Exit::Found);
            }
            Err(Stop::Input(problem)) => {
                let doubtful = plan.input.decompress.decompress && !losses.is_empty();
                let problem = if doubtful { decompress::doubting(problem) } else { problem };
                exit = exit.max(problem.report());
            }
            Err(Stop::Output(error)) => return Err(Problem::with("<stdout>", &error)),
        }
        if !losses.is_empty() {
            // As in a run, findings that a policy handles are no failure.
            let is_handled = losses.are_handled(plan.policies.rehearsed) && !plan.report.exit_code;
            exit = exit.max(if is_handled { Exit::Well } else { Exit::Found });
            text.push_str(&losses.lines(
                &operand.name(),
                plan.output.to.encoding(),
                plan.policies.rehearsed,
            ));
        }
    }
    if !args.quiet {
        named.tell_empty_list();
    }
    let written = terminal::raw_output().and_then(|mut out| out.write_all(text.as_bytes()));
    // The result is complete even if the reader closes the output early.
    Ok(written.map_or_else(|error| terminal::output_failed(&error, exit), |()| exit))
}
