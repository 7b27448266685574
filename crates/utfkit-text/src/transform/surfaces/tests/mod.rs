//! Tests of all surfaces: examples, every split, and texts that come back.

mod backslash;
mod every;
mod html;
mod mail;
mod punycode;

use utfkit::Encoding;

use super::{Stream, Surface};

/// Returns the result of `stream` for `text`, and the number of kept escapes.
fn run(mut stream: Stream, text: impl AsRef<[u8]>) -> (String, u64) {
    let mut out = Vec::new();
    stream.push(text.as_ref(), &mut out);
    stream.finish(&mut out);
    (String::from_utf8_lossy(&out).into_owned(), stream.kept())
}

/// Returns `text`, read.
fn read(surface: Surface, text: impl AsRef<[u8]>) -> (String, u64) {
    run(surface.decode(), text)
}

/// Returns `text`, written in ASCII.
fn written(surface: Surface, text: &str) -> (String, u64) {
    run(surface.encode(Encoding::UsAscii), text)
}
