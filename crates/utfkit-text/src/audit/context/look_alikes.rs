//! Characters of code and of host names that look like ASCII.
//!
//! In code, a line is judged only if all of its characters beyond ASCII look like ASCII: a comment in
//! Chinese has full-width punctuation, too. Strings and comments are skipped as for
//! [spaces](super::spaces).

use memchr::memmem;

use super::spaces::is_quoted_or_comment;
use crate::audit::{
    characters::classes::{ascii_like, is_rtl, script},
    characters::skeleton::skeleton,
    code::Code,
    rules::Rule,
};
use icu_properties::props::Script;

/// The maximum number of bytes of a line that is judged.
const MAX_LINE: usize = 1024;

/// The minimum number of letters of a word that is judged by its letters. Shorter ones are often
/// variables, such as `ν` or `𝐱`.
const WORD: usize = 3;

/// Returns the offsets of such characters in `text`, which is source code: the first one of each
/// word. If text `continues` a line, that line is not judged.
pub(crate) fn in_code(text: &str, continues: bool, code: Code) -> Vec<(usize, Rule)> {
    let mut found = Vec::new();
    let mut at = 0;
    let bytes = text.as_bytes();
    while let Some(first) = first_beyond_ascii(&bytes[at..]).map(|first| at + first) {
        let start = memchr::memrchr(b'\n', &bytes[..first]).map_or(0, |feed| feed + 1);
        let end = memchr::memchr(b'\n', &bytes[first..]).map_or(bytes.len(), |feed| first + feed);
        if end - start <= MAX_LINE && !(start == 0 && continues) {
            line(&text[start..end], start, code, &mut found);
        }
        at = end;
    }
    found
}

fn first_beyond_ascii(bytes: &[u8]) -> Option<usize> {
    /// The number of bytes that are tested without a branch, so that compilers use vectors.
    const BLOCK: usize = 64;
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    let block =
        blocks.iter().position(|block| block.iter().fold(0, |all, byte| all | byte) >= 0x80);
    let from = block.unwrap_or(blocks.len()) * BLOCK;
    bytes[from..].iter().position(|byte| !byte.is_ascii()).map(|at| from + at)
}

/// Judges a line that begins at `start`.
fn line(line: &str, start: usize, code: Code, found: &mut Vec<(usize, Rule)>) {
    let mut beyond = line.chars().filter(|c| !c.is_ascii());
    let is_suspicious = |c| is_like_ascii(c) || (code == Code::Script && is_smart(c));
    if !beyond.all(is_suspicious) {
        return;
    }
    let mut rest = line.char_indices().peekable();
    while let Some((at, character)) = rest.next() {
        if character.is_ascii() || is_quoted_or_comment(&line[..at]) {
            continue;
        }
        if is_smart(character) {
            found.push((start + at, Rule::SmartPunctuation));
            continue;
        }
        let mut end = at + character.len_utf8();
        while let Some((next, other)) =
            rest.next_if(|(_, other)| !other.is_ascii() && !is_smart(*other))
        {
            end = next + other.len_utf8();
        }
        let word = &line[at..end];
        if is_sign(character) || word.chars().nth(WORD - 1).is_some() {
            found.push((start + at, Rule::AsciiLookAlike));
        }
    }
}

/// Returns `true` if `character` looks like one character of ASCII, and is written for it in code.
fn is_like_ascii(character: char) -> bool {
    is_sign(character)
        || matches!(character, '\u{1D400}'..='\u{1D7FF}') && is_one_ascii(character)
        || matches!(script(character), Script::Greek | Script::Cyrillic | Script::Armenian)
            && ascii_like(character.encode_utf8(&mut [0; 4])).is_some_and(|like| like.len() == 1)
}

fn is_one_ascii(character: char) -> bool {
    let mut room = [0; 4];
    let mut like = skeleton(character.encode_utf8(&mut room));
    like.next().is_some_and(|c| c.is_ascii()) && like.next().is_none()
}

/// Returns `true` for full-width forms of ASCII, and for a Latin letter and a Greek sign that look like `!`
/// and `;`. They have no use in code, not even alone.
const fn is_sign(character: char) -> bool {
    matches!(character, '\u{FF01}'..='\u{FF5E}' | '\u{1C3}' | '\u{37E}')
}

/// Returns `true` for quotes and dashes of typography, which editors of prose insert.
const fn is_smart(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2018}'..='\u{201F}')
}

