//! Numbers the lines of a text in any encoding, and reports each error after them.
//!
//! ```text
//! cargo run -p utfkit --example lines --features legacy-charsets -- windows-1252 <report.txt
//! ```

use std::{
    env,
    io::{self, BufRead, Read, Write},
};

use utfkit::{
    Encoding, Finding,
    transcode::{Action, Reader, Transcoder},
};

fn main() -> io::Result<()> {
    let encoding: Encoding = env::args().nth(1).as_deref().unwrap_or("utf-8").parse()?;
    for finding in number(encoding, io::stdin().lock(), &mut io::stdout().lock())? {
        eprintln!("{finding}");
    }
    Ok(())
}

/// Writes the lines of `input` with their numbers to `output`. Returns the errors, which are U+FFFD in
/// the lines.
pub(crate) fn number(
    encoding: Encoding,
    input: impl Read,
    output: &mut impl Write,
) -> io::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let transcoder = Transcoder::new(encoding, Encoding::Utf8);
    let reader = Reader::from_read(input, transcoder).resolve_by(|finding| {
        findings.push(*finding);
        Action::Replace
    });
    for (number, line) in (1..).zip(reader.lines()) {
        writeln!(output, "{number}: {}", line?)?;
    }
    Ok(findings)
}
