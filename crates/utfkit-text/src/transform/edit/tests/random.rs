//! Random edits of random files in all encodings, read again by this library and by another.

use utfkit::{
    Encoding,
    codec::Step,
    encoding::{Bom, ByteOrder},
};

use crate::transform::edit::{
    Edited, Refusal, Text, Times, edit,
    reading::{MARK, OPAQUE, Reading, Units},
};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

fn order(encoding: Encoding) -> ByteOrder {
    encoding.byte_order().unwrap_or_default()
}

/// Returns characters of the encoding: those of random bytes.
fn repertoire(encoding: Encoding, random: &mut Random) -> Vec<char> {
    let decoder = encoding.decoder(order(encoding));
    let mut all = Vec::new();
    for _ in 0..3000 {
        let mut bytes: Vec<u8> = (0..8).map(|_| random.below(256) as u8).collect();
        if encoding.has_shifts() && random.chance(60) {
            // Most encodings with shifts have the same two bytes for a character as EUC.
            let character = [0x21 + random.below(0x5D) as u8, 0x21 + random.below(0x5D) as u8];
            let shift = [&b"\x1B$B"[..], b"~{", b"\x0E", b"\x1B$)C\x0E"][random.below(4)];
            bytes = [shift, &character].concat();
        }
        let mut decoder = decoder;
        let mut at = 0;
        while at < bytes.len() {
            let len = match decoder.first(&bytes[at..], true) {
                Step::Value { value, len } => {
                    all.extend(char::from_u32(value).filter(|&c| !"\r\n\u{FFFD}".contains(c)));
                    len
                }
                Step::Shift { len } | Step::IllFormed { len, .. } => len,
                Step::Incomplete => break,
            }
            .clamp(1, bytes.len() - at);
            decoder.pass(&bytes[at..at + len]);
            at += len;
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns a file of the encoding. In a part of the files, some pieces are not in the encoding.
fn file(encoding: Encoding, characters: &[char], random: &mut Random) -> Vec<u8> {
    let mut encoder = encoding.encoder(order(encoding));
    let mut bytes = Vec::new();
    if random.chance(10)
        && encoding.unit_bytes() > 1
        && let Some(mark) = encoding.mark(order(encoding))
    {
        bytes.extend_from_slice(mark.bytes());
    }
    let damaged = random.chance(40);
    let end = if random.chance(50) { "\r\n" } else { "\n" };
    for _ in 0..random.below(60) {
        let text = match random.below(10) {
            0 => end.to_owned(),
            1..=4 => ["a", "b ", "ab", "\\", "size=1", "~", "|", "0"][random.below(8)].to_owned(),
            _ => characters[random.below(characters.len())].to_string(),
        };
        for value in text.chars().map(u32::from) {
            if let Some(encoded) = encoder.encode(value) {
                bytes.extend_from_slice(encoded.bytes());
                encoder.pass(value);
            }
        }
        if damaged && random.chance(15) {
            match random.below(3) {
                0 => bytes.push(0x80 + random.below(128) as u8),
                1 => bytes.extend("é→".bytes().take(1 + random.below(5))),
                _ => bytes.extend((0..random.below(4)).map(|_| random.below(256) as u8)),
            }
        }
    }
    if random.chance(80) {
        bytes.extend_from_slice(encoder.tail().bytes());
    }
    bytes
}

/// The decoder of another library, if both read all bytes as the same characters.
fn other(encoding: Encoding) -> Option<&'static encoding_rs::Encoding> {
    use utfkit::encoding::{Label, LabelSet};
    let other = encoding_rs::Encoding::for_label(encoding.name().as_bytes())?;
    let ours = Label::parse(other.name(), LabelSet::Whatwg).ok()?.encoding();
    // The decoder of ISO-2022-JP looks at earlier escapes, so parts of a text cannot be read alone.
    (ours == encoding && other != encoding_rs::ISO_2022_JP && other != encoding_rs::REPLACEMENT)
        .then_some(other)
}

#[derive(Default, Debug)]
struct Counts {
    edits: usize,
    done: usize,
    other: usize,
    joins: usize,
    marks: usize,
    not_in_encoding: usize,
    found: usize,
    not_found: usize,
}

/// Makes a random edit of a file, and checks the contract.
fn one(encoding: Encoding, own: &[char], bytes: &[u8], random: &mut Random, counts: &mut Counts) {
    let text = Text {
        bytes,
        start: Bom::of(bytes).map_or(0, |bom| bom.bytes().len()),
        encoding: Bom::of(bytes).map_or(encoding, Bom::encoding_after),
        order: order(Bom::of(bytes).map_or(encoding, Bom::encoding_after)),
    };
    let reading = match random.below(10) {
        0 if encoding.unit_bytes() == 1 => Reading::Parts,
        1 if encoding.unit_bytes() == 1 => Reading::Bytes,
        _ => Reading::Right,
    };
    let seen: Vec<_> = Units::of(&text, reading).collect();
    if seen.is_empty() {
        return;
    }
    let from = random.below(seen.len());
    let to = (from + 1 + random.below(5)).min(seen.len());
    let shown = |value: u32| {
        char::from_u32(if value == OPAQUE { MARK } else { value }).unwrap_or('\u{FFFD}')
    };
    let old: String = seen[from..to].iter().map(|unit| shown(unit.value)).collect();
    let mut new: String = (0..random.below(4))
        .map(|_| match random.below(4) {
            0 => ['x', '1', ' ', '\\', '~', '{', '+', '-'][random.below(8)],
            1 => ['→', 'é', '中', 'か', '\n'][random.below(5)],
            _ => own[random.below(own.len())],
        })
        .collect();
    if random.chance(50) {
        // The old text with a change.
        let mut characters: Vec<char> = old.chars().collect();
        let at = random.below(characters.len() + 1);
        characters.splice(at..at, new.chars());
        if random.chance(30) {
            characters.remove(random.below(characters.len()));
        }
        new = characters.into_iter().collect();
    }
    let times = [Times::Once, Times::All, Times::All, Times::Exactly(2)][random.below(4)];
    counts.edits += 1;
    let edited = match edit(bytes, encoding, &old, &new, times) {
        Ok(edited) => edited,
        Err(refusal) => {
            match refusal {
                Refusal::Joins { .. } => counts.joins += 1,
                Refusal::Marks => counts.marks += 1,
                Refusal::NotInEncoding { .. } => counts.not_in_encoding += 1,
                Refusal::Found { .. } => counts.found += 1,
                _ => counts.not_found += 1,
            }
            return;
        }
    };
    counts.done += 1;
    let context =
        || format!("{encoding}: {bytes:02X?} {old:?} -> {new:?} {times:?}: {edited:02X?}");
    let parts = outside(bytes, &edited).unwrap_or_else(|| panic!("{}", context()));
    // Another reader sees the same: the old text, except for the places.
    let has_mark = old.contains('\u{FFFD}');
    // For browsers, a surrogate and half a unit at the end of a text are one error, and not two.
    let is_cut = text.encoding.unit_bytes() == 2 && edited.bytes.len() % 2 == 1;
    if !has_mark
        && !is_cut
        && let Some(other) = other(text.encoding)
    {
        counts.other += 1;
        let read = |bytes: &[u8]| other.decode_without_bom_handling(bytes).0.into_owned();
        let mut wanted = String::new();
        for (part, after) in parts.iter().zip(edited.places.iter().map(Some).chain([None])) {
            wanted += &read(part);
            wanted +=
                &after.map_or_else(String::new, |place| read(&edited.bytes[place.new.clone()]));
        }
        assert_eq!(read(&edited.bytes), wanted, "{}", context());
        for place in &edited.places {
            let place = read(&edited.bytes[place.new.clone()]);
            let plain = |text: &str| text.replace("\r\n", "\n");
            let equal = place == new || plain(&place) == plain(&new);
            assert!(equal, "{place:?}: {}", context());
        }
    }
}

/// Returns the bytes outside of the places, if they are the same in both.
fn outside<'t>(bytes: &'t [u8], edited: &Edited) -> Option<Vec<&'t [u8]>> {
    let (mut parts, mut old, mut new) = (Vec::new(), 0, 0);
    for place in &edited.places {
        let part = bytes.get(old..place.old.start)?;
        (edited.bytes.get(new..place.new.start)? == part).then_some(())?;
        parts.push(part);
        (old, new) = (place.old.end, place.new.end);
    }
    let part = bytes.get(old..)?;
    (edited.bytes.get(new..)? == part).then_some(())?;
    parts.push(part);
    Some(parts)
}

fn run(seed: u64, files: usize) -> Counts {
    let mut counts = Counts::default();
    for (number, &encoding) in Encoding::ALL.iter().enumerate() {
        let mut random = Random(seed ^ (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let own = repertoire(encoding, &mut random);
        if own.is_empty() {
            continue;
        }
        for _ in 0..files {
            let bytes = file(encoding, &own, &mut random);
            for _ in 0..10 {
                one(encoding, &own, &bytes, &mut random, &mut counts);
            }
        }
    }
    counts
}

#[test]
fn random_edits_keep_the_contract() {
    let counts = run(1, 4);
    assert!(counts.done * 3 > counts.edits, "{counts:?}");
    assert!(counts.other * 20 > counts.edits, "{counts:?}");
}

/// `docs/testing.md` has the command.
#[test]
#[ignore = "long: millions of edits"]
fn many_random_edits_keep_the_contract() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
    };
    let edits = number("EDITS", 1_000_000) as usize;
    let counts = run(number("SEED", 2), edits / (10 * Encoding::ALL.len()) + 1);
    println!("{counts:?}");
    assert!(counts.edits >= edits * 9 / 10, "{counts:?}");
}
