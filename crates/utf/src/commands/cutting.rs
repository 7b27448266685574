//! Why a text cannot be cut, or a part of it was not written.

use std::io;

use utfkit::Encoding;

use crate::process::{exit::Exit, problem::Problem};
use utfkit_text::streams::cutter::{Stop, Unit};

/// Refuses what cannot be done: bytes of an encoding with shifts belong together.
pub fn allow(unit: Unit, encoding: Encoding) -> Result<(), Problem> {
    match unit == Unit::Bytes && encoding.has_shifts() {
        true => Err(Problem::new(format!("{encoding} has shifts: its bytes cannot be parted"))
            .hint("count characters or lines")),
        false => Ok(()),
    }
}

/// Says why a part of `input` was not written to `output`; both are names fit for a terminal.
pub fn report(stop: &Stop, input: &str, output: &str) -> Exit {
    match stop {
        Stop::Input(error) => Problem::with(input, error).report(),
        // Whoever read has seen enough; but not the whole part.
        Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Unread,
        Stop::Output(error) => Problem::with(output, error).report(),
        Stop::IllFormed(offset) => {
            let words = format!(
                "{input}: ill-formed at byte {offset}; it has shifts, so nothing can be taken as it is"
            );
            Problem::new(words).hint("`utf check` says what is wrong").report();
            Exit::Found
        }
    }
}
