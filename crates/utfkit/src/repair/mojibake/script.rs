//! What a text that was restored may hold, and how sure one must be.

use super::genuine::PROOF;

/// Characters that stand beside each other in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Letters of European languages.
    Latin,
    Greek,
    /// A script with letters of its own, by its first block.
    Letters(u32),
    /// Scripts of which a letter may stand beside an ASCII letter, for they have no spaces.
    Dense(u32),
    Mark,
    /// Digits of Arabic and Persian: beside letters of any script.
    Digit,
    /// Signs, spaces, emoji: beside anything.
    Common,
    /// Signs that also show how text runs, and other rare ones.
    Rare,
    /// What hardly any text holds.
    Never,
}

use Group::{Common, Dense, Digit, Greek, Latin, Letters, Mark, Never, Rare};

fn group(character: char) -> Group {
    match u32::from(character) {
        0xA0..=0xBF | 0xD7 | 0xF7 => Common,
        0xC0..=0x17F | 0x218..=0x21B | 0x1A0..=0x1A1 | 0x1AF..=0x1B0 | 0x259 | 0x18F => Latin,
        0x1E00..=0x1EFF | 0xFB00..=0xFB06 => Latin,
        0x2BB | 0x2BC => Rare,
        0x300..=0x36F => Mark,
        0x386..=0x3CE | 0x1F00..=0x1FFC => Greek,
        0x400..=0x45F | 0x490..=0x4BF | 0x4D8..=0x4E9 => Letters(0x400),
        0x531..=0x587 => Letters(0x530),
        0x5B0..=0x5F4 => Letters(0x590),
        0x660..=0x669 | 0x6F0..=0x6F9 => Digit,
        0x60C..=0x6D5 => Letters(0x600),
        value @ (0x901..=0xDF4 | 0x10A0..=0x10FF | 0x1780..=0x17F9) => Letters(value & !0x7F),
        value @ (0xE01..=0xEDD | 0xF00..=0xFDA | 0x1000..=0x109F) => Dense(value & !0x7F),
        value @ (0x700..=0x7FA | 0x1200..=0x167F | 0x1800..=0x18AA) => Letters(value & !0x1FF),
        0xFF01..=0xFF0F | 0xFF1A..=0xFF20 | 0xFF3B..=0xFF40 | 0xFF5B..=0xFF65 => Common,
        0x1100..=0x11FF | 0xAC00..=0xD7A3 => Dense(0xAC00),
        0x3041..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFF9F | 0x3400..=0x4DBF => Dense(0x4E00),
        0x2000..=0x200A | 0x2010..=0x2027 | 0x202F..=0x205E | 0x3000..=0x3020 => Common,
        0x2070..=0x2BFF | 0xFE0E..=0xFE0F | 0xFEFF | 0xFFFD => Common,
        0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 => Rare,
        0x1F000..=0x1FAFF => Common,
        0x1D400..=0x1D7FF | 0xE0020..=0xE007F => Rare,
        0x20000..=0x2FFFF => Dense(0x2_0000),
        _ => Never,
    }
}

/// Whether `character` is a Latin letter beyond ASCII.
pub(super) fn is_latin(character: char) -> bool {
    group(character) == Latin
}

/// Whether `character` is a combining mark of Latin letters.
pub(super) fn is_mark(character: char) -> bool {
    group(character) == Mark
}

/// Whether `text` holds what hardly any text does, or a script that is none of those above.
pub(super) fn is_unknown(text: &str) -> bool {
    text.chars().any(|character| group(character) == Never)
}

