//! Texts with their real edits, and the charsets that suit them.

use std::{cell::RefCell, collections::HashMap, fs, path::Path};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
    transcode,
};

/// A text and the next version of it; they are equal if no real edit is known.
pub(super) struct Pair {
    pub(super) name: String,
    /// The file of which both are versions, if that is known.
    pub(super) path: String,
    pub(super) old: String,
    pub(super) new: String,
}

impl Pair {
    /// Returns the texts again and again, until the old one has `len` bytes. A third of the lines
    /// has the number of the copy.
    pub(super) fn repeated(&self, len: usize) -> Self {
        let copies = len.div_ceil(self.old.len());
        let repeat = |text: &str| {
            let mut all = String::new();
            for copy in 0..copies {
                for line in text.split_inclusive('\n') {
                    if line.len() % 3 == 0 {
                        all += &format!("{copy}: ");
                    }
                    all += line;
                }
            }
            all
        };
        let (name, path) = (self.name.clone(), self.path.clone());
        Self { name, path, old: repeat(&self.old), new: repeat(&self.new) }
    }
}

/// Reads each `NAME.old` with `NAME.new` of a directory; `NAME.json` may name the path.
pub(super) fn pairs(folder: &Path) -> Result<Vec<Pair>, String> {
    let failed = |error| format!("{}: {error}", folder.display());
    let mut pairs = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|ending| ending == "old") {
            let read = |path: &Path| {
                let text = fs::read_to_string(path).map_err(failed)?;
                let text = text.replace("\r\n", "\n");
                Ok::<_, String>(if text.ends_with('\n') { text } else { text + "\n" })
            };
            let (old, new) = (read(&path)?, read(&path.with_extension("new"))?);
            let about = fs::read_to_string(path.with_extension("json")).unwrap_or_default();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let about = about.split("\"path\": \"").nth(1).and_then(|rest| rest.split('"').next());
            let about = about.unwrap_or(&name).to_owned();
            pairs.push(Pair { name, path: about, old, new });
        }
    }
    pairs.sort_by(|one, other| one.name.cmp(&other.name));
    if pairs.is_empty() { Err(format!("{}: no *.old", folder.display())) } else { Ok(pairs) }
}

/// A charset of the old version.
pub(super) struct Charset {
    pub(super) encoding: Encoding,
    pub(super) name: &'static str,
    pub(super) stateful: bool,
    /// The damage that reads a text in this charset correctly.
    pub(super) misread: &'static str,
    known: RefCell<HashMap<char, Option<Vec<u8>>>>,
}

const NARROW: [(&str, &str); 13] = [
    ("windows-1252", "read-1252"),
    ("ibm850", ""),
    ("macintosh", "read-mac"),
    ("ibm437", "read-437"),
    ("iso-8859-15", ""),
    ("windows-1250", ""),
    ("iso-8859-2", ""),
    ("windows-1251", ""),
    ("koi8-r", ""),
    ("ibm866", ""),
    ("windows-1253", ""),
    ("windows-1254", ""),
    ("windows-1257", ""),
];

const WIDE: [(&str, &str); 7] = [
    ("shift_jis", "read-sjis"),
    ("euc-jp", ""),
    ("iso-2022-jp", ""),
    ("gb18030", "read-gbk"),
    ("hz", ""),
    ("big5", "read-big5"),
    ("euc-kr", ""),
];

pub(super) fn label(name: &str) -> Label {
    let sets = [LabelSet::Whatwg, LabelSet::Icu, LabelSet::Python];
    let found = sets.into_iter().find_map(|set| {
        // In the set of WHATWG, this label means the replacement encoding.
        let label = Label::parse(if name == "hz" { "hz-gb-2312" } else { name }, set).ok()?;
        (label.encoding().name() != "replacement").then_some(label)
    });
    found.unwrap_or_else(|| unreachable!("{name} is a label"))
}

impl Charset {
    pub(super) fn new(name: &'static str) -> Self {
        Self::with("", name)
    }

    fn with(misread: &'static str, name: &'static str) -> Self {
        let encoding = label(name).encoding();
        let stateful = matches!(name, "iso-2022-jp" | "hz");
        Self { encoding, name, stateful, misread, known: RefCell::default() }
    }

    /// Returns the bytes of a character, if they are read as this character again.
    pub(super) fn encode(&self, character: char) -> Option<Vec<u8>> {
        if let Some(known) = self.known.borrow().get(&character) {
            return known.clone();
        }
        let bytes = self.encode_text(&character.to_string()).filter(|bytes| {
            let (back, _) = transcode::decode_lossy(bytes, Label::from(self.encoding));
            back.chars().eq([character]) && bytes.len() <= 8
        });
        self.known.borrow_mut().insert(character, bytes.clone());
        bytes
    }

    pub(super) fn encode_text(&self, text: &str) -> Option<Vec<u8>> {
        transcode::encode(text, self.encoding).ok().map(std::borrow::Cow::into_owned)
    }

    /// Returns the lines of `text` that the charset has.
    pub(super) fn lines(&self, text: &str) -> String {
        let has = |line: &&str| line.chars().all(|c| self.encode(c).is_some());
        text.split_inclusive('\n').filter(has).collect()
    }
}

/// Returns the charsets that have at least nine of ten characters of a text, and Unicode.
pub(super) fn suitable(text: &str) -> Vec<Charset> {
    let letters: Vec<char> = text.chars().filter(|c| !c.is_ascii()).collect();
    let suits = |charset: &Charset| {
        let missing = letters.iter().filter(|&&c| charset.encode(c).is_none()).count();
        missing * 10 < letters.len()
    };
    let of = |table: &[(&'static str, &'static str)]| {
        let charsets = table.iter().map(|&(name, misread)| Charset::with(misread, name));
        charsets.filter(suits).collect::<Vec<_>>()
    };
    let mut all = of(&NARROW);
    if all.is_empty() {
        all = of(&WIDE);
    }
    all.push(Charset::new("utf-8"));
    all.push(Charset::new("utf-16le"));
    all
}
