//! How unlikely characters of any of the charsets are beside each other, if they were meant.
//!
//! As [`genuine`](super::genuine) for windows-1252, but by sorts of characters, not by characters:
//! a capital behind a small letter, letters of two scripts, a sign or a line of a box inside a
//! word.

use core::ops::Range;

use crate::repair::mojibake::unlikely::lookup::Traits;

/// What a character is, as far as it matters who stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Letter(Script),
    /// `“`, `«`, `¿`.
    Open,
    /// `”`, `»`, `…`.
    Close,
    /// What stands behind words and numbers: `™`, `°`.
    Mark,
    Symbol,
    /// Lines and blocks.
    Box,
    Control,
    Dash,
    /// What stands anywhere: spaces, apostrophes, digits, all signs of ASCII.
    Plain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
    /// All others; they stand beside any.
    Other,
}

impl Sort {
    /// How many bits [`Sort::bits`] has.
    pub(crate) const BITS: u32 = 4;

    const ALL: [Sort; 1 << Self::BITS] = [
        Sort::Letter(Script::Latin),
        Sort::Letter(Script::Greek),
        Sort::Letter(Script::Cyrillic),
        Sort::Letter(Script::Hebrew),
        Sort::Letter(Script::Arabic),
        Sort::Letter(Script::Thai),
        Sort::Letter(Script::Other),
        Sort::Open,
        Sort::Close,
        Sort::Mark,
        Sort::Symbol,
        Sort::Box,
        Sort::Control,
        Sort::Dash,
        Sort::Plain,
        Sort::Plain,
    ];

    /// A number for it, by its place among all.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Sort::Letter(script) => script as u32,
            Sort::Open => 7,
            Sort::Close => 8,
            Sort::Mark => 9,
            Sort::Symbol => 10,
            Sort::Box => 11,
            Sort::Control => 12,
            Sort::Dash => 13,
            Sort::Plain => 14,
        }
    }

    /// The one that the lowest of `bits` are the number of.
    pub(crate) fn of_bits(bits: u32) -> Self {
        Self::ALL[bits as usize % Self::ALL.len()]
    }
}

impl Script {
    /// Whether no word has `left`, which is of this script, before `right`, which is of `other`.
    fn clashes(self, left: char, other: Self, right: char) -> bool {
        let spaced = |script| matches!(script, Script::Latin | Script::Greek | Script::Cyrillic);
        // Names stand in text of scripts that glue words together.
        let is_name = |letter: char, beside| letter.is_ascii() && !spaced(beside);
        self != other
            && self != Script::Other
            && other != Script::Other
            && !is_name(left, other)
            && !is_name(right, self)
    }
}

/// The sort of `character`, found anew: [`Traits::sort`] remembers it.
pub(crate) fn found(character: char) -> Sort {
    match character {
        '\0'..='\x7F' if !character.is_ascii_alphabetic() => Sort::Plain,
        'a'..='z'
        | 'A'..='Z'
        | '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{191}' => Sort::Letter(Script::Latin),
        '\u{80}'..='\u{9F}' => Sort::Control,
        '\u{2010}'..='\u{2015}' => Sort::Dash,
        '\u{A0}'
        | '\u{2000}'..='\u{200F}'
        | '\u{202F}'
        | '\u{2060}'
        | '\u{FE0F}'
        | '’'
        | 'ʻ'
        | 'ʼ'
        | '·'
        | '\u{AD}'
        | '\u{3000}'..='\u{303F}'
        | '\u{FF01}'..='\u{FF65}' => Sort::Plain,
        '“' | '‘' | '«' | '„' | '‚' | '‹' | '¿' | '¡' => Sort::Open,
        '”' | '»' | '›' | '…' => Sort::Close,
        '™' | '®' | '©' | '°' | '²' | '³' | '¹' | 'ª' | 'º' | 'ⁿ' => Sort::Mark,
        'ƒ' | 'µ' | '\u{2B0}'..='\u{2FF}' => Sort::Symbol,
        '\u{2500}'..='\u{25FF}' => Sort::Box,
        '\u{300}'..='\u{36F}' => Sort::Plain,
        '\u{370}'..='\u{3FF}' => Sort::Letter(Script::Greek),
        '\u{400}'..='\u{52F}' => Sort::Letter(Script::Cyrillic),
        // Of other scripts all signs are letters, nearly.
        '\u{590}'..='\u{5FF}' => Sort::Letter(Script::Hebrew),
        '\u{600}'..='\u{6FF}' => Sort::Letter(Script::Arabic),
        '\u{E00}'..='\u{E7F}' => Sort::Letter(Script::Thai),
        '\u{530}'..='\u{1DFF}' | '\u{3040}'..='\u{D7FF}' => Sort::Letter(Script::Other),
        '\u{1F00}'..='\u{1FFF}' => Sort::Letter(Script::Greek),
        _ if character.is_alphabetic() => Sort::Letter(Script::Latin),
        _ => Sort::Symbol,
    }
}

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
