//! Damages: what programs make of a text in a charset.

use utfkit::transcode;

use super::super::{encoded, encoding};

/// The name of a damage, and the damage of bytes in a charset; `None` if it changes nothing else than
/// another one.
pub(super) type Damage = (&'static str, fn(&[u8], &str) -> Option<Vec<u8>>);

fn decoded(bytes: &[u8], name: &str) -> String {
    transcode::decode_lossy(bytes, encoding(name)).0.into_owned()
}

/// Misreads bytes.
fn misread(bytes: &[u8], name: &str, own: &str) -> Option<Vec<u8>> {
    (name != own).then(|| decoded(bytes, name).into())
}

/// Replaces ill-formed parts, by their number of bytes. `sign` gets the bytes of the part, and
/// whether another part is just before it.
fn parts(bytes: &[u8], sign: impl Fn(&[u8], bool) -> String) -> Option<Vec<u8>> {
    let (mut out, mut is_after) = (String::new(), false);
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        is_after &= chunk.valid().is_empty();
        if !chunk.invalid().is_empty() {
            out += &sign(chunk.invalid(), is_after);
            is_after = true;
        }
    }
    Some(out.into_bytes())
}

/// Replaces characters that are not ASCII. `change` gets the number of each.
fn each(bytes: &[u8], name: &str, change: impl Fn(usize, char) -> String) -> Option<Vec<u8>> {
    let (mut out, mut count) = (String::new(), 0);
    for character in decoded(bytes, name).chars() {
        if character.is_ascii() {
            out.push(character);
        } else {
            out += &change(count, character);
            count += 1;
        }
    }
    Some(out.into_bytes())
}

/// Replaces each character that is not ASCII by `sign`.
pub(super) fn marked(text: &str, sign: &str) -> Vec<u8> {
    let of = |c: char| if c.is_ascii() { c.to_string() } else { sign.to_owned() };
    text.chars().map(of).collect::<String>().into()
}

fn quotes(character: char) -> String {
    match character {
        '’' | '‘' => "'".to_owned(),
        '“' | '”' | '„' | '«' | '»' => "\"".to_owned(),
        '–' | '—' => "-".to_owned(),
        '…' => "...".to_owned(),
        '\u{A0}' => " ".to_owned(),
        other => other.into(),
    }
}

/// Folds the letters of the Latin script, and writes `?` for others.
fn folded(character: char) -> String {
    const FROM: &str = "äöüÄÖÜéèêëàâáåçñóôòíîïúùûýÿšžčřěůťďňŠŽČŘęąśćńźżőűğşİŞāēīōūļķģņ";
    const TO: &str = "aouAOUeeeeaaaacnoooiiiuuuyyszcreutdnSZCReascnzzougsISaeioulkgn";
    match character {
        'ß' => "ss".to_owned(),
        'ł' => "l".to_owned(),
        'ı' => "?".to_owned(),
        _ => match quotes(character) {
            same if !same.is_ascii() => {
                let at = FROM.chars().position(|from| from == character);
                at.and_then(|at| TO.chars().nth(at)).unwrap_or('?').into()
            }
            ascii => ascii,
        },
    }
}

/// Writes the accents of letters before them, as `//TRANSLIT` of libiconv does.
fn accents(character: char) -> String {
    let text = match character {
        'ä' => "\"a",
        'ö' => "\"o",
        'ü' => "\"u",
        'Ü' => "\"U",
        'é' => "'e",
        'è' => "`e",
        'ê' => "^e",
        'ñ' => "~n",
        'ó' => "'o",
        'á' => "'a",
        'í' => "'i",
        other => return folded(other),
    };
    text.to_owned()
}

/// Applies one damage to the first lines, and another one to the rest.
fn both(
    bytes: &[u8],
    name: &str,
    first: fn(&[u8], &str) -> Option<Vec<u8>>,
    second: fn(&[u8], &str) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    if encoding(name).unit_bytes() > 1 {
        return None;
    }
    let ends: Vec<usize> =
        (1..).zip(bytes).filter(|(_, b)| **b == b'\n').map(|(at, _)| at).collect();
    let (head, tail) = bytes.split_at(*ends.get(ends.len() / 2)?);
    Some([first(head, name)?, second(tail, name)?].concat())
}

fn keep(bytes: &[u8], _: &str) -> Option<Vec<u8>> {
    Some(bytes.to_vec())
}

fn lossy(bytes: &[u8], _: &str) -> Option<Vec<u8>> {
    Some(String::from_utf8_lossy(bytes).into_owned().into())
}

fn converted(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    (name != "utf-8").then(|| decoded(bytes, name).into())
}

