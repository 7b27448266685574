//! How unlikely characters of any of the charsets are beside each other, if they were meant.
//!
//! As [`western`](super::western) for windows-1252, but by sorts of characters, not by characters:
//! a capital behind a small letter, letters of two scripts, a sign or a line of a box inside a
//! word.

use std::ops::Range;

use crate::repair::mojibake::unlikely::{lookup::Traits, sorts::Sort};

/// Points of a sequence, whose characters are `text`, between `left` and `right`; what stands
/// behind it counts only where it is the last of a run.
pub(crate) fn points(left: Option<char>, text: &str, right: Option<char>) -> u32 {
    let mut row = Row::behind(left);
    let (mut count, mut is_drawn, mut has_control) = (0, true, false);
    for character in text.chars() {
        let sort = row.goes_on(character);
        count += 1;
        is_drawn &= sort == Sort::Box;
        has_control |= sort == Sort::Control;
    }
    if is_drawn || matches!(text, "√π" | "√Ω" | "√µ" | "√∂" | "¬±") {
        // A drawing, beside whatever it frames; a formula, whatever stands beside it.
        return 0;
    }
    if let Some(right) = right {
        row.goes_on(right);
    }
    // The longer, the less by chance.
    let of_length = match count {
        3 => 2,
        4 => 5,
        _ => 0,
    };
    row.points + of_length + if has_control { 10 } else { 0 }
}

/// Points of what stands in `line` in `range`, character by character.
pub(crate) fn of_text(line: &str, range: Range<usize>) -> u32 {
    let mut row = Row::behind(line[..range.start].chars().next_back());
    for right in line[range.clone()].chars().chain(line[range.end..].chars().next()) {
        row.goes_on(right);
    }
    row.points
}

/// Characters side by side, up to the last one that was seen, and the points of each two.
struct Row {
    last: Option<(char, Traits)>,
    points: u32,
}

impl Row {
    fn behind(left: Option<char>) -> Self {
        Self { last: left.map(|left| (left, Traits::of(left))), points: 0 }
    }

    /// Adds `right`, and says of which sort it is.
    fn goes_on(&mut self, right: char) -> Sort {
        let next = (right, Traits::of(right));
        self.points += self.last.map_or(0, |last| pair(last, next));
        self.last = Some(next);
        next.1.sort()
    }
}

/// Points of two characters side by side.
fn pair((left, one): (char, Traits), (right, other): (char, Traits)) -> u32 {
    match (one.sort(), other.sort()) {
        (Sort::Letter(script), Sort::Letter(beside)) => {
            let is_hump = one.is_lowercase() && other.is_uppercase();
            if is_hump || script.clashes(left, beside, right) { 8 } else { 0 }
        }
        (one, other) => POINTS[one.bits() as usize][other.bits() as usize].into(),
    }
}

/// Points of two sorts side by side that are not both letters.
static POINTS: [[u8; Sort::ALL.len()]; Sort::ALL.len()] = {
    let mut points = [[0; Sort::ALL.len()]; Sort::ALL.len()];
    let mut at = 0;
    while at < Sort::ALL.len() * Sort::ALL.len() {
        let (one, other) = (at / Sort::ALL.len(), at % Sort::ALL.len());
        points[one][other] = of_sorts(Sort::ALL[one], Sort::ALL[other]);
        at += 1;
    }
    points
};

const fn of_sorts(one: Sort, other: Sort) -> u8 {
    use Sort::{Box, Close, Dash, Letter, Mark, Open, Symbol};
    match (one, other) {
        (Letter(_), Open) => 6,
        (Letter(_), Symbol | Box) => 5,
        (Letter(_), Mark) => 2,
        (Close, Letter(_)) => 6,
        (Symbol | Box | Mark, Letter(_)) => 4,
        (Box, Symbol | Mark | Open | Close) | (Symbol | Mark | Open | Close, Box) => 4,
        (Symbol, Symbol | Mark | Open | Close) | (Mark | Open | Close | Dash, Symbol) => 3,
        (Dash, Mark | Box) | (Symbol | Mark | Box, Dash) => 2,
        (Mark, Mark | Open | Close) | (Open | Close, Mark) | (Open, Close) => 2,
        _ => 0,
    }
}
