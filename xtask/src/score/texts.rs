//! The texts that samples are made of.

use std::{collections::BTreeMap, fs, path::Path};

/// The universal declaration of human rights, and the languages of its lines.
const LINES: &str = "testdata/languages.txt";
const CODES: [&str; 25] = [
    "en", "fr", "es", "pt", "de", "it", "sv", "fi", "nb", "cs", "pl", "ro", "hu", "tr", "vi", "el",
    "ru", "uk", "he", "ar", "hi", "th", "zh", "ja", "ko",
];

/// Lines by language.
pub(super) type Lines = BTreeMap<String, Vec<String>>;

/// The texts.
pub(super) struct Texts {
    /// Short messages of programs.
    pub(super) messages: Lines,
    /// Lines of prose.
    pub(super) prose: Lines,
    /// Files that are not text.
    pub(super) binary: Vec<Vec<u8>>,
}

impl Texts {
    /// Reads the texts of the repository, or those under `folder`: a line per message in
    /// `records/LANGUAGE.txt`, lines of prose in `prose/LANGUAGE.txt`, and files of any kind that
    /// are not text in `binary/`. Texts and files that `folder` lacks come from the repository.
    pub(super) fn of(folder: Option<&Path>) -> Result<Texts, String> {
        let own = fs::read_to_string(LINES).map_err(|error| format!("{LINES}: {error}"))?;
        let lines = own.lines().filter(|line| !line.starts_with('#'));
        let own: Lines = CODES
            .iter()
            .zip(lines)
            .map(|(code, line)| (code.to_string(), vec![line.into()]))
            .collect();
        let phrases = |lines: &Lines| {
            let of = |line: &String| {
                let parts = line.split_inclusive(['.', ',', ':', '。', '、', '，']);
                parts.map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
            };
            lines
                .iter()
                .map(|(code, lines)| {
                    (
                        code.clone(),
                        lines.iter().flat_map(|line| -> Vec<String> { of(line) }).collect(),
                    )
                })
                .collect()
        };
        let [messages, prose] =
            ["records", "prose"].map(|name| folder.map(|folder| lines_of(&folder.join(name))));
        let binary = folder.map(|folder| files(&folder.join("binary"))).unwrap_or_default();
        let or_own = |lines: Option<Lines>, own: Lines| {
            lines.filter(|lines| !lines.is_empty()).unwrap_or(own)
        };
        Ok(Texts { messages: or_own(messages, phrases(&own)), prose: or_own(prose, own), binary })
    }
}

/// Returns the lines of each `LANGUAGE.txt` of a directory.
fn lines_of(folder: &Path) -> Lines {
    let mut all = Lines::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(code) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if !lines.is_empty() {
            all.insert(code.to_owned(), lines);
        }
    }
    all
}

/// Returns the files of a directory, in the order of their names.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| fs::read(path).ok()).collect()
}
