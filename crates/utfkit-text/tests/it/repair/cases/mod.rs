//! Texts as in public reports and in real files, with other words, and more texts of each kind.
//!
//! `correct.txt` and `damaged.txt` are lists of cases. A line is one of these:
//!
//! | line | meaning |
//! | --- | --- |
//! | `[KIND]` | the kind of the next cases |
//! | `= TEXT` | a text that repair must leave unchanged |
//! | `? TEXT` | a text that repair may leave unchanged |
//! | `! TEXT` | a text that repair may leave unchanged, but then it must report something |
//! | `< TEXT` | a text that repair must fix |
//! | `> TEXT` | a result that is allowed for the text above; more such lines are alternatives |
//! | two spaces and TEXT | the continuation of the text above, without a line break |
//! | `# COMMENT`, or nothing | nothing |
//!
//! In a text, `\n`, `\r`, `\t` and `\\` have their usual meaning, and `\xNN` is one byte.
//! `{{N:TEXT}}` is TEXT N times, with the number of the copy for `%d`. A text after `{CHARSET}` is
//! in that charset; UTF-16 has a BOM.

use super::{leaves, repaired};
use crate::corpora::encoded;
use utfkit_text::repair::Options;

mod known;
use known::KNOWN;

/// A text and the allowed results of its repair.
struct Case<'a> {
    kind: &'a str,
    sign: char,
    /// The text as in the file.
    source: String,
    /// The allowed results as in the file.
    results: Vec<String>,
}

/// Cases of one kind that repair does not do right yet.
struct Known {
    kind: &'static str,
    why: &'static str,
    /// The starts of the texts, as in the file.
    texts: &'static [&'static str],
}

impl Known {
    /// Returns the texts that begin `case`.
    fn texts_of<'a>(&'a self, case: &'a Case<'_>) -> impl Iterator<Item = &'static str> + 'a {
        let texts = self.texts.iter().copied().filter(|_| self.kind == case.kind);
        texts.filter(|text| case.source.starts_with(text))
    }
}

/// Returns the cases of a file.
fn cases(file: &str) -> Vec<Case<'_>> {
    let mut kind = None;
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            kind = Some(name);
            continue;
        }
        let sign = line.chars().next().unwrap();
        let text = line.get(2..).expect(line);
        let last = cases.last_mut();
        match sign {
            '=' | '?' | '!' | '<' => {
                let kind = kind.expect("a kind");
                cases.push(Case { kind, sign, source: text.into(), results: Vec::new() });
            }
            '>' => last.expect("a text").results.push(text.into()),
            ' ' => {
                let last = last.expect("a text");
                last.results.last_mut().unwrap_or(&mut last.source).push_str(text);
            }
            _ => panic!("{line}"),
        }
    }
    for case in &cases {
        let needs_result = matches!(case.sign, '?' | '<');
        assert!(!needs_result || !case.results.is_empty(), "{}", case.source);
        assert!(case.sign != '=' || case.results.is_empty(), "{}", case.source);
    }
    cases
}

/// Returns the bytes of a text of the file.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let charset = text.strip_prefix('{').filter(|rest| !rest.starts_with('{'));
    match charset.and_then(|rest| rest.split_once('}')) {
        Some((charset, text)) => {
            let text = String::from_utf8(copied(text)).unwrap();
            let bytes = encoded(&text, charset.parse().unwrap()).expect(&text);
            let bom = if charset == "utf-16le" { &b"\xFF\xFE"[..] } else { b"" };
            [bom, &bytes].concat()
        }
        None => copied(text),
    }
}

/// Returns the bytes of a text after its `{{N:TEXT}}` were copied.
fn copied(text: &str) -> Vec<u8> {
    let Some((before, rest)) = text.split_once("{{") else { return unescaped(text) };
    let (number, rest) = rest.split_once(':').unwrap();
    // `}}}` is the end of a text that ends with `}`.
    let mut end = rest.find("}}").unwrap();
    end += usize::from(rest[end..].starts_with("}}}"));
    let copies = (1..=number.parse::<usize>().unwrap())
        .flat_map(|copy| unescaped(&rest[..end].replace("%d", &copy.to_string())));
    unescaped(before).into_iter().chain(copies).chain(copied(&rest[end + 2..])).collect()
}

