//! `utf`: check and convert text in the Unicode transformation formats.

#![expect(
    unreachable_pub,
    reason = "a command has no public interface: `pub` says who may use a thing inside it"
)]

mod cells;
mod choice;
mod cli;
mod commands;
mod diagnose;
mod encoding;
mod exit;
mod filter;
mod input;
mod names;
mod output;
mod patient;
mod render;
mod shown;
mod target;
mod terminal;
mod trouble;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::parse() {
        Ok(cli) => commands::run(cli).into(),
        Err(code) => code,
    }
}
