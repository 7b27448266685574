//! The files: texts in many languages, in several shapes, with several kinds of damage.

use std::{fs, path::Path};

use utfkit::{
    Encoding,
    transcode::{convert, decode},
};

use crate::support::Folder;

/// The damage to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// None: well-formed UTF-8.
    Clean,
    /// All of the text is in a legacy charset.
    Legacy,
    /// UTF-8 was read as windows-1252 and encoded again.
    Misread,
    /// Every second line is in a legacy charset.
    Lines,
    /// Some letters became U+FFFD.
    Lost,
    /// Letters became `?` when the text was converted to another charset.
    Questions,
    /// A line in UTF-16 follows the text.
    Tail,
}

impl Damage {
    pub(super) const ALL: [Self; 7] = [
        Self::Clean,
        Self::Legacy,
        Self::Misread,
        Self::Lines,
        Self::Lost,
        Self::Questions,
        Self::Tail,
    ];
}

/// A file of the corpus.
pub(super) struct Case {
    /// The name of the file, which needs quotes in a shell.
    pub(super) name: String,
    pub(super) damage: Damage,
    pub(super) bytes: Vec<u8>,
}

/// A form in which programs write lines of text.
type Shape = (&'static str, fn(&[String]) -> String);

const SHAPES: [Shape; 5] = [
    ("txt", |lines| lines.join("\n") + "\n"),
    ("csv", |lines| {
        lines.iter().enumerate().map(|(at, line)| format!("{at};{line};{}\n", at * 7)).collect()
    }),
    ("json", |lines| {
        let row = |line: &String| format!("{{\"id\":1,\"name\":\"{}\"}}\n", line.replace('"', "'"));
        lines.iter().map(row).collect()
    }),
    ("html", |lines| {
        let rows = lines.iter().map(|line| format!("<tr><td>{line}</td></tr>\n"));
        format!("<table>\n{}</table>\n", rows.collect::<String>())
    }),
    ("log", |lines| {
        let row = |line: &String| format!("2026-03-01T10:00:11Z app[7]: user=\"{line}\" ok\n");
        lines.iter().map(row).collect()
    }),
];

/// The legacy charsets, of which a text is in the first that has all its characters.
const CHARSETS: [&str; 14] = [
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "windows-1255",
    "windows-1256",
    "windows-874",
    "windows-1258",
    "shift_jis",
    "gbk",
    "big5",
    "euc-kr",
];

/// Returns the texts: for each language, its line and the words of it, as lines.
pub(super) fn texts() -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/languages.txt");
    let all = fs::read_to_string(path).unwrap();
    let lines = all.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let pieces = words.chunks(5).map(|chunk| chunk.join(" "));
            std::iter::once(line.to_owned()).chain(pieces).collect()
        })
        .collect()
}

/// Returns `text` in the first legacy charset that has all its characters.
pub(super) fn legacy(text: &str) -> Option<Vec<u8>> {
    CHARSETS.iter().find_map(|name| {
        convert(text.as_bytes(), Encoding::Utf8, name.parse::<Encoding>().unwrap()).ok()
    })
}

/// Returns `text`, whose UTF-8 was read as windows-1252.
pub(super) fn misread(text: &str) -> String {
    let read: Encoding = "windows-1252".parse().unwrap();
    // Unassigned bytes are read as controls.
    let byte = |byte: u8| {
        decode(&[byte], read)
            .map_or_else(|_| char::from(byte).to_string(), |text| text.into_owned())
    };
    text.bytes().map(byte).collect()
}

/// Returns `text` with `damage`; `None` if that changes nothing, or if it is impossible.
fn damaged(text: &str, damage: Damage) -> Option<Vec<u8>> {
    let mut count = 0;
    let mut every = |nth: usize, other: char| -> String {
        let one = |letter: char| {
            count += usize::from(!letter.is_ascii());
            if !letter.is_ascii() && count % nth == 0 { other } else { letter }
        };
        text.chars().map(one).collect()
    };
    let bytes = match damage {
        Damage::Clean => text.into(),
        Damage::Legacy => legacy(text)?,
        Damage::Misread => misread(text).into_bytes(),
        Damage::Lines => {
            let mut lines = Vec::new();
            for (at, line) in text.split_inclusive('\n').enumerate() {
                lines.extend(if at % 2 == 1 { legacy(line)? } else { line.into() });
            }
            lines
        }
        Damage::Lost => every(2, '\u{FFFD}').into_bytes(),
        Damage::Questions => every(1, '?').into_bytes(),
        Damage::Tail => {
            let tail = "appended by a shell\r\n".encode_utf16().flat_map(u16::to_le_bytes);
            text.bytes().chain(tail).collect()
        }
    };
    (damage == Damage::Clean || bytes != text.as_bytes()).then_some(bytes)
}

/// Returns the files.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, lines) in texts().iter().enumerate() {
        for (turn, damage) in Damage::ALL.into_iter().enumerate() {
            let (extension, shape) = SHAPES[(number + turn) % SHAPES.len()];
            let Some(bytes) = damaged(&shape(lines), damage) else { continue };
            let name = format!("{number:02} it's {damage:?}.{extension}");
            cases.push(Case { name, damage, bytes });
        }
    }
    cases
}

/// Writes the files to a directory, and returns it with the files.
pub(super) fn written(keep: impl Fn(&Case) -> bool) -> (Folder, Vec<Case>) {
    let folder = Folder::new();
    let cases: Vec<_> = cases().into_iter().filter(keep).collect();
    for case in &cases {
        folder.file(&case.name, &case.bytes);
    }
    (folder, cases)
}

/// Fails and lists `broken`, the files for which a relation does not hold.
#[track_caller]
pub(super) fn all_hold(broken: &[String], of: usize) {
    /// The maximum number of lines to show.
    const SHOWN: usize = 60;
    assert!(of > 0, "nothing was compared");
    let list = broken.iter().take(SHOWN).map(|line| format!("  {line}\n")).collect::<String>();
    assert!(broken.is_empty(), "{} of {of} do not hold:\n{list}", broken.len());
}
