//! Repair of text that was damaged in random ways: each part is restored exactly, or stays.
//!
//! `UTFKIT_CORPORA` may name a directory with more texts.

use std::{
    collections::BTreeMap,
    fs,
    sync::OnceLock,
    time::{Duration, Instant},
};

use crate::corpora::{Parts, Random, is_restored_or_left, lines, runs, table, texts};
use utfkit_text::repair::{Options, repair};

fn windows1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    HIGH.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

/// Returns the line as mojibake, as a whole or in some words.
fn mojibake(line: &str, random: &mut Random, deep: bool) -> Parts {
    let layers = if deep { 1 + random.below(3) } else { 1 };
    let latin1 = random.one_in(3);
    let some = random.one_in(3);
    let garbled = |text: &str| -> String {
        text.bytes().map(|byte| if latin1 { byte.into() } else { windows1252(byte) }).collect()
    };
    let mut parts = Parts::new();
    for word in line.split_inclusive(' ') {
        let whole = !some || random.one_in(4);
        for run in runs(word) {
            let mut broken = run.to_owned();
            for _ in 0..if whole { layers } else { 0 } {
                broken = garbled(&broken);
            }
            parts.push((run.into(), broken.into_bytes()));
        }
    }
    parts
}

/// The charsets that the library knows, except windows-1252 and ISO-8859-1.
const KNOWN: [&str; 19] = [
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "macintosh",
    "ibm437",
    "koi8-r",
    "iso-8859-15",
    "windows-1255",
    "windows-1256",
    "windows-1258",
    "iso-8859-7",
    "x-mac-cyrillic",
    "ibm850",
    "ibm852",
    "ibm866",
    "windows-874",
];

/// Returns the line read in a charset, as a whole or in some words, once or twice.
fn by_charset(line: &str, random: &mut Random, tables: &[Vec<char>]) -> Parts {
    let table = &tables[random.below(tables.len())];
    let (layers, some) = (1 + usize::from(random.one_in(4)), random.one_in(4));
    let mut parts = Parts::new();
    for word in line.split_inclusive(' ') {
        let whole = !some || random.one_in(3);
        for run in runs(word) {
            let mut broken = run.to_owned();
            for _ in 0..if whole { layers } else { 0 } {
                broken = broken.bytes().map(|byte| table[usize::from(byte)]).collect();
            }
            parts.push((run.into(), broken.into()));
        }
    }
    parts
}

/// Returns the line read in a charset, and then in another one.
fn by_two_charsets(line: &str, random: &mut Random, tables: &[Vec<char>]) -> Parts {
    let [first, second] = [0; 2].map(|_| &tables[random.below(tables.len())]);
    let some = random.one_in(4);
    let read = |text: &str, table: &[char]| -> String {
        text.bytes().map(|byte| table[usize::from(byte)]).collect()
    };
    let mut parts = Parts::new();
    for word in line.split_inclusive(' ') {
        let whole = !some || random.one_in(3);
        for run in runs(word) {
            let broken = if whole { read(&read(run, first), second) } else { run.to_owned() };
            parts.push((run.into(), broken.into()));
        }
    }
    parts
}

/// Returns the line with line breaks inside some characters. A repair moves them to the ends of these.
fn interrupted(line: &str, random: &mut Random) -> Parts {
    let every = 1 + random.below(20);
    let broken = |character: char, random: &mut Random| {
        let (mut bytes, mut whole) = (character.to_string().into_bytes(), character.to_string());
        if bytes.len() > 1 && random.one_in(every) {
            let at = 1 + random.below(bytes.len() - 1);
            let with = ["\r\n", "\n", "=\r\n"][random.below(3)];
            bytes.splice(at..at, with.bytes());
            whole.push_str(with);
        }
        (whole.into(), bytes)
    };
    line.chars().map(|c| broken(c, random)).collect()
}

/// Returns the line with supplementary characters as surrogate pairs.
fn pairs(line: &str, random: &mut Random) -> Parts {
    let broken = |c: char| -> Vec<u8> {
        let spelled = |unit: &u16| {
            [0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]
        };
        c.encode_utf16(&mut [0; 2]).iter().flat_map(spelled).collect()
    };
    let more = ['\u{1F600}', '\u{20000}', '\u{1D49C}'][random.below(3)];
    let text = format!("{line}{more}{more}");
    let part = |c: char| {
        (c.to_string().into(), if c > '\u{FFFF}' { broken(c) } else { c.to_string().into() })
    };
    text.chars().map(part).collect()
}

/// Returns the line with some or all words in Latin-1.
fn latin1(line: &str, random: &mut Random) -> Parts {
    let some = random.one_in(2);
    let mut parts = Parts::new();
    for word in line.split_inclusive(' ') {
        let change = !some || random.one_in(3);
        for run in runs(word) {
            let narrow: Option<Vec<u8>> =
                run.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
            let broken = narrow.filter(|_| change).unwrap_or(run.into());
            parts.push((run.into(), broken));
        }
    }
    parts
}

