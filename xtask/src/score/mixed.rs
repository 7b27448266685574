//! Measures the harm of repair to files that mix UTF-8 and a charset.
//!
//! `cargo xtask score-mixed [DIR] [--seed N] [--wrong]` makes files of a few lines in each charset of
//! each language, from the texts of [`texts`](super::texts). Some of a file is in UTF-8, the rest in
//! the charset: see [`Shape`]. Each line is then right, left as it was, or wrong. `--wrong` lists the
//! wrong ones.

use std::{collections::BTreeMap, fmt::Write as _, fs};

use utfkit::{
    Encoding,
    transcode::{Policy, convert_with},
    utf8,
};
use utfkit_text::repair::{self, Options};

use super::{
    Drawn,
    charsets::LANGUAGES,
    random::Random,
    texts::{Lines, Texts},
};

/// The number of files of each shape, of a language in a charset. English has few charsets.
const EACH: usize = 6;
const EACH_IN_ENGLISH: usize = 60;

/// The part of a file that is in the charset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// One line of several.
    Line,
    /// Each line with the same chance.
    Lines,
    /// One word of several lines.
    Word,
    /// One word of several short lines, which hardly show their language.
    WordOfTable,
    /// Each word with the same chance.
    Words,
    /// Quotation marks, dashes, or other signs.
    Signs,
    /// Signs between and around words in capitals.
    Capitals,
    /// Signs of English text.
    English,
}

const SHAPES: [Shape; 6] =
    [Shape::Line, Shape::Lines, Shape::Word, Shape::WordOfTable, Shape::Words, Shape::Signs];
const MORE_SHAPES: [Shape; 2] = [Shape::Capitals, Shape::English];

/// The signs of texts, as pairs of a word's start and end.
const SIGNS: [(&str, &str); 8] =
    [("“", "”"), ("„", "“"), ("‘", "’"), ("– ", ""), ("", "…"), ("€", ""), ("", "™"), ("«", "»")];

/// The signs of capitals: before, between and after two words.
const CAPITALS: [[&str; 3]; 8] = [
    ["", "’N’", ""],
    ["", " ’N’ ", ""],
    ["“", " ", "”"],
    ["", "’S ", ""],
    ["", "–", ""],
    ["", "—", ""],
    ["", "™ ", ""],
    ["", "… ", ""],
];

/// English text.
const GUIDE: &str = "docs/GUIDE.md";

/// A line of a file.
struct Line {
    text: String,
    bytes: Vec<u8>,
}

impl Line {
    /// Returns `true` if a part of the line is in the charset.
    fn is_foreign(&self) -> bool {
        self.bytes != self.text.as_bytes()
    }
}

/// The results of a repair for the lines of one kind.
#[derive(Clone, Copy, Default)]
struct Tally {
    lines: usize,
    right: usize,
    left: usize,
    wrong: usize,
    /// The lines in UTF-8, and those that were changed.
    utf8: usize,
    harmed: usize,
}

/// Runs the command and returns its output.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let Drawn { folder, seed, wrong: show } = Drawn::parse(options, "score-mixed")?;
    let mut texts = Texts::of(folder)?;
    let (mut tallies, mut out) = (BTreeMap::<Shape, Tally>::new(), String::new());
    let mut random = Random::new(seed);
    score(&SHAPES, &texts, &mut random, show, &mut tallies, &mut out)?;
    // Other texts and numbers, so that the figures of the shapes above stay.
    texts.prose.insert("en".to_owned(), english()?);
    score(&MORE_SHAPES, &texts, &mut random, show, &mut tallies, &mut out)?;
    out.push_str(&table(&tallies));
    Ok(out)
}

