//! Trains the model of text from pinned sources, and writes the file that the library includes.
//!
//! `cargo xtask train [--check] [FOLDER]` fetches the sources into `FOLDER` (by default,
//! `target/train`) and writes `crates/utfkit-text/src/model/model.bin`. The same sources give the
//! same bytes.

mod counts;
mod languages;
mod misread;
mod shared;
mod signs;
mod sources;
mod table;

use std::{fs, path::Path};

use self::{
    counts::Counts,
    languages::{Language, SCRIPTS, Script},
    misread::Misread,
    shared::Shared,
    signs::Signs,
    sources::Sources,
    table::{Limits, push, push_part, weights},
};

/// The path of the model in the library.
const FILE: &str = "crates/utfkit-text/src/model/model.bin";

/// The limits that keep the file small.
const LIMITS: Limits = Limits { single: 2.0, pairs: 1.0, triples: 3.0, differs: 2, saves: 4.0 };

/// Trains the model and writes it; with `--check`, only reports whether the file is current.
pub(crate) fn run(options: &[&str]) -> Result<String, String> {
    let (is_check, folder) = match options {
        [] => (false, "target/train"),
        ["--check"] => (true, "target/train"),
        ["--check", folder] | [folder, "--check"] if !folder.starts_with('-') => (true, *folder),
        [folder] if !folder.starts_with('-') => (false, *folder),
        _ => return Err("usage: cargo xtask train [--check] [FOLDER]".to_owned()),
    };
    let folder = Path::new(folder);
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let folder = folder.canonicalize().map_err(|error| error.to_string())?;
    let sources = Sources::fetch(&folder)?;
    let (mut shared, mut signs) = (Shared::new(), Signs::default());
    let mut groups = Vec::new();
    let mut report = String::new();
    for script in SCRIPTS {
        let mut counts = Vec::new();
        for Language(code, chromium, lingua) in script.languages {
            let mut own = Counts::default();
            let mut text = String::new();
            let misread = Misread::of(code);
            if !chromium.is_empty() {
                text.push_str(&sources.messages(chromium)?);
            }
            if *code == "pt" {
                text.push_str(&sources.messages("pt-PT")?);
            }
            if !lingua.is_empty() {
                text.push_str(&misread.without(&sources.sentences(lingua)?));
                let is_spelt = !matches!(*lingua, "chinese" | "japanese" | "korean");
                own.ngrams(&sources.ngrams(lingua)?, is_spelt, misread);
            }
            own.text(&text);
            shared.text(&text);
            signs.text(&text);
            counts.push(own);
        }
        let kinds = script.kinds.iter().fold(0, |bits, &kind| bits | 1 << kind as u32);
        let codes = codes(script);
        let (bytes, [pairs, triples]) = table::group(codes.len(), &counts, script.dense, LIMITS);
        report.push_str(&format!(
            "{:10} {:2} languages {:7} pairs {:7} triples {:8} bytes\n",
            codes[0],
            codes.len(),
            pairs,
            triples,
            bytes.len()
        ));
        groups.push((kinds, bytes));
    }
    let mut first = shared.write();
    first.extend(weights().0);
    push(&mut first, groups.len() as u32);
    for (script, (kinds, _)) in SCRIPTS.iter().zip(&groups) {
        push(&mut first, *kinds);
        push_part(&mut first, codes(script).join(" ").as_bytes());
    }
    signs.write(&mut first);
    let parts = std::iter::once(&first).chain(groups.iter().map(|(_, group)| group));
    let mut file = Vec::new();
    for part in parts {
        file.extend((part.len() as u32).to_le_bytes());
        file.extend(part);
    }
    if is_check {
        let known = fs::read(FILE).map_err(|error| format!("{FILE}: {error}"))?;
        let is_same = known == file;
        return if is_same {
            Ok(format!("{FILE} is current"))
        } else {
            Err(format!("{FILE} is not current"))
        };
    }
    fs::write(FILE, &file).map_err(|error| format!("{FILE}: {error}"))?;
    Ok(format!("{report}{FILE}: {} bytes", file.len()))
}

/// The codes of the languages of a script.
fn codes(script: &Script) -> Vec<&'static str> {
    script.languages.iter().map(|language| language.0).collect()
}
