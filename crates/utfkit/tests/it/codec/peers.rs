//! Compares every charset with glibc's iconv, ICU and Python, where they are installed.
//!
//! Each byte, each pair of bytes and each character of the planes 0 to 2 is converted. Each
//! difference must be in `testdata/charset-decisions.tsv`, with its reason.
//!
//! ```text
//! cargo test --release -p utfkit --features legacy-charsets --test it peers -- --ignored --nocapture
//! ```
#![cfg(feature = "legacy-charsets")]
use std::{collections::HashMap, fmt::Write as _, process::Command};

use utfkit::{
    Encoding,
    encoding::{BomPolicy, Charset},
    transcode::Transcoder,
};

/// The path of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The names of a charset in each of [`PEERS`].
type Names<'n> = [&'n str; 3];

const PEERS: Names<'static> = ["glibc", "icu", "python"];

/// Differences that the list allows: a charset, peers, a direction and a range.
struct Decision<'d> {
    charset: &'d str,
    peers: &'d str,
    direction: &'d str,
    range: (&'d str, &'d str),
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap()
}

fn names(text: &str) -> HashMap<&str, Names<'_>> {
    let row = |columns: Vec<_>| {
        let [charset, glibc, icu, python] = columns[..] else { panic!("{columns:?}") };
        (charset, [glibc, icu, python])
    };
    lines(text).map(row).collect()
}

fn decisions(text: &str) -> Vec<Decision<'_>> {
    fn row<'d>(columns: &[&'d str]) -> Decision<'d> {
        let [charset, peers, direction, range, _reason] = columns[..] else {
            panic!("{columns:?}")
        };
        let range = range.split_once('-').unwrap_or((range, range));
        Decision { charset, peers, direction, range }
    }
    lines(text).map(|columns| row(&columns)).collect()
}

impl Decision<'_> {
    /// Returns `true` if it is about `cell`, a sequence of bytes or a character in hexadecimal.
    fn allows(&self, charset: &str, peer: &str, direction: &str, cell: &str) -> bool {
        let is_in = |list: &str, one: &str| list == "*" || list.split(' ').any(|item| item == one);
        let number = |text: &str| if direction == "r" { text.len() } else { 0 };
        let key = |text| (number(text), u32::from_str_radix(text, 16).unwrap_or(u32::MAX));
        is_in(self.charset, charset)
            && is_in(self.peers, peer)
            && is_in(self.direction, direction)
            && (key(self.range.0)..=key(self.range.1)).contains(&key(cell))
    }
}

/// Returns what a peer converts: the sequences that it reads, and the characters that it writes.
fn theirs(peer: &str, name: &str, len: &str) -> Option<[HashMap<String, String>; 2]> {
    let output = Command::new("python3")
        .args([&format!("{ROOT}/scripts/charset-peers.py"), peer, name, len])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut both = [HashMap::new(), HashMap::new()];
    for line in text.lines() {
        let mut columns = line.split('\t').map(str::to_owned);
        let is_written = columns.next()? == "w";
        both[usize::from(is_written)].insert(columns.next()?, columns.next()?);
    }
    (!both[0].is_empty()).then_some(both)
}

fn convert(bytes: &[u8], from: Encoding, to: Encoding) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut transcoder = Transcoder::new(from, to).bom(BomPolicy::Forbid);
    transcoder.transcode_to_vec(bytes, &mut out, true).ok()?;
    Some(out)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the bytes of a text from [`hex`].
fn unhex(text: &str) -> Vec<u8> {
    let (pairs, _) = text.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.iter().map(byte).collect()
}

/// Returns the characters that `bytes` are in `encoding`.
fn ours_read(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let text = String::from_utf8(convert(bytes, encoding, Encoding::Utf8)?).unwrap();
    let text: Vec<String> = text.chars().map(|one| format!("{:X}", u32::from(one))).collect();
    (!text.is_empty()).then(|| text.join(" "))
}