/// Makes files of `shapes`, and judges their repair.
fn score(
    shapes: &[Shape],
    texts: &Texts,
    random: &mut Random,
    show: bool,
    tallies: &mut BTreeMap<Shape, Tally>,
    out: &mut String,
) -> Result<(), String> {
    for language in LANGUAGES {
        for charset in [language.1, language.2].concat() {
            let encoding: Encoding = charset.parse().map_err(|_| format!("{charset}: unknown"))?;
            if !encoding.is_ascii_compatible() || encoding.has_shifts() {
                continue;
            }
            for &shape in shapes {
                let each = if shape == Shape::English { EACH_IN_ENGLISH } else { EACH };
                for _ in 0..each {
                    let Some(lines) = lines_of(shape, texts, language.0, random) else {
                        continue;
                    };
                    let file = mixed(shape, lines, encoding, random);
                    let wrong = judge(&file, tallies.entry(shape).or_default())?;
                    for (line, made) in wrong.iter().filter(|_| show) {
                        let was = line.bytes.escape_ascii();
                        // Writing to a string cannot fail.
                        let _ = writeln!(
                            out,
                            "{shape:?} {} {charset}: {was}\n    {}\n    {made}",
                            language.0, line.text
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns lines of English: those of the guide, with the signs of books.
fn english() -> Result<Vec<String>, String> {
    let text = fs::read_to_string(GUIDE).map_err(|error| format!("{GUIDE}: {error}"))?;
    let is_prose = |line: &&str| {
        line.len() > 40 && line.starts_with(char::is_alphabetic) && !line.contains(['`', '/', '|'])
    };
    let lines = text.lines().filter(is_prose).filter(|line| line.is_ascii());
    Ok(lines.map(|line| line.replace('\'', "’").replace(" - ", " – ")).collect())
}

/// Draws some lines of a language.
fn lines_of(
    shape: Shape,
    texts: &Texts,
    language: &str,
    random: &mut Random,
) -> Option<Vec<String>> {
    let is_table = shape == Shape::WordOfTable;
    let from: &Lines = if is_table || random.chance(50) { &texts.messages } else { &texts.prose };
    let lines = if shape == Shape::English {
        texts.prose.get(language).filter(|_| language == "en")?
    } else {
        from.get(language)?
    };
    let draw = |random: &mut Random, number: usize| {
        let line = lines[random.below(lines.len())].replace(['\n', '\r'], " ");
        if is_table {
            let words: Vec<&str> = line.split_whitespace().take(2).collect();
            format!("{number};{}", words.join(" "))
        } else {
            line.chars().take(200).collect()
        }
    };
    // Some texts are mojibake.
    let is_clean =
        |line: &String| repair::repair(line.as_bytes(), Options::default()).fixes.is_empty();
    let count = 2 + random.below(5);
    Some((0..count).map(|number| draw(random, number)).filter(is_clean).collect())
        .filter(|lines: &Vec<String>| !lines.is_empty())
}

/// Writes some of `lines` in the charset.
fn mixed(
    shape: Shape,
    mut lines: Vec<String>,
    charset: Encoding,
    random: &mut Random,
) -> Vec<Line> {
    match shape {
        Shape::Signs | Shape::English => {
            lines.iter_mut().for_each(|line| *line = with_signs(line, random));
        }
        Shape::Capitals => lines.iter_mut().for_each(|line| *line = with_capitals(line, random)),
        _ => {}
    }
    let chosen = random.below(lines.len());
    let convert = |(at, text): (usize, String)| {
        let percent = match shape {
            Shape::Line | Shape::Word | Shape::WordOfTable if at != chosen => 0,
            Shape::Line => 100,
            Shape::Lines if random.chance(50) => 100,
            Shape::Lines => 0,
            Shape::Words | Shape::Signs | Shape::Capitals | Shape::English => 50,
            Shape::Word | Shape::WordOfTable => 100,
        };
        let is_single = matches!(shape, Shape::Word | Shape::WordOfTable);
        let mut bytes = Vec::new();
        let mut is_done = false;
        for word in text.split_inclusive(' ') {
            let old = (!word.is_ascii() && !is_done && random.chance(percent))
                .then(|| encoding_of(word, charset))
                .flatten();
            is_done |= old.is_some() && is_single;
            bytes.extend(old.unwrap_or_else(|| word.as_bytes().to_vec()));
        }
        Line { text, bytes }
    };
    lines.into_iter().enumerate().map(convert).collect()
}

/// Returns `line` with a sign around some of its words.
fn with_signs(line: &str, random: &mut Random) -> String {
    let (before, after) = SIGNS[random.below(SIGNS.len())];
    let chosen = random.below(line.split(' ').count());
    let sign = |(at, word): (usize, &str)| {
        if at == chosen { format!("{before}{word}{after}") } else { word.to_owned() }
    };
    line.split(' ').enumerate().map(sign).collect::<Vec<_>>().join(" ")
}

/// Returns `line` with two of its words in capitals, and signs between them.
fn with_capitals(line: &str, random: &mut Random) -> String {
    let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return line.to_owned();
    }
    let chosen = random.below(words.len());
    let [before, between, after] = CAPITALS[random.below(CAPITALS.len())];
    let (first, second) = (words[chosen], words.get(chosen + 1).copied().unwrap_or_default());
    let capitals = format!("{before}{first}{between}{second}{after}").to_uppercase();
    let rest = words.get(chosen + 2..).unwrap_or_default();
    [&words[..chosen], &[capitals.as_str()], rest].concat().join(" ")
}

/// Returns the bytes of `text` in a charset that has all its characters.
fn encoding_of(text: &str, charset: Encoding) -> Option<Vec<u8>> {
    let (bytes, _) = convert_with(text.as_bytes(), Encoding::Utf8, charset, Policy::Strict).ok()?;
    utf8::validate(&bytes).is_err().then_some(bytes)
}

/// Repairs a file and counts the results for its lines. Returns the wrong lines, each with its
/// result.
fn judge<'a>(file: &'a [Line], tally: &mut Tally) -> Result<Vec<(&'a Line, String)>, String> {
    if !file.iter().any(Line::is_foreign) {
        return Ok(Vec::new());
    }
    let bytes: Vec<u8> = file.iter().flat_map(|line| [&line.bytes[..], b"\n"].concat()).collect();
    let done = repair::repair(&bytes, Options::default());
    if done.undo() != bytes {
        return Err(format!("{}: the fixes cannot be undone", bytes.escape_ascii()));
    }
    let mut made = done.bytes.split(|&byte| byte == b'\n');
    let mut wrong = Vec::new();
    for line in file {
        let made = made.next().unwrap_or_default();
        let (is_right, is_left) = (made == line.text.as_bytes(), made == line.bytes);
        if line.is_foreign() {
            tally.lines += 1;
            tally.right += usize::from(is_right);
            tally.left += usize::from(is_left);
            tally.wrong += usize::from(!is_right && !is_left);
        } else {
            tally.utf8 += 1;
            tally.harmed += usize::from(!is_right);
        }
        if !is_right && !is_left {
            wrong.push((line, String::from_utf8_lossy(made).into_owned()));
        }
    }
    Ok(wrong)
}

/// Returns the tallies as Markdown.
fn table(tallies: &BTreeMap<Shape, Tally>) -> String {
    let mut out = String::from(
        "| in the charset | lines | right | left | wrong | lines in UTF-8 | of these changed |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (shape, Tally { lines, right, left, wrong, utf8, harmed }) in tallies {
        let _ = writeln!(
            out,
            "| {shape:?} | {lines} | {right} | {left} | {wrong} | {utf8} | {harmed} |"
        );
    }
    out
}
