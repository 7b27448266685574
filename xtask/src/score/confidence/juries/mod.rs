//! The juries: samples of one kind each.

use utfkit::{
    Encoding,
    encoding::Charset,
    transcode::{Policy, convert_with},
};
use utfkit_text::transform::Form;

use super::Sample;
use crate::score::{
    charsets::{LANGUAGES, Language},
    random::Random,
    texts::{Lines, Texts},
};

mod binary;
mod signs;
mod tables;

/// The number of samples of a language in a charset.
const EACH: usize = 5;
/// The number of attempts to make a sample that is not ASCII or UTF-8.
const ATTEMPTS: usize = 30;

/// Returns the samples of all juries.
pub(super) fn samples(texts: &Texts, seed: u64) -> Vec<Sample> {
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    let common = |language: &Language| language.1;
    let rare = |language: &Language| language.2;
    let each = |language: &Language| [language.1, language.2].concat();
    // Files in EBCDIC have more than one word.
    let is_ascii = |name: &&str| name.parse().is_ok_and(Encoding::is_ascii_compatible);
    let with_ascii = |one: &Language| each(one).into_iter().filter(is_ascii).collect();
    records(&mut all, "records", texts, |one| common(one).to_vec(), &mut random);
    records(&mut all, "rare records", texts, |one| rare(one).to_vec(), &mut random);
    prose(&mut all, texts, each, &mut random);
    words(&mut all, texts, with_ascii, &mut random);
    lists(&mut all, texts, each, &mut random);
    signs::add(&mut all, &mut random);
    tables::add(&mut all, &mut random);
    binary::add(&mut all, &texts.binary, &mut random);
    all
}

/// Returns the text of `bytes` in `encoding`, if they are well-formed.
pub(super) fn decoded(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let (text, _) = convert_with(bytes, encoding, Encoding::Utf8, Policy::Strict).ok()?;
    String::from_utf8(text).ok()
}

/// Returns `text` in a charset, without the characters that it lacks. Returns nothing if these are
/// more than one in eight letters, or if the bytes are ASCII or UTF-8.
fn encoded(text: &str, charset: &str) -> Option<Vec<u8>> {
    let encoding: Encoding = charset.parse().ok()?;
    let lacks = |text: &str| encoding.first_unencodable(text).is_some();
    let (mut kept, mut lost) = (String::new(), 0);
    for character in text.chars() {
        match spelt(character, lacks) {
            Some(spelt) => kept.push_str(&spelt),
            None => lost += usize::from(character.is_alphabetic()),
        }
    }
    if lost * 8 > kept.chars().filter(|c| c.is_alphabetic()).count() {
        return None;
    }
    let (bytes, _) =
        convert_with(kept.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).ok()?;
    let is_other = bytes != kept.as_bytes() && str::from_utf8(&bytes) != Ok(&kept);
    let is_shown = !bytes.is_ascii() || bytes != kept.as_bytes();
    let is_utf8 = str::from_utf8(&bytes).is_ok() && !bytes.is_ascii();
    (is_other && is_shown && !is_utf8).then_some(bytes)
}

/// Returns the spelling of a character in a charset that lacks some, as people wrote it.
fn spelt(character: char, lacks: impl Fn(&str) -> bool) -> Option<String> {
    let own = character.to_string();
    if !lacks(&own) {
        return Some(own);
    }
    let cedilla = match character {
        'ș' => "ş",
        'ț' => "ţ",
        'Ș' => "Ş",
        'Ț' => "Ţ",
        '\u{2019}' | '\u{2018}' => "'",
        '\u{201C}' | '\u{201D}' | '\u{201E}' => "\"",
        '\u{2013}' | '\u{2014}' => "-",
        _ => "",
    };
    if !cedilla.is_empty() && !lacks(cedilla) {
        return Some(cedilla.to_owned());
    }
    // In Vietnamese, the tone is a mark after the letter.
    let marks: Vec<char> = Form::Nfd.of(&own).chars().collect();
    let is_tone =
        |mark: &char| matches!(mark, '\u{300}' | '\u{301}' | '\u{303}' | '\u{309}' | '\u{323}');
    let (tones, letter): (Vec<char>, Vec<char>) = marks.iter().partition(|mark| is_tone(mark));
    let letter = Form::Nfc.of(&letter.into_iter().collect::<String>());
    let both: String = letter.chars().chain(tones).collect();
    (both != own && !lacks(&both)).then_some(both)
}

/// Adds a sample, if `text` can be one.
fn push(
    all: &mut Vec<Sample>,
    jury: &'static str,
    kind: &str,
    charset: &'static str,
    text: &str,
) -> bool {
    let Some(bytes) = encoded(text, charset) else { return false };
    push_bytes(all, jury, kind, charset, bytes)
}

