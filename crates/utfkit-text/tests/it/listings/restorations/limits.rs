//! Texts just below and above the limits of `heal`.

use super::{super::encoded, damages::marked, hash, outcome};
use crate::listings::compare;

/// The name of a text, its charset, the old text, the edited text, and the sign for each character
/// that is lost.
type Case = (String, &'static str, String, String, &'static str);

/// Numbered lines in Russian.
fn numbered(lines: std::ops::Range<usize>) -> String {
    lines.map(|at| format!("строка номер {at} этого текста\n")).collect()
}

/// Lines of two kinds, in an order without a pattern.
fn two_kinds(count: usize, seed: u32) -> String {
    let of = |at: usize| match hash(format!("{seed} {at}").as_bytes()) % 2 {
        0 => "первый вид строки\n",
        _ => "другой, второй вид\n",
    };
    (0..count).map(of).collect()
}

/// Letters of two kinds, in an order without a pattern.
fn word(count: usize, seed: u32) -> String {
    let of = |at: usize| {
        if hash(format!("{seed}/{at}").as_bytes()).is_multiple_of(2) { 'ж' } else { 'q' }
    };
    (0..count).map(of).collect()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, charset, old: String, edited: String, sign| {
        cases.push((name.to_owned(), charset, old, edited, sign));
    };
    let around = |text: &str| format!("начало всего текста\n{text}конец всего текста\n");
    for count in [480, 520] {
        let (old, new) = (around(&two_kinds(count, 1)), around(&two_kinds(count, 2)));
        add(&format!("{count} lines of two kinds"), "windows-1251", old, new, "?");
    }
    for count in [600, 660] {
        let of = |seed| around(&format!("before {} after\n", word(count, seed)));
        add(&format!("a word of {count} letters"), "koi8-r", of(1), of(2), "\u{FFFD}");
    }
    for count in [63, 64, 65] {
        let alike: String =
            (0..count).map(|at| format!("name = \"{}\"\n", ["да", "за", "по"][at % 3])).collect();
        let edited = around(&alike.replace('\n', "\nnew\n"));
        add(&format!("{count} lines that look alike"), "windows-1251", around(&alike), edited, "?");
    }
    for count in [2, 4, 7, 8, 11, 12, 13] {
        let poor: String = (0..count).map(|at| format!("{}\n", ["да", "мы"][at % 2])).collect();
        let old = format!("{}{poor}{}", numbered(0..5), numbered(5..10));
        let new = old.replace("строка номер", "вот строка");
        add(&format!("{count} poor lines"), "windows-1251", old.clone(), new, "?");
        let new = old.replace("строка номер 4 ", "другая 4 ");
        add(&format!("{count} poor lines after an edit"), "windows-1251", old, new, "\u{FFFD}");
    }
    for count in [49, 50, 51, 52, 199, 200, 201, 202, 203] {
        let same = "the same words: größer als früher\n".repeat(count);
        let old = around("")
            .replace("начало всего текста", "Der Anfang für alle")
            .replace("конец всего текста", "Das Ende für alle");
        let old = format!("{old}{same}");
        let new = format!("{old}and the words größer als früher again\n");
        add(&format!("{count} equal lines"), "windows-1252", old, new, "?");
    }
    for len in [30, 39, 40, 41, 56, 57, 60, 61, 62, 70] {
        let filler = "x ".repeat(len / 2) + if len % 2 == 1 { "y" } else { "" };
        let line = |word: &str| format!("{filler}{word} {filler}\n");
        let old = format!("{}{}{}", numbered(0..6), line("größer"), line("grüßer"));
        let new = format!("{old}{}", line("und größer"));
        add(&format!("{len} symbols on each side"), "utf-8", old.clone(), new, "\u{FFFD}");
        let new = old.replace("größer", "1 größer").replace("grüßer", "grüßer 2");
        add(&format!("{len} symbols, and an edit"), "utf-8", old, new, "?");
    }
    for gap in [10, 11, 12, 13, 14] {
        let old = format!("{}начало слова и конец слова, потом ещё\n", numbered(0..6));
        let new = old.replace(" и конец", &format!(" {} конец", "z".repeat(gap)));
        add(&format!("a gap of {gap}"), "windows-1251", old, new, "\u{FFFD}");
    }
    for clean in 1..8 {
        let letters = &"abcdefgh"[..clean];
        let old = format!("{}{letters} é\n", "Der Garten öffnet früh\n".repeat(3));
        let new = format!("{old}x {letters} é y\n").replace("Garten", "Gärten");
        add(&format!("{clean} clean letters"), "windows-1252", old, new, "\u{FFFD}");
    }
    for len in [4090, 4100] {
        let old = format!("{}{}ж конец\n", numbered(0..4), "ab ".repeat(len / 3));
        let new = old.replace("строка", "вот");
        add(&format!("a line of {len} bytes"), "utf-8", old, new, "\u{FFFD}");
    }
    cases
}

#[test]
fn texts_around_each_limit() {
    let rows = cases().into_iter().map(|(name, charset, old, edited, sign)| {
        let old = encoded(&old, charset).unwrap();
        let wanted = encoded(&edited, charset).unwrap();
        let said = outcome(&old, &marked(&edited, sign), charset, Some(&wanted));
        format!("{name}, {charset}, {sign:?}: {said}")
    });
    compare("restorations/limits.txt", &rows.collect::<Vec<_>>());
}