/// Returns the offsets of host names in `text` of which a part is one word of a script that looks
/// like Latin letters, such as `https://аррӏе.com` in Cyrillic.
pub(crate) fn in_hosts(text: &str) -> Vec<(usize, Rule)> {
    const SCHEME_END: &str = "://";
    if text.is_ascii() {
        return Vec::new();
    }
    let ends = memmem::find_iter(text.as_bytes(), SCHEME_END).map(|at| at + SCHEME_END.len());
    let hosts = ends.filter_map(|start| {
        let rest = &text[start..];
        // Most names are ASCII, and end after a few bytes.
        let stops = |&byte: &u8| STOPS[usize::from(byte)];
        if rest.bytes().take(MAX_HOST).find(stops).is_none_or(|byte| byte.is_ascii()) {
            return None;
        }
        let mut ends = rest.char_indices().enumerate();
        let end = ends.find(|&(number, (_, c))| number == MAX_HOST || ends_host(c));
        let host = &rest[..end.map_or(rest.len(), |(_, (at, _))| at)];
        let mut at = start;
        host.split('.').find_map(|label| {
            let here = at;
            at += label.len() + 1;
            is_confusable(label).then_some((here, Rule::ConfusableHost))
        })
    });
    hosts.collect()
}

/// The bytes that end a host name, and those that are not ASCII. Files have very many addresses.
const STOPS: [bool; 256] = {
    let (mut stops, mut byte) = ([true; 256], 0_u8);
    while byte < 0x80 {
        stops[byte as usize] = ends_host(byte as char);
        byte += 1;
    }
    stops
};

/// Returns `true` if `c` comes after a host name: a space, a quote, a bracket or one of `#,/:;?\|`. A
/// search in a string would take longer.
const fn ends_host(c: char) -> bool {
    let is_sign = matches!(c, '"' | '#' | '\''..=')' | ',' | '/' | ':'..='<' | '>' | '?');
    is_sign || matches!(c, '['..=']' | '`' | '{'..='}') || c.is_whitespace()
}

/// The maximum number of characters of a host name (RFC 1035 section 2.3.4).
const MAX_HOST: usize = 255;

/// Returns `true` if `label`, a part of a host name, is one word of a script and looks like ASCII.
fn is_confusable(label: &str) -> bool {
    let is_foreign =
        |c: char| !matches!(script(c), Script::Latin | Script::Common | Script::Inherited);
    let letters = label.chars().filter(|&c| !c.is_ascii_digit() && c != '-');
    let first = letters.clone().next().map(script);
    letters.clone().count() >= WORD
        && letters.clone().all(|c| is_foreign(c) && !is_rtl(c) && first == Some(script(c)))
        && ascii_like(label).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> Vec<usize> {
        let found = in_code(text, false, Code::Program).into_iter();
        found.map(|(at, _)| at).collect()
    }

    #[test]
    fn letters_in_code_are_found() {
        for line in [
            "ｓｕｄｏ rm",
            "𝐬𝐮𝐝𝐨 rm",
            "раура = 1",
            "x = 1；",
            "if (aǃ = b)",
            "return x\u{37E}",
            "foo（a, b)",
        ] {
            assert_eq!(code(line).len(), 1, "{line}");
            assert_eq!(code(&format!("a\n{line}\r\nb\n")).len(), 1, "{line}");
        }
    }

    #[test]
    fn letters_of_other_languages_and_strings_are_fine() {
        for line in [
            "переменная = 1",
            "print(\"раура\")",
            "x = 1 # ｓｕｄｏ",
            "// 全角，括号（甲）",
            "全角，括号（甲）",
            "ν = 3",
            "𝐱 = A * 𝐛",
            "naïve = 1",
            "say “hello”",
            "text",
        ] {
            assert_eq!(code(line), [0; 0], "{line}");
        }
    }

    #[test]
    fn typography_in_scripts_is_found() {
        let found = in_code("grep –r “a b” x\necho \"it’s\" # it’s\n", false, Code::Script);
        assert_eq!(found.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [5, 10]);
        assert!(found.iter().all(|(_, rule)| *rule == Rule::SmartPunctuation));
    }

    #[test]
    fn hosts_that_look_like_others_are_found() {
        let at = |text| in_hosts(text).into_iter().map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(at("see https://аррӏе.com/x"), [12]);
        assert_eq!(at("https://www.раура.com"), [12]);
        for fine in [
            "https://россия.рф/",
            "https://apple.com/раура",
            "https://bücher.de",
            "https://例え.jp",
            "раура",
            "://",
        ] {
            assert_eq!(at(fine), [0; 0], "{fine}");
        }
        let long = format!("https://{}", "а".repeat(10_000));
        assert_eq!(at(&long).len(), 1);
    }
}
