//! Text in a legacy charset that was read in another one is restored, or stays. Some of it looks
//! like UTF-8 that was misread, and a few lines do not have other evidence. The limits here are
//! near the measured numbers.
//!
//! `UTFKIT_CORPORA` may name a directory with more texts.

#![cfg(feature = "charsets")]
use crate::corpora::{Parts, Random, encoded, is_restored_or_left, lines, runs, table};
use utfkit_text::repair::{Fix, Options, repair};

/// The charsets of the texts.
const IN: [&str; 44] = [
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "shift_jis",
    "euc-kr",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-4",
    "iso-8859-5",
    "iso-8859-6",
    "iso-8859-7",
    "iso-8859-8",
    "iso-8859-9",
    "iso-8859-10",
    "iso-8859-13",
    "iso-8859-15",
    "iso-8859-16",
    "koi8-r",
    "koi8-u",
    "macintosh",
    "x-mac-cyrillic",
    "ibm437",
    "ibm850",
    "ibm852",
    "ibm855",
    "ibm857",
    "ibm862",
    "ibm866",
    "cp737",
    "cp720",
    "ibm775",
    "ibm869",
];

/// The charsets that the texts are read in.
const AS: [&str; 32] = [
    "windows-1252",
    "windows-1252",
    "iso-8859-1",
    "iso-8859-1",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "iso-8859-2",
    "iso-8859-7",
    "iso-8859-15",
    "koi8-r",
    "macintosh",
    "macintosh",
    "x-mac-cyrillic",
    "ibm437",
    "ibm850",
    "ibm852",
    "ibm866",
    "koi8-u",
    "iso-8859-9",
    "iso-8859-5",
    "cp737",
    "ibm775",
    "ibm857",
    "ibm855",
    "ibm00858",
];