fn push_bytes(
    all: &mut Vec<Sample>,
    jury: &'static str,
    kind: &str,
    charset: &'static str,
    bytes: Vec<u8>,
) -> bool {
    let text = charset.parse().ok().and_then(|encoding| decoded(&bytes, encoding));
    let Some(text) = text else { return false };
    all.push(Sample { jury, kind: kind.to_owned(), charset: Some(charset), bytes, text });
    true
}

/// Adds samples of each language in each of its charsets.
fn by_language(
    all: &mut Vec<Sample>,
    jury: &'static str,
    lines: &Lines,
    charsets: impl Fn(&Language) -> Vec<&'static str>,
    mut text: impl FnMut(&[String]) -> String,
) {
    for language in LANGUAGES {
        let Some(lines) = lines.get(language.0) else { continue };
        for charset in charsets(language) {
            let mut made = 0;
            for _ in 0..EACH * ATTEMPTS {
                made += usize::from(push(all, jury, language.0, charset, &text(lines)));
                if made == EACH {
                    break;
                }
            }
        }
    }
}

/// Short messages, as tables, settings, statements, subtitles, lists and markup.
fn records(
    all: &mut Vec<Sample>,
    jury: &'static str,
    texts: &Texts,
    charsets: impl Fn(&Language) -> Vec<&'static str>,
    random: &mut Random,
) {
    for size in [20, 60, 300] {
        by_language(all, jury, &texts.messages, &charsets, |lines| {
            let form = if size < 60 { 0 } else { random.below(6) };
            let first = random.below(900);
            let mut text = String::new();
            for number in first.. {
                let mut one = || &lines[random.below(lines.len())];
                text.push_str(&match form {
                    0 => format!("{}\n", one()),
                    1 => format!("{number};{};{}\n", one(), one()),
                    2 => format!("name{number}={}\n", one()),
                    3 => format!("INSERT INTO t VALUES ({number}, '{}', '{}');\n", one(), one()),
                    4 => format!(
                        "{number}\n00:00:{:02},000 --> 00:00:{:02},900\n{}\n\n",
                        number % 60,
                        number % 60,
                        one()
                    ),
                    _ => format!("<n id=\"{number}\">{}</n>\n", one()),
                });
                if text.chars().count() >= size {
                    break;
                }
            }
            if size < 60 { text.chars().take(size).collect() } else { text }
        });
    }
}

/// Pieces of prose.
fn prose(
    all: &mut Vec<Sample>,
    texts: &Texts,
    charsets: impl Fn(&Language) -> Vec<&'static str>,
    random: &mut Random,
) {
    for size in [50, 200, 1000] {
        by_language(all, "prose", &texts.prose, &charsets, |lines| {
            let first = random.below(lines.len());
            let all = lines[first..].iter().flat_map(|line| line.chars().chain(['\n']));
            all.take(size).collect()
        });
    }
}

/// Returns the words of some lines.
fn words_of(lines: &[String]) -> impl Iterator<Item = &str> {
    let words = lines.iter().flat_map(|line| line.split(|c: char| !c.is_alphabetic() && c != '\''));
    words.filter(|word| word.chars().count() > 1)
}

/// Single words.
fn words(
    all: &mut Vec<Sample>,
    texts: &Texts,
    charsets: impl Fn(&Language) -> Vec<&'static str>,
    random: &mut Random,
) {
    by_language(all, "words", &texts.messages, charsets, |lines| {
        let line = &lines[random.below(lines.len())..][..1];
        let words: Vec<&str> = words_of(line).filter(|word| !word.is_ascii()).collect();
        if words.is_empty() { String::new() } else { words[random.below(words.len())].to_owned() }
    });
}

/// Lists of words.
fn lists(
    all: &mut Vec<Sample>,
    texts: &Texts,
    charsets: impl Fn(&Language) -> Vec<&'static str>,
    random: &mut Random,
) {
    by_language(all, "word lists", &texts.messages, charsets, |lines| {
        let most = [10, 50, 300][random.below(3)];
        let from = random.below(lines.len());
        let mut words: Vec<String> =
            words_of(&lines[from..]).take(most).map(str::to_lowercase).collect();
        words.sort();
        words.dedup();
        words.iter().map(|word| format!("{word}\n")).collect()
    });
}

/// Returns the charsets in which ASCII has its own bytes, apart from variants of others.
fn all_charsets() -> impl Iterator<Item = &'static str> {
    Charset::all()
        .filter(|charset| Encoding::Charset(*charset).is_ascii_compatible())
        .map(Charset::name)
}
