//! Encodings: charsets, the choice among them, and text that hides its encoding.

mod charsets;
mod choice;
mod shifted;
mod translit;
mod unsigned;

use utfkit::{Encoding, encoding::Charset};

/// Returns the charsets with East Asian characters, and one of `step` of the others, which share
/// their code.
pub(crate) fn some_charsets(step: usize) -> impl Iterator<Item = Encoding> {
    let has = |encoding: Encoding, one: char| {
        encoding.first_unencodable(one.encode_utf8(&mut [0; 4])).is_none()
    };
    let wide = ['\u{3042}', '\u{4E00}', '\u{AC00}', '\u{FF71}'];
    let charsets = Charset::all().map(Encoding::Charset).enumerate();
    let chosen = charsets.filter(move |(number, charset)| {
        number.is_multiple_of(step) || wide.iter().any(|one| has(*charset, *one))
    });
    chosen.map(|(_, charset)| charset)
}