/// How many points ([`PROOF`] most of the time) against the text as it stands it takes to believe in `restored` between `before` and
/// `after`; `None` if nothing is enough.
pub(super) fn needed(before: &str, restored: &str, after: &str) -> Option<u32> {
    let mut left = before.chars().next_back();
    let first = restored.chars().next().zip(left);
    let last = restored.chars().next_back().zip(after.chars().next());
    // Where the octets beside it were read wrongly too, another charset was meant.
    if [first, last].into_iter().flatten().any(|(edge, beside)| !may_end(edge, beside)) {
        return None;
    }
    let mut needed = 0;
    let letters = restored.chars().filter(|&character| is_foreign(group(character))).count();
    for (at, character) in restored.char_indices() {
        let rest = &restored[at + character.len_utf8()..];
        let right = rest.chars().next().or_else(|| after.chars().next());
        let group = group(character);
        // Digits and punctuation of a script stand beside letters of others.
        if character.is_alphabetic() && (clashes(group, left) || clashes(group, right)) {
            return None;
        }
        needed = needed.max(match group {
            Common => PROOF,
            Latin if breaks_case(left, character, right) => 14,
            Latin => latin(character, before, after),
            Greek | Letters(_) if letters > 1 => PROOF,
            Dense(_) if letters > 1 => 12,
            Greek | Letters(_) | Dense(_) => alone(group, before, after),
            Digit => 12,
            Mark | Rare => 14,
            Never => return None,
        });
        left = Some(character);
    }
    Some(needed)
}

/// Whether a stretch may have `edge` at its end, and `beside` behind it: ASCII, punctuation of any
/// script, a letter beside a letter. Other signs there speak of a charset that is none of ours.
fn may_end(edge: char, beside: char) -> bool {
    match u32::from(beside) {
        0..0x80 | 0xA0 | 0xA1 | 0xAB | 0xBB | 0xBF | 0xFEFF => true,
        0x2010..=0x2027 | 0x3000..=0x303F | 0xFF00..=0xFF65 => true,
        _ => beside.is_alphabetic() && edge.is_alphabetic() && !matches!(beside, 'ª' | 'º' | 'µ'),
    }
}

/// Octets around a stretch that tell which text it stands in.
const NEAR: usize = 200;

/// How many points a letter of `group` takes that stands alone: few, where there are others around.
fn alone(group: Group, before: &str, after: &str) -> u32 {
    let near = |character: char| character.is_alphabetic() && self::group(character) == group;
    if around(before, after).any(near) {
        return 4;
    }
    match group {
        Greek => PROOF + 1,
        Dense(_) => 20,
        _ => 14,
    }
}

/// How many points a Latin letter takes: fewer, where it stands around, too.
fn latin(character: char, before: &str, after: &str) -> u32 {
    let is_vietnamese = |c: char| matches!(c, '\u{1EA0}'..='\u{1EF9}');
    let same = |near: char| {
        let same = || near == character || near.to_lowercase().eq(character.to_lowercase());
        !near.is_ascii() && (same() || (is_vietnamese(near) && is_vietnamese(character)))
    };
    if around(before, after).any(same) { 5 } else { PROOF }
}

/// The characters around a stretch, the nearest first.
fn around<'t>(before: &'t str, after: &'t str) -> impl Iterator<Item = char> + 't {
    let before = before.chars().rev().take(NEAR);
    before.chain(after.chars().take(NEAR))
}

fn is_foreign(group: Group) -> bool {
    matches!(group, Greek | Letters(_) | Dense(_))
}

/// Whether no word has a letter of `group` beside `neighbour`.
fn clashes(group: Group, neighbour: Option<char>) -> bool {
    let Some(neighbour) = neighbour.filter(|neighbour| neighbour.is_alphabetic()) else {
        return false;
    };
    let beside = if neighbour.is_ascii() { Latin } else { self::group(neighbour) };
    match (group, beside) {
        (Common | Mark | Digit | Rare | Never, _) | (_, Common | Mark | Digit | Rare) => false,
        // γ-globulin, IL2Rγc.
        (Greek, Latin) | (Latin, Greek) => !neighbour.is_ascii(),
        (Dense(_), Latin) => !neighbour.is_ascii(),
        (Latin, Dense(_)) => true,
        (group, beside) => group != beside && !(is_dense(group) && is_dense(beside)),
    }
}

fn is_dense(group: Group) -> bool {
    matches!(group, Dense(_))
}

/// A small letter among capitals, or a capital behind a small letter.
fn breaks_case(left: Option<char>, character: char, right: Option<char>) -> bool {
    let is_capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
    match character.is_uppercase() {
        true => left.is_some_and(char::is_lowercase),
        false => character.is_lowercase() && is_capital(left) && is_capital(right),
    }
}
