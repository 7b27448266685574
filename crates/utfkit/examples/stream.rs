//! Decodes a stream as browsers do, in little memory.
//!
//! ```text
//! cargo run -p utfkit --example stream --features legacy-charsets -- shift_jis <page.html
//! ```

use std::{
    env,
    io::{self, Read, Write},
};

use utfkit::{Status, transcode::Transcoder};

fn main() -> io::Result<()> {
    let label = env::args().nth(1).unwrap_or_else(|| "utf-8".to_owned());
    decode(&label, io::stdin().lock(), &mut io::stdout().lock())
}

/// Writes the text of `input` to `output`. A BOM overrides the label, and errors become U+FFFD.
pub(crate) fn decode(label: &str, mut input: impl Read, output: &mut impl Write) -> io::Result<()> {
    let mut decoder = Transcoder::whatwg(label)?;
    let (mut bytes, mut buffer) = ([0; 4096], [0; 4096]);
    loop {
        let read = input.read(&mut bytes)?;
        let (mut rest, last) = (&bytes[..read], read == 0);
        loop {
            let (text, outcome) = decoder.transcode_to_str(rest, &mut buffer, last);
            output.write_all(text.as_bytes())?;
            rest = &rest[outcome.read..];
            if outcome.status == Status::Done {
                break;
            }
        }
        if last {
            return output.flush();
        }
    }
}
