//! Text in a legacy charset that was read as windows-1252: how much of it comes back.

use std::{collections::BTreeMap, fmt::Write as _};

use utfkit::{
    Encoding,
    transcode::{Policy, convert_with},
};
use utfkit_text::repair::{Options, repair};

use super::damaged::{Asked, characters, sample};

/// The languages, and the charsets of which the library looks for text that was misread.
const MISREAD: [(&str, &[&str]); 16] = [
    ("pl", CENTRAL),
    ("cs", CENTRAL),
    ("sk", CENTRAL),
    ("hu", CENTRAL),
    ("ro", CENTRAL),
    ("sl", CENTRAL),
    ("hr", CENTRAL),
    ("tr", &["windows-1254"]),
    ("lt", &["windows-1257"]),
    ("lv", &["windows-1257"]),
    ("et", &["windows-1257"]),
    ("ru", &["windows-1251", "koi8-r"]),
    ("uk", &["windows-1251"]),
    ("bg", &["windows-1251"]),
    ("el", &["windows-1253"]),
    ("he", &["windows-1255"]),
];
const CENTRAL: &[&str] = &["windows-1250", "iso-8859-2"];

/// The results of a language in a charset.
#[derive(Default)]
struct Tally {
    lines: usize,
    right: usize,
    wrong: usize,
    in_file: usize,
    wrong_in_file: usize,
}

/// Returns the results as Markdown.
pub(super) fn score(
    texts: &BTreeMap<String, Vec<String>>,
    asked: &Asked<'_>,
) -> Result<String, String> {
    let western = characters("windows-1252")?;
    let mut out = String::new();
    let mut table = String::from(
        "| language | charset | lines | right | wrong | in a file: right | wrong |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut all = Tally::default();
    for (language, charsets) in MISREAD {
        let Some(lines) = texts.get(language) else { continue };
        let lines = sample(lines, asked);
        for charset in charsets {
            let encoding: Encoding = charset.parse().map_err(|_| format!("{charset}: unknown"))?;
            let read = |line: &String| {
                let bytes = line.as_bytes();
                let (bytes, _) =
                    convert_with(bytes, Encoding::Utf8, encoding, Policy::Strict).ok()?;
                let broken: String = bytes.iter().map(|&byte| western[usize::from(byte)]).collect();
                (broken != *line).then(|| (line.clone(), broken))
            };
            let both: Vec<(String, String)> = lines.iter().filter_map(read).collect();
            let (mut tally, mut shown) = (Tally::default(), 0);
            let file = both.iter().map(|(_, broken)| broken.as_str()).collect::<Vec<_>>();
            let file = repaired(&file.join("\n"));
            for ((line, broken), in_file) in both.iter().zip(file.split('\n')) {
                let own = repaired(broken);
                tally.lines += 1;
                tally.right += usize::from(own == *line);
                tally.wrong += usize::from(own != *line && own != *broken);
                tally.in_file += usize::from(in_file == line);
                tally.wrong_in_file += usize::from(in_file != line && in_file != broken);
                if own != *line && shown < asked.show {
                    shown += 1;
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{language} {charset}: {line}\n    {broken}\n    {own}");
                }
            }
            let _ = writeln!(table, "| {language} | {charset} | {}", row(&tally));
            all.lines += tally.lines;
            all.right += tally.right;
            all.wrong += tally.wrong;
            all.in_file += tally.in_file;
            all.wrong_in_file += tally.wrong_in_file;
        }
    }
    let _ = writeln!(table, "| all | | {}", row(&all));
    Ok(out + &table)
}

fn repaired(text: &str) -> String {
    let done = repair(text.as_bytes(), Options::default());
    String::from_utf8_lossy(&done.bytes).into_owned()
}

fn row(Tally { lines, right, wrong, in_file, wrong_in_file }: &Tally) -> String {
    format!("{lines} | {right} | {wrong} | {in_file} | {wrong_in_file} |")
}
