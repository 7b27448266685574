//! Lines, or the parts of long ones, that are decided at once.

use utfkit::utf8;

/// The maximum length of a line, in bytes, that is decided in one part.
pub(crate) const MAX_LINE: usize = 4 << 10;

/// Returns the lines of `text` with their offsets.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    text.split_inclusive(|&byte| byte == b'\n').scan(0, |next, line| {
        let start = *next;
        *next += line.len();
        Some((start, line))
    })
}

/// Returns the length of the first part of `line` to decide about.
pub(crate) fn part_len(line: &[u8]) -> usize {
    if line.len() <= MAX_LINE {
        return line.len();
    }
    let most = utf8::floor_boundary(line, MAX_LINE);
    let space = line[..most].iter().rposition(|&byte| is_space(byte));
    space.map_or(most, |space| space + 1)
}

/// Returns `true` if `byte` ends a word.
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
