//! `utf`: check, convert, diagnose and mend text in every Unicode transformation format.

mod cli;
mod commands;
mod diagnose;
mod encoding;
mod exit;
mod input;
mod render;
mod shown;
mod terminal;
mod trouble;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse() {
        Ok(cli) => commands::run(cli).into(),
        Err(code) => code,
    }
}
