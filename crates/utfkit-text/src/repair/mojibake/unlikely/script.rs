//! What a text that was restored may hold, and how sure one must be.

use core::ops::Range;

use crate::repair::mojibake::unlikely::{
    around::Surroundings,
    lookup::{Traits, is_alphabetic, is_lowercase, is_uppercase, small},
    western::PROOF,
};

/// Characters that stand beside each other in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
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

impl Group {
    /// How many bits [`Group::bits`] has.
    pub(crate) const BITS: u32 = Self::FIRST_BITS + 4;

    /// Of these those of the first block of a script.
    const FIRST_BITS: u32 = 18;

    /// A number for it.
    pub(crate) fn bits(self) -> u32 {
        let (kind, first) = match self {
            Latin => (0, 0),
            Greek => (1, 0),
            Letters(first) => (2, first),
            Dense(first) => (3, first),
            Mark => (4, 0),
            Digit => (5, 0),
            Common => (6, 0),
            Rare => (7, 0),
            Never => (8, 0),
        };
        kind << Self::FIRST_BITS | first
    }

    /// The one that the lowest of `bits` are the number of.
    pub(crate) fn of_bits(bits: u32) -> Self {
        let first = bits & ((1 << Self::FIRST_BITS) - 1);
        match bits >> Self::FIRST_BITS & 0xF {
            0 => Latin,
            1 => Greek,
            2 => Letters(first),
            3 => Dense(first),
            4 => Mark,
            5 => Digit,
            6 => Common,
            7 => Rare,
            _ => Never,
        }
    }
}

fn group(character: char) -> Group {
    Traits::of(character).group()
}

/// As [`group`], each time anew.
pub(crate) fn found(character: char) -> Group {
    match u32::from(character) {
        0xA0..=0xBF | 0xD7 | 0xF7 => Common,
        // In no alphabet of today.
        0x132 | 0x133 | 0x138 | 0x13F | 0x140 | 0x149 | 0x17F => Rare,
        0xC0..=0x17F | 0x218..=0x21B | 0x1A0..=0x1A1 | 0x1AF..=0x1B0 | 0x259 | 0x18F => Latin,
        0x1E00..=0x1EFF | 0xFB00..=0xFB06 => Latin,
        0x2BB | 0x2BC => Rare,
        0x300..=0x33F | 0x358 => Mark,
        0x386..=0x3CE | 0x1F00..=0x1FFC if !character.is_alphabetic() => Rare,
        0x386..=0x3CE | 0x1F00..=0x1FFC => Greek,
        0x400..=0x45F | 0x490..=0x4BF | 0x4D8..=0x4E9 => Letters(0x400),
        0x660..=0x669 | 0x6F0..=0x6F9 => Digit,
        0x200C | 0x200D => Rare,
        0x5B0..=0x5C7 | 0x5D0..=0x5EA | 0x5EF..=0x5F4 => Letters(0x590),
        0x60C..=0x61B | 0x61E..=0x6D5 if !is_rare_arabic(character) => Letters(0x600),
        0x901..=0x97F => Letters(0x900),
        0xE3F | 0xE46..=0xE5B => Dense(0xE00),
        0xEC8..=0xECD => Dense(0xE80),
        0xF00..=0xF47 | 0xF84 => Dense(0xF00),
        0x1000..=0x109F => Dense(0x1000),
        // The signs that take a vowel away, and that make a letter another; money and numbers.
        value @ (0x980..=0xBBB | 0xBBD..=0xD7F) if matches!(value & 0x7F, 0x3C | 0x4D) => {
            Letters(value & !0x7F)
        }
        value @ (0x9F2..=0x9FB | 0xAF1 | 0xBF0..=0xBFA) => Letters(value & !0x7F),
        0x55A..=0x55F | 0x589 | 0x58A => Letters(0x530),
        0x1360..=0x137C => Letters(0x1200),
        0x17C6..=0x17DB => Letters(0x1780),
        // What else is no letter of its script is a sign that hardly any text holds, or no
        // character yet.
        0x530..=0x1CFF if !character.is_alphanumeric() || is_rare_arabic(character) => Never,
        0x531..=0x587 => Letters(0x530),
        value @ (0x981..=0xDF4 | 0x10A0..=0x10FF | 0x1780..=0x17F9) => Letters(value & !0x7F),
        value @ (0xE01..=0xEDD | 0xF48..=0xFDA) => Dense(value & !0x7F),
        0x710..=0x72F => Letters(0x700),
        0x780..=0x7B1 => Letters(0x780),
        value @ (0x1200..=0x167F | 0x1820..=0x18AA) => Letters(value & !0x1FF),
        0xFF01..=0xFF0F | 0xFF1A..=0xFF20 | 0xFF3B..=0xFF40 | 0xFF5B..=0xFF65 => Common,
        0xAC00..=0xD7A3 => Dense(0xAC00),
        0x3041..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFF9F | 0x3400..=0x4DBF => Dense(0x4E00),
        0x2000..=0x200A | 0x2010..=0x2027 | 0x202F..=0x205E | 0x3000..=0x3020 => Common,
        // Signs of phonetics of old, of mathematics that few fonts have, and what is no character
        // yet.
        0x2072 | 0x2073 | 0x208F | 0x209D..=0x209F | 0x20C1..=0x20FF | 0x218C..=0x218F => Never,
        0x242A..=0x243F | 0x244B..=0x245F | 0x2B74 | 0x2B75 | 0x2B96 => Never,
        0x27C0..=0x2B04 | 0x2B08..=0x2B1A | 0x2B1D..=0x2B4F | 0x2B51..=0x2B54 | 0x2B56..=0x2BFF => {
            Rare
        }
        0x2070..=0x2BFF | 0xFE0E..=0xFE0F | 0xFEFF | 0xFFFD => Common,
        0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 => Rare,
        0x1F000..=0x1FAFF => Common,
        0x1D400..=0x1D7FF | 0xE0020..=0xE007F => Rare,
        0x20000..=0x2FA1F => Dense(0x2_0000),
        _ => Never,
    }
}

