//! The family of damages: what programs make of bytes that they read in the wrong way.

use icu_normalizer::DecomposingNormalizerBorrowed;
use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

use super::{
    charset::{Charset, OPAQUE, Unit},
    text::{in_word, utf8},
};

/// What the bytes of a line became: groups of old bytes, each with its image in the new version.
///
/// A group ends only where a character of the old version and a unit of the damage end.
#[derive(Default)]
pub(super) struct Groups {
    pub(super) image: Vec<u8>,
    /// The ends of each group, in the old line and in `image`.
    pub(super) ends: Vec<(u32, u32)>,
}

impl Groups {
    fn clear(&mut self) {
        self.image.clear();
        self.ends.clear();
    }

    /// Passes the words of the image that have characters which were not ASCII in `line`.
    pub(super) fn damaged_words(
        &self,
        line: &[u8],
        charset: &Charset,
        mut take: impl FnMut(&[u8]),
    ) {
        // The places of these characters.
        let (mut before, mut marks) = ((0, 0), Vec::new());
        for &(old, image) in &self.ends {
            if !charset.is_plain(&line[before.0..old as usize]) {
                marks.push(before.1);
            }
            before = (old as usize, image as usize);
        }
        let (mut at, mut mark) = (0, 0);
        let image = &self.image;
        while at < image.len() {
            if !in_word(image[at]) {
                at += 1;
                continue;
            }
            let len = image[at..].iter().take_while(|&&b| in_word(b)).count();
            while marks.get(mark).is_some_and(|&place| place < at) {
                mark += 1;
            }
            if marks.get(mark).is_some_and(|&place| place <= at + len) {
                take(&image[at..at + len]);
            }
            at += len;
        }
    }

    fn end(&mut self, old: usize) {
        self.ends.push((old as u32, self.image.len() as u32));
    }
}

