//! Rejects texts that cannot be cut, and reports why a part was not written.

use std::io;

use utfkit::{Encoding, Finding};

use crate::{
    input::operand::Operand,
    process::{exit::Exit, problem::Problem, shell::Shown, terminal},
    reading::{looks::Looks, sample},
};
use utfkit_text::streams::{Stop, Unit};

/// Rejects the unit if it cannot be used: bytes of an encoding with shifts cannot be separated.
pub fn allow(unit: Unit, encoding: Encoding) -> Result<(), Problem> {
    if unit == Unit::Bytes && encoding.has_shifts() {
        Err(Problem::new(format!("{encoding} has shifts, so its bytes cannot be separated"))
            .hint("count characters or lines"))
    } else {
        Ok(())
    }
}

/// Warns if the text of `operand` is not in the encoding that it was read in, because its characters
/// may be divided then. `found` is its first ill-formed sequence. Returns the exit status for that.
pub fn warn(found: Option<(Encoding, Finding)>, operand: &Operand) -> Exit {
    let Some((encoding, finding)) = found else { return Exit::Well };
    let offset = finding.offset();
    let shown = Shown::new(operand.path());
    let step = match looks(operand, offset) {
        Some(looks) => looks.with_option(shown),
        None => "name the encoding with `-f`".to_owned(),
    };
    let name = operand.name();
    terminal::write_error(&format!(
        "utf: {name}: not {encoding} (byte {offset}), so characters may be divided: {step}\n"
    ));
    Exit::Found
}

/// Returns what `operand` looks like, which has an error at `offset`, if it is a file.
pub fn looks(operand: &Operand, offset: u64) -> Option<Looks> {
    let Operand::Path(path) = operand else { return None };
    sample::looks(path, offset)
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
