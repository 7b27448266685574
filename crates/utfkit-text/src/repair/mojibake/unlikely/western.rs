//! How unlikely characters are where they stand, if they were meant.
//!
//! What UTF-8 becomes when it is read as windows-1252 is letters and signs in an order that nobody
//! writes: a capital inside a word, a currency sign behind an accented letter, a closing quotation
//! mark before a letter. Each such place costs points. The points are roughly bits, of our own
//! making; the tests hold them to look-alikes that are meant.

use crate::repair::mojibake::{
    pages,
    unlikely::lookup::{is_alphabetic, is_lowercase, is_uppercase},
};

/// Points that prove that a stretch was not meant as it stands, where its other reading is common
/// text.
pub(crate) const PROOF: u32 = 8;

/// Points of the stretch `text`, which begins with a lead and holds whole sequences only. `before`
/// is what stands in front of it, `after` what stands behind.
pub(crate) fn points(before: &str, text: &str, after: &str) -> u32 {
    if is_formula(before, text, after) || is_quoted(before, text, after) {
        return 0;
    }
    let mut left = before.chars().next_back();
    let mut points = 0;
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        let right = rest.chars().next().or_else(|| after.chars().next());
        points += match pages::western::byte(character) {
            Some(byte) if byte >= 0xC0 => lead(left, character, right),
            _ => sign(left, character, right),
        };
        if rest.is_empty() && left.is_some_and(is_uppercase) && !is_letter(character) {
            points += goes_on_small(after);
        }
        left = Some(character);
    }
    if is_shouted(before, text, after) { points.min(PROOF - 1) } else { points }
}

/// Whether a capital ends a word of capitals, and a sign stands behind it: `LEYLÂ©`.
fn is_shouted(before: &str, text: &str, after: &str) -> bool {
    const SIGNS: &str = "©®™£€¥¢½¼¾¹²³ªº°";
    let Some((capital, sign)) = two(text) else { return false };
    let capitals = before.chars().rev().take(2).filter(|&one| is_uppercase(one)).count();
    let ends = !after.starts_with(is_alphabetic);
    capitals == 2 && is_uppercase(capital) && SIGNS.contains(sign) && ends
}

/// Whether a capital is a symbol, and what stands behind it is part of a formula: `5 Å±0.1`, `12
/// kÅ³`, `Â±B`.
fn is_formula(before: &str, text: &str, after: &str) -> bool {
    let Some((symbol, sign)) = two(text) else { return false };
    let is = |what: fn(char) -> bool| after.chars().next().is_some_and(what);
    let letters = before.chars().rev().take(2).take_while(|&one| is_alphabetic(one)).count();
    let is_measure = || before.trim_end_matches(' ').ends_with(|one: char| one.is_ascii_digit());
    match (symbol, sign) {
        // A unit, and one with a prefix. In `metų`, read wrongly, more letters stand before it.
        ('Å', '²' | '³') => letters < 2,
        // A word may begin with `ű`, and be `fű`.
        ('Å', '±') => match letters {
            0 => is_measure() || !is(is_lowercase),
            1 => is(|right| right.is_ascii_digit()),
            _ => false,
        },
        // `Â±5` is ±5, read wrongly.
        ('Â', '±') => letters == 0 && is(is_uppercase),
        (_, '±') if is_uppercase(symbol) => {
            letters == 0 && is(|right| is_uppercase(right) || right.is_ascii_digit())
        }
        _ => false,
    }
}

/// Whether a letter ends what stands in quotation marks that were opened before: `»IRMÃ«`.
fn is_quoted(before: &str, text: &str, after: &str) -> bool {
    let Some((letter, sign)) = two(text) else { return false };
    let opens = match sign {
        '«' => '»',
        '‹' => '›',
        _ => return false,
    };
    let is_mark = |one: char| one == opens || one == sign;
    let ends = !after.starts_with(|one: char| is_alphabetic(one) || is_mark(one));
    let open = before.rfind(is_mark).filter(|_| is_letter(letter) && ends);
    open.is_some_and(|at| {
        before[at..].starts_with(opens)
            && !before[..at].ends_with(is_letter)
            && before[at..].chars().nth(1).is_none_or(|one| !one.is_whitespace())
    })
}

/// The characters of `text`, if they are two.
fn two(text: &str) -> Option<(char, char)> {
    let mut all = text.chars();
    Some((all.next()?, all.next()?)).filter(|_| all.next().is_none())
}

/// Whether `character` is one that words are made of; marks that stand for words (º, ˆ) are not.
fn is_letter(character: char) -> bool {
    is_alphabetic(character) && !matches!(character, 'ª' | 'º' | 'ˆ' | 'ƒ' | 'µ')
}

/// A capital and a sign, and then small letters: no word is written so.
fn goes_on_small(after: &str) -> u32 {
    let small = after.chars().take(2).filter(char::is_ascii_lowercase).count();
    if small == 2 { 4 } else { 0 }
}

