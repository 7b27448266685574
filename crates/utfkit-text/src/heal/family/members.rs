//! The members of the family that can have made a text.

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};

use super::{
    changes::{fold, glibc, libiconv, mark, question, quotes},
    damage::{Bad, Damage, Images, Kind},
};
use crate::heal::{
    charset::{Charset, OPAQUE},
    text::utf8,
};

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
pub(in crate::heal) fn family(
    encoding: Encoding,
    charset: &Charset,
    new: &[u8],
    as_text: bool,
) -> Vec<Damage> {
    let has = |mark: &str| memchr::memmem::find(new, mark.as_bytes()).is_some();
    let (lost, question_mark, again_mark) = (has("\u{FFFD}"), has("?"), has("ï¿½"));
    let raw = std::str::from_utf8(new).is_err();
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
    if lost && (utf || as_text) {
        // Well-formed text loses characters to programs that know only ASCII.
        let runs = read(Bad::Run("\u{FFFD}"), None, Encoding::UsAscii);
        let kinds = [
            ("written with U+FFFD per character", 1, Some(Kind::Each(mark))),
            (
                "read as ASCII with U+FFFD per byte",
                1,
                (!as_text).then_some(Kind::Bytes("\u{FFFD}")),
            ),
            ("read as ASCII with U+FFFD per run", 2, runs.filter(|_| !as_text)),
        ];
        for (name, cost, kind) in kinds {
            let marked = |kind| Damage { mark: "\u{FFFD}", ..damage(name, cost, false, kind) };
            all.extend(kind.map(marked));
        }
    }
    if utf && raw {
        // The other way round: a file in UTF-8 was saved in a charset that lacks characters.
        all.extend(SINGLES.into_iter().filter_map(written));
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

/// Returns the damage of text in UTF-8 that was written as `target`.
fn written(target: &str) -> Option<Damage> {
    let charset = || Charset::new(named(target)?, true);
    Some(Damage {
        name: format!("written as {target} with ? for other characters"),
        cost: 2,
        exact: false,
        mark: "",
        drops: false,
        folds: false,
        target: charset(),
        kind: Kind::Written(charset()?),
    })
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
