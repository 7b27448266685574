//! `utf`: check and convert text in the Unicode transformation formats.

#![expect(
    unreachable_pub,
    reason = "a command has no public interface: `pub` says who may use a thing inside it"
)]

mod baseline;
mod cells;
mod choice;
mod cli;
mod codepoints;
mod commands;
mod cut;
mod descriptors;
mod diagnose;
mod encoding;
mod exit;
mod explain;
mod filter;
mod gate;
mod input;
mod interrupt;
mod kernels;
mod lines;
mod modes;
mod output;
mod parts;
mod path_names;
mod patient;
mod pool;
mod process;
mod progress;
mod range;
mod records;
mod render;
mod rules;
mod source;
mod target;
mod terminal;
mod trouble;

use std::process::ExitCode;

/// Code points and their names.
mod names {
    pub use utfkit_text::unicode::{categories::*, names::*};
}

/// Text and names of files, fit for a terminal.
mod shown {
    pub use utfkit_text::unicode::printable::*;

    pub use crate::path_names::{folder, operand, path};
}

fn main() -> ExitCode {
    interrupt::outlive_limits();
    match cli::parse() {
        Ok(cli) => {
            kernels::tell_unknown();
            let exit = commands::run(cli);
            interrupt::settle();
            exit.into()
        }
        Err(code) => code,
    }
}
