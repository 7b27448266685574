//! Support for the tests of repair: texts in many languages, charsets as tables, and a generator.

#![allow(dead_code, reason = "each test binary uses a part")]

use std::{env, fs, path::Path};

use utfkit::{Encoding, transcode::Transcoder};

/// A random number generator that is the same in every run.
pub(crate) struct Random(u64);

impl Random {
    /// Creates a generator, which `UTFKIT_SEED` changes.
    pub(crate) fn new() -> Self {
        let seed = env::var("UTFKIT_SEED").map_or(0, |seed| seed.parse().unwrap());
        Self(0x9E37_79B9_7F4A_7C15 ^ seed)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }

    pub(crate) fn one_in(&mut self, number: usize) -> bool {
        self.below(number) == 0
    }
}

/// Returns names and texts. `UTFKIT_CORPORA` may name a directory with more texts (`.txt`, UTF-8).
pub(crate) fn texts() -> Vec<(String, String)> {
    let own = include_str!("../../../../../testdata/languages.txt");
    let mut texts = vec![("languages.txt".to_owned(), own.to_owned())];
    if let Some(folder) = env::var_os("UTFKIT_CORPORA") {
        gather(Path::new(&folder), &mut texts);
    }
    texts
}

fn gather(folder: &Path, texts: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|one| one.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            gather(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            texts.push((name, fs::read_to_string(path).unwrap()));
        }
    }
}

/// Returns the lines of the texts that have characters other than ASCII.
pub(crate) fn lines() -> Vec<String> {
    // A BOM inside a line is one kind of damage.
    let is_text = |line: &&str| {
        !line.starts_with('#')
            && !line.contains('\u{FEFF}')
            && !line.is_ascii()
            && line.len() < 4000
    };
    let texts = texts();
    let lines = texts.iter().flat_map(|(_, text)| text.lines().filter(is_text));
    lines.map(str::to_owned).collect()
}

/// Returns the character of each byte of a charset. Bytes without a character are the controls of
/// ISO-8859-1, as in browsers.
pub(crate) fn table(label: &str) -> Vec<char> {
    let charset: Encoding = label.parse().unwrap();
    let character = |byte: u8| {
        let mut text = Vec::new();
        let mut decoder = Transcoder::new(charset, Encoding::Utf8);
        let done = decoder.transcode_to_vec(&[byte], &mut text, true);
        let text = done.ok().and_then(|_| String::from_utf8(text).ok());
        text.and_then(|text| text.chars().next()).unwrap_or(byte.into())
    };
    (0..=0xFF).map(character).collect()
}

/// Returns `text` in a charset; `None` if the charset lacks one of its characters.
pub(crate) fn encoded(text: &str, charset: Encoding) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Transcoder::new(Encoding::Utf8, charset);
    encoder.transcode_to_vec(text.as_bytes(), &mut bytes, true).ok()?;
    Some(bytes)
}

/// A text in parts, each with its original bytes and its damaged bytes. Both are the same if the
/// part is not damaged.
pub(crate) type Parts = Vec<(Vec<u8>, Vec<u8>)>;

/// Splits `text` into runs of ASCII and of other characters.
pub(crate) fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let ends = |c: char| c.is_ascii() != first.is_ascii();
        let (run, behind) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
        runs.push(run);
        rest = behind;
    }
    runs
}

/// Returns `true` if `text` has each part either restored or as the damage left it.
pub(crate) fn is_restored_or_left(text: &[u8], parts: &Parts) -> bool {
    let mut ends = vec![0];
    for (was, is) in parts {
        let mut next: Vec<usize> = Vec::new();
        for &end in &ends {
            for part in [was, is] {
                if text[end..].starts_with(part) && !next.contains(&(end + part.len())) {
                    next.push(end + part.len());
                }
            }
        }
        ends = next;
    }
    ends.contains(&text.len())
}