/// The name of a charset, and the characters of its bytes.
type Table = (&'static str, Vec<char>);

fn tables() -> Vec<Table> {
    AS.map(|label| (label, table(label))).into()
}

/// Returns a line of `lines` in one charset, read in another one: a description, the result, and the
/// line.
fn read_wrongly(
    lines: &[String],
    tables: &[Table],
    random: &mut Random,
) -> (String, String, String) {
    loop {
        let line = &lines[random.below(lines.len())];
        let (of, (by, table)) = (IN[random.below(IN.len())], &tables[random.below(AS.len())]);
        let Some(bytes) = encoded(line, of.parse().unwrap()) else { continue };
        // Nobody writes French or Greek with the letters of JIS X 0212.
        if of == "euc-jp" && bytes.contains(&0x8F) {
            continue;
        }
        let read: String = bytes.iter().map(|&byte| table[usize::from(byte)]).collect();
        if read != *line && str::from_utf8(&bytes).is_err() {
            return (format!("{of} as {by}: {line}"), read, line.clone());
        }
    }
}

/// Returns random characters of a charset, like a password or a key.
fn token(tables: &[Table], random: &mut Random) -> (String, String, String) {
    let (by, table) = &tables[random.below(tables.len())];
    let few = 2 + random.below(8);
    let character = |random: &mut Random| loop {
        let high = random.one_in(few);
        let at = if high { 0x80 + random.below(0x80) } else { 0x21 + random.below(0x5E) };
        if !table[at].is_control() && !table[at].is_whitespace() {
            return table[at];
        }
    };
    let len = 4 + random.below(28);
    ((*by).to_owned(), (0..len).map(|_| character(random)).collect(), String::new())
}

/// Repairs `cases` texts. They may be restored. Other changes are printed, and at most `most` are
/// allowed.
fn run(cases: usize, most: usize, mut text: impl FnMut(&mut Random) -> (String, String, String)) {
    let mut random = Random::new();
    let mut changed = Vec::new();
    for _ in 0..cases {
        let (how, text, was) = text(&mut random);
        let done = repair(text.as_bytes(), Options::default());
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let fixes = done.fixes.iter().map(|fix| {
            let (was, is) = (shown(&fix.bytes), shown(&fix.becomes));
            format!("{was} -> {is}, {}", fix.fault.why())
        });
        let fixes: Vec<_> = fixes.collect();
        let is_restored =
            |fix: &Fix| str::from_utf8(&fix.becomes).is_ok_and(|becomes| was.contains(becomes));
        if !done.fixes.iter().all(is_restored) {
            changed.push(format!("{}\n  {text}\n  {how}", fixes.join("; ")));
        }
    }
    println!("{} of {cases} changed", changed.len());
    changed.iter().for_each(|one| println!("{one}"));
    assert!(changed.len() <= most, "{} of {cases}", changed.len());
}

#[test]
fn text_that_was_never_utf_8() {
    let (lines, tables) = (lines(), tables());
    run(2_000, 60, |random| read_wrongly(&lines, &tables, random));
}

#[test]
#[ignore = "seconds in release mode"]
fn text_that_was_never_utf_8_in_100_000_cases() {
    let (lines, tables) = (lines(), tables());
    run(100_000, 2_900, |random| read_wrongly(&lines, &tables, random));
}

#[test]
fn random_tokens() {
    let tables = tables();
    run(2_000, 20, |random| token(&tables, random));
}

#[test]
#[ignore = "seconds in release mode"]
fn random_tokens_in_1_000_000_cases() {
    let tables = tables();
    run(1_000_000, 11_000, |random| token(&tables, random));
}

/// Charsets whose text is neither UTF-8 nor ISO-8859-1.
const NOT_WESTERN: [&str; 24] = [
    "iso-8859-2",
    "iso-8859-3",
    "iso-8859-5",
    "iso-8859-7",
    "iso-8859-9",
    "iso-8859-16",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "macintosh",
    "ibm437",
    "ibm850",
    "ibm866",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-kr",
    "koi8-r",
];

/// Texts in other charsets, line by line and whole, alone and next to the same text in UTF-8: each is
/// restored or stays.
#[test]
fn text_in_another_charset() {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for label in NOT_WESTERN {
        let charset = label.parse().unwrap();
        let before = wrong.len();
        let lines: Vec<_> = lines()
            .into_iter()
            .filter_map(|line| Some((encoded(&line, charset)?, line)))
            .filter(|(bytes, line)| bytes != line.as_bytes())
            .collect();
        for (bytes, line) in &lines {
            let beside = [line.as_bytes(), b"\n", bytes].concat();
            let both = format!("{line}\n{line}");
            for (bytes, line) in [(bytes, line), (&beside, &both)] {
                cases += 1;
                let done = repair(bytes, Options::default());
                let is = String::from_utf8_lossy(&done.bytes).into_owned();
                // Ill-formed bytes that stay separate the parts.
                if !done.fixes.is_empty() && !is.split('\u{FFFD}').all(|part| line.contains(part)) {
                    wrong.push(format!("{label}\n  {line}\n  {is}"));
                }
            }
        }
        let (bytes, texts): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        let done = repair(&bytes.join(&b'\n'), Options::default());
        let whole = texts.join("\n");
        println!(
            "{label}: {} of {} lines wrong; of the whole: {} fixes, right: {}",
            wrong.len() - before,
            texts.len() * 2,
            done.fixes.len(),
            done.bytes == whole.as_bytes()
        );
    }
    wrong.iter().for_each(|one| println!("{one}"));
    println!("{} of {cases} are wrong", wrong.len());
    assert!(wrong.len() * 100 <= cases * 3, "{} of {cases}", wrong.len());
}

/// Some words of a line in another charset, and the others in UTF-8: each part is restored or
/// stays.
#[test]
fn words_in_another_charset() {
    let (lines, mut random) = (lines(), Random::new());
    let (mut cases, mut fixed, mut wrong) = (0, 0, Vec::new());
    for _ in 0..if cfg!(debug_assertions) { 3_000 } else { 60_000 } {
        let label = NOT_WESTERN[random.below(NOT_WESTERN.len())];
        let charset = label.parse().unwrap();
        let mut parts = Parts::new();
        for word in lines[random.below(lines.len())].split_inclusive(' ') {
            let change = random.one_in(3);
            for run in runs(word) {
                let bytes = encoded(run, charset).filter(|_| change);
                parts.push((run.into(), bytes.unwrap_or(run.into())));
            }
        }
        let is: Vec<u8> = parts.iter().flat_map(|(_, is)| is.clone()).collect();
        let done = repair(&is, Options::default());
        cases += usize::from(parts.iter().any(|(was, is)| was != is));
        fixed += usize::from(!done.fixes.is_empty());
        if !is_restored_or_left(&done.bytes, &parts) {
            let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let was: Vec<u8> = parts.iter().flat_map(|(was, _)| was.clone()).collect();
            wrong.push(format!("{label}\n  {}\n  {}", shown(&was), shown(&done.bytes)));
        }
    }
    wrong.iter().for_each(|one| println!("{one}"));
    println!("{} of {cases} are wrong, {fixed} fixed", wrong.len());
    assert!(wrong.len() * 100 <= cases * 3, "{} of {cases}", wrong.len());
}
