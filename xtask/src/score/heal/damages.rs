//! The damages, written from the descriptions of what programs do, and not from the library.

use utfkit::{Encoding, encoding::Label, transcode};

use super::texts::{Charset, label};

/// The charset in which the edit of a damaged file is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Utf8,
    /// The charset of the old version.
    Same,
    Windows1252,
}

/// The damage that a program did to a file.
pub(super) struct Damage {
    pub(super) name: &'static str,
    pub(super) target: Target,
    /// Whether the number of characters is lost.
    pub(super) uncounted: bool,
    /// Takes a part of the file and returns its damaged bytes.
    pub(super) of: fn(&[u8], &Charset) -> Vec<u8>,
}

const fn new(name: &'static str, of: fn(&[u8], &Charset) -> Vec<u8>) -> Damage {
    Damage { name, target: Target::Utf8, uncounted: false, of }
}

const fn uncounted(name: &'static str, of: fn(&[u8], &Charset) -> Vec<u8>) -> Damage {
    Damage { name, target: Target::Utf8, uncounted: true, of }
}

const fn kept(name: &'static str, target: Target, of: fn(&[u8], &Charset) -> Vec<u8>) -> Damage {
    Damage { name, target, uncounted: false, of }
}

pub(super) const DAMAGES: [Damage; 25] = [
    new("fffd-part", |bytes, _| String::from_utf8_lossy(bytes).into_owned().into()),
    new("fffd-byte", |bytes, _| lossy(bytes, "\u{FFFD}", false)),
    uncounted("fffd-run", |bytes, _| lossy(bytes, "\u{FFFD}", true)),
    new("fffd-then-1252", |bytes, _| {
        read(String::from_utf8_lossy(bytes).as_bytes(), "windows-1252")
    }),
    new("question", |bytes, charset| each(bytes, charset, |_| "?".to_owned())),
    uncounted("question-byte", |bytes, _| {
        bytes.iter().map(|&byte| if byte < 0x80 { byte } else { b'?' }).collect()
    }),
    uncounted("drop", |bytes, _| lossy(bytes, "", false)),
    new("convert", |bytes, charset| each(bytes, charset, String::from)),
    new("quotes", |bytes, charset| {
        each(bytes, charset, |c| quote(c).map_or(c.into(), str::to_owned))
    }),
    uncounted("fold", |bytes, charset| each(bytes, charset, fold)),
    uncounted("translit", |bytes, charset| {
        each(bytes, charset, |c| transcode::transliteration(c).unwrap_or("?").to_owned())
    }),
    new("read-1252", |bytes, _| read(bytes, "windows-1252")),
    new("read-latin1", |bytes, _| bytes.iter().map(|&b| char::from(b)).collect::<String>().into()),
    new("read-1252-twice", |bytes, _| read(&read(bytes, "windows-1252"), "windows-1252")),
    new("convert-then-1252", |bytes, charset| {
        read(&each(bytes, charset, String::from), "windows-1252")
    }),
    new("read-mac", |bytes, _| read(bytes, "macintosh")),
    new("read-437", |bytes, _| read(bytes, "ibm437")),
    kept("read-mac-write-1252", Target::Windows1252, |bytes, _| {
        let text = String::from_utf8(read(bytes, "macintosh")).unwrap_or_default();
        let ansi = Charset::new("windows-1252");
        text.chars().flat_map(|c| ansi.encode(c).unwrap_or_else(|| b"?".to_vec())).collect()
    }),
    new("read-gbk", |bytes, _| read(bytes, "gbk")),
    new("read-sjis", |bytes, _| read(bytes, "shift_jis")),
    new("read-big5", |bytes, _| read(bytes, "big5")),
    kept("mixed", Target::Utf8, |bytes, _| bytes.to_vec()),
    // Only some of the lines were written again.
    new("partial", |bytes, _| String::from_utf8_lossy(bytes).into_owned().into()),
    kept("line-ends", Target::Same, |bytes, _| bytes.to_vec()),
    new("question-part", |bytes, _| String::from_utf8_lossy(bytes).replace('\u{FFFD}', "?").into()),
];

