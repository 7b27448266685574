//! Samples: pieces of texts in every encoding.

use std::{
    fs,
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};

/// A piece of a text in an encoding.
pub(super) struct Sample {
    /// The name of the encoding in the tables.
    pub name: &'static str,
    pub kind: Kind,
    pub size: usize,
    pub bytes: Vec<u8>,
    pub text: String,
}

/// The group of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// UTF-8, UTF-16, UTF-32, with a BOM or without.
    Utf,
    /// The variants of these encodings, and UTF-7.
    Relative,
    /// A legacy charset.
    Legacy,
}

/// The sizes of samples, in bytes. A sample ends before the first character that exceeds the size.
pub(super) const SIZES: [usize; 4] = [20, 50, 200, 1000];

/// The number of samples for each text, encoding and size.
const EACH: usize = 4;
/// The same number for legacy charsets, which fewer texts are written in.
const EACH_CHARSET: usize = 12;

/// An encoding of a text: the name, the group, the label, and the BOM policy.
type Way = (&'static str, Kind, &'static str, BomPolicy);

const WAYS: [Way; 15] = {
    use BomPolicy::{Add, Strip};
    use Kind::{Relative, Utf};
    [
        ("utf-8", Utf, "utf-8", Strip),
        ("utf-8, signed", Utf, "utf-8", Add),
        ("utf-16le", Utf, "utf-16le", Strip),
        ("utf-16be", Utf, "utf-16be", Strip),
        ("utf-16, signed, little-endian", Utf, "utf-16le-bom", Add),
        ("utf-16, signed, big-endian", Utf, "utf-16", Add),
        ("utf-32le", Utf, "utf-32le", Strip),
        ("utf-32be", Utf, "utf-32be", Strip),
        ("utf-32, signed", Utf, "utf-32", Add),
        ("cesu-8", Relative, "cesu-8", Strip),
        ("java-modified-utf-8", Relative, "java-modified-utf-8", Strip),
        ("utf-8-rfc2279", Relative, "utf-8-rfc2279", Strip),
        ("utf-7", Relative, "utf-7", Strip),
        ("utf-7-imap", Relative, "utf-7-imap", Strip),
        ("utf-1", Relative, "utf-1", Strip),
    ]
};

/// The charsets for each language, by the start of the file name.
const CHARSETS: [(&str, &[&str]); 19] = [
    ("arabic", &["windows-1256", "iso-8859-6"]),
    ("chinese", &["gbk", "gb18030", "big5"]),
    ("czech", &["windows-1250", "iso-8859-2"]),
    ("english", &["windows-1252", "macintosh"]),
    ("esperanto", &["iso-8859-3"]),
    ("french", &["windows-1252", "iso-8859-15", "macintosh", "ibm850"]),
    ("german", &["windows-1252", "iso-8859-1", "macintosh", "ibm850"]),
    ("greek", &["windows-1253", "iso-8859-7"]),
    ("hebrew", &["windows-1255", "iso-8859-8-i"]),
    ("japanese", &["shift_jis", "euc-jp", "iso-2022-jp"]),
    ("korean", &["euc-kr"]),
    ("latin", &["windows-1252"]),
    ("persan", &["windows-1256"]),
    ("portuguese", &["windows-1252", "iso-8859-15"]),
    ("russian", &["windows-1251", "koi8-r", "ibm866", "iso-8859-5"]),
    ("thai", &["windows-874"]),
    ("turkish", &["windows-1254"]),
    ("vietnamese", &["windows-1258"]),
    ("emoji", &[]),
];

/// Returns the samples of every second text under `folder`; with `tune`, of the others.
pub(super) fn of(folder: &Path, tune: bool) -> Result<Vec<Sample>, String> {
    let mut texts = Vec::new();
    find(folder, &mut texts).map_err(|error| format!("{}: {error}", folder.display()))?;
    texts.sort();
    let mut samples = Vec::new();
    for (at, path) in texts.iter().enumerate().filter(|(at, _)| (at % 2 == 0) == tune) {
        let text =
            fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let characters: Vec<char> = text.trim_start_matches('\u{FEFF}').chars().collect();
        let name =
            path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_lowercase();
        let mut random = Random(at as u64 + 1);
        for way in ways(&name) {
            for size in SIZES {
                let each = if way.1 == Kind::Legacy { EACH_CHARSET } else { EACH };
                samples
                    .extend((0..each).filter_map(|_| sample(&characters, way, size, &mut random)));
            }
        }
    }
    Ok(samples)
}

fn find(folder: &Path, texts: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_text = path.to_str().is_some_and(|path| path.ends_with(".utf8.txt"));
        if path.is_dir() {
            find(&path, texts)?;
        } else if is_text && fs::metadata(&path)?.len() > 10_000 {
            texts.push(path);
        }
    }
    Ok(())
}

fn ways(name: &str) -> Vec<Way> {
    let charsets = CHARSETS.iter().find(|(language, _)| name.starts_with(language));
    let legacy = charsets.map_or(&[][..], |(_, charsets)| charsets);
    let legacy = legacy.iter().map(|&label| (label, Kind::Legacy, label, BomPolicy::Strip));
    WAYS.into_iter().chain(legacy).collect()
}

/// Returns a piece from a random offset of the text, without characters that the encoding lacks.
fn sample(text: &[char], way: Way, size: usize, random: &mut Random) -> Option<Sample> {
    let (name, kind, label, bom) = way;
    let start = random.below(text.len() - text.len().min(2000));
    let label = utfkit::encoding::Label::parse(label, Default::default()).ok()?;
    let mut piece = String::new();
    let mut bytes = Vec::new();
    for &character in &text[start..] {
        let mut buffer = [0; 4];
        let character = &*character.encode_utf8(&mut buffer);
        if label.encoding().first_unencodable(character).is_some() {
            continue;
        }
        piece.push_str(character);
        let longer = encode(&piece, label, bom)?;
        if longer.len() > size {
            piece.truncate(piece.len() - character.len());
            break;
        }
        bytes = longer;
    }
    // Bytes that are the same in UTF-8 are not a sample of another encoding.
    let same = label.encoding() != Encoding::Utf8 && bytes == piece.as_bytes();
    (!bytes.is_empty() && !same).then_some(Sample { name, kind, size, bytes, text: piece })
}

fn encode(text: &str, label: utfkit::encoding::Label, bom: BomPolicy) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut transcoder = Transcoder::labelled(Encoding::Utf8.into(), label).bom(bom);
    transcoder.transcode_to_vec(text.as_bytes(), &mut bytes, true).ok()?;
    Some(bytes)
}

/// Pseudorandom numbers (xorshift), the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        for _ in 0..3 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        (self.0 % limit.max(1) as u64) as usize
    }
}