/// Whether `character` is an Arabic letter of none of the larger languages.
fn is_rare_arabic(character: char) -> bool {
    // Of Persian and Urdu, Pashto, Kurdish, Uyghur and Kazakh, Sindhi, Malay.
    const LETTERS: &str = "پٹچڈڑژکگںھۀہۂۃیےۓ۔ټځڅډړږښګڼۍېڕڵۆێەڭۇۈۋۉۅٺٻٽٿڀڃڄڇڊڌڍڏڙڦڪڱڳڻڠڤڬڽۏٱ";
    matches!(character, '\u{671}'..='\u{6D3}') && !LETTERS.contains(character)
}

/// Whether `character` is a Latin letter beyond ASCII.
pub(crate) fn is_latin(character: char) -> bool {
    group(character) == Latin
}

/// Whether `character` is a combining mark of Latin letters.
pub(crate) fn is_mark(character: char) -> bool {
    group(character) == Mark
}

/// Whether `text` holds what hardly any text does, or a script that is none of those above.
pub(crate) fn is_unknown(text: &str) -> bool {
    text.chars().any(|character| group(character) == Never)
}

/// How many points ([`PROOF`] most of the time) against the text as it stands it takes to believe
/// in `restored` in the place of `range` of a text; `None` if nothing is enough.
pub(crate) fn needed(
    around: &Surroundings<'_>,
    range: Range<usize>,
    restored: &str,
) -> Option<u32> {
    let (before, after) = (around.before(&range), around.behind(&range));
    let mut left = before.chars().next_back();
    let first = restored.chars().next().zip(left);
    let last = restored.chars().next_back().zip(after.chars().next());
    // Where the bytes beside it were read wrongly too, another charset was meant.
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
        if is_alphabetic(character) && (clashes(group, left) || clashes(group, right)) {
            return None;
        }
        needed = needed.max(match group {
            Common => PROOF,
            Latin if breaks_case(left, character, right) => 14,
            Latin if is_in_token(before, after) => 14,
            Latin => latin(character, around, &range),
            Greek | Letters(_) if letters > 1 => PROOF,
            Dense(_) if letters > 1 => 12,
            Greek | Letters(_) | Dense(_) => alone(group, character, around, &range),
            Digit => 12,
            Mark | Rare => 14,
            Never => return None,
        });
        left = Some(character);
    }
    Some(needed)
}

