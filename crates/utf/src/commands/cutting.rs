//! Rejects texts that cannot be cut, and reports why a part was not written.

use std::io;

use utfkit::Encoding;

use crate::process::{exit::Exit, problem::Problem};
use utfkit_text::streams::cutter::{Stop, Unit};

/// Rejects the unit if it cannot be used: bytes of an encoding with shifts cannot be separated.
pub fn allow(unit: Unit, encoding: Encoding) -> Result<(), Problem> {
    match unit == Unit::Bytes && encoding.has_shifts() {
        true => {
            Err(Problem::new(format!("{encoding} has shifts, so its bytes cannot be separated"))
                .hint("count characters or lines"))
        }
        false => Ok(()),
    }
}

/// Reports why a part of `input` was not written to `output`. Both names are safe for a terminal.
pub fn report(stop: &Stop, input: &str, output: &str) -> Exit {
    match stop {
        Stop::Input(error) => Problem::with(input, error).report(),
        // The reader has closed the output before the end of the part.
        Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Unread,
        Stop::Output(error) => Problem::with(output, error).report(),
        Stop::IllFormed(offset) => {
            let words = format!(
                "{input}: ill-formed at byte {offset}; its encoding has shifts, so no part can be copied unchanged"
            );
            Problem::new(words).hint("`utf check` explains the error").report();
            Exit::Found
        }
    }
}
