//! The benchmark of utfkit and its peers (see README.md).

mod buffer;
mod cells;
mod cli;
mod corpus;
mod engines;
mod gates;
mod harness;
mod input;
mod machine;
mod operations;
mod plan;
mod random;
mod report;
mod rows;

use std::{fs, process::ExitCode};

use clap::Parser;

use crate::{cli::Options, gates::Gates, machine::Machine, plan::Plan, report::Report};

fn main() -> ExitCode {
    match run(&Options::parse().settled()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("utfkit-bench: {message}");
            ExitCode::from(2)
        }
    }
}

/// Runs the benchmark. Returns `false` if a figure is below its gate and `options` make that an
/// error.
fn run(options: &Options) -> Result<bool, String> {
    let gates = match &options.gates {
        Some(path) => {
            let text = fs::read_to_string(path);
            Gates::parse(&text.map_err(|error| format!("{}: {error}", path.display()))?)?
        }
        None => Gates::parse(include_str!("../gates.toml"))?,
    };
    let plan = Plan::new(options, &gates)?;
    if options.check {
        let cells = plan.check()?;
        println!("{cells} cells: every engine gives the answers of the standard library");
        return Ok(true);
    }
    let core = machine::pin(options.core)?;
    let machine = Machine::here();
    println!("{}; {}; {}; core {core}", machine.cpu, machine.kernel, machine.rustc);
    let results = plan.measure(options.runs, options.rounds as usize)?;
    let report = Report::new(machine, options, &gates, results);
    print!("{}", report.text());
    if let Some(path) = &options.markdown {
        write(path, &report.markdown())?;
    }
    if let Some(path) = &options.json {
        write(path, &report.json()?)?;
    }
    Ok(!options.strict || report.holds())
}

fn write(path: &std::path::Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