fn question(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    each(bytes, name, |_, _| "?".to_owned())
}

fn windows(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    misread(bytes, "windows-1252", name)
}

pub(super) const DAMAGES: [Damage; 38] = [
    ("U+FFFD per part", lossy),
    ("U+FFFD per byte", |bytes, _| parts(bytes, |part, _| "\u{FFFD}".repeat(part.len()))),
    ("U+FFFD per run", |bytes, _| {
        parts(bytes, |_, is_after| if is_after { "" } else { "\u{FFFD}" }.to_owned())
    }),
    ("? per part", |bytes, _| parts(bytes, |_, _| "?".to_owned())),
    ("ill-formed dropped", |bytes, _| parts(bytes, |_, _| String::new())),
    ("U+FFFD per character", |bytes, name| each(bytes, name, |_, _| "\u{FFFD}".to_owned())),
    ("third characters U+FFFD", |bytes, name| {
        each(bytes, name, |at, c| if at % 3 == 0 { '\u{FFFD}' } else { c }.into())
    }),
    ("tenth characters U+FFFD", |bytes, name| {
        each(bytes, name, |at, c| if at % 10 == 0 { '\u{FFFD}' } else { c }.into())
    }),
    ("? per character", question),
    ("? per byte", |bytes, _| {
        Some(bytes.iter().map(|b| if b.is_ascii() { *b } else { b'?' }).collect())
    }),
    ("dropped", |bytes, _| Some(bytes.iter().copied().filter(u8::is_ascii).collect())),
    ("UTF-8", converted),
    ("UTF-8 as windows-1252", |bytes, name| windows(&converted(bytes, name)?, "utf-8")),
    ("UTF-8 as windows-1252 twice", |bytes, name| {
        windows(&windows(&converted(bytes, name)?, "utf-8")?, "utf-8")
    }),
    ("U+FFFD as windows-1252", |bytes, name| windows(&lossy(bytes, name)?, "utf-8")),
    ("windows-1252", windows),
    ("windows-1252 twice", |bytes, name| windows(&windows(bytes, name)?, "utf-8")),
    ("windows-1252 three times", |bytes, name| {
        windows(&windows(&windows(bytes, name)?, "utf-8")?, "utf-8")
    }),
    ("iso-8859-1", |bytes, name| {
        (name != "iso-8859-1")
            .then(|| bytes.iter().map(|&b| char::from(b)).collect::<String>().into())
    }),
    ("macintosh", |bytes, name| misread(bytes, "macintosh", name)),
    ("ibm850", |bytes, name| misread(bytes, "ibm850", name)),
    ("windows-1251", |bytes, name| misread(bytes, "windows-1251", name)),
    ("windows-1250", |bytes, name| misread(bytes, "windows-1250", name)),
    ("koi8-r", |bytes, name| misread(bytes, "koi8-r", name)),
    ("gbk", |bytes, name| misread(bytes, "gbk", name)),
    ("shift_jis", |bytes, name| misread(bytes, "shift_jis", name)),
    ("big5 with ?", |bytes, name| {
        let text = String::from_utf8(misread(bytes, "big5", name)?).ok()?;
        Some(text.replace('\u{FFFD}', "?").into())
    }),
    ("macintosh written as windows-1252", |bytes, name| {
        let text = String::from_utf8(misread(bytes, "macintosh", name)?).ok()?;
        let of = |c: char| encoded(&c.to_string(), "windows-1252").unwrap_or_else(|| b"?".to_vec());
        Some(text.chars().flat_map(of).collect())
    }),
    ("written as windows-1252", |bytes, name| {
        let of = |c: char| encoded(&c.to_string(), "windows-1252").unwrap_or_else(|| b"?".to_vec());
        (name == "utf-8").then(|| decoded(bytes, name).chars().flat_map(of).collect())
    }),
    ("quotes", |bytes, name| each(bytes, name, |_, c| quotes(c))),
    ("folded", |bytes, name| each(bytes, name, |_, c| folded(c))),
    ("accents", |bytes, name| each(bytes, name, |_, c| accents(c))),
    ("glibc", |bytes, name| {
        each(bytes, name, |_, c| transcode::transliteration(c).unwrap_or("?").to_owned())
    }),
    ("U+FFFD, then ?", |bytes, name| both(bytes, name, lossy, question)),
    ("nothing, then U+FFFD", |bytes, name| both(bytes, name, keep, lossy)),
    ("windows-1252, then nothing", |bytes, name| both(bytes, name, windows, keep)),
    ("UTF-8, then windows-1252", |bytes, name| both(bytes, name, converted, windows)),
    ("nothing", keep),
];