/// Returns the bytes of a text with escapes.
fn unescaped(text: &str) -> Vec<u8> {
    let mut parts = text.split('\\');
    let mut bytes: Vec<u8> = parts.next().unwrap().into();
    while let Some(part) = parts.next() {
        let (escape, rest) = part.split_at(usize::from(!part.is_empty()));
        match escape {
            "n" => bytes.push(b'\n'),
            "r" => bytes.push(b'\r'),
            "t" => bytes.push(b'\t'),
            "x" => bytes.push(u8::from_str_radix(&rest[..2], 16).unwrap()),
            "" => bytes.extend([&b"\\"[..], parts.next().unwrap().as_bytes()].concat()),
            _ => panic!("{text}"),
        }
        let rest = if escape == "x" { &rest[2..] } else { rest };
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes
}

/// Returns the error of a repair; `None` if its result is allowed.
fn error(case: &Case<'_>) -> Option<String> {
    let text = bytes(&case.source);
    let done = repaired(&text, Options::default());
    let is_reported = !done.ambiguous.is_empty() || !done.ill_formed.is_empty();
    let may_stay = match case.sign {
        '!' => is_reported,
        sign => sign != '<',
    };
    let is_allowed = if done.bytes == text {
        may_stay
    } else {
        case.results.iter().any(|result| bytes(result) == done.bytes)
    };
    let readings = done.ambiguous.iter().map(|doubt| (&doubt.readings, doubt.percent));
    let readings: Vec<_> = readings.take(3).collect();
    (!is_allowed).then(|| format!("{}, ambiguous: {readings:?}", shown(&text, &done.bytes)))
}

/// Returns what a repair did, from shortly before the first difference.
fn shown(text: &[u8], result: &[u8]) -> String {
    if text == result {
        return "unchanged".into();
    }
    let differs = text.iter().zip(result).position(|(was, is)| was != is).unwrap_or(0);
    let from = differs.saturating_sub(60);
    let part = |bytes: &[u8]| {
        String::from_utf8_lossy(&bytes[from..bytes.len().min(from + 200)]).into_owned()
    };
    format!("{:?} -> {:?}", part(text), part(result))
}

/// Runs the cases of a file. A case fails if its result is not allowed and it is not in [`KNOWN`],
/// or if its result is allowed and it is there.
fn run(file: &str) {
    let cases = cases(file);
    let (mut failed, mut kinds) = (Vec::new(), Vec::<(&str, [usize; 3])>::new());
    for case in &cases {
        let known = KNOWN.iter().find(|known| known.texts_of(case).next().is_some());
        let error = error(case);
        if kinds.last().is_none_or(|(kind, _)| *kind != case.kind) {
            kinds.push((case.kind, [0; 3]));
        }
        let (_, [all, right, expected]) = kinds.last_mut().unwrap();
        *all += 1;
        *right += usize::from(error.is_none());
        *expected += usize::from(known.is_some());
        match (error, known) {
            (Some(error), None) => {
                failed.push(format!("[{}] {}\n  {error}", case.kind, case.source))
            }
            (None, Some(_)) => failed.push(format!(
                "[{}] {}\n  is right now: remove it from KNOWN",
                case.kind, case.source
            )),
            (Some(error), Some(known)) => println!(
                "known failure: [{}] {}\n  {error}\n  {}",
                case.kind, case.source, known.why
            ),
            (None, None) => {}
        }
    }
    for (kind, [all, right, expected]) in kinds {
        println!("{kind}: {right} of {all} right, known failures: {expected}");
    }
    assert!(
        failed.is_empty(),
        "{} of {} failed:\n{}",
        failed.len(),
        cases.len(),
        failed.join("\n")
    );
}

#[test]
fn reads_texts_of_cases() {
    assert_eq!(bytes(r"é\xe9\n\\n\\\\{"), b"\xC3\xA9\xE9\n\\n\\\\{");
    assert_eq!(bytes("{windows-1252}é€"), b"\xE9\x80");
    assert_eq!(bytes("{utf-16le}é"), b"\xFF\xFE\xE9\0");
    assert_eq!(bytes(r#"{{2:{"id":%d}\n}}{{1:x}}y"#), b"{\"id\":1}\n{\"id\":2}\nxy");
    assert_eq!(bytes(r#"{{2:{"id":%d}}}"#), b"{\"id\":1}{\"id\":2}");
}

#[test]
fn correct_text_stays() {
    run(include_str!("correct.txt"));
}

#[test]
fn damaged_text_is_fixed() {
    run(include_str!("damaged.txt"));
}

/// Each text of [`KNOWN`] begins one case.
#[test]
fn known_failures_are_cases() {
    let mut cases = cases(include_str!("correct.txt"));
    cases.extend(self::cases(include_str!("damaged.txt")));
    for known in KNOWN {
        for text in known.texts {
            let is_it = |case: &&Case<'_>| known.texts_of(case).any(|one| one == *text);
            assert_eq!(cases.iter().filter(is_it).count(), 1, "[{}] {text}", known.kind);
        }
    }
}

/// Long lists of patterns have ligatures next to letters with accents, as UTF-8 that was read as
/// MacRoman has.
#[test]
fn lists_of_hyphenation_patterns_stay() {
    for (vowels, consonants) in
        [("áéíóöőúüű", "bcdfgkmnrstvz"), ("äöü", "bcdfghklmnrstvwz"), ("àâéèêîôû", "bcdfglmnprstv")]
    {
        let mut list = "UTF-8\n".to_owned();
        let pairs = consonants.chars().zip(consonants.chars().skip(1));
        let pairs: Vec<_> = pairs.zip("2314".chars().cycle()).collect();
        for ligature in ['ﬁ', 'ﬂ'] {
            for vowel in vowels.chars() {
                for ((one, next), digit) in &pairs {
                    let start = format!("{ligature}{vowel}");
                    list += &format!(
                        "{start}{digit}{one}\n{start}2{one}{digit}{next}\n.{start}1{one}a\n"
                    );
                }
            }
        }
        leaves(list);
    }
}