/// Returns the line after BOMs.
fn boms(line: &str, random: &mut Random) -> Parts {
    let mut parts = Parts::new();
    for word in line.split(' ') {
        parts.push((word.into(), word.into()));
        parts.push((b"\n".into(), b"\n".into()));
        if random.one_in(3) {
            parts.push((vec![], "\u{FEFF}".into()));
        }
    }
    parts
}

/// Returns the line in UTF-16 with a wrong or a second BOM, or without one of its bytes.
fn utf16(line: &str, random: &mut Random) -> Parts {
    let big = random.one_in(2);
    let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    let text: Vec<u8> = line.encode_utf16().flat_map(bytes).collect();
    let (right, wrong) =
        if big { (*b"\xFE\xFF", *b"\xFF\xFE") } else { (*b"\xFF\xFE", *b"\xFE\xFF") };
    let head: Vec<u8> = match random.below(5) {
        0 => wrong.into(),
        1 => [wrong, right].concat(),
        2 => [right, right].concat(),
        3 => [&b"\xEF\xBB\xBF"[..], &right].concat(),
        _ => {
            let at = random.below(text.len());
            let lost = (vec![text[at]], vec![]);
            return vec![
                (right.into(), right.into()),
                (text[..at].into(), text[..at].into()),
                lost,
                (text[at + 1..].into(), text[at + 1..].into()),
            ];
        }
    };
    vec![(right.into(), head), (text.clone(), text)]
}

/// A kind of damage.
type Kind<'t> = (&'static str, Box<dyn Fn(&str, &mut Random) -> Parts + 't>);

fn kinds() -> Vec<Kind<'static>> {
    let mut kinds: Vec<Kind<'_>> = vec![
        ("mojibake, one layer", Box::new(|line, random| mojibake(line, random, false))),
        ("mojibake, one to three", Box::new(|line, random| mojibake(line, random, true))),
        ("interrupted sequences", Box::new(interrupted)),
        ("surrogate pairs", Box::new(pairs)),
        ("Latin-1 among UTF-8", Box::new(latin1)),
        ("stray BOMs", Box::new(boms)),
        ("UTF-16", Box::new(utf16)),
    ];
    kinds.extend(charsets().into_iter().filter(|(name, _)| *name == "mojibake, other charsets"));
    kinds
}

/// Returns all other charsets together, and each alone.
fn charsets() -> Vec<Kind<'static>> {
    if !cfg!(feature = "charsets") {
        return Vec::new();
    }
    let kind = |name, tables: Vec<Vec<char>>| -> Kind<'static> {
        (name, Box::new(move |line, random| by_charset(line, random, &tables)))
    };
    let mut kinds = vec![kind("mojibake, other charsets", KNOWN.map(table).into())];
    kinds.extend(KNOWN.map(|label| kind(label, vec![table(label)])));
    kinds
}

/// Returns the damage by two charsets.
fn two_charsets() -> Vec<Kind<'static>> {
    if !cfg!(feature = "charsets") {
        return Vec::new();
    }
    let western = ["windows-1252", "iso-8859-1"].map(table);
    let all: Vec<_> = KNOWN.map(table).into_iter().chain(western).collect();
    let two = move |line: &str, random: &mut Random| by_two_charsets(line, random, &all);
    vec![("mojibake, two charsets", Box::new(two))]
}

