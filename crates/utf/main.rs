//! `utf`: check and convert text in the Unicode transformation formats. All of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    utf::main()
}
