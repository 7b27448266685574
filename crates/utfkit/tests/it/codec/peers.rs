//! Compares every charset with glibc's iconv, ICU and Python, where they are installed.
//!
//! Each byte, each pair of bytes and each character of the planes 0 to 2 is converted. Each
//! difference must be in `testdata/charset-decisions.tsv`, with its reason. The counts there are
//! those of glibc 2.36, ICU 72 and Python 3.11. `UPDATE_GOLDEN=1` writes them again, and
//! `CHARSET_DIFFERENCES=FILE` lists every difference with the number of its row.
//!
//! ```text
//! cargo test --release -p utfkit --features legacy-charsets --test it peers -- --ignored --nocapture
//! ```
#![cfg(feature = "legacy-charsets")]
use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    process::Command,
};

use utfkit::{
    Encoding,
    encoding::{BomPolicy, Charset},
    transcode::Transcoder,
};

use super::charset_decisions::{Decisions, Difference};

/// The path of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const DECISIONS: &str = "testdata/charset-decisions.tsv";

/// The names of a charset in each of [`PEERS`].
type Names<'n> = [&'n str; 3];

const PEERS: Names<'static> = ["glibc", "icu", "python"];

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

/// A sequence of bytes or a character in hexadecimal, what it is here, and what it is in a peer.
type Cell = (&'static str, String, Option<String>, Option<String>);

/// Compares a charset with a peer.
fn compare(encoding: Encoding, peer: &str, their_name: &str) -> Option<Vec<Cell>> {
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
    let [reads, writes] = theirs(peer, their_name, len)?;
    let mut cells = Vec::new();
    let singles = (0..=0xFF_u8).map(|byte| vec![byte]);
    let pairs = (0x4040..=0xFFFF_u16).map(u16::to_be_bytes).filter_map(|[lead, trail]| {
        if is_shifted {
            Some(vec![0x0E, lead, trail, 0x0F]).filter(|_| trail >= 0x40)
        } else {
            Some(vec![lead, trail]).filter(|_| lead >= 0x80)
        }
    });
    for bytes in singles.chain(pairs.filter(|_| !is_single)) {
        let cell = hex(&bytes);
        let (ours, theirs) = (ours_read(&bytes, encoding), reads.get(&cell).cloned());
        cells.push(("r", cell, ours, theirs));
    }
    // Longer sequences, and those with shifts: what the peer writes.
    let known: HashSet<String> = cells.iter().map(|cell: &Cell| cell.1.clone()).collect();
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
    Some(cells)
}

#[test]
#[ignore = "every charset and every peer: minutes, in release"]
fn differences_from_peers_are_decided() {
    let (names_text, decisions_text) = (read("testdata/charset-peers.tsv"), read(DECISIONS));
    let (names, mut decisions) = (names(&names_text), Decisions::new(&decisions_text));
    let only = std::env::var("CHARSET").ok();
    let (mut all, mut open) = (String::new(), Vec::new());
    let mut total = [0; 3];
    for charset in Charset::all() {
        let (name, encoding) = (charset.name(), Encoding::Charset(charset));
        let known = names.get(name).unwrap_or_else(|| panic!("{name}: not in the list of names"));
        for (peer, their_name) in PEERS.iter().zip(known).filter(|(_, name)| **name != "-") {
            if only.as_ref().is_some_and(|only| only != name) {
                decisions.skip(name, peer);
                continue;
            }
            let Some(cells) = compare(encoding, peer, their_name) else {
                println!("{name:20} {peer:7} does not have {their_name}");
                decisions.skip(name, peer);
                continue;
            };
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
            total[0] += 1;
            total[1] += cells.len();
            total[2] += differ.len();
            for (direction, cell, ours, theirs) in differ {
                let (ours, theirs) = (ours.as_deref(), theirs.as_deref());
                let difference = Difference { charset: name, peer, direction, cell, ours, theirs };
                let row = decisions.explain(&difference);
                let number = row.map_or("-".to_owned(), |row| (row + 1).to_string());
                let _ = writeln!(all, "{number}\t{difference}");
                if row.is_none() {
                    open.push(difference.to_string());
                }
            }
        }
    }
    let [comparisons, cells, differ] = total;
    println!("{comparisons} comparisons, {cells} cells, {differ} differ, {} undecided", open.len());
    if let Ok(path) = std::env::var("CHARSET_DIFFERENCES") {
        std::fs::write(path, &all).unwrap();
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() && only.is_none() {
        std::fs::write(format!("{ROOT}/{DECISIONS}"), decisions.updated()).unwrap();
    }
    assert!(only.is_some() || comparisons > 400, "a peer is missing: see the lines above");
    let first = open[..open.len().min(20)].join("\n");
    assert!(open.is_empty(), "{} differences without a decision:\n{first}", open.len());
    let wrong = decisions.wrong();
    assert!(wrong.is_empty(), "these rows explain other cells now:\n{}", wrong.join("\n"));
}