#[test]
#[ignore = "every charset and every peer: minutes, in release"]
fn differences_from_peers_are_decided() {
    let (names_text, decisions_text) =
        (read("testdata/charset-peers.tsv"), read("testdata/charset-decisions.tsv"));
    let (names, decisions) = (names(&names_text), decisions(&decisions_text));
    let only = std::env::var("CHARSET").ok();
    let mut open = String::new();
    for charset in Charset::all() {
        let (name, encoding) = (charset.name(), Encoding::Charset(charset));
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let known = names.get(name).unwrap_or_else(|| panic!("{name}: not in the list of names"));
        // Two bytes between shifts, in EBCDIC.
        let is_shifted = encoding.has_shifts()
            && convert(b"\x0E\x0F", encoding, Encoding::Utf8).is_some_and(|text| text.is_empty());
        let is_single = !is_shifted
            && (convert(&[0x81], encoding, Encoding::Utf8).is_some()
                || encoding.first_unencodable("\u{4E00}").is_some());
        let len = match (is_single, is_shifted) {
            (true, _) => "1",
            (false, true) => "shifted",
            (false, false) => "2",
        };
        for (peer, their_name) in PEERS.iter().zip(known).filter(|(_, name)| **name != "-") {
            let Some([reads, writes]) = theirs(peer, their_name, len) else {
                println!("{name:20} {peer:7} does not have {their_name}");
                continue;
            };
            let mut cells = Vec::new();
            let singles = (0..=0xFF_u8).map(|byte| vec![byte]);
            let pairs = (0x4040..=0xFFFF_u16).map(u16::to_be_bytes).filter_map(|[lead, trail]| {
                match is_shifted {
                    true => Some(vec![0x0E, lead, trail, 0x0F]).filter(|_| trail >= 0x40),
                    false => Some(vec![lead, trail]).filter(|_| lead >= 0x80),
                }
            });
            for bytes in singles.chain(pairs.filter(|_| !is_single)) {
                let cell = hex(&bytes);
                let (ours, theirs) = (ours_read(&bytes, encoding), reads.get(&cell).cloned());
                cells.push(("r", cell, ours, theirs));
            }
            // Longer sequences, and those with shifts: what the peer writes.
            let known: std::collections::HashSet<String> =
                cells.iter().map(|cell: &(_, String, _, _)| cell.1.clone()).collect();
            for (character, bytes) in writes.iter().filter(|(_, bytes)| !known.contains(*bytes)) {
                let ours = ours_read(&unhex(bytes), encoding);
                cells.push(("r", bytes.clone(), ours, Some(character.clone())));
            }
            // No charset of one byte per character has the characters that are left out.
            let narrow = |one: &char| matches!(one, ..'\u{3400}' | '\u{E000}'..='\u{FFFF}');
            for character in ('\0'..='\u{2FFFF}').filter(|one| !is_single || narrow(one)) {
                let cell = format!("{:X}", u32::from(character));
                let text = character.to_string();
                let ours = convert(text.as_bytes(), Encoding::Utf8, encoding);
                let theirs = writes.get(&cell).cloned();
                cells.push(("w", cell, ours.map(|bytes| hex(&bytes)), theirs));
            }
            let count = |direction| cells.iter().filter(|cell| cell.0 == direction).count();
            let differ: Vec<_> = cells.iter().filter(|(.., ours, theirs)| ours != theirs).collect();
            let of = |direction| differ.iter().filter(|cell| cell.0 == direction).count();
            println!(
                "{name:20} {peer:7} {:6} sequences read, {:5} differ; {:6} characters written, {:5} differ",
                count("r"),
                of("r"),
                count("w"),
                of("w"),
            );
            for (direction, cell, ours, theirs) in differ {
                let mut known = decisions.iter();
                if !known.any(|decision| decision.allows(name, peer, direction, cell)) {
                    let say = |side: &Option<String>| side.clone().unwrap_or_else(|| "none".into());
                    let (ours, theirs) = (say(ours), say(theirs));
                    let _ = writeln!(open, "{name}\t{peer}\t{direction}\t{cell}\t{ours}\t{theirs}");
                }
            }
        }
    }
    if let Ok(path) = std::env::var("CHARSET_DIFFERENCES") {
        std::fs::write(path, &open).unwrap();
    }
    let first: Vec<_> = open.lines().take(20).collect();
    assert!(
        open.is_empty(),
        "{} differences without a decision:\n{}",
        open.lines().count(),
        first.join("\n")
    );
}