/// Damages and repairs `cases` texts of each kind, and prints the number of restored ones. At most
/// `most_wrong` may be wrong.
fn run(cases: usize, kinds: &[Kind<'_>], most_wrong: usize) {
    let lines = lines();
    let mut random = Random::new();
    let mut tally = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in 0..cases {
        let line = &lines[random.below(lines.len())];
        let (kind, damage) = &kinds[case % kinds.len()];
        let parts = damage(line, &mut random);
        let was: Vec<u8> = parts.iter().flat_map(|(was, _)| was.clone()).collect();
        let is: Vec<u8> = parts.iter().flat_map(|(_, is)| is.clone()).collect();
        let done = repair(&is, Options::default());
        assert_eq!(done.undo(), is);
        let again = repair(&done.bytes, Options::default());
        assert_eq!(again.fixes, [], "a second run of {:?}", String::from_utf8_lossy(&is));
        let (damaged, exact, part, left): &mut (u32, u32, u32, u32) =
            tally.entry(*kind).or_default();
        *damaged += u32::from(was != is);
        match done.bytes == was {
            true => *exact += u32::from(was != is),
            false if done.bytes == is => *left += 1,
            false if is_restored_or_left(&done.bytes, &parts) => *part += 1,
            false => {
                let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                wrong.push(format!(
                    "{kind}\n {}\n {}\n {}",
                    shown(&was),
                    shown(&is),
                    shown(&done.bytes)
                ));
            }
        }
    }
    println!(
        "| damage | cases | restored exactly | in part | left alone |\n| --- | --- | --- | --- | --- |"
    );
    for (kind, (damaged, exact, part, left)) in tally {
        println!("| {kind} | {damaged} | {exact} | {part} | {left} |");
    }
    println!("wrong: {}", wrong.len());
    assert!(
        wrong.len() <= most_wrong,
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// Returns `true` if there are more texts than those of this repository.
fn has_more_texts() -> bool {
    std::env::var_os("UTFKIT_CORPORA").is_some()
}

#[test]
fn nothing_is_fixed_wrongly() {
    run(1800, &kinds(), 2);
}

#[test]
#[ignore = "a minute in release mode"]
fn nothing_is_fixed_wrongly_in_100_000_cases() {
    run(100_000, &kinds(), 100);
}

/// UTF-8 that was read in a charset other than windows-1252 and ISO-8859-1.
#[test]
#[ignore = "a minute in release mode"]
fn confuses_no_charsets_in_100_000_cases() {
    let charsets = charsets();
    if !charsets.is_empty() {
        // Read as ISO-8859-15, `Ãš` may be `Ú` or `è`, and windows-1252 is the usual charset.
        run(100_000, &charsets, if has_more_texts() { 0 } else { 200 });
    }
}

/// Two layers of different charsets are both removed, or neither. Below a charset other than
/// windows-1252, only the same charset is looked for, so one in 13 texts is wrong in a part.
#[test]
#[ignore = "a minute in release mode"]
fn no_layer_of_two_is_left_in_40_000_cases() {
    let kinds = two_charsets();
    if !kinds.is_empty() {
        run(40_000, &kinds, if has_more_texts() { 20 } else { 3_100 });
    }
}

/// All lines of all texts stay, even in capitals.
#[test]
fn correct_text_is_unchanged() {
    for line in lines() {
        for text in [line.to_uppercase(), line] {
            let done = repair(text.as_bytes(), Options::default());
            assert_eq!((done.fixes, done.ambiguous), (vec![], vec![]), "{text}");
        }
    }
}

/// Returns the processor time of this thread if the system reports it, or the time of a clock.
fn time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// Correct text in every language takes at most 20 ns per byte.
#[test]
#[ignore = "seconds in release mode; meaningless in debug mode"]
fn clean_text_is_fast() {
    const SIZE: usize = 32_000_000;
    for (name, text) in texts() {
        let text = text.replace('\u{FEFF}', "");
        let text = text.repeat(SIZE / text.len() + 1);
        let start = time();
        let done = repair(text.as_bytes(), Options::default());
        let speed = text.len() as f64 / (time() - start).as_secs_f64() / 1e6;
        assert!(done.fixes.is_empty(), "{name}");
        println!("{name}: {speed:.0} MB/s");
        assert!(cfg!(debug_assertions) || speed >= 50.0, "{name}: {speed:.0} MB/s");
    }
}

/// The minimum speed on text that is nearly all damage, and on random bytes. The limits are lower
/// than the measured speed, because the machine may be busy.
#[test]
#[ignore = "seconds in release mode; meaningless in debug mode"]
fn damaged_text_is_not_slow() {
    const SIZE: usize = 2_000_000;
    let twice = |text: &str| -> String {
        let once: String = text.bytes().map(windows1252).collect();
        once.bytes().map(windows1252).collect()
    };
    let texts: [(&str, Vec<u8>); 11] = [
        ("all bytes FF", b"\xFF".to_vec()),
        ("all bytes 80", b"\x80".to_vec()),
        ("a lead alone on each line", b"\xC3\n".to_vec()),
        ("a letter alone on each line", b"\xE9\n".to_vec()),
        ("letters alone in one line", b"\xE9 ".to_vec()),
        ("a letter in a word of one line", b"they met in a caf\xE9 there ".to_vec()),
        ("one long sequence", "Ã©".into()),
        ("stretches in one line", "Ã© ".into()),
        ("stretches in words of one line", "caÃ©d ".into()),
        ("stretches in one word", "aÃ©bÃ¨".into()),
        ("words read wrongly twice", twice("déjà vu à l’été, où l’on a fêté Noël\n").into()),
    ];
    for (name, part) in texts {
        let text = part.repeat(SIZE / part.len());
        let start = time();
        let done = repair(&text, Options::default());
        let speed = text.len() as f64 / (time() - start).as_secs_f64() / 1e6;
        println!("{name}: {speed:.1} MB/s");
        assert!(cfg!(debug_assertions) || speed >= 3.0, "{name}: {speed:.1} MB/s");
        assert_eq!(done.undo(), text, "{name}");
    }
}
