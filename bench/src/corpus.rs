//! The texts. The benchmark reads them when it runs.

use std::{collections::HashMap, fs, path::Path};

use crate::random::Random;

/// The corpora of one file each: the name in the benchmark, and the path.
const FILES: [(&str, &str); 8] = [
    ("ascii", "lipsum/Latin-Lipsum.utf8.txt"),
    ("arabic", "lipsum/Arabic-Lipsum.utf8.txt"),
    ("russian", "lipsum/Russian-Lipsum.utf8.txt"),
    ("chinese", "lipsum/Chinese-Lipsum.utf8.txt"),
    ("emoji", "lipsum/Emoji-Lipsum.utf8.txt"),
    ("english", "wikipedia_mars/english.utf8.txt"),
    ("french", "wikipedia_mars/french.utf8.txt"),
    ("german", "wikipedia_mars/german.utf8.txt"),
];

/// The languages of the corpus `mixed`.
const LANGUAGES: [&str; 15] = [
    "arabic",
    "chinese",
    "czech",
    "english",
    "french",
    "german",
    "greek",
    "hebrew",
    "hindi",
    "japanese",
    "korean",
    "portuguese",
    "russian",
    "thai",
    "turkish",
];

/// The length of `mixed`.
const MIXED: usize = 2 << 20;

/// All corpora, by name.
pub struct Corpora(HashMap<&'static str, String>);

impl Corpora {
    /// Reads the corpora in `directory` for which `wanted` returns `true`.
    pub fn read(directory: &Path, wanted: impl Fn(&str) -> bool) -> Result<Self, String> {
        if !directory.is_dir() {
            return Err(format!(
                "there are no corpora in {}: name their directory with --corpora DIR (it has the folders lipsum and wikipedia_mars of simdutf's unicode_lipsum)",
                directory.display()
            ));
        }
        let mut texts = HashMap::new();
        for (name, file) in FILES.into_iter().filter(|(name, _)| wanted(name)) {
            texts.insert(name, read(directory, file)?);
        }
        if wanted("mixed") {
            texts.insert("mixed", mixed(directory)?);
        }
        Ok(Self(texts))
    }

    /// Returns the text of a corpus.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        self.0.get(name).map(String::as_str).ok_or_else(|| format!("there is no corpus {name}"))
    }
}

/// Returns a file's text without its BOM.
fn read(directory: &Path, file: &str) -> Result<String, String> {
    let path = directory.join(file);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text))
}

/// Returns text that no branch predictor can predict: pieces of 20 to 120 characters of all
/// languages in random order, with an emoji after every fourth piece.
fn mixed(directory: &Path) -> Result<String, String> {
    let mut random = Random::new(1);
    let language = |name| read(directory, &format!("wikipedia_mars/{name}.utf8.txt"));
    let sources = LANGUAGES.into_iter().map(language).collect::<Result<Vec<_>, _>>()?;
    let emoji: Vec<char> = read(directory, "lipsum/Emoji-Lipsum.utf8.txt")?.chars().collect();
    let mut text = String::with_capacity(MIXED + 512);
    for piece in 1_usize.. {
        if text.len() >= MIXED {
            break;
        }
        let source = &sources[random.below(sources.len())];
        let start = source.floor_char_boundary(random.below(source.len() - 512));
        text.extend(source[start..].chars().take(20 + random.below(101)));
        if piece.is_multiple_of(4) {
            text.push(emoji[random.below(emoji.len())]);
        }
    }
    Ok(text)
}
