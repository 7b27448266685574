//! All of the command `utf`. Other programs should use `utfkit` and `utfkit-text`.
//!
//! The program has one crate of its own, `../main.rs`, because the optimizer of a whole program takes
//! its level from that crate. `scripts/dist.sh` gives it another level than the command has.

#![expect(
    unreachable_pub,
    reason = "a command has no public interface: `pub` limits the use of an item inside it"
)]

mod args;
mod cli;
mod commands;
mod files;
mod git;
mod input;
mod output;
mod process;
mod reading;
mod report;
mod rules;
mod system;
mod threads;

use std::process::ExitCode;

use crate::{
    process::{kernel_set, signals},
    system::{limits, streams},
};

/// Runs the command with the arguments of this process.
#[doc(hidden)]
pub fn main() -> ExitCode {
    limits::outlive();
    streams::prepare();
    match cli::parse() {
        Ok(cli) => {
            kernel_set::tell_unknown();
            let exit = cli::run(cli);
            signals::settle();
            exit.into()
        }
        Err(code) => code,
    }
}