/// Whether a stretch may have `edge` at its end, and `beside` behind it: ASCII, punctuation of any
/// script, a letter of a script without spaces. All else there speaks of a charset that is none of
/// ours.
fn may_end(edge: char, beside: char) -> bool {
    match u32::from(beside) {
        0..0x80 | 0xA0 | 0xA1 | 0xAB | 0xBB | 0xBF | 0xFEFF => true,
        0x2010..=0x2027 | 0x3000..=0x303F | 0xFF00..=0xFF65 => true,
        // A letter that was not read wrongly stands beside one that was only where there are no
        // spaces.
        _ => is_dense(group(beside)) && is_alphabetic(edge),
    }
}

/// How many points `letter` of `group` takes that stands alone: few, where there are others around.
fn alone(group: Group, letter: char, around: &Surroundings<'_>, range: &Range<usize>) -> u32 {
    if around.have_other(range, group.bits(), letter) {
        return 4;
    }
    match group {
        Greek => PROOF + 1,
        Letters(0x400 | 0x590 | 0x600) => 14,
        _ => 20,
    }
}

/// How many points a Latin letter takes: fewer, where it stands around, too.
fn latin(character: char, around: &Surroundings<'_>, range: &Range<usize>) -> u32 {
    let letter = u32::from(small(character));
    let is_same = match character {
        // All letters of Vietnamese are one.
        '\u{1EA0}'..='\u{1EF9}' => {
            around.have_small(range, |one| one == letter || (0x1EA0..=0x1EF9).contains(&one))
        }
        _ => around.have_small(range, |one| one == letter),
    };
    if is_same { 5 } else { PROOF }
}

/// Whether what stands around a letter is no word, but a name of a program's or a password.
fn is_in_token(before: &str, after: &str) -> bool {
    const SIGNS: &str = "#$%&*+<=>@^`{|}~\\";
    let left = || before.chars().rev().take_while(char::is_ascii_alphanumeric);
    let right = || after.chars().take_while(char::is_ascii_alphanumeric);
    // In the order in which they stand, a small letter and a capital behind it.
    let humps = |one: Option<char>, other: Option<char>| {
        one.is_some_and(|one| one.is_ascii_lowercase())
            && other.is_some_and(|other| other.is_ascii_uppercase())
    };
    let has_hump = left().zip(left().skip(1)).any(|(later, one)| humps(Some(one), Some(later)))
        || right().zip(right().skip(1)).any(|(one, later)| humps(Some(one), Some(later)));
    let is_sign = |one: Option<char>| one.is_some_and(|one| SIGNS.contains(one));
    left().chain(right()).any(|one| one.is_ascii_digit())
        || has_hump
        || is_sign(before.chars().next_back()) && is_sign(after.chars().next())
}

fn is_foreign(group: Group) -> bool {
    matches!(group, Greek | Letters(_) | Dense(_))
}

/// Whether no word has a letter of `group` beside `neighbour`.
fn clashes(group: Group, neighbour: Option<char>) -> bool {
    let Some(neighbour) = neighbour.filter(|&neighbour| is_alphabetic(neighbour)) else {
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
    let is_capital = |c: Option<char>| c.is_some_and(is_uppercase);
    match is_uppercase(character) {
        true => left.is_some_and(is_lowercase),
        false => is_lowercase(character) && is_capital(left) && is_capital(right),
    }
}
