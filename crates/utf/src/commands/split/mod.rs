//! `utf split`: splits a text into files, never inside a character.

pub mod args;
mod names;

use args::Args;
use names::Names;
use utfkit_text::streams::{Cutter, Stop, Unit, Until};

use super::cutting;
use crate::{
    input::operand::Operand,
    output::Output,
    process::{self, exit::Exit, problem::Problem, terminal},
};

/// Runs the command.
pub fn run(args: &Args) -> Exit {
    split(args).unwrap_or_else(|problem| problem.report())
}

fn split(args: &Args) -> Result<Exit, Problem> {
    let operand = Operand::from_path(&args.path);
    let mut opened = args.source.source()?.look_at(&operand)?;
    if let Some(words) = opened.message.take() {
        terminal::write_error(&words);
    }
    let problem = |error| Problem::with(&operand.name(), &error);
    let (unit, every) = args.size.wanted(&opened.file).map_err(problem)?;
    let text = opened.text().map_err(problem)?;
    cutting::allow(unit, text.encoding())?;
    let (mut text, mut names) = (Cutter::new(text, unit), Names::new(args));
    for part in 0.. {
        match text.has_more() {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => return Ok(cutting::report(&stop, &operand.name(), "")),
        }
        let until = every.limit(part, &text, unit).map_or(Until::End, Until::Units);
        let path = names.next()?;
        let mut output = Output::open(Some(&path))?;
        let bom = if text.at_start() { Vec::new() } else { text.bom().to_vec() };
        let written = output.write(&bom).map_err(Stop::Output);
        let taken = written.and_then(|()| text.take(until, &mut |bytes| output.write(bytes)));
        if let Err(stop) = taken.and_then(|_| output.finish().map_err(Stop::Output)) {
            return Ok(cutting::report(&stop, &operand.name(), &process::names::path(&path)));
        }
        if args.verbose {
            terminal::write_output(&format!("{}\n", process::names::path(&path)));
        }
    }
    Ok(match unit {
        Unit::Lines => Exit::Well,
        _ => cutting::warn(text.first_finding(), &operand),
    })
}