/// What becomes of ill-formed bytes.
#[derive(Clone, Copy, PartialEq)]
enum Bad {
    Keep,
    Part(&'static str),
    Byte(&'static str),
    Run(&'static str),
}

enum Kind {
    /// Read in a charset of sequences, such as UTF-8. `again`: the text was read once more so.
    Read { charset: Charset, table: Option<Box<[u8; 256]>>, bad: Bad, again: Option<Images> },
    /// Read correctly, and each character above 7F changed.
    Each(fn(u32, &mut Vec<u8>)),
    /// Read correctly, written in UTF-8, and that was read in a charset of single bytes.
    Converted(Images),
    /// Each byte above 7F became this text.
    Bytes(&'static str),
    /// Read in a charset of single bytes.
    Single(Images),
}

type Images = Box<[Vec<u8>; 256]>;

/// A member of the family.
pub(super) struct Damage {
    pub(super) name: String,
    /// A smaller number is preferred among equal explanations.
    pub(super) cost: u8,
    /// Whether the image of a character determines the character.
    pub(super) exact: bool,
    /// Text that is damage wherever it is.
    pub(super) mark: &'static str,
    /// Whether it removes or folds characters, so that their number is lost.
    pub(super) drops: bool,
    /// Whether it writes other letters, and `?` for characters that have none.
    pub(super) folds: bool,
    /// The charset in which typed text of the new version is, if not UTF-8.
    pub(super) target: Option<Charset>,
    kind: Kind,
}

impl Damage {
    /// Whether a `?` may be a lost character.
    pub(super) fn asks(&self) -> bool {
        self.name.contains('?') || self.target.is_some()
    }

    /// Whether it writes `?` for characters.
    pub(super) fn writes_question_marks(&self) -> bool {
        self.asks() || self.folds
    }

    /// Whether it reads text in a wrong charset, and not only in UTF-8.
    pub(super) fn misreads(&self) -> bool {
        match &self.kind {
            Kind::Single(_) => true,
            Kind::Read { charset, table, .. } => !charset.is_utf8() || table.is_some(),
            Kind::Each(_) | Kind::Converted(_) | Kind::Bytes(_) => false,
        }
    }

    /// Returns the text that stands for lost characters, or an empty one.
    pub(super) fn sign(&self) -> &str {
        if self.mark.is_empty() && (self.asks() || self.folds) { "?" } else { self.mark }
    }

    /// Whether it keeps each character, and writes UTF-8.
    pub(super) fn converts(&self) -> bool {
        self.exact && matches!(self.kind, Kind::Each(_)) && !self.is_identity()
    }

    pub(super) fn is_identity(&self) -> bool {
        self.cost == 0
    }

    /// Whether it removes bytes, and not characters.
    pub(super) fn drops_bytes(&self) -> bool {
        self.drops && matches!(self.kind, Kind::Bytes(_) | Kind::Read { .. })
    }

    /// Whether the inverse of single bytes can be taken.
    pub(super) fn by_character(&self) -> bool {
        matches!(self.kind, Kind::Each(_) | Kind::Converted(_) | Kind::Single(_))
    }

    /// Writes the groups of `line`.
    pub(super) fn groups(&self, line: &[u8], charset: &Charset, out: &mut Groups) {
        out.clear();
        let mut at = 0;
        match &self.kind {
            Kind::Read { charset: read, table, bad, again } => {
                let mapped: Vec<u8>;
                let source = match table {
                    Some(table) => {
                        mapped = line.iter().map(|&byte| table[usize::from(byte)]).collect();
                        &mapped
                    }
                    None => line,
                };
                read_groups(source, charset, line, read, *bad, again.as_ref(), out);
            }
            Kind::Each(change) => charset.units(line, |unit| {
                at += unit.len;
                match unit.value {
                    value @ 0..0x80 => out.image.push(value as u8),
                    value => change(if value == OPAQUE { 0xFFFD } else { value }, &mut out.image),
                }
                out.end(at);
            }),
            Kind::Converted(images) => charset.units(line, |unit| {
                at += unit.len;
                let mut text = Vec::new();
                utf8(if unit.value == OPAQUE { 0xFFFD } else { unit.value }, &mut text);
                text.iter().for_each(|&byte| out.image.extend(&images[usize::from(byte)]));
                out.end(at);
            }),
            Kind::Bytes(sign) => charset.units(line, |unit| {
                for &byte in &line[at..at + unit.len] {
                    if byte < 0x80 {
                        out.image.push(byte);
                    } else {
                        out.image.extend(sign.bytes());
                    }
                }
                at += unit.len;
                out.end(at);
            }),
            Kind::Single(images) => charset.units(line, |unit| {
                for &byte in &line[at..at + unit.len] {
                    out.image.extend(&images[usize::from(byte)]);
                }
                at += unit.len;
                out.end(at);
            }),
        }
    }
}

/// Writes the groups of a line that was read as sequences of `read`.
fn read_groups(
    source: &[u8],
    charset: &Charset,
    line: &[u8],
    read: &Charset,
    bad: Bad,
    again: Option<&Images>,
    out: &mut Groups,
) {
    // The ends of the characters of the old line, as a queue.
    let mut characters = Vec::new();
    let mut end = 0;
    charset.units(line, |unit| {
        end += unit.len;
        characters.push(end);
    });
    let (mut next, mut at, mut in_run, mut pending) = (0, 0, false, false);
    let take = |unit: Unit| {
        let part = &source[at..at + unit.len];
        let ill = unit.value == OPAQUE;
        if !(ill && in_run && matches!(bad, Bad::Run(_))) && pending {
            // The group before ended at `at`.
            out.end(at);
        }
        pending = false;
        match (ill, bad) {
            (true, Bad::Keep) => out.image.extend(part),
            (true, Bad::Part(sign)) => out.image.extend(sign.bytes()),
            (true, Bad::Byte(sign)) => part.iter().for_each(|_| out.image.extend(sign.bytes())),
            (true, Bad::Run(sign)) => {
                if !in_run {
                    out.image.extend(sign.bytes());
                }
            }
            (false, _) => match again {
                Some(images) if unit.value >= 0x80 => {
                    part.iter().for_each(|&byte| out.image.extend(&images[usize::from(byte)]));
                }
                _ if read.is_utf8() => out.image.extend(part),
                _ => utf8(unit.value, &mut out.image),
            },
        }
        in_run = ill;
        at += unit.len;
        while characters.get(next).is_some_and(|&end| end < at) {
            next += 1;
        }
        pending = characters.get(next) == Some(&at);
    };
    read.units(source, take);
    if !line.is_empty() {
        out.end(line.len());
    }
}

fn question(_: u32, out: &mut Vec<u8>) {
    out.push(b'?');
}

/// The signs that editors and word processors replace.
fn quote(value: u32) -> Option<&'static str> {
    Some(match char::from_u32(value)? {
        '’' | '‘' => "'",
        '“' | '”' | '„' | '«' | '»' => "\"",
        '–' | '—' => "-",
        '…' => "...",
        '\u{A0}' => " ",
        _ => return None,
    })
}

fn quotes(value: u32, out: &mut Vec<u8>) {
    match quote(value) {
        Some(text) => out.extend(text.bytes()),
        None => utf8(value, out),
    }
}

fn fold(value: u32, out: &mut Vec<u8>) {
    let Some(character) = char::from_u32(value) else { return out.push(b'?') };
    let text = match character {
        'ß' => "ss",
        'ø' => "o",
        'Ø' => "O",
        'æ' => "ae",
        'Æ' => "AE",
        'ł' => "l",
        'Ł' => "L",
        'đ' => "d",
        '«' => "<<",
        '»' => ">>",
        '€' => "EUR",
        '©' => "(C)",
        _ => quote(value).unwrap_or(""),
    };
    let before = out.len();
    out.extend(text.bytes());
    if text.is_empty() {
        decompose(character).filter(char::is_ascii).for_each(|part| out.push(part as u8));
        if out.len() == before {
            out.push(b'?');
        }
    }
}

fn decompose(character: char) -> impl Iterator<Item = char> {
    DecomposingNormalizerBorrowed::new_nfkd()
        .normalize_iter(std::iter::once(character))
        .collect::<Vec<_>>()
        .into_iter()
}

/// `//TRANSLIT` of glibc: `ä` becomes `a` or `ae` by its tables.
fn glibc(value: u32, out: &mut Vec<u8>) {
    let text = char::from_u32(value).and_then(utfkit::transcode::transliteration);
    match text {
        Some(text) => out.extend(text.bytes()),
        None => out.push(b'?'),
    }
}

/// `//TRANSLIT` of libiconv: `ä` becomes `"a`, and `é` becomes `'e`.
fn libiconv(value: u32, out: &mut Vec<u8>) {
    let Some(character) = char::from_u32(value) else { return out.push(b'?') };
    let parts: Vec<char> = decompose(character).collect();
    let accent = match parts.get(1) {
        Some('\u{300}') => b'`',
        Some('\u{301}') => b'\'',
        Some('\u{302}') => b'^',
        Some('\u{303}') => b'~',
        Some('\u{308}') => b'"',
        _ => return fold(value, out),
    };
    out.push(accent);
    out.push(u8::try_from(parts[0]).unwrap_or(b'?'));
}

/// Returns the charset with this name.
fn named(name: &str) -> Option<Encoding> {
    // For WHATWG, this is a name of windows-1252.
    if name == "iso-8859-1" {
        return Some(Encoding::Iso8859_1);
    }
    Label::parse(name, LabelSet::Whatwg)
        .or_else(|_| Label::parse(name, LabelSet::Icu))
        .ok()
        .map(Label::encoding)
}

/// Returns the UTF-8 of each byte of a charset of single bytes. Undefined bytes are C1 controls, as
/// in browsers.
fn images(encoding: Encoding) -> Option<Images> {
    let charset = Charset::new(encoding, false)?;
    let table = charset.table()?;
    let mut images = Box::new([const { Vec::new() }; 256]);
    for (byte, image) in images.iter_mut().enumerate() {
        utf8(if table[byte] == OPAQUE { byte as u32 } else { table[byte] }, image);
    }
    Some(images)
}

const SINGLES: [&str; 13] = [
    "windows-1252",
    "iso-8859-1",
    "macintosh",
    "ibm437",
    "ibm850",
    "windows-1250",
    "windows-1251",
    "koi8-r",
    "ibm866",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "windows-1258",
];

/// Returns the members that can have made a text with these signs of a text in `encoding`.
pub(super) fn family(
    encoding: Encoding,
    charset: &Charset,
    new: &[u8],
    as_text: bool,
) -> Vec<Damage> {
    let has = |mark: &str| memchr::memmem::find(new, mark.as_bytes()).is_some();
    let (lost, question_mark, again_mark) = (has("\u{FFFD}"), has("?"), has("ï¿½"));
    let raw = !as_text && std::str::from_utf8(new).is_err();
    let utf = charset.is_utf8();
    let mut all = Vec::new();
    let damage = |name: &str, cost, exact, kind| Damage {
        name: name.to_owned(),
        cost,
        exact,
        mark: "",
        drops: false,
        folds: false,
        target: None,
        kind,
    };
    let read = |bad, again, label: Encoding| {
        let charset = Charset::new(label, false);
        charset.map(|charset| Kind::Read { charset, table: None, bad, again })
    };
    let windows = || images(named("windows-1252").unwrap_or(Encoding::Iso8859_1));
    if as_text {
        all.push(damage("unchanged", 0, true, Kind::Each(utf8)));
    } else {
        all.extend(read(Bad::Keep, None, Encoding::Utf8).map(|k| damage("unchanged", 0, true, k)));
    }
    if !utf {
        if !as_text {
            all.push(damage("converted to UTF-8", 1, true, Kind::Each(utf8)));
        }
        let parts = [
            (lost, "read as UTF-8 with U+FFFD per part", 1, Bad::Part("\u{FFFD}")),
            (lost, "read as UTF-8 with U+FFFD per byte", 2, Bad::Byte("\u{FFFD}")),
            (lost, "read as UTF-8 with U+FFFD per run", 2, Bad::Run("\u{FFFD}")),
            (question_mark, "read as UTF-8 with ? per part", 3, Bad::Part("?")),
            (true, "read as UTF-8 with ill-formed bytes dropped", 3, Bad::Part("")),
        ];
        for (wanted, name, cost, bad) in parts {
            if wanted && let Some(kind) = read(bad, None, Encoding::Utf8) {
                let mark = if lost && cost < 3 { "\u{FFFD}" } else { "" };
                let drops = bad == Bad::Part("");
                all.push(Damage { mark, drops, ..damage(name, cost, false, kind) });
            }
        }
        if again_mark && let Some(kind) = read(Bad::Part("ï¿½"), windows(), Encoding::Utf8) {
            let name = "read as UTF-8, then as windows-1252";
            all.push(Damage { mark: "ï¿½", ..damage(name, 2, false, kind) });
        }
        if let Some(images) = windows() {
            let name = "converted to UTF-8, then read as windows-1252";
            all.push(damage(name, 2, true, Kind::Converted(images)));
        }
    }
    if question_mark {
        all.push(damage("? per character", 2, false, Kind::Each(question)));
        all.push(damage("? per byte", 2, false, Kind::Bytes("?")));
    }
    all.push(Damage { drops: true, ..damage("bytes above 7F dropped", 3, false, Kind::Bytes("")) });
    all.push(Damage { drops: true, ..damage("quotes replaced", 2, false, Kind::Each(quotes)) });
    for (name, change) in [
        ("folded to ASCII", fold as fn(u32, &mut Vec<u8>)),
        ("transliterated as by glibc", glibc),
        ("transliterated as by libiconv", libiconv),
    ] {
        let kind = Kind::Each(change);
        all.push(Damage { drops: true, folds: true, ..damage(name, 3, false, kind) });
    }
    if charset.unit > 1 {
        return all;
    }
    for name in ["gbk", "shift_jis", "big5", "euc-kr", "euc-jp"] {
        let Some(label) = named(name).filter(|&label| label != encoding) else { continue };
        for (wanted, sign) in [(true, "\u{FFFD}"), (question_mark, "?")] {
            if wanted && let Some(kind) = read(Bad::Part(sign), None, label) {
                let mark = if sign == "?" || !lost { "" } else { sign };
                let name =
                    format!("read as {name} with {}", if sign == "?" { "?" } else { "U+FFFD" });
                all.push(Damage { mark, ..damage(&name, 3, false, kind) });
            }
        }
    }
    for name in SINGLES {
        let Some(label) = named(name).filter(|&label| label != encoding) else { continue };
        let Some(once) = images(label) else { continue };
        let more = ["windows-1252", "iso-8859-1", "windows-1251", "windows-1250"].contains(&name);
        let mut table = once.clone();
        for times in 0..if more { 3 } else { 1 } {
            let say = ["", " twice", " three times"][times];
            let exact = distinct(&table);
            let kind = Kind::Single(table.clone());
            all.push(damage(&format!("read as {name}{say}"), 2 + times as u8, exact, kind));
            for image in table.iter_mut() {
                *image = image.iter().flat_map(|&byte| once[usize::from(byte)].clone()).collect();
            }
        }
        if raw {
            for target in ["windows-1252", "windows-1250", "windows-1251", "macintosh"] {
                all.extend(rewritten(name, &once, target));
            }
        }
    }
    all
}

fn distinct(table: &Images) -> bool {
    let mut all: Vec<_> = table.iter().collect();
    all.sort();
    all.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the damage of text that was read as `name` and written as `target`.
fn rewritten(name: &str, once: &Images, target: &str) -> Option<Damage> {
    let label = named(target).filter(|_| name != target)?;
    let written = Charset::new(label, true)?;
    let mut table = Box::new([b'?'; 256]);
    for (byte, image) in table.iter_mut().zip(once.iter()) {
        let value = std::str::from_utf8(image).ok()?.chars().next()?;
        let mut bytes = Vec::new();
        if written.encode(u32::from(value), &mut bytes) {
            *byte = bytes[0];
        }
    }
    let mut all = *table;
    all.sort_unstable();
    let exact = all.windows(2).all(|pair| pair[0] != pair[1]);
    let charset = Charset::new(Encoding::Utf8, false)?;
    Some(Damage {
        name: format!("read as {name}, written as {target}"),
        cost: 4,
        exact,
        mark: "",
        drops: false,
        folds: false,
        target: Some(written),
        kind: Kind::Read { charset, table: Some(table), bad: Bad::Keep, again: None },
    })
}
