//! Checks a column of strings, as a database does before it stores them.
//!
//! The column has the layout of Apache Arrow: the bytes of all strings, and the offset of each.
//!
//! ```text
//! cargo run -p utfkit --example database
//! ```

use utfkit::{Utf8Error, utf8};

fn main() {
    let (bytes, offsets) = ("naïve😀".as_bytes(), [0, 6, 10]);
    println!("{:?}", load(bytes, &offsets, 5));
}

/// A reason to reject a column.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Rejected {
    /// A string is not UTF-8.
    NotUtf8(Utf8Error),
    /// This string begins inside a character.
    CutsCharacter(usize),
    /// The database does not store U+0000.
    Nul,
}

/// Returns the strings, of which each has at most `max` bytes. A string is never cut inside a
/// character.
pub(crate) fn load<'b>(
    bytes: &'b [u8],
    offsets: &[usize],
    max: usize,
) -> Result<Vec<&'b str>, Rejected> {
    // One pass over all strings is faster than one call per string.
    let text = utf8::validate(bytes).map_err(Rejected::NotUtf8)?;
    if utf8::contents(text).nuls > 0 {
        return Err(Rejected::Nul);
    }
    if let Some(index) = offsets.iter().position(|&at| !utf8::is_boundary(bytes, at)) {
        return Err(Rejected::CutsCharacter(index));
    }
    let strings = offsets.windows(2).map(|ends| {
        let string = &text[ends[0]..ends[1]];
        &string[..utf8::floor_boundary(string.as_bytes(), max)]
    });
    Ok(strings.collect())
}
