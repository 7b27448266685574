//! Runs: all characters between two of ASCII, and what they are in charsets.

use std::ops::Range;

use utfkit::ascii;

use crate::repair::mojibake::{
    pages::tables::{self, PAGES},
    unlikely::pairs,
};

/// In which charsets all that was seen of a line is sequences, a bit for each: those in which it
/// ends with a whole one, and those in which the last goes on with one, two or three bytes.
#[derive(Clone, Copy)]
pub(crate) struct Alive([u32; 4]);

impl Alive {
    const ALL: Alive = Alive([(1 << PAGES) - 1, 0, 0, 0]);

    pub(crate) fn pages(self) -> u32 {
        let Alive([whole, one, two, three]) = self;
        whole | one | two | three
    }

    /// What it is behind a character that is not ASCII.
    fn behind(self, character: char) -> Self {
        let Some(row) = tables::row(character) else { return Alive([0; 4]) };
        let (Alive([whole, one, two, three]), [of_two, of_three, of_four]) = (self, row.leads);
        Alive([
            one & row.goes_on,
            whole & of_two | two & row.goes_on,
            whole & of_three | three & row.goes_on,
            whole & of_four,
        ])
    }

    /// What it is behind a run of characters that are not ASCII.
    fn behind_run(self) -> Self {
        Alive([self.0[0], 0, 0, 0])
    }
}

/// The pages of the charsets in which `text` can be read.
pub(crate) fn pages(text: &str) -> impl Iterator<Item = usize> {
    let pages = alive(text).pages();
    (0..PAGES).filter(move |page| pages >> page & 1 == 1)
}

pub(crate) fn alive(text: &str) -> Alive {
    let mut alive = Alive::ALL;
    let mut rest = text;
    while alive.pages() != 0 {
        let ascii = ascii::prefix(rest.as_bytes());
        if ascii == rest.len() {
            break;
        }
        rest = &rest[ascii..];
        let mut ended = rest.len();
        for (at, character) in rest.char_indices() {
            if character.is_ascii() || alive.pages() == 0 {
                ended = at;
                break;
            }
            alive = alive.behind(character);
        }
        alive = alive.behind_run();
        rest = &rest[ended..];
    }
    alive
}

/// Where `line` is not ASCII.
pub(crate) fn runs_of(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &line.as_bytes()[at..];
        let start = at + rest.iter().position(|byte| !byte.is_ascii())?;
        let len = line.as_bytes()[start..].iter().position(u8::is_ascii);
        at = len.map_or(line.len(), |len| start + len);
        Some(start..at)
    })
}

/// `run` read as the charset of `page`.
pub(crate) fn restored(run: &str, page: usize) -> Option<String> {
    let mut bytes = Vec::with_capacity(run.len());
    for character in run.chars() {
        bytes.push(tables::row(character).map(|row| row.bytes[page]).filter(|&o| o > 0)?);
    }
    String::from_utf8(bytes).ok()
}

/// Points of the characters of `line` in `range`, which are `restored`.
pub(crate) fn run_points(line: &str, range: Range<usize>, restored: &str) -> u32 {
    let mut left = line[..range.start].chars().next_back();
    let after = line[range.end..].chars().next();
    let mut rest = &line[range];
    let mut points = 0;
    for character in restored.chars() {
        let mut ends = rest.char_indices().skip(character.len_utf8());
        let (sequence, behind) = rest.split_at(ends.next().map_or(rest.len(), |(end, _)| end));
        points += pairs::points(left, sequence, after.filter(|_| behind.is_empty()));
        left = sequence.chars().next_back();
        rest = behind;
    }
    points
}
