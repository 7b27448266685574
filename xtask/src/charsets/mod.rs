//! Writes the tables of charsets that the library includes, from the mapping files of ICU and from the
//! indexes of the WHATWG standard, which `encoding_rs` has.
//!
//! `cargo xtask charsets [--check] [DIR]` fetches the crate `icu-data` into `DIR` (by default,
//! `target/charsets`). It compares every byte with `iconv` where that program knows the charset,
//! and stops at a difference that `peers/decisions.tsv` does not name. The same source gives the same
//! bytes.

mod common;
mod double;
mod eacc;
mod grid;
mod hkscs;
mod list;
mod pages;
mod peers;
mod runs;
mod sets;
mod sources;
mod ucm;

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use self::{
    list::{Charset, SINGLE},
    peers::decisions::Decisions,
    sources::Sources,
    ucm::Mapping,
};

/// The directory of the generated files.
const DIR: &str = "crates/utfkit/src/codec/charset";

/// The mark of a byte without a character.
const NONE: u16 = 0xFFFF;

/// Writes the tables; with `--check`, only reports whether they are current.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let (is_check, dir) = match options {
        [] => (false, "target/charsets"),
        ["--check"] => (true, "target/charsets"),
        ["--check", dir] | [dir, "--check"] if !dir.starts_with('-') => (true, *dir),
        [dir] if !dir.starts_with('-') => (false, *dir),
        _ => return Err("usage: cargo xtask charsets [--check] [DIR]".to_owned()),
    };
    let sources = Sources::fetch(Path::new(dir))?;
    let mut decisions = Decisions::read()?;
    let (mut cells, mut constants, mut report) = (Vec::new(), HEAD.to_owned(), String::new());
    for (number, charset) in SINGLE.iter().enumerate() {
        let (characters, only_read) = single(charset, &sources)?;
        report.push_str(&peers::compare(charset, &characters, &mut decisions)?);
        cells.extend(characters.iter().flat_map(|character| character.to_le_bytes()));
        let _ = write!(
            constants,
            "\n/// {}, from `{}`.\npub(in crate::codec::charset) static {}: Table = Table::at({number}, &{only_read:?});\n",
            charset.title, charset.file, charset.constant
        );
    }
    decisions.check_used(peers::is_installed())?;
    let mut shifted = HEAD_OF_SHIFTED.to_owned();
    let mut double = Vec::new();
    for family in double::FAMILIES {
        double.extend(double::family(family, &sources, &mut cells, &mut shifted)?);
    }
    double.extend(common::files()?);
    double.extend(sets::files(&sources)?);
    double.push(("sets/grids/eacc.bin".to_owned(), eacc::file(&sources)?));
    double.push(("double/tables.rs".to_owned(), shifted.into_bytes()));
    let files = [
        ("cells/cells.bin", cells),
        ("cells/tables.rs", constants.into_bytes()),
        ("double/browsers/hkscs.bin", hkscs::file()?),
    ];
    let mut current = true;
    for (name, bytes) in
        files.map(|(name, bytes)| (name.to_owned(), bytes)).into_iter().chain(double)
    {
        report.push_str(&format!("{name:20} {} bytes\n", bytes.len()));
        let path = format!("{DIR}/{name}");
        if is_check {
            current &= fs::read(&path).is_ok_and(|known| known == bytes);
        } else {
            fs::write(&path, &bytes).map_err(|error| format!("{path}: {error}"))?;
        }
    }
    match (is_check, current) {
        (true, false) => Err(format!("{DIR} is not current")),
        (true, true) => Ok(format!("{report}{DIR} is current")),
        (false, _) => Ok(format!("{report}{DIR}: written")),
    }
}

/// The head of the generated file.
const HEAD: &str = "//! The tables of `cells.bin`. `cargo xtask charsets` generates this file.\n\nuse super::Table;\n";

/// The head of the generated file of the charsets with characters of two bytes.
const HEAD_OF_SHIFTED: &str =
    "//! The charsets of EBCDIC, with their grids. `cargo xtask charsets` generates this file.

use super::{Grid, Part, Shifted};
use crate::codec::charset::cells::{Newline, Table};
";

/// Returns the character of each byte of `charset`, or [`NONE`], and the bytes that are not written.
fn single(charset: &Charset, sources: &Sources) -> Result<(Box<[u16; 256]>, Vec<u8>), String> {
    let mapping = match charset.file.strip_prefix(pages::WHATWG) {
        Some(name) => pages::whatwg(name),
        None if charset.file == pages::FILE => {
            pages::mapping(&sources.read(charset.file)?, charset.constant)
        }
        None => Mapping::parse(&sources.read(charset.file)?),
    }?;
    let mut characters = Box::new([NONE; 256]);
    let mut written = BTreeMap::new();
    for (bytes, character, is_written) in &mapping.readable {
        let ([byte], Ok(unit)) = (&bytes[..], u16::try_from(*character)) else {
            return Err(format!("{}: {bytes:02X?} is not one byte", charset.file));
        };
        characters[usize::from(*byte)] = unit;
        if *is_written {
            written.insert(unit, *byte);
        }
    }
    for &(byte, character) in charset.changes {
        characters[usize::from(byte)] = character;
        // A page of DOS exchanges its controls. Elsewhere, a second code is only read.
        let known = written.entry(character).or_insert(byte);
        if byte < 0x80 {
            *known = byte;
        }
    }
    let known = (0..=255).filter(|&byte| characters[usize::from(byte)] != NONE);
    let only_read =
        known.filter(|&byte| written.get(&characters[usize::from(byte)]) != Some(&byte)).collect();
    Ok((characters, only_read))
}
