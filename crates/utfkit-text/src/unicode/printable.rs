//! Makes untrusted text safe for a terminal: names, arguments, and bytes of the input.
//!
//! Invisible characters, and those that could move the cursor or change the order of the output,
//! are escaped. The tests contain attacks that worked in other programs.

use std::{borrow::Cow, fmt::Write as _};

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{DefaultIgnorableCodePoint, GeneralCategory},
};

/// Returns `true` if `character` is safe to print unchanged.
pub fn is_plain(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    // Variation selectors for text or emoji are common in text with emoji, and have a visible
    // effect.
    if matches!(character, '\u{FE0E}' | '\u{FE0F}') {
        return true;
    }
    !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
        && !is_special(character)
}

fn is_special(character: char) -> bool {
    matches!(
        CodePointMapData::<GeneralCategory>::new().get(character),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Unassigned
            | GeneralCategory::PrivateUse
            | GeneralCategory::Surrogate
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    )
}

/// Appends `character` to `out`, as `<U+NNNN>` if it is not [plain](is_plain).
pub fn push(out: &mut String, character: char) {
    if is_plain(character) {
        out.push(character);
    } else {
        push_code(out, character);
    }
}

fn push_code(out: &mut String, character: char) {
    let value = u32::from(character);
    let digits = (32 - value.leading_zeros()).div_ceil(4).max(4);
    out.push_str("<U+");
    (0..digits).rev().for_each(|at| push_digit(out, value >> (4 * at)));
    out.push('>');
}

/// Appends each of `bytes` as `<NN>`, in hexadecimal.
pub fn push_bytes(out: &mut String, bytes: &[u8]) {
    for &byte in bytes {
        out.push('<');
        [byte >> 4, byte].iter().for_each(|&value| push_digit(out, value.into()));
        out.push('>');
    }
}

/// Appends the last hexadecimal digit of `value`.
///
/// Cost: most of the output for files full of errors consists of such digits, so this does not use
/// `write!`.
fn push_digit(out: &mut String, value: u32) {
    out.push(char::from(b"0123456789ABCDEF"[(value & 0xF) as usize]));
}

/// Returns `text` on one line, with `<U+NNNN>` for each character that is not [plain](is_plain).
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|character| push(&mut out, character));
    Cow::Owned(out)
}

/// Like [`line()`], but keeps joiners (U+200C and U+200D) where the writing system uses them, such as
/// in Persian, in Hindi and in emoji.
pub fn text(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let (mut before, mut rest) = (None, text.chars());
    while let Some(character) = rest.next() {
        let next = rest.clone().next();
        let joins = matches!(character, '\u{200C}' | '\u{200D}')
            && [before, next].into_iter().all(|neighbor| neighbor.is_some_and(is_joined));
        if joins {
            out.push(character)
        } else {
            push(&mut out, character)
        }
        before = Some(character);
    }
    Cow::Owned(out)
}

/// Returns `true` if a joiner next to `character` may be part of a word or an emoji. Latin letters
/// are never joined.
fn is_joined(character: char) -> bool {
    // Emoji with their modifiers and selectors, and letters and marks of scripts from Hebrew on.
    let is_far =
        matches!(character, '\u{590}'..='\u{1FFF}' | '\u{2190}'..='\u{2BFF}' | '\u{A000}'..);
    is_far && is_plain(character)
}

/// Returns `text` with its line feeds, and with `<U+NNNN>` for each other character that is not
/// [plain](is_plain).
pub fn multiline(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Returns `text` with its line feeds and colors (`CSI … m`), and with `<U+NNNN>` for each other
/// character that is not [plain](is_plain). Use it for our own messages.
pub fn keep_styles(text: &str) -> String {
    let mut pieces = text.split("\u{1B}[");
    let mut out = multiline(pieces.next().unwrap_or_default());
    for piece in pieces {
        let style = piece
            .find(|c: char| !(c.is_ascii_digit() || c == ';'))
            .filter(|&end| piece[end..].starts_with('m'));
        match style {
            Some(end) => {
                let (style, rest) = piece.split_at(end + 1);
                let _ = write!(out, "\u{1B}[{style}");
                out.push_str(&multiline(rest));
            }
            None => {
                push_code(&mut out, '\u{1B}');
                out.push_str(&multiline(&format!("[{piece}")));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_on_terminals_are_shown() {
        for attack in [
            "\u{1B}]0;title\u{7}",
            "\u{9B}2J",
            "\u{202E}gpj.exe",
            "a\rb",
            "\u{200B}",
            "\u{E0041}",
            "\u{E0110}",
            "\u{3164}",
        ] {
            assert!(line(attack).chars().all(is_plain), "{attack:?}");
            assert!(multiline(attack).chars().all(is_plain), "{attack:?}");
        }
        assert_eq!(line("na\u{EF}ve \u{6771}\u{1F600}"), "na\u{EF}ve \u{6771}\u{1F600}");
    }

    #[test]
    fn joiners_stay_where_they_join() {
        for words in [
            "\u{645}\u{6CC}\u{200C}\u{62E}\u{648}",
            "\u{915}\u{94D}\u{200D}\u{937}",
            "\u{1F468}\u{200D}\u{1F469} \u{2764}\u{FE0F}\u{200D}\u{1F525}",
        ] {
            assert_eq!(text(words), words);
        }
        assert_eq!(text("a\u{200D}b\u{202E}\r"), "a<U+200D>b<U+202E><U+000D>");
        assert_eq!(text("\u{200C}\u{645}\u{200C}"), "<U+200C>\u{645}<U+200C>");
        assert_eq!(text("\u{645}\u{200C}\u{200C}\u{645}"), "\u{645}<U+200C><U+200C>\u{645}");
    }

    #[test]
    fn only_colours_are_kept() {
        let coloured = "\u{1B}[1;31merror\u{1B}[0m: \u{1B}[2Jcleared \u{1B}]0;t\u{7}";
        assert_eq!(
            keep_styles(coloured),
            "\u{1B}[1;31merror\u{1B}[0m: <U+001B>[2Jcleared <U+001B>]0;t<U+0007>"
        );
    }
}