/// A letter that leads: `Ã`, `â`, `ð`; also `×`.
fn lead(left: Option<char>, character: char, right: Option<char>) -> u32 {
    let inside = match left {
        Some(left) if is_lowercase(left) && is_uppercase(character) => 8,
        // `5 Å` is a length, `5Å` too.
        Some(left) if left.is_ascii_digit() && character.is_uppercase() && character != 'Å' => 4,
        _ => 0,
    };
    let in_word = |right: char| {
        is_letter(right) && pages::western::byte(right).is_none_or(|byte| byte >= 0xC0)
    };
    let ends = match (character, right.is_some_and(in_word)) {
        (_, true) => 0,
        // `ð` is never before `Ÿ`, with which nearly all emoji go on.
        ('ð', _) if right.is_some_and(|right| pages::western::byte(right) == Some(0x9F)) => 8,
        // A BOM, and U+FFFD.
        ('ï', _) if matches!(right, Some('»' | '¿')) => 8,
        ('Ã' | 'Â' | '×', _) => 3,
        ('Î' | 'Ï' | 'Ð' | 'Ñ' | 'â', _) => 4,
        ('ð', _) => 2,
        _ => 1,
    };
    let alone = match (character, left.is_some_and(is_letter)) {
        // No word.
        ('â' | 'ð', false) => 2,
        _ => 0,
    };
    inside + ends + alone
}

/// A character of the bytes 80 to BF between `left` and `right`.
fn sign(left: Option<char>, character: char, right: Option<char>) -> u32 {
    if let Some(meant) = pages::western::control_as_1252(character) {
        // A control, or what windows-1252 has in its place, which also passed as Latin-1.
        return if meant == character { 10 } else { 4 + sign(left, meant, right) };
    }
    let behind_letter = left.is_some_and(is_letter);
    let before_letter = right.is_some_and(is_letter);
    let costs = |behind: u32, before: u32| {
        behind * u32::from(behind_letter) + before * u32::from(before_letter)
    };
    match character {
        'š' | 'ž' | 'œ' => costs(if left.is_some_and(is_foreign_to_carons) { 5 } else { 0 }, 0),
        'Š' | 'Ž' | 'Œ' | 'Ÿ' => costs(4, 0),
        '”' | '»' | '›' => costs(0, 6),
        '“' | '‘' if before_letter => costs(6, 0),
        '‘' => costs(3, 0),
        '«' | '„' | '‚' | '‹' | '¿' | '¡' => {
            costs(6, 0) + if is_mark(left) { 4 } else { 0 }
        }
        '…' => costs(0, 2),
        // An apostrophe, a quotation mark, dashes, a space: anywhere. `´` is typed for an
        // apostrophe.
        '’' | '“' | '–' | '—' | '\u{A0}' => 0,
        '´' => costs(1, 0),
        '·' => costs(1, 1),
        '\u{AD}' => costs(2, 2),
        '°' => costs(4, if right.is_some_and(is_lowercase) { 4 } else { 0 }),
        'ª' | 'º' => costs(4, 4),
        '²' | '³' | '¹' => costs(1, 5),
        '½' | '¼' | '¾' => costs(7, 5),
        '©' => costs(5, 3),
        '®' => costs(2, 4),
        '™' => costs(1, 5),
        '€' if left.is_some_and(is_lowercase) => 8,
        '€' | '£' | '¥' | '¢' => costs(5, 3),
        '§' | '¶' => 2 + costs(4, 3),
        '±' => costs(5, 4),
        'µ' => costs(4, 0),
        '¨' => costs(3, 3),
        '†' | '‡' => costs(2, 6),
        '•' => costs(3, 3),
        '‰' | 'ˆ' | '˜' => costs(6, 4),
        // ¤ ¦ ¬ ¯ ¸ ƒ
        _ => costs(5, 4),
    }
}

/// Whether `left` is a sign with which nothing opens: not a space, a dash, or what opens itself.
fn is_mark(left: Option<char>) -> bool {
    const OPEN: &str = "\u{A0}–—‘“«„‚‹¿¡";
    left.is_some_and(|left| {
        pages::western::byte(left).is_some_and(|byte| byte < 0xC0) && !OPEN.contains(left)
    })
}

/// Capitals that no language writes before š, ž or œ: `Úžas` is a word, `Ãœber` is none.
fn is_foreign_to_carons(capital: char) -> bool {
    matches!(
        capital,
        'Ã' | 'Â'
            | 'Ä'
            | 'Å'
            | 'Æ'
            | 'È'
            | 'Ê'
            | 'Ë'
            | 'Î'
            | 'Ï'
            | 'Ð'
            | 'Ñ'
            | 'â'
            | 'ã'
            | 'æ'
            | 'ð'
    )
}