/// Whether the damage makes a difference to a text in this charset, and a program does it.
pub(super) fn fits(damage: &Damage, charset: &Charset) -> bool {
    let by_bytes = !matches!(
        damage.name,
        "question" | "convert" | "quotes" | "fold" | "translit" | "convert-then-1252" | "line-ends"
    );
    match charset.encoding {
        Encoding::Utf8 => !matches!(
            damage.name,
            "mixed"
                | "convert"
                | "fffd-part"
                | "fffd-byte"
                | "fffd-run"
                | "fffd-then-1252"
                | "question-part"
                | "partial"
                | "drop"
                | "convert-then-1252"
        ),
        Encoding::Utf16Le => !by_bytes,
        _ if charset.stateful => !by_bytes && damage.name != "convert-then-1252",
        _ => damage.name != charset.misread,
    }
}

/// Reads bytes as another charset; bytes that it leaves undefined become as in browsers.
fn read(bytes: &[u8], name: &str) -> Vec<u8> {
    let label: Label = label(name);
    if name.starts_with("windows") || name == "macintosh" || name == "ibm437" {
        let character = |&byte: &u8| {
            let text = transcode::decode_lossy(&[byte], label).0.into_owned();
            if text == "\u{FFFD}" { char::from(byte).to_string() } else { text }
        };
        return bytes.iter().map(character).collect::<String>().into();
    }
    transcode::decode_lossy(bytes, label).0.into_owned().into()
}

fn lossy(bytes: &[u8], sign: &str, runs: bool) -> Vec<u8> {
    let (mut out, mut after) = (Vec::new(), false);
    for chunk in bytes.utf8_chunks() {
        after &= chunk.valid().is_empty();
        out.extend(chunk.valid().bytes());
        for _ in chunk.invalid() {
            if !(runs && after) {
                out.extend(sign.bytes());
            }
            after = true;
        }
    }
    out
}

/// Changes each character above 7F of a text that was read correctly.
fn each(bytes: &[u8], charset: &Charset, change: impl Fn(char) -> String) -> Vec<u8> {
    let (text, _) = transcode::decode_lossy(bytes, Label::from(charset.encoding));
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '\0'..='\x7F' => out.push(character),
            _ => out.push_str(&change(character)),
        }
    }
    out.into()
}

fn quote(character: char) -> Option<&'static str> {
    Some(match character {
        '’' | '‘' => "'",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '–' | '—' => "-",
        '…' => "...",
        '\u{A0}' => " ",
        _ => return None,
    })
}

/// Letters without their accents.
const BARE: [(&str, &str); 36] = [
    ("àáâãäåāăą", "a"),
    ("çćč", "c"),
    ("ďđ", "d"),
    ("èéêëěęē", "e"),
    ("ğ", "g"),
    ("ìíîïī", "i"),
    ("ĺľł", "l"),
    ("ñńň", "n"),
    ("òóôõöøő", "o"),
    ("ŕř", "r"),
    ("śšşș", "s"),
    ("ťţț", "t"),
    ("ùúûüůűū", "u"),
    ("ýÿ", "y"),
    ("źżž", "z"),
    ("ÀÁÂÃÄÅĀĂĄ", "A"),
    ("ÇĆČ", "C"),
    ("ĎĐ", "D"),
    ("ÈÉÊËĚĘĒ", "E"),
    ("Ğ", "G"),
    ("ÌÍÎÏİ", "I"),
    ("ĹĽŁ", "L"),
    ("ÑŃŇ", "N"),
    ("ÒÓÔÕÖØŐ", "O"),
    ("ŔŘ", "R"),
    ("ŚŠŞȘ", "S"),
    ("ŤŢȚ", "T"),
    ("ÙÚÛÜŮŰ", "U"),
    ("Ý", "Y"),
    ("ŹŻŽ", "Z"),
    ("ß", "ss"),
    ("æ", "ae"),
    ("Æ", "AE"),
    ("€", "EUR"),
    ("©", "(C)"),
    ("\u{A0}", " "),
];

fn fold(character: char) -> String {
    let bare = BARE.iter().find(|(from, _)| from.contains(character)).map(|(_, to)| *to);
    let text = match character {
        '«' => Some("<<"),
        '»' => Some(">>"),
        _ => bare.or_else(|| quote(character)),
    };
    text.unwrap_or("?").to_owned()
}
