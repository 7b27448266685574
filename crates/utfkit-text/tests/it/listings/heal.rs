use std::collections::BTreeMap;

use utfkit::transcode;
use utfkit_text::heal::heal;

use super::{compare, encoded, encoding};
use crate::corpora;

const CHARSETS: [&str; 6] =
    ["utf-8", "windows-1252", "windows-1251", "windows-1250", "shift_jis", "gb18030"];

/// An edit of a text.
type Edit = (&'static str, fn(&str) -> String);

const EDITS: [Edit; 9] = [
    ("nothing", str::to_owned),
    ("a number", |text| text.replace("12", "13")),
    ("a first line", |text| format!("a new line of the text\n{text}")),
    ("no second line", |text| {
        let lines = text.lines().enumerate().filter(|(at, _)| *at != 1);
        lines.map(|(_, line)| format!("{line}\n")).collect()
    }),
    ("other order", |text| text.lines().rev().map(|line| format!("{line}\n")).collect()),
    ("indented", |text| text.lines().map(|line| format!("    {line}\n")).collect()),
    ("joined", |text| text.replace(".\n", ". ")),
    ("new words", |text| text.replace(". ", ". And here: ").replace(", ", " and ")),
    ("no spaces", |text| text.replace(' ', "")),
];

/// A damage of bytes in an encoding.
type Damage = (&'static str, fn(&[u8], &str) -> Vec<u8>);

const DAMAGES: [Damage; 7] = [
    ("U+FFFD", |bytes, _| String::from_utf8_lossy(bytes).into_owned().into()),
    ("? per byte", |bytes, _| bytes.iter().map(|b| if b.is_ascii() { *b } else { b'?' }).collect()),
    ("dropped", |bytes, _| bytes.iter().copied().filter(u8::is_ascii).collect()),
    ("? per character", |bytes, name| {
        let text = transcode::decode_lossy(bytes, encoding(name)).0;
        text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect::<String>().into()
    }),
    ("UTF-8", |bytes, name| transcode::decode_lossy(bytes, encoding(name)).0.into_owned().into()),
    ("windows-1252", |bytes, _| {
        transcode::decode_lossy(bytes, encoding("windows-1252")).0.into_owned().into()
    }),
    ("gbk", |bytes, _| transcode::decode_lossy(bytes, encoding("gbk")).0.into_owned().into()),
];

/// Describes the result in a line.
fn described(old: &[u8], new: &[u8], name: &str, wanted: &[u8]) -> String {
    let healed = match heal(old, new, encoding(name)) {
        Ok(healed) => healed,
        Err(refusal) => return format!("{refusal}"),
    };
    let result = match &healed.bytes {
        bytes if bytes == wanted => "restored",
        bytes if bytes == new => "same",
        _ => "partly",
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for place in &healed.restored {
        *counts.entry(place.evidence.code()).or_default() += place.characters;
    }
    for open in &healed.open {
        *counts.entry(open.reason.code()).or_default() += 1 + open.candidates.len();
    }
    let counts: Vec<_> = counts.iter().map(|(code, count)| format!("{code} {count}")).collect();
    let (score, damages) = ((healed.score * 1000.0).round(), healed.damages.join("+"));
    format!("{result} {score}, {}; {damages}", counts.join(", "))
}

#[test]
fn edited_and_damaged_texts() {
    let mut out = Vec::new();
    for charset in CHARSETS {
        let lines: Vec<String> =
            corpora::lines().into_iter().filter(|line| encoded(line, charset).is_some()).collect();
        let text = format!("{}\nsize = 12\n\n{}\n", lines.join("\n"), lines[0]);
        let old = encoded(&text, charset).unwrap();
        for (edit, change) in EDITS {
            let Some(wanted) = encoded(&change(&text), charset) else { continue };
            for (damage, spoil) in DAMAGES {
                let new = spoil(&wanted, charset);
                let said = described(&old, &new, charset, &wanted);
                out.push(format!("{charset}, {edit}, {damage}: {said}"));
            }
        }
    }
    compare("heal.txt", &out);
}
